import type { OptionNames } from '../../util/known-options.js';
import { requireKnownOptions } from '../../util/known-options.js';
import { systemClock } from '../../util/clock.js';
import type { Clock, TestOptions } from '../../util/clock.js';
import type { DeletedFinalStateUnknown } from '../../meta/tombstone.js';
import { keyOf, resourceVersionOf } from '../key-of.js';
import type { KubernetesObject } from '../../meta/types.js';
import type { KeyFunc, Store } from '../types.js';
import {
  refuseValue,
  requireClock,
  requireFunction,
  requireList,
  requireMethods,
} from '../../util/require.js';
import type { DeepReadonly } from '../../util/deep-readonly.js';

/** An object and the time of its last write (client-go's TimestampedEntry). */
export interface TimestampedEntry<T> {
  /** The stored object. */
  readonly object: DeepReadonly<T>;
  /** Reading of `Clock.monotonic`, in ms; only differences are meaningful. */
  readonly timestampMs: number;
}

/** Decides when an entry has expired (client-go's ExpirationPolicy). */
export interface ExpirationPolicy<T> {
  /** Returns true if the object counts as gone. */
  isExpired(entry: TimestampedEntry<T>): boolean;
}

/** Options of `ttlPolicy`, `ExpirationStore` and `newTTLStore`. */
export type ExpirationOptions = Pick<TestOptions, 'clock'>;

const expirationOptionNames: OptionNames<ExpirationOptions> = { clock: requireClock };

/**
 * Returns a policy by which entries expire after `ttlMs`; 0 or less keeps everything (client-go's TTLPolicy).
 *
 * Throws ConfigError `ERR_OPTION` if `ttlMs` is not a number.
 */
export function ttlPolicy<T>(ttlMs: number, options: ExpirationOptions = {}): ExpirationPolicy<T> {
  requireKnownOptions('ttlPolicy', options, expirationOptionNames);
  const { clock = systemClock } = options;
  if (typeof ttlMs !== 'number' || Number.isNaN(ttlMs)) {
    refuseValue('ttlMs', 'a number of milliseconds', ttlMs);
  }
  return { isExpired: (entry) => ttlMs > 0 && clock.monotonic() - entry.timestampMs > ttlMs };
}

/**
 * A Store whose objects expire (client-go's ExpirationCache). Each write restarts an object's time.
 *
 * Nothing runs in the background: expired objects are dropped when the store is read. Reading the whole store checks every
 * entry. Unlike client-go's, `listKeys` and `size` also leave out expired objects.
 */
export class ExpirationStore<T = KubernetesObject> implements Store<T> {
  readonly #keyFunc: KeyFunc<T>;
  readonly #policy: ExpirationPolicy<T>;
  readonly #clock: Clock;
  #entries = new Map<string, TimestampedEntry<T>>();
  #resourceVersion = '';

  /** Creates an empty store whose objects disappear when `policy` says that they have expired. */
  constructor(keyFunc: KeyFunc<T>, policy: ExpirationPolicy<T>, options: ExpirationOptions = {}) {
    requireFunction('keyFunc of an ExpirationStore', keyFunc);
    requireKnownOptions('an ExpirationStore', options, expirationOptionNames);
    requireMethods('policy of an ExpirationStore', policy, ['isExpired']);
    this.#keyFunc = keyFunc;
    this.#policy = policy;
    this.#clock = options.clock ?? systemClock;
  }

  /** Stores the object, and starts its time anew. */
  add(object: T): void {
    const key = keyOf(this.#keyFunc, object);
    this.#entries.set(key, { object: object as DeepReadonly<T>, timestampMs: this.#clock.monotonic() });
    this.#note(object);
  }

  /** As `add`. */
  update(object: T): void {
    this.add(object);
  }

  /** Removes the object. */
  delete(object: T | DeletedFinalStateUnknown<T>): void {
    this.#entries.delete(keyOf(this.#keyFunc, object));
    this.#note(object);
  }

  replace(objects: readonly T[], resourceVersion: string): void {
    requireList('objects of replace', objects);
    const timestampMs = this.#clock.monotonic();
    const entries = new Map<string, TimestampedEntry<T>>();
    for (const object of objects)
      entries.set(keyOf(this.#keyFunc, object), { object: object as DeepReadonly<T>, timestampMs });
    this.#entries = entries;
    this.#resourceVersion = resourceVersion;
  }

  /** Does nothing: only queues resync. */
  resync(): void {} // Only queues resync (client-go's Store.Resync).

  /** Notes that the source has reached this resourceVersion. */
  bookmark(resourceVersion: string): void {
    this.#resourceVersion = resourceVersion;
  }

  /** Returns the objects that have not expired, and drops the others. */
  list(): DeepReadonly<T>[] {
    this.#dropExpired();
    return Array.from(this.#entries.values(), (entry) => entry.object);
  }

  /** Returns the keys of the objects that have not expired, and drops the others. */
  listKeys(): string[] {
    this.#dropExpired();
    return Array.from(this.#entries.keys());
  }

  /** Returns the stored object with the same key; undefined if it has expired. */
  get(object: DeepReadonly<T>): DeepReadonly<T> | undefined {
    return this.getByKey(keyOf(this.#keyFunc, object));
  }

  /** Returns the object under a key; undefined if it has expired. */
  getByKey(key: string): DeepReadonly<T> | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    if (!this.#policy.isExpired(entry)) return entry.object;
    this.#entries.delete(key);
    return undefined;
  }

  get resourceVersion(): string {
    return this.#resourceVersion;
  }

  get size(): number {
    this.#dropExpired();
    return this.#entries.size;
  }

  #dropExpired(): void {
    for (const [key, entry] of this.#entries) {
      if (this.#policy.isExpired(entry)) this.#entries.delete(key);
    }
  }

  #note(object: unknown): void {
    const resourceVersion = resourceVersionOf(object);
    if (resourceVersion !== undefined) this.#resourceVersion = resourceVersion;
  }
}

/** Creates a store whose objects expire `ttlMs` after their last write; 0 or less keeps everything (client-go's NewTTLStore). */
export function newTTLStore<T = KubernetesObject>(
  keyFunc: KeyFunc<T>,
  ttlMs: number,
  options: ExpirationOptions = {},
): ExpirationStore<T> {
  return new ExpirationStore(keyFunc, ttlPolicy(ttlMs, options), options);
}
