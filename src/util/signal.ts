/** A signal that follows others until it is disposed of. */
export interface LinkedSignal extends Disposable {
  readonly signal: AbortSignal;
  /** Aborts the linked signal alone. */
  abort(reason?: unknown): void;
  /** Takes the listeners off the parents; the linked signal itself stays as it is. */
  dispose(): void;
}

/**
 * A new signal that aborts, with the same reason, when one of `parents` does.
 *
 * `AbortSignal.any` over a long-lived signal leaks on Node 20 and 22 (nodejs/node#54614), so links are undone by hand:
 * whoever links, disposes.
 */
export function linkSignal(...parents: readonly (AbortSignal | undefined)[]): LinkedSignal {
  const controller = new AbortController();
  const undo: (() => void)[] = [];
  const dispose = (): void => {
    for (const step of undo.splice(0)) step();
  };
  for (const parent of parents) {
    if (parent === undefined) continue;
    if (parent.aborted) {
      controller.abort(parent.reason);
      break;
    }
    const onAbort = (): void => {
      controller.abort(parent.reason);
      dispose();
    };
    parent.addEventListener('abort', onAbort, { once: true });
    undo.push(() => parent.removeEventListener('abort', onAbort));
  }
  if (controller.signal.aborted) dispose();
  return {
    signal: controller.signal,
    abort(reason) {
      controller.abort(reason);
      dispose();
    },
    dispose,
    [Symbol.dispose]: dispose,
  };
}

/** Resolves with the promise's value, or rejects with `signal.reason` as soon as the signal aborts. */
export async function raceSignal<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  if (signal.aborted) {
    // Nobody waits for the promise any more, and a rejection that nobody hears would end the process.
    promise.catch(() => undefined);
    throw signal.reason as Error;
  }
  let onAbort: (() => void) | undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    if (onAbort !== undefined) signal.removeEventListener('abort', onAbort);
  }
}
