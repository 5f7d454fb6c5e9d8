import { describe, expect, test } from 'vitest';
import type { RestClient } from '../../../packages/kube-informers/src/rest/rest-client.js';
import { TransportError } from '../../../packages/kube-informers/src/util/errors.js';
import {
  busy,
  ok,
  outcome,
  path,
  pod,
  refused,
  reset,
  rig,
  timedOut,
} from './scripted-transport.test-support.js';
import type { Turn } from './scripted-transport.test-support.js';

describe('TestRetryableConditions', () => {
  test.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])(
    '%s: 429 and 5xx with Retry-After are sent again',
    async (method) => {
      const { rest, clock, transport } = rig([busy('1'), busy('2', 503), busy('0', 500), ok]);
      const startMs = clock.now();
      expect(
        await outcome(clock, rest.request({ method, path, body: method === 'GET' ? undefined : { a: 1 } })),
      ).toEqual(JSON.parse(pod));
      expect(transport.requests).toHaveLength(4);
      expect(new Set(transport.requests.map((request) => request.body)).size).toBe(1);
      expect(clock.now() - startMs).toBe(3000);
    },
  );

  test.each<[string, Turn, number]>([
    ['429 without Retry-After', { status: 429 }, 429],
    ['500 without Retry-After', { status: 500 }, 500],
    ['503 with a date', { status: 503, headers: { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' } }, 503],
    ['404 with Retry-After', { status: 404, headers: { 'retry-after': '1' } }, 404],
  ])('%s is the answer', async (_what, turn, statusCode) => {
    const { rest, clock, transport } = rig([turn]);
    expect(await outcome(clock, rest.request({ method: 'GET', path }))).toMatchObject({ statusCode });
    expect(transport.requests).toHaveLength(1);
  });

  test('TestConnectionResetByPeerIsRetried: for a GET, after a second each', async () => {
    const { rest, clock, transport } = rig([reset, reset, ok]);
    expect(await outcome(clock, rest.request({ method: 'GET', path }))).toEqual(JSON.parse(pod));
    expect(transport.requests).toHaveLength(3);
  });

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
    '%s on a connection that broke is never sent again',
    async (method) => {
      const { rest, clock, transport } = rig([reset]);
      expect(await outcome(clock, rest.request({ method, path }))).toMatchObject({
        code: reset.code,
        message: `${reset.message} (${method} ${path})`,
      });
      expect(transport.requests).toHaveLength(1);
    },
  );

  test.each([refused, timedOut, new TransportError('ERR_DNS', 'x'), new TransportError('ERR_TLS', 'x')])(
    'a GET that failed with %s is not sent again',
    async (error) => {
      const { rest, clock, transport } = rig([error]);
      expect(await outcome(clock, rest.list({ path: '/api/v1/pods' }))).toMatchObject({
        code: error.code,
        message: `${error.message} (GET /api/v1/pods)`,
      });
      expect(transport.requests).toHaveLength(1);
    },
  );

  test('at most ten times by default, or as often as maxRetries says', async () => {
    for (const [maxRetries, sent] of [
      [undefined, 11],
      [2, 3],
      [0, 1],
    ] as const) {
      const { rest, clock, transport } = rig(
        Array.from({ length: 20 }, () => busy()),
        {},
        { maxRetries },
      );
      expect(await outcome(clock, rest.request({ method: 'PUT', path, body: {} }))).toMatchObject({
        statusCode: 429,
      });
      expect(transport.requests).toHaveLength(sent);
    }
  });
});

describe('TestRetryableConditions', () => {
  /** client-go's Do, DoRaw and Watch; a list is a Do that is decoded while it streams. */
  const calls = {
    request: (rest: RestClient, method: string) => rest.request({ method, path }),
    raw: (rest: RestClient, method: string) => rest.raw({ method, path }),
    list: (rest: RestClient) => rest.list({ path: '/api/v1/pods' }),
    watch: async (rest: RestClient) => (await rest.watch({ path: '/api/v1/pods' })).nextBatch(),
  };
  type Call = keyof typeof calls;
  const every = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'];
  const all: readonly Call[] = ['request', 'raw', 'list', 'watch'];
  const list: Turn = {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: '{"kind":"PodList","apiVersion":"v1","metadata":{},"items":[]}',
  };

  test.each<[string, readonly string[], Turn, readonly Call[]]>([
    ['server returns {429, Retry-After}', every, busy('0', 429), all],
    ['server returns {503, Retry-After}', every, busy('0', 503), all],
    ['server returns 5xx, but no Retry-After', every, { status: 500 }, []],
    ['server returns 429 but no Retry-After', every, { status: 429 }, []],
    ['server returns connection reset, EOF, broken connection error', ['GET'], reset, all],
    [
      'server returns connection reset, EOF error to a write',
      ['POST', 'PUT', 'PATCH', 'DELETE'],
      reset,
      ['list', 'watch'],
    ],
    ['server returns connection refused error', ['GET', 'POST'], refused, []],
    ['server returns net.Timeout() == true error', ['GET'], timedOut, []],
    ['server returns OK, never retry', every, list, []],
    ['server returns {3xx, Retry-After}', every, { status: 304, headers: { 'retry-after': '0' } }, []],
  ])('%s', async (_name, verbs, turn, retried) => {
    for (const verb of verbs) {
      for (const call of all) {
        const { rest, clock, transport } = rig([turn, turn, turn], {}, { maxRetries: 2 });
        await outcome(clock, calls[call](rest, verb));
        expect({ verb, call, sent: transport.requests.length }).toEqual({
          verb,
          call,
          sent: retried.includes(call) ? 3 : 1,
        });
        await rest.close();
      }
    }
  });
});

test('TestCheckRetryHandles429And5xx: every attempt of a write carries its whole body', async () => {
  const body = 'abcd'.repeat(1000);
  const codes = [429, 500, 501, 504];
  const { rest, clock, transport } = rig([...codes.map((code) => busy('0', code)), ok]);
  await outcome(clock, rest.request({ method: 'POST', path, body }));
  expect(transport.requests.map((request) => String(request.body))).toEqual(
    Array.from({ length: 5 }, () => body),
  );
  await rest.close();
});

test('TestCheckRetryClosesBody: reads and releases a body before the next attempt', async () => {
  const { rest, clock, transport } = rig([busy(), busy('1', 500), ok]);
  await outcome(clock, rest.request({ method: 'GET', path }));
  expect(transport.bodies.slice(0, 2)).toEqual([
    { read: true, destroyed: true },
    { read: true, destroyed: true },
  ]);
  expect(clock.monotonic()).toBe(2000);
});
