import type { OptionNames } from '../../util/known-options.js';
import { ConfigError } from '../../util/errors.js';
import { requireFunctions, requireMethods } from '../../util/require.js';
import type { Resource } from '../../meta/resource.js';
import type { KubernetesObject } from '../../meta/types.js';
import type { CacheFormat } from '../cache-format.js';
import type { HandlerFailure } from '../handlers/handler-registration.js';
import type { InformerMetrics } from '../informer-metrics.js';
import type { ReflectorMetrics } from '../reflector-metrics.js';
import { reflectorOptionNames, reflectorSettings } from '../reflector/reflector-options.js';
import type { ReflectorOptions } from '../reflector/reflector-options.js';
import type { ReflectorActivity } from '../reflector/reflector-step.js';
import type { SliceRunner } from '../slice-runner.js';
import type { Indexers, KeyFunc, TransformFunc } from '../types.js';

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
  /** The namespace, of an informer that has several; otherwise undefined. */
  readonly namespace: string | undefined;
}

/** cache.WatchErrorHandler. */
export type WatchErrorHandler = (error: Error, info: WatchErrorInfo) => void;

/** What every informer takes, beside the options of its Reflector. */
export interface InformerOptions<T extends KubernetesObject> extends Omit<
  ReflectorOptions,
  'shouldResync' | 'metrics' | 'onWatchError' | 'format'
> {
  /** What is mirrored: gives the name, and objects of another kind are refused. Default: unknown. */
  readonly resource?: Resource<T> | undefined;
  /** Default: none. */
  readonly indexers?: Indexers<T> | undefined;
  /** Changes each object before it is stored; must be idempotent. One that it throws on is left out. Default: none. */
  readonly transform?: TransformFunc<T> | undefined;
  /** How the cache keeps its objects, such as `compactFormat()`. Default: as they are decoded. */
  readonly cacheFormat?: CacheFormat | undefined;
  /** Default: `DeltaFIFO`. */
  readonly queue?: QueueKind | undefined;
  /** Default: `namespace/name`, or `name`. */
  readonly keyFunc?: KeyFunc<T> | undefined;
  /**
   * Told of every fault, once, besides a line at level warn: a request that failed, a stream that broke, an event that was
   * skipped. The informer keeps what it has and goes on trying, whatever it is. A stop is no fault.
   *
   * Where there is neither this hook nor a logger, the first fault is a process warning (KUBE_INFORMERS_UNHANDLED). The same
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

const { shouldResync: _shouldResync, format: _format, ...reflectorNames } = reflectorOptionNames;

export const informerOptionNames: OptionNames<InformerOptions<KubernetesObject>> = {
  ...reflectorNames,
  resource: true,
  indexers: true,
  transform: true,
  cacheFormat: true,
  queue: true,
  keyFunc: true,
  onWatchError: true,
  onHandlerError: true,
  onObjectError: true,
  metrics: true,
  runner: true,
};

/** What users may expect to be an option. */
export const informerOptionAliases = { compact: 'cacheFormat', format: 'cacheFormat' } as const;

/** The options that are functions. */
const hooks = ['transform', 'keyFunc', 'onWatchError', 'onHandlerError', 'onObjectError'] as const;

/** Throws ConfigError `ERR_OPTION`: what can be said of options that are for more than one informer. */
export function requireInformerOptions<T extends KubernetesObject>(
  options: Omit<InformerOptions<T>, 'metrics'>,
): void {
  requireFunctions('an informer', options, hooks);
  reflectorSettings({ ...options, onWatchError: undefined, metrics: undefined });
  const { cacheFormat, queue, runner } = options;
  if (cacheFormat !== undefined) requireMethods('cacheFormat of an informer', cacheFormat, ['newCache']);
  if (runner !== undefined) requireMethods('runner of an informer', runner, ['wake', 'drop']);
  requireQueueKind(queue);
}

/** Throws ConfigError `ERR_OPTION` if the value is neither undefined nor a QueueKind. */
export function requireQueueKind(queue: string | undefined): void {
  if (queue === undefined || queue === 'DeltaFIFO' || queue === 'RealFIFO') return;
  throw new ConfigError('ERR_OPTION', `queue must be DeltaFIFO or RealFIFO, got ${queue}`);
}
