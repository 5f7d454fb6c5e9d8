import type { OptionNames } from '../../util/known-options.js';
import { requireKnownOptions } from '../../util/known-options.js';
import { ConfigError, KubeInformersError, asError } from '../../util/errors.js';
import { noopLogger } from '../../util/logger.js';
import type { Logger } from '../../util/logger.js';
import { requireSignal } from '../../util/require.js';
import { raceSignal } from '../../util/signal.js';
import type { CallOptions } from '../types.js';

/** cache.DoneChecker: something that syncs once. Informers, controllers' informers and handlers' registrations are. */
export interface Syncable {
  /** What to call it in a message. */
  readonly name: string;
  readonly hasSynced: boolean;
  /** Resolves when `hasSynced` turns true; may reject when it never will. */
  readonly synced: Promise<unknown>;
  /** The last failure to list or watch; undefined when there was none. */
  readonly lastWatchError?: Error | undefined;
}

/** What did not sync, and what is known about why. */
export interface UnsyncedCache {
  readonly name: string;
  /** The last failure of its list or watch, or why it will never sync; undefined when it is only slow. */
  readonly error: Error | undefined;
}

/**
 * Some caches did not sync before the wait ended. Code: `ERR_CACHE_SYNC`.
 *
 * `cause` is why the wait ended: the signal's reason, or the error of the first cache that will never sync.
 */
export class CacheSyncError extends KubeInformersError {
  override readonly name = 'CacheSyncError';
  /** In the order in which they were given. */
  readonly unsynced: readonly UnsyncedCache[];

  constructor(unsynced: readonly UnsyncedCache[], cause: unknown) {
    const why = unsynced.map(({ name, error }) => `${name} (${error?.message ?? 'no error, still waiting'})`);
    super('ERR_CACHE_SYNC', `caches did not sync: ${why.join(', ')}: ${asError(cause).message}`, { cause });
    this.unsynced = unsynced;
  }
}

/** Options of `waitForCacheSync`. */
export interface WaitForCacheSyncOptions extends CallOptions {
  /** Told, at level info, of the wait, of each cache that has synced, and of the end. Default: none. */
  readonly logger?: Logger | undefined;
  /** Who waits, for the log. */
  readonly name?: string | undefined;
}

const waitForCacheSyncOptionNames: OptionNames<WaitForCacheSyncOptions> = {
  signal: true,
  logger: true,
  name: true,
};

/**
 * cache.WaitForCacheSync and WaitFor: resolves when all have synced; without polling.
 *
 * Throws ConfigError `ERR_OPTION` when the options are missing, CacheSyncError as soon as the signal aborts or one of
 * them will never sync. What has synced by then counts, also when the signal was aborted before the call. Without a
 * signal and with a server that never answers, it waits for ever.
 */
export async function waitForCacheSync(
  options: WaitForCacheSyncOptions,
  ...caches: readonly Syncable[]
): Promise<void> {
  // Called from JavaScript as well, where nothing checked the type.
  const given: unknown = options;
  if (typeof given === 'object' && given !== null && 'hasSynced' in given) {
    const { name } = given as { readonly name?: unknown };
    throw new ConfigError(
      'ERR_OPTION',
      `waitForCacheSync takes its options first, got ${String(name)}: write {} there`,
    );
  }
  requireKnownOptions('waitForCacheSync', options, waitForCacheSyncOptionNames);
  requireSignal('waitForCacheSync', options.signal);
  const { signal, name, logger = noopLogger } = options;
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
      // After the end nobody waits for it any more.
      if (!over) synced(cache);
    }),
  );
  // With a signal that was aborted before, nobody would listen.
  all.catch(() => undefined);
  try {
    await raceSignal(all, signal);
  } catch (reason) {
    over = true;
    // The signal may have been faster than a promise that had already resolved.
    const missing = unsynced
      .filter((cache) => !cache.hasSynced)
      .map((cache) => ({ name: cache.name, error: cache.lastWatchError ?? failures.get(cache) }));
    if (missing.length === 0) return;
    const error = new CacheSyncError(missing, reason);
    logger.error({ name, err: error }, 'caches did not sync');
    throw error;
  }
}
