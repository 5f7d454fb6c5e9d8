import type { Clock } from './clock.js';
import { defaultSliceMs, yieldToEventLoop } from './time-slice.js';

/**
 * Long work cut into short steps: each `next` does one, and what it throws ends the work. Generators are such.
 *
 * Between two steps anything else may happen. `return`, where there is one, is called on work that is given up.
 */
export interface Steps<R = void> {
  next(): IteratorResult<unknown, R>;
  return?(value: R): unknown;
}

/** A step yields this when others should have a turn before the next, although there may be time left. */
export const turn = Symbol('turn');

/** Objects that one step deals with: few enough that an index function or transform of 50 µs makes no pause of it. */
export const objectsPerStep = 128;

/** Does all that is left, now. */
export function finishSteps<R>(steps: Steps<R>): R {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** How `runSteps` takes its time. */
export interface RunStepsOptions {
  readonly clock: Clock;
  /** Gives the work up between two slices. */
  readonly signal: AbortSignal;
}

/**
 * Does the steps in slices of 10 ms, with a turn of the event loop between them; a step that yields `turn` ends its slice.
 * Undefined when all is done already;
 * else resolves when it is, or when the signal has aborted. What a step throws comes out.
 */
export function runSteps(steps: Steps, options: RunStepsOptions): Promise<void> | undefined {
  return runSlice(steps, options.clock) ? undefined : runOn(steps, options);
}

async function runOn(steps: Steps, { clock, signal }: RunStepsOptions): Promise<void> {
  do {
    await yieldToEventLoop();
    if (signal.aborted) {
      steps.return?.(undefined);
      return;
    }
  } while (!runSlice(steps, clock));
}

/** True when the work is done. */
function runSlice(steps: Steps, clock: Clock): boolean {
  const endMs = clock.monotonic() + defaultSliceMs;
  do {
    const { done, value } = steps.next();
    if (done === true) return true;
    if (value === turn) return false;
  } while (clock.monotonic() < endMs);
  return false;
}

/** Steps of `work` over the places from 0 to `count`, `perStep` of them at a time; `mark` is what they yield. */
export function* stepsOver<M = undefined>(
  count: number,
  perStep: number,
  work: (from: number, end: number) => void,
  mark?: M,
): Generator<M | undefined, void, void> {
  for (let from = 0; from < count; from += perStep) {
    if (from > 0) yield mark;
    work(from, Math.min(from + perStep, count));
  }
}

/** Steps of `work` for each of these values, `perStep` of them at a time; the array must not change meanwhile. */
export function stepsOverEach<V, M = undefined>(
  values: readonly V[],
  perStep: number,
  work: (value: V, index: number) => void,
  mark?: M,
): Generator<M | undefined, void, void> {
  const part = (from: number, end: number): void => {
    // The index is inside the array.
    for (let index = from; index < end; index++) work(values[index] as V, index);
  };
  return stepsOver(values.length, perStep, part, mark);
}

/** The same steps, and `end` after the last, also when it throws. */
export function* withEnd(steps: Steps, end: () => void): Generator<unknown, void, void> {
  try {
    yield* stepsOf(steps);
  } finally {
    end();
  }
}

/** A generator of the same steps, for `yield*`. */
export function* stepsOf(steps: Steps): Generator<unknown, void, void> {
  for (let result = steps.next(); result.done !== true; result = steps.next()) yield result.value;
}
