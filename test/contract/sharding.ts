import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { configMap, configMaps } from './contract.js';
import type { Context } from './contract.js';
import { Api, at, names, shown, text } from './http.js';
import type { Target } from './http.js';

const uid = 'object.metadata.uid';
const low = '0x0000000000000000';
const middle = '0x8000000000000000';
const top = '0x10000000000000000';
const range = (field: string, start: string, end: string): string =>
  `shardRange(${field}, '${start}', '${end}')`;
const lower = range(uid, low, middle);
const upper = range(uid, middle, top);
const mark = 'watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true';

/** A server without the feature gate: a request for a shard gets everything, and the selector is not returned. */
export function unshardedContract(use: () => Context): void {
  test.each([lower, 'nonsense'])('shardSelector=%s is ignored and not returned', async (selector) => {
    const { api, namespace } = use();
    const path = configMaps(`${namespace}-unsharded`);
    await api.post('/api/v1/namespaces', { metadata: { name: `${namespace}-unsharded` } });
    for (const name of ['a', 'b', 'c', 'd']) await api.post(path, configMap(name));
    const query = `shardSelector=${encodeURIComponent(selector)}`;
    const { status, json } = await api.get(`${path}?${query}`);
    expect([status, names(json)]).toEqual([200, ['a', 'b', 'c', 'd']]);
    expect(json['metadata']).not.toHaveProperty('shardInfo');
    const watch = await api.watch(`${path}?${query}&${mark}`);
    expect((await watch.take(5)).filter(({ type }) => type === 'ADDED')).toHaveLength(4);
    watch.close();
  });
}

/** A server with the gate ShardedListAndWatch on. */
export function shardingSuite(
  title: string,
  start: () => Promise<{ readonly target: Target; stop(): Promise<void> }>,
): void {
  describe(title, () => {
    let server: { readonly target: Target; stop(): Promise<void> } | undefined;
    const path = configMaps('sharding');
    const everyone = Array.from({ length: 12 }, (_, index) => `c${10 + index}`);

    beforeAll(async () => {
      server = await start();
      const api = new Api(server.target);
      await api.post('/api/v1/namespaces', { metadata: { name: 'sharding' } });
      for (const name of everyone) await api.post(path, configMap(name));
    });
    afterAll(async () => {
      await server?.stop();
    });

    function use(): Api {
      if (server === undefined) throw new Error('the server did not start');
      return new Api(server.target);
    }

    function query(selector: string, more = ''): string {
      return `${path}?shardSelector=${encodeURIComponent(selector)}${more}`;
    }

    /** FNV-1a, 64 bits, as the KEP defines it, computed here and not by the server. */
    function hash(value: string): bigint {
      let sum = 0xcbf29ce484222325n;
      for (const byte of Buffer.from(value)) sum = BigInt.asUintN(64, (sum ^ BigInt(byte)) * 0x100000001b3n);
      return sum;
    }

    test('a list contains the shard and returns the selector; all shards together are the whole list', async () => {
      const api = use();
      const shards = await Promise.all([lower, upper].map((selector) => api.get(query(selector))));
      const shownNames = shards.map(({ json }) => names(json));
      expect(shownNames.flat().toSorted()).toEqual(everyone);
      expect(shards.map(({ json }) => at(json, 'metadata.shardInfo'))).toEqual([
        { selector: lower },
        { selector: upper },
      ]);
      const uids = shards.map(({ json }) =>
        (json['items'] as unknown[]).map((item) => hash(text(item, 'metadata.uid'))),
      );
      expect(uids[0]?.every((sum) => sum < 2n ** 63n)).toBe(true);
      expect(uids[1]?.every((sum) => sum >= 2n ** 63n)).toBe(true);
    });

    test.each([
      [`  ${lower}||${upper} `, `${lower} || ${upper}`],
      [`(${lower})`, lower],
      [lower.replaceAll("'", '"'), lower],
      [`${lower} // all of it`, lower],
      [range('object . metadata . namespace', low, top), range('object.metadata.namespace', low, top)],
    ])('%s is returned in canonical form', async (selector, echoed) => {
      const { status, json } = await use().get(query(selector));
      expect([status, at(json, 'metadata.shardInfo.selector')]).toEqual([200, echoed]);
    });

    test('a shard by namespace contains all objects of a namespace', async () => {
      const api = use();
      const isLower = hash('sharding') < 2n ** 63n;
      const field = 'object.metadata.namespace';
      const [first, second] = await Promise.all([
        api.get(query(range(field, low, middle))),
        api.get(query(range(field, middle, top))),
      ]);
      expect(names((isLower ? first : second).json)).toEqual(everyone);
      expect(names((isLower ? second : first).json)).toEqual([]);
    });

    test('pages of a shard have no gaps', async () => {
      const api = use();
      const whole = names((await api.get(query(upper))).json);
      const paged: string[] = [];
      let token = '';
      do {
        const { json } = await api.get(query(upper, `&limit=2${token === '' ? '' : `&continue=${token}`}`));
        expect(at(json, 'metadata.shardInfo.selector')).toBe(upper);
        paged.push(...names(json));
        token = text(json, 'metadata.continue');
      } while (token !== '');
      expect(paged).toEqual(whole);
    });

    test.each([lower, upper])(
      'a watch or watch-list of %s gets only events of the shard',
      async (selector) => {
        const api = use();
        const mine = names((await api.get(query(selector))).json);
        expect(mine.length).toBeGreaterThan(0);
        const list = await api.watch(query(selector, `&${mark}`));
        const initial = (await list.take(mine.length + 1)).map(shown);
        list.close();
        expect(initial.toSorted()).toEqual([...mine.map((name) => `ADDED ${name}`), 'BOOKMARK'].toSorted());
        const version = text((await api.get(path)).json, 'metadata.resourceVersion');
        const changes = await api.watch(
          query(selector, `&watch=true&timeoutSeconds=2&resourceVersion=${version}`),
        );
        for (const name of everyone) await api.patch(`${path}/${name}`, 'merge', { data: { selector } });
        expect((await changes.rest()).map(shown)).toEqual(mine.map((name) => `MODIFIED ${name}`));
      },
    );

    test('metadata and tables are restricted to the shard, but do not return the selector', async () => {
      const api = use();
      const mine = names((await api.get(query(upper))).json);
      const accept = (as: string): Readonly<Record<string, string>> => ({
        accept: `application/json;as=${as};g=meta.k8s.io;v=v1`,
      });
      const partial = await api.get(query(upper), accept('PartialObjectMetadataList'));
      expect(names(partial.json)).toEqual(mine);
      expect(partial.json['metadata']).not.toHaveProperty('shardInfo');
      const table = await api.get(query(upper), accept('Table'));
      expect(table.json['rows']).toHaveLength(mine.length);
      expect(table.json['metadata']).not.toHaveProperty('shardInfo');
    });

    test('without a selector, or with an empty one, lists are complete', async () => {
      for (const more of ['', '?shardSelector=']) {
        const { json } = await use().get(`${path}${more}`);
        expect(names(json)).toEqual(everyone);
        expect(json['metadata']).not.toHaveProperty('shardInfo');
      }
    });

    const operand =
      "expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}";
    test.each([
      [' ', 'empty shard selector is not allowed; omit the parameter for unfiltered lists'],
      ['abc', 'unexpected expression kind 3; expected shardRange() call or || operator'],
      ['1', 'unexpected expression kind 5; expected shardRange() call or || operator'],
      ['foo()', 'unsupported function "foo"; only shardRange() and || are allowed'],
      [`${lower} && ${upper}`, 'unsupported function "_&&_"; only shardRange() and || are allowed'],
      [`!${lower}`, 'unsupported function "!_"; only shardRange() and || are allowed'],
      ['shardRange()', 'shardRange() requires exactly 3 arguments, got 0'],
      [
        range('object.metadata.name', low, top),
        'unsupported field path "object.metadata.name"; supported: object.metadata.uid, object.metadata.namespace',
      ],
      [
        range("'x'", low, top),
        'shardRange() first argument: expected field path (e.g. object.metadata.uid), got expression kind 5',
      ],
      [
        `${lower} || ${range('object.metadata.namespace', middle, top)}`,
        'all shard ranges must use the same field, got "object.metadata.uid" and "object.metadata.namespace"',
      ],
      [range(uid, middle, low), `shard range start ${middle} must be less than end ${low}`],
      [
        range(uid, '0x0', middle),
        `hexStart must be a 0x-prefixed 16-digit hex value, got "0x0" (did you mean "${low}"?)`,
      ],
      [range(uid, '0', middle), `hexStart must have '0x' prefix, got "0"`],
      [
        range(uid, low, '0x20000000000000000'),
        `hexEnd: 17-digit hex value must be '${top}' (2^64), got "0x20000000000000000"`,
      ],
      [range(uid, '0xFFFFFFFFFFFFFFFF', top), 'hexStart: invalid hex character "F" in "0xFFFFFFFFFFFFFFFF"'],
      [`shardRange(${uid}, 0, 1)`, 'hexStart must be a string literal, got int64'],
      [`${lower} ||`, `CEL parse error: Syntax error: mismatched input '<EOF>' ${operand}`],
      [lower.slice(0, -1), "CEL parse error: Syntax error: missing ')' at '<EOF>'"],
      [`${lower} x`, "CEL parse error: Syntax error: extraneous input 'x' expecting <EOF>"],
      [`${lower} ${upper}`, "CEL parse error: Syntax error: mismatched input 'shardRange' expecting <EOF>"],
      ['@', "CEL parse error: Syntax error: token recognition error at: '@'"],
    ])('%s is refused', async (selector, why) => {
      const api = use();
      const list = await api.get(query(selector));
      expect([list.status, list.json['message']]).toEqual([500, `invalid shard selector: ${why}`]);
      const watch = await api.get(query(selector, '&watch=true'));
      expect([watch.status, watch.json['message']]).toEqual([500, `invalid shard selector: ${why}`]);
    });
  });
}
