import { requireCall, requireKnownOptions } from '../../util/known-options.js';
import type { KubernetesObject } from '../../meta/types.js';
import { onAbort } from '../../util/signal.js';
import type { InformerController } from './informer-controller.js';
import { handlerName, requireHandler } from '../handlers/event-handler.js';
import type { HandlerRegistration } from '../handlers/event-handler.js';
import { newInformerController } from './informer-controllers.js';
import { informerOptionAliases, informerOptionNames, informerSettings } from './informer-options.js';
import type { InformerOptions } from './informer-options.js';
import { SharedProcessor } from '../handlers/shared-processor.js';
import type { CallOptions } from '../../meta/calls.js';
import type { ReadonlyIndexer, ListerWatcher, ResourceEventHandler } from '../types.js';

/** Returned by `newInformer`. */
export interface Informer<T extends KubernetesObject> {
  /** The cache. */
  readonly indexer: ReadonlyIndexer<T>;
  /**
   * Runs the informer; see `InformerController`. `run` resolves once the running callback has settled, without a time limit: a
   * callback must never wait for it. A callback may await `registration.removeAndWait()`, which has a time limit.
   */
  readonly controller: Pick<
    InformerController<T>,
    'name' | 'run' | 'hasSynced' | 'synced' | 'lastSyncResourceVersion'
  >;
  /** The handler's state. */
  readonly registration: HandlerRegistration;
}

/**
 * Creates a cache of one resource with one handler (client-go's NewInformer, NewIndexerInformer, NewInformerWithOptions).
 *
 * The handler is called for every change, in order, one event at a time, and also for updates in which a relist or resync
 * changed nothing. A failure of the handler is reported, and the next event follows. For several handlers, or handlers that
 * are added and removed, see SharedIndexInformer. Throws ConfigError `ERR_OPTION`.
 */
export function newInformer<T extends KubernetesObject>(
  listerWatcher: ListerWatcher<T>,
  handler: ResourceEventHandler<T>,
  options: InformerOptions<T> = {},
): Informer<T> {
  requireHandler(handler);
  requireKnownOptions('an informer', options, informerOptionNames, informerOptionAliases);
  const settings = informerSettings(listerWatcher, options);
  const { logger } = settings;
  const indexer = settings.newIndexer();
  const processor = new SharedProcessor<T>(settings);
  const listener = processor.addListener(
    handler,
    { handlerName: handlerName(handler), logger, requestedResyncPeriodMs: 0, resyncPeriodMs: 0 },
    [],
  );
  listener.isSyncing = true;
  const controller = newInformerController(listerWatcher, options, settings, {
    sink: processor,
    indexer,
    intake: settings.objects.intake(settings.stepsWith(options.transform)),
    resyncPeriodMs: options.resyncPeriodMs,
    onWatchError: settings.onWatchError,
    onSynced: () => processor.upstreamSynced(),
  });
  return {
    indexer,
    registration: listener,
    controller: {
      name: settings.name,
      async run(call: CallOptions = {}) {
        requireCall('run of an informer', call);
        const { signal } = call;
        // At once, also from within a callback: see SharedIndexInformer.
        const close = (): void => processor.close();
        if (signal?.aborted === true) close();
        const undo = signal && onAbort(signal, close);
        try {
          await controller.run({ signal });
        } finally {
          undo?.();
          await processor.stop();
        }
      },
      get hasSynced() {
        return controller.hasSynced;
      },
      get synced() {
        return controller.synced;
      },
      get lastSyncResourceVersion() {
        return controller.lastSyncResourceVersion;
      },
    },
  };
}
