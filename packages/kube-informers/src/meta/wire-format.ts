import { TransportError } from '../util/errors.js';
import type { FieldMask } from './field-mask.js';
import type { KubernetesList, KubernetesObject } from './types.js';
import type { WatchEvent } from './watch.js';

/** The apiVersion and kind of an object. An API server's list items do not have them: their list does. */
export interface ObjectType {
  readonly apiVersion: string;
  readonly kind: string;
}

/** The fields of a kind, as far as this version knows them. */
export interface KnownFields {
  /** True for a built-in kind; of others only the metadata is known. */
  readonly isComplete: boolean;
  /** Returns where a path of member names leaves the known fields, and the names that are there; undefined if it does not. */
  unknownIn(path: readonly string[]): UnknownField | undefined;
}

/** A name in a path that is no field. */
export interface UnknownField {
  /** Its index in the path. */
  readonly at: number;
  /** The fields in its place. */
  readonly names: readonly string[];
}

/** What is known of a list before its items are read. */
export interface ItemsReaderOptions {
  /** Name of the request in messages: `GET https://host/api/v1/pods`. */
  readonly name: string;
  /** Longest item, bytes. Default: `defaultMaxObjectBytes`. */
  readonly maxItemBytes?: number | undefined;
  /**
   * Called with each plain item, with its type, as it is decoded: returns what the list holds of it, or undefined. Must not throw.
   * Only saves memory: a reader may ignore it.
   */
  readonly take?: ((item: KubernetesObject) => KubernetesObject | undefined) | undefined;
  /** Called with a continue token that comes before the items. */
  readonly onContinue?: ((token: string) => void) | undefined;
}

/** How a watch is decoded. */
export interface WatchDecoderOptions {
  /** Longest line, bytes. Default: `defaultMaxObjectBytes`. */
  readonly maxLineBytes?: number | undefined;
}

/** Longest item of a list or line of a watch: 64 MiB. etcd limits objects to 1.5 MiB, client-go to 16 MiB. */
export const defaultMaxObjectBytes = 64 * 1024 * 1024;

/**
 * How bytes are decoded into objects: plain ones by `JSON.parse`, or in a cache's format.
 *
 * One format serves any number of lists and watches; each gets its own reader or decoder, which is unusable after it
 * has thrown. Errors and messages are the same for every format: see `notAList` and `badWatchLine` of watch-line.ts.
 */
export interface ObjectFormat<T extends KubernetesObject> {
  /** @internal */
  itemsReader(options: ItemsReaderOptions): ItemsReader<T>;
  /** @internal */
  watchDecoder(options: WatchDecoderOptions): WatchBytesDecoder<T>;
  /**
   * The fields that its objects keep, if some are left out.
   * @internal
   */
  readonly mask?: FieldMask | undefined;
  /**
   * The cache that the objects are read for, if any.
   * @internal
   */
  readonly cache?: ObjectsByKey | undefined;
  /**
   * Loads the decoders of protobuf, for a format that prefers it to JSON. Resolves with undefined if the resource has none, or
   * after a message that they could not read.
   * @internal
   */
  protobuf?(): Promise<ProtobufDecoders<T> | undefined>;
}

/**
 * Finds the object of a cache that has the key of another object.
 * @internal
 */
export interface ObjectsByKey {
  /** Throws KeyError for an object without a key. */
  get(object: KubernetesObject): unknown;
}

/**
 * Decoders of `application/vnd.kubernetes.protobuf`. Errors are those of JSON.
 * @internal
 */
export interface ProtobufDecoders<T extends KubernetesObject> {
  listDecoder(options: ItemsReaderOptions): ListBytesDecoder<T>;
  watchDecoder(options: WatchDecoderOptions): WatchBytesDecoder<T>;
  /** False after a message that could not be read, or a refusal. */
  readonly isUsable: boolean;
  /** Returns once what could not be read. */
  takeProblem(): UnreadableMessage | undefined;
  /** Called when the server, or a proxy, has refused to answer with protobuf. */
  refused(problem: string): void;
}

/** @internal */
export interface UnreadableMessage {
  readonly problem: string;
  /** True if the same response can be had as JSON: for a field that this version does not know, as newer servers have, and a refusal. */
  readonly asJson: boolean;
}

/**
 * Decodes the bytes of a list, split at any position; they must not change later. `end` is called once, at the end.
 * @internal
 */
export interface ListBytesDecoder<T extends KubernetesObject> {
  feed(chunk: Uint8Array): void;
  /** Returns the list, whose items have apiVersion and kind. */
  end(): KubernetesList<T>;
}

/**
 * Reads the content of a list's `items`; the caller reads the rest of the response.
 *
 * Throws TransportError `ERR_NOT_KUBERNETES` for invalid items, `ERR_BODY_SIZE` for an item that is too long.
 * @internal
 */
export interface ItemsReader<T extends KubernetesObject> {
  /** Number of items so far, with those that were not taken. */
  readonly count: number;
  /**
   * Starts reading after the opening bracket, the byte before `position` of the response.
   *
   * `type` is the type of items without their own, if it is known by now; `finish` has it in any case. A response
   * with repeated `items` starts repeatedly.
   */
  begin(position: number, type: ObjectType | undefined): void;
  /**
   * Reads the next bytes, split at any position.
   *
   * The bytes may be retained and must not change. After the closing bracket, returns everything from it on; the next
   * call is another `begin`.
   */
  read(bytes: Buffer): Buffer | undefined;
  /** Ends the response: decodes retained bytes. Returns as `read`; undefined without a closing bracket. */
  flush(): Buffer | undefined;
  /** Adds an item that was parsed already, of items whose key was written with escapes, `"it\u0065ms"`. */
  add(item: object): void;
  /** Returns the items of a complete list in order, all with apiVersion and kind. Called once. */
  finish(type: ObjectType): T[];
}

/**
 * Decodes the bytes of a watch into events: one JSON object per line, split at any position.
 *
 * Throws TransportError `ERR_WATCH_DECODE` for an invalid line, after appending the preceding events.
 * @internal
 */
export interface WatchBytesDecoder<T> {
  /**
   * Decodes the next bytes, which must not change later, and appends complete events to `events`.
   *
   * It may hold some of them back for more input, at most about 256 KiB of complete lines.
   */
  feed(chunk: Uint8Array, events: WatchEvent<T>[]): void;
  /** Appends all complete events, since no more data has arrived for now. */
  flush(events: WatchEvent<T>[]): void;
  /**
   * Ends the stream cleanly: like `flush`, and appends a last event without a line end.
   *
   * Throws TransportError `ERR_WATCH_CUT` for a partial line.
   */
  end(events: WatchEvent<T>[]): void;
}

/** Returns the format with a function for the items of its lists: see `ItemsReaderOptions.take`. */
export function takingFormat<T extends KubernetesObject>(
  format: ObjectFormat<T>,
  take: ItemsReaderOptions['take'],
): ObjectFormat<T> {
  const { mask, cache } = format;
  const protobuf = async (): Promise<ProtobufDecoders<T> | undefined> => {
    const decoders = await format.protobuf?.();
    return (
      decoders && {
        listDecoder: (options) => decoders.listDecoder({ ...options, take }),
        watchDecoder: (options) => decoders.watchDecoder(options),
        takeProblem: () => decoders.takeProblem(),
        refused: (problem) => decoders.refused(problem),
        get isUsable() {
          return decoders.isUsable;
        },
      }
    );
  };
  return {
    itemsReader: (options) => format.itemsReader({ ...options, take }),
    watchDecoder: (options) => format.watchDecoder(options),
    protobuf,
    mask,
    cache,
  };
}

/** Returns the format with the cache that its objects are for. */
export function cachedFormat<T extends KubernetesObject>(
  format: ObjectFormat<T>,
  cache: ObjectsByKey,
): ObjectFormat<T> {
  return {
    itemsReader: (options) => format.itemsReader(options),
    watchDecoder: (options) => format.watchDecoder(options),
    protobuf: async () => format.protobuf?.(),
    mask: format.mask,
    cache,
  };
}

/**
 * Returns a list item with the list's type if it lacks kind or apiVersion.
 *
 * It then copies the outermost object, which takes less memory than assigning two members.
 */
export function withType<T extends object>({ apiVersion, kind }: ObjectType, item: T): T {
  const own = item as { readonly apiVersion?: unknown; readonly kind?: unknown };
  return own.apiVersion === undefined || own.kind === undefined ? { apiVersion, kind, ...item } : item;
}

/**
 * Creates the error for a response that is not a list. It contains positions but no content, which may be Secrets.
 */
export function notAList(name: string, problem: string, position?: number): TransportError {
  const where = position === undefined ? '' : ` at byte ${position}`;
  return new TransportError(
    'ERR_NOT_KUBERNETES',
    `${name} was not answered with a list of the Kubernetes API: ${problem}${where}`,
  );
}

/** Calls `onContinue` with the continue token of a list's metadata, unless it has none. */
export function announceContinue(metadata: unknown, onContinue: ItemsReaderOptions['onContinue']): void {
  const token = (metadata as { readonly continue?: unknown } | null | undefined)?.continue;
  if (typeof token === 'string' && token !== '') onContinue?.(token);
}

/** Creates the error for an item that exceeds the size limit. */
export function itemTooLong(name: string, index: number, maxItemBytes: number): TransportError {
  return new TransportError(
    'ERR_BODY_SIZE',
    `${name}: items[${index}] is longer than the ${maxItemBytes} bytes allowed`,
  );
}
