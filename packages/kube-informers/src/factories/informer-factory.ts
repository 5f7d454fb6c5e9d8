import type { OptionNames } from '../util/known-options.js';
import { requireCall, requireKnownOptions } from '../util/known-options.js';
import type { RestClient } from '../rest/rest-client.js';
import { CacheSyncError, waitForCacheSync, StartedCache } from '../cache/informer/cache-sync.js';
import type { WaitForCacheSyncOptions } from '../cache/informer/cache-sync.js';
import { metaNamespaceIndexFunc, namespaceIndex } from '../cache/stores/indexer.js';
import { InformerError } from '../cache/informer-error.js';
import { Lister } from '../cache/stores/lister.js';
import {
  refuse,
  refuseValue,
  requireBoolean,
  requireFunction,
  requireIterable,
  requireList,
  requireOptions,
  requireStrings,
  requireText,
} from '../util/require.js';
import { informerOptionAliases } from '../cache/informer/informer-options.js';
import type { NamespacedListerWatcher } from '../cache/reflector/listwatch.js';
import {
  SharedIndexInformer,
  sharedIndexInformerOptionNames,
} from '../cache/informer/shared-index-informer.js';
import type {
  SharedIndexInformerOptions,
  SharedInformerOptions,
} from '../cache/informer/shared-index-informer.js';
import type { InformerTargetInfo } from '../cache/informer/informer-monitor.js';
import { SliceRunner } from '../cache/slice-runner.js';
import type { CallOptions } from '../meta/calls.js';
import type { ListerWatcher, TransformFunc } from '../cache/types.js';
import { resourceName } from '../meta/resource.js';
import type { GroupVersionResource, Resource } from '../meta/resource.js';
import { FieldMask } from '../meta/field-mask.js';
import type { Kept, MaybeFields } from '../meta/projected.js';
import type { KubernetesObject, ListOptions } from '../meta/types.js';
import { ClientBase, isMetadataOnly, loggerOf } from '../client/clientset.js';
import { ConfigError } from '../util/errors.js';
import type { Logger } from '../util/logger.js';
import { ScopeResolver, namespaceOptionNames, refuseBothNamespaces } from './informer-scope.js';
import type { InformerScope, OnlyManagedFields, ResolvedScope } from './informer-scope.js';

/** Options of an informer factory, which apply to all its informers. */
export interface InformerFactoryOptions extends SharedInformerOptions {
  /** Default: the client's. */
  readonly logger?: Logger | undefined;
  /**
   * Lists and watches only this namespace. Has no effect on cluster-scoped resources. Default: all namespaces, as with "". An
   * invalid name throws ConfigError `ERR_NAMESPACE`.
   */
  readonly namespace?: string | undefined;
  /** Lists and watches only these namespaces; see `InformerScope.namespaces`. Has no effect on cluster-scoped resources. */
  readonly namespaces?: readonly string[] | undefined;
  /**
   * Sets selectors on every list and watch. May change the options in place or return new ones. It must not change
   * resourceVersion, limit, continue and the fields for watches.
   */
  readonly tweakListOptions?: ((options: ListOptions) => ListOptions | void) | undefined;
  /** `resyncPeriodMs` for individual resources: `new Map([[coreV1.pods, 60_000]])`. */
  readonly customResync?: Iterable<readonly [GroupVersionResource, number]> | undefined;
  /**
   * Keeps all objects without managedFields (who set which field), which few programs read: they are not parsed. An informer
   * may leave out more: see `InformerScope.fields`. Default: none.
   */
  readonly exclude?: OnlyManagedFields | undefined;
  /** Changes each object of every informer before it is stored; must be idempotent. Default: none. */
  readonly transform?: TransformFunc<KubernetesObject> | undefined;
  /**
   * Lets listers read the cache of an informer that was never started, which is empty. Default: false, such a read throws
   * InformerError `ERR_INFORMER_NOT_STARTED` (client-go's listers return nothing).
   */
  readonly readBeforeStart?: boolean | undefined;
  /**
   * The label `name` of its informers' metrics, such as `my-operator`. Give each factory its own: values with equal labels are
   * added up. Default: its number if there are several factories, otherwise empty.
   */
  readonly name?: string | undefined;
}

const {
  resource: _resource,
  expectedType: _type,
  indexers: _indexers,
  keyFunc: _keyFunc,
  target: _target,
  shard: _shard,
  fields: _fields,
  where: _where,
  ...sharedNames
} = sharedIndexInformerOptionNames;

const factoryOptionNames: OptionNames<InformerFactoryOptions> = {
  ...sharedNames,
  ...namespaceOptionNames,
  tweakListOptions: requireFunction,
  customResync: requireIterable,
  name: requireText,
  readBeforeStart: requireBoolean,
};

/** Names that users may expect, for the error message. */
const factoryOptionAliases = {
  ...informerOptionAliases,
  labelSelector: 'tweakListOptions (or the scope of one informer)',
  fieldSelector: 'tweakListOptions (or the scope of one informer)',
  shard: 'the scope of one informer',
  fields: 'the scope of one informer',
} as const;

/** The informer and lister of one resource of a factory (client-go's GenericInformer). */
export interface ResourceInformer<T extends KubernetesObject> {
  /**
   * Returns the informer. The first call creates it and must come before the factory's `start`.
   *
   * An informer runs once. After it has stopped, because the signal of its start aborted, the next call creates a new one,
   * empty and without handlers, which the next `start` starts. client-go keeps returning the stopped informer, which can
   * neither be started nor take a handler.
   */
  readonly informer: () => SharedIndexInformer<T>;
  /**
   * Returns a lister of the informer's cache; creates the informer if needed. If the factory was started before, the new
   * informer is started too, with the same signal: wait for its cache with `waitForCacheSync` (client-go returns an empty
   * lister). A read before the start throws InformerError `ERR_INFORMER_NOT_STARTED`. The cache of a stopped informer stays readable until `informer` creates the next one. A lister always reads the
   * cache for which it was created.
   */
  readonly lister: () => Lister<T>;
  /** The resource: a descriptor, or what was passed to a dynamic factory. */
  readonly resource: InformerTarget;
  /** The namespaces of its scope: one, "" for all, or a list. */
  readonly namespaces: string | readonly string[];
  /** Returns the selectors of its lists and watches. Calls `tweakListOptions`. */
  readonly selectors: () => Pick<ListOptions, 'labelSelector' | 'fieldSelector'>;
  /**
   * In which form its cache has the objects.
   * @internal
   */
  readonly form: CachedForm;
}

/**
 * In which form a cache has the objects of the server, as far as that can be told without reading one.
 * @internal
 */
export interface CachedForm {
  /** Only the metadata was asked for: the objects are PartialObjectMetadata. */
  readonly metadataOnly: boolean;
  /** Undefined if all fields are kept. */
  readonly mask: FieldMask | undefined;
  readonly hasTransform: boolean;
  readonly hasWhere: boolean;
  /** It has a part of the objects, which changes with the number of replicas. */
  readonly isShard: boolean;
}

/** An accessor of a built-in resource, such as `factory.core().v1().pods`. */
export interface InformerOf<T extends KubernetesObject> {
  /** Returns the informer and lister of the resource, in a scope: `{ namespace, labelSelector, fields, … }`. Default: all objects. */
  <const F extends MaybeFields<T> = never, const X extends MaybeFields<T> = never>(
    scope?: InformerScope<T, F, X>,
  ): ResourceInformer<Kept<T, F, X>>;
}

/** The resource of an informer: a descriptor, or only group, version and resource. */
export interface InformerTarget extends GroupVersionResource {
  /** Kind of the objects, for messages and statistics. */
  readonly kind?: string | undefined;
  /** Default: unknown; then the factory's namespace is used. */
  readonly namespaced?: boolean | undefined;
  /** Default: all verbs. */
  readonly verbs?: readonly string[] | undefined;
}

/**
 * The base class of informer factories: keeps one informer for each resource and scope, and starts and stops them together.
 *
 * All its informers share the time slices of one SliceRunner.
 */
export abstract class InformerFactory implements AsyncDisposable {
  readonly #options: InformerFactoryOptions;
  readonly #restClient: RestClient | undefined;
  readonly #metadataOnly: boolean;
  readonly #runner: SliceRunner;
  readonly #customResync: ReadonlyMap<string, number>;
  readonly #scopes: ScopeResolver;
  // Names of requested resources and scopes that have no informer yet, by key.
  readonly #requested = new Map<string, string>();
  // By key of resource and scope. The type is unknown: see #known.
  readonly #informers = new Map<string, unknown>();
  // The key of resource and scope, by informer name.
  readonly #names = new Map<string, string>();
  // What each scope lists and watches, by the key of resource and scope.
  readonly #watchKeys = new Map<string, string>();
  // Resources that were reported as watched twice.
  readonly #watchedTwice = new Set<string>();
  // Replaced informers whose callback may still be running: `stop` waits for them, too.
  readonly #leaving = new Set<Pick<SharedIndexInformer<KubernetesObject>, 'stop'>>();
  #started: CallOptions | undefined;
  #stopped = false;

  /** Creates the informers of one client, one for each resource and scope; `client` gives it a logger if the options have none, and a RestClient. */
  constructor(options: InformerFactoryOptions, client?: unknown) {
    requireKnownOptions('an informer factory', options, factoryOptionNames, factoryOptionAliases);
    refuseBothNamespaces('an informer factory', options);
    requireOnlyManagedFields(options);
    this.#options = { ...options, logger: options.logger ?? loggerOf(client) };
    this.#restClient = client instanceof ClientBase ? client.restClient : undefined;
    this.#metadataOnly = isMetadataOnly(client);
    this.#scopes = new ScopeResolver(options);
    this.#runner = options.runner ?? new SliceRunner({ clock: options.clock });
    this.#customResync = new Map(
      Array.from(options.customResync ?? [], (entry) => {
        requireList('an entry of customResync', entry);
        const [resource, periodMs] = entry;
        requireStrings('a resource of customResync', resource, ['group', 'version', 'resource']);
        const name = resourceName(resource);
        if (Number.isFinite(periodMs) && periodMs >= 0) return [name, periodMs];
        refuseValue(`customResync of ${name}`, 'a finite number of milliseconds, 0 or more', periodMs);
      }),
    );
  }

  /**
   * Starts all informers that were created and are not running yet.
   *
   * Call it again for informers created later, or a warning names them after 5 s; running ones are not affected. They run until
   * the signal aborts or `stop` is called. Does not wait for their caches: see `waitForCacheSync`.
   *
   * An informer runs once. To start again after the signal has aborted, call `informer()`, which returns a new one without
   * handlers, add the handlers, and call `start`. Stopped informers that were not replaced are logged at level warn. After
   * `stop`, construct a new factory.
   *
   * Throws InformerError `ERR_INFORMER_STOPPED` after `stop`, and if all informers have stopped.
   */
  start(call: CallOptions = {}): void {
    requireCall('start of an informer factory', call);
    if (this.#stopped) {
      throw new InformerError(
        'ERR_INFORMER_STOPPED',
        'the informer factory was stopped and cannot be started again: construct a new one',
      );
    }
    const informers = this.#all();
    const stopped = informers.filter((informer) => informer.isStopped);
    if (stopped.length > 0 && stopped.length === informers.length) {
      throw new InformerError(
        'ERR_INFORMER_STOPPED',
        `every informer of the factory has stopped (${stopped.map(({ name }) => name).join(', ')}): get new ones with informer(), add their handlers, then start`,
      );
    }
    for (const informer of stopped) {
      this.#options.logger?.warn(
        { informer: informer.name },
        'a stopped informer is not started again: get a new one with informer()',
      );
    }
    this.#started = call;
    for (const informer of informers) if (!informer.isStopped && !informer.isStarted) informer.start(call);
  }

  /**
   * What the informers send their requests with; undefined for a client of the program's own.
   * @internal
   */
  get restClient(): RestClient | undefined {
    return this.#restClient;
  }

  /**
   * The option `name`.
   * @internal
   */
  get name(): string | undefined {
    return this.#options.name;
  }

  /**
   * The option `readBeforeStart`.
   * @internal
   */
  get readsBeforeStart(): boolean {
    return this.#options.readBeforeStart === true;
  }

  /** Returns all informers that the factory has now, in the order in which they were created. */
  informers(): readonly SharedIndexInformer<KubernetesObject>[] {
    return this.#all();
  }

  /**
   * Waits until the caches of all informers have synced. Handlers may not have received all objects yet: see
   * `HandlerRegistration.synced`.
   *
   * Throws CacheSyncError, which names each unsynced informer with the reason, if the signal aborts, if an informer stops
   * before it has synced, and at once if one was never started (client-go ignores those). The same if resources were requested,
   * as with `core().v1().pods()`, but `informer` and `lister` were never called, so that the factory has no informer.
   */
  async waitForCacheSync(options: WaitForCacheSyncOptions = {}): Promise<void> {
    requireOptions('waitForCacheSync', options);
    const informers = this.#all();
    const idle = informers.filter((informer) => !informer.isStarted).map(({ name }) => name);
    if (idle.length > 0) {
      const isLate = this.#started !== undefined && this.#started.signal?.aborted !== true;
      throw neverStarted(
        idle,
        isLate ? 'created after start(): call start() again' : 'not started: call start() first',
      );
    }
    if (informers.length === 0 && this.#requested.size > 0) {
      const why = 'it has no informer: call informer() or lister() before start()';
      throw neverStarted([...this.#requested.values()], why);
    }
    await waitForCacheSync({ logger: this.#options.logger, ...options }, ...informers);
  }

  /**
   * Stops all informers; resolves when nothing of them is running any more. The factory cannot be started again.
   *
   * Waits at most 30 seconds for a callback, then logs a warning and resolves. May be awaited inside a callback: see
   * `SharedIndexInformer.stop`.
   */
  async stop(): Promise<void> {
    this.#stopped = true;
    const informers = [...this.#all(), ...this.#leaving];
    const ends = await Promise.allSettled(informers.map((informer) => informer.stop()));
    for (const end of ends) {
      if (end.status === 'rejected') throw end.reason;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  /**
   * Returns the informer and lister of a resource in a scope. If `resource` is given, objects of another kind are refused.
   *
   * Throws ConfigError `ERR_RESOURCE` if the resource cannot be listed and watched, and as `ScopeResolver.resolve` does.
   * @internal
   */
  protected resourceInformer<T extends KubernetesObject>(
    target: InformerTarget,
    scope: InformerScope<T>,
    newListerWatcher: (namespace: string, scope: ResolvedScope<T>) => ListerWatcher<T>,
    resource?: Resource<T, string, 'list' | 'watch'>,
  ): ResourceInformer<T> {
    const resolved = this.#scopes.resolve(target, scope);
    const verbs = target.verbs ?? ['list', 'watch'];
    if (!verbs.includes('list') || !verbs.includes('watch')) {
      throw new ConfigError(
        'ERR_RESOURCE',
        `${resourceName(target)} must have the verbs list and watch for an informer, got ${verbs.join(', ')}`,
      );
    }
    const informer = (...given: readonly unknown[]): SharedIndexInformer<T> => {
      requireNoArguments(`informer of ${resolved.name}`, given);
      return this.#informerOf<T>(
        resolved,
        () =>
          new SharedIndexInformer<T>(sourceOf(resolved, newListerWatcher), {
            ...this.#informerOptions<T>(target, resolved),
            resource,
          }),
      );
    };
    const lister = (...given: readonly unknown[]): Lister<T> => {
      requireNoArguments(`lister of ${resolved.name}`, given);
      // The lister of a stopped informer keeps its cache: an empty new cache would look like an empty cluster.
      let source = this.#known<T>(resolved.key);
      if (source === undefined) {
        source = informer();
        if (this.#started !== undefined && this.#started.signal?.aborted !== true)
          source.start(this.#started);
      }
      const { indexer } = source;
      return new Lister<T>(this.readsBeforeStart ? indexer : new StartedCache(indexer, source), target);
    };
    if (!this.#informers.has(resolved.key)) this.#requested.set(resolved.key, resolved.name);
    const selectors = (): Pick<ListOptions, 'labelSelector' | 'fieldSelector'> => {
      const { labelSelector, fieldSelector } = resolved.modifyOptions({});
      return { labelSelector, fieldSelector };
    };
    const { fields, exclude, transform, where, shard } = resolved.options;
    const form: CachedForm = {
      metadataOnly: this.#metadataOnly,
      mask: FieldMask.of(`the scope of ${resolved.resource}`, { fields, exclude }),
      hasTransform: transform !== undefined,
      hasWhere: where !== undefined,
      isShard: shard !== undefined,
    };
    return { informer, lister, resource: target, namespaces: resolved.namespaces, selectors, form };
  }

  /**
   * Returns the informer of the resource in the factory's own scope. If there is no informer yet, or it has stopped,
   * `newInformer` creates one.
   * @internal
   */
  protected informerOf<T extends KubernetesObject>(
    target: InformerTarget,
    newInformer: (options: SharedIndexInformerOptions<T>) => SharedIndexInformer<T>,
  ): SharedIndexInformer<T> {
    const scope = this.#scopes.resolve<T>(target, {});
    return this.#informerOf<T>(scope, () => newInformer(this.#informerOptions<T>(target, scope)));
  }

  #informerOf<T extends KubernetesObject>(
    scope: ResolvedScope<T>,
    newInformer: () => SharedIndexInformer<T>,
  ): SharedIndexInformer<T> {
    const { key, name } = scope;
    const known = this.#known<T>(key);
    if (known !== undefined && (this.#stopped || !known.isStopped)) return known;
    if (this.#stopped) {
      throw new InformerError('ERR_INFORMER_STOPPED', `no informer for ${name}: the factory was stopped`);
    }
    const informer = newInformer();
    this.#informers.set(key, informer);
    this.#requested.delete(key);
    this.#noteWatch(scope, informer.name);
    if (known !== undefined) this.#awaitEnd(known);
    // It does not run until the next `start`, which is easily forgotten.
    if (this.#started !== undefined && this.#started.signal?.aborted !== true) informer.expectSync();
    return informer;
  }

  /** Logs, once for each resource, that another informer lists and watches the same objects. */
  #noteWatch<T extends KubernetesObject>({ key, watchKey, resource }: ResolvedScope<T>, name: string): void {
    this.#watchKeys.set(key, watchKey);
    const others = this.#alsoWatching(key);
    if (others.length === 0 || this.#watchedTwice.has(resource)) return;
    this.#watchedTwice.add(resource);
    this.#options.logger?.info(
      { resource, informers: [...others, name] },
      'several informers list and watch the same objects: their scopes differ only in what they keep of them, or how',
    );
  }

  /** Returns the names of the other informers that list and watch the same objects and have not stopped. */
  #alsoWatching(key: string): readonly string[] {
    const watchKey = this.#watchKeys.get(key);
    return Array.from(this.#watchKeys).flatMap(([other, otherWatchKey]) => {
      const informer = other === key || otherWatchKey !== watchKey ? undefined : this.#known(other);
      return informer === undefined || informer.isStopped ? [] : [informer.name];
    });
  }

  #known<T extends KubernetesObject>(key: string): SharedIndexInformer<T> | undefined {
    // The key contains resource and scope, so the informer has the type of that resource.
    return this.#informers.get(key) as SharedIndexInformer<T> | undefined;
  }

  #awaitEnd(informer: Pick<SharedIndexInformer<KubernetesObject>, 'stop'>): void {
    this.#leaving.add(informer);
    // `start` logs an error that ended the run.
    const left = (): void => void this.#leaving.delete(informer);
    informer.stop().then(left, left);
  }

  #informerOptions<T extends KubernetesObject>(
    target: InformerTarget,
    scope: ResolvedScope<T>,
  ): SharedIndexInformerOptions<T> {
    const {
      namespace: _namespace,
      namespaces: _namespaces,
      tweakListOptions: _tweak,
      customResync: _custom,
      name: _name,
      readBeforeStart: _readBeforeStart,
      transform: _transform,
      ...common
    } = this.#options;
    const name = this.#uniqueName(scope);
    return {
      ...common,
      ...scope.options,
      name,
      resyncPeriodMs: this.#customResync.get(resourceName(target)) ?? this.#options.resyncPeriodMs,
      indexers: target.namespaced === false ? undefined : { [namespaceIndex]: metaNamespaceIndexFunc },
      target: () => targetInfo(target, scope, this.#alsoWatching(scope.key)),
      runner: this.#runner,
    };
  }

  /** Appends `#2` to the name of a second scope with the same name, such as one that differs only in its transform. */
  #uniqueName<T extends KubernetesObject>({ key, name }: ResolvedScope<T>): string {
    let unique = name;
    for (let count = 2; (this.#names.get(unique) ?? key) !== key; count++) unique = `${name}#${count}`;
    this.#names.set(unique, key);
    return unique;
  }

  #all(): SharedIndexInformer<KubernetesObject>[] {
    // No caller uses members that depend on the object's type.
    return [...this.#informers.values()] as SharedIndexInformer<KubernetesObject>[];
  }
}

/** A caller without types may pass options here, which would have no effect. */
function requireNoArguments(what: string, [given, ...rest]: readonly unknown[]): void {
  if (given === undefined && rest.length === 0) return;
  refuse(what, 'called without arguments: options belong in the scope of the resource', given);
}

/** Calls `tweakListOptions`, so only on demand. */
function targetInfo<T extends KubernetesObject>(
  { group, version, resource, kind }: InformerTarget,
  scope: ResolvedScope<T>,
  alsoWatchedBy: readonly string[],
): InformerTargetInfo {
  const { labelSelector, fieldSelector } = scope.modifyOptions({});
  return Object.freeze({
    resource: Object.freeze({ group, version, resource }),
    kind,
    namespaces: scope.namespaces,
    labelSelector,
    fieldSelector,
    ...(alsoWatchedBy.length === 0 ? {} : { alsoWatchedBy: Object.freeze(alsoWatchedBy) }),
  });
}

function requireOnlyManagedFields({ exclude }: InformerFactoryOptions): void {
  const what = 'an informer factory';
  if (FieldMask.of(what, { exclude })?.keepsWhole !== false) return;
  const expected = '{ metadata: { managedFields: true } } (other fields belong in the scope of one informer)';
  refuseValue(`exclude of ${what}`, expected, exclude);
}

/** Returns the source of the scope's objects: all namespaces, one, or several. */
function sourceOf<T extends KubernetesObject>(
  scope: ResolvedScope<T>,
  newListerWatcher: (namespace: string, scope: ResolvedScope<T>) => ListerWatcher<T>,
): ListerWatcher<T> | NamespacedListerWatcher<T> {
  const { namespaces } = scope;
  if (typeof namespaces === 'string') return newListerWatcher(namespaces, scope);
  return { namespaces, forNamespace: (namespace) => newListerWatcher(namespace, scope) };
}

function neverStarted(names: readonly string[], why: string): CacheSyncError {
  const error = new InformerError('ERR_INFORMER_NOT_STARTED', why);
  return new CacheSyncError(
    names.map((name) => ({ name, error })),
    error,
  );
}
