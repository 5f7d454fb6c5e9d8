import type { AsyncLocalStorage } from 'node:async_hooks';
import { builtin } from '../../util/builtin.js';
import { Latch } from '../latch.js';
import type { ResourceEventHandler } from '../types.js';

/**
 * Tracks whether a running handler callback is itself waiting for a stop.
 *
 * A stop waits for running callbacks, except for one that awaits a stop, its own or another: two callbacks that stop each
 * other's informers would deadlock.
 */
export class CallbackScope {
  #stops = 0;
  #stopsFirst: Latch | undefined;
  #used = false;

  /** True once a callback of this scope has awaited a stop. */
  get used(): boolean {
    return this.#used;
  }

  /** Resolves as soon as the callback waits for a stop. */
  get waitsForStop(): Promise<void> {
    this.#stopsFirst ??= new Latch();
    if (this.#stops > 0) this.#stopsFirst.release();
    return this.#stopsFirst.promise;
  }

  beginStop(): void {
    this.#used = true;
    this.#stops++;
    this.#stopsFirst?.release();
  }

  endStop(): void {
    this.#stops--;
    if (this.#stops === 0) this.#stopsFirst = undefined;
  }
}

/** The scope of the callback that is on the call stack. */
let running: CallbackScope | undefined;

/**
 * The scope of the asynchronous callback that the running code belongs to. Created for the first handler that returns a
 * promise, because on Node 22 and older it slows down every promise of the process.
 */
let continued: AsyncLocalStorage<CallbackScope> | undefined;

/** Runs callbacks in their scope. With `isAsync`, code after an `await` keeps the scope, too. */
export function runInScope<A, R>(
  scope: CallbackScope,
  isAsync: boolean,
  run: (argument: A) => R,
  argument: A,
): R {
  const outer = running;
  running = scope;
  try {
    if (!isAsync) return run(argument);
    continued ??= new (builtin('node:async_hooks').AsyncLocalStorage)<CallbackScope>();
    return continued.run(scope, run, argument);
  } finally {
    running = outer;
  }
}

/** Waits for a stop. Until then, no stop waits for the callback that called this function. */
export async function waitForStop(stop: () => Promise<void>): Promise<void> {
  const caller = running ?? continued?.getStore();
  caller?.beginStop();
  try {
    await stop();
  } finally {
    caller?.endStop();
  }
}

/** Property of a wrapping handler: true if the wrapped handler is asynchronous. */
export const passesOnPromises = Symbol('passesOnPromises');

const callbacks = ['onAdd', 'onUpdate', 'onDelete'] as const;

/** True if a callback is declared `async`. A plain function that returns promises is recognized when it returns one. */
export function isAsyncHandler<T>(handler: ResourceEventHandler<T>): boolean {
  if (passesOnPromises in handler) return handler[passesOnPromises] === true;
  return callbacks.some((name) => Object.prototype.toString.call(handler[name]) === '[object AsyncFunction]');
}
