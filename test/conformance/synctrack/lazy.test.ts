import { expect, test } from 'vitest';
import { Lazy } from '../../../src/cache/index.js';
import { FakeClock } from '../../../src/testing/index.js';

/** Evaluations that the test ends, in any order. */
function controlled(): { lazy: Lazy<string>; end: (count: number) => void; readonly count: number } {
  const ends: (() => void)[] = [];
  const lazy = new Lazy(
    () =>
      new Promise<string>((resolve) => {
        const name = `value ${ends.length + 1}`;
        ends.push(() => resolve(name));
      }),
  );
  return {
    lazy,
    end: (count) => ends[count - 1]?.(),
    get count() {
      return ends.length;
    },
  };
}

test('TestLazy', async () => {
  let reality = 0;
  const lazy = new Lazy(() => reality);
  await Promise.all(
    Array.from({ length: 10 }, async () => {
      for (let i = 0; i < 100; i++) {
        const set = ++reality;
        lazy.notify();
        // Time never goes backwards.
        expect(await lazy.get()).toBeGreaterThanOrEqual(set);
      }
    }),
  );
  expect(reality).toBe(1000);
});

test('TestLazyThroughput', async () => {
  const clock = new FakeClock();
  let reality = 0;
  const lazy = new Lazy(async () => {
    const seen = reality;
    await clock.sleep(11);
    return seen;
  });
  // A change every 10 ms, an evaluation of 11 ms: no caller waits for more than one.
  let waitedMs = 0;
  let answered = 0;
  for (let i = 0; i < 99; i++) {
    await clock.advance(10);
    reality++;
    lazy.notify();
    const askedMs = clock.monotonic();
    void lazy.get().then(() => {
      waitedMs += clock.monotonic() - askedMs;
      answered++;
    });
  }
  await clock.advance(11);
  expect(answered).toBe(99);
  expect(waitedMs).toBe(99 * 11);
});

test('TestLazySlowEval', async () => {
  // The first evaluation ends after the second: its result is old and must be neither kept nor evaluated again.
  const evaluations = controlled();
  const { lazy } = evaluations;
  const a = lazy.get();
  lazy.notify();
  const b = lazy.get();
  evaluations.end(2);
  expect(await b).toBe('value 2');
  evaluations.end(1);
  expect(await a).toBe('value 1');
  expect(await lazy.get()).toBe('value 2');
  expect(evaluations.count).toBe(2);
});

test('TestLazySlowEval2', async () => {
  // The first evaluation ends while the second runs.
  const evaluations = controlled();
  const { lazy } = evaluations;
  const a = lazy.get();
  lazy.notify();
  const b = lazy.get();
  evaluations.end(1);
  expect(await a).toBe('value 1');
  const c = lazy.get();
  evaluations.end(2);
  expect([await b, await c, await lazy.get()]).toEqual(['value 2', 'value 2', 'value 2']);
  expect(evaluations.count).toBe(2);
});

test('TestLazyOnlyOnce', async () => {
  const evaluations = controlled();
  const { lazy } = evaluations;
  lazy.notify();
  const all = [lazy.get(), lazy.get(), lazy.get()];
  evaluations.end(1);
  expect(await Promise.all(all)).toEqual(['value 1', 'value 1', 'value 1']);
  expect(evaluations.count).toBe(1);
});

test('TestLazyError', async () => {
  let succeed = false;
  const lazy = new Lazy(() => {
    if (succeed) return true;
    throw new Error('deliberate fail');
  });
  await expect(lazy.get()).rejects.toThrow('deliberate fail');
  succeed = true;
  expect(await lazy.get()).toBe(true);
});

test('a late failure does not discard a newer result', async () => {
  let evaluations = 0;
  let fail: (error: Error) => void = () => undefined;
  const lazy = new Lazy(() => {
    evaluations++;
    return evaluations === 1
      ? new Promise<number>((_resolve, reject) => {
          fail = reject;
        })
      : evaluations;
  });
  const first = lazy.get();
  lazy.notify();
  expect(await lazy.get()).toBe(2);
  fail(new Error('too late'));
  await expect(first).rejects.toThrow('too late');
  expect(await lazy.get()).toBe(2);
  expect(evaluations).toBe(2);
});
