import type { OptionNames } from '../util/known-options.js';
import { requireKnownOptions } from '../util/known-options.js';
import { newInformer } from '../cache/informer/informer.js';
import type { InformerOptions } from '../cache/informer/informer-options.js';
import type { CallOptions } from '../meta/calls.js';
import type { Deletion, ReadonlyIndexer, ListerWatcher } from '../cache/types.js';
import { splitMetaNamespaceKey } from '../meta/names.js';
import type { KubernetesObject } from '../meta/types.js';
import type { WatchStream } from '../meta/watch.js';
import { informerOptionNames } from '../cache/informer/informer-options.js';
import { requireAbortSignal } from '../util/require.js';
import { asError } from '../util/errors.js';
import { linkSignal, onAbort } from '../util/signal.js';
import { EventBuffer } from './event-buffer.js';
import type { DeepReadonly } from '../util/deep-readonly.js';

/** An informer read as a watch; see `newInformerWatcher`. */
export interface InformerWatcher<T extends KubernetesObject> extends WatchStream<DeepReadonly<T>> {
  /** The informer's cache, which is ahead of the events. */
  readonly indexer: ReadonlyIndexer<T>;
  /** True once the cache contains the complete first list. */
  readonly hasSynced: boolean;
  /** Resolves when `hasSynced` becomes true. Rejects with InformerError if the informer is stopped before. */
  readonly synced: Promise<void>;
  /** Resolves when the informer has stopped completely; never rejects. */
  readonly done: Promise<void>;
}

const informerWatcherOptionNames: OptionNames<InformerOptions<KubernetesObject> & CallOptions> = {
  ...informerOptionNames,
  signal: requireAbortSignal,
};

/**
 * Starts an informer whose changes are read as a watch (client-go's watch.NewIndexerInformerWatcher).
 *
 * The watch does not end unless it is stopped: existing objects are delivered as ADDED events, then every change. States are
 * complete, but events between two states may be missing after a relist. There are no ERROR events and no bookmarks:
 * errors go to the hooks, as with every informer.
 *
 * The informer starts immediately and never waits for the reader: unread events are kept. `stop`, leaving a `for
 * await`, and aborting the signal discard them and end it; `done` resolves afterwards. A missed delete is delivered
 * as DELETED with the last known state. Throws ConfigError `ERR_OPTION`.
 */
export function newInformerWatcher<T extends KubernetesObject>(
  listerWatcher: ListerWatcher<T>,
  options: InformerOptions<T> & CallOptions = {},
): InformerWatcher<T> {
  requireKnownOptions('newInformerWatcher', options, informerWatcherOptionNames);
  const { signal, ...informerOptions } = options;
  const events = new EventBuffer<DeepReadonly<T>>(() => stop.abort(new Error('the watch was stopped')));
  const informer = newInformer<T>(
    listerWatcher,
    {
      onAdd: (object) => events.push({ type: 'ADDED', object }),
      onUpdate: (_old, object) => events.push({ type: 'MODIFIED', object }),
      onDelete: (deletion) => events.push({ type: 'DELETED', object: lastStateOf(deletion) }),
    },
    informerOptions,
  );
  // After everything that may throw, so that the link is always disposed.
  const stop = linkSignal(signal);
  // Immediately, also while the Reflector stops: a stop is silent.
  if (stop.signal.aborted) events.stop();
  const undo = onAbort(stop.signal, () => events.stop());
  const run = async (): Promise<void> => {
    try {
      await informer.controller.run({ signal: stop.signal });
      events.end();
    } catch (thrown) {
      // The reader receives the error.
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

/**
 * Returns the object of a DELETED event; for a bare key, which no server's response causes, an object with that key.
 */
export function lastStateOf<T extends KubernetesObject>({ object, key }: Deletion<T>): DeepReadonly<T> {
  if (object !== undefined) return object;
  const { namespace, name } = splitMetaNamespaceKey(key);
  // A KubernetesObject has no other required fields.
  return { metadata: { name, namespace } } as DeepReadonly<T>;
}
