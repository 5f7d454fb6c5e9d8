import type { WatchOptions } from '../watch/watch.js';

/** What the handlers need beside the storage. */
export interface HandlerOptions extends WatchOptions {
  /** Serves watch-list. */
  readonly watchList: boolean;
  /** Serves shards. */
  readonly shardedListAndWatch: boolean;
  /** How long the watch caches have been unready, ms; undefined when they are ready. */
  cacheDowntimeMs(): number | undefined;
}
