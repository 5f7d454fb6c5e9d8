import { eventsOf } from '../meta/events-of.js';
import type { KubernetesList, KubernetesObject, PartialObjectMetadata } from '../meta/types.js';
import type { WatchEvent, WatchStream } from '../meta/watch.js';
import { TransportError } from '../util/errors.js';
import type { Requester, ResourceTarget } from './requests.js';
import type { Resource, Verb } from '../meta/resource.js';
import type { RestConfig } from '../rest/config.js';
import type { RestClient } from '../rest/rest-client.js';
import { ClientBase } from './clientset.js';
import type { ClientOptions, MetadataOnly } from './clientset.js';
import { requireTarget } from './requests.js';
import type { ResourceClient } from './resource-client.js';

/** A watch whose events are changed by a function. If it throws, the preceding events are delivered first. */
export class MappedStream<T extends KubernetesObject> implements WatchStream<T> {
  readonly #stream: WatchStream<T>;
  readonly #map: (event: WatchEvent<T>) => WatchEvent<T>;
  #failure: { readonly error: unknown } | undefined;

  constructor(stream: WatchStream<T>, map: (event: WatchEvent<T>) => WatchEvent<T>) {
    this.#stream = stream;
    this.#map = map;
  }

  get unopened(): Error | undefined {
    return this.#stream.unopened;
  }

  get lastByteAgeMs(): number | undefined {
    return this.#stream.lastByteAgeMs;
  }

  get receivedBytes(): number | undefined {
    return this.#stream.receivedBytes;
  }

  async nextBatch(): Promise<readonly WatchEvent<T>[] | undefined> {
    const failure = this.#failure;
    this.#failure = undefined;
    // Thrown by `map`, which throws errors.
    if (failure !== undefined) throw failure.error as Error;
    const batch = await this.#stream.nextBatch();
    if (batch === undefined) return undefined;
    const events: WatchEvent<T>[] = [];
    try {
      for (const event of batch) events.push(this.#map(event));
    } catch (error) {
      // As for an invalid line: deliver the preceding events first, and close the connection.
      this.#stream.stop();
      if (events.length === 0) throw error;
      this.#failure = { error };
    }
    return events;
  }

  stop(): void {
    this.#failure = undefined;
    this.#stream.stop();
  }

  [Symbol.dispose](): void {
    this.stop();
  }

  [Symbol.asyncIterator](): AsyncIterator<WatchEvent<T>> {
    return eventsOf(this);
  }
}

/** apiVersion and kind of a metadata client's objects. */
export const partialApiVersion = 'meta.k8s.io/v1';
export const partialKind = 'PartialObjectMetadata';

// Plain JSON last: servers without this format then return the object instead of 406.
const acceptObject = `application/json;as=${partialKind};g=meta.k8s.io;v=v1,application/json`;
const acceptList = `application/json;as=${partialKind}List;g=meta.k8s.io;v=v1,application/json`;

/** Wraps a Requester so that its responses contain only metadata. */
export function metadataRequester(rest: Requester): Requester {
  return {
    async request<T>(options: Parameters<Requester['request']>[0]): Promise<T> {
      // A DELETE of one object looks like one of a collection, and its response is small or a Status.
      const accept = options.method === 'DELETE' ? undefined : acceptObject;
      const answer = await rest.request<KubernetesObject>({ ...options, accept });
      // The response is an object, a list or a Status, and stays one.
      return metadataOfAnswer(answer) as T;
    },
    async list<T>(options: Parameters<Requester['list']>[0]): Promise<KubernetesList<T>> {
      const list = await rest.list<KubernetesObject>({
        ...options,
        accept: acceptList,
        apiVersion: partialApiVersion,
        kind: partialKind,
      });
      // Callers of `metadataRequester` use PartialObjectMetadata as T.
      return {
        ...list,
        items: list.items.map(metadataOfObject),
      } as KubernetesList<unknown> as KubernetesList<T>;
    },
    async watch<T extends KubernetesObject>(
      options: Parameters<Requester['watch']>[0],
    ): Promise<WatchStream<T>> {
      const stream = await rest.watch<T>({ ...options, accept: acceptObject });
      return new MappedStream<T>(stream, cut);
    },
    stream: (options) => rest.stream(options),
    pagesFromCache: async () => (await rest.pagesFromCache?.()) ?? false,
  };
}

function metadataOfAnswer(answer: KubernetesObject): KubernetesObject {
  if (answer.kind === 'Status') return answer;
  // A deleted collection's response is a list, recognised only by `items`.
  if ('items' in answer && Array.isArray(answer.items)) {
    const items: readonly KubernetesObject[] = answer.items;
    return Object.assign({}, answer, { items: items.map(metadataOfObject) });
  }
  return metadataOfObject(answer);
}

function metadataOfObject(object: KubernetesObject): PartialObjectMetadata {
  if (hasMetadata(object)) {
    return object.kind === partialKind
      ? object
      : { apiVersion: partialApiVersion, kind: partialKind, metadata: object.metadata };
  }
  // Field names only: the object may be a Secret.
  throw new TransportError(
    'ERR_NOT_KUBERNETES',
    `an object with metadata is expected, got one with ${Object.keys(object).slice(0, 10).join(', ') || 'nothing'}`,
  );
}

function hasMetadata(object: KubernetesObject): object is PartialObjectMetadata {
  return typeof object.metadata === 'object' && object.metadata !== null;
}

function cut<T extends KubernetesObject>(event: WatchEvent<T>): WatchEvent<T> {
  if (event.type === 'ERROR' || event.object.kind === partialKind) return event;
  // T is PartialObjectMetadata by the contract of `metadataRequester`.
  return { type: event.type, object: metadataOfObject(event.object) as KubernetesObject as T };
}

/** The operations on a resource's metadata: everything except create, update and apply. */
export type MetadataResourceClient = Pick<
  ResourceClient<PartialObjectMetadata>,
  'get' | 'list' | 'pages' | 'items' | 'watch' | 'patch' | 'delete' | 'deleteCollection'
>;

/**
 * Reads objects of any resource without spec and status, a fraction of their size (client-go's metadata.Client).
 *
 * Every object is a PartialObjectMetadata of meta.k8s.io/v1, whatever its kind. If a server sends whole objects, they
 * are reduced here. Regardless of the type of `list` and `watch`, the objects contain only apiVersion, kind and
 * metadata: pass a descriptor typed by `metadataOf`.
 */
export class MetadataClient extends ClientBase implements MetadataOnly {
  /** Tells it from a client of whole objects, by type and at run time: see `MetadataSharedInformerFactory`. */
  readonly metadataOnly = true;

  /** A client that reads only the metadata of objects of any resource. */
  constructor(config: RestConfig | RestClient, options: ClientOptions = {}) {
    super(config, options, metadataRequester);
  }

  /** Returns the client of a resource; without a namespace it covers all namespaces. */
  resource(resource: ResourceTarget, namespace?: string): MetadataResourceClient {
    return this.clientOf<PartialObjectMetadata>(resource, namespace);
  }
}

/**
 * Returns a descriptor of the same resource whose objects are metadata only.
 *
 * Use it as in `listWatchFromClient(metadata, metadataOf(coreV1.pods), '')`. The path is unchanged; apiVersion and
 * kind are PartialObjectMetadata's, which informers check.
 */
export function metadataOf<V extends Verb>(
  resource: Resource<KubernetesObject, string, V>,
): Resource<PartialObjectMetadata, string, V> {
  requireTarget(resource);
  // A descriptor's object type exists only in the type system; these two fields make it true.
  const metadata: unknown = { ...resource, apiVersion: partialApiVersion, kind: partialKind };
  return metadata as Resource<PartialObjectMetadata, string, V>;
}
