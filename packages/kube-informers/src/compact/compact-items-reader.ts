import type { KubernetesObject } from '../meta/types.js';
import { defaultMaxObjectBytes, itemTooLong, notAList, withType } from '../meta/wire-format.js';
import type { ItemsReader, ItemsReaderOptions, ObjectType as GivenType } from '../meta/wire-format.js';
import { parseJsonBytes } from '../util/json.js';
import type { TransportError } from '../util/errors.js';
import type { CompactObjects } from './compact-objects.js';
import { typeComesLater } from './compact-type.js';
import type { ObjectType } from './compact-type.js';
import { FoundField, FoundStatus, foundFields } from './kernel/kernel.js';

/** Minimum number of bytes for a call of the kernel. */
const enoughBytes = 64 * 1024;

/**
 * Creates compact objects from a list's items. Bytes are collected until there are 64 KiB; an incomplete item is read again
 * only when a quarter more of it has arrived.
 */
export class CompactItemsReader<T extends KubernetesObject> implements ItemsReader<T> {
  readonly #objects: CompactObjects;
  readonly #name: string;
  readonly #maxItemBytes: number;
  readonly #items: unknown[] = [];
  // Indexes of plain objects in the items, which could not be made compact on arrival.
  #plain: number[] = [];
  #chunks: Buffer[] = [];
  #bytes = 0;
  #enough = enoughBytes;
  // Position in the response of the first byte of the chunks.
  #position = 0;
  #type: ObjectType | typeof typeComesLater = typeComesLater;
  // True until the first item after `begin`.
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
    this.#type =
      type === undefined ? typeComesLater : (this.#objects.types.of(type.apiVersion, type.kind) ?? type);
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
    for (const place of this.#plain) {
      // Only objects are put there.
      const item = this.#items[place] as object;
      this.#items[place] = this.#objects.compact(withType(type, item));
    }
    // The caller promises that the server's items are of type T.
    return this.#items as T[];
  }

  #decode(): Buffer | undefined {
    const { kernel } = this.#objects;
    kernel.load(this.#chunks);
    do {
      const found = kernel.nextItems(this.#objects.dictionary, this.#first);
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
      if (status === FoundStatus.Invalid)
        throw this.#refused(start === end ? 'must be an object' : 'is not valid JSON', start);
      if (end - start > this.#maxItemBytes) throw itemTooLong(this.#name, this.count, this.#maxItemBytes);
      const item = status === FoundStatus.Whole ? this.#objects.take(index, this.#type) : undefined;
      if (item === undefined) this.add(this.#parsed(start, end));
      else this.#items.push(item);
      this.#first = false;
    }
    // Its next call writes to the memory.
    this.#objects.endRun();
  }

  /** Drops the consumed bytes; returns the bytes after the items, from their bracket on. */
  #advance(consumed: number, ended: boolean): Buffer | undefined {
    const drop = ended ? consumed - 1 : consumed;
    this.#position += drop;
    const rest = dropFront(this.#chunks, drop);
    const bytes = rest.reduce((sum, chunk) => sum + chunk.length, 0);
    this.#chunks = ended ? [] : rest;
    this.#bytes = ended ? 0 : bytes;
    // Collect no more than it takes to see that an item is too long.
    this.#enough = Math.max(enoughBytes, Math.min(bytes + bytes / 4, this.#maxItemBytes + 1));
    if (ended) return rest.length === 1 ? rest[0] : Buffer.concat(rest);
    // An item, and the bytes between it and the last one.
    if (bytes > this.#maxItemBytes) throw itemTooLong(this.#name, this.count, this.#maxItemBytes);
    return undefined;
  }

  /** Parses an item that the kernel leaves to JSON.parse. It begins with a brace; a deep one may be invalid JSON. */
  #parsed(start: number, end: number): object {
    try {
      return parseJsonBytes(this.#objects.kernel.bytes, start, end) as object;
    } catch {
      // The parser's own error quotes the text, which may be a Secret.
      throw this.#refused('is not valid JSON', start);
    }
  }

  /** `at`: address in the kernel's memory at which the item begins. */
  #refused(problem: string, at: number): TransportError {
    const position = this.#position + at - this.#objects.kernel.inputStart;
    return notAList(this.#name, `items[${this.count}] ${problem}`, position);
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
