import { shownValue } from '../../util/shown.js';
import type { OptionNames } from '../../util/known-options.js';
import { requireKnownOptions } from '../../util/known-options.js';
import { ConfigError, KubeInformersError, asError } from '../../util/errors.js';
import { containLogger } from '../../util/logger.js';
import type { Logger } from '../../util/logger.js';
import { refuse, requireAbortSignal, requireLogger, requireString } from '../../util/require.js';
import { raceSignal } from '../../util/signal.js';
import type { CallOptions } from '../../meta/calls.js';
import type { Indexers } from '../types.js';
import type { DeepReadonly } from '../../util/deep-readonly.js';
import { InformerError } from '../informer-error.js';
import type { ListerSource } from '../stores/lister.js';

/** Something that syncs once, such as an informer, a controller or a registration (client-go's DoneChecker). */
export interface Syncable {
  /** Name for messages. */
  readonly name: string;
  /** True once it has synced; never false again. */
  readonly hasSynced: boolean;
  /** Resolves when `hasSynced` becomes true; may reject if it never will. */
  readonly synced: Promise<unknown>;
  /** The last failure to list or watch; undefined if there was no failure. */
  readonly lastWatchError?: Error | undefined;
}

/** A cache that did not sync, and the reason if it is known. */
export interface UnsyncedCache {
  /** Name of the cache. */
  readonly name: string;
  /** The last failure of its list or watch, or why it will never sync; undefined if nothing failed. */
  readonly error: Error | undefined;
}

/**
 * Thrown if some caches did not sync before the wait ended. Code: `ERR_CACHE_SYNC`.
 *
 * `cause` is why the wait ended: the signal's reason, or the error of the first cache that will never sync.
 */
export class CacheSyncError extends KubeInformersError {
  override readonly name = 'CacheSyncError';
  /** In the order of the arguments. */
  readonly unsynced: readonly UnsyncedCache[];

  /** Creates the error of caches that have not synced; `cause` is why the wait ended. */
  constructor(unsynced: readonly UnsyncedCache[], cause: unknown) {
    const why = unsynced.map(({ name, error }) => `${name} (${reasonOf(name, error)})`);
    const last = unsynced.some(({ error }) => error === cause) ? '' : `: ${asError(cause).message}`;
    super('ERR_CACHE_SYNC', `caches did not sync: ${why.join(', ')}${last}`, { cause });
    this.unsynced = unsynced;
  }
}

function reasonOf(name: string, error: Error | undefined): string {
  // ERR_RESOURCE_ABSENT starts with the name, too.
  return error?.message.replace(`${name} is absent`, 'absent') ?? 'no error, still waiting';
}

/** Options of `waitForCacheSync`. */
export interface WaitForCacheSyncOptions extends CallOptions {
  /** Logs the start of the wait and each synced cache and a stop at level info, a failure at level error. Default: no log. */
  readonly logger?: Logger | undefined;
  /** Name of the waiting code, for the log. */
  readonly name?: string | undefined;
}

const waitForCacheSyncOptionNames: OptionNames<WaitForCacheSyncOptions> = {
  signal: requireAbortSignal,
  logger: requireLogger,
  name: requireString,
};

/**
 * Waits until all caches have synced, without polling (client-go's WaitForCacheSync and WaitFor).
 *
 * Without a signal it waits forever if the server never answers; informers warn after 5 s. Caches that have synced count as synced even if the
 * signal was aborted before the call.
 *
 * Throws ConfigError `ERR_OPTION` if the options are missing or a cache is invalid, CacheSyncError as soon as the signal aborts or one of the
 * caches will never sync.
 */
export async function waitForCacheSync(
  options: WaitForCacheSyncOptions,
  ...caches: readonly Syncable[]
): Promise<void> {
  // JavaScript callers often forget the options.
  const given: unknown = options;
  if (typeof given === 'object' && given !== null && 'hasSynced' in given) {
    const { name } = given as { readonly name?: unknown };
    throw new ConfigError(
      'ERR_OPTION',
      `the first argument of waitForCacheSync must be its options, such as {}, got the cache ${shownValue(name)}`,
    );
  }
  requireKnownOptions('waitForCacheSync', options, waitForCacheSyncOptionNames);
  for (const cache of caches as readonly (Partial<Syncable> | null | undefined)[])
    if (typeof cache?.hasSynced !== 'boolean')
      refuse(
        'a cache of waitForCacheSync',
        'an object with hasSynced and synced, such as an informer',
        cache,
      );
  const { signal, name } = options;
  const logger = containLogger(options.logger);
  if (caches.length === 0) return;
  logger.info({ name, caches: caches.map((cache) => cache.name) }, 'waiting for caches to sync');
  const synced = (cache: Syncable): void => logger.info({ name, cache: cache.name }, 'cache has synced');
  caches.filter((cache) => cache.hasSynced).forEach(synced);
  const unsynced = caches.filter((cache) => !cache.hasSynced);
  if (unsynced.length === 0) return;
  let over = false;
  const failures = new Map<Syncable, Error>();
  const all = Promise.all(
    unsynced.map(async (cache) => {
      try {
        await cache.synced;
      } catch (error) {
        failures.set(cache, asError(error));
        throw error;
      }
      // After a failure no more progress is logged.
      if (!over) synced(cache);
    }),
  );
  // If the signal is aborted already, `raceSignal` does not handle the rejection.
  all.catch(() => undefined);
  try {
    await raceSignal(all, signal);
  } catch (reason) {
    over = true;
    // The signal may win the race against a promise that has resolved already.
    const missing = unsynced
      .filter((cache) => !cache.hasSynced)
      .map((cache) => ({ name: cache.name, error: cache.lastWatchError ?? failures.get(cache) }));
    if (missing.length === 0) return;
    const error = new CacheSyncError(missing, reason);
    // A stop is not a failure, except by a time limit.
    const { code, name: kind } = asError(reason) as Error & { readonly code?: unknown };
    const isStop = code === 'ERR_INFORMER_STOPPED' || (signal?.aborted === true && kind !== 'TimeoutError');
    logger[isStop ? 'info' : 'error']({ name, err: error }, 'caches did not sync');
    throw error;
  }
}

/** The informer of a cache that listers read. */
interface ReadInformer {
  readonly name: string;
  readonly isStarted: boolean;
  /** Called when a lister finds nothing. */
  noteNothingFound(): void;
}

/**
 * The cache of an informer for its listers. A read throws InformerError `ERR_INFORMER_NOT_STARTED` if the informer was never
 * started, because an empty cache would look like an empty cluster.
 */
export class StartedCache<T> implements ListerSource<T> {
  readonly #indexer: ListerSource<T>;
  readonly #informer: ReadInformer;

  constructor(indexer: ListerSource<T>, informer: ReadInformer) {
    this.#indexer = indexer;
    this.#informer = informer;
  }

  list(): DeepReadonly<T>[] {
    return this.#listed(this.#started().list());
  }

  getByKey(key: string): DeepReadonly<T> | undefined {
    const object = this.#started().getByKey(key);
    if (object === undefined) this.#informer.noteNothingFound();
    return object;
  }

  byIndex(indexName: string, value: string): DeepReadonly<T>[] {
    return this.#listed(this.#started().byIndex(indexName, value));
  }

  get indexers(): Indexers<T> {
    return this.#indexer.indexers;
  }

  #listed(objects: DeepReadonly<T>[]): DeepReadonly<T>[] {
    if (objects.length === 0) this.#informer.noteNothingFound();
    return objects;
  }

  #started(): ListerSource<T> {
    if (this.#informer.isStarted) return this.#indexer;
    throw new InformerError(
      'ERR_INFORMER_NOT_STARTED',
      `informer ${this.#informer.name} was never started, so its lister has nothing to read: call start() of its factory first, or set readBeforeStart`,
    );
  }
}
