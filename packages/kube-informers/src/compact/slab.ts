import type { inspect, InspectOptions } from 'node:util';
import { inspectCustom } from '../util/builtin.js';
import { compactMetadataOf, compactRecordOf } from './compact-symbols.js';
import type { ObjectType } from './compact-type.js';
import type { DecodedObject } from './decoded-object.js';
import type { KernelDictionary } from './object-kernel.js';
import { SharedTexts } from './shared-texts.js';
import type { SharedText } from './shared-texts.js';

/** Size of a slab, bytes; the first ones are smaller, for small caches. */
export const slabBytes = 256 * 1024;
const firstSlabBytes = 8 * 1024;
/** A slab with a smaller share of stored bytes is emptied: slabs are at least three quarters full while all objects change. */
const leastStored = 0.7;

/** Decodes records; one for all records of a cache. */
export interface RecordReader {
  /** The whole object; shared with all callers while it is hot. */
  decode(record: CompactRecord): DecodedObject;
  /** The whole object, for the caller alone. */
  decodeCopy(record: CompactRecord): DecodedObject;
  /** A member of the object; shared with all callers while it is hot. Not for kind, apiVersion and metadata. */
  member(record: CompactRecord, name: string): unknown;
  /** The JSON of the object. */
  textOf(record: CompactRecord): string;
  /** The metadata without managedFields. */
  metadata(record: CompactRecord): Readonly<Record<string, unknown>>;
  /** The Proxy for the metadata that was read last, and its record. */
  lastMetadata: object | undefined;
  lastMetadataOf: CompactRecord | undefined;
  versionOf(record: CompactRecord): string | undefined;
  uidOf(record: CompactRecord): string | undefined;
  namespaceOf(record: CompactRecord): string | undefined;
  /** What is kept of the objects, as text; undefined if they are whole. */
  readonly kept: string | undefined;
}

/**
 * The objects that were compressed with one dictionary. A cache has one generation, and starts another when its dictionary
 * proves bad; the objects of the old one stay in it until they are removed.
 */
export class Generation {
  readonly dictionary: KernelDictionary;
  readonly texts: SharedTexts;
  /** The slab that is written to, by type. */
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
  /** Number of bytes written. */
  used = 0;
  /** Number of bytes of `stored`. */
  storedBytes = 0;
  /** True while it is written to. */
  open = true;
  /** The records in a store, with holes for removed ones, which still refer to the slab. */
  stored: (CompactRecord | undefined)[] = [];

  constructor(objects: RecordReader, generation: Generation, type: ObjectType, bytes: number) {
    this.objects = objects;
    this.generation = generation;
    this.type = type;
    this.bytes = Buffer.allocUnsafeSlow(bytes);
  }

  /** True if so little of it is stored that moving it frees memory. */
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

/** Size of the slab after one of `previous` bytes. */
export function nextSlabBytes(previous: number | undefined): number {
  return previous === undefined ? firstSlabBytes : Math.min(slabBytes, previous * 2);
}

/**
 * What is known of an object without decoding it, and where its bytes are. The target of the Proxies for the object and its
 * metadata; small, since there is one per object.
 */
export class CompactRecord {
  slab: Slab;
  /** Offset of its uid, if the facts say that it is kept, followed by its blob. */
  offset: number;
  /** Number of bytes of both. */
  length: number;
  /** Its index among its slab's stored records; -1 while it is not in a store. */
  slot = -1;
  key: string;
  /** A number if it has the same digits, which takes less memory. */
  readonly version: number | string | undefined;
  readonly labels: SharedText | undefined;
  readonly owners: SharedText | undefined;
  /** Other facts about its metadata, see FoundField.Facts. */
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
