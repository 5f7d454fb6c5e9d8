import { asError } from './errors.js';

/** How long a stop waits for what still runs, ms: controller-runtime's default of GracefulShutdownTimeout. */
export const defaultGraceMs = 30_000;

/** A signal that follows others until it is disposed. */
export interface LinkedSignal extends Disposable {
  readonly signal: AbortSignal;
  /** Aborts only the linked signal. */
  abort(reason?: unknown): void;
  /** Removes the listeners from the parents without aborting the linked signal. */
  dispose(this: void): void;
}

/**
 * Creates a signal that aborts, with the same reason, when one of `parents` does.
 *
 * `AbortSignal.any` over a long-lived signal leaks on Node 20 and 22 (nodejs/node#54614), so the caller must dispose
 * the link.
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

/** The callbacks waiting for one signal. */
interface AbortCallbacks {
  readonly callbacks: Set<() => void>;
  readonly listener: () => void;
}

const waiting = new WeakMap<AbortSignal, AbortCallbacks>();

/**
 * Calls back once when the signal aborts; returns a function that removes the callback.
 *
 * All callbacks of a signal share one listener, which is removed with the last callback. So a program may use one
 * signal for all its informers, and Node's warning about eleven listeners still reveals the program's own leaks.
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
      // An earlier callback may have removed this one.
      if (!callbacks.delete(callback)) continue;
      try {
        callback();
      } catch (thrown) {
        // As in an EventTarget: the other callbacks are still called, and the error is uncaught.
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

/** Returns the number of callbacks waiting for the signal, for leak checks. */
export function abortCallbacks(signal: AbortSignal): number {
  return waiting.get(signal)?.callbacks.size ?? 0;
}

/** Returns why the signal aborted; an AbortError, as for a standard signal, if a polyfill has no reason. */
export function reasonOf(signal: AbortSignal): unknown {
  const reason: unknown = signal.reason;
  return reason === undefined ? new DOMException('This operation was aborted', 'AbortError') : reason;
}

/** Throws the signal's reason if it has aborted. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw reasonOf(signal);
}

/** Resolves when the signal aborts. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else onAbort(signal, resolve);
  });
}

/** Resolves with the promise's value, or rejects with the signal's reason as soon as the signal aborts. */
export async function raceSignal<T>(promise: PromiseLike<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  if (signal.aborted) {
    // No caller waits for the promise, and an unhandled rejection would end the process.
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

interface Flight<T> {
  readonly result: Promise<T>;
  readonly abort: (reason: unknown) => void;
  waiting: number;
}

/**
 * Shares one run of an operation among concurrent callers, including its failure.
 *
 * A caller whose signal aborts stops waiting immediately. When the last caller has given up, the run's own signal
 * aborts, and the next caller starts a new run. With `finish`, a run continues to its end without callers.
 */
export class SingleFlight<T> {
  #flight: Flight<T> | undefined;
  readonly #finish: boolean;
  readonly #run: (signal: AbortSignal) => Promise<T>;

  constructor(run: (signal: AbortSignal) => Promise<T>, options: { readonly finish?: boolean } = {}) {
    this.#run = run;
    this.#finish = options.finish ?? false;
  }

  async get(signal: AbortSignal | undefined): Promise<T> {
    throwIfAborted(signal);
    const flight = (this.#flight ??= this.#start());
    flight.waiting++;
    try {
      return await raceSignal(flight.result, signal);
    } finally {
      flight.waiting--;
      if (flight.waiting === 0 && this.#flight === flight && !this.#finish) {
        // Either the run is over, or no caller waits for it.
        this.#flight = undefined;
        flight.abort(signal?.reason);
      }
    }
  }

  #start(): Flight<T> {
    const link = linkSignal();
    const result = this.#run(link.signal);
    const flight: Flight<T> = { result, abort: (reason) => link.abort(reason), waiting: 0 };
    const over = (): void => {
      if (this.#flight === flight) this.#flight = undefined;
    };
    // The callers own the result; this branch only ends the sharing.
    result.then(over, over);
    return flight;
  }
}

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
