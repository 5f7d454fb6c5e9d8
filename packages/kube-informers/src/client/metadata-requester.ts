import type { KubernetesList, KubernetesObject, PartialObjectMetadata } from '../meta/types.js';
import type { WatchEvent, WatchStream } from '../meta/watch.js';
import { TransportError } from '../util/errors.js';
import { MappedStream } from './mapped-stream.js';
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
      return new MappedStream<T>(stream, cut);
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

function cut<T extends KubernetesObject>(event: WatchEvent<T>): WatchEvent<T> {
  if (event.type === 'ERROR' || event.object.kind === partialKind) return event;
  // T is PartialObjectMetadata by the contract of `metadataRequester`.
  return { type: event.type, object: metadataOfObject(event.object) as KubernetesObject as T };
}
