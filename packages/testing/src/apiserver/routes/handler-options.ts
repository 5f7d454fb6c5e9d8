import type { PodStreams } from '../streams/pod-streams.js';
import type { WriteGuard } from '../registry/context.js';
import type { WatchOptions } from '../watch/watch.js';

import type { Admission } from '../admission/admission.js';

/** Options of the handlers besides the storage. */
export interface HandlerOptions extends WatchOptions {
  readonly admission: Admission;
  /** Minor version of Kubernetes. */
  readonly minor: number;
  /** Serves watch-lists. */
  readonly watchList: boolean;
  /** Serves shards. */
  readonly shardedListAndWatch: boolean;
  /** Answers DELETE with a Status that has the resourceVersion of the deletion. */
  readonly deleteResourceVersion: boolean;
  /** Checks what the user writes; undefined if nothing does. */
  readonly guard?: WriteGuard | undefined;
  /** The functions for exec, attach, port-forward and logs. */
  readonly streams: PodStreams;
  /** How long the watch caches have been unready, ms; undefined when they are ready. */
  cacheDowntimeMs(): number | undefined;
}
