import { isDate, isPlainObject } from '../util/type-checks.js';
import { freezeDeep } from '../util/deep.js';
import { jsonText, parseJsonBytes } from '../util/json.js';
import type { FieldMask } from '../meta/field-mask.js';
import { compactRecordOf } from './compact-symbols.js';
import { ObjectTypes } from './compact-type.js';
import type { ObjectType, typeComesLater } from './compact-type.js';
import { decodedObject } from './decoded-object.js';
import type { DecodedObject } from './decoded-object.js';
import { DictionaryJudge } from './dictionary-judge.js';
import type { CacheFormatStats } from '../cache/cache-format.js';
import { HotObjects } from './hot-objects.js';
import { FoundField, foundFields, FoundStatus, MetadataFact, uidBytes } from './kernel/kernel.js';
import type { KernelDictionary, ObjectKernel } from './object-kernel.js';
import { compactProxy } from './compact-proxy.js';
import type { SharedText, SharedTexts } from './shared-texts.js';
import { CompactRecord, Generation, nextSlabBytes, Slab, slabBytes } from './slab.js';
import type { RecordReader } from './slab.js';

const slash = 0x2f;

/** Options of a CompactObjects. */
export interface CompactObjectsOptions {
  readonly hotObjects: number;
  /** True to deep-freeze decoded objects. */
  readonly frozen: boolean;
  /** The fields that the objects have; undefined for all. */
  readonly mask?: FieldMask | undefined;
}

/** The objects of one compact cache: their bytes, what they share, and which of them are kept decoded. */
export class CompactObjects implements RecordReader {
  readonly kernel: ObjectKernel;
  readonly types = new ObjectTypes();
  /** The fields that the objects have. Objects that cannot be kept compact may still have managedFields. */
  readonly mask: FieldMask | undefined;
  readonly #frozen: boolean;
  readonly #hot: HotObjects;
  /** Slabs that have been filled since the last release: some may hold few stored objects. */
  #filled: Slab[] = [];
  #storedBytes = 0;
  // Reads of something decoded, and reads that had to decode it.
  #hits = 0;
  #misses = 0;
  #generation: Generation | undefined;
  readonly #judge = new DictionaryJudge();
  // The last record of which each was read: usually several members of one object are read in a row.
  lastMetadataOf: CompactRecord | undefined;
  lastMetadata: object | undefined;
  #metadataOf: CompactRecord | undefined;
  #metadata: Readonly<Record<string, unknown>> | undefined;
  #versionOf: CompactRecord | undefined;
  #version = '';
  #namespace = '';
  // Type of the last object taken.
  #type: ObjectType | undefined;
  // Bytes of the kernel that have a place in this slab and are not copied yet.
  #runSlab: Slab | undefined;
  #runTo = 0;
  #runStart = 0;
  #runEnd = 0;

  constructor(kernel: ObjectKernel, options: CompactObjectsOptions) {
    this.kernel = kernel;
    this.#frozen = options.frozen;
    this.mask = options.mask;
    this.#hot = new HotObjects(options.hotObjects);
  }

  /** The generation of newly compressed objects. Created with the first object: it takes some of the kernel's memory. */
  get generation(): Generation {
    return (this.#generation ??= this.#newGeneration());
  }

  /** The current dictionary; `endRun` may replace it. */
  get dictionary(): KernelDictionary {
    return this.generation.dictionary;
  }

  get texts(): SharedTexts {
    return this.generation.texts;
  }

  #newGeneration(): Generation {
    return new Generation(this.kernel.newDictionary(this.mask?.keepsWhole === true));
  }

  stats(): CacheFormatStats {
    return Object.freeze({
      bytes: this.#storedBytes,
      hotObjects: this.#hot.size,
      hits: this.#hits,
      misses: this.#misses,
    });
  }

  /** Number of objects that are kept decoded. */
  get hotCount(): number {
    return this.#hot.size;
  }

  // --- into the cache ---------------------------------------------------------------------------------------------

  /**
   * Takes the kernel's object number `index`, which its status reports as Whole; `rest` is the type of objects without one.
   * Returns undefined for an object that cannot be made compact, see ObjectTypes: parse it instead. Take all Whole objects, in
   * order, and call `endRun` before using the kernel for anything else.
   */
  take(index: number, rest: ObjectType | typeof typeComesLater | undefined): object | undefined {
    const { found, bytes } = this.kernel;
    const at = index * foundFields;
    if (found[at + FoundField.SameType] === 0 || this.#type === undefined) {
      this.#type = this.types.read(bytes, found, at, rest);
    }
    const type = this.#type;
    if (type === undefined) return undefined;
    const keyStart = found[at + FoundField.KeyStart] as number;
    // Written by the kernel from printable ASCII.
    const key = bytes.toString('latin1', keyStart, found[at + FoundField.KeyEnd]);
    const facts = found[at + FoundField.Facts] as number;
    const blobStart = (found[at + FoundField.BlobStart] as number) - uidBytesOf(facts);
    const blobEnd = found[at + FoundField.BlobEnd] as number;
    this.#judge.count(
      (found[at + FoundField.ObjectEnd] as number) - (found[at + FoundField.ObjectStart] as number),
      blobEnd - blobStart,
    );
    const slab = this.#place(type, blobStart, blobEnd);
    const record = new CompactRecord(
      slab,
      slab.used,
      blobEnd - blobStart,
      key,
      versionIn(found, bytes, at),
      this.#text(at + FoundField.LabelsNumber, at + FoundField.LabelsStart),
      this.#text(at + FoundField.OwnersNumber, at + FoundField.OwnersStart),
      facts,
    );
    slab.used += record.length;
    return compactProxy(record);
  }

  /** Copies the objects of a run of `take`: the kernel's memory may change after that. May start another dictionary. */
  endRun(): void {
    this.#copyRun();
    if (this.#judge.isBad()) this.#relearn();
    this.#generation?.texts.tidy();
  }

  #relearn(): void {
    try {
      this.#generation = this.#newGeneration();
    } catch (thrown) {
      // Not enough memory for another dictionary: keep this one.
      if (!(thrown instanceof RangeError)) throw thrown;
    }
  }

  #copyRun(): void {
    if (this.#runSlab === undefined) return;
    this.kernel.bytes.copy(this.#runSlab.bytes, this.#runTo, this.#runStart, this.#runEnd);
    this.#runSlab = undefined;
  }

  /** Returns the object as this cache keeps it: unchanged if it is one of this cache, or cannot be kept compact. */
  compact(object: unknown): unknown {
    if (typeof object !== 'object' || object === null) return object;
    if (this.has(object)) return object;
    const { apiVersion, kind } = object as { readonly apiVersion?: unknown; readonly kind?: unknown };
    if (apiVersion !== undefined && typeof apiVersion !== 'string') return object;
    if (kind !== undefined && typeof kind !== 'string') return object;
    if (!isWritable(object)) return object;
    // An object's toJSON may return undefined.
    const text = jsonText(object) as string | undefined;
    if (text === undefined) return object;
    try {
      this.kernel.load([Buffer.from(text)]);
      if (!this.kernel.nextObject(this.dictionary)) return object;
    } catch (thrown) {
      // The kernel's memory cannot grow.
      if (thrown instanceof RangeError) return object;
      throw thrown;
    }
    if (this.kernel.found[FoundField.Status] !== FoundStatus.Whole) return object;
    const taken = this.take(0, this.types.of(apiVersion, kind));
    this.endRun();
    return taken ?? object;
  }

  /** True if the object is one of this cache. */
  has(object: unknown): boolean {
    return recordOf(object)?.slab.objects === this;
  }

  /** A store has replaced `previous` by `next`; either may be absent, or not an object of this cache. */
  changed(previous: unknown, next: unknown): void {
    if (previous === next) return;
    const left = recordOf(previous);
    const came = recordOf(next);
    if (came !== undefined && came.slot === -1 && came.slab.objects === this) {
      // The store keeps its own copy of the key: one copy is enough.
      if (left !== undefined && left.key === came.key) came.key = left.key;
      came.slab.store(came);
      this.#storedBytes += came.length;
      if (came.labels !== undefined) came.labels.users++;
      if (came.owners !== undefined) came.owners.users++;
    }
    if (left !== undefined && left.slot !== -1 && left.slab.objects === this) this.#release(left);
  }

  // --- out of the cache -------------------------------------------------------------------------------------------

  /** Decodes the whole object. Shared with all readers while it is hot. */
  decode(record: CompactRecord): DecodedObject {
    const hot = this.#hot.get(record);
    if (hot?.isWhole === true) {
      this.#hits++;
      return hot.object;
    }
    this.#misses++;
    // A member that was read before stays the same object.
    const object = Object.assign(this.decodeCopy(record), hot?.object);
    if (this.#frozen) freezeDeep(object);
    this.#hot.set(record, { isWhole: true, object });
    return object;
  }

  member(record: CompactRecord, name: string): unknown {
    const hot = this.#hot.get(record);
    if (hot !== undefined && (hot.isWhole || Object.hasOwn(hot.object, name))) {
      this.#hits++;
      return Reflect.get(hot.object, name);
    }
    // An assignment would change the prototype.
    const text = name === '__proto__' ? undefined : this.#memberText(record, name);
    if (text === undefined) return Reflect.get(this.decode(record), name);
    if (text.length === 0) return Reflect.get(Object.prototype, name);
    this.#misses++;
    const value = parseJsonBytes(text);
    if (this.#frozen) freezeDeep(value);
    if (hot === undefined) this.#hot.set(record, { isWhole: false, object: { [name]: value } });
    else hot.object[name] = value;
    return value;
  }

  get kept(): string | undefined {
    return this.mask?.keepsWhole === false ? this.mask.text : undefined;
  }

  /** Decodes the whole object, for the caller alone. */
  decodeCopy(record: CompactRecord): DecodedObject {
    const decoded = decodedObject(this.#bytesOf(record), record.slab.type);
    return this.mask === undefined ? decoded : this.mask.mark(decoded);
  }

  /** Decodes the metadata without managedFields; without the rest of the object if its text allows it. */
  metadata(record: CompactRecord): Readonly<Record<string, unknown>> {
    if (this.#metadataOf === record && this.#metadata !== undefined) return this.#metadata;
    const isWhole = this.#hot.get(record)?.isWhole === true;
    const text = isWhole ? undefined : this.#memberText(record, 'metadata');
    if (text === undefined) return this.decode(record).metadata;
    // The kernel has found it to be an object.
    const metadata = parseJsonBytes(text) as Record<string, unknown>;
    if (this.#frozen) freezeDeep(metadata);
    this.#metadataOf = record;
    this.#metadata = metadata;
    return metadata;
  }

  textOf(record: CompactRecord): string {
    return this.#bytesOf(record).toString('utf8');
  }

  /** In the kernel's memory, which its next call may change. */
  #bytesOf({ slab, offset, length, facts }: CompactRecord): Buffer {
    return this.kernel.decompress(
      slab.generation.dictionary,
      slab.bytes,
      offset + uidBytesOf(facts),
      offset + length,
    );
  }

  /** The same for a member. */
  #memberText({ slab, offset, length, facts }: CompactRecord, name: string): Buffer | undefined {
    const { dictionary } = slab.generation;
    return this.kernel.member(dictionary, slab.bytes, offset + uidBytesOf(facts), offset + length, name);
  }

  versionOf(record: CompactRecord): string | undefined {
    const { version } = record;
    if (typeof version !== 'number') return version;
    if (this.#versionOf !== record) {
      this.#versionOf = record;
      this.#version = String(version);
    }
    return this.#version;
  }

  /** Undefined if the uid is not kept: then its metadata has to be decoded. */
  uidOf(record: CompactRecord): string | undefined {
    const { slab, offset, facts } = record;
    if (uidBytesOf(facts) === 0) return undefined;
    const digits = slab.bytes.toString('hex', offset, offset + uidBytes);
    return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-${digits.slice(12, 16)}-${digits.slice(16, 20)}-${digits.slice(20)}`;
  }

  /** Returns the same string for consecutive objects of a namespace: an index then compares it by identity. */
  namespaceOf(record: CompactRecord): string | undefined {
    const { key } = record;
    const last = this.#namespace;
    if (last !== '' && key.charCodeAt(last.length) === slash && key.startsWith(last)) return last;
    const end = key.indexOf('/');
    if (end === -1) return undefined;
    this.#namespace = key.slice(0, end);
    return this.#namespace;
  }

  // --- bytes ------------------------------------------------------------------------------------------------------

  /** Returns the slab whose next free bytes are for these bytes of the kernel. */
  #place(type: ObjectType, start: number, end: number): Slab {
    const slab = this.#slab(this.generation, type, end - start);
    if (
      slab === this.#runSlab &&
      start === this.#runEnd &&
      slab.used === this.#runTo + start - this.#runStart
    ) {
      this.#runEnd = end;
      return slab;
    }
    this.#copyRun();
    this.#runSlab = slab;
    this.#runTo = slab.used;
    this.#runStart = start;
    this.#runEnd = end;
    return slab;
  }

  #slab(generation: Generation, type: ObjectType, length: number): Slab {
    const open = generation.open.get(type);
    if (open !== undefined && open.used + length <= open.bytes.length) return open;
    if (length > slabBytes / 4) {
      // A long object would leave much of a slab unused: it gets a slab of its own.
      const own = new Slab(this, generation, type, length);
      own.open = false;
      return own;
    }
    let size = nextSlabBytes(open?.bytes.length);
    while (size < length) size = nextSlabBytes(size);
    const next = new Slab(this, generation, type, size);
    if (open !== undefined) {
      open.open = false;
      this.#filled.push(open);
    }
    generation.open.set(type, next);
    return next;
  }

  #release(record: CompactRecord): void {
    const { slab } = record;
    slab.release(record);
    this.#storedBytes -= record.length;
    this.#hot.left(record);
    record.labels?.lose();
    record.owners?.lose();
    if (slab.isSparse && slab.storedBytes > 0) this.#empty(slab);
    if (this.#filled.length > 0) {
      const filled = this.#filled;
      this.#filled = [];
      for (const full of filled) if (full.isSparse) this.#empty(full);
    }
  }

  /** Moves the slab's stored objects to others; it is freed when nothing refers to its old objects. */
  #empty(slab: Slab): void {
    const { stored } = slab;
    slab.stored = [];
    slab.storedBytes = 0;
    // Adjacent objects are copied at once.
    let to: Slab | undefined;
    let toStart = 0;
    let start = 0;
    let end = 0;
    for (const record of stored) {
      if (record === undefined) continue;
      const { offset, length } = record;
      const next = this.#slab(slab.generation, slab.type, length);
      if (next !== to || offset !== end) {
        if (to !== undefined) slab.bytes.copy(to.bytes, toStart, start, end);
        to = next;
        toStart = next.used;
        start = offset;
      }
      end = offset + length;
      record.slab = next;
      record.offset = next.used;
      next.used += length;
      next.store(record);
    }
    if (to !== undefined) slab.bytes.copy(to.bytes, toStart, start, end);
  }

  /** Finds the shared text by the fields of its number and its range in `found`. */
  #text(number: number, range: number): SharedText | undefined {
    const { bytes, found } = this.kernel;
    const start = found[range] as number;
    if (start === 0) return undefined;
    return this.texts.of(found[number] as number, bytes, start, found[range + 1] as number);
  }
}

/** The record of an object of a compact cache; undefined for anything else. */
export function recordOf(object: unknown): CompactRecord | undefined {
  return typeof object === 'object' && object !== null
    ? (object as { readonly [compactRecordOf]?: CompactRecord })[compactRecordOf]
    : undefined;
}

/** True if the object is one of a compact cache. */
export function isCompact(object: unknown): boolean {
  return recordOf(object) !== undefined;
}

/** Number of bytes of a uid before the blob. */
function uidBytesOf(facts: number): number {
  return (facts & MetadataFact.UidKept) === 0 ? 0 : uidBytes;
}

/** Returns the version as a number if that has the same digits. */
function versionIn(found: Int32Array, bytes: Buffer, at: number): number | string | undefined {
  const start = found[at + FoundField.VersionStart] as number;
  if (start === 0) return undefined;
  const high = found[at + FoundField.VersionHigh] as number;
  if (high >= 0) return high * 1e9 + (found[at + FoundField.VersionLow] as number);
  return bytes.toString('latin1', start, found[at + FoundField.VersionEnd]);
}

/** A deeper object stays plain: the kernel accepts little more, and the check below must not overflow the stack. */
const deepestWritten = 500;

/** Types that JSON.stringify omits or rejects. */
const unwritten: ReadonlySet<string> = new Set(['function', 'symbol', 'bigint']);

/**
 * True if JSON can represent the value: not -0, NaN or an infinite number, no Map or other class but Date, not too deep.
 * Otherwise JSON.stringify would write another value, or overflow the stack.
 */
function isWritable(value: unknown, depth = 0): boolean {
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0);
  if (typeof value !== 'object' || value === null) return !unwritten.has(typeof value);
  if (depth === deepestWritten) return false;
  if (!Array.isArray(value) && !isPlainObject(value) && !isDate(value)) return false;
  for (const name in value) if (!isWritable(Reflect.get(value, name), depth + 1)) return false;
  return true;
}
