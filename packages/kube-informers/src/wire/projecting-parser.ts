import type { FieldMask, MaskNode } from '../meta/field-mask.js';
import { WatchEventType } from '../meta/watch.js';
import { parseJsonBytes } from '../util/json.js';
import { isObject } from '../util/type-checks.js';
import type { PartParser } from './part-parser.js';
import { SkipKernel } from './skipping/skip-kernel.js';

const space = 0x20;
const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** What is done with the value of a member: kept whole, left out, or masked itself. */
type ByteRule = boolean | ByteNode;

interface NamedRule {
  readonly name: Uint8Array;
  readonly rule: ByteRule;
}

/** A MaskNode with the bytes of its names, in a list for each length of a name. */
interface ByteNode {
  readonly keepsOthers: boolean;
  readonly byLength: readonly (readonly NamedRule[])[];
}

/**
 * Creates a parser that keeps only the fields of a mask, in the items of a list.
 *
 * It copies the bytes of what is kept, and JSON.parse reads these alone. Of what is left out, it is checked only that strings
 * end and that there are as many closing brackets as opening ones. Bytes that the scanner cannot read, such as escapes in
 * names on the way to a field, are parsed as a whole and then masked: the objects are the same, and other invalid JSON is
 * refused as without a mask.
 */
export function projectingItems(mask: FieldMask): PartParser {
  const node = byteNode(mask.root);
  const marked = (item: unknown): unknown => (isObject(item) ? mask.mark(item) : item);
  const masked = (item: unknown): unknown => mask.apply(item);
  return (bytes, start, end) => {
    const value = parseKept(bytes, start, end, node, false);
    return value === undefined ? each(parseWhole(bytes, start, end), masked) : each(value, marked);
  };
}

/** The same for the objects of a watch's events. Bookmarks and errors stay whole. */
export function projectingEvents(mask: FieldMask): PartParser {
  const node = byteNode({ keepsOthers: true, members: new Map([['object', mask.root]]) });
  const marked = eventWith((object) => mask.mark(object));
  const masked = eventWith((object) => mask.apply(object));
  return (bytes, start, end) => {
    const value = parseKept(bytes, start, end, node, true);
    return areChanges(value) ? each(value, marked) : each(parseWhole(bytes, start, end), masked);
  };
}

/** False if the type of an event is another than that which its bytes begin with: of a repeated member, the last one counts. */
function areChanges(part: unknown): boolean {
  return Array.isArray(part) ? part.every(isChange) : isChange(part);
}

function isChange(event: unknown): boolean {
  if (!isObject(event)) return false;
  const { type } = event;
  return type === added || type === modified || type === deleted;
}

/** Returns a function that replaces the object of an event. */
function eventWith(replaced: (object: object) => object): (event: unknown) => unknown {
  return (event) => {
    const object = (event as { readonly object?: unknown } | null)?.object;
    if (isObject(object) && isChange(event)) (event as { object: object }).object = replaced(object);
    return event;
  };
}

const { Added: added, Modified: modified, Deleted: deleted } = WatchEventType;

/** Replaces the element of a part, or each of a list of them. */
function each(part: unknown, replaced: (element: unknown) => unknown): unknown {
  if (!Array.isArray(part)) return replaced(part);
  for (let index = 0; index < part.length; index++) part[index] = replaced(part[index]);
  return part;
}

/** Undefined for invalid JSON, whose error is the caller's. */
function parseWhole(bytes: Buffer, start: number, end: number): unknown {
  try {
    return parseJsonBytes(bytes, start, end);
  } catch {
    return undefined;
  }
}

/** Undefined for bytes that the scanner cannot read, and for invalid JSON in what is kept. */
function parseKept(bytes: Buffer, start: number, end: number, node: ByteNode, areEvents: boolean): unknown {
  const kept = new Scan(bytes, start, end).run(start, node, areEvents);
  return kept === undefined ? undefined : parseWhole(kept, 0, kept.length);
}

function byteNode({ keepsOthers, members }: MaskNode): ByteNode {
  const found: NamedRule[][] = [];
  for (const [text, rule] of members) {
    const name = Buffer.from(text);
    const named = { name, rule: typeof rule === 'object' ? byteNode(rule) : rule };
    (found[name.length] ??= []).push(named);
  }
  // Without holes, which are slow to read.
  return { keepsOthers, byLength: Array.from(found, (some: NamedRule[] | undefined) => some ?? []) };
}

/** Longest output that is kept for the next scan. */
const longestSpare = 512 * 1024;

/** The output of all scans: it is read before the next scan begins. */
let spare: Buffer = Buffer.alloc(0);

/** Skips for all scans: it keeps nothing of a text but its bytes, until the next one. Null if it cannot be loaded. */
let shared: SkipKernel | null | undefined;

/** What a scan returns for bytes that it cannot read. */
const unread = -1;

/** Longest range that is copied byte by byte: a call takes about as long. */
const shortRange = 48;

/** How API servers begin an event. Its type has to be known before its object. */
const eventStart = Buffer.from('{"type":"');

/**
 * Copies what a mask keeps of one part. The methods return the position after what they have read, or `unread`.
 *
 * The bytes behind the part may be read, but a value that ends behind it is refused at the end of `run`.
 */
class Scan {
  readonly #bytes: Buffer;
  readonly #end: number;
  readonly #kernel: SkipKernel | undefined;
  readonly #out: Buffer;
  #to = 0;
  // Kept, but not copied yet: adjacent ranges are copied together.
  #from = 0;
  #until = 0;

  constructor(bytes: Buffer, start: number, end: number) {
    this.#bytes = bytes;
    this.#end = end;
    shared = shared === undefined ? (SkipKernel.load() ?? null) : shared;
    this.#kernel = shared?.take(bytes, start, end) === true ? shared : undefined;
    this.#out = spare.length < end ? Buffer.allocUnsafeSlow(end) : spare;
    if (this.#out.length <= longestSpare) spare = this.#out;
  }

  /** Returns the JSON that is kept of the part: one element, or a list of them. It is valid until the next scan. */
  run(start: number, node: ByteNode, areEvents: boolean): Buffer | undefined {
    const isList = this.#bytes[start] === openBracket;
    const after = isList ? this.#list(start, node, areEvents) : this.#element(start, node, areEvents);
    // The byte behind the part may be white space as well: the end of a line.
    if (after === unread || after > this.#end || this.#skipSpace(after) < this.#end) return undefined;
    this.#copy();
    return this.#out.subarray(0, this.#to);
  }

  #element(start: number, node: ByteNode, isEvent: boolean): number {
    const bytes = this.#bytes;
    if (bytes[start] !== openBrace) return this.#keepValue(start);
    if (!isEvent) return this.#object(start, node);
    for (let index = 0; index < eventStart.length; index++)
      if (bytes[start + index] !== eventStart[index]) return unread;
    switch (bytes[start + eventStart.length]) {
      case 0x41: // ADDED
      case 0x44: // DELETED
      case 0x4d: // MODIFIED
        return this.#object(start, node);
      default:
        return unread;
    }
  }

  #list(start: number, node: ByteNode, areEvents: boolean): number {
    const bytes = this.#bytes;
    let at = this.#skipSpace(start + 1);
    this.#keep(start, at);
    if (bytes[at] === closeBracket) return this.#keep(at, at + 1);
    for (;;) {
      const after = this.#element(at, node, areEvents);
      if (after === unread) return unread;
      const next = this.#skipSpace(after);
      if (bytes[next] === closeBracket) return this.#keep(after, next + 1);
      if (bytes[next] !== comma) return unread;
      at = this.#skipSpace(next + 1);
      this.#keep(after, at);
    }
  }

  #object(start: number, { keepsOthers, byLength }: ByteNode): number {
    const bytes = this.#bytes;
    let at = this.#skipSpace(start + 1);
    this.#keep(start, start + 1);
    if (bytes[at] === closeBrace) return this.#keep(at, at + 1);
    // Where the bytes of the next member begin: at its comma, unless it is the first one that is kept.
    let from = at;
    let isFirst = true;
    for (;;) {
      if (bytes[at] !== quote) return unread;
      const nameEnd = this.#nameEnd(at + 1);
      if (nameEnd === unread) return unread;
      const rule = ruleOf(byLength[nameEnd - at - 1], bytes, at + 1) ?? keepsOthers;
      const afterName = this.#skipSpace(nameEnd + 1);
      if (bytes[afterName] !== colon) return unread;
      const value = this.#skipSpace(afterName + 1);
      let after: number;
      if (rule === false) after = this.#skipValue(value);
      else {
        const first = isFirst ? at : from;
        isFirst = false;
        if (rule === true) {
          after = this.#skipValue(value);
          this.#keep(first, after);
        } else {
          this.#keep(first, value);
          after = this.#masked(value, rule);
        }
      }
      if (after === unread) return unread;
      from = this.#skipSpace(after);
      if (bytes[from] === closeBrace) return this.#keep(from, from + 1);
      if (bytes[from] !== comma) return unread;
      at = this.#skipSpace(from + 1);
    }
  }

  /** Masks a value: an object, each object of a list, or nothing of another value. */
  #masked(start: number, node: ByteNode): number {
    return this.#bytes[start] === openBracket
      ? this.#list(start, node, false)
      : this.#element(start, node, false);
  }

  /** Returns the position of the quote; `unread` for a name with escapes. */
  #nameEnd(start: number): number {
    const bytes = this.#bytes;
    const end = this.#end;
    for (let at = start; at < end; at++) {
      const byte = bytes[at];
      if (byte === quote) return at;
      if (byte === backslash) return unread;
    }
    return unread;
  }

  #skipSpace(start: number): number {
    const bytes = this.#bytes;
    let at = start;
    // Of other control characters, what follows is refused, or JSON.parse refuses them where they are kept.
    while ((bytes[at] ?? quote) <= space) at++;
    return at;
  }

  #keepValue(start: number): number {
    const after = this.#skipValue(start);
    return after === unread ? unread : this.#keep(start, after);
  }

  #skipValue(start: number): number {
    const bytes = this.#bytes;
    const end = this.#end;
    if (this.#kernel !== undefined && (bytes[start] === openBrace || bytes[start] === openBracket))
      return this.#kernel.skip(start);
    let at = start;
    let depth = 0;
    while (at < end) {
      const byte = bytes[at++];
      if (byte === quote) {
        for (;;) {
          if (at >= end) return unread;
          const inside = bytes[at++];
          if (inside === quote) break;
          if (inside === backslash) at++;
        }
      } else if (byte === openBrace || byte === openBracket) {
        depth++;
        continue;
      } else if (byte === closeBrace || byte === closeBracket) {
        depth--;
      } else if (depth > 0) {
        continue;
      } else {
        return this.#skipWord(at - 1);
      }
      if (depth === 0) return at;
      if (depth < 0) return unread;
    }
    return unread;
  }

  /** Skips a number, true, false or null. */
  #skipWord(start: number): number {
    const bytes = this.#bytes;
    const end = this.#end;
    let at = start;
    for (; at < end; at++) {
      const byte = bytes[at] as number;
      if (byte <= space || byte === comma || byte === closeBrace || byte === closeBracket) break;
    }
    return at === start ? unread : at;
  }

  /** Keeps a range after those that were kept before. Returns its end. */
  #keep(from: number, until: number): number {
    if (from !== this.#until) {
      this.#copy();
      this.#from = from;
    }
    this.#until = until;
    return until;
  }

  #copy(): void {
    const from = this.#from;
    const until = this.#until;
    const bytes = this.#bytes;
    const out = this.#out;
    let to = this.#to;
    if (until - from > shortRange) to += bytes.copy(out, to, from, until);
    else for (let at = from; at < until; at++) out[to++] = bytes[at] as number;
    this.#to = to;
  }
}

function ruleOf(named: readonly NamedRule[] | undefined, bytes: Buffer, start: number): ByteRule | undefined {
  if (named === undefined) return undefined;
  for (const { name, rule } of named) {
    let index = 0;
    while (index < name.length && bytes[start + index] === name[index]) index++;
    if (index === name.length) return rule;
  }
  return undefined;
}
