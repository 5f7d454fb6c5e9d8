import { expect, test } from 'vitest';
import { FakeClock, settle } from '../../../testing/src/fake-clock.js';
import { systemClock } from '../util/clock.js';
import type { Clock } from '../util/clock.js';
import { SliceRunner } from './slice-runner.js';
import type { SlicedTask } from './slice-runner.js';

/** A clock that the test advances for each unit of work. */
function workClock(): Clock & { work(ms: number): void } {
  let nowMs = 0;
  return {
    ...systemClock,
    monotonic: () => nowMs,
    work: (ms: number) => {
      nowMs += ms;
    },
  };
}

/** Does `pieces` units of work of 1 ms each. */
function task(
  name: string,
  pieces: number,
  clock: { work(ms: number): void } & Clock,
  log: string[],
): SlicedTask {
  let left = pieces;
  return {
    runWhile(hasTime) {
      while (left > 0) {
        log.push(name);
        left--;
        clock.work(1);
        if (!hasTime()) break;
      }
      return left > 0;
    },
  };
}

test('runs a task soon, and never inside wake', async () => {
  const runner = new SliceRunner({ clock: new FakeClock() });
  let ran = 0;
  runner.wake({
    runWhile: () => {
      ran++;
      return false;
    },
  });
  expect(ran).toBe(0);
  await Promise.resolve();
  expect(ran).toBe(1);
});

test('one event passes through all stages in one slice, before the event loop continues', async () => {
  const runner = new SliceRunner({ clock: new FakeClock() });
  const log: string[] = [];
  const handler: SlicedTask = {
    runWhile: () => {
      log.push('handler');
      return false;
    },
  };
  runner.wake({
    runWhile: () => {
      log.push('loop');
      runner.wake(handler);
      return false;
    },
  });
  await Promise.resolve();
  expect(log).toEqual(['loop', 'handler']);
});

test('yields to the event loop after each slice, and runs the tasks in turn, one slice each', async () => {
  const clock = workClock();
  const runner = new SliceRunner({ clock, sliceMs: 3 });
  const log: string[] = [];
  runner.wake(task('a', 7, clock, log));
  runner.wake(task('b', 4, clock, log));
  const turns: string[] = [];
  for (let turn = 0; turn < 6; turn++) {
    await new Promise<void>((resolve) => {
      setImmediate(resolve);
    });
    turns.push(log.splice(0).join(''));
  }
  expect(turns.join(' ').trim()).toBe('aaa bbb aaa ba');
});

test('a task woken twice runs once; a dropped task does not run', async () => {
  const runner = new SliceRunner({ clock: new FakeClock() });
  const log: string[] = [];
  const once: SlicedTask = {
    runWhile: () => {
      log.push('once');
      return false;
    },
  };
  const dropped: SlicedTask = {
    runWhile: () => {
      log.push('dropped');
      return false;
    },
  };
  runner.wake(once);
  runner.wake(dropped);
  runner.wake(once);
  runner.drop(dropped);
  await settle();
  expect(log).toEqual(['once']);
});

test('yields to the event loop even if each unit of work wakes the next by a promise', async () => {
  const clock = workClock();
  const runner = new SliceRunner({ clock, sliceMs: 3 });
  let pieces = 0;
  // Like a handler that returns a promise: one unit in each run, woken again when the promise has settled.
  const awaited: SlicedTask = {
    runWhile: () => {
      clock.work(1);
      if (++pieces < 10) void Promise.resolve().then(() => runner.wake(awaited));
      return false;
    },
  };
  runner.wake(awaited);
  const turns: number[] = [];
  while (pieces < 10) {
    await new Promise<void>((resolve) => {
      setImmediate(resolve);
    });
    turns.push(pieces);
  }
  expect(turns).toEqual([3, 6, 9, 10]);
});

test('handles the next event at once after a turn of the event loop', async () => {
  const clock = workClock();
  const runner = new SliceRunner({ clock, sliceMs: 3 });
  const log: string[] = [];
  runner.wake(task('a', 3, clock, log));
  await settle();
  runner.wake(task('b', 1, clock, log));
  await Promise.resolve();
  expect(log.join('')).toBe('aaab');
});

test('reads the clock rarely while units are fast, and for each unit once they are slow', async () => {
  const clock = workClock();
  let looks = 0;
  const counting = { ...clock, monotonic: () => (looks++, clock.monotonic()) };
  const runner = new SliceRunner({ clock: counting, sliceMs: 10 });
  let pieces = 0;
  const inTurn: number[] = [];
  runner.wake({
    runWhile(hasTime) {
      const before = pieces;
      do {
        pieces++;
        // From here on, each unit is slow.
        if (pieces > 1000) clock.work(5);
      } while (pieces < 1060 && hasTime());
      inTurn.push(pieces - before);
      return pieces < 1060;
    },
  });
  await settle(60);
  expect(pieces).toBe(1060);
  // The fast units, then at most 8, then as many units of 5 ms as fit in a slice of 10 ms.
  expect(inTurn[0]).toBeGreaterThan(1000);
  expect(inTurn[0]).toBeLessThanOrEqual(1010);
  expect(Math.max(...inTurn.slice(1))).toBe(2);
  expect(looks).toBeLessThan(1000 / 8 + 120);
});
