import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Context } from './contract.js';
import { causes, define, definitionOf, definitions, version } from './custom-resources-support.js';
import { text } from './http.js';
import type { Answer } from './http.js';

const group = 'integers.example.com';
const int64 = { type: 'integer', format: 'int64' };

/** JSON numbers, and what the server stores: an int64 or a double. */
const numbers: readonly (readonly [given: string, stored: string])[] = [
  ['9007199254740992', '9007199254740992'],
  ['9007199254740993', '9007199254740993'],
  ['-9007199254740993', '-9007199254740993'],
  ['1000000000000000001', '1000000000000000001'],
  ['9223372036854775807', '9223372036854775807'],
  ['-9223372036854775808', '-9223372036854775808'],
  ['9223372036854775808', '9223372036854776000'],
  ['-9223372036854775809', '-9223372036854776000'],
  ['18446744073709551615', '18446744073709552000'],
  ['9007199254740993.0', '9007199254740992'],
  ['1e18', '1000000000000000000'],
  ['1.2345678901234567e18', '1234567890123456800'],
  ['12345678901234567890123', '1.2345678901234568e+22'],
  ['0.1234567890123456789', '0.12345678901234568'],
  ['1.0', '1'],
  ['-0', '0'],
  ['-0.0', '0'],
];

/** Integers of 64 bits are stored and returned as they are, and everything else as the double that Go makes of it. */
export function longIntegerContract(use: () => Context): void {
  const path = (): string => `/apis/${group}/v1/namespaces/${use().namespace}/counts`;
  const count = (name: string, spec: string): string =>
    `{"apiVersion":"${group}/v1","kind":"Count","metadata":{"name":"${name}"},"spec":${spec}}`;
  let serial = 0;

  beforeAll(async () => {
    const { api } = use();
    const list = (type: string, items: object, extra: object = {}): object => ({
      type: 'array',
      'x-kubernetes-list-type': type,
      items,
      ...extra,
    });
    const spec = {
      type: 'object',
      'x-kubernetes-preserve-unknown-fields': true,
      properties: {
        id: int64,
        float: { type: 'number' },
        limited: { ...int64, maximum: 9_007_199_254_740_992, multipleOf: 2 },
        set: list('set', int64),
        map: list(
          'map',
          { type: 'object', required: ['k'], properties: { k: int64, v: { type: 'string' } } },
          { 'x-kubernetes-list-map-keys': ['k'] },
        ),
      },
    };
    const schema = { type: 'object', properties: { spec, status: spec } };
    const definition = JSON.stringify(
      definitionOf(group, 'counts', 'Count', [version(schema, { subresources: { status: {} } })]),
    ).replace(
      '"properties":{"id"',
      '"properties":{"filled":{"type":"integer","format":"int64","default":9007199254740993},"chosen":{"type":"integer","format":"int64","enum":[9007199254740993]},"id"',
    );
    await define(api, definition, path());
    await api.post(path(), count('first', '{}'));
  }, 30_000);

  afterAll(async () => {
    await use().api.delete(`${definitions}/counts.${group}`);
  });

  /** The text of the spec, without what is filled in. */
  const specOf = ({ text: body }: Answer): string =>
    (/"spec":(\{.*?\})(,"status"|\}$)/.exec(body.trim())?.[1] ?? body).replace(
      '"filled":9007199254740993,',
      '',
    );

  test('however it is written and read', async () => {
    const { api } = use();
    for (const [given, stored] of numbers) {
      const at = `${path()}/n${++serial}`;
      const name = `n${serial}`;
      const expected = `{"any":[{"deep":${stored}}],"float":${stored}}`;
      const spec = (number: string): string => `{"float":${number},"any":[{"deep":${number}}]}`;
      const wrong: unknown[] = [];
      const check = (how: string, answer: Answer): void => {
        if (specOf(answer) !== expected) wrong.push([how, given, answer.status, specOf(answer)]);
      };
      check('create', await api.post(path(), count(name, spec(given))));
      check('get', await api.get(at));
      const version = text((await api.get(at)).json, 'metadata.resourceVersion');
      const named = `"name":"${name}"`;
      const replaced = count(name, spec(given)).replace(named, `${named},"resourceVersion":"${version}"`);
      check('update', await api.put(at, replaced));
      await api.patch(at, 'merge', '{"spec":{"float":1,"any":null}}');
      check('merge', await api.patch(at, 'merge', `{"spec":${spec(given)}}`));
      await api.patch(at, 'merge', '{"spec":{"float":1,"any":null}}');
      check(
        'json',
        await api.patch(
          at,
          'json',
          `[{"op":"add","path":"/spec/any","value":[{"deep":${given}}]},{"op":"copy","from":"/spec/any/0/deep","path":"/spec/float"}]`,
        ),
      );
      check('touched', await api.patch(at, 'merge', '{"metadata":{"labels":{"a":"b"}}}'));
      check(
        'apply',
        await api.patch(`${path()}/a${serial}?fieldManager=m`, 'apply', count(`a${serial}`, spec(given))),
      );
      expect((await api.get(path())).text).toContain(
        `"spec":{"any":[{"deep":${stored}}],"filled":9007199254740993,`,
      );
      expect(wrong).toEqual([]);
    }
  }, 60_000);

  test('random integers of 64 bits', async () => {
    const { api } = use();
    const integer = fc.oneof(
      fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
      fc.bigInt({ min: 2n ** 53n - 5n, max: 2n ** 53n + 20n }),
    );
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(integer, { minLength: 1, maxLength: 20 }), async (integers) => {
        const spec = `{"id":${integers[0] ?? 0n},"set":[${integers.join(',')}]}`;
        const answer = await api.post(`${path()}`, count(`r${++serial}`, spec));
        expect([answer.status, specOf(answer)]).toEqual([201, spec]);
        expect((await api.get(path())).text).toContain(spec.slice(1, -1));
      }),
      { seed: 20_261_126, numRuns: 10 },
    );
  });

  test.each([
    ['{"id":9223372036854775808}', 422],
    ['{"id":1e18}', 422],
    ['{"limited":9007199254740993}', 422],
    ['{"limited":9007199254740994}', 422],
    ['{"limited":-9007199254740993}', 422],
    ['{"limited":-9007199254740994}', 201],
    ['{"chosen":9007199254740993}', 201],
    ['{"chosen":9007199254740992}', 422],
    ['{"set":[9007199254740992,9007199254740993]}', 201],
    ['{"set":[9007199254740993,9007199254740993]}', 422],
    ['{"map":[{"k":9007199254740992},{"k":9007199254740993}]}', 201],
    ['{"map":[{"k":9007199254740993},{"k":9007199254740993}]}', 422],
    ['{"any":1e400}', 400],
  ])('%s is %i', async (spec, status) => {
    const answer = await use().api.post(path(), count(`v${++serial}`, spec));
    expect([answer.status, answer.text]).toEqual([status, expect.anything()]);
  });

  test('integers that round to the same double differ', async () => {
    const { api } = use();
    const name = `d${++serial}`;
    const at = `${path()}/${name}`;
    const apply = (manager: string, spec: string): Promise<Answer> =>
      api.patch(`${at}?fieldManager=${manager}`, 'apply', count(name, spec));
    expect((await apply('one', '{"id":9007199254740993}')).status).toBe(201);
    expect((await apply('two', '{"id":9007199254740993}')).status).toBe(200);
    const conflict = await apply('two', '{"id":9007199254740992}');
    expect([conflict.status, causes(conflict)]).toEqual([409, [expect.stringContaining('.spec.id')]]);
    const tested = (value: string): Promise<Answer> =>
      api.patch(at, 'json', `[{"op":"test","path":"/spec/id","value":${value}}]`);
    expect((await tested('9007199254740993')).status).toBe(200);
    expect((await tested('9007199254740992')).status).toBe(422);
    const before = (await api.get(at)).json;
    const after = (await api.patch(at, 'merge', '{"spec":{"id":9007199254740992}}')).json;
    const generation = (value: unknown): number =>
      Number((value as { metadata: { generation: number } }).metadata.generation);
    expect(generation(after)).toBe(generation(before) + 1);
  });

  test('in a built-in kind', async () => {
    const { api, namespace } = use();
    const pods = `/api/v1/namespaces/${namespace}/pods`;
    const pod = (name: string, seconds: string): string =>
      `{"metadata":{"name":"${name}"},"spec":{"terminationGracePeriodSeconds":${seconds},"containers":[{"name":"c","image":"i"}]}}`;
    for (const seconds of ['9007199254740993', '9223372036854775807']) {
      const name = `p${++serial}`;
      const answer = await api.post(pods, pod(name, seconds));
      expect([answer.status, answer.text]).toEqual([
        201,
        expect.stringContaining(`PeriodSeconds":${seconds},`),
      ]);
      const patched = await api.patch(`${pods}/${name}`, 'strategic', '{"metadata":{"labels":{"a":"b"}}}');
      expect(patched.text).toContain(`PeriodSeconds":${seconds},`);
    }
    const tooLarge = await api.post(pods, pod('p', '9223372036854775808'));
    expect([tooLarge.status, text(tooLarge.json, 'message')]).toEqual([
      400,
      expect.stringMatching(
        /cannot unmarshal number 92233720368547\d+ into Go struct field \S+ of type int64$/,
      ),
    ]);
  });
}
