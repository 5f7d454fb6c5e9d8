import { expect, test } from 'vitest';
import { FakeClock, settle } from '../../../testing/src/fake-clock.js';
import { finishSteps, runSteps, stepsOver, endSlice } from './steps.js';

/** A clock that advances one millisecond per reading, so that a slice is a number of steps. */
class LookedAtClock extends FakeClock {
  #looks = 0;
  override monotonic(): number {
    return this.#looks++;
  }
}

function never(): AbortSignal {
  return new AbortController().signal;
}

test('covers every index once, in order, in steps of the given size', () => {
  const parts: (readonly [number, number])[] = [];
  const steps = stepsOver(7, 3, (from, end) => parts.push([from, end]));
  expect(Array.from(steps)).toHaveLength(2);
  expect(parts).toEqual([
    [0, 3],
    [3, 6],
    [6, 7],
  ]);
});

test('runs everything in one step without a limit, and nothing for an empty range', () => {
  const parts: (readonly [number, number])[] = [];
  finishSteps(stepsOver(100_000, Infinity, (from, end) => parts.push([from, end])));
  finishSteps(stepsOver(0, 5, (from, end) => parts.push([from, end])));
  expect(parts).toEqual([[0, 100_000]]);
});

test('work that fits into a slice is done synchronously, without a promise', () => {
  let done = 0;
  const pending = runSteps(
    stepsOver(1000, 10, () => done++),
    { clock: new FakeClock(), signal: never() },
  );
  expect(pending).toBeUndefined();
  expect(done).toBe(100);
});

test('longer work yields to the event loop after each slice', async () => {
  let done = 0;
  const atTurn: number[] = [];
  const pending = runSteps(
    stepsOver(35, 1, () => done++),
    { clock: new LookedAtClock(), signal: never() },
  );
  expect(pending).toBeInstanceOf(Promise);
  const look = (): void => {
    atTurn.push(done);
    if (done < 35) setImmediate(look);
  };
  look();
  await pending;
  expect(done).toBe(35);
  // 10 ms per slice, and a reading of the clock after each step.
  expect(atTurn.slice(0, 3)).toEqual([10, 20, 30]);
});

test('an abort ends the work between two slices', async () => {
  const controller = new AbortController();
  let done = 0;
  let ended = 0;
  const steps = (function* () {
    try {
      yield* stepsOver(1000, 1, () => done++);
    } finally {
      ended++;
    }
  })();
  const pending = runSteps(steps, { clock: new LookedAtClock(), signal: controller.signal });
  controller.abort();
  await pending;
  expect(done).toBe(10);
  expect(ended).toBe(1);
  expect(steps.next().done).toBe(true);
});

test("a step's error is thrown by the call or rejects the promise", async () => {
  const failing = (at: number) =>
    stepsOver(100, 1, (from) => {
      if (from === at) throw new Error(`no ${at}`);
    });
  expect(() => runSteps(failing(3), { clock: new LookedAtClock(), signal: never() })).toThrow('no 3');
  await expect(runSteps(failing(50), { clock: new LookedAtClock(), signal: never() })).rejects.toThrow(
    'no 50',
  );
});

test('a step that yields `endSlice` ends its slice early', async () => {
  const done: string[] = [];
  function* work(): Generator<unknown, void, void> {
    done.push('first');
    yield undefined;
    done.push('second');
    yield endSlice;
    done.push('third');
  }
  const pending = runSteps(work(), { clock: new FakeClock(), signal: never() });
  setImmediate(() => done.push('another'));
  await pending;
  expect(done.slice(0, 2)).toEqual(['first', 'second']);
  await settle();
  expect(done.toSorted()).toEqual(['another', 'first', 'second', 'third']);
  expect(pending).toBeInstanceOf(Promise);
});
