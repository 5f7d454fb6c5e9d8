import { describe, expect, test } from 'vitest';
import { FakeClock } from '../../../testing/src/fake-clock.js';
import { seededRandom } from '../../../testing/src/fault-proxy/rules.js';
import type { WaitToRetry } from '../meta/calls.js';
import { json, network } from './fixtures/server.test-support.js';
import { BodyQueue } from './response-handler.js';
import type { RestClient } from './rest-client.js';
import type { TransportResponse } from './transport.js';

const { serve, client } = network();
const path = '/api/v1/namespaces/default/pods/web';

/** A server that is overloaded for the first requests; the client's clock stands still. */
async function overloaded(times: number, status = 429) {
  const clock = new FakeClock();
  const server = await serve((_request, response) => {
    if (server.seen.length > times) json(response, { apiVersion: 'v1', kind: 'Pod' });
    else response.writeHead(status, { 'retry-after': '7' }).end('secret text of a proxy');
  });
  return { clock, server, rest: client({ host: server.url }, { clock }) };
}

const calls: [
  string,
  (rest: RestClient, waitToRetry: WaitToRetry, signal?: AbortSignal) => Promise<unknown>,
][] = [
  ['request', (rest, waitToRetry, signal) => rest.request({ method: 'GET', path, waitToRetry, signal })],
  ['raw', (rest, waitToRetry, signal) => rest.raw({ method: 'GET', path, waitToRetry, signal })],
  ['stream', (rest, waitToRetry, signal) => rest.stream({ path, waitToRetry, signal }).next()],
  ['list', (rest, waitToRetry, signal) => rest.list({ path, waitToRetry, signal })],
  ['watch', (rest, waitToRetry, signal) => rest.watch({ path, waitToRetry, signal })],
];

describe.each(calls)('waitToRetry of %s', (_name, call) => {
  test.each([429, 503])(
    'is called with the delay and the error, instead of the clock: %i',
    async (status) => {
      const { clock, server, rest } = await overloaded(2, status);
      const waits: unknown[] = [];
      await call(rest, (delayMs, { error, signal }) => {
        waits.push([delayMs, 'statusCode' in error && error.statusCode, signal.aborted]);
        return Promise.resolve();
      }).catch(() => undefined);
      expect(waits).toEqual([
        [7000, status, false],
        [7000, status, false],
      ]);
      expect(server.seen).toHaveLength(3);
      expect(clock.pendingTimers).toBe(0);
    },
  );

  test('ends the call by a rejection, with its error', async () => {
    const { server, rest } = await overloaded(2);
    const error = new Error('not again');
    await expect(call(rest, () => Promise.reject(error))).rejects.toThrow('not again');
    expect(server.seen).toHaveLength(1);
  });

  test('may ignore the signal: an abort rejects the call at once', async () => {
    const { server, rest } = await overloaded(2);
    const controller = new AbortController();
    const reason = new Error('stopped');
    const never: WaitToRetry = () => {
      controller.abort(reason);
      return new Promise(() => undefined);
    };
    await expect(call(rest, never, controller.signal)).rejects.toBe(reason);
    expect(server.seen).toHaveLength(1);
  });
});

test('the error of a retry does not quote the response', async () => {
  const { rest } = await overloaded(1);
  let text = '';
  await rest.request({
    method: 'GET',
    path,
    waitToRetry: (_delayMs, { error }) => {
      text = `${error.message} ${JSON.stringify(error)}`;
      return Promise.resolve();
    },
  });
  expect(text).toContain('the server has received too many requests');
  expect(text).not.toContain('secret');
});

test.each([1, 5])(
  'a fleet that is refused with Retry-After: %i comes back spread, and never early',
  async (seconds) => {
    const clock = new FakeClock();
    const random = seededRandom(7);
    const returned: number[] = [];
    const lists = Array.from({ length: 50 }, () => {
      let attempts = 0;
      const send = (): Promise<TransportResponse> => {
        if (attempts++ === 0) return Promise.resolve(response(429, { 'retry-after': String(seconds) }, ''));
        returned.push(clock.monotonic() / 1000 / seconds);
        return Promise.resolve(response(200, { 'content-type': 'application/json' }, noPods));
      };
      const transport = { send, close: () => Promise.resolve() };
      return client({ host: 'http://fleet' }, { clock, random, transport }).list({ path: '/api/v1/pods' });
    });
    await clock.advance(seconds * 1000 - 1);
    expect(returned).toEqual([]);
    await clock.advance(seconds * 500 + 1);
    await Promise.all(lists);
    expect(new Set(returned).size).toBe(50);
    // 5 are expected in each tenth of the time in which they return.
    const tenths = Array.from({ length: 10 }, (_, tenth) =>
      returned.filter((at) => Math.floor((at - 1) * 20) === tenth),
    );
    expect(tenths.flat()).toHaveLength(50);
    for (const { length } of tenths) expect(length).toBeLessThanOrEqual(12);
  },
);

const noPods = '{"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"1"},"items":[]}';

function response(status: number, headers: Record<string, string>, text: string): TransportResponse {
  const body = new BodyQueue({ pause() {}, resume() {}, destroy() {} });
  body.push(Buffer.from(text));
  body.end();
  return { status, headers, body, destroy() {} };
}
