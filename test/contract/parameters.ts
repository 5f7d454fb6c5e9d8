import { expect, test } from 'vitest';
import { configMap, configMaps } from './contract.js';
import type { Context } from './contract.js';
import { names, text } from './http.js';

const integer = (value: string): string =>
  `strconv.ParseInt: parsing ${JSON.stringify(value)}: invalid syntax`;
const range = (value: string): string => `strconv.ParseInt: parsing "${value}": value out of range`;
const timeout = (why: string): string => `invalid timeout specified in the request URL - time: ${why}`;
const token = (why: string): string => `invalid continue token: continue key is not valid${why}`;
const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const v = 'meta.k8s.io/v1';
const json = ': json: cannot unmarshal';

/** Malformed parameters of a list, and the error messages. */
const refused: readonly (readonly [string, string])[] = [
  ['limit=', integer('')],
  ['limit', integer('')],
  ['limit=x', integer('x')],
  ['limit=1.5', integer('1.5')],
  ['limit=1e3', integer('1e3')],
  ['limit=0x10', integer('0x10')],
  ['limit=%201', integer(' 1')],
  ['limit=9223372036854775808', range('9223372036854775808')],
  ['timeoutSeconds=', integer('')],
  ['timeoutSeconds=x', integer('x')],
  ['timeoutSeconds=-9223372036854775809', range('-9223372036854775809')],
  ['timeout=abc', timeout('invalid duration "abc"')],
  ['timeout=5', timeout('missing unit in duration "5"')],
  ['timeout=5x', timeout('unknown unit "x" in duration "5x"')],
  ['timeout=1d', timeout('unknown unit "d" in duration "1d"')],
  ['timeout=.s', timeout('invalid duration ".s"')],
  ['continue=a', token(': illegal base64 data at input byte 0')],
  ['continue=ab!c', token(': illegal base64 data at input byte 2')],
  ['continue=abc=', token(': illegal base64 data at input byte 3')],
  ['continue=e30', token(': server does not recognize this encoded version ')],
  [`continue=${encoded(null)}`, token(': server does not recognize this encoded version ')],
  [
    `continue=${encoded({ v: 'meta.k8s.io/v2', rv: 5, start: 'x' })}`,
    token(': server does not recognize this encoded version meta.k8s.io/v2'),
  ],
  [
    `continue=${encoded({ v, rv: 0, start: 'x' })}`,
    token(': incorrect encoded start resourceVersion (version meta.k8s.io/v1)'),
  ],
  [
    `continue=${encoded({ v, rv: 5, start: '' })}`,
    token(': encoded start key empty (version meta.k8s.io/v1)'),
  ],
  [`continue=${encoded({ v, rv: 5, start: '../x' })}`, token(': ../x')],
  [`continue=${encoded({ v, rv: 5, start: 'x/' })}`, token(': x/')],
  [
    `continue=${encoded({ v, rv: '5', start: 'x' })}`,
    token(`${json} string into Go struct field continueToken.rv of type int64`),
  ],
  [
    `continue=${encoded({ v, rv: 1.5, start: 'x' })}`,
    token(`${json} number 1.5 into Go struct field continueToken.rv of type int64`),
  ],
  [`continue=${encoded([])}`, token(`${json} array into Go value of type storage.continueToken`)],
  [`continue=${encoded('x')}`, token(`${json} string into Go value of type storage.continueToken`)],
  [`continue=${encoded({ v }).slice(0, -2)}`, token(': unexpected end of JSON input')],
];

/** Unusual parameters that a list accepts, and which of a, b and c it returns. */
const taken: readonly (readonly [string, string])[] = [
  ['limit=0', 'a b c'],
  ['limit=-1', 'a b c'],
  ['limit=%2B2', 'a b'],
  ['limit=9223372036854775807', 'a b c'],
  ['limit=2&limit=1', 'a b'],
  ['limit=2;foo=bar', 'a b c'],
  ['labelSelector=%zz', 'a b c'],
  ['&&limit=2&', 'a b'],
  ['unknown=x', 'a b c'],
  ['timeoutSeconds=-1', 'a b c'],
  ['timeout=', 'a b c'],
  ['timeout=0', 'a b c'],
  ['timeout=-1s', 'a b c'],
  ['timeout=1h30m5.5s', 'a b c'],
  ['timeout=.5m', 'a b c'],
  ['watch=false', 'a b c'],
  ['watch=0', 'a b c'],
  ['watch=False', 'a b c'],
  ['allowWatchBookmarks=true', 'a b c'],
  ['labelSelector=', 'a b c'],
  ['fieldSelector==', 'a b c'],
  ['fieldSelector=,', 'a b c'],
  ['shardSelector=', 'a b c'],
];

export function parameterContract(use: () => Context): void {
  let made: Promise<string> | undefined;

  async function three(): Promise<string> {
    const { api, namespace } = use();
    made ??= (async () => {
      await api.post('/api/v1/namespaces', { metadata: { name: `${namespace}-p` } });
      for (const name of ['a', 'b', 'c']) await api.post(configMaps(`${namespace}-p`), configMap(name));
      return configMaps(`${namespace}-p`);
    })();
    return made;
  }

  test.each(refused)('a list with %s is a bad request', async (query, message) => {
    const { status, json: answer } = await use().api.get(`${await three()}?${query}`);
    expect([status, answer['reason'], answer['message']]).toEqual([400, 'BadRequest', message]);
  });

  test.each(taken)('a list with %s is accepted', async (query, shown) => {
    const { status, json: answer } = await use().api.get(`${await three()}?${query}`);
    expect([status, names(answer).join(' ')]).toEqual([200, shown]);
  });

  test.each(['', 'true', '1', 'yes', 'TRUE', 'no', 'f'])('watch=%s is a watch', async (value) => {
    const watch = await use().api.watch(`${await three()}?watch=${value}&allowWatchBookmarks=true`);
    expect((await watch.take(4)).map(({ type }) => type)).toEqual(['ADDED', 'ADDED', 'ADDED', 'BOOKMARK']);
    watch.close();
  });

  test('refuses sendInitialEvents with any value for a list', async () => {
    for (const value of ['', 'true', 'false', '0', 'x']) {
      const { status, json: answer } = await use().api.get(`${await three()}?sendInitialEvents=${value}`);
      expect([value, status, answer['reason']]).toEqual([value, 422, 'Invalid']);
    }
  });

  test('aborts a request that takes longer than its ?timeout=', async () => {
    const { api } = use();
    const path = await three();
    const { status, headers, json: answer } = await api.get(`${path}?timeout=50ms&resourceVersion=99999999`);
    expect([status, headers['content-type']]).toEqual([504, 'text/plain; charset=utf-8']);
    expect(answer).toEqual({
      metadata: {},
      status: 'Failure',
      message: 'Timeout: request did not complete within the allotted timeout',
      reason: 'Timeout',
      details: {},
      code: 504,
    });
  });

  test('a watch ignores ?timeout=, valid or not', async () => {
    const { api } = use();
    const path = await three();
    for (const value of ['1ms', 'abc']) {
      const watch = await api.watch(`${path}?watch=true&timeout=${value}&timeoutSeconds=1`);
      expect([value, (await watch.rest()).length, watch.response.complete]).toEqual([value, 3, true]);
    }
  });

  test('waits for the version of a continue token ahead of the server, then refuses it', async () => {
    const path = await three();
    const ahead = encoded({ v, rv: 99_999_999, start: '/a\0' });
    const { status, json: answer } = await use().api.get(`${path}?continue=${ahead}`);
    expect([status, text(answer, 'reason')]).toEqual([504, 'Timeout']);
  });
}
