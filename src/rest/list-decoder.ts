import { StatusError } from '../meta/errors.js';
import type { KubernetesList, KubernetesObject, ListMeta } from '../meta/types.js';
import { TransportError } from '../util/errors.js';
import { asStatus } from './response-error.js';

/** What the items of a list are, when the caller knows. */
export interface ListDecoderOptions {
  /** For messages: `GET https://host/api/v1/pods`. */
  readonly name: string;
  /** apiVersion that items get which carry none. Default: the list's own. */
  readonly apiVersion?: string | undefined;
  /** kind that items get which carry none. Default: the list's own without "List". */
  readonly kind?: string | undefined;
  /** A longer item is an error, bytes. Default: 64 MiB; etcd holds objects of 1.5 MiB. */
  readonly maxItemBytes?: number | undefined;
}

// Everything but the items: a few hundred bytes. A body without items is no list; this much of it is looked at.
const maxEnvelopeBytes = 16 * 1024 * 1024;

/** Longest item, bytes: as the longest line of a watch. etcd holds objects of 1.5 MiB. */
const defaultMaxItemBytes = 64 * 1024 * 1024;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** Where the scanner stands. */
const Place = {
  /** Before the root's `{`. */
  Start: 0,
  /** In the root object, outside the items. */
  Envelope: 1,
  /** In the items array, between its elements. */
  Items: 2,
  /** In an element. */
  Element: 3,
  /** After the root's `}`. */
  End: 4,
} as const;
type Place = (typeof Place)[keyof typeof Place];

/**
 * Decodes a list answer while it streams in: finds each item's bytes and parses them alone, so that a list of any size
 * is read (a JavaScript string ends at 512 MiB) and no item keeps the whole answer in memory.
 *
 * Throws TransportError `ERR_NOT_KUBERNETES` for what is no list, `ERR_BODY_CUT` for one without its end, `ERR_BODY_SIZE`
 * for an item that is far too long; messages hold positions and nothing of what the answer says, since it may be Secrets.
 */
export class ListDecoder<T extends KubernetesObject> {
  readonly #options: ListDecoderOptions;
  readonly #maxItemBytes: number;
  readonly #items: unknown[] = [];
  #place: Place = Place.Start;
  #position = 0;
  // Everything outside the items' brackets; parsed at the end.
  readonly #envelope: Buffer[] = [];
  #envelopeBytes = 0;
  // The beginning of the element that this chunk goes on with.
  #parts: Buffer[] = [];
  #partBytes = 0;
  // Where in the answer the element begins.
  #elementStart = 0;
  // Of the envelope, counted from the root; of an element, counted from itself.
  #depth = 0;
  #inString = false;
  #escaped = false;
  // In the root: the next string is a key; the last key was "items"; its colon has come.
  #keyNext = false;
  #key: Buffer[] | undefined;
  #itemsKey = false;
  #itemsValue = false;
  // In the items: what may come next.
  #elementAllowed = true;
  #endAllowed = true;

  constructor(options: ListDecoderOptions) {
    this.#options = options;
    this.#maxItemBytes = options.maxItemBytes ?? defaultMaxItemBytes;
  }

  /** Takes the next bytes, cut anywhere. */
  feed(chunk: Uint8Array): void {
    const bytes = Buffer.isBuffer(chunk)
      ? chunk
      : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let index = 0;
    while (index < bytes.length) {
      switch (this.#place) {
        case Place.Start:
          index = this.#start(bytes, index);
          break;
        case Place.Envelope:
          index = this.#scanEnvelope(bytes, index);
          break;
        case Place.Items:
          index = this.#between(bytes, index);
          break;
        case Place.Element:
          index = this.#scanElement(bytes, index);
          break;
        case Place.End:
          index = this.#rest(bytes, index);
          break;
      }
    }
    this.#position += bytes.length;
  }

  /** The answer is complete: the list, its items with apiVersion and kind. */
  end(): KubernetesList<T> {
    if (this.#place !== Place.End) {
      throw new TransportError(
        'ERR_BODY_CUT',
        `${this.#options.name}: the list broke off after ${this.#position} bytes and ${this.#items.length} items`,
      );
    }
    const envelope = this.#parseEnvelope();
    const status = asStatus(envelope);
    if (status !== undefined && status.status !== 'Success') throw new StatusError(status);
    const { apiVersion, kind, metadata, items } = envelope;
    if (typeof kind !== 'string' || !kind.endsWith('List') || typeof apiVersion !== 'string') {
      const got = typeof kind === 'string' && /^\w{1,64}$/.test(kind) ? JSON.stringify(kind) : typeof kind;
      throw this.#noList(`expected a kind that ends in List and an apiVersion, got kind ${got}`);
    }
    if (items !== null && !Array.isArray(items))
      throw this.#noList(`expected an array of items, got ${typeof items}`);
    if (
      metadata !== undefined &&
      (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata))
    )
      throw this.#noList('expected metadata to be an object');
    // A key written with escapes ("it\u0065ms") is not seen by the scanner and comes out of the envelope.
    for (const item of items ?? []) this.#items.push(this.#checked(item));
    return {
      apiVersion,
      kind,
      // Checked above to be an object; its members are the server's promise.
      metadata: (metadata ?? {}) as ListMeta,
      items: this.#typedItems(apiVersion, kind),
    };
  }

  #start(bytes: Buffer, from: number): number {
    let index = from;
    while (index < bytes.length && isSpace(bytes[index])) index++;
    if (index === bytes.length) return index;
    if (bytes[index] !== openBrace) throw this.#noList('expected a JSON object', index);
    this.#place = Place.Envelope;
    this.#depth = 1;
    this.#keyNext = true;
    this.#keep(bytes, index, index + 1);
    return index + 1;
  }

  /** Up to the items' bracket, or the root's end, or the chunk's. */
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
        this.#elementAllowed = true;
        this.#endAllowed = true;
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
    // A key longer than "items" is none; a few bytes tell.
    if (this.#key !== undefined && this.#key.length <= itemsKey.length && byte !== undefined)
      this.#key.push(Buffer.of(byte));
  }

  #between(bytes: Buffer, from: number): number {
    let index = from;
    while (index < bytes.length && isSpace(bytes[index])) index++;
    if (index === bytes.length) return index;
    const byte = bytes[index];
    if (byte === closeBracket && this.#endAllowed) {
      this.#place = Place.Envelope;
      this.#keep(bytes, index, index + 1);
      return index + 1;
    }
    if (byte === comma && !this.#elementAllowed) {
      this.#elementAllowed = true;
      this.#endAllowed = false;
      return index + 1;
    }
    if (byte !== openBrace || !this.#elementAllowed)
      throw this.#noList(`items[${this.#items.length}] must be an object`, index);
    this.#place = Place.Element;
    this.#elementStart = this.#position + index;
    this.#depth = 0;
    return index;
  }

  /** The hot path: one pass over the bytes of an element. */
  #scanElement(bytes: Buffer, from: number): number {
    const length = bytes.length;
    let inString = this.#inString;
    let depth = this.#depth;
    let index = from;
    if (this.#escaped) {
      this.#escaped = false;
      index++;
    }
    for (; index < length; index++) {
      const byte = bytes[index];
      if (inString) {
        if (byte === quote) inString = false;
        else if (byte === backslash) index++;
      } else if (byte === quote) {
        inString = true;
      } else if (byte === openBrace || byte === openBracket) {
        depth++;
      } else if (byte === closeBrace || byte === closeBracket) {
        depth--;
        if (depth === 0) {
          this.#finishElement(bytes, from, index + 1);
          return index + 1;
        }
      }
    }
    // A backslash at the very end escapes the next chunk's first byte.
    this.#escaped = index > length;
    this.#inString = inString;
    this.#depth = depth;
    this.#parts.push(bytes.subarray(from));
    this.#partBytes += length - from;
    if (this.#partBytes > this.#maxItemBytes) throw this.#tooLong();
    return length;
  }

  #finishElement(bytes: Buffer, from: number, to: number): void {
    let text: string;
    if (this.#parts.length === 0) {
      text = bytes.toString('utf8', from, to);
    } else {
      this.#parts.push(bytes.subarray(from, to));
      text = Buffer.concat(this.#parts).toString('utf8');
      this.#parts = [];
      this.#partBytes = 0;
    }
    let item: unknown;
    try {
      item = JSON.parse(text);
    } catch {
      // The parser's own error quotes the text, which may be a Secret.
      throw this.#noList(`items[${this.#items.length}] is no JSON`, this.#elementStart - this.#position);
    }
    this.#items.push(item);
    this.#place = Place.Items;
    this.#depth = 1;
    this.#inString = false;
    this.#elementAllowed = false;
    this.#endAllowed = true;
  }

  #rest(bytes: Buffer, from: number): number {
    let index = from;
    while (index < bytes.length && isSpace(bytes[index])) index++;
    if (index < bytes.length) throw this.#noList('the list is followed by something else', index);
    return index;
  }

  #keep(bytes: Buffer, from: number, to: number): void {
    if (from === to) return;
    this.#envelopeBytes += to - from;
    if (this.#envelopeBytes > maxEnvelopeBytes)
      throw this.#noList(`no items within ${maxEnvelopeBytes} bytes`, from);
    // A copy: the chunk itself must not be kept.
    this.#envelope.push(Buffer.from(bytes.subarray(from, to)));
  }

  #parseEnvelope(): { apiVersion?: unknown; kind?: unknown; metadata?: unknown; items?: unknown } {
    let value: unknown;
    try {
      value = JSON.parse(Buffer.concat(this.#envelope).toString('utf8'));
    } catch {
      // The parser's own error quotes the text.
      throw this.#noList('it is no JSON');
    }
    // It begins with a brace and it parsed.
    return value as { apiVersion?: unknown; kind?: unknown; metadata?: unknown; items?: unknown };
  }

  #typedItems(apiVersion: string, listKind: string): T[] {
    const type = {
      apiVersion: this.#options.apiVersion ?? apiVersion,
      kind: this.#options.kind ?? listKind.slice(0, -'List'.length),
    };
    const items = this.#items;
    for (let index = 0; index < items.length; index++) {
      // Each was checked to be an object when it was found; T is the caller's promise of what the server holds there.
      items[index] = { ...type, ...(items[index] as T) };
    }
    return items as T[];
  }

  #checked(item: unknown): unknown {
    if (typeof item === 'object' && item !== null && !Array.isArray(item)) return item;
    throw this.#noList(`items[${this.#items.length}] must be an object`);
  }

  #tooLong(): TransportError {
    return new TransportError(
      'ERR_BODY_SIZE',
      `${this.#options.name}: items[${this.#items.length}] is longer than the ${this.#maxItemBytes} bytes allowed`,
    );
  }

  #noList(problem: string, index?: number): TransportError {
    const where = index === undefined ? '' : ` at byte ${this.#position + index}`;
    return new TransportError(
      'ERR_NOT_KUBERNETES',
      `${this.#options.name} was not answered with a list of the Kubernetes API: ${problem}${where}`,
    );
  }
}

const itemsKey = Buffer.from('items');

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
