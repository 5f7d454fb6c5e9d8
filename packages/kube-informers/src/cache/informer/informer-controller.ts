import type { KubernetesObject } from '../../meta/types.js';
import { callHook } from '../../util/call-hook.js';
import { pickOptions } from '../../util/known-options.js';
import type { Steps } from '../../util/steps.js';
import type { CacheIntake } from '../cache-format.js';
import { DeltaFIFO } from '../queues/delta-fifo.js';
import { processInSteps, processObjects } from '../queues/process-deltas.js';
import type { ChangeSink } from '../queues/process-deltas.js';
import { keepingShard } from '../reflector/shard.js';
import { RealFIFO } from '../queues/real-fifo.js';
import { reflectorOptionNames } from '../reflector/reflector-options.js';
import { TransactionError } from '../stores/transaction.js';
import type { DeltaKeys, Deltas, ListerWatcher, ObjectDelta, Queue } from '../types.js';
import { Controller } from './controller.js';
import type { ControllerOptions } from './controller.js';
import type { InformerOptions } from './informer-options.js';
import type { InformerSettings } from './informer-settings.js';
import type { NamespaceOptions } from './namespace-objects.js';

/** What an informer determines when it starts. */
export interface InformerControllerOptions<T extends KubernetesObject>
  extends
    Pick<ControllerOptions<T>, 'onSynced' | 'shouldResync' | 'status'>,
    Pick<InformerOptions<T>, 'resyncPeriodMs' | 'onWatchError'> {
  /** Decodes and transforms objects for the cache. */
  readonly intake: CacheIntake<T>;
  /** Called with each change, once the indexer shows it. */
  readonly sink: ChangeSink<T>;
  /** Set if several controllers write into the indexer. */
  readonly namespace?: NamespaceOptions<T> | undefined;
}

/** Creates the controller that keeps `settings.indexer` up to date (client-go's newInformer). */
export function newInformerController<T extends KubernetesObject>(
  listerWatcher: ListerWatcher<T>,
  options: InformerOptions<T>,
  settings: InformerSettings<T>,
  startOptions: InformerControllerOptions<T>,
): Controller<T> {
  const { indexer, keyFunc, logger, name, storesInOrder } = settings;
  const { intake, sink, onWatchError, namespace, ...controllerOptions } = startOptions;
  const known = namespace?.objects ?? indexer;
  const shard = settings.shard?.shardOf(listerWatcher, known);
  const resource = options.resource?.resource ?? name;
  const info = { informer: name, resource, namespace: namespace?.namespace };
  const onError = (error: Error): void => {
    logger.error({ name, err: error }, 'an object could not be stored');
    callHook('onObjectError', logger, () => settings.onObjectError?.(error));
  };
  const processInOrder = (deltas: Deltas<T>, isInInitialList: boolean, keys: DeltaKeys): Steps | undefined =>
    processInSteps(sink, indexer, deltas, isInInitialList, keyFunc, keys);
  const processByKey = (deltas: Deltas<T>, isInInitialList: boolean, keys: DeltaKeys): void => {
    // A queue that does not store in order returns only deltas of single objects.
    processObjects(sink, indexer, deltas as readonly ObjectDelta<T>[], isInInitialList, keys);
  };
  // Errors are reported for each object, as without a batch.
  const processManyByKey = (deltas: ObjectDelta<T>[], isInInitialList: boolean, keys: DeltaKeys): void => {
    try {
      processByKey(deltas, isInInitialList, keys);
    } catch (error) {
      if (!(error instanceof TransactionError)) throw error;
      for (const refusal of error.errors) onError(refusal);
    }
  };
  const onDrained = (resourceVersion: string): void => {
    if (namespace === undefined) indexer.bookmark(resourceVersion);
    else namespace.onDrained(resourceVersion);
    shard?.drained();
  };
  const { objectFormat } = intake;
  const transformer = shard === undefined ? intake.transformer : keepingShard(shard.by, intake.transformer);
  const common = { keyFunc, transformer, onError, logger };
  const queue: Queue<T> = storesInOrder
    ? new RealFIFO<T>({ ...common, atomicEvents: true })
    : options.queue === 'RealFIFO'
      ? new RealFIFO<T>({ ...common, atomicEvents: false, knownObjects: known, onDrained })
      : new DeltaFIFO<T>({
          ...common,
          knownObjects: known,
          emitDeltaTypeReplaced: true,
          onDrained,
        });
  shard?.attach(queue);
  return new Controller<T>({
    ...pickOptions(options, reflectorOptionNames),
    expectedType: options.expectedType ?? options.resource,
    format: objectFormat,
    ...controllerOptions,
    onWatchError: (error, during) => onWatchError?.(error, { ...info, during }),
    name: namespace === undefined ? name : `${name} in ${namespace.namespace}`,
    queue,
    listerWatcher: shard ?? listerWatcher,
    process: storesInOrder ? processInOrder : processByKey,
    processBatch: storesInOrder ? processInOrder : processManyByKey,
    onProcessError: onError,
    runner: settings.runner,
  });
}
