/**
 * Runs an async generator whose `return()` aborts `left` first, which must end what a pending `next()` waits for.
 *
 * The `return()` of a plain generator waits for the pending `next()`, possibly forever.
 */
export function interruptible<T, R>(
  run: (left: AbortSignal) => AsyncGenerator<T, R, void>,
): AsyncGenerator<T, R, void> {
  const left = new AbortController();
  const generator = run(left.signal);
  const leave = generator.return.bind(generator);
  generator.return = (value) => {
    left.abort();
    return leave(value);
  };
  return generator;
}
