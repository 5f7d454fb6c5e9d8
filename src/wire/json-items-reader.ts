import { isSpace } from '../util/json-text.js';
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
 * Bytes that are parsed at once. Many objects at a time take V8 a tenth to a quarter less than one by one; beyond this
 * nothing is gained. A text of more than 128 KiB is a large object for V8, in memory that is new each time (some 150 µs a
 * text): a batch of pods is shorter than that once the field sets that it shares are left out. It takes 1 to 4 ms.
 */
export const batchBytes = 160 * 1024;

/** Batches that may turn out to be cut in the wrong place before this list is read with care. */
const maxWrongCuts = 2;

/**
 * Makes plain objects of a list's items.
 *
 * What has come is cut before the last place that looks like the beginning of an item, and parsed as one array: the
 * bytes begin with an item, so if they parse, the cut was right. If they do not, each item's end is looked for byte by
 * byte, and each is parsed alone; a list in which that happens again is read so to its end.
 */
export class JsonItemsReader<T extends KubernetesObject> implements ItemsReader<T> {
  readonly #name: string;
  readonly #maxItemBytes: number;
  readonly #items: KubernetesObject[] = [];
  readonly #store = new ByteStore();
  #type: ObjectType | undefined;
  // Where in the answer the store's first byte stands.
  #position = 0;
  readonly #parsePart: PartParser;
  readonly #batchBytes: number;
  // Bytes to gather before the next batch.
  #wanted: number;
  // Between two items, and the beginning of the second, as the first item suggests.
  #boundary: Buffer | undefined;
  #wrongCuts = 0;
  // Between items: what may come next.
  #elementAllowed = true;
  #endAllowed = true;
  // Of an item whose end has not come: bytes that were looked at, and what they left open.
  #scanned = 0;
  #depth = 0;
  #inString = false;

  /**
   * `parse` stands in for JSON.parse where it answers anything. `batch` is for tests: bytes to gather before they are parsed.
   */
  constructor(options: ItemsReaderOptions, parse: PartParser = nothingParsed, batch = batchBytes) {
    this.#parsePart = parse;
    this.#batchBytes = batch;
    this.#wanted = batch;
    this.#name = options.name;
    this.#maxItemBytes = options.maxItemBytes ?? defaultMaxObjectBytes;
  }

  get count(): number {
    return this.#items.length;
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
    const items = this.#items;
    if (this.#type === undefined) {
      for (const [index, item] of items.entries()) items[index] = withType(type, item);
    }
    // T is the caller's promise of what the server holds there.
    return items as T[];
  }

  /** Takes whole items off the store. Returns what is there from the closing bracket on, or undefined. */
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
        if (byte !== openBrace || !this.#elementAllowed) throw this.#noList('must be an object', start);
        if (last) {
          const bracket = this.#takeAll(bytes, start, end);
          if (bracket !== start) return bytes.subarray(bracket, end);
        }
        const next = this.#takeBatch(bytes, start, end);
        if (next !== start) {
          start = next;
          // What is left is the last item, most of the time, and most of the time its end is missing.
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
    // No further than it takes to see that the item is too long.
    this.#wanted = Math.max(this.#batchBytes, Math.min(2 * left, this.#maxItemBytes + 1));
    return undefined;
  }

  /**
   * Parses everything, if the items are the last of the answer, as a Go server writes them: it ends with `]}`. Returns where
   * the bracket stands; `start`, with nothing taken, if that is not so.
   */
  #takeAll(bytes: Buffer, start: number, end: number): number {
    const brace = lastOf(bytes, end);
    const bracket = lastOf(bytes, brace);
    if (bytes[brace] !== closeBrace || bytes[bracket] !== closeBracket || bracket < start) return start;
    return this.#takeItems(bytes, start, bracket) ? bracket : start;
  }

  /** Parses all but the last item. Returns where that begins; `start`, with nothing taken, if there is but one. */
  #takeBatch(bytes: Buffer, start: number, end: number): number {
    if (this.#wrongCuts > maxWrongCuts) return start;
    this.#boundary ??= boundaryOf(bytes, start, end);
    if (this.#boundary === undefined) return start;
    const cut = bytes.subarray(start, end).lastIndexOf(this.#boundary) + 1 + start;
    if (cut <= start) return start;
    return this.#takeItems(bytes, start, cut) ? cut + 1 : start;
  }

  /** The items in `[start, cut)` of the store. False, with nothing taken, when they are none: the cut was wrong. */
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

  /** The items in `[start, cut)` of the store, what stands at `cut` left out; undefined when they are no objects. */
  #parse(bytes: Buffer, start: number, cut: number): KubernetesObject[] | undefined {
    const before = bytes[start - 1] ?? 0;
    const after = bytes[cut] ?? 0;
    // The store has a byte to spare in front.
    bytes[start - 1] = openBracket;
    bytes[cut] = closeBracket;
    try {
      // It begins with a bracket.
      const values = (this.#parsePart(bytes, start - 1, cut + 1) ??
        JSON.parse(bytes.toString('utf8', start - 1, cut + 1))) as unknown[];
      return values.every(isObject) ? values : undefined;
    } catch {
      // Not a boundary, or an item is no JSON: the careful way will tell.
      return undefined;
    } finally {
      bytes[start - 1] = before;
      bytes[cut] = after;
    }
  }

  /** Where the item at `start` ends; 0 when its end has not come. Goes on where it stood the last time. */
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
    // A backslash at the very end escapes the next byte: `index` is behind that then.
    this.#scanned = index - start;
    this.#depth = depth;
    this.#inString = inString;
    return 0;
  }

  #takeItem(bytes: Buffer, start: number, end: number): void {
    let item: unknown;
    try {
      item = this.#parsePart(bytes, start, end) ?? JSON.parse(bytes.toString('utf8', start, end));
    } catch {
      // The parser's own error quotes the text, which may be a Secret.
      throw this.#noList('is no JSON', start);
    }
    // It begins with a brace.
    this.#push(item as KubernetesObject);
    this.#elementAllowed = false;
    this.#endAllowed = true;
  }

  #push(item: KubernetesObject): void {
    this.#items.push(this.#type === undefined ? item : withType(this.#type, item));
  }

  #noList(problem: string, index: number): TransportError {
    const position = this.#position + index - this.#store.start;
    return notAList(this.#name, `items[${this.count}] ${problem}`, position);
  }
}

/** Where the last byte before `end` stands that is no space; -1 if there is none. */
function lastOf(bytes: Buffer, end: number): number {
  let index = end - 1;
  while (index >= 0 && isSpace(bytes[index])) index--;
  return index;
}

/** What stands between this item and the next if all begin as this one does: `},{"metadata":{`. */
function boundaryOf(bytes: Buffer, start: number, end: number): Buffer | undefined {
  const head = bytes.subarray(start, Math.min(end, start + 64));
  const colon = head.indexOf(':');
  if (colon === -1) return undefined;
  return Buffer.concat([Buffer.from('},'), head.subarray(0, colon + 2)]);
}

function isObject(value: unknown): value is KubernetesObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
