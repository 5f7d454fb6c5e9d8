import { describe, expect, test } from 'vitest';
import { Agent, fetch } from 'undici';
import { Chance } from '../soak/chance.js';
import { parseArguments } from './arguments.js';
import { compare } from './duel.js';
import { Generator } from './generate.js';
import { resources } from './resources.js';
import type { Schema } from './resources.js';
import type { Json } from './sequence.js';
import type { Outcome } from './side.js';
import { isFields, isList, Values } from './values.js';
import { startWebhooks } from './webhook-answers.js';

describe('arguments of a differential run', () => {
  test('defaults: 1000 sequences, a random seed, the corpus of the repository', () => {
    expect(parseArguments([])).toMatchObject({
      sequences: 1000,
      from: 0,
      corpus: 'test/differential/corpus',
    });
    expect(parseArguments(['--sequences', '20', '--seed', '7', '--only', 'pods'])).toMatchObject({
      sequences: 20,
      seed: 7,
      only: 'pods',
    });
  });

  test.each([
    [['--sequences', '1.5'], '--sequences must be a whole number below 1000000000, got 1.5'],
    [['--seed', 'x'], '--seed must be a whole number below 1000000000, got x'],
    [['--jobs', ''], '--jobs must be a whole number below 1000000000, got '],
  ])('%j is refused', (args, message) => {
    expect(() => parseArguments(args)).toThrow(message);
  });
});

test('a seed repeats the operations of a sequence', () => {
  const operationsOf = (number: number): string => {
    const generator = new Generator(3, number, resources);
    const operations = Array.from({ length: generator.length }, () => generator.next('v1', { spec: {} }));
    return JSON.stringify([generator.resource.resource, operations]);
  };
  expect(operationsOf(1)).toBe(operationsOf(1));
  expect(operationsOf(1)).not.toBe(operationsOf(2));
});

test('values for a server that does not validate have all that their schema requires, also after changes', () => {
  const builtIn = resources.filter(({ validated }) => !validated);
  expect(builtIn.length).toBeGreaterThan(5);
  for (let seed = 0; seed < 40; seed++) {
    const values = new Values(new Chance(seed, 'values'), {
      wild: false,
      nulls: true,
      empties: true,
      strict: true,
    });
    for (const { versions } of builtIn) {
      for (const schema of Object.values(versions)) {
        let value = values.make(schema);
        for (let change = 0; change < 10; change++) {
          requireComplete(value, schema, '');
          value = values.change(value, schema);
        }
      }
    }
  }
});

function requireComplete(value: Json, schema: Schema, path: string): void {
  if (schema.enum !== undefined || value === null) return;
  if (isList(value)) {
    expect(value.length, path).toBeGreaterThanOrEqual(schema.minItems ?? 0);
    for (const [index, item] of value.entries())
      requireComplete(item, schema.items ?? {}, `${path}[${index}]`);
  }
  if (!isFields(value)) return;
  for (const name of schema.required ?? []) {
    expect(Object.keys(value), path).toContain(name);
    if (schema.properties?.[name]?.enum?.includes(null) !== true)
      expect(value[name], `${path}.${name}`).not.toBeNull();
  }
  for (const [name, child] of Object.entries(value))
    requireComplete(child, schema.properties?.[name] ?? schema.additionalProperties ?? {}, `${path}.${name}`);
}

test('webhooks answer both servers alike, and keep what each asked', async () => {
  await using webhooks = await startWebhooks();
  const { embedded, real } = { embedded: webhooks.hooksOf('embedded'), real: webhooks.hooksOf('real') };
  const ca = Buffer.from(embedded.caBundle, 'base64').toString();
  const dispatcher = new Agent({ connect: { ca } });
  const ask = async (url: string, path: string, name: string): Promise<string> => {
    const request = { uid: 'u', name, operation: 'CREATE', object: { spec: { name } }, oldObject: null };
    const body = JSON.stringify({ apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview', request });
    const response = await fetch(`${url}/${path}`, { method: 'POST', body, dispatcher });
    return `${response.status} ${await response.text()}`;
  };
  const answers = new Set<string>();
  for (let index = 0; index < 60; index++) {
    for (const path of ['validating/01', 'mutating/00']) {
      const answer = await ask(embedded.url, path, `a${index}`);
      expect(await ask(real.url, path, `a${index}`)).toBe(answer);
      answers.add(answer);
    }
  }
  expect(answers.size).toBeGreaterThan(5);
  expect(real.taken('a1').map(({ path }) => path)).toEqual(['mutating/00', 'validating/01']);
  expect(real.taken('a1')).toEqual([]);
  expect(embedded.taken('a1')).toHaveLength(2);
  await dispatcher.close();
});

describe('two outcomes differ', () => {
  const request = { verb: 'apply', version: 'v1' } as const;
  const outcome = (body: Json, more: Partial<Outcome> = {}): Outcome => ({
    status: 200,
    warnings: [],
    body,
    ...more,
  });

  test.each([
    ['in their status', outcome({}), outcome({}, { status: 409 }), 'apply: 200, not 409'],
    ['in a field of an item', outcome({ a: [{ b: 1 }] }), outcome({ a: [{ b: 2 }] }), 'apply: 200 .a[].b'],
    ['in the length of a list', outcome({ a: [] }), outcome({ a: [1] }), 'apply: 200 .a length'],
    ['in a missing field', outcome({ a: 1 }), outcome({}), 'apply: 200 .a'],
    ['in null and nothing', outcome({ a: null }), outcome({}), 'apply: 200 .a'],
    [
      'in what webhooks were asked',
      outcome({}, { reviews: [{ path: 'mutating/00' }] }),
      outcome({}, { reviews: [] }),
      'apply: 200 reviews length',
    ],
    ['in their warnings', outcome({}), outcome({}, { warnings: ['w'] }), 'apply: 200 warnings'],
    [
      'in the order of fieldsV1',
      outcome({ fieldsV1: { a: {}, b: {} } }),
      outcome({ fieldsV1: { b: {}, a: {} } }),
      'apply: 200 .fieldsV1',
    ],
  ])('%s', (_name, embedded, real, signature) => {
    expect(compare(request, embedded, real)?.signature).toBe(signature);
    expect(compare(request, real, real)).toBeUndefined();
  });
});
