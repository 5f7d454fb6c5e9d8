import { setTurn } from './clock.js';
import type { Clock } from './clock.js';

/** Longest run of synchronous work before yielding to the event loop, ms (goal: no pause above 50 ms). */
export const defaultSliceMs = 10;

/** Resolves in the next turn of the event loop, after pending I/O. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    setTurn(resolve);
  });
}

/**
 * Long work split into short steps, such as a generator: each `next` runs one; if it throws, the work ends.
 *
 * Other code may run between two steps. `return`, if present, is called when the work is given up.
 */
export interface Steps<R = void> {
  next(): IteratorResult<unknown, R>;
  return?(value: R): unknown;
}

/** Yielded by a step that wants other code to run before the next one, even if there is time left. */
export const endSlice = Symbol('end slice');

/** Objects per step: few enough that an index function or transform of 50 µs does not cause a pause. */
export const objectsPerStep = 128;

/** Runs all remaining steps synchronously. */
export function finishSteps<R>(steps: Steps<R>): R {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** Options of `runSteps`. */
interface RunStepsOptions {
  readonly clock: Clock;
  /** Gives up the work between two slices. */
  readonly signal: AbortSignal;
}

/**
 * Runs the steps in slices of 10 ms, with a turn of the event loop in between; `endSlice` ends a slice early.
 *
 * Returns undefined if all steps ran synchronously; otherwise resolves when they have run, or when the signal has
 * aborted. A step's error is passed on.
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

/** Returns true when the work is done. */
function runSlice(steps: Steps, clock: Clock): boolean {
  const endMs = clock.monotonic() + defaultSliceMs;
  do {
    const { done, value } = steps.next();
    if (done === true) return true;
    if (value === endSlice) return false;
  } while (clock.monotonic() < endMs);
  return false;
}

/** Splits `work` over the indexes from 0 to `count` into steps of `perStep`. */
export function* stepsOver(
  count: number,
  perStep: number,
  work: (from: number, end: number) => void,
): Generator<undefined, void, void> {
  for (let from = 0; from < count; from += perStep) {
    if (from > 0) yield;
    work(from, Math.min(from + perStep, count));
  }
}

/** Splits `work` over these values into steps of `perStep`; the array must not change until the end. */
export function stepsOverEach<V>(
  values: readonly V[],
  perStep: number,
  work: (value: V, index: number) => void,
): Generator<undefined, void, void> {
  return stepsOver(values.length, perStep, (from, end) => {
    // The index is inside the array.
    for (let index = from; index < end; index++) work(values[index] as V, index);
  });
}

/** Wraps the steps in a generator, for `yield*`. */
export function* stepsOf(steps: Steps): Generator<unknown, void, void> {
  for (let result = steps.next(); result.done !== true; result = steps.next()) yield result.value;
}
