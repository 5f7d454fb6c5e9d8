import type { OptionNames } from '../util/known-options.js';
import { requireCall, requireKnownOptions } from '../util/known-options.js';
import { CacheSyncError, waitForCacheSync } from '../cache/informer/cache-sync.js';
import type { WaitForCacheSyncOptions } from '../cache/informer/cache-sync.js';
import { metaNamespaceIndexFunc, namespaceIndex } from '../cache/stores/indexer.js';
import { InformerError } from '../cache/informer-error.js';
import type { InformerMetrics } from '../cache/informer-metrics.js';
import { requireInformerOptions } from '../cache/informer/informer-options.js';
import type { InformerIdentity, InformerName } from '../cache/informer/informer-name.js';
import { Lister } from '../cache/stores/lister.js';
import type { ReflectorMetrics } from '../cache/reflector-metrics.js';
import { requireBooleans, requireFunctions, requireOptions, requireStrings } from '../util/require.js';
import type { NamespacedListerWatcher } from '../cache/reflector/namespaced-lister-watcher.js';
import {
  SharedIndexInformer,
  sharedIndexInformerOptionNames,
} from '../cache/informer/shared-index-informer.js';
import type { SharedIndexInformerOptions } from '../cache/informer/shared-index-informer.js';
import { compactOptions } from '../compact/compact-options.js';
import type { CompactOptions } from '../compact/compact-options.js';
import { SliceRunner } from '../cache/slice-runner.js';
import type { CallOptions, ListerWatcher, TransformFunc } from '../cache/types.js';
import { resourceName } from '../meta/resource.js';
import type { GroupVersionResource, Resource } from '../meta/resource.js';
import type { KubernetesObject, ListOptions } from '../meta/types.js';
import { ConfigError } from '../util/errors.js';
import { ScopeResolver, requireNamespaceOptions } from './informer-scope.js';
import type { InformerScope, ResolvedScope } from './informer-scope.js';

/** Options of an informer factory: what is said here holds for each of its informers. */
export interface InformerFactoryOptions extends Omit<
  SharedIndexInformerOptions<KubernetesObject>,
  'name' | 'resource' | 'expectedType' | 'indexers' | 'keyFunc' | 'transform' | 'metrics' | 'identity'
> {
  /**
   * Mirrors this namespace alone. Resources without namespaces are mirrored whole. Default: all namespaces, as with "". A
   * name that no namespace can have is refused with ConfigError `ERR_NAMESPACE`.
   */
  readonly namespace?: string | undefined;
  /** Mirrors these namespaces alone; see `InformerScope.namespaces`. Resources without namespaces are mirrored whole. */
  readonly namespaces?: readonly string[] | undefined;
  /**
   * Sets selectors on every list and watch; may change the options in place or return others. It must leave
   * resourceVersion, limit, continue and the watch's own fields alone.
   */
  readonly tweakListOptions?: ((options: ListOptions) => ListOptions | void) | undefined;
  /** `resyncPeriodMs` of single resources: `new Map([[coreV1.pods, 60_000]])`. */
  readonly customResync?: Iterable<readonly [GroupVersionResource, number]> | undefined;
  /**
   * Keeps each object as compressed bytes and decodes it when it is read: short for `cacheFormat: compactFormat()`. See
   * docs/compact.md. Default: false.
   */
  readonly compact?: boolean | CompactOptions | undefined;
  /** Changes each object of every informer before it is stored; must be idempotent. Default: none. */
  readonly transform?: TransformFunc<KubernetesObject> | undefined;
  /**
   * The program's name in its metrics; see `InformerName`. With one, `metrics` is asked for a resource of that name once,
   * and told nothing after the name's release, so that two factories never mix their numbers. Default: none; `metrics` is
   * then asked for each informer (client-go, whose metrics belong to the process, publishes none without a name).
   */
  readonly informerName?: InformerName | undefined;
  /**
   * Where the numbers of an informer go, by its name (`pods.v1`, `deployments.v1.apps`); `identity` is that of
   * `informerName`, if there is one.
   */
  readonly metrics?:
    | ((informer: string, identity?: InformerIdentity) => (InformerMetrics & ReflectorMetrics) | undefined)
    | undefined;
}

const {
  resource: _resource,
  name: _name,
  expectedType: _type,
  indexers: _indexers,
  keyFunc: _keyFunc,
  identity: _identity,
  ...sharedNames
} = sharedIndexInformerOptionNames;

const factoryOptionNames: OptionNames<InformerFactoryOptions> = {
  ...sharedNames,
  namespace: true,
  namespaces: true,
  tweakListOptions: true,
  customResync: true,
  informerName: true,
  compact: true,
};

/** What users may expect to be an option. */
const factoryOptionAliases = {
  labelSelector: 'tweakListOptions (or the scope of one informer)',
  fieldSelector: 'tweakListOptions (or the scope of one informer)',
} as const;

/** cache.GenericInformer: one resource's informer of a factory, and what reads its cache. */
export interface ResourceInformer<T extends KubernetesObject> {
  /**
   * The informer; the first call makes it, and `start` must come after that. Once it has stopped (the signal of its start
   * was aborted), a call makes a fresh one, empty and without handlers, which the next `start` starts: an informer runs
   * once. client-go hands out the stopped one for ever, which can neither be started nor take a handler.
   */
  readonly informer: () => SharedIndexInformer<T>;
  /**
   * Reads the informer's cache; makes the informer if there is none. The cache of one that has stopped stays readable, as
   * it was at the stop, until `informer` makes the next; a lister stays with the cache that it was made for.
   */
  readonly lister: () => Lister<T>;
}

/** What an informer of a factory mirrors: a descriptor, or no more than group, version and resource. */
export interface InformerTarget extends GroupVersionResource {
  /** Default: unknown, so that a namespace given to the factory is used. */
  readonly namespaced?: boolean | undefined;
  /** Default: every one. */
  readonly verbs?: readonly string[] | undefined;
}

/**
 * What all informer factories share: one informer for each resource and scope, started, waited for and stopped together.
 *
 * Its informers take turns within one slice of the event loop, however many they are.
 */
export abstract class InformerFactory implements AsyncDisposable {
  readonly #options: InformerFactoryOptions;
  readonly #runner: SliceRunner;
  readonly #customResync: ReadonlyMap<string, number>;
  readonly #scopes: ScopeResolver;
  // By informer name, so that an informer made anew goes on with its predecessor's.
  readonly #identities = new Map<string, InformerIdentity>();
  // An informer of T under the key of a scope of a resource of T: see #known.
  readonly #informers = new Map<string, unknown>();
  // Each informer name that was given out, and the key of its scope.
  readonly #names = new Map<string, string>();
  // Stopped and made anew since, with a callback that may still be running: `stop` waits for these, too.
  readonly #leaving = new Set<Pick<SharedIndexInformer<KubernetesObject>, 'stop'>>();
  #stopped = false;

  constructor(options: InformerFactoryOptions) {
    requireKnownOptions('an informer factory', options, factoryOptionNames, factoryOptionAliases);
    requireNamespaceOptions('an informer factory', options);
    requireFunctions('an informer factory', options, ['tweakListOptions', 'metrics']);
    requireBooleans('an informer factory', options, ['mutationDetector']);
    requireInformerOptions(options);
    requireOneFormat(options);
    this.#options = options;
    this.#scopes = new ScopeResolver(options);
    this.#runner = options.runner ?? new SliceRunner({ clock: options.clock });
    this.#customResync = new Map(
      Array.from(options.customResync ?? [], ([resource, periodMs]) => {
        requireStrings('a resource of customResync', resource, ['group', 'version', 'resource']);
        const name = resourceName(resource);
        if (Number.isFinite(periodMs) && periodMs >= 0) return [name, periodMs];
        throw new ConfigError(
          'ERR_OPTION',
          `customResync of ${name} must be 0 or more milliseconds, got ${String(periodMs)}`,
        );
      }),
    );
  }

  /**
   * Starts every informer that was asked for and does not run yet. Call it again for those that are asked for later; it
   * leaves those that run alone. They run until the signal aborts or `stop` is called. Does not wait: see
   * `waitForCacheSync`.
   *
   * An informer runs once. To start again after the signal has stopped it, ask for it again (`informer()` returns a new one,
   * without handlers), add the handlers, and call `start`. A stopped one that was not asked for again stays stopped, with a
   * line at level warn. A factory that `stop` has ended is replaced by a new factory.
   *
   * Throws InformerError `ERR_INFORMER_STOPPED` after `stop`, and when every informer has stopped.
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
        `every informer of the factory has stopped (${stopped.map(({ name }) => name).join(', ')}): ask for each again with informer(), add its handlers, then start`,
      );
    }
    for (const informer of stopped) {
      this.#options.logger?.warn(
        { informer: informer.name },
        'informer has stopped and is not started again: ask the factory for a new one',
      );
    }
    for (const informer of informers) if (!informer.isStopped && !informer.isStarted) informer.start(call);
  }

  /**
   * Resolves when the cache of every informer that was asked for is filled. Handlers may not have been told all yet: see
   * their registration's `synced`.
   *
   * Throws CacheSyncError, which names each informer that is missing and why, when the signal aborts, when one has
   * stopped before it had synced, and at once when one was never started (client-go overlooks those).
   */
  async waitForCacheSync(options: WaitForCacheSyncOptions = {}): Promise<void> {
    requireOptions('waitForCacheSync', options);
    const informers = this.#all();
    const idle = informers.filter((informer) => !informer.isStarted);
    if (idle.length > 0) {
      const error = new InformerError('ERR_INFORMER_NOT_STARTED', 'not started: call start() first');
      throw new CacheSyncError(
        idle.map(({ name }) => ({ name, error })),
        error,
      );
    }
    await waitForCacheSync({ logger: this.#options.logger, ...options }, ...informers);
  }

  /**
   * Stops all informers and resolves when nothing of them runs any more. Nothing can be started after it. It waits
   * 30 seconds at most for a callback, then logs a warning and resolves. May be awaited inside a handler, under the rule of
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
   * The accessors of one resource in a scope. Objects that are not of `resource`, if that is given, are refused.
   *
   * Throws ConfigError `ERR_RESOURCE` for a resource that cannot be listed and watched, and what `ScopeResolver.resolve` throws.
   * @internal
   */
  protected resourceInformer<T extends KubernetesObject>(
    target: InformerTarget,
    scope: InformerScope<T>,
    newListerWatcher: (namespace: string, scope: ResolvedScope<T>) => ListerWatcher<T>,
    resource?: Resource<T>,
  ): ResourceInformer<T> {
    const verbs = target.verbs ?? ['list', 'watch'];
    if (!verbs.includes('list') || !verbs.includes('watch')) {
      throw new ConfigError(
        'ERR_RESOURCE',
        `${resourceName(target)} cannot be mirrored: an informer needs the verbs list and watch, it has ${verbs.join(', ')}`,
      );
    }
    const resolved = this.#scopes.resolve(target, scope);
    const informer = (): SharedIndexInformer<T> =>
      this.#informerOf<T>(
        resolved,
        () =>
          new SharedIndexInformer<T>(sourceOf(resolved, newListerWatcher), {
            ...this.#informerOptions<T>(target, resolved),
            resource,
          }),
      );
    // What has stopped still says what it knew: a reader that comes late must not take an empty cache for the truth.
    const lister = (): Lister<T> =>
      new Lister<T>((this.#known<T>(resolved.key) ?? informer()).indexer, target);
    return { informer, lister };
  }

  /**
   * The informer of the resource in the factory's own scope, made by `newInformer` if there is none that has not stopped.
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
    { key, name }: ResolvedScope<T>,
    newInformer: () => SharedIndexInformer<T>,
  ): SharedIndexInformer<T> {
    const known = this.#known<T>(key);
    if (known !== undefined && (this.#stopped || !known.isStopped)) return known;
    if (this.#stopped) {
      throw new InformerError('ERR_INFORMER_STOPPED', `no informer for ${name}: the factory was stopped`);
    }
    const informer = newInformer();
    this.#informers.set(key, informer);
    if (known !== undefined) this.#awaitEnd(known);
    return informer;
  }

  #known<T extends KubernetesObject>(key: string): SharedIndexInformer<T> | undefined {
    // What is under a scope's key was made for the resource of that scope, so it is an informer of its type.
    return this.#informers.get(key) as SharedIndexInformer<T> | undefined;
  }

  #awaitEnd(informer: Pick<SharedIndexInformer<KubernetesObject>, 'stop'>): void {
    this.#leaving.add(informer);
    // An error that its run ended with has been logged by its start.
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
      informerName: _informerName,
      compact: _compact,
      metrics,
      transform: _transform,
      ...common
    } = this.#options;
    const name = this.#uniqueName(scope);
    const identity = this.#identityOf(target, name);
    return {
      ...common,
      ...scope.options,
      name,
      resyncPeriodMs: this.#customResync.get(resourceName(target)) ?? this.#options.resyncPeriodMs,
      indexers: target.namespaced === false ? undefined : { [namespaceIndex]: metaNamespaceIndexFunc },
      identity,
      metrics: identity === undefined || identity.reserved ? metrics?.(name, identity) : undefined,
      runner: this.#runner,
    };
  }

  /** Scopes that differ in their transform alone, say, have one name: the second informer's ends with `#2`. */
  #uniqueName<T extends KubernetesObject>({ key, name }: ResolvedScope<T>): string {
    let unique = name;
    for (let count = 2; (this.#names.get(unique) ?? key) !== key; count++) unique = `${name}#${count}`;
    this.#names.set(unique, key);
    return unique;
  }

  #identityOf(target: InformerTarget, informer: string): InformerIdentity | undefined {
    const { informerName } = this.#options;
    if (informerName === undefined) return undefined;
    const known = this.#identities.get(informer);
    if (known !== undefined) return known;
    const identity = informerName.withResource(target, informer);
    this.#identities.set(informer, identity);
    return identity;
  }

  #all(): SharedIndexInformer<KubernetesObject>[] {
    // Only what does not depend on the object's type is called on them here.
    return [...this.#informers.values()] as SharedIndexInformer<KubernetesObject>[];
  }
}

function requireOneFormat({ compact, cacheFormat }: InformerFactoryOptions): void {
  if (compactOptions(compact) === undefined || cacheFormat === undefined) return;
  throw new ConfigError('ERR_OPTION', 'an informer factory takes compact or cacheFormat, got both');
}

/** What an informer of the scope lists and watches: everything, one namespace, or several of them. */
function sourceOf<T extends KubernetesObject>(
  scope: ResolvedScope<T>,
  newListerWatcher: (namespace: string, scope: ResolvedScope<T>) => ListerWatcher<T>,
): ListerWatcher<T> | NamespacedListerWatcher<T> {
  const { namespaces } = scope;
  if (typeof namespaces === 'string') return newListerWatcher(namespaces, scope);
  return { namespaces, forNamespace: (namespace) => newListerWatcher(namespace, scope) };
}
