/**
 * Runs an async generator whose `return()` and `throw()` abort `left` first, which must end what a pending `next()` waits for.
 *
 * Those of a plain generator wait for the pending `next()`, possibly forever.
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
  const fail = generator.throw.bind(generator);
  generator.throw = async (error) => {
    // The body may take an error for the end of what it waits for; a generator that has returned throws it.
    await generator.return(undefined as R);
    return fail(error);
  };
  return generator;
}
