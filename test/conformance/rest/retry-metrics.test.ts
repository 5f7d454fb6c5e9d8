import { describe, expect, test } from 'vitest';
import type { RestMetrics } from '../../../src/rest/metrics.js';
import { RestClient } from '../../../src/rest/rest-client.js';
import { FakeClock, settle } from '../../../src/testing/fake-clock.js';
import { busy, ok, outcome, path, reset, rig, ScriptedTransport } from './scripted-transport.test-support.js';

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

  test('TestRequestWatchWithRetryInvokeOrder: a watch skips the limiter on its first attempt only', async () => {
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
