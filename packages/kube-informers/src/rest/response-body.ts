import { isSpace, parseJsonBytes } from '../util/json.js';
import { StatusError } from '../meta/errors.js';
import type { KubernetesList, KubernetesObject, ListMeta } from '../meta/types.js';
import { announceContinue, notAList } from '../meta/wire-format.js';
import type { ItemsReader, ListBytesDecoder, ObjectFormat, ObjectType } from '../meta/wire-format.js';
import { TransportError, asError } from '../util/errors.js';
import { shownWord } from '../util/shown.js';
import { jsonFormat } from '../wire/json-format.js';
import { asStatus, notKubernetes } from './errors.js';
import type { Clock } from '../util/clock.js';
import { onAbort, throwIfAborted } from '../util/signal.js';
import { defaultSliceMs, yieldToEventLoop } from '../util/steps.js';
import type { RequestName } from './errors.js';
import { defaultMaxBodyBytes } from './request.js';
import type { TransportResponse } from './transport.js';

/** Options of a ListDecoder. */
export interface ListDecoderOptions {
  /** Name of the request in messages: `GET https://host/api/v1/pods`. */
  readonly name: string;
  /** Default apiVersion of items without one. Default: the list's apiVersion. */
  readonly apiVersion?: string | undefined;
  /** Default kind of items without one. Default: the list's kind without "List". */
  readonly kind?: string | undefined;
  /** Longest item, bytes. Default: 64 MiB; etcd limits objects to 1.5 MiB. */
  readonly maxItemBytes?: number | undefined;
  /** How items are represented. Default: plain objects. */
  readonly format?: ObjectFormat<KubernetesObject> | undefined;
  /** Called with a continue token that comes before the items. */
  readonly onContinue?: ((token: string) => void) | undefined;
}

// Limit for everything except the items, normally a few hundred bytes; also bounds the search for items.
const maxEnvelopeBytes = 16 * 1024 * 1024;

/**
 * Limit for repeated "items" keys: valid JSON, but each repetition parses all preceding bytes to find the items'
 * type.
 */
const maxItems = 16;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** The scanner's position in the list. */
const Place = {
  /** Before the root's `{`. */
  Start: 0,
  /** In the root object, outside the items. */
  Envelope: 1,
  /** Inside the items' brackets. */
  Items: 2,
  /** After the root's `}`. */
  End: 3,
} as const;
type Place = (typeof Place)[keyof typeof Place];

/** A list without its items. */
interface Envelope {
  readonly apiVersion?: unknown;
  readonly kind?: unknown;
  readonly metadata?: unknown;
  readonly items?: unknown;
}

/**
 * Decodes a list response while it streams in.
 *
 * Lists may exceed V8's maximum string length (512 MiB), and no item keeps the whole response in memory. An
 * ItemsReader decodes the items; this class decodes the rest.
 *
 * Throws TransportError `ERR_NOT_KUBERNETES` if the response is not a list, `ERR_BODY_CUT` if it is truncated,
 * `ERR_BODY_SIZE` if an item is too long. Messages contain positions and no content, since the list may contain
 * Secrets.
 */
export class ListDecoder<T extends KubernetesObject> implements ListBytesDecoder<T> {
  readonly #options: ListDecoderOptions;
  readonly #reader: ItemsReader<T>;
  #place: Place = Place.Start;
  // Offsets in the response: of the first byte being scanned, and of the end of the input so far.
  #position = 0;
  #fed = 0;
  // Everything outside the items' brackets; parsed at the end.
  readonly #envelope: Buffer[] = [];
  #envelopeBytes = 0;
  #earlyType: ObjectType | undefined;
  #itemsBegun = 0;
  #depth = 0;
  #inString = false;
  #escaped = false;
  // Scanner state in the root object: the next string is a key; the last key was "items"; its colon was read.
  #keyNext = false;
  #key: Buffer[] | undefined;
  #itemsKey = false;
  #itemsValue = false;

  constructor(options: ListDecoderOptions) {
    this.#options = options;
    const { format = jsonFormat, name, maxItemBytes } = options;
    // The caller chooses T; the server's content is not checked against it.
    this.#reader = (format as ObjectFormat<T>).itemsReader({ name, maxItemBytes });
  }

  /** Decodes the next bytes, split at any position; the buffer must not change later. */
  feed(chunk: Uint8Array): void {
    const bytes = Buffer.isBuffer(chunk)
      ? chunk
      : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    this.#position = this.#fed;
    this.#fed += bytes.length;
    this.#scan(bytes);
  }

  /** Ends the response and returns the list, whose items have apiVersion and kind. */
  end(): KubernetesList<T> {
    while (this.#place === Place.Items) {
      const rest = this.#reader.flush();
      if (rest === undefined) break;
      this.#scan(this.#afterItems(rest));
    }
    if (this.#place !== Place.End) {
      throw new TransportError(
        'ERR_BODY_CUT',
        `${this.#options.name}: the list ended after ${this.#fed} bytes and ${this.#reader.count} items`,
      );
    }
    const envelope = this.#parseEnvelope();
    const status = asStatus(envelope);
    if (status !== undefined && status.status !== 'Success') throw new StatusError(status);
    const { apiVersion, kind, metadata, items } = envelope;
    if (typeof kind !== 'string' || kind === '' || typeof apiVersion !== 'string')
      throw this.#notAList(`expected a kind and an apiVersion, got kind ${shownWord(kind)}`);
    // A definition may give its lists any kind. Missing items are an error: an empty cache would look like deletions.
    if (items !== null && !Array.isArray(items))
      throw this.#notAList(`expected an array of items in kind ${shownWord(kind)}, got ${typeof items}`);
    if (metadata !== undefined && (typeof metadata !== 'object' || Array.isArray(metadata)))
      throw this.#notAList('expected metadata to be an object');
    const type = this.#itemType(apiVersion, kind);
    const early = this.#earlyType;
    if (early !== undefined && (early.apiVersion !== type.apiVersion || early.kind !== type.kind))
      throw this.#notAList('kind or apiVersion is repeated with a different value');
    // A key written with escapes ("it\u0065ms") is missed by the scanner and found in the envelope.
    for (const item of items ?? []) this.#reader.add(this.#checked(item));
    return {
      apiVersion,
      kind,
      // Checked above to be an object; its members are not checked.
      metadata: (metadata ?? {}) as ListMeta,
      items: this.#reader.finish(type),
    };
  }

  #scan(chunk: Buffer): void {
    let bytes = chunk;
    let index = 0;
    while (index < bytes.length) {
      switch (this.#place) {
        case Place.Start:
          index = this.#start(bytes, index);
          break;
        case Place.Envelope:
          index = this.#scanEnvelope(bytes, index);
          break;
        case Place.Items: {
          const rest = this.#reader.read(index === 0 ? bytes : bytes.subarray(index));
          if (rest === undefined) return;
          bytes = this.#afterItems(rest);
          index = 0;
          break;
        }
        case Place.End:
          index = this.#rest(bytes, index);
          break;
      }
    }
  }

  /** Handles the input from the closing bracket on; returns what follows the bracket. */
  #afterItems(rest: Buffer): Buffer {
    this.#place = Place.Envelope;
    this.#keep(rest, 0, 1);
    this.#position = this.#fed - rest.length + 1;
    return rest.subarray(1);
  }

  #start(bytes: Buffer, from: number): number {
    let index = from;
    while (index < bytes.length && isSpace(bytes[index])) index++;
    if (index === bytes.length) return index;
    if (bytes[index] !== openBrace) throw this.#notAList('expected a JSON object', index);
    this.#place = Place.Envelope;
    this.#depth = 1;
    this.#keyNext = true;
    this.#keep(bytes, index, index + 1);
    return index + 1;
  }

  /** Scans up to the items' bracket, the end of the root or the end of the chunk. */
  #scanEnvelope(bytes: Buffer, from: number): number {
    let index = from;
    for (; index < bytes.length; index++) {
      const byte = bytes[index];
      if (this.#inString) {
        this.#stringByte(byte);
        continue;
      }
      if (byte === quote) {
        this.#inString = true;
        this.#itemsValue = false;
        if (this.#depth === 1 && this.#keyNext) this.#key = [];
        else if (this.#depth === 1) this.#itemsKey = false;
      } else if (byte === openBracket && this.#itemsValue) {
        this.#keep(bytes, from, index + 1);
        this.#itemsKey = false;
        this.#itemsValue = false;
        this.#place = Place.Items;
        if (++this.#itemsBegun > maxItems)
          throw this.#notAList(`more than ${maxItems} "items" members`, index);
        const before = this.#envelopeSoFar();
        this.#earlyType = this.#typeSoFar(before);
        announceContinue(before?.metadata, this.#options.onContinue);
        this.#reader.begin(this.#position + index + 1, this.#earlyType);
        return index + 1;
      } else if (byte === openBrace || byte === openBracket) {
        this.#depth++;
        this.#itemsValue = false;
      } else if (byte === closeBrace || byte === closeBracket) {
        this.#depth--;
        if (this.#depth === 0) {
          this.#keep(bytes, from, index + 1);
          this.#place = Place.End;
          return index + 1;
        }
      } else if (this.#depth === 1) {
        if (byte === comma) {
          this.#keyNext = true;
          this.#itemsKey = false;
          this.#itemsValue = false;
        } else if (byte === colon) {
          this.#itemsValue = this.#itemsKey;
        }
      }
    }
    this.#keep(bytes, from, index);
    return index;
  }

  #stringByte(byte: number | undefined): void {
    if (this.#escaped) {
      this.#escaped = false;
    } else if (byte === backslash) {
      this.#escaped = true;
    } else if (byte === quote) {
      this.#inString = false;
      if (this.#key !== undefined) {
        this.#itemsKey = Buffer.concat(this.#key).equals(itemsKey);
        this.#key = undefined;
        this.#keyNext = false;
      }
      return;
    }
    // A key longer than "items" is a different key; a few bytes suffice.
    if (this.#key !== undefined && this.#key.length <= itemsKey.length && byte !== undefined)
      this.#key.push(Buffer.of(byte));
  }

  #rest(bytes: Buffer, from: number): number {
    let index = from;
    while (index < bytes.length && isSpace(bytes[index])) index++;
    if (index < bytes.length) throw this.#notAList('unexpected data after the list', index);
    return index;
  }

  #keep(bytes: Buffer, from: number, to: number): void {
    if (from === to) return;
    this.#envelopeBytes += to - from;
    if (this.#envelopeBytes > maxEnvelopeBytes)
      throw this.#notAList(`no items within ${maxEnvelopeBytes} bytes`, from);
    // A copy, so that the chunk is not retained.
    this.#envelope.push(Buffer.from(bytes.subarray(from, to)));
  }

  #parseEnvelope(): Envelope {
    let value: unknown;
    try {
      value = parseJsonBytes(Buffer.concat(this.#envelope));
    } catch {
      // The parser's own message quotes the content.
      throw this.#notAList('invalid JSON');
    }
    // The content starts with a brace and parsed.
    return value as Envelope;
  }

  /** Returns what comes before the items; undefined if it is not valid JSON. */
  #envelopeSoFar(): Envelope | undefined {
    const { apiVersion, kind, onContinue } = this.#options;
    if (apiVersion !== undefined && kind !== undefined && onContinue === undefined) return undefined;
    try {
      // The content starts with a brace, so it is an object if it parses.
      return JSON.parse(`${Buffer.concat(this.#envelope).toString('utf8')}]}`) as Envelope;
    } catch {
      // The final parse reports the error.
      return undefined;
    }
  }

  /** Returns the items' type, which API servers write before the items. */
  #typeSoFar(before: Envelope | undefined): ObjectType | undefined {
    const { apiVersion, kind } = this.#options;
    if (apiVersion !== undefined && kind !== undefined) return { apiVersion, kind };
    return typeof before?.kind === 'string' && typeof before.apiVersion === 'string'
      ? this.#itemType(before.apiVersion, before.kind)
      : undefined;
  }

  #itemType(apiVersion: string, listKind: string): ObjectType {
    return {
      apiVersion: this.#options.apiVersion ?? apiVersion,
      kind: this.#options.kind ?? listKind.replace(/List$/, ''),
    };
  }

  #checked(item: unknown): object {
    if (typeof item === 'object' && item !== null && !Array.isArray(item)) return item;
    throw this.#notAList(`items[${this.#reader.count}] must be an object`);
  }

  #notAList(problem: string, index?: number): TransportError {
    return notAList(this.#options.name, problem, index === undefined ? undefined : this.#position + index);
  }
}

const itemsKey = Buffer.from('items');

const pieceBytes = 64 * 1024;

/** Bytes decoded without checking the clock; an API server's chunks are 2 KiB. */
const unseenMost = 16 * 1024;

/** Reads the whole body. Throws TransportError `ERR_BODY_SIZE` if it is longer than `maxBytes`. */
export async function readAll(
  response: TransportResponse,
  name: RequestName,
  maxBytes = defaultMaxBodyBytes,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body) {
    bytes += chunk.length;
    if (bytes > maxBytes) {
      response.destroy();
      throw new TransportError(
        'ERR_BODY_SIZE',
        `the answer to ${name.method} ${name.url} is longer than the ${maxBytes} bytes allowed`,
      );
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Parses an API object. Throws StatusError if it is a failure, TransportError if it is not an API object. */
export function parseObject(body: Buffer, name: RequestName): unknown {
  let value: unknown;
  try {
    value = parseJsonBytes(body);
  } catch {
    // The parser's own message quotes the content, which may be a Secret.
    throw notKubernetes(name, `was answered with ${body.length} bytes that are not valid JSON`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw notKubernetes(name, 'was answered with JSON that is not an object');
  const status = asStatus(value);
  if (status !== undefined && status.status !== 'Success') throw new StatusError(status);
  const { kind } = value as { kind?: unknown };
  if (/^\/apis?(\/|$)/.test(name.path) && typeof kind !== 'string')
    throw notKubernetes(name, 'was answered with an object without a kind');
  return value;
}

/** Iterates over the chunks of a body that may pause for any time. An abort ends a pending read. */
export async function* chunksOf(
  response: TransportResponse,
  name: RequestName,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, void> {
  // A waiting reader gets the end.
  const unlisten = onAbort(signal, () => response.destroy());
  const chunks = response.body[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await chunks.next().catch((cause: unknown) => {
        const message = `${name.method} ${name.url} was cut: ${asError(cause).message}`;
        throw new TransportError('ERR_BODY_CUT', message, { cause });
      });
      throwIfAborted(signal);
      if (next.done === true) return;
      yield next.value;
      throwIfAborted(signal);
    }
  } finally {
    unlisten();
  }
}

/** Feeds a body to a list's decoder as it arrives, in time slices. */
export async function feedDecoder(
  response: TransportResponse,
  decoder: Pick<ListBytesDecoder<KubernetesObject>, 'feed'>,
  clock: Clock,
): Promise<void> {
  const { body } = response;
  const chunks = body[Symbol.asyncIterator]();
  let turnMs = clock.monotonic();
  let unseenBytes = 0;
  try {
    for (;;) {
      // Chunks that have arrived already need no promise.
      const next = body.readNow?.();
      const { done, value: chunk } = next === undefined ? await chunks.next() : { done: false, value: next };
      if (done === true) return;
      // Large chunks are decoded in pieces, so that timers and other sockets are not delayed.
      for (let start = 0; start < chunk.length; start += pieceBytes) {
        const piece = chunk.length <= pieceBytes ? chunk : chunk.subarray(start, start + pieceBytes);
        decoder.feed(piece);
        unseenBytes += piece.length;
        if (unseenBytes < unseenMost) continue;
        unseenBytes = 0;
        if (clock.monotonic() - turnMs > defaultSliceMs) {
          await yieldToEventLoop();
          turnMs = clock.monotonic();
        }
      }
    }
  } catch (thrown) {
    // Stops reading, as leaving a `for await` does.
    await chunks.return?.();
    throw thrown;
  }
}
