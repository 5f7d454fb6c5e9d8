import { StatusError } from '../meta/errors.js';
import type { KubernetesList, KubernetesObject, ListMeta } from '../meta/types.js';
import { notAList } from '../meta/wire-format.js';
import type { ItemsReader, ObjectFormat, ObjectType } from '../meta/wire-format.js';
import { TransportError } from '../util/errors.js';
import { shownWord } from '../util/shown.js';
import { jsonFormat } from '../wire/json-format.js';
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
  /** What is made of the items. Default: plain objects. */
  readonly format?: ObjectFormat<KubernetesObject> | undefined;
}

// Everything but the items: a few hundred bytes. A body without items is no list; this much of it is looked at.
const maxEnvelopeBytes = 16 * 1024 * 1024;

/** JSON allows the key twice, no API server writes it. Each time, all that came before is parsed to tell the items' type. */
const maxItems = 16;

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
 * Decodes a list answer while it streams in, so that a list of any size is read (a JavaScript string ends at 512 MiB) and
 * no item keeps the whole answer in memory. What is inside the items' brackets is an ItemsReader's, the rest is read here.
 *
 * Throws TransportError `ERR_NOT_KUBERNETES` for what is no list, `ERR_BODY_CUT` for one without its end, `ERR_BODY_SIZE`
 * for an item that is far too long; messages hold positions and nothing of what the answer says, since it may be Secrets.
 */
export class ListDecoder<T extends KubernetesObject> {
  readonly #options: ListDecoderOptions;
  readonly #reader: ItemsReader<T>;
  #place: Place = Place.Start;
  // Of the first byte of what is being looked at, in the answer; and of all that came.
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
  // In the root: the next string is a key; the last key was "items"; its colon has come.
  #keyNext = false;
  #key: Buffer[] | undefined;
  #itemsKey = false;
  #itemsValue = false;

  constructor(options: ListDecoderOptions) {
    this.#options = options;
    const { format = jsonFormat, name, maxItemBytes } = options;
    // What the server holds there is the caller's promise.
    this.#reader = (format as ObjectFormat<T>).itemsReader({ name, maxItemBytes });
  }

  /** Takes the next bytes, cut anywhere; they must not change later. */
  feed(chunk: Uint8Array): void {
    const bytes = Buffer.isBuffer(chunk)
      ? chunk
      : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    this.#position = this.#fed;
    this.#fed += bytes.length;
    this.#scan(bytes);
  }

  /** The answer is complete: the list, its items with apiVersion and kind. */
  end(): KubernetesList<T> {
    while (this.#place === Place.Items) {
      const rest = this.#reader.flush();
      if (rest === undefined) break;
      this.#scan(this.#afterItems(rest));
    }
    if (this.#place !== Place.End) {
      throw new TransportError(
        'ERR_BODY_CUT',
        `${this.#options.name}: the list broke off after ${this.#fed} bytes and ${this.#reader.count} items`,
      );
    }
    const envelope = this.#parseEnvelope();
    const status = asStatus(envelope);
    if (status !== undefined && status.status !== 'Success') throw new StatusError(status);
    const { apiVersion, kind, metadata, items } = envelope;
    if (typeof kind !== 'string' || !kind.endsWith('List') || typeof apiVersion !== 'string') {
      throw this.#noList(`expected a kind that ends in List and an apiVersion, got kind ${shownWord(kind)}`);
    }
    if (items !== null && !Array.isArray(items))
      throw this.#noList(`expected an array of items, got ${typeof items}`);
    if (
      metadata !== undefined &&
      (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata))
    )
      throw this.#noList('expected metadata to be an object');
    const type = this.#itemType(apiVersion, kind);
    const early = this.#earlyType;
    if (early !== undefined && (early.apiVersion !== type.apiVersion || early.kind !== type.kind))
      throw this.#noList('its kind or apiVersion stands there twice');
    // A key written with escapes ("it\u0065ms") is not seen by the scanner and comes out of the envelope.
    for (const item of items ?? []) this.#reader.add(this.#checked(item));
    return {
      apiVersion,
      kind,
      // Checked above to be an object; its members are the server's promise.
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

  /** `rest` is all that has come from the closing bracket on; returns what follows that. */
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
        if (++this.#itemsBegun > maxItems)
          throw this.#noList(`it has more than ${maxItems} members "items"`, index);
        this.#earlyType = this.#typeSoFar();
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
    // A key longer than "items" is none; a few bytes tell.
    if (this.#key !== undefined && this.#key.length <= itemsKey.length && byte !== undefined)
      this.#key.push(Buffer.of(byte));
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

  #parseEnvelope(): Envelope {
    let value: unknown;
    try {
      value = JSON.parse(Buffer.concat(this.#envelope).toString('utf8'));
    } catch {
      // The parser's own error quotes the text.
      throw this.#noList('it is no JSON');
    }
    // It begins with a brace and it parsed.
    return value as Envelope;
  }

  /** At the items' bracket: real servers write what tells the type before it. */
  #typeSoFar(): ObjectType | undefined {
    const { apiVersion, kind } = this.#options;
    if (apiVersion !== undefined && kind !== undefined) return { apiVersion, kind };
    let before: Envelope;
    try {
      // It begins with a brace, so it is an object if it parses.
      before = JSON.parse(`${Buffer.concat(this.#envelope).toString('utf8')}]}`) as Envelope;
    } catch {
      // The end will say what is wrong with it.
      return undefined;
    }
    return typeof before.kind === 'string' && typeof before.apiVersion === 'string'
      ? this.#itemType(before.apiVersion, before.kind)
      : undefined;
  }

  #itemType(apiVersion: string, listKind: string): ObjectType {
    return {
      apiVersion: this.#options.apiVersion ?? apiVersion,
      kind: this.#options.kind ?? listKind.slice(0, -'List'.length),
    };
  }

  #checked(item: unknown): object {
    if (typeof item === 'object' && item !== null && !Array.isArray(item)) return item;
    throw this.#noList(`items[${this.#reader.count}] must be an object`);
  }

  #noList(problem: string, index?: number): TransportError {
    return notAList(this.#options.name, problem, index === undefined ? undefined : this.#position + index);
  }
}

const itemsKey = Buffer.from('items');

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
