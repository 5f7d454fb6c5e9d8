import type { AsyncLocalStorage } from 'node:async_hooks';
import { builtin } from '../../util/builtin.js';
import { Latch } from '../latch.js';
import type { ResourceEventHandler } from '../types.js';

/**
 * One run of a handler's callbacks, as seen by the code that they call.
 *
 * A stop waits for the callbacks that are running. A callback that awaits a stop must not be waited for, by that stop or by
 * any other: two callbacks that stop each other's informers would wait for ever.
 */
export class CallbackScope {
  #stops = 0;
  #stopsFirst: Latch | undefined;
  #used = false;

  /** True once a callback of this scope has awaited a stop. */
  get used(): boolean {
    return this.#used;
  }

  /** Resolves when the callback waits for a stop; at once when it does already. */
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

/** The scope of the callback that runs now, until it returns. */
let running: CallbackScope | undefined;

/**
 * The scope of the callback that the running code continues. Made for the first handler that returns promises: on Node 22
 * and older it makes every promise of the process slower, so programs with synchronous handlers go without.
 */
let continued: AsyncLocalStorage<CallbackScope> | undefined;

/** Runs callbacks in their scope. `isAsync` keeps the scope for the code after an `await` in them, too. */
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

/** Waits for a stop. Meanwhile no stop waits for the callback that called this function, if one did. */
export async function waitForStop(stop: () => Promise<void>): Promise<void> {
  const caller = running ?? continued?.getStore();
  caller?.beginStop();
  try {
    await stop();
  } finally {
    caller?.endStop();
  }
}

/** Marks a handler that passes on the promises of another. */
export const passesOnPromises = Symbol('passesOnPromises');

const callbacks = ['onAdd', 'onUpdate', 'onDelete'] as const;

/** True when a callback is declared `async`. A plain function that returns promises is recognized when it returns one. */
export function isAsyncHandler<T>(handler: ResourceEventHandler<T>): boolean {
  if (passesOnPromises in handler) return handler[passesOnPromises] === true;
  return callbacks.some((name) => Object.prototype.toString.call(handler[name]) === '[object AsyncFunction]');
}
