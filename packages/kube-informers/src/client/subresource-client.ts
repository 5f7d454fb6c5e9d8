import type { DeepReadonly } from '../util/deep-readonly.js';
import { getOptionNames, patchOptionNames, writeOptionNames } from './option-names.js';
import type { CallOptions } from '../cache/types.js';
import type { RestStreamRequest } from '../rest/rest-request.js';
import { requireKnownOptions } from '../util/known-options.js';
import type { OptionNames } from '../util/known-options.js';
import { interruptible } from '../util/interruptible.js';
import { onAbort } from '../util/signal.js';
import type { KubernetesObject } from '../meta/types.js';
import { requireCallOptions, requireObject } from '../util/require.js';
import type { GetOptions, PatchOptions, WriteOptions } from './call-options.js';
import { patchRequest, writeQuery } from './requests.js';
import type { ResourceAddress } from './paths.js';
import type { Requester } from './requester.js';

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
  async create(name: string, body: S | DeepReadonly<S>, options: WriteOptions = {}): Promise<S> {
    requireObject(this.#checked('create', name, options, writeOptionNames), body);
    return this.#rest.request<S>({
      method: 'POST',
      ...this.#target.address('create', name),
      query: writeQuery(options),
      body,
      signal: options.signal,
    });
  }

  /** Replaces the subresource of an object. */
  async update(name: string, body: S | DeepReadonly<S>, options: WriteOptions = {}): Promise<S> {
    requireObject(this.#checked('update', name, options, writeOptionNames), body);
    return this.#rest.request<S>({
      method: 'PUT',
      ...this.#target.address('update', name),
      query: writeQuery(options),
      body,
      signal: options.signal,
    });
  }

  /** Patches the subresource of an object. */
  async patch(name: string, body: object | string, options: SubresourcePatchOptions): Promise<S> {
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
  #checked(verb: string, name: string, options: unknown, known: Readonly<Record<string, true>>): string {
    const what = `${verb} ${this.#target.describe(name)}`;
    requireKnownOptions(what, options, known);
    requireCallOptions(what, options);
    return what;
  }
}

/** Like `PatchOptions`; the subresource is the client's. */
export type SubresourcePatchOptions = PatchOptions & {
  /** Never set: the client has the subresource. */
  readonly subresource?: undefined;
};
