import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FakeClock } from '../../../testing/src/fake-clock.js';
import type { CauseKind } from './object-event.js';
import { LoopDetector } from './loop-detector.js';

const own: readonly CauseKind[] = ['ownWrite'];

function newDetector(runsPerMinute = 60) {
  const clock = new FakeClock();
  const loop = new LoopDetector(clock, runsPerMinute);
  /** A run whose own write wakes the key again; returns true if the key is to be reported. */
  const writingRun = (kinds: readonly CauseKind[] = own, key = 'a'): boolean => {
    const isReported = loop.run(key, kinds);
    loop.triggered(key);
    return isReported;
  };
  return { clock, loop, writingRun };
}

test.each<[string, readonly CauseKind[]]>([
  ['retries after an error', ['retry']],
  ['changes by other clients', ['event']],
  ['changes by other clients together with own writes', [...own, 'event']],
  ['resyncs', ['resync']],
])('finds a loop with %s between its runs', async (_what, between) => {
  const { clock, loop, writingRun } = newDetector();
  for (let run = 0; run < 60; run++) {
    writingRun();
    writingRun(between);
    await clock.advance(900);
  }
  expect(loop.isLooping('a')).toBe(false);
  writingRun();
  expect(loop.isLooping('a')).toBe(true);
});

test('a key that never exceeds the limit within a minute is not a loop', async () => {
  const { clock, loop, writingRun } = newDetector();
  for (let run = 0; run < 600; run++) {
    writingRun();
    expect(loop.isLooping('a')).toBe(false);
    await clock.advance(1000);
  }
});

test('a run that an own write woke and that writes nothing more is not counted', () => {
  const { loop, writingRun } = newDetector();
  for (let change = 0; change < 1000; change++) {
    writingRun(['event']);
    loop.run('a', own);
  }
  expect(loop.isLooping('a')).toBe(false);
});

test('several events of one run count once', () => {
  const { loop, writingRun } = newDetector();
  for (let run = 0; run < 60; run++) {
    writingRun();
    loop.triggered('a');
  }
  expect(loop.isLooping('a')).toBe(false);
});

test('reports a key at most once a minute, whatever other runs happen', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.tuple(
          fc.constantFrom<readonly CauseKind[]>(own, ['retry'], ['event'], ['resync']),
          fc.constantFrom(0, 0, 0, 0, 100, 5000, 61_000),
        ),
        { maxLength: 300 },
      ),
      async (steps) => {
        const { clock, writingRun } = newDetector(3);
        let reportedMs = -Infinity;
        for (const [reasons, delayMs] of steps) {
          if (writingRun(reasons)) {
            expect(clock.monotonic() - reportedMs).toBeGreaterThanOrEqual(60_000);
            reportedMs = clock.monotonic();
          }
          await clock.advance(delayMs);
        }
      },
    ),
    { numRuns: 50 },
  );
});

test('a loop is still a loop while its runs are delayed, and ends a minute after the last of them', async () => {
  const { clock, loop, writingRun } = newDetector();
  for (let run = 0; run < 61; run++) writingRun();
  for (const delayMs of [1000, 200_000, 1_000_000]) {
    expect(loop.isLooping('a')).toBe(true);
    await clock.advance(delayMs);
    expect(writingRun()).toBe(true);
  }
  // As after a retry that the same backoff has delayed.
  await clock.advance(100_000);
  loop.run('a', ['retry']);
  expect(loop.isLooping('a')).toBe(true);
  await clock.advance(60_000);
  loop.run('a', ['event']);
  expect(loop.isLooping('a')).toBe(false);
  // It has to exceed the limit again.
  for (let run = 0; run < 60; run++) writingRun();
  expect(loop.isLooping('a')).toBe(false);
});

test('forgets keys that have not run for long, looping or not', async () => {
  const { clock, loop, writingRun } = newDetector(1);
  for (let n = 0; n < 1000; n++) for (let run = 0; run < 3; run++) writingRun(own, `looping ${n}`);
  for (let n = 0; n < 1000; n++) writingRun(own, `other ${n}`);
  expect(loop.size).toBe(2000);
  await clock.advance(60_000);
  for (let n = 0; n < 600; n++) writingRun(own, `next ${n}`);
  expect(loop.size).toBe(1600);
  await clock.advance(3_600_000);
  for (let n = 0; n < 600; n++) writingRun(own, `last ${n}`);
  expect(loop.size).toBe(600);
});
