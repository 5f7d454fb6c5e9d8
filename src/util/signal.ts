import { asError } from './errors.js';

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
      controller.abort(reasonOf(parent));
      break;
    }
    const follow = (): void => {
      controller.abort(reasonOf(parent));
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

/** The callbacks that wait for one signal. */
interface AbortCallbacks {
  readonly callbacks: Set<() => void>;
  readonly listener: () => void;
}

const waiting = new WeakMap<AbortSignal, AbortCallbacks>();

/**
 * Calls back once when the signal aborts; returns how to undo that.
 *
 * The signal gets one listener, however many callbacks wait for it, and none once the last callback is undone. So a program
 * may use one signal for all its informers, and Node's warning about eleven listeners still finds a leak of its own.
 */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  const entry = (): void => callback();
  let known = waiting.get(signal);
  if (known === undefined) {
    known = listenOn(signal);
    waiting.set(signal, known);
  }
  const { callbacks, listener } = known;
  callbacks.add(entry);
  return () => {
    if (callbacks.delete(entry) && callbacks.size === 0) unlisten(signal, listener);
  };
}

function listenOn(signal: AbortSignal): AbortCallbacks {
  const callbacks = new Set<() => void>();
  const listener = (): void => {
    unlisten(signal, listener);
    for (const callback of callbacks) {
      // An earlier callback may have undone this one.
      if (!callbacks.delete(callback)) continue;
      try {
        callback();
      } catch (thrown) {
        // As an EventTarget does: the other callbacks still come, and the error is uncaught.
        queueMicrotask(() => {
          throw asError(thrown);
        });
      }
    }
  };
  signal.addEventListener('abort', listener, { once: true });
  return { callbacks, listener };
}

function unlisten(signal: AbortSignal, listener: () => void): void {
  waiting.delete(signal);
  signal.removeEventListener('abort', listener);
}

/** Number of callbacks that wait for the signal: for tests that look for leaks. */
export function abortCallbacks(signal: AbortSignal): number {
  return waiting.get(signal)?.callbacks.size ?? 0;
}

/** Why the signal aborted. Old polyfills give no reason: then an AbortError, as a standard signal has by default. */
export function reasonOf(signal: AbortSignal): unknown {
  const reason: unknown = signal.reason;
  return reason === undefined ? new DOMException('This operation was aborted', 'AbortError') : reason;
}

/** Throws the signal's reason when it has aborted. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw reasonOf(signal);
}

/** Resolves with the promise's value, or rejects with the signal's reason as soon as the signal aborts. */
export async function raceSignal<T>(promise: PromiseLike<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  if (signal.aborted) {
    // Nobody waits for the promise any more, and a rejection that nobody hears would end the process.
    promise.then(undefined, () => undefined);
    throw reasonOf(signal);
  }
  let undo: (() => void) | undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    undo = onAbort(signal, () => reject(reasonOf(signal) as Error));
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    undo?.();
  }
}
