import type { OptionNames } from '../util/known-options.js';
import { requireKnownOptions } from '../util/known-options.js';
import { newInformer } from '../cache/informer/informer.js';
import type { InformerOptions } from '../cache/informer/informer-options.js';
import type { CallOptions, Deletion, Indexer, ListerWatcher } from '../cache/types.js';
import { splitMetaNamespaceKey } from '../meta/names.js';
import type { KubernetesObject } from '../meta/types.js';
import type { WatchStream } from '../meta/watch.js';
import { informerOptionNames } from '../cache/informer/informer-options.js';
import { requireSignal } from '../util/require.js';
import { asError } from '../util/errors.js';
import { linkSignal, onAbort } from '../util/signal.js';
import { EventBuffer } from './event-buffer.js';

/** An informer, read as a watch; see `newInformerWatcher`. */
export interface InformerWatcher<T extends KubernetesObject> extends WatchStream<T> {
  /** The informer's cache, which is ahead of the events. Only for reading. */
  readonly indexer: Indexer<T>;
  /** True once the cache holds the first list, whole. */
  readonly hasSynced: boolean;
  /** Resolves when `hasSynced` turns true. Rejects with InformerError when it was stopped before. */
  readonly synced: Promise<void>;
  /** Resolves when nothing of the informer runs any more; never rejects. */
  readonly done: Promise<void>;
}

const informerWatcherOptionNames: OptionNames<InformerOptions<KubernetesObject> & CallOptions> = {
  ...informerOptionNames,
  signal: true,
};

/**
 * watch.NewIndexerInformerWatcher: an informer whose changes are read as a watch that never ends by itself: what is there
 * comes as ADDED events, then every change. It has no gaps in its states, but after a relist there may be events that nobody
 * saw. There are no ERROR events and no bookmarks: faults go to the hooks, as with every informer.
 *
 * The informer starts at once and never waits for the reader: events that are not read yet are kept. `stop`, leaving a
 * `for await`, and aborting the signal drop them and end it; `done` tells when. A delete that was missed comes as DELETED
 * with the last state known. Throws ConfigError `ERR_OPTION`.
 */
export function newInformerWatcher<T extends KubernetesObject>(
  listerWatcher: ListerWatcher<T>,
  options: InformerOptions<T> & CallOptions = {},
): InformerWatcher<T> {
  requireKnownOptions('newInformerWatcher', options, informerWatcherOptionNames);
  const { signal, ...informerOptions } = options;
  requireSignal('newInformerWatcher', signal);
  const events = new EventBuffer<T>(() => stop.abort(new Error('the watch was stopped')));
  const informer = newInformer<T>(
    listerWatcher,
    {
      onAdd: (object) => events.push({ type: 'ADDED', object }),
      onUpdate: (_old, object) => events.push({ type: 'MODIFIED', object }),
      onDelete: (deletion) => events.push({ type: 'DELETED', object: lastStateOf(deletion) }),
    },
    informerOptions,
  );
  // After whatever may throw: whoever links, disposes.
  const stop = linkSignal(signal);
  // At once, also while the Reflector winds up: a stop is silent.
  if (stop.signal.aborted) events.stop();
  const undo = onAbort(stop.signal, () => events.stop());
  const run = async (): Promise<void> => {
    try {
      await informer.controller.run({ signal: stop.signal });
      events.end();
    } catch (thrown) {
      // The reader is told.
      events.end(asError(thrown));
    } finally {
      undo();
      stop.dispose();
    }
  };
  const done = run();
  return {
    indexer: informer.indexer,
    done,
    get hasSynced() {
      return informer.controller.hasSynced;
    },
    get synced() {
      return informer.controller.synced;
    },
    nextBatch: () => events.nextBatch(),
    stop: () => events.stop(),
    [Symbol.dispose]: () => events.stop(),
    [Symbol.asyncIterator]: () => events[Symbol.asyncIterator](),
  };
}

/** The object that a DELETED shows; of a bare key, which no server's answer leads to, what the key says. */
function lastStateOf<T extends KubernetesObject>({ object, key }: Deletion<T>): T {
  if (object !== undefined) return object;
  const { namespace, name } = splitMetaNamespaceKey(key);
  // All that is known of it; a KubernetesObject promises no more.
  return { metadata: { name, namespace } } as T;
}
