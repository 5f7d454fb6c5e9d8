import type { OptionNames } from '../../util/known-options.js';
import {
  hasMethods,
  hasStrings,
  requireAboveZero,
  requireBoolean,
  requireFunction,
  requireMethods,
} from '../../util/require.js';
import type { Resource } from '../../meta/resource.js';
import type { KubernetesObject } from '../../meta/types.js';
import { FieldMask } from '../../meta/field-mask.js';
import type { AnyFields } from '../../meta/projected.js';
import type { CacheFormat } from '../cache-format.js';
import { unnamedHandler } from '../handlers/event-handler.js';
import type { HandlerFailure } from '../handlers/event-handler.js';
import { defaultSlowHandlerMs } from '../handlers/slow-callbacks.js';
import { reflectorOptionNames } from '../reflector/reflector-options.js';
import type { ListAndWatchOptions, ReflectorOptions } from '../reflector/reflector-options.js';
import type { ReflectorActivity } from '../reflector/reflector-state.js';
import type { Indexers, KeyFunc, ListerWatcher, TransformFunc, WhereFunc } from '../types.js';
import { resourceName } from '../../meta/resource.js';
import { systemClock } from '../../util/clock.js';
import { containLogger } from '../../util/logger.js';
import { defaultKeyFunc } from '../key-of.js';
import { plainFormat } from '../cache-format.js';
import { isNamespaced } from '../reflector/listwatch.js';
import type { NamespacedListerWatcher } from '../reflector/listwatch.js';
import { requireRunner, SliceRunner } from '../slice-runner.js';
import { objectSteps } from '../transform.js';
import type { ObjectSteps, SeenFunc } from '../transform.js';
import { MemoryIndexer, requireIndexers } from '../stores/indexer.js';
import type { NewIndexer } from '../stores/multi-namespace-indexer.js';
import type { Shard } from './informer-shard.js';
import { UnhandledFailures } from '../../util/call-hook.js';

/** Where a list or watch failed. */
export interface WatchErrorInfo {
  /** Name of the informer. */
  readonly informer: string;
  /** Plural name of the resource; the informer's name if it has no `resource`. */
  readonly resource: string;
  /** What failed: a list, a watch, a watch-list or a resync. */
  readonly during: ReflectorActivity;
  /** The namespace, if the informer has several; otherwise undefined. */
  readonly namespace: string | undefined;
}

/** Called with each failure of a list or watch (client-go's WatchErrorHandler). */
export type WatchErrorHandler = (error: Error, info: WatchErrorInfo) => void;

/** Options of an informer, and of all informers of a factory. */
export interface CommonInformerOptions extends ListAndWatchOptions {
  /**
   * Whether handlers get no update if nothing but the resourceVersion changed of what is kept. The cache gets the new object all
   * the same. Of objects that are kept with their managedFields something else has nearly always changed. Default: false.
   */
  readonly skipUnchanged?: boolean | undefined;
  /** How the cache stores objects, such as `compact()` of `kube-informers/compact`. Default: `plainFormat`, as they are decoded. */
  readonly cacheFormat?: CacheFormat | undefined;
  /**
   * Called once for each failed request, broken stream or skipped event, which is also logged at level warn. The informer
   * keeps its objects and retries after any failure. A stop is not a failure.
   *
   * Without this hook and a logger, the 1st, 4th, 16th, … failure emits a process warning (KUBE_INFORMERS_UNHANDLED). The same holds for
   * the two hooks below.
   */
  readonly onWatchError?: WatchErrorHandler | undefined;
  /** Called for each event on which a handler failed, which is also logged at level error. */
  readonly onHandlerError?: ((failure: HandlerFailure) => void) | undefined;
  /** Called for each object whose key, transform, where or index function failed, which is also logged at level error. It is not stored. */
  readonly onObjectError?: ((error: Error) => void) | undefined;
  /**
   * Time after which a callback of a handler counts as slow, ms, also while its promise is pending: it is counted in `stats`
   * and logged at level warn, each handler at most once a minute. Infinity for never. Default: 10 s.
   */
  readonly slowHandlerMs?: number | undefined;
  /**
   * Runs the informer's work in time slices; informers may share one. Default: a new one.
   * @internal
   */
  readonly runner?: SliceRunner | undefined;
}

/** Options of every informer, including those of its Reflector. */
export interface InformerOptions<T extends KubernetesObject>
  extends CommonInformerOptions, Pick<ReflectorOptions, 'name' | 'expectedType'> {
  /** The resource that is cached. Sets the informer's name; objects of another kind are refused. Default: any kind. */
  readonly resource?: Resource<T, string, 'list' | 'watch'> | undefined;
  /** Default: none. */
  readonly indexers?: Indexers<T> | undefined;
  /** Changes each object before it is stored; must be idempotent. If it throws, the object is not stored. Default: none. */
  readonly transform?: TransformFunc<T> | undefined;
  /**
   * Keeps only objects for which it returns true, of what `fields` and `transform` leave of them. It must decide by the object
   * alone. An object that no longer passes is deleted from the cache, and handlers get a deletion with `leftScope`. If it throws,
   * the object is not stored, and what is stored of it stays. A transform beside it must keep the key of objects. Default: all.
   */
  readonly where?: WhereFunc<T> | undefined;
  /**
   * Keeps only these fields, and the identity of each object; the others are not parsed: `{ status: { phase: true } }`. `T` must be
   * `Projected<…>` then, as a factory makes it; calls that replace an object refuse one of this cache. After the first list, a
   * warning names what no object has and looks misspelt: of a built-in kind a field that this version does not know, of another
   * one `spek` or `spec.sise` that none of at least ten objects has. Not together with `exclude`. Default: all fields.
   */
  readonly fields?: AnyFields | undefined;
  /** Leaves out these fields: `{ metadata: { managedFields: true } }`. Otherwise as `fields`. Default: none. */
  readonly exclude?: AnyFields | undefined;
  /** Default: `namespace/name`, or `name`. */
  readonly keyFunc?: KeyFunc<T> | undefined;
}

const {
  shouldResync: _shouldResync,
  format: _format,
  status: _status,
  ...reflectorNames
} = reflectorOptionNames;

export const informerOptionNames: OptionNames<InformerOptions<KubernetesObject>> = {
  ...reflectorNames,
  resource: hasStrings('group', 'version', 'resource', 'kind'),
  indexers: requireIndexers,
  transform: requireFunction,
  where: requireFunction,
  skipUnchanged: requireBoolean,
  fields: true,
  exclude: true,
  cacheFormat: hasMethods('newCache'),
  keyFunc: requireFunction,
  onWatchError: requireFunction,
  onHandlerError: requireFunction,
  onObjectError: requireFunction,
  slowHandlerMs: requireAboveZero,
  runner: requireRunner,
};

/** Names that users may expect, for the error message. */
export const informerOptionAliases = {
  compact: 'cacheFormat: compact() of kube-informers/compact',
  format: 'cacheFormat',
} as const;

// Compared as a method, like the functions of types.ts.
type StepsWith<T> = {
  steps(transform: TransformFunc<T> | undefined, seen?: SeenFunc): ObjectSteps<T>;
}['steps'];

/** An informer's options with defaults applied, and the parts that are built from them. */
export type InformerSettings<T extends KubernetesObject> = Readonly<ReturnType<typeof informerSettings<T>>>;

/** Fills in the defaults of options that have been checked. Throws ConfigError `ERR_OPTION` for an invalid source. */
export function informerSettings<T extends KubernetesObject>(
  source: ListerWatcher<T> | NamespacedListerWatcher<T>,
  options: InformerOptions<T> & { readonly shard?: Shard | undefined },
  frozen = false,
) {
  if (!isNamespaced(source)) requireMethods('listerWatcher of an informer', source, ['list', 'watch']);
  const { resource, indexers, keyFunc = defaultKeyFunc, clock = systemClock } = options;
  const name = options.name ?? (resource === undefined ? 'informer' : resourceName(resource));
  const mask = FieldMask.of(`informer ${name}`, options);
  const objects = (options.cacheFormat ?? plainFormat).newCache({
    frozen,
    mask,
    type: resource,
  });
  const unhandled =
    options.logger === undefined
      ? new UnhandledFailures('The informer keeps running.', ' or a logger')
      : undefined;
  // The hooks are the user's; without hook and logger, some that emit a process warning.
  const onWatchError: WatchErrorHandler | undefined =
    options.onWatchError ??
    (unhandled && ((error) => unhandled.report('onWatchError', `informer ${name}`, error, false)));
  const onHandlerError: InformerOptions<T>['onHandlerError'] =
    options.onHandlerError ??
    (unhandled && ((failure) => unhandled.report('onHandlerError', describeFailure(failure), failure.error)));
  const onObjectError: InformerOptions<T>['onObjectError'] =
    options.onObjectError ??
    (unhandled && ((error) => unhandled.report('onObjectError', `informer ${name}`, error)));
  const stepsWith: StepsWith<T> = (transform, seen) => objectSteps(mask, transform, options.where, seen);
  const newIndexer: NewIndexer<T> = (given = indexers) =>
    new MemoryIndexer<T>({
      keyFunc,
      indexers: given,
      // The keys of a DeltaFIFO are out of order: it reports the resourceVersion of the store whenever it is empty.
      versionFromBookmarks: true,
      onChange: objects.onChange,
    });
  return {
    name,
    onWatchError,
    onHandlerError,
    onObjectError,
    keyFunc,
    /** Creates the store of a list and watch. */
    newIndexer,
    /** The shard that the informer holds; undefined for all objects. */
    shard: options.shard?.forInformer<T>(name, keyFunc),
    /** The fields that are kept; undefined for all. */
    mask,
    /** The type of the objects; undefined if it is not known. */
    type: resource,
    /** What happens to each object before the cache has it. */
    stepsWith,
    /** Decides how the indexer stores its objects. */
    objects,
    runner: options.runner ?? new SliceRunner({ clock }),
    clock,
    staleAfterMs: options.staleAfterMs,
    skipUnchanged: options.skipUnchanged ?? false,
    slowHandlerMs: options.slowHandlerMs ?? defaultSlowHandlerMs,
    logger: containLogger(options.logger),
  };
}

function describeFailure({ informer, handler, event, key }: HandlerFailure): string {
  const who = handler === unnamedHandler ? 'a handler' : `the handler ${handler}`;
  return `informer ${informer}: ${who} failed on ${event} of ${key ?? 'an object without a name'}`;
}
