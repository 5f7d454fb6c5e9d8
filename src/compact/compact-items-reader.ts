import type { KubernetesObject } from '../meta/types.js';
import { defaultMaxObjectBytes, itemTooLong, notAList } from '../meta/wire-format.js';
import type { ItemsReader, ItemsReaderOptions, ObjectType as GivenType } from '../meta/wire-format.js';
import type { TransportError } from '../util/errors.js';
import type { CompactObjects } from './compact-objects.js';
import type { ObjectType } from './compact-type.js';
import { FoundField, FoundStatus, foundFields } from './kernel/kernel.js';

/** Bytes that are worth a call of the kernel. */
const enoughBytes = 64 * 1024;

const openBrace = 0x7b;
const comma = 0x2c;

/**
 * Makes compact objects of a list's items. What has come waits until there are 64 KiB, and an item that is not complete
 * is looked at again only when a quarter more of it has come.
 */
export class CompactItemsReader<T extends KubernetesObject> implements ItemsReader<T> {
  readonly #objects: CompactObjects;
  readonly #name: string;
  readonly #maxItemBytes: number;
  readonly #items: unknown[] = [];
  // What the kernel could not take as it is: places in the items of plain objects.
  #plain: number[] = [];
  #chunks: Buffer[] = [];
  #bytes = 0;
  #enough = enoughBytes;
  // Of the first byte of the chunks, in the answer.
  #position = 0;
  #type: ObjectType | undefined;
  #late = false;
  // No item has come since `begin`.
  #first = true;

  constructor(objects: CompactObjects, options: ItemsReaderOptions) {
    this.#objects = objects;
    this.#name = options.name;
    this.#maxItemBytes = options.maxItemBytes ?? defaultMaxObjectBytes;
  }

  get count(): number {
    return this.#items.length;
  }

  begin(position: number, type: GivenType | undefined): void {
    this.#position = position;
    this.#first = true;
    this.#enough = enoughBytes;
    this.#late = type === undefined;
    this.#type = type === undefined ? { apiVersion: undefined, kind: undefined } : this.#typeOf(type);
  }

  read(bytes: Buffer): Buffer | undefined {
    this.#chunks.push(bytes);
    this.#bytes += bytes.length;
    return this.#bytes < this.#enough ? undefined : this.#decode();
  }

  flush(): Buffer | undefined {
    return this.#bytes === 0 ? undefined : this.#decode();
  }

  add(item: object): void {
    this.#plain.push(this.#items.push(item) - 1);
  }

  finish(type: GivenType): T[] {
    if (this.#late && this.#type !== undefined) {
      this.#type.apiVersion = type.apiVersion;
      this.#type.kind = type.kind;
    }
    for (const place of this.#plain) {
      // Only objects are put there.
      const item = this.#items[place] as object;
      this.#items[place] = this.#objects.compact({ ...type, ...item });
    }
    // What the server holds there is the caller's promise.
    return this.#items as T[];
  }

  #typeOf(type: GivenType): ObjectType {
    return this.#objects.types.of(type.apiVersion, type.kind);
  }

  #decode(): Buffer | undefined {
    const { kernel, dictionary } = this.#objects;
    kernel.load(this.#chunks);
    do {
      const found = kernel.nextItems(dictionary, this.#first);
      if (found === 0) break;
      this.#take(found);
    } while (!kernel.itemsEnded);
    return this.#advance(kernel.position, kernel.itemsEnded);
  }

  #take(count: number): void {
    const { kernel } = this.#objects;
    for (let index = 0; index < count; index++) {
      const at = index * foundFields;
      const status = kernel.found[at + FoundField.Status];
      const start = kernel.found[at + FoundField.ObjectStart] as number;
      const end = kernel.found[at + FoundField.ObjectEnd] as number;
      if (status === FoundStatus.Invalid) throw this.#refused(start === end);
      if (end - start > this.#maxItemBytes) throw itemTooLong(this.#name, this.count, this.#maxItemBytes);
      if (status === FoundStatus.Whole) this.#items.push(this.#objects.take(index, this.#type));
      // The kernel has found it to be an object; what is odd about it, JSON.parse knows.
      else this.add(JSON.parse(kernel.bytes.toString('utf8', start, end)) as object);
      this.#first = false;
    }
    // Its next call writes to the memory.
    this.#objects.settle();
  }

  /** Drops what was consumed; answers with what follows the items, from their bracket on. */
  #advance(consumed: number, ended: boolean): Buffer | undefined {
    const drop = ended ? consumed - 1 : consumed;
    this.#position += drop;
    const rest = dropFront(this.#chunks, drop);
    const bytes = rest.reduce((sum, chunk) => sum + chunk.length, 0);
    this.#chunks = ended ? [] : rest;
    this.#bytes = ended ? 0 : bytes;
    // No further than it takes to see that an item is too long.
    this.#enough = Math.max(enoughBytes, Math.min(bytes + bytes / 4, this.#maxItemBytes + 1));
    if (ended) return rest.length === 1 ? rest[0] : Buffer.concat(rest);
    // An item, and what stands between it and the last one.
    if (bytes > this.#maxItemBytes) throw itemTooLong(this.#name, this.count, this.#maxItemBytes);
    return undefined;
  }

  /** `misplaced`: no JSON was looked at, since no object may begin there. */
  #refused(misplaced: boolean): TransportError {
    const bytes = Buffer.concat(this.#chunks);
    let index = skipSpaces(bytes, this.#objects.kernel.position);
    if (bytes[index] === comma && !this.#first) index = skipSpaces(bytes, index + 1);
    const problem = misplaced || bytes[index] !== openBrace ? 'must be an object' : 'is no JSON';
    return notAList(this.#name, `items[${this.count}] ${problem}`, this.#position + index);
  }
}

/** The chunks without their first bytes. */
export function dropFront(chunks: readonly Buffer[], bytes: number): Buffer[] {
  let left = bytes;
  const rest: Buffer[] = [];
  for (const chunk of chunks) {
    if (left >= chunk.length) left -= chunk.length;
    else {
      rest.push(left === 0 ? chunk : chunk.subarray(left));
      left = 0;
    }
  }
  return rest;
}

function skipSpaces(bytes: Buffer, from: number): number {
  let index = from;
  while (isSpace(bytes[index])) index++;
  return index;
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
