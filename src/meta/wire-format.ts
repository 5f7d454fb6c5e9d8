import { TransportError } from '../util/errors.js';
import type { KubernetesObject } from './types.js';
import type { WatchEvent } from './watch.js';

/** What an object says that it is. List items of an API server do not say it: their list does. */
export interface ObjectType {
  readonly apiVersion: string;
  readonly kind: string;
}

/** What is said of a list before its items are read. */
export interface ItemsReaderOptions {
  /** For messages: `GET https://host/api/v1/pods`. */
  readonly name: string;
  /** A longer item is an error, bytes. Default: `defaultMaxObjectBytes`. */
  readonly maxItemBytes?: number | undefined;
}

/** How a watch is decoded. */
export interface WatchDecoderOptions {
  /** A longer line is an error, bytes. Default: `defaultMaxObjectBytes`. */
  readonly maxLineBytes?: number | undefined;
}

/** Longest item of a list or line of a watch: 64 MiB. etcd holds objects of 1.5 MiB, client-go's limit is 16 MiB. */
export const defaultMaxObjectBytes = 64 * 1024 * 1024;

/**
 * How a source that speaks bytes makes objects of them: plain ones by `JSON.parse`, or what a cache keeps instead.
 *
 * One format serves any number of lists and watches; each gets a reader or decoder of its own, which is of no more use
 * once it has thrown. What they throw, with which message, is the same for every format: see `notAList` and
 * `badWatchLine` of watch-line.ts.
 */
export interface ObjectFormat<T extends KubernetesObject> {
  /** @internal */
  itemsReader(options: ItemsReaderOptions): ItemsReader<T>;
  /** @internal */
  watchDecoder(options: WatchDecoderOptions): WatchBytesDecoder<T>;
}

/**
 * Reads what stands between the brackets of a list's `items`; the rest of the answer is somebody else's.
 *
 * Throws TransportError `ERR_NOT_KUBERNETES` for what is no list of objects, `ERR_BODY_SIZE` for an item that is too long.
 */
export interface ItemsReader<T extends KubernetesObject> {
  /** Items so far. */
  readonly count: number;
  /**
   * The opening bracket is the byte before `position` of the answer. `type` is what items get that carry none, when that
   * can be told by now; `finish` says it in any case. An answer that has `items` twice begins twice.
   */
  begin(position: number, type: ObjectType | undefined): void;
  /**
   * Takes the next bytes, cut anywhere; may keep them until more have come, and may decode them as they are, so they must
   * not change. Once the closing bracket has come: everything from it on, and the next call is another `begin`.
   */
  read(bytes: Buffer): Buffer | undefined;
  /** The answer has ended: decodes what was kept. As `read`; undefined when the closing bracket never came. */
  flush(): Buffer | undefined;
  /** An item that was parsed already: of items whose key was written with escapes, `"it\u0065ms"`. */
  add(item: object): void;
  /** The answer is whole and a list: its items in order, all with apiVersion and kind. Called once. */
  finish(type: ObjectType): T[];
}

/**
 * Turns the bytes of a watch into events: one JSON object a line, cut anywhere.
 *
 * Throws TransportError `ERR_WATCH_DECODE` for a line that is no event; events before it have been appended then.
 */
export interface WatchBytesDecoder<T> {
  /**
   * Takes the next bytes, which must not change later, and appends to `events` what is complete; or some of that, to wait
   * for more. Keeps no more than some 256 KiB of complete lines waiting.
   */
  feed(chunk: Uint8Array, events: WatchEvent<T>[]): void;
  /** Nothing more has arrived for now: appends all that is complete. */
  flush(events: WatchEvent<T>[]): void;
  /**
   * The stream has ended as it should: as `flush`, and appends a last event that lacks only its line end. Throws
   * TransportError `ERR_WATCH_CUT` for half a line.
   */
  end(events: WatchEvent<T>[]): void;
}

/**
 * A list's item with the list's type where it lacks kind or apiVersion. A copy of the outermost object then, which takes less
 * memory than two members that are assigned to it.
 */
export function withType<T extends object>({ apiVersion, kind }: ObjectType, item: T): T {
  const own = item as { readonly apiVersion?: unknown; readonly kind?: unknown };
  return own.apiVersion === undefined || own.kind === undefined ? { apiVersion, kind, ...item } : item;
}

/** The answer named `name` is no list. Messages hold positions and nothing of what the answer says: it may be Secrets. */
export function notAList(name: string, problem: string, position?: number): TransportError {
  const where = position === undefined ? '' : ` at byte ${position}`;
  return new TransportError(
    'ERR_NOT_KUBERNETES',
    `${name} was not answered with a list of the Kubernetes API: ${problem}${where}`,
  );
}

/** Item number `index` is longer than it may be. */
export function itemTooLong(name: string, index: number, maxItemBytes: number): TransportError {
  return new TransportError(
    'ERR_BODY_SIZE',
    `${name}: items[${index}] is longer than the ${maxItemBytes} bytes allowed`,
  );
}
