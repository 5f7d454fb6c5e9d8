import { describe, expect, test } from 'vitest';
import { RestClient } from '../../../packages/kube-informers/src/rest/rest-client.js';
import { FakeClock, settle } from '../../../packages/testing/src/fake-clock.js';
import { busy, ok, outcome, path, reset, rig, ScriptedTransport } from './scripted-transport.test-support.js';

describe('TestRequestDoRetryWithRateLimiterBackoffAndMetrics', () => {
  /** Counts of requests and retries: `429 1`. */
  function counted(rest: RestClient): { requests: string[]; retries: string[] } {
    const { requests, retries } = rest.stats();
    const lines = (list: typeof requests): string[] => list.map(({ code, count }) => `${code} ${count}`);
    return { requests: lines(requests), retries: lines(retries) };
  }

  test('TestRequestDoWithRetryInvokeOrder: every attempt waits for the limiter and is counted', async () => {
    const { rest, clock, transport } = rig([busy('5'), reset, ok], { qps: 100, burst: 10 });
    await outcome(clock, rest.request({ method: 'GET', path }));
    expect(transport.log).toEqual(['send', 'send', 'send']);
    expect(counted(rest)).toEqual({
      requests: ['429 1', '<error> 1', '200 1'],
      retries: ['<error> 1', '200 1'],
    });
    const { rateLimiterSeconds, durationSeconds } = rest.stats();
    expect(rateLimiterSeconds['GET']).toMatchObject({ count: 3, sum: 0 });
    expect(durationSeconds['GET']).toMatchObject({ count: 1, sum: 6 });
    await rest.close();
  });

  test('TestRequestWatchRetryWithRateLimiterBackoffAndMetrics: TestRequestWatchWithRetryInvokeOrder: a watch skips the limiter on its first attempt only', async () => {
    const transport = new ScriptedTransport(busy('1'), { status: 200 });
    const clock = new FakeClock();
    const rest = new RestClient(
      { host: 'http://api', qps: 1, burst: 1 },
      { transport, clock, random: () => 0 },
    );
    await outcome(clock, rest.watch({ path: '/api/v1/pods' }));
    expect(counted(rest)).toEqual({ requests: ['429 1', '200 1'], retries: ['200 1'] });
    expect(rest.stats().rateLimiterSeconds['GET']).toMatchObject({ count: 1, sum: 0 });
    expect(rest.stats().durationSeconds).toEqual({});
    await rest.close();
  });

  test('requests above the rate wait; their own timeout begins after that', async () => {
    const { rest, clock, transport } = rig([ok, ok, ok], { qps: 1, burst: 1 });
    const calls = [0, 1, 2].map(() => rest.request({ method: 'GET', path, requestTimeoutMs: 10 }));
    await settle();
    expect(transport.requests).toHaveLength(1);
    await clock.advance(1000);
    expect(transport.requests).toHaveLength(2);
    await clock.advance(1000);
    await Promise.all(calls);
    expect(clock.pendingTimers).toBe(0);
  });
});
