import { getEventListeners } from 'node:events';
import { describe, expect, test } from 'vitest';
import { FakeClock, settle } from '../../../testing/src/fake-clock.js';
import { TokenBucket } from './token-bucket.js';

describe('TokenBucket', () => {
  test('passes a burst immediately, then qps per second, in order', async () => {
    const clock = new FakeClock();
    const bucket = new TokenBucket({ qps: 2, burst: 3, clock });
    const went: [number, number][] = [];
    const all = Promise.all(
      [0, 1, 2, 3, 4, 5].map(async (number) => {
        await bucket.wait();
        went.push([number, clock.monotonic()]);
      }),
    );
    await clock.advance(2000);
    await all;
    expect(went).toEqual([
      [0, 0],
      [1, 0],
      [2, 0],
      [3, 500],
      [4, 1000],
      [5, 1500],
    ]);
    expect(clock.pendingTimers).toBe(0);
  });

  test('refills up to the burst', async () => {
    const clock = new FakeClock();
    const bucket = new TokenBucket({ qps: 1, burst: 2, clock });
    expect([await bucket.wait(), await bucket.wait()]).toEqual([0, 0]);
    await clock.advance(60_000);
    expect([await bucket.wait(), await bucket.wait()]).toEqual([0, 0]);
    const third = bucket.wait();
    await clock.advance(1000);
    expect(await third).toBe(1000);
  });

  test('an aborted wait rejects with the reason, returns its token and leaves nothing behind', async () => {
    const clock = new FakeClock();
    const bucket = new TokenBucket({ qps: 1, burst: 1, clock });
    await bucket.wait();
    const controller = new AbortController();
    const reason = new Error('stop');
    const waiting = bucket.wait({ signal: controller.signal });
    await settle();
    controller.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    await expect(bucket.wait({ signal: controller.signal })).rejects.toBe(reason);
    expect(clock.pendingTimers).toBe(0);
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0);
    await clock.advance(1000);
    expect(await bucket.wait()).toBe(0);
  });
});
