/** Longest run of synchronous work before the event loop gets its turn, ms (goal: no pause above 50 ms). */
export const defaultSliceMs = 10;

/** Resolves in the next turn of the event loop, after I/O had its chance. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
