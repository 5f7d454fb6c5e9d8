import type { OptionNames } from '../../util/known-options.js';
import { requireKnownOptions } from '../../util/known-options.js';
import type { Resource } from '../../meta/resource.js';
import type { KubernetesList, KubernetesObject, ListOptions } from '../../meta/types.js';
import type { WatchStream } from '../../meta/watch.js';
import type { ListerWatcher } from '../types.js';
import { splitCall } from '../../meta/calls.js';
import type { CallOptions, SourceCallOptions, SourceOptions } from '../../meta/calls.js';
import {
  refuseValue,
  requireBoolean,
  requireFunction,
  requireMethods,
  requireOptions,
} from '../../util/require.js';
import { requireNamespace, requireNamespaceName } from '../../meta/validation.js';
import { serverFieldSelector } from '../stores/field-query.js';
import type { FieldSelectorLike } from '../stores/field-query.js';
import type { Clock } from '../../util/clock.js';
import { ConfigError, TransportError } from '../../util/errors.js';
import { linkSignal, raceSignal } from '../../util/signal.js';
import { shownValue } from '../../util/shown.js';

/** cache.ListFunc. */
export type ListFunc<T extends KubernetesObject> = (options: SourceOptions) => Promise<KubernetesList<T>>;

/** cache.WatchFunc. */
export type WatchFunc<T extends KubernetesObject> = (options: SourceOptions) => Promise<WatchStream<T>>;

/** Options of a `ListWatch`. */
export interface ListWatchOptions<T extends KubernetesObject> {
  /** Returns one page, or everything when `options.limit` is absent. */
  readonly list: ListFunc<T>;
  /** Opens a watch. */
  readonly watch: WatchFunc<T>;
  /** True never sends a limit, so that every list is one request (client-go's DisableChunking). Default: false. */
  readonly disableChunking?: boolean | undefined;
  /** True for a source that cannot stream its list; a Reflector then starts with a list. Default: false. */
  readonly watchListUnsupported?: boolean | undefined;
  /** See `ListerWatcher.pagesFromCache`. Default: resolves with false. */
  readonly pagesFromCache?: ((call?: CallOptions) => Promise<boolean>) | undefined;
}

const listWatchOptionNames: OptionNames<ListWatchOptions<KubernetesObject>> = {
  list: true,
  watch: true,
  disableChunking: requireBoolean,
  watchListUnsupported: requireBoolean,
  pagesFromCache: requireFunction,
};

/** cache.ListWatch: a ListerWatcher made of two functions. Both must select the same objects. */
export class ListWatch<T extends KubernetesObject> implements ListerWatcher<T> {
  readonly watchListUnsupported: boolean;
  readonly #list: ListFunc<T>;
  readonly #watch: WatchFunc<T>;
  readonly #disableChunking: boolean;
  readonly #pagesFromCache: ListWatchOptions<T>['pagesFromCache'];

  /** A source that lists and watches by two functions. Throws ConfigError `ERR_OPTION` when one is missing. */
  constructor(options: ListWatchOptions<T>) {
    requireKnownOptions('a ListWatch', options, listWatchOptionNames);
    requireFunction('list of a ListWatch', options.list);
    requireFunction('watch of a ListWatch', options.watch);
    this.#list = options.list;
    this.#watch = options.watch;
    this.#disableChunking = options.disableChunking ?? false;
    this.watchListUnsupported = options.watchListUnsupported ?? false;
    this.#pagesFromCache = options.pagesFromCache;
  }

  list(options: SourceOptions): Promise<KubernetesList<T>> {
    if (!this.#disableChunking) return this.#list(options);
    const { limit: _limit, ...whole } = options;
    return this.#list(whole);
  }

  async pagesFromCache(call?: CallOptions): Promise<boolean> {
    return (await this.#pagesFromCache?.(call)) ?? false;
  }

  /** Opens a watch with the given function. */
  watch(options: SourceOptions): Promise<WatchStream<T>> {
    return this.#watch(options);
  }
}

/**
 * The part of a client that lists and watches any resource (cache.Getter). Clientset and DynamicClient implement
 * it.
 */
export interface ListWatchClient {
  /** `namespace` "" means every namespace; it is also the namespace of cluster-scoped resources. */
  list<T extends KubernetesObject>(
    resource: Resource<T>,
    namespace: string,
    options: SourceOptions,
  ): Promise<KubernetesList<T>>;
  /** Watches a resource; `namespace` as for `list`. */
  watch<T extends KubernetesObject>(
    resource: Resource<T>,
    namespace: string,
    options: SourceOptions,
  ): Promise<WatchStream<T>>;
  /** See `ListerWatcher.watchListUnsupported`. */
  readonly watchListUnsupported?: boolean | undefined;
  /** See `ListerWatcher.pagesFromCache`. */
  pagesFromCache?(call?: CallOptions): Promise<boolean>;
  /** True for a MetadataClient, whose objects are not those of the resource: see `MetadataListWatchClient`. */
  readonly metadataOnly?: false | undefined;
}

/** A MetadataClient: it lists and watches what a descriptor of `metadataOf` describes. */
export type MetadataListWatchClient = Omit<ListWatchClient, 'metadataOnly'> & {
  /** Its objects have only apiVersion, kind and metadata. */
  readonly metadataOnly: true;
};

/**
 * cache.NewListWatchFromClient: a resource (`coreV1.pods`) of a namespace ("" for all), narrowed by a field selector
 * (`spec.nodeName=node-1`; absent or "" for everything).
 */
export function listWatchFromClient<T extends KubernetesObject>(
  client: ListWatchClient | MetadataListWatchClient,
  resource: Resource<T, string, 'list' | 'watch'>,
  namespace: string,
  fieldSelector: FieldSelectorLike<T> = '',
): ListWatch<T> {
  // Reports an invalid selector here; otherwise the server answers every request with a 400.
  requireDescriptor(resource);
  const selector = serverFieldSelector(resource, fieldSelector).toString();
  return filteredListWatchFromClient<T>(client, resource, namespace, (options) => {
    if (selector !== '') options.fieldSelector = selector;
  });
}

/**
 * cache.NewFilteredListWatchFromClient: as `listWatchFromClient`, with a function that sets selectors.
 *
 * The function is applied to the options of every list and every watch, so that both select the same objects. It may change
 * them in place or return new ones. It must not change resourceVersion, limit, continue or the fields of a watch.
 */
export function filteredListWatchFromClient<T extends KubernetesObject>(
  client: ListWatchClient | MetadataListWatchClient,
  resource: Resource<T, string, 'list' | 'watch'>,
  namespace: string,
  optionsModifier: (options: ListOptions) => ListOptions | void = () => undefined,
): ListWatch<T> {
  requireDescriptor(resource);
  requireNamespace(namespace);
  requireMethods('client of a ListWatch', client, ['list', 'watch']);
  if (client.metadataOnly === true && resource.kind !== 'PartialObjectMetadata') {
    const what = 'resource of a ListWatch from a MetadataClient';
    refuseValue(what, 'a descriptor of metadataOf', resource.kind);
  }
  requireFunction('optionsModifier of a ListWatch', optionsModifier);
  const modified = modifiedBy('optionsModifier of a ListWatch', optionsModifier);
  // The client needs no other verbs than these.
  const listed = resource as Resource<KubernetesObject, string, never> as Resource<T>;
  return new ListWatch<T>({
    list: (options) => client.list<T>(listed, namespace, modified(options)),
    watch: (options) => client.watch<T>(listed, namespace, { ...modified(options), watch: true }),
    watchListUnsupported: client.watchListUnsupported,
    pagesFromCache: async (call) => (await client.pagesFromCache?.(call)) ?? false,
  });
}

function requireDescriptor(resource: unknown): void {
  if (typeof (resource as { readonly resource?: unknown } | null | undefined)?.resource !== 'string')
    refuseValue('resource', 'a descriptor such as coreV1.pods', resource);
}

/**
 * Wraps `modify` in a function that returns the changed options: those changed in place, or those that it returned. It
 * does not see the options of the call.
 * It throws ConfigError `ERR_OPTION` if `modify` returns anything but an object or undefined, a Promise above all.
 */
export function modifiedBy(
  what: string,
  modify: (options: ListOptions) => ListOptions | void,
): (options: SourceOptions) => SourceOptions {
  return (options) => {
    const { request, call } = splitCall(options);
    const returned = modify(request);
    if (returned !== undefined) requireOptions(`what ${what} returns`, returned);
    return { ...request, ...returned, ...call };
  };
}

/** Limits of one list request. */
export interface ListPageLimits {
  readonly name: string;
  readonly clock: Clock;
  readonly listTimeoutMs: number;
  readonly format: SourceCallOptions['format'];
  /** Default: that of the lister-watcher. */
  readonly maxRetries?: number | undefined;
  readonly onContinue?: SourceCallOptions['onContinue'];
}

/**
 * Makes one list request. Rejects at the deadline (TransportError `ERR_TIMEOUT`) and when the signal aborts, even if the
 * lister-watcher never settles.
 */
export async function listPage<T extends KubernetesObject>(
  listerWatcher: Pick<ListerWatcher<T>, 'list'>,
  options: ListOptions,
  limits: ListPageLimits,
  signal: AbortSignal | undefined,
): Promise<KubernetesList<T>> {
  const { name, clock, listTimeoutMs, format, maxRetries, onContinue } = limits;
  const link = linkSignal(signal);
  const timer = clock.setTimer(() => {
    link.abort(
      new TransportError('ERR_TIMEOUT', `${name}: a list was not answered within ${listTimeoutMs} ms`),
    );
  }, listTimeoutMs);
  try {
    return await raceSignal(
      Promise.resolve(
        listerWatcher.list({ ...options, signal: link.signal, format, maxRetries, onContinue }),
      ),
      link.signal,
    );
  } finally {
    timer.cancel();
    link.dispose();
  }
}

/** Makes one watch request. Rejects when the signal aborts; a stream that arrives after that is stopped. */
export async function openStream<T extends KubernetesObject>(
  listerWatcher: Pick<ListerWatcher<T>, 'watch'>,
  options: SourceOptions & { readonly signal: AbortSignal },
): Promise<WatchStream<T>> {
  const { signal } = options;
  // An untyped lister-watcher may return its stream instead of a promise.
  const opening = Promise.resolve(listerWatcher.watch(options));
  try {
    return await raceSignal(opening, signal);
  } catch (thrown) {
    opening.then(
      // An untyped lister-watcher may resolve with something that is not a stream: the error of stopping it is ignored.
      (late: WatchStream<T> | undefined) => late?.stop(),
      // Either it was thrown above, or the caller has stopped waiting.
      () => undefined,
    );
    throw thrown;
  }
}

/** Source of an informer of several namespaces: a list and watch for each namespace. */
export interface NamespacedListerWatcher<T extends KubernetesObject> {
  /** The initial namespaces: at least one. */
  readonly namespaces: readonly string[];
  /** Returns the lister-watcher of one namespace; called once each time the namespace is added. */
  forNamespace(namespace: string): ListerWatcher<T>;
}

/** True for the source of an informer that has a list and watch for each of several namespaces. */
export function isNamespaced<T extends KubernetesObject>(
  source: ListerWatcher<T> | NamespacedListerWatcher<T>,
): source is NamespacedListerWatcher<T> {
  // JavaScript callers pass values that no compiler has checked.
  return typeof (source as Partial<NamespacedListerWatcher<T>> | undefined)?.forNamespace === 'function';
}

/** Throws ConfigError: `ERR_OPTION` for an empty list or a value that is not a list, `ERR_NAMESPACE` for an invalid name. */
export function requireNamespaces(what: string, namespaces: unknown): void {
  if (!Array.isArray(namespaces) || namespaces.length === 0) {
    const got = Array.isArray(namespaces) ? 'an empty list' : shownValue(namespaces);
    throw new ConfigError(
      'ERR_OPTION',
      `${what} must be a list of at least one name, got ${got}; leave it out for all namespaces`,
    );
  }
  for (const namespace of namespaces as unknown[]) {
    if (namespace === '') {
      throw new ConfigError(
        'ERR_NAMESPACE',
        `${what} must be names of namespaces, got ""; leave namespaces out for all of them`,
      );
    }
    requireNamespaceName(`each of ${what}`, namespace);
  }
}

/**
 * watchlist.PrepareWatchListOptionsFromListOptions: options of a watch-list that brings the same objects as a list.
 *
 * Returns `undefined` if no watch-list can replace the list: for a page (`continue`, or a `limit` that the server would
 * apply), for an `Exact` match, and for options that the server rejects.
 */
export function prepareWatchListOptions(options: ListOptions): ListOptions | undefined {
  requireOptions('prepareWatchListOptions', options);
  const { limit = 0, ...rest } = options;
  if (!isValid(options)) return undefined;
  // At "0" the server's watch cache answers and ignores the limit, so leaving it out changes nothing.
  if (limit > 0 && options.resourceVersion !== '0') return undefined;
  if (options.resourceVersionMatch === 'Exact') return undefined;
  const watchList: ListOptions = {
    ...rest,
    resourceVersionMatch: 'NotOlderThan',
    watch: true,
    allowWatchBookmarks: true,
    sendInitialEvents: true,
  };
  return isValid(watchList) ? watchList : undefined;
}

/** The server's ValidateListOptions (apimachinery, meta/internalversion/validation), without its messages. */
function isValid(options: ListOptions): boolean {
  const { resourceVersion = '', resourceVersionMatch: match = '', sendInitialEvents } = options;
  const continues = (options.continue ?? '') !== '';
  if (options.watch === true) {
    if (sendInitialEvents !== undefined) return match === 'NotOlderThan' && !continues;
    return match === '';
  }
  if (sendInitialEvents !== undefined) return false;
  if (match === '') return true;
  if (resourceVersion === '' || continues) return false;
  return match === 'NotOlderThan' || (match === 'Exact' && resourceVersion !== '0');
}
