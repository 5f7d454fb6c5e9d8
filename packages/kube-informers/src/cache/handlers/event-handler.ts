import type { OptionNames } from '../../util/known-options.js';
import type { Logger } from '../../util/logger.js';
import type { ResourceEventHandler } from '../types.js';
import { shownValue } from '../../util/shown.js';
import { ConfigError } from '../../util/errors.js';
import { nearestName } from '../../util/known-options.js';
import {
  numberFrom,
  refuseValue,
  requireBoolean,
  requireFunction,
  requireLogger,
  requireString,
} from '../../util/require.js';

/** An event handler's failure to handle one event. */
export interface HandlerFailure {
  /** What the callback threw or rejected with, converted to an Error if it is not one. */
  readonly error: Error;
  /** Name of the informer. */
  readonly informer: string;
  /** Name of the handler: `AddEventHandlerOptions.name`, or its default. */
  readonly handler: string;
  /** The event on which the handler failed. */
  readonly event: 'add' | 'update' | 'delete';
  /** Key of the object; undefined if the object has no metadata. */
  readonly key: string | undefined;
}

/** Options of `SharedIndexInformer.addEventHandler`. */
export interface AddEventHandlerOptions {
  /**
   * How often this handler gets an update for every object, changed or not, in ms: 0 (never) or at least 1000. Default: the
   * informer's `resyncPeriodMs`. Raised to the informer's check period, which is the shortest period requested before the
   * informer started. An informer with `resyncPeriodMs` 0 never resyncs.
   */
  readonly resyncPeriodMs?: number | undefined;
  /**
   * Merges the pending events of each key. Default: false, every event in the order of the cache.
   *
   * For handlers that need the current state, not every change. A handler that is slower than the changes has at most one
   * pending event for each key, or a delete and the add after it.
   *
   * The handler always sees a possible history. Add and update become an add of the newest object; several updates become
   * one, from the first old object to the newest; update and delete become the delete; add and delete cancel out. A delete
   * and the add after it are both delivered, because they are two objects with the same name. A merged event takes the place
   * of the first one, so the order holds within a key, but not between keys. An add of the initial list keeps
   * `isInInitialList`.
   */
  readonly coalesce?: boolean | undefined;
  /** Default: the informer's. */
  readonly logger?: Logger | undefined;
  /**
   * For logs, errors and statistics. Default: the handler's class name, or the names of its functions. Several handlers of one
   * name get numbers: `handler`, `handler 2`.
   */
  readonly name?: string | undefined;
}

export const addEventHandlerOptionNames: OptionNames<AddEventHandlerOptions> = {
  resyncPeriodMs: numberFrom(0),
  coalesce: requireBoolean,
  logger: requireLogger,
  name: requireString,
};

/**
 * A handler registered with an informer (client-go's ResourceEventHandlerRegistration).
 *
 * `using` removes the handler at the end of the block; `await using` also waits for the running callback.
 */
export interface HandlerRegistration extends Disposable, AsyncDisposable {
  /** The informer's and the handler's name. */
  readonly name: string;
  /** True once the handler has handled all initial objects: those of the first list, or of the cache when it was added. */
  readonly hasSynced: boolean;
  /**
   * Resolves when `hasSynced` becomes true: after the last of these callbacks has settled, including asynchronous and failed
   * ones (in client-go, a panic prevents it: kubernetes/kubernetes#129024). Rejects with InformerError if the informer is
   * stopped or the handler removed first.
   *
   * Do not await it inside a callback of this handler: it waits for that callback, so neither would ever settle.
   */
  readonly synced: Promise<void>;
  /** Number of events before `synced` on which the handler failed. */
  readonly failedInitial: number;
  /** Number of pending events, including the one being handled. */
  readonly pending: number;
  /** The resync period in effect, in ms; 0 for never. */
  readonly resyncPeriodMs: number;
  /** Returns a snapshot of the handler's counters. */
  stats(): HandlerStats;
  /** Removes the handler and drops its pending events. Does not wait for a running callback. */
  remove(): void;
  /**
   * Removes the handler and waits for its running callback, at most 30 seconds; then it logs a warning and resolves.
   *
   * May be awaited inside a callback, also one of this handler: see `SharedIndexInformer.stop`.
   */
  removeAndWait(): Promise<void>;
}

/** A snapshot of one handler's counters, which start with its registration. */
export interface HandlerStats {
  /** `AddEventHandlerOptions.name`, or its default, with a number if several handlers have it. */
  readonly name: string;
  /** True once the handler has handled all initial objects. */
  readonly hasSynced: boolean;
  /** Number of pending events, including the one being handled. */
  readonly pending: number;
  /** Since when the handler's promise for the current event is pending, ms since the epoch. */
  readonly runningSinceMs: number | undefined;
  /** Number of events that were passed to the handler, including the current one. */
  readonly handled: number;
  /** Number of events on which the handler failed. */
  readonly failures: number;
  /** Number of callbacks that took longer than `slowHandlerMs`, including the current one. */
  readonly slow: number;
  /** True if the handler was added with `coalesce`. */
  readonly coalesces: boolean;
  /** 0 for none. */
  readonly resyncPeriodMs: number;
}

/** The name of an object literal with methods. */
export const unnamedHandler = 'handler';

const callbacks = ['onAdd', 'onUpdate', 'onDelete'] as const;

/**
 * Returns a name for the handler in logs, errors and statistics.
 *
 * The name of its class, or else the names of its functions, or `handler` for an object literal with methods.
 */
export function handlerName<T>(handler: ResourceEventHandler<T>): string {
  if (!isPlain(handler)) {
    const { constructor } = handler as { readonly constructor?: unknown };
    if (typeof constructor === 'function' && constructor.name !== '') return constructor.name;
  }
  const names = new Set<string>();
  for (const callback of callbacks) {
    const name = handler[callback]?.name ?? '';
    // The name of a method, or of a function named after its property, adds no information.
    if (name !== '' && name !== callback) names.add(name);
  }
  return names.size === 0 ? unnamedHandler : [...names].join('+');
}

/**
 * Throws ConfigError `ERR_OPTION` unless the value is an object with at least one callback, all of them functions.
 *
 * A plain object must not have another function with a name like that of a callback (`onRemove`, `added`), which would never
 * be called. An instance of a class may have any other members.
 */
export function requireHandler(handler: unknown): void {
  if (typeof handler === 'function') {
    throw new ConfigError(
      'ERR_OPTION',
      'an event handler must be an object of callbacks, got a function: write { onAdd: (object) => …, onUpdate: (before, after) => …, onDelete: (deletion) => … }',
    );
  }
  if (typeof handler !== 'object' || handler === null) {
    refuseValue('an event handler', 'an object', handler);
  }
  const given = handler as Readonly<Record<string, unknown>>;
  for (const callback of callbacks)
    if (given[callback] !== undefined) requireFunction(`${callback} of an event handler`, given[callback]);
  if (isPlain(handler)) {
    for (const [name, value] of Object.entries(handler)) {
      if (typeof value === 'function' && !callbacks.some((callback) => callback === name))
        refuseCallback(name);
    }
  }
  if (callbacks.some((callback) => given[callback] !== undefined)) return;
  const names = Object.keys(handler);
  const got = names.length === 0 ? 'an object without properties' : names.join(', ').slice(0, 100);
  throw new ConfigError(
    'ERR_OPTION',
    `an event handler must have at least one of ${callbacks.join(', ')}, got ${got}`,
  );
}

/** Throws if the function was probably meant to be a callback. */
function refuseCallback(name: string): void {
  const meant = nearestName(name, callbacks);
  if (meant === undefined && !/^on[A-Z]/.test(name)) return;
  const help = meant === undefined ? `known are ${callbacks.join(', ')}` : `did you mean ${meant}?`;
  throw new ConfigError('ERR_OPTION', `unknown callback ${shownValue(name)} of an event handler: ${help}`);
}

/** True for an object literal, including one of another realm or without a prototype. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
