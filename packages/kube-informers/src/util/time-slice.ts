/** Longest run of synchronous work before yielding to the event loop, ms (goal: no pause above 50 ms). */
export const defaultSliceMs = 10;

/** Resolves in the next turn of the event loop, after pending I/O. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
