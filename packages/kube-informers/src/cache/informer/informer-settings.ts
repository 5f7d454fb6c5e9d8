import type { HashRanges } from '../../meta/hash-ranges.js';
import { resourceName } from '../../meta/resource.js';
import type { KubernetesObject } from '../../meta/types.js';
import { systemClock } from '../../util/clock.js';
import type { Clock } from '../../util/clock.js';
import { containLogger } from '../../util/logger.js';
import type { Logger } from '../../util/logger.js';
import { requireMethods } from '../../util/require.js';
import type { CacheObjects } from '../cache-format.js';
import type { HandlerFailure } from '../handlers/handler-registration.js';
import { defaultSlowHandlerMs } from '../handlers/slow-callbacks.js';
import { UnhandledFailures } from '../handlers/unhandled-failures.js';
import { defaultKeyFunc } from '../key-of.js';
import { plainFormat } from '../plain-format.js';
import { requireShard } from '../reflector/shard.js';
import type { ShardOptions } from '../reflector/shard.js';
import { isNamespaced } from '../reflector/namespaced-lister-watcher.js';
import type { NamespacedListerWatcher } from '../reflector/namespaced-lister-watcher.js';
import { SliceRunner } from '../slice-runner.js';
import { MemoryIndexer } from '../stores/indexer.js';
import type { KeyFunc, ListerWatcher } from '../types.js';
import { ShardControl } from './informer-shard.js';
import { requireInformerOptions } from './informer-options.js';
import type { InformerOptions, WatchErrorHandler } from './informer-options.js';

/** An informer's options with defaults applied, and the parts that are built from them. */
export interface InformerSettings<T extends KubernetesObject> {
  readonly name: string;
  readonly keyFunc: KeyFunc<T>;
  readonly indexer: MemoryIndexer<T>;
  /** True if the queue delivers whole lists, changes and bookmarks in order of arrival. */
  readonly storesInOrder: boolean;
  /** The shard that the informer holds; undefined for all objects. */
  readonly shard: ShardControl<T> | undefined;
  /** Decides how the indexer stores its objects. */
  readonly objects: CacheObjects;
  readonly runner: SliceRunner;
  readonly clock: Clock;
  readonly staleAfterMs: number | undefined;
  readonly slowHandlerMs: number;
  readonly logger: Logger;
  /** The user's hooks. Without hook and logger, a hook that emits a process warning. */
  readonly onWatchError: WatchErrorHandler | undefined;
  readonly onHandlerError: ((failure: HandlerFailure) => void) | undefined;
  readonly onObjectError: ((error: Error) => void) | undefined;
}

/** Throws ConfigError `ERR_OPTION` for an invalid source, or an invalid option of the informer or its Reflector. */
export function informerSettings<T extends KubernetesObject>(
  source: ListerWatcher<T> | NamespacedListerWatcher<T>,
  options: InformerOptions<T> & { readonly shard?: HashRanges | ShardOptions | undefined },
  frozen = false,
): InformerSettings<T> {
  if (!isNamespaced(source)) requireMethods('listerWatcher of an informer', source, ['list', 'watch']);
  requireInformerOptions(options);
  const { resource, indexers, keyFunc = defaultKeyFunc, clock = systemClock } = options;
  const name = options.name ?? (resource === undefined ? 'informer' : resourceName(resource));
  const objects = (options.cacheFormat ?? plainFormat).newCache({ frozen });
  const shard = options.shard === undefined ? undefined : requireShard('an informer', options.shard);
  // With several namespaces, a ReplacedAll would replace the objects of the others, too. A change of the shard waits for an
  // empty queue; a ReplacedAll has left the queue before it is stored.
  const storesInOrder = options.queue === 'RealFIFO' && !isNamespaced(source) && shard === undefined;
  const unhandled = options.logger === undefined ? new UnhandledFailures(name) : undefined;
  const indexer = new MemoryIndexer<T>({
    keyFunc,
    indexers,
    // Out of order, the queue reports the resourceVersion of the store whenever it is empty.
    versionFromBookmarks: !storesInOrder,
    onChange: objects.onChange,
  });
  return {
    name,
    onWatchError: options.onWatchError ?? (unhandled && ((error) => unhandled.report('watch', error))),
    onHandlerError:
      options.onHandlerError ?? (unhandled && (({ error }) => unhandled.report('handler', error))),
    onObjectError: options.onObjectError ?? (unhandled && ((error) => unhandled.report('object', error))),
    keyFunc,
    indexer,
    storesInOrder,
    shard: shard && new ShardControl<T>(name, keyFunc, shard),
    objects,
    runner: options.runner ?? new SliceRunner({ clock }),
    clock,
    staleAfterMs: options.staleAfterMs,
    slowHandlerMs: options.slowHandlerMs ?? defaultSlowHandlerMs,
    logger: containLogger(options.logger),
  };
}
