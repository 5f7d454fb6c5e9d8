import { eventsOf } from '../meta/events-of.js';
import type { KubernetesList, KubernetesObject, PartialObjectMetadata } from '../meta/types.js';
import type { WatchEvent, WatchStream } from '../meta/watch.js';
import { TransportError } from '../util/errors.js';
import type { Requester } from './requester.js';

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
      return new MetadataStream<T>(stream);
    },
    stream: (options) => rest.stream(options),
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

/** A watch whose events are reduced to metadata if the server did not do it. */
class MetadataStream<T extends KubernetesObject> implements WatchStream<T> {
  readonly #stream: WatchStream<T>;
  #failure: { readonly error: unknown } | undefined;

  constructor(stream: WatchStream<T>) {
    this.#stream = stream;
  }

  get unopened(): Error | undefined {
    return this.#stream.unopened;
  }

  async nextBatch(): Promise<readonly WatchEvent<T>[] | undefined> {
    const failure = this.#failure;
    this.#failure = undefined;
    // Thrown by `cut`, which throws errors.
    if (failure !== undefined) throw failure.error as Error;
    const batch = await this.#stream.nextBatch();
    if (batch === undefined) return undefined;
    const events: WatchEvent<T>[] = [];
    try {
      for (const event of batch) events.push(cut(event));
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

function cut<T extends KubernetesObject>(event: WatchEvent<T>): WatchEvent<T> {
  if (event.type === 'ERROR' || event.object.kind === partialKind) return event;
  // T is PartialObjectMetadata by the contract of `metadataRequester`.
  return { type: event.type, object: metadataOfObject(event.object) as KubernetesObject as T };
}
