import type { inspect, InspectOptions } from 'node:util';
import { inspectCustom } from '../util/builtin.js';
import { compactMetadataOf, compactRecordOf } from './compact-symbols.js';
import type { ObjectType } from './compact-type.js';
import type { DecodedObject } from './decoded-object.js';
import type { KernelDictionary } from './object-kernel.js';
import { SharedTexts } from './shared-texts.js';
import type { SharedText } from './shared-texts.js';

/** Size of a slab, bytes; the first ones are smaller, for caches of a few objects. */
export const slabBytes = 256 * 1024;
const firstSlabBytes = 8 * 1024;
/** A slab of which less than this share is stored is emptied: they are three quarters full or more while all objects change. */
const leastStored = 0.7;

/** Reads what a record stands for; all records of a cache have one. */
export interface RecordReader {
  /** The whole object; shared with all callers while it is hot. */
  decode(record: CompactRecord): DecodedObject;
  /** The whole object, for the caller alone. */
  decodeAnew(record: CompactRecord): DecodedObject;
  /** The metadata without managedFields. */
  metadata(record: CompactRecord): Readonly<Record<string, unknown>>;
  /** The Proxy for the metadata of the object that was asked last, and that object's record. */
  lastMetadata: object | undefined;
  lastMetadataOf: CompactRecord | undefined;
  versionOf(record: CompactRecord): string | undefined;
  uidOf(record: CompactRecord): string | undefined;
  namespaceOf(record: CompactRecord): string | undefined;
}

/**
 * What was compressed against one dictionary. A cache has one generation, and begins another when its dictionary turns out bad;
 * the objects of the old one stay in it until they leave.
 */
export class Generation {
  readonly dictionary: KernelDictionary;
  readonly texts: SharedTexts;
  /** By type: the slab that is written to. */
  readonly open = new Map<ObjectType, Slab>();

  constructor(dictionary: KernelDictionary) {
    this.dictionary = dictionary;
    this.texts = new SharedTexts(dictionary.texts);
  }
}

/** Bytes of many objects of one type, off the heap. The collector frees it with the last record that points to it. */
export class Slab {
  readonly objects: RecordReader;
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

  constructor(objects: RecordReader, generation: Generation, type: ObjectType, bytes: number) {
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

/**
 * What is known of an object without decoding it, and where its bytes are. It is the target of the Proxies that stand for
 * the object and for its metadata; small, since there is one for each object.
 */
export class CompactRecord {
  slab: Slab;
  /** Where its uid stands, where the facts say that it is kept, and its blob right behind. */
  offset: number;
  /** Bytes of both. */
  length: number;
  /** Its place among its slab's stored records; -1 while it is in no store. */
  slot = -1;
  key: string;
  /** A number where that says the same in less. */
  readonly version: number | string | undefined;
  readonly labels: SharedText | undefined;
  readonly owners: SharedText | undefined;
  /** What else is known of its metadata, see FoundField.Facts. */
  readonly facts: number;

  constructor(
    slab: Slab,
    offset: number,
    length: number,
    key: string,
    version: number | string | undefined,
    labels: SharedText | undefined,
    owners: SharedText | undefined,
    facts: number,
  ) {
    this.slab = slab;
    this.offset = offset;
    this.length = length;
    this.key = key;
    this.version = version;
    this.labels = labels;
    this.owners = owners;
    this.facts = facts;
  }

  /** Printing a Proxy prints its target; `this` is the Proxy. */
  [inspectCustom](depth: number, options: InspectOptions, print: typeof inspect): string {
    const { [compactRecordOf]: record, [compactMetadataOf]: owner } = this as {
      readonly [compactRecordOf]?: CompactRecord;
      readonly [compactMetadataOf]?: CompactRecord;
    };
    const decoded = (record ?? owner ?? this).slab.objects.decode(record ?? owner ?? this);
    return print(record === undefined ? decoded.metadata : decoded, { ...options, depth });
  }
}
