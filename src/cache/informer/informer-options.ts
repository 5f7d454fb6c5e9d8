import type { OptionNames } from '../../util/known-options.js';
import { pickOptions } from '../../util/known-options.js';
import { newCompactCache } from '../../compact/compact-cache.js';
import type { CompactCache } from '../../compact/compact-cache.js';
import { compactOptions } from '../../compact/compact-options.js';
import type { CompactOptions } from '../../compact/compact-options.js';
import type { Resource } from '../../meta/resource.js';
import { resourceName } from '../../meta/resource.js';
import type { KubernetesObject } from '../../meta/types.js';
import type { ObjectFormat } from '../../meta/wire-format.js';
import { droppingFormat } from '../../wire/json-format.js';
import { systemClock } from '../../util/clock.js';
import type { Clock } from '../../util/clock.js';
import { ConfigError } from '../../util/errors.js';
import { noopLogger } from '../../util/logger.js';
import type { Logger } from '../../util/logger.js';
import { withEnd } from '../../util/steps.js';
import type { Steps } from '../../util/steps.js';
import { Controller } from './controller.js';
import type { ControllerOptions } from './controller.js';
import { DeltaFIFO } from '../queues/delta-fifo.js';
import { dropManagedFields } from './drop-managed-fields.js';
import { guardMetrics } from '../guarded-metrics.js';
import type { HandlerFailure } from '../handlers/handler-registration.js';
import { MemoryIndexer } from '../stores/indexer.js';
import type { InformerMetrics } from '../informer-metrics.js';
import { defaultKeyFunc } from '../key-of.js';
import { processInSteps, processObjects } from '../queues/process-deltas.js';
import type { ChangeSink } from '../queues/process-deltas.js';
import { RealFIFO } from '../queues/real-fifo.js';
import type { ReflectorMetrics } from '../reflector-metrics.js';
import { reflectorOptionNames, reflectorSettings } from '../reflector/reflector-options.js';
import type { ReflectorOptions } from '../reflector/reflector-options.js';
import type { ReflectorActivity } from '../reflector/reflector-step.js';
import { requireFunctions, requireMethods } from '../../util/require.js';
import { SliceRunner } from '../slice-runner.js';
import { TransactionError } from '../stores/transaction.js';
import type {
  DeltaKeys,
  Deltas,
  Indexers,
  KeyFunc,
  ListerWatcher,
  ObjectDelta,
  Queue,
  TransformFunc,
} from '../types.js';
import { UnheardFaults } from '../handlers/unheard.js';
import { callHook } from '../../util/call-hook.js';

/**
 * Which queue stands between the Reflector and the cache.
 *
 * `DeltaFIFO` gathers what happens to an object while the loop is busy elsewhere. `RealFIFO` keeps every event in the
 * order in which it came, and takes a relist as one step, as client-go does by default since 1.33. Handlers are told the
 * same with both.
 */
export type QueueKind = 'DeltaFIFO' | 'RealFIFO';

/** Where a fault of a list or watch happened. */
export interface WatchErrorInfo {
  /** Name of the informer. */
  readonly informer: string;
  /** Plural name of the resource; the informer's name where no descriptor was given. */
  readonly resource: string;
  readonly during: ReflectorActivity;
}

/** cache.WatchErrorHandler. */
export type WatchErrorHandler = (error: Error, info: WatchErrorInfo) => void;

/** What every informer takes, beside the options of its Reflector. */
export interface InformerOptions<T extends KubernetesObject> extends Omit<
  ReflectorOptions<T>,
  'shouldResync' | 'metrics' | 'onWatchError'
> {
  /** What is mirrored: gives the name, and objects of another kind are refused. Default: unknown. */
  readonly resource?: Resource<T> | undefined;
  /** Default: none. */
  readonly indexers?: Indexers<T> | undefined;
  /** Changes each object before it is stored; must be idempotent. One that it throws on is left out. Default: none. */
  readonly transform?: TransformFunc<T> | undefined;
  /**
   * Keeps each object as compressed bytes, and decodes it when somebody reads more of it than its key, kind, version,
   * labels and owners: a fraction of the memory, for programs that read few of their objects. See docs/compact.md.
   * Default: false.
   */
  readonly compact?: boolean | CompactOptions | undefined;
  /** Default: `DeltaFIFO`. */
  readonly queue?: QueueKind | undefined;
  /** Default: `namespace/name`, or `name`. */
  readonly keyFunc?: KeyFunc<T> | undefined;
  /**
   * Told of every fault, once, besides a line at level warn: a request that failed, a stream that broke, an event that was
   * skipped. The informer keeps what it has and goes on trying, whatever it is. A stop is no fault.
   *
   * Where there is neither this hook nor a logger, the first fault is a process warning (KUBE_INFORMERS_UNHEARD). The same
   * holds for the two hooks below.
   */
  readonly onWatchError?: WatchErrorHandler | undefined;
  /** Told of each event that a handler failed on, besides a line at level error. */
  readonly onHandlerError?: ((failure: HandlerFailure) => void) | undefined;
  /** Told of each object that could not be stored (its key, transform or an index function failed), besides a line at level error. */
  readonly onObjectError?: ((error: Error) => void) | undefined;
  readonly metrics?: (InformerMetrics & ReflectorMetrics) | undefined;
  /** Informers with one runner share their slices of the event loop. Default: one of its own. */
  readonly runner?: SliceRunner | undefined;
}

const { shouldResync: _shouldResync, ...reflectorNames } = reflectorOptionNames;

export const informerOptionNames: OptionNames<InformerOptions<KubernetesObject>> = {
  ...reflectorNames,
  resource: true,
  indexers: true,
  transform: true,
  compact: true,
  queue: true,
  keyFunc: true,
  onWatchError: true,
  onHandlerError: true,
  onObjectError: true,
  metrics: true,
  runner: true,
};

/** An informer's options with their defaults, and the parts that need no more than these. */
export interface InformerSettings<T extends KubernetesObject> {
  readonly name: string;
  readonly keyFunc: KeyFunc<T>;
  readonly indexer: MemoryIndexer<T>;
  /** What the objects are kept with where they are compact. */
  readonly compact: CompactCache | undefined;
  readonly runner: SliceRunner;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The hooks given; where there is neither hook nor logger, the ear of last resort. */
  readonly onWatchError: WatchErrorHandler | undefined;
  readonly onHandlerError: ((failure: HandlerFailure) => void) | undefined;
  readonly onObjectError: ((error: Error) => void) | undefined;
}

/** The options that are functions. */
const hooks = ['transform', 'keyFunc', 'onWatchError', 'onHandlerError', 'onObjectError'] as const;

/** Throws ConfigError `ERR_OPTION` for an option out of range, also one that is the Reflector's, and for what cannot be mirrored. */
export function informerSettings<T extends KubernetesObject>(
  listerWatcher: ListerWatcher<T>,
  options: InformerOptions<T>,
  frozen = false,
): InformerSettings<T> {
  requireMethods('listerWatcher of an informer', listerWatcher, ['list', 'watch']);
  requireInformerOptions(options);
  const { resource, indexers, keyFunc = defaultKeyFunc, clock = systemClock } = options;
  const name = options.name ?? (resource === undefined ? 'informer' : resourceName(resource));
  const compact = newCompactCache(options.compact, frozen, options.transform === dropManagedFields);
  const unheard = options.logger === undefined ? new UnheardFaults(name) : undefined;
  return {
    name,
    onWatchError: options.onWatchError ?? (unheard && ((error) => unheard.tell('watch', error))),
    onHandlerError: options.onHandlerError ?? (unheard && (({ error }) => unheard.tell('handler', error))),
    onObjectError: options.onObjectError ?? (unheard && ((error) => unheard.tell('object', error))),
    keyFunc,
    indexer: new MemoryIndexer<T>({ keyFunc, indexers, onChange: compact?.changed }),
    compact,
    runner: options.runner ?? new SliceRunner({ clock }),
    clock,
    logger: options.logger ?? noopLogger,
  };
}

/** Throws ConfigError `ERR_OPTION`: what can be said of options that are for more than one informer. */
export function requireInformerOptions<T extends KubernetesObject>(
  options: Omit<InformerOptions<T>, 'metrics'>,
): void {
  requireFunctions('an informer', options, hooks);
  reflectorSettings<T>({ ...options, onWatchError: undefined, metrics: undefined });
  compactOptions(options.compact);
  const { queue, runner } = options;
  if (runner !== undefined) requireMethods('runner of an informer', runner, ['wake', 'drop']);
  requireQueueKind(queue);
}

/** Throws ConfigError `ERR_OPTION` if the value is neither undefined nor a QueueKind. */
export function requireQueueKind(queue: string | undefined): void {
  if (queue === undefined || queue === 'DeltaFIFO' || queue === 'RealFIFO') return;
  throw new ConfigError('ERR_OPTION', `queue must be DeltaFIFO or RealFIFO, got ${queue}`);
}

/** What an informer has decided by the time it starts. */
export interface InformerControllerOptions<T extends KubernetesObject>
  extends
    Pick<ControllerOptions<T>, 'onSynced' | 'shouldResync'>,
    Pick<InformerOptions<T>, 'transform' | 'resyncPeriodMs' | 'onWatchError'> {
  /** Told of each change, once the indexer shows it. */
  readonly sink: ChangeSink<T>;
}

/** The controller that keeps `settings.indexer` up to date (client-go's newInformer). */
export function newInformerController<T extends KubernetesObject>(
  listerWatcher: ListerWatcher<T>,
  options: InformerOptions<T>,
  settings: InformerSettings<T>,
  decided: InformerControllerOptions<T>,
): Controller<T> {
  const { indexer, keyFunc, logger, name, compact } = settings;
  const { transform, sink, onWatchError, ...controllerOptions } = decided;
  const metrics = guardMetrics(options.metrics, logger);
  const resource = options.resource?.resource ?? name;
  const onError = (error: Error): void => {
    logger.error({ name, err: error }, 'an object could not be stored');
    callHook('onObjectError', logger, () => settings.onObjectError?.(error));
  };
  const process = (deltas: Deltas<T>, isInInitialList: boolean, keys: DeltaKeys): Steps | undefined =>
    processInSteps(sink, indexer, deltas, isInInitialList, keyFunc, keys);
  // A RealFIFO hands everything on in the order in which it came, bookmarks too, so the indexer's own notion is right.
  const tellVersion = (): void => metrics?.storeResourceVersion?.(indexer.resourceVersion);
  const processInOrder = (
    deltas: Deltas<T>,
    isInInitialList: boolean,
    keys: DeltaKeys,
  ): Steps | undefined => {
    let rest: Steps | undefined;
    try {
      rest = process(deltas, isInInitialList, keys);
    } finally {
      if (rest === undefined) tellVersion();
    }
    return rest === undefined || metrics === undefined ? rest : withEnd(rest, tellVersion);
  };
  // A DeltaFIFO does not: it says itself how far its consumer has come.
  const processByKey = (deltas: Deltas<T>, isInInitialList: boolean, keys: DeltaKeys): void => {
    const { resourceVersion } = indexer;
    try {
      // A DeltaFIFO hands out deltas of objects alone.
      processObjects(sink, indexer, deltas as readonly ObjectDelta<T>[], isInInitialList, keys);
    } finally {
      indexer.bookmark(resourceVersion);
    }
  };
  // What is refused is told as it would be without a batch: object by object.
  const processManyByKey = (deltas: ObjectDelta<T>[], isInInitialList: boolean, keys: DeltaKeys): void => {
    try {
      processByKey(deltas, isInInitialList, keys);
    } catch (error) {
      if (!(error instanceof TransactionError)) throw error;
      for (const refusal of error.errors) onError(refusal);
    }
  };
  const onDrained = (resourceVersion: string): void => {
    indexer.bookmark(resourceVersion);
    metrics?.storeResourceVersion?.(resourceVersion);
  };
  const transformer = compact === undefined ? transform : compact.transformer(transform);
  const common = { keyFunc, transformer, onError, logger };
  const inOrder = options.queue === 'RealFIFO';
  const queue: Queue<T> = inOrder
    ? new RealFIFO<T>({ ...common, atomicEvents: true })
    : new DeltaFIFO<T>({ ...common, knownObjects: indexer, emitDeltaTypeReplaced: true, onDrained });
  return new Controller<T>({
    ...pickOptions(options, reflectorOptionNames),
    metrics,
    expectedType: options.expectedType ?? options.resource,
    format: formatFor(options.format, transform, compact),
    ...controllerOptions,
    onWatchError: (_reflector, error, during) => onWatchError?.(error, { informer: name, resource, during }),
    name,
    queue,
    listerWatcher,
    process: inOrder ? processInOrder : processByKey,
    // Metrics are told of a DeltaFIFO's items one by one.
    processBatch: inOrder ? processInOrder : metrics === undefined ? processManyByKey : undefined,
    onProcessError: onError,
    informerMetrics: metrics,
    runner: settings.runner,
  });
}

/** What a source makes its objects of; undefined: what a Reflector has by default. */
function formatFor<T extends KubernetesObject>(
  format: ObjectFormat<KubernetesObject> | undefined,
  transform: TransformFunc<T> | undefined,
  compact: CompactCache | undefined,
): ObjectFormat<KubernetesObject> | undefined {
  const drops = transform === dropManagedFields;
  // It has dropped them already; what it could not keep compact goes through the transform.
  if (compact !== undefined && (transform === undefined || drops)) return compact.format;
  // Other transforms are given plain objects, which they may change.
  return format ?? (drops ? droppingFormat() : undefined);
}
