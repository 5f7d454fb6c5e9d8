import { isObject } from '../util/type-checks.js';
import { parseJsonBytes, isSpace } from '../util/json.js';
import type { KubernetesObject } from '../meta/types.js';
import { defaultMaxObjectBytes, itemTooLong, notAList, withType } from '../meta/wire-format.js';
import type { ItemsReader, ItemsReaderOptions, ObjectType } from '../meta/wire-format.js';
import type { TransportError } from '../util/errors.js';
import { ByteStore } from './byte-store.js';
import { nothingParsed } from './part-parser.js';
import type { PartParser } from './part-parser.js';

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/**
 * Bytes that are parsed at once. Parsing many objects together takes V8 a tenth to a quarter less than one by one; larger
 * batches gain nothing. A string above 128 KiB is a large object for V8, in memory that is new each time (about 150 µs per
 * string): a batch of pods is shorter than that once its shared field sets are left out. Parsing it takes 1 to 4 ms.
 */
export const batchBytes = 160 * 1024;

/** Batches that may be cut at a wrong place before the rest of the list is parsed item by item. */
const maxWrongCuts = 2;

/**
 * Creates plain objects from a list's items.
 *
 * The bytes received are cut before the last position that looks like the start of an item, and parsed as one array: they
 * begin with an item, so if they parse, the cut was right. If they do not, the end of each item is searched byte by byte,
 * and each item is parsed alone; after a few such failures the rest of the list is read that way.
 */
export class JsonItemsReader<T extends KubernetesObject> implements ItemsReader<T> {
  readonly #name: string;
  readonly #maxItemBytes: number;
  readonly #items: KubernetesObject[] = [];
  readonly #store = new ByteStore();
  #type: ObjectType | undefined;
  // Position in the response of the store's first byte.
  #position = 0;
  readonly #parsePart: PartParser;
  readonly #take: ItemsReaderOptions['take'];
  // Number of items that were not taken.
  #dropped = 0;
  readonly #batchBytes: number;
  // Number of bytes to collect before the next batch.
  #wanted: number;
  // The bytes between two items and at the start of the second, derived from the first item.
  #boundary: Buffer | undefined;
  #wrongCuts = 0;
  // Between items: what may come next.
  #elementAllowed = true;
  #endAllowed = true;
  // Of an incomplete item: the number of bytes scanned, and the state after them.
  #scanned = 0;
  #depth = 0;
  #inString = false;

  /**
   * `parse` is tried before JSON.parse. `batch` is for tests: the number of bytes to collect before they are parsed.
   */
  constructor(options: ItemsReaderOptions, parse: PartParser = nothingParsed, batch = batchBytes) {
    this.#parsePart = parse;
    this.#batchBytes = batch;
    this.#wanted = batch;
    this.#name = options.name;
    this.#take = options.take;
    this.#maxItemBytes = options.maxItemBytes ?? defaultMaxObjectBytes;
  }

  get count(): number {
    return this.#items.length + this.#dropped;
  }

  begin(position: number, type: ObjectType | undefined): void {
    this.#position = position;
    this.#type = type;
    this.#store.clear();
    this.#elementAllowed = true;
    this.#endAllowed = true;
  }

  read(bytes: Buffer): Buffer | undefined {
    this.#store.append(bytes);
    return this.#store.length < this.#wanted ? undefined : this.#decode(false);
  }

  flush(): Buffer | undefined {
    return this.#decode(true);
  }

  add(item: object): void {
    this.#push(item);
  }

  finish(type: ObjectType): T[] {
    if (this.#type === undefined)
      for (const item of this.#items.splice(0)) this.#takeTyped(withType(type, item));
    const items = this.#items;
    // The caller promises that the server's items are of type T.
    return items as T[];
  }

  /** Takes whole items off the store. Returns the bytes from the closing bracket on, or undefined. */
  #decode(last: boolean): Buffer | undefined {
    const { bytes, end } = this.#store;
    let start = this.#store.start;
    while (start < end) {
      if (this.#scanned === 0) {
        const byte = bytes[start];
        if (isSpace(byte)) {
          start++;
          continue;
        }
        if (byte === closeBracket && this.#endAllowed) return bytes.subarray(start, end);
        if (byte === comma && !this.#elementAllowed) {
          this.#elementAllowed = true;
          this.#endAllowed = false;
          start++;
          continue;
        }
        if (byte !== openBrace || !this.#elementAllowed) throw this.#invalid('must be an object', start);
        if (last) {
          const bracket = this.#takeAll(bytes, start, end);
          if (bracket !== start) return bytes.subarray(bracket, end);
        }
        const next = this.#takeBatch(bytes, start, end);
        if (next !== start) {
          start = next;
          // What remains is usually the last item, whose end has usually not arrived.
          if (!last && end - start < this.#batchBytes) break;
          continue;
        }
      }
      const next = this.#itemEnd(bytes, start, end);
      if (next === 0) break;
      this.#takeItem(bytes, start, next);
      start = next;
    }
    this.#position += start - this.#store.start;
    this.#store.drop(start);
    const left = this.#store.length;
    if (left > this.#maxItemBytes) throw itemTooLong(this.#name, this.count, this.#maxItemBytes);
    // Collect no more than it takes to see that the item is too long.
    this.#wanted = Math.max(this.#batchBytes, Math.min(2 * left, this.#maxItemBytes + 1));
    return undefined;
  }

  /**
   * Parses everything if the items are the last member of the response, as a Go server writes it: it ends with `]}`. Returns
   * the index of the bracket; `start`, with nothing taken, if it does not.
   */
  #takeAll(bytes: Buffer, start: number, end: number): number {
    const brace = lastOf(bytes, end);
    const bracket = lastOf(bytes, brace);
    if (bytes[brace] !== closeBrace || bytes[bracket] !== closeBracket || bracket < start) return start;
    return this.#takeItems(bytes, start, bracket) ? bracket : start;
  }

  /** Parses all but the last item. Returns where that begins; `start`, with nothing taken, if there is only one. */
  #takeBatch(bytes: Buffer, start: number, end: number): number {
    if (this.#wrongCuts > maxWrongCuts) return start;
    this.#boundary ??= boundaryOf(bytes, start, end);
    if (this.#boundary === undefined) return start;
    const cut = bytes.subarray(start, end).lastIndexOf(this.#boundary) + 1 + start;
    if (cut <= start) return start;
    return this.#takeItems(bytes, start, cut) ? cut + 1 : start;
  }

  /** Takes the items in `[start, cut)` of the store. Returns false, with nothing taken, if the cut was wrong. */
  #takeItems(bytes: Buffer, start: number, cut: number): boolean {
    if (this.#wrongCuts > maxWrongCuts) return false;
    const values = this.#parse(bytes, start, cut);
    if (values === undefined) {
      this.#wrongCuts++;
      return false;
    }
    for (const value of values) this.#push(value);
    return true;
  }

  /** Parses the items in `[start, cut)` of the store, without the byte at `cut`; undefined if they are not objects. */
  #parse(bytes: Buffer, start: number, cut: number): KubernetesObject[] | undefined {
    const before = bytes[start - 1] ?? 0;
    const after = bytes[cut] ?? 0;
    // The store has a spare byte in front.
    bytes[start - 1] = openBracket;
    bytes[cut] = closeBracket;
    try {
      // The text begins with a bracket, so it is an array.
      const values = (this.#parsePart(bytes, start - 1, cut + 1) ??
        parseJsonBytes(bytes, start - 1, cut + 1)) as unknown[];
      return values.every(isObject) ? values : undefined;
    } catch {
      // The cut was wrong, or an item is not valid JSON: parsing them one by one finds out.
      return undefined;
    } finally {
      bytes[start - 1] = before;
      bytes[cut] = after;
    }
  }

  /** Returns where the item at `start` ends; 0 if its end has not arrived. Continues where the last scan stopped. */
  #itemEnd(bytes: Buffer, start: number, end: number): number {
    let inString = this.#inString;
    let depth = this.#depth;
    let index = start + this.#scanned;
    for (; index < end; index++) {
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
          this.#scanned = 0;
          this.#depth = 0;
          this.#inString = false;
          return index + 1;
        }
      }
    }
    // A backslash as the last byte escapes the next one: `index` is then beyond it.
    this.#scanned = index - start;
    this.#depth = depth;
    this.#inString = inString;
    return 0;
  }

  #takeItem(bytes: Buffer, start: number, end: number): void {
    let item: unknown;
    try {
      item = this.#parsePart(bytes, start, end) ?? parseJsonBytes(bytes, start, end);
    } catch {
      // The parser's own error quotes the text, which may be a Secret.
      throw this.#invalid('is not valid JSON', start);
    }
    // The text begins with a brace, so it is an object.
    this.#push(item as KubernetesObject);
    this.#elementAllowed = false;
    this.#endAllowed = true;
  }

  #push(item: KubernetesObject): void {
    if (this.#type === undefined) this.#items.push(item);
    else this.#takeTyped(withType(this.#type, item));
  }

  #takeTyped(item: KubernetesObject): void {
    const taken = this.#take === undefined ? item : this.#take(item);
    if (taken === undefined) this.#dropped++;
    else this.#items.push(taken);
  }

  #invalid(problem: string, index: number): TransportError {
    const position = this.#position + index - this.#store.start;
    return notAList(this.#name, `items[${this.count}] ${problem}`, position);
  }
}

/** Index of the last byte before `end` that is not whitespace; -1 if all are whitespace. */
function lastOf(bytes: Buffer, end: number): number {
  let index = end - 1;
  while (index >= 0 && isSpace(bytes[index])) index--;
  return index;
}

/** The bytes between this item and the next if all items begin alike: `},{"metadata":{`. */
function boundaryOf(bytes: Buffer, start: number, end: number): Buffer | undefined {
  const head = bytes.subarray(start, Math.min(end, start + 64));
  const colon = head.indexOf(':');
  if (colon === -1) return undefined;
  return Buffer.concat([Buffer.from('},'), head.subarray(0, colon + 2)]);
}
