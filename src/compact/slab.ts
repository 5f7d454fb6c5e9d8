import type { ObjectType } from './compact-type.js';
import type { CompactObjects } from './compact-objects.js';
import type { CompactRecord } from './compact-record.js';
import type { Generation } from './generation.js';

/** Size of a slab, bytes; the first ones are smaller, for caches of a few objects. */
export const slabBytes = 256 * 1024;
const firstSlabBytes = 8 * 1024;
/** A slab of which less than this share is stored is emptied: they are three quarters full or more while all objects change. */
const leastStored = 0.7;

/** Bytes of many objects of one type, off the heap. The collector frees it with the last record that points to it. */
export class Slab {
  readonly objects: CompactObjects;
  readonly generation: Generation;
  readonly bytes: Buffer;
  readonly type: ObjectType;
  /** Bytes written. */
  used = 0;
  /** Bytes of `stored`. */
  storedBytes = 0;
  /** Whether more is written to it. */
  open = true;
  /** The records in a store; holes where one has left it: whoever has that one keeps the slab. */
  stored: (CompactRecord | undefined)[] = [];

  constructor(objects: CompactObjects, generation: Generation, type: ObjectType, bytes: number) {
    this.objects = objects;
    this.generation = generation;
    this.type = type;
    this.bytes = Buffer.allocUnsafeSlow(bytes);
  }

  /** Whether so little of it is stored that the rest is worth moving that. */
  get isSparse(): boolean {
    return !this.open && this.storedBytes < this.used * leastStored;
  }

  store(record: CompactRecord): void {
    record.slot = this.stored.push(record) - 1;
    this.storedBytes += record.length;
  }

  release(record: CompactRecord): void {
    this.stored[record.slot] = undefined;
    record.slot = -1;
    this.storedBytes -= record.length;
  }
}

/** Bytes of the slab after one of so many. */
export function nextSlabBytes(previous: number | undefined): number {
  return previous === undefined ? firstSlabBytes : Math.min(slabBytes, previous * 2);
}
