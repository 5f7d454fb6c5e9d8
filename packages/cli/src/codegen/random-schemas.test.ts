import { expect, test } from 'vitest';
import { Api, at, text } from '../../../../test/contract/http.js';
import { ApiServer } from '../../../testing/src/apiserver/api-server.js';
import { compile, definitionOf, generate } from './codegen.test-support.js';
import { RandomSchemas } from './random-schemas.test-support.js';
import type { Fault } from './random-schemas.test-support.js';

const schemas = 60;
/** Valid values of each schema, and values with a fault. */
const valid = 3;
const invalid = 9;

/** What the server accepts in strict mode, and what the compiler accepts; undefined where either is right. */
const expected: Readonly<Record<Fault | 'none', readonly [server: boolean, types: boolean | undefined]>> = {
  none: [true, true],
  type: [false, false],
  required: [false, false],
  unknown: [false, false],
  exclusive: [false, false],
  alternative: [false, undefined],
  // Enums are open, and only nullable fields have null in their type.
  enum: [false, true],
  null: [true, false],
};

test(
  'types of random schemas accept what the server accepts, and refuse wrong types and missing or unknown fields',
  { timeout: 60_000 },
  async () => {
    const random = new RandomSchemas(20261125);
    await using server = await ApiServer.start();
    const api = new Api({ baseUrl: server.url });
    const definitions: unknown[] = [];
    const lines: string[] = [];
    const wanted: (boolean | undefined)[] = [];
    const surprises: string[] = [];
    const counts = new Map<string, number>();
    for (let index = 0; index < schemas; index++) {
      const kind = `Kind${index}`;
      const plural = `kind${index}s`;
      const spec = random.object(3);
      const schema = { type: 'object', properties: { spec } };
      const definition = {
        ...definitionOf(schema, { names: { plural, kind } }),
        metadata: { name: `${plural}.example.com` },
      };
      definitions.push(JSON.stringify(definition));
      const installed = await api.post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', definition);
      expect(installed.status, `${installed.text}\n${JSON.stringify(spec)}`).toBe(201);
      const object = (value: unknown): object => ({
        apiVersion: 'example.com/v1',
        kind,
        metadata: { name: 'a', namespace: 'default' },
        spec: value,
      });
      const add = (value: unknown, types: boolean | undefined, why: string): void => {
        lines.push(`export const c${lines.length}: ${kind} = ${JSON.stringify(object(value))}; // ${why}`);
        wanted.push(types);
      };
      const check = async (value: unknown, fault: Fault | 'none'): Promise<void> => {
        const [server, types] = expected[fault];
        const path = `/apis/example.com/v1/namespaces/default/${plural}?dryRun=All&fieldValidation=Strict`;
        const answer = await api.post(path, object(value));
        if ((answer.status === 201) !== server)
          surprises.push(`the server answers ${answer.status} (${fault}): ${text(answer.json, 'message')}`);
        const why = `${fault}: ${JSON.stringify(spec)}`;
        add(value, types, why);
        if (answer.status === 201) add(at(answer.json, 'spec'), true, `read back, ${why}`);
        counts.set(fault, (counts.get(fault) ?? 0) + 1);
      };
      const values = Array.from({ length: valid }, () => random.value(spec));
      for (const value of values) await check(value, 'none');
      const faulty = values.flatMap((value) => random.faults(spec, value));
      for (const { fault, value } of random.some(faulty, invalid)) await check(value, fault);
    }
    const [file] = await generate(...definitions);
    const kinds = Array.from({ length: schemas }, (_, index) => `Kind${index}`).join(', ');
    const report = await compile({
      'types.ts': file?.text ?? '',
      'cases.ts': `import type { ${kinds} } from './types.js';\n${lines.join('\n')}\n`,
    });
    const errors = report.split('\n').filter((line) => line !== '');
    const refused = new Map(errors.map((line) => [Number(/^cases\.ts\((\d+),/.exec(line)?.[1]) - 2, line]));
    expect(errors.filter((line) => !line.startsWith('cases.ts('))).toEqual([]);
    lines.forEach((line, index) => {
      const types = wanted[index];
      if (types === undefined || types !== refused.has(index)) return;
      surprises.push(`${types ? `${refused.get(index)}: ` : 'the compiler accepts '}${line}`);
    });
    expect(surprises).toEqual([]);
    // Each kind of fault occurs.
    expect(Object.keys(expected).filter((fault) => (counts.get(fault) ?? 0) < 5)).toEqual([]);
  },
);
