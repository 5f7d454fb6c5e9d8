import { setMaxListeners } from 'node:events';

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
    const follow = (): void => {
      controller.abort(parent.reason);
      dispose();
    };
    undo.push(onAbort(parent, follow));
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

/**
 * Calls back once when the signal aborts; returns how to undo that.
 *
 * One signal for a whole program is how this library is meant to be used, so Node's warning at eleven listeners is taken
 * off it: what listens here is always taken off again, which the leak check of the tests holds us to.
 */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  setMaxListeners(0, signal);
  signal.addEventListener('abort', callback, { once: true });
  return () => signal.removeEventListener('abort', callback);
}

/** Resolves with the promise's value, or rejects with `signal.reason` as soon as the signal aborts. */
export async function raceSignal<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  if (signal.aborted) {
    // Nobody waits for the promise any more, and a rejection that nobody hears would end the process.
    promise.catch(() => undefined);
    throw signal.reason as Error;
  }
  let undo: (() => void) | undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    undo = onAbort(signal, () => reject(signal.reason as Error));
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    undo?.();
  }
}
