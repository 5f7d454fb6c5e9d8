import { describe, expect, test } from 'vitest';
import { FakeClock, settle } from '../testing/fake-clock.js';
import { TransportError } from '../util/errors.js';
import { BodyQueue } from './body-queue.js';
import type { RestMetrics } from './metrics.js';
import { RestClient } from './rest-client.js';
import type { RestClientOptions } from './rest-client.js';
import type { Transport, TransportRequest, TransportResponse } from './transport.js';

/** What the transport does with one attempt. */
type Turn = Error | { status: number; headers?: Record<string, string>; body?: string };

const pod = '{"kind":"Pod","apiVersion":"v1"}';
const ok: Turn = { status: 200, headers: { 'content-type': 'application/json' }, body: pod };
const reset = new TransportError('ERR_CONNECTION_RESET', 'server closed the connection');
const refused = new TransportError('ERR_CONNECTION_REFUSED', 'nobody listens');
const timedOut = new TransportError('ERR_TIMEOUT', 'no answer in time');
const busy = (seconds = '1', status = 429): Turn => ({
  status,
  headers: { 'retry-after': seconds },
  body: 'busy',
});
const path = '/api/v1/namespaces/x/pods/web';

/** A transport that acts as told, with the order of what happened. */
class ScriptedTransport implements Transport {
  readonly requests: TransportRequest[] = [];
  readonly bodies: { read: boolean; destroyed: boolean }[] = [];
  readonly log: string[] = [];
  readonly #turns: Turn[];

  constructor(...turns: Turn[]) {
    this.#turns = turns;
  }

  send(request: TransportRequest): Promise<TransportResponse> {
    this.requests.push(request);
    this.log.push('send');
    const turn = this.#turns.shift();
    if (turn === undefined) throw new Error('the script has ended');
    if (turn instanceof Error) return Promise.reject(turn);
    const state = { read: false, destroyed: false };
    this.bodies.push(state);
    const queue = new BodyQueue({ pause() {}, resume() {}, destroy: () => void (state.destroyed = true) });
    queue.push(Buffer.from(turn.body ?? ''));
    queue.end();
    return Promise.resolve({
      status: turn.status,
      headers: turn.headers ?? {},
      body: {
        async *[Symbol.asyncIterator]() {
          yield* queue;
          state.read = true;
        },
      },
      destroy: () => void (state.destroyed = true),
    });
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

interface Rig {
  readonly transport: ScriptedTransport;
  readonly clock: FakeClock;
  readonly rest: RestClient;
}

function rig(
  turns: Turn[],
  config: { qps?: number; burst?: number } = {},
  options: RestClientOptions = {},
): Rig {
  const transport = new ScriptedTransport(...turns);
  const clock = new FakeClock();
  return {
    transport,
    clock,
    rest: new RestClient({ host: 'http://api', ...config }, { transport, clock, ...options }),
  };
}

/** Runs the call while time goes on, until it settles. */
async function outcome(clock: FakeClock, call: Promise<unknown>): Promise<unknown> {
  let done = false;
  const result = call.catch((thrown: unknown) => thrown).finally(() => (done = true));
  for (let seconds = 0; seconds < 600; seconds++) {
    await settle();
    // `done` is set by the call's end, which the compiler does not see.
    if (done as boolean) break;
    await clock.advance(1000);
  }
  expect(clock.pendingTimers).toBe(0);
  return result;
}

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
      expect(await outcome(clock, rest.request({ method, path }))).toBe(reset);
      expect(transport.requests).toHaveLength(1);
    },
  );

  test.each([refused, timedOut, new TransportError('ERR_DNS', 'x'), new TransportError('ERR_TLS', 'x')])(
    'a GET that failed with %s is not sent again',
    async (error) => {
      const { rest, clock, transport } = rig([error]);
      expect(await outcome(clock, rest.list({ path: '/api/v1/pods' }))).toBe(error);
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

test('TestCheckRetryClosesBody: a body is read and let go before the next attempt', async () => {
  const { rest, clock, transport } = rig([busy(), busy('1', 500), ok]);
  await outcome(clock, rest.request({ method: 'GET', path }));
  expect(transport.bodies.slice(0, 2)).toEqual([
    { read: true, destroyed: true },
    { read: true, destroyed: true },
  ]);
});

describe('TestWrapPreviousError', () => {
  test('the final error names an earlier, different one', async () => {
    const { rest, clock } = rig([reset, refused]);
    expect(await outcome(clock, rest.request({ method: 'GET', path }))).toMatchObject({
      code: 'ERR_CONNECTION_REFUSED',
      message: 'nobody listens - error from a previous attempt: server closed the connection',
    });
  });

  test('a timeout between attempts names the last error; a cancel keeps its identity', async () => {
    const first = rig([reset]);
    expect(
      await outcome(first.clock, first.rest.request({ method: 'GET', path, timeoutMs: 500 })),
    ).toMatchObject({
      code: 'ERR_TIMEOUT',
      message: expect.stringContaining(
        'error from a previous attempt: server closed the connection',
      ) as unknown,
    });
    const second = rig([busy('3600')]);
    const controller = new AbortController();
    const reason = new Error('cancelled');
    const call = second.rest.request({ method: 'GET', path, signal: controller.signal });
    await settle();
    controller.abort(reason);
    expect(await outcome(second.clock, call)).toBe(reason);
  });

  test('close ends the wait before a retry', async () => {
    const { rest, clock } = rig([busy('3600')]);
    const call = rest.request({ method: 'GET', path });
    await settle();
    await rest.close();
    expect(await outcome(clock, call)).toMatchObject({ code: 'ERR_CLOSED' });
  });
});

describe('TestRequestDoRetryWithRateLimiterBackoffAndMetrics', () => {
  function recording(log: string[]): RestMetrics {
    return {
      rateLimiterLatency: (seconds) => void log.push(`limiter ${seconds}`),
      requestResult: ({ code, method, host }) => void log.push(`result ${code} ${method} ${host}`),
      requestRetry: ({ code }) => void log.push(`retry ${code}`),
      requestLatency: (seconds, { method }) => void log.push(`latency ${seconds} ${method}`),
    };
  }

  test('TestRequestDoWithRetryInvokeOrder: limiter, send, count; wait, limiter, send, count', async () => {
    const { rest, clock, transport } = rig([busy('5'), reset, ok], { qps: 100, burst: 10 });
    const { log } = transport;
    const counted = new RestClient(
      { host: 'http://api', qps: 100, burst: 10 },
      { transport, clock, metrics: recording(log) },
    );
    await outcome(clock, counted.request({ method: 'GET', path }));
    expect(log).toEqual([
      'limiter 0',
      'send',
      'result 429 GET api',
      'limiter 0',
      'send',
      'result <error> GET api',
      'retry <error>',
      'limiter 0',
      'send',
      'result 200 GET api',
      'retry 200',
      'latency 6 GET',
    ]);
    await rest.close();
  });

  test('TestRequestWatchWithRetryInvokeOrder: a watch skips the limiter on its first try only', async () => {
    const transport = new ScriptedTransport(busy('1'), { status: 200 });
    const clock = new FakeClock();
    const rest = new RestClient(
      { host: 'http://api', qps: 1, burst: 1 },
      { transport, clock, metrics: recording(transport.log) },
    );
    await outcome(clock, rest.watch({ path: '/api/v1/pods' }));
    expect(transport.log).toEqual([
      'send',
      'result 429 GET api',
      'limiter 0',
      'send',
      'result 200 GET api',
      'retry 200',
    ]);
    await rest.close();
  });

  test('requests above the rate wait; their own timeout begins after that', async () => {
    const { rest, clock, transport } = rig([ok, ok, ok], { qps: 1, burst: 1 });
    const calls = [0, 1, 2].map(() => rest.request({ method: 'GET', path, timeoutMs: 10 }));
    await settle();
    expect(transport.requests).toHaveLength(1);
    await clock.advance(1000);
    expect(transport.requests).toHaveLength(2);
    await clock.advance(1000);
    await Promise.all(calls);
    expect(clock.pendingTimers).toBe(0);
  });
});

describe('TestRequestWatch', () => {
  const forbidden: Turn = {
    status: 403,
    headers: { 'content-type': 'application/json' },
    body: '{"kind":"Status","apiVersion":"v1","status":"Failure","message":"secrets is forbidden","reason":"Forbidden","code":403}',
  };
  const open = async (
    maxRetries: number,
    ...turns: Turn[]
  ): Promise<{ result: unknown; attempts: number }> => {
    const { rest, clock, transport } = rig(turns, {}, { maxRetries });
    const call = rest
      .watch({ path: '/api/v1/secrets' })
      .then(async (watch) => ({ batch: await watch.nextBatch() }));
    return { result: await outcome(clock, call), attempts: transport.requests.length };
  };

  test('asks for watch=true, as a stream', async () => {
    const { rest, transport } = rig([{ status: 200 }]);
    await rest.watch({ path: '/api/v1/pods', query: { resourceVersion: '5', timeoutSeconds: 300 } });
    expect(transport.requests[0]).toMatchObject({
      url: 'http://api/api/v1/pods?resourceVersion=5&timeoutSeconds=300&watch=true',
      streaming: true,
    });
  });

  test.each<[string, Turn, object]>([
    ['error is not retryable', refused, { code: 'ERR_CONNECTION_REFUSED' }],
    [
      'server returns forbidden with json content',
      forbidden,
      { message: 'secrets is forbidden', reason: 'Forbidden' },
    ],
    ['server returns forbidden without content', { status: 403 }, { reason: 'Forbidden' }],
    ['server returns unauthorized', { status: 401 }, { reason: 'Unauthorized' }],
    ['a status other than 200', { status: 204 }, { statusCode: 204 }],
    ['410', { status: 410 }, { statusCode: 410 }],
    ['500 without Retry-After', { status: 500 }, { statusCode: 500 }],
  ])('%s: an error, after one attempt', async (_what, turn, expected) => {
    const { result, attempts } = await open(10, turn);
    expect(result).toMatchObject(expected);
    expect(attempts).toBe(1);
  });

  test('server returns EOF error: an empty watch, after the retries', async () => {
    expect(await open(0, reset)).toEqual({ result: { batch: undefined }, attempts: 1 });
    expect(await open(2, reset, reset, reset)).toEqual({ result: { batch: undefined }, attempts: 3 });
  });

  test('no answer in time: an empty watch at once', async () => {
    expect(await open(2, timedOut)).toEqual({ result: { batch: undefined }, attempts: 1 });
  });

  test('max retries 2, server always returns a response with Retry-After header: its error', async () => {
    const { result, attempts } = await open(2, busy('1', 500), busy('1', 500), busy('1', 500));
    expect(result).toMatchObject({ reason: 'InternalError', statusCode: 500 });
    expect(attempts).toBe(3);
  });

  test('an error after a broken connection names it', async () => {
    const { result } = await open(2, reset, forbidden);
    expect(result).toMatchObject({
      statusCode: 403,
      message: 'secrets is forbidden - error from a previous attempt: server closed the connection',
    });
  });

  test('an empty watch can be stopped and iterated', async () => {
    const { rest } = rig([reset], {}, { maxRetries: 0 });
    const watch = await rest.watch({ path: '/api/v1/pods' });
    watch.stop();
    for await (const event of watch) expect(event).toBe('none');
  });
});
