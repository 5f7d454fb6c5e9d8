import type { DeepReadonly } from '../util/deep-readonly.js';
import { splitCall } from '../meta/calls.js';
import type { CallOptions, SourceCallOptions, SourceOptions } from '../meta/calls.js';
import type { RestStreamRequest, RestWebSocketRequest } from '../rest/request.js';
import type { WebSocketConnection } from '../rest/web-socket.js';
import { requireKnownOptions } from '../util/known-options.js';
import type { Checks, OptionNames } from '../util/known-options.js';
import { interruptible, linkSignal, onAbort } from '../util/signal.js';
import { FieldMask, requireWhole } from '../meta/field-mask.js';
import type { Kept, MaybeFields, ReadMask, WholeObject } from '../meta/projected.js';
import { projectedFormat } from '../wire/json-format.js';
import type { KubernetesList, KubernetesObject, ListOptions, Status } from '../meta/types.js';
import { requireMethods, requireObject, requireString } from '../util/require.js';
import type {
  ApplyConfiguration,
  ApplyOptions,
  DeleteOptions,
  GetOptions,
  PatchBody,
  PatchOptions,
  PatchType,
  PatchTypeOption,
  WriteOptions,
} from './call-options.js';
import {
  deleteBody,
  describeTarget,
  patchRequest,
  requireTarget,
  resourceAddress,
  segment,
  writeQuery,
  applyOptionNames,
  deleteOptionNames,
  getOptionNames,
  maskedGetNames,
  listCallNames,
  listOptionNames,
  patchOptionNames,
  sourceListCallNames,
  writeOptionNames,
} from './requests.js';
import type { AnyMask, Requester, ResourceAddress, ResourceTarget } from './requests.js';
import { shownValue } from '../util/shown.js';
import { ListPager, PageProgress, defaultPageSize } from '../meta/list-pager.js';
import { formatGroupVersion } from '../meta/group-version.js';
import type { Resource } from '../meta/resource.js';
import { requireNamespace } from '../meta/validation.js';
import type { WatchStream } from '../meta/watch.js';
import { ConfigError } from '../util/errors.js';
import type { Logger } from '../util/logger.js';

/** The parent of a SubresourceClient. */
export interface SubresourceTarget {
  /** Names an object for messages. */
  describe(name: string): string;
  /** Returns where an object's subresource is. Throws ConfigError for a missing name or namespace. */
  address(verb: string, name: string): ResourceAddress;
}

/** Options of `SubresourceClient.stream`. */
export type SubresourceStreamOptions = Pick<RestStreamRequest, 'query' | 'longRunning'> & CallOptions;

const subresourceStreamNames: OptionNames<SubresourceStreamOptions> = {
  query: true,
  longRunning: true,
  signal: true,
};

const { subresource: _subresource, ...subresourcePatchNames } = patchOptionNames;

/**
 * Reads and writes one subresource, such as `deployments.subresource<Scale>('scale').get('web')`.
 *
 * Another example: `pods.subresource<Eviction>('eviction').create('nginx', { metadata: { name: 'nginx' } })`. Bodies
 * are sent unchanged: they need the subresource's apiVersion and kind. Rejects as `ResourceClient` does.
 */
export class SubresourceClient<S extends KubernetesObject> {
  readonly #rest: Requester;
  readonly #target: SubresourceTarget;

  /** The client of one subresource of a resource, such as `scale`. */
  constructor(rest: Requester, target: SubresourceTarget) {
    this.#rest = rest;
    this.#target = target;
  }

  /** Gets the subresource of an object. */
  async get(name: string, options: GetOptions = {}): Promise<S> {
    this.#checked('get', name, options, getOptionNames);
    return this.#rest.request<S>({
      method: 'GET',
      ...this.#target.address('get', name),
      query: { resourceVersion: options.resourceVersion },
      signal: options.signal,
    });
  }

  /**
   * Creates a subresource. Resolves with the response: for `eviction` a Status, which has apiVersion and kind too.
   */
  async create(name: string, body: WholeObject<S>, options: WriteOptions = {}): Promise<S> {
    const what = this.#checked('create', name, options, writeOptionNames);
    requireObject(what, body);
    requireWhole(what, body);
    return this.#rest.request<S>({
      method: 'POST',
      ...this.#target.address('create', name),
      query: writeQuery(options),
      body,
      signal: options.signal,
    });
  }

  /** Replaces the subresource of an object. */
  async update(name: string, body: WholeObject<S>, options: WriteOptions = {}): Promise<S> {
    const what = this.#checked('update', name, options, writeOptionNames);
    requireObject(what, body);
    requireWhole(what, body);
    return this.#rest.request<S>({
      method: 'PUT',
      ...this.#target.address('update', name),
      query: writeQuery(options),
      body,
      signal: options.signal,
    });
  }

  /** Patches the subresource of an object. */
  async patch<P extends PatchType>(
    name: string,
    body: PatchBody<S, P>,
    options: SubresourcePatchOptions & PatchTypeOption<P>,
  ): Promise<S> {
    this.#checked('patch', name, options, subresourcePatchNames);
    return this.#rest.request<S>({
      ...this.#target.address('patch', name),
      ...patchRequest(this.#target.describe(name), body, options),
      signal: options.signal,
    });
  }

  /** Iterates over the bytes of the response to a GET, such as a log: see `RestClient.stream`. */
  stream(name: string, options: SubresourceStreamOptions = {}): AsyncGenerator<Uint8Array, void, void> {
    return interruptible((left) => this.#stream(name, options, left));
  }

  async *#stream(
    name: string,
    options: SubresourceStreamOptions,
    left: AbortSignal,
  ): AsyncGenerator<Uint8Array, void, void> {
    this.#checked('stream', name, options, subresourceStreamNames);
    const chunks = this.#rest.stream({ ...options, ...this.#target.address('get', name) });
    onAbort(left, () => void chunks.return());
    yield* chunks;
  }

  /** Checks the options of a call and returns its description. */
  #checked(verb: string, name: string, options: unknown, known: Checks): string {
    const what = `${verb} ${this.#target.describe(name)}`;
    requireKnownOptions(what, options, known);
    return what;
  }
}

/** Like `PatchOptions`; the subresource is the client's. */
export type SubresourcePatchOptions = PatchOptions & {
  /** Never set: the client has the subresource. */
  readonly subresource?: undefined;
};

/** Options of a ResourceClient. */
export interface ResourceClientOptions {
  /** Default: none; lists and watches then cover all namespaces. "" means the same (client-go's NamespaceAll). */
  readonly namespace?: string | undefined;
}

const resourceClientOptionNames: OptionNames<ResourceClientOptions> = { namespace: true };

/**
 * Reads and writes the objects of one resource; replaces client-go's generated clients.
 *
 * Every call sends one request (with the RestClient's retries) and rejects with a StatusError if the server refuses,
 * with a TransportError without a response, with `signal.reason` if aborted. Invalid arguments (an empty name, a
 * missing or wrong namespace) are a ConfigError before any request.
 */
export class ResourceClient<T extends KubernetesObject> {
  readonly #rest: Requester;
  readonly #target: ResourceTarget;
  readonly #namespace: string | undefined;

  /**
   * Creates a client of one resource.
   *
   * Throws ConfigError: `ERR_NAMESPACE` for an invalid namespace name, or any namespace for a cluster-scoped
   * resource; `ERR_RESOURCE` for an invalid resource.
   */
  constructor(rest: Requester, target: Resource<T> | ResourceTarget, options: ResourceClientOptions = {}) {
    requireMethods('rest of a ResourceClient', rest, ['request', 'list', 'watch']);
    requireTarget(target);
    requireKnownOptions('a ResourceClient', options, resourceClientOptionNames);
    const namespace = options.namespace === '' ? undefined : options.namespace;
    if (namespace !== undefined) {
      segment('namespace', namespace);
      requireNamespace(namespace);
      if (target.namespaced === false) {
        throw new ConfigError(
          'ERR_NAMESPACE',
          `${describeTarget(target)} is cluster-scoped: it takes no namespace, got ${shownValue(namespace)}`,
        );
      }
    }
    this.#rest = rest;
    this.#target = target;
    this.#namespace = namespace;
  }

  /** Returns the same resource in this namespace; "" or undefined for all namespaces. */
  namespace(namespace: string | undefined): this {
    // A subclass has the same constructor.
    const Client = this.constructor as typeof ResourceClient<T>;
    return new Client(this.#rest, this.#target, { namespace }) as this;
  }

  // Each read has its plain form last, from which TypeScript infers T where a client is passed to a generic function.

  /** Gets one object, or some of its `fields`. Rejects with NotFound if it does not exist. */
  get<const F extends MaybeFields<NoInfer<T>> = never, const X extends MaybeFields<NoInfer<T>> = never>(
    name: string,
    options: GetOptions & ReadMask<NoInfer<T>, F, X>,
  ): Promise<Kept<T, F, X>>;
  /** Gets one object. Rejects with NotFound if it does not exist. */
  get(name: string, options?: GetOptions): Promise<T>;
  async get(name: string, options: GetOptions & AnyMask = {}): Promise<T> {
    this.#requireOptions('get', options, maskedGetNames);
    const mask = this.#mask('get', options);
    const object = await this.#rest.request<T>({
      method: 'GET',
      ...this.#objectAddress('get', name),
      query: { resourceVersion: options.resourceVersion },
      signal: options.signal,
      mask,
    });
    // A program's own requester may have no masks.
    return mask === undefined ? object : mask.apply(object);
  }

  /** Resolves with true if the server serves pages from its watch cache (`RestClient.pagesFromCache`); called by informers. */
  async pagesFromCache(): Promise<boolean> {
    return (await this.#rest.pagesFromCache?.()) ?? false;
  }

  /** What it reads, for messages: `deployments.apps in namespace shop`. */
  get description(): string {
    const what = describeTarget(this.#target);
    return this.#namespace === undefined ? what : `${what} in namespace ${this.#namespace}`;
  }

  /** Gets one list: everything, or one page of `limit` objects with a `metadata.continue`. See `pages`. */
  list<const F extends MaybeFields<NoInfer<T>> = never, const X extends MaybeFields<NoInfer<T>> = never>(
    options: SourceOptions & ReadMask<NoInfer<T>, F, X>,
  ): Promise<KubernetesList<Kept<T, F, X>>>;
  /** Gets one list: everything, or one page of `limit` objects with a `metadata.continue`. */
  list(options?: SourceOptions): Promise<KubernetesList<T>>;
  async list(options: SourceOptions & AnyMask = {}): Promise<KubernetesList<T>> {
    this.#requireOptions('list', options, sourceListCallNames);
    const { request, call } = splitCall(this.#masked('list', options));
    const kind = this.#target.kind;
    return this.#rest.list<T>({
      ...resourceAddress(this.#target, this.#namespace),
      query: request,
      apiVersion: formatGroupVersion(this.#target.group, this.#target.version),
      kind: kind === '' ? undefined : kind,
      ...call,
    });
  }

  /**
   * Gets everything, page by page (500 objects each, or `limit`), as one list.
   *
   * If a continue token expires, starts again with a single request for everything (client-go's pager).
   */
  listAll<const F extends MaybeFields<NoInfer<T>> = never, const X extends MaybeFields<NoInfer<T>> = never>(
    options: ListOptions & CallOptions & ReadMask<NoInfer<T>, F, X>,
  ): Promise<KubernetesList<Kept<T, F, X>>>;
  /** Gets everything, page by page, as one list. */
  listAll(options?: ListOptions & CallOptions): Promise<KubernetesList<T>>;
  async listAll(options: ListOptions & CallOptions & AnyMask = {}): Promise<KubernetesList<T>> {
    this.#requireOptions('listAll', options, listCallNames);
    const { format, ...list } = this.#masked('listAll', options);
    const pager = new ListPager<T>((page) => this.list({ ...page, format }));
    return (await pager.list(list)).list;
  }

  /**
   * Iterates over the pages of a list: `for await (const page of pods.pages({ limit: 100 }))`.
   *
   * Each page is fetched when it is needed. Default: 500 objects per page. Rejects with Expired if the reader takes
   * longer than the server keeps the list (about five minutes), since earlier pages cannot be withdrawn.
   */
  pages<const F extends MaybeFields<NoInfer<T>> = never, const X extends MaybeFields<NoInfer<T>> = never>(
    options: ListOptions & CallOptions & ReadMask<NoInfer<T>, F, X>,
  ): AsyncGenerator<KubernetesList<Kept<T, F, X>>, void, void>;
  /** Iterates over the pages of a list. */
  pages(options?: ListOptions & CallOptions): AsyncGenerator<KubernetesList<T>, void, void>;
  pages(options: ListOptions & CallOptions & AnyMask = {}): AsyncGenerator<KubernetesList<T>, void, void> {
    return interruptible((left) => this.#pages(options, left));
  }

  async *#pages(
    given: ListOptions & CallOptions & AnyMask,
    left: AbortSignal,
  ): AsyncGenerator<KubernetesList<T>, void, void> {
    this.#requireOptions('pages', given, listCallNames);
    const options = this.#masked('pages', given);
    const { resourceVersion: _version, resourceVersionMatch: _match, ...later } = options;
    const progress = new PageProgress();
    const limit = options.limit ?? defaultPageSize;
    const { signal, dispose } = linkSignal(options.signal, left);
    try {
      let page = await this.list({ ...options, limit, signal });
      yield page;
      // A token implies a resourceVersion: the server rejects the two together.
      while (page.metadata.continue !== undefined && page.metadata.continue !== '') {
        progress.next(page, page.metadata.continue);
        page = await this.list({ ...later, limit, signal, continue: page.metadata.continue });
        yield page;
      }
    } catch (thrown) {
      if (!left.aborted) throw thrown;
    } finally {
      dispose();
    }
  }

  /** Iterates over the objects of a list, fetched as `pages` does, or some of their `fields`. */
  items<const F extends MaybeFields<NoInfer<T>> = never, const X extends MaybeFields<NoInfer<T>> = never>(
    options: ListOptions & CallOptions & ReadMask<NoInfer<T>, F, X>,
  ): AsyncGenerator<Kept<T, F, X>, void, void>;
  /** Iterates over the objects of a list, fetched as `pages` does. */
  items(options?: ListOptions & CallOptions): AsyncGenerator<T, void, void>;
  items(options: ListOptions & CallOptions & AnyMask = {}): AsyncGenerator<T, void, void> {
    return interruptible((left) => this.#items(options, left));
  }

  async *#items(
    options: ListOptions & CallOptions & AnyMask,
    left: AbortSignal,
  ): AsyncGenerator<T, void, void> {
    const pages = interruptible((ended) => this.#pages(options, ended));
    onAbort(left, () => void pages.return());
    for await (const page of pages) yield* page.items;
  }

  /**
   * Opens a watch.
   *
   * The watch ends when the server ends it (after `timeoutSeconds`, or 30 to 60 minutes), when the signal aborts, by
   * `stop()`, or by leaving a `for await`; each closes the connection. It does not resume: informers do that.
   */
  watch<const F extends MaybeFields<NoInfer<T>> = never, const X extends MaybeFields<NoInfer<T>> = never>(
    options: SourceOptions & ReadMask<NoInfer<T>, F, X>,
  ): Promise<WatchStream<Kept<T, F, X>>>;
  /** Opens a watch. */
  watch(options?: SourceOptions): Promise<WatchStream<T>>;
  async watch(options: SourceOptions & AnyMask = {}): Promise<WatchStream<T>> {
    this.#requireOptions('watch', options, sourceListCallNames);
    const { request, call } = splitCall(this.#masked('watch', options));
    const { onContinue: _, ...rest } = call;
    return this.#rest.watch<T>({
      ...resourceAddress(this.#target, this.#namespace),
      query: { ...request, watch: true },
      ...rest,
    });
  }

  /** Creates an object and resolves with the stored one. A missing `apiVersion` and `kind` are filled in. */
  async create(object: WholeObject<T>, options: WriteOptions = {}): Promise<T> {
    this.#requireOptions('create', options, writeOptionNames);
    this.#requireObject('create', object);
    const namespace = this.#namespaceFor('create', object.metadata?.name, object);
    return this.#rest.request<T>({
      method: 'POST',
      ...resourceAddress(this.#target, namespace),
      query: writeQuery(options),
      body: this.#typed(object),
      signal: options.signal,
    });
  }

  /** Replaces the object. With `metadata.resourceVersion`, a concurrent change is a Conflict. */
  async update(object: WholeObject<T>, options: WriteOptions = {}): Promise<T> {
    return this.put(object, undefined, options);
  }

  /**
   * Changes part of an object.
   *
   * `body`: for `merge` and `strategic` a part of the object, with null for what is removed; for `json` the operations. A string is
   * sent unchanged (for `apply` it may be YAML).
   */
  async patch<P extends PatchType>(
    name: string,
    body: PatchBody<T, P>,
    options: PatchOptions & PatchTypeOption<P>,
  ): Promise<T> {
    this.#requireGiven('patch', options, "the type of the patch, such as { type: 'merge' }");
    this.#requireOptions('patch', options, patchOptionNames);
    return this.#rest.request<T>({
      ...this.#objectAddress('patch', name, undefined, options.subresource),
      ...patchRequest(describeTarget(this.#target, name), body, options),
      signal: options.signal,
    });
  }

  /**
   * Sets the given fields by server-side apply, and creates the object if it does not exist.
   *
   * Other fields remain with their owners. A field that another manager set to a different value is a Conflict unless
   * `force`. A `status` is ignored if it is a subresource: see `StatusCalls.applyStatus`.
   */
  async apply(object: WholeObject<ApplyConfiguration<T>>, options: ApplyOptions): Promise<T> {
    return this.applied(object, undefined, options);
  }

  /**
   * Deletes one object.
   *
   * Resolves with the server's response: a Status, or the object if it still exists (finalizers, a grace period), and
   * for some kinds always.
   */
  async delete(name: string, options: DeleteOptions = {}): Promise<T | Status> {
    this.#requireOptions('delete', options, deleteOptionNames);
    return this.#rest.request<T | Status>({
      method: 'DELETE',
      ...this.#objectAddress('delete', name),
      body: deleteBody(options),
      signal: options.signal,
    });
  }

  /** Deletes what `listOptions` selects: in this namespace, or of a cluster-scoped resource. */
  async deleteCollection(
    options: DeleteOptions = {},
    listOptions: ListOptions = {},
  ): Promise<KubernetesList<T> | Status> {
    this.#requireOptions('deletecollection', options, deleteOptionNames);
    this.#requireOptions('the list of deletecollection', listOptions, listOptionNames);
    const namespace = this.#namespaceFor('deletecollection', undefined);
    return this.#rest.request<KubernetesList<T> | Status>({
      // The response contains all deleted objects and is read as one string; V8's limit is about 512 MiB.
      maxBodyBytes: 512 * 1024 * 1024,
      method: 'DELETE',
      ...resourceAddress(this.#target, namespace),
      query: { ...listOptions },
      body: deleteBody(options),
      signal: options.signal,
    });
  }

  /** Returns a client for any subresource of a different kind. The usual ones have calls: see `SubresourceCalls`. */
  subresource<S extends KubernetesObject>(subresource: string): SubresourceClient<S> {
    requireString(`subresource of ${describeTarget(this.#target)}`, subresource);
    segment('subresource', subresource.split('/')[0]);
    return new SubresourceClient<S>(this.#rest, {
      describe: (name) => `${subresource} of ${describeTarget(this.#target, name)}`,
      address: (verb, name) => this.#objectAddress(verb, name, undefined, subresource),
    });
  }

  /**
   * Aborts when the client is closed.
   * @internal
   */
  protected get closing(): AbortSignal | undefined {
    return this.#rest.closing;
  }

  /**
   * The logger of the client.
   * @internal
   */
  protected get logger(): Logger | undefined {
    return this.#rest.logger;
  }

  /**
   * Opens a WebSocket to a subresource.
   * @internal
   */
  protected async webSocket(
    subresource: string,
    name: string,
    request: Omit<RestWebSocketRequest, 'path' | 'target'>,
  ): Promise<WebSocketConnection> {
    const rest = this.#rest;
    if (rest.webSocket === undefined)
      throw new ConfigError(
        'ERR_OPTION',
        `${subresource} of ${describeTarget(this.#target, name)} needs a requester with the method webSocket`,
      );
    return rest.webSocket({ ...request, ...this.#objectAddress(subresource, name, undefined, subresource) });
  }

  /**
   * Replaces an object or a subresource of the same kind.
   * @internal
   */
  protected async put(
    object: WholeObject<T>,
    subresource: string | undefined,
    options: WriteOptions,
  ): Promise<T> {
    this.#requireOptions('update', options, writeOptionNames);
    this.#requireObject('update', object);
    return this.#rest.request<T>({
      method: 'PUT',
      ...this.#objectAddress('update', object.metadata?.name, object, subresource),
      query: writeQuery(options),
      body: this.#typed(object),
      signal: options.signal,
    });
  }

  /**
   * Applies an object or a subresource of the same kind.
   * @internal
   */
  protected async applied(
    object: WholeObject<ApplyConfiguration<T>>,
    subresource: string | undefined,
    options: ApplyOptions,
  ): Promise<T> {
    this.#requireGiven('apply', options, "a field manager, such as { fieldManager: 'my-controller' }");
    this.#requireOptions('apply', options, applyOptionNames);
    this.#requireObject('apply', object);
    // An ApplyConfiguration is an object without some fields of T; it is only read here.
    const given = object as KubernetesObject;
    const name = given.metadata?.name;
    const what = describeTarget(this.#target, name);
    if ((given.metadata?.managedFields?.length ?? 0) > 0) {
      throw new ConfigError(
        'ERR_MANAGED_FIELDS',
        `apply of ${what}: metadata.managedFields must be absent; send only the fields that ${shownValue(options.fieldManager)} owns`,
      );
    }
    return this.#rest.request<T>({
      ...this.#objectAddress('apply', name, given, subresource),
      ...patchRequest(what, this.#typed(given), {
        ...options,
        // As in every apply: what the server would drop with a warning is an error.
        fieldValidation: options.fieldValidation ?? 'Strict',
        type: 'apply',
      }),
      signal: options.signal,
    });
  }

  #mask(verb: string, { fields, exclude }: AnyMask): FieldMask | undefined {
    return FieldMask.of(`${verb} ${describeTarget(this.#target)}`, { fields, exclude });
  }

  /** Returns the options with the format that reads only what `fields` and `exclude` keep. */
  #masked<O extends SourceCallOptions & AnyMask>(
    verb: string,
    options: O,
  ): Omit<O, 'fields' | 'exclude'> & Pick<SourceCallOptions, 'format'> {
    const { fields, exclude, ...rest } = options;
    const mask = this.#mask(verb, { fields, exclude });
    if (mask === undefined) return rest;
    if (rest.format !== undefined)
      throw new ConfigError(
        'ERR_OPTION',
        `${verb} ${describeTarget(this.#target)} must have at most one of format and fields or exclude, got both`,
      );
    return { ...rest, format: projectedFormat(mask) };
  }

  #requireGiven(verb: string, options: object | undefined, expected: string): void {
    if (options !== undefined) return;
    throw new ConfigError(
      'ERR_OPTION',
      `${verb} ${describeTarget(this.#target)} needs options with ${expected}, got undefined`,
    );
  }

  #requireOptions<O>(verb: string, options: O, known: OptionNames<O>): void {
    requireKnownOptions(`${verb} ${describeTarget(this.#target)}`, options, known);
  }

  #requireObject(verb: string, object: unknown): void {
    const what = `${verb} ${describeTarget(this.#target)}`;
    requireObject(what, object);
    // Checked above.
    requireWhole(what, object as object);
  }

  /** Returns the object to send, with apiVersion and kind if the caller omitted them. */
  #typed(object: DeepReadonly<KubernetesObject>): DeepReadonly<KubernetesObject> {
    const { group, version, kind } = this.#target;
    if (kind === undefined || kind === '') return object;
    if (object.apiVersion !== undefined && object.kind !== undefined) return object;
    return { apiVersion: formatGroupVersion(group, version), kind, ...object };
  }

  #objectAddress(
    verb: string,
    name: string | undefined,
    object?: DeepReadonly<KubernetesObject>,
    subresource?: string,
  ): ResourceAddress {
    if (typeof name !== 'string' || name === '') {
      throw new ConfigError(
        'ERR_NAME',
        `${verb} ${describeTarget(this.#target)} needs a name${object === undefined ? '' : ' in metadata.name'}, got ${name === undefined ? 'none' : shownValue(name)}`,
      );
    }
    return resourceAddress(this.#target, this.#namespaceFor(verb, name, object), name, subresource);
  }

  #namespaceFor(
    verb: string,
    name: string | undefined,
    object?: DeepReadonly<KubernetesObject>,
  ): string | undefined {
    const given = object?.metadata?.namespace;
    const own = given === '' ? undefined : given;
    const what = describeTarget(this.#target, name);
    if (own !== undefined && this.#target.namespaced === false) {
      throw new ConfigError(
        'ERR_NAMESPACE',
        `${what} is cluster-scoped: metadata.namespace must be absent, got ${shownValue(own)}`,
      );
    }
    if (own !== undefined && this.#namespace !== undefined && own !== this.#namespace) {
      throw new ConfigError(
        'ERR_NAMESPACE',
        `${verb} ${what}: metadata.namespace is ${shownValue(own)}, but this client is for namespace ${shownValue(this.#namespace)}`,
      );
    }
    const namespace = this.#namespace ?? own;
    if (namespace === undefined && this.#target.namespaced === true) {
      throw new ConfigError(
        'ERR_NAMESPACE',
        `${verb} ${what} needs a namespace: give the client one${object === undefined ? '' : ' or set metadata.namespace'}`,
      );
    }
    return namespace;
  }
}
