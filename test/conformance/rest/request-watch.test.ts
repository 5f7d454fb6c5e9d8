import { describe, expect, test } from 'vitest';
import { busy, outcome, refused, reset, rig, timedOut } from './scripted-transport.test-support.js';
import type { Turn } from './scripted-transport.test-support.js';

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

  test('requests watch=true as a stream', async () => {
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
      { problem: 'secrets is forbidden', reason: 'Forbidden' },
    ],
    ['server returns forbidden without content', { status: 403 }, { reason: 'Forbidden' }],
    ['server returns unauthorized', { status: 401 }, { reason: 'Unauthorized' }],
    ['a status other than 200', { status: 204 }, { statusCode: 204 }],
    ['410', { status: 410 }, { statusCode: 410 }],
    ['429 without Retry-After', { status: 429 }, { statusCode: 429 }],
    ['500 without Retry-After', { status: 500 }, { statusCode: 500 }],
    ['503 without Retry-After', { status: 503 }, { statusCode: 503 }],
  ])('%s: an error, after one attempt', async (_what, turn, expected) => {
    const { result, attempts } = await open(10, turn);
    expect(result).toMatchObject(expected);
    expect(attempts).toBe(1);
  });

  test('server returns EOF error: an empty watch after the retries', async () => {
    expect(await open(0, reset)).toEqual({ result: { batch: undefined }, attempts: 1 });
    expect(await open(2, reset, reset, reset)).toEqual({ result: { batch: undefined }, attempts: 3 });
  });

  test('no response in time: an empty watch at once', async () => {
    expect(await open(2, timedOut)).toEqual({ result: { batch: undefined }, attempts: 1 });
  });

  test.each([429, 500, 503])(
    'server always returns %j with Retry-After header: ten retries by default, then its error',
    async (statusCode) => {
      const { rest, clock, transport } = rig(Array.from({ length: 20 }, () => busy('2', statusCode)));
      expect(await outcome(clock, rest.watch({ path: '/api/v1/secrets' }))).toMatchObject({ statusCode });
      expect(transport.requests).toHaveLength(11);
      expect(clock.monotonic()).toBe(20_000);
      await rest.close();
    },
  );

  test('max retries 2, server always returns a response with Retry-After header: its error', async () => {
    const { result, attempts } = await open(2, busy('1', 500), busy('1', 500), busy('1', 500));
    expect(result).toMatchObject({ reason: 'InternalError', statusCode: 500 });
    expect(attempts).toBe(3);
  });

  test('an error after a broken connection names it', async () => {
    const { result } = await open(2, reset, forbidden);
    expect(result).toMatchObject({
      statusCode: 403,
      problem: 'secrets is forbidden - error from a previous attempt: server closed the connection',
    });
  });

  test('an empty watch can be stopped and iterated', async () => {
    const { rest } = rig([reset], {}, { maxRetries: 0 });
    const watch = await rest.watch({ path: '/api/v1/pods' });
    watch.stop();
    for await (const event of watch) expect(event).toBe('none');
  });
});
