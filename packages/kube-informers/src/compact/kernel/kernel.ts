import { ConfigError } from '../../util/errors.js';
import { kernelExports } from '../../util/web-assembly.js';
import type { KernelMemory } from '../../util/web-assembly.js';
import { kernelBytes } from './kernel-bytes.js';
import { Regions } from './regions.js';
import type { Region } from './regions.js';
import { TextTable } from './text-table.js';
import type { TextTableExports, TextTableMemory } from './text-table.js';

/** Fields of one object in `Kernel.found`, from `foundFields` times the object's number on. */
export const FoundField = {
  /** One of FoundStatus. */
  Status: 0,
  /** One of EventCode. */
  EventType: 1,
  /**
   * The object's text, in the input; moved if managedFields were left out. If JavaScript has to read a line of a watch: the
   * line.
   */
  ObjectStart: 2,
  ObjectEnd: 3,
  /**
   * The compressed object, after a table of its members; before it its uid in `uidBytes`, if the facts have it. For invalid
   * JSON: both are the position of the first invalid byte.
   */
  BlobStart: 4,
  BlobEnd: 5,
  /** `namespace/name` or `name`, ASCII; 0, 0 unless the status is Whole. */
  KeyStart: 6,
  KeyEnd: 7,
  /** Of a Whole object: bits of MetadataFact and, from generationShift on, its generation; 0 if that is not known. */
  Facts: 8,
  /** metadata.resourceVersion, without quotes. This and the next fields are 0, 0 if the object lacks them. */
  VersionStart: 9,
  VersionEnd: 10,
  /** metadata.labels, `{…}`. */
  LabelsStart: 11,
  LabelsEnd: 12,
  /** metadata.ownerReferences, `[…]`. */
  OwnersStart: 13,
  OwnersEnd: 14,
  /** Numbers of labels and owners in the dictionary's `texts`; 0 if they are not in it. */
  LabelsNumber: 15,
  /** kind and apiVersion, without quotes. */
  KindStart: 16,
  KindEnd: 17,
  ApiVersionStart: 18,
  ApiVersionEnd: 19,
  /** The version as a number: High times 10^9, plus Low. High is -1 if a number cannot represent it. */
  VersionHigh: 20,
  VersionLow: 21,
  OwnersNumber: 22,
  /** 1: kind and apiVersion are those of the Whole object before it, which the same call has found. */
  SameType: 23,
} as const;

/** Int32 values for each object. */
export const foundFields = 24;

export const FoundStatus = {
  Whole: 0,
  /** JSON whose metadata JSON.parse has to read: escapes in keys or fields, odd types, no name, repeated keys, depth. */
  Odd: 1,
  /** Invalid JSON. */
  Invalid: 2,
} as const;

/** Facts about a Whole object's metadata: that it has the member, and that its uid is kept as bytes. */
export const MetadataFact = {
  Uid: 1,
  Generation: 2,
  DeletionTimestamp: 4,
  Finalizers: 8,
  Annotations: 16,
  GenerateName: 32,
  UidKept: 128,
} as const;

/** Bit at which the generation begins in the facts. */
export const generationShift = 8;

/** Length of a uid in bytes. */
export const uidBytes = 16;

/** The type of a watch's event. */
export const EventCode = {
  None: 0,
  Added: 1,
  Modified: 2,
  Deleted: 3,
  Bookmark: 4,
  Error: 5,
  /** The line is not an event, or one that JavaScript has to read. */
  Other: 6,
} as const;

/** Exports of assembly/index.as. Numbers are addresses and lengths. */
interface KernelExports extends TextTableExports {
  readonly memory: KernelMemory;
  readonly position: { readonly value: number };
  readonly itemsEnded: { readonly value: number };
  heapStart(): number;
  dictionaryBytes(): number;
  dictionarySize(dictionary: number): number;
  leaveOutManagedFields(dictionary: number): void;
  nextLines(
    dictionary: number,
    found: number,
    most: number,
    out: number,
    outEnd: number,
    from: number,
    end: number,
  ): number;
  nextItems(
    dictionary: number,
    found: number,
    most: number,
    out: number,
    outEnd: number,
    from: number,
    end: number,
    first: number,
  ): number;
  nextObject(dictionary: number, found: number, out: number, outEnd: number, from: number, end: number): void;
  textLength(blob: number): number;
  decompress(dictionary: number, blob: number, blobEnd: number, to: number): number;
}

/** Maximum number of objects that one call finds. */
const mostFound = 1024;
/** First size of input and output. */
const leastRegion = 256 * 1024;
/** First size of the space for a blob and its text. */
const leastText = 32 * 1024;
/** Bytes after the text: a NUL, and those that wide loads and stores touch. */
const padding = 128;
/** Space that an object needs beside its length: its key and the coder's slack. */
const objectRoom = 4096;

// Unreachable dictionaries give their memory back.
const abandoned = new FinalizationRegistry<() => void>((release) => {
  release();
});

/**
 * Text common to the objects of one kind, at most 64 KiB; blobs refer to it. Belongs to the kernel that created it.
 * Its memory, 164 KiB of addresses and text, is freed when it is garbage collected, or by `release`.
 */
export class Dictionary {
  /** @internal */
  readonly address: number;
  readonly texts: TextTable;
  readonly #size: () => number;
  readonly #release: () => void;

  /** @internal */
  constructor(address: number, texts: TextTable, size: () => number, release: () => void) {
    this.address = address;
    this.texts = texts;
    this.#size = size;
    this.#release = release;
    abandoned.register(this, release, this);
  }

  /** Number of bytes of text in it. */
  get size(): number {
    return this.#size();
  }

  /** Frees its memory at once. Neither it nor blobs created with it can be used afterwards. */
  release(): void {
    abandoned.unregister(this);
    this.#release();
  }
}

let shared: Kernel | undefined;

/**
 * Splits the bytes of watches and lists, and compresses objects, in WebAssembly: one instance for all informers of a thread.
 *
 * Load an input, read it by one of the `next…` methods until it returns 0 or false, and copy what you need before the next
 * call.
 */
export class Kernel {
  /** The kernel's memory; a new view after each call that made it grow, so read it again after each. */
  bytes: Buffer;
  /** `foundFields` values for each object that the last call found. */
  found: Int32Array;
  /** Bytes of the input that have been consumed. */
  position = 0;
  /** True if the bracket that closes the items has been consumed. */
  itemsEnded = false;
  readonly #exports: KernelExports;
  readonly #regions: Regions;
  readonly #textMemory: TextTableMemory;
  readonly #foundRegion: Region;
  #input: Region;
  #output: Region;
  #text: Region;
  #inputLength = 0;

  /**
   * The instance of this thread, created at first use. Throws ConfigError `ERR_COMPACT` without WebAssembly with 128-bit SIMD,
   * for example under `node --jitless`.
   */
  static shared(): Kernel {
    shared ??= new Kernel();
    return shared;
  }

  constructor() {
    this.#exports = instantiate();
    const start = this.#exports.heapStart();
    this.#regions = new Regions(this.#exports.memory, start);
    this.#foundRegion = this.#regions.take(mostFound * foundFields * 4);
    this.#input = this.#regions.take(leastRegion);
    this.#output = this.#regions.take(leastRegion);
    this.#text = this.#regions.take(leastText);
    this.bytes = Buffer.from(this.#exports.memory.buffer);
    this.found = new Int32Array(this.bytes.buffer, this.#foundRegion.start, mostFound * foundFields);
    this.#textMemory = {
      regions: this.#regions,
      read: (start, end) => this.bytes.toString('utf8', start, end),
      grown: () => this.#refresh(),
    };
  }

  /** Number of bytes of its memory in use, without those of a failed call. For tests. @internal */
  get takenBytes(): number {
    return this.#regions.takenBytes;
  }

  /** Index in `bytes` at which the input begins. */
  get inputStart(): number {
    return this.#input.start;
  }

  /** `withoutManagedFields`: Whole objects are kept without them. */
  newDictionary(withoutManagedFields = false): Dictionary {
    const region = this.#regions.take(this.#exports.dictionaryBytes());
    this.#refresh();
    // Clear what was there before. Fresh memory is not touched: it costs nothing until it is used.
    if (!region.fresh) this.bytes.fill(0, region.start, region.start + region.length);
    if (withoutManagedFields) this.#exports.leaveOutManagedFields(region.start);
    let texts: TextTable;
    try {
      texts = new TextTable(this.#exports, this.#textMemory, region.start);
    } catch (thrown) {
      this.#regions.give(region);
      throw thrown;
    }
    let held = true;
    // None of these closures may hold the Dictionary itself, or it would never be collected.
    const size = (): number => this.#exports.dictionarySize(region.start);
    return new Dictionary(region.start, texts, size, () => {
      if (!held) return;
      held = false;
      this.#regions.give(region);
      texts.release();
    });
  }

  /** Replaces the input by these chunks, joined. Returns the number of bytes. */
  load(chunks: readonly Uint8Array[]): number {
    let length = 0;
    for (const chunk of chunks) length += chunk.length;
    this.#input = this.#atLeast(this.#input, length + padding);
    this.#output = this.#atLeast(this.#output, length + objectRoom);
    let at = this.#input.start;
    for (const chunk of chunks) {
      this.bytes.set(chunk, at);
      at += chunk.length;
    }
    // The scanner stops at a NUL; what an earlier input left after it is not read.
    this.bytes[at] = 0;
    this.#inputLength = length;
    this.position = 0;
    this.itemsEnded = false;
    return length;
  }

  /**
   * Reads whole lines of a watch from the input's position on; returns how many it found, at most 1024 and as many as the
   * output holds. 0: no whole line is left. Blank lines are skipped.
   */
  nextLines(dictionary: Dictionary): number {
    const count = this.#exports.nextLines(
      dictionary.address,
      this.#foundRegion.start,
      mostFound,
      this.#output.start,
      this.#output.start + this.#output.length,
      this.#input.start + this.position,
      this.#input.start + this.#inputLength,
    );
    this.#consumed();
    return count;
  }

  /**
   * The same for the content of the brackets of a list's `items`. The position is left after an item and before the comma that
   * follows it: `first` means that no item of this list has been read yet, so no comma is expected. Reading cannot continue
   * after an Invalid item.
   */
  nextItems(dictionary: Dictionary, first: boolean): number {
    const count = this.#exports.nextItems(
      dictionary.address,
      this.#foundRegion.start,
      mostFound,
      this.#output.start,
      this.#output.start + this.#output.length,
      this.#input.start + this.position,
      this.#input.start + this.#inputLength,
      first ? 1 : 0,
    );
    this.#consumed();
    this.itemsEnded = this.#exports.itemsEnded.value === 1;
    return count;
  }

  /** Reads the whole input as one object. Returns false for invalid JSON. */
  nextObject(dictionary: Dictionary): boolean {
    this.#exports.nextObject(
      dictionary.address,
      this.#foundRegion.start,
      this.#output.start,
      this.#output.start + this.#output.length,
      this.#input.start,
      this.#input.start + this.#inputLength,
    );
    this.position = this.#inputLength;
    return this.found[FoundField.Status] !== FoundStatus.Invalid;
  }

  /**
   * Returns the text of a blob: a view that is valid until the next call.
   *
   * Throws RangeError for bytes that are not a blob of this dictionary.
   */
  decompress(dictionary: Dictionary, blob: Uint8Array, start: number, end: number): Buffer {
    const from = start + 1 + (blob[start] ?? 0);
    const length = end - from;
    if (length <= 0) throw notABlob(end - start);
    this.#text = this.#atLeast(this.#text, length + padding);
    let at = this.#text.start;
    this.bytes.set(blob.subarray(from, end), at);
    const wanted = this.#exports.textLength(at) >>> 0;
    const room = length + padding + wanted + padding;
    if (room > this.#text.length) {
      this.#text = this.#atLeast(this.#text, room);
      at = this.#text.start;
      this.bytes.set(blob.subarray(from, end), at);
    }
    const to = at + length + padding;
    const written = this.#exports.decompress(dictionary.address, at, at + length, to) >>> 0;
    if (written !== wanted) throw notABlob(end - start);
    return this.bytes.subarray(to, to + written);
  }

  /**
   * Returns the text of a member of a blob's object, other than kind and apiVersion: a view as above. It is empty if the object
   * has no such member. Metadata is without managedFields.
   *
   * Undefined if that is not known, so that the whole text has to be parsed. Throws as above.
   */
  member(
    dictionary: Dictionary,
    blob: Uint8Array,
    start: number,
    end: number,
    name: string,
  ): Buffer | undefined {
    const tableEnd = start + 1 + (blob[start] ?? 0);
    if (tableEnd === start + 1 || !isPlainName.test(name)) return undefined;
    const text = this.decompress(dictionary, blob, start, end);
    const key = `"${name}":`;
    let at = start + 1;
    const next = (): number => {
      let number = 0;
      for (let shift = 0; at < tableEnd; shift += 7) {
        const byte = blob[at++] as number;
        number |= (byte & 127) << shift;
        if (byte < 128) break;
      }
      return number;
    };
    const managedStart = next();
    const managedBytes = next();
    let valueStart = 0;
    let valueEnd = 0;
    // Of a repeated member, JSON.parse takes the last one.
    for (let memberEnd = 0; at < tableEnd;) {
      const memberStart = memberEnd + next();
      memberEnd = memberStart + next();
      if (text.toString('latin1', memberStart - key.length, memberStart) === key) {
        valueStart = memberStart;
        valueEnd = memberEnd;
      }
    }
    if (name === 'metadata' && managedBytes > 0) {
      text.copyWithin(valueStart + managedBytes, valueStart, managedStart);
      valueStart += managedBytes;
    }
    return text.subarray(valueStart, valueEnd);
  }

  #consumed(): void {
    // An i32 global with an address in it: a memory of more than 2 GiB makes it negative.
    this.position = (this.#exports.position.value >>> 0) - this.#input.start;
  }

  #atLeast(region: Region, bytes: number): Region {
    if (region.length >= bytes) return region;
    const taken = this.#regions.exchange(region, bytes);
    this.#refresh();
    return taken;
  }

  /** Views of a memory that has grown are empty. */
  #refresh(): void {
    if (this.bytes.buffer === this.#exports.memory.buffer) return;
    this.bytes = Buffer.from(this.#exports.memory.buffer);
    this.found = new Int32Array(this.bytes.buffer, this.#foundRegion.start, mostFound * foundFields);
  }
}

/** Printable ASCII without quotes and backslashes: in JSON, it is written as it is. */
const isPlainName = /^[ !#-[\]-~]*$/;

function notABlob(length: number): RangeError {
  return new RangeError(`${length} bytes are not a blob of this dictionary`);
}

function instantiate(): KernelExports {
  let exports: KernelExports | undefined;
  try {
    // The exports match the interface: kernel.test.ts compiles the sources again.
    exports = kernelExports(kernelBytes) as KernelExports | undefined;
  } catch (error) {
    throw new ConfigError(
      'ERR_COMPACT',
      'compact needs WebAssembly with 128-bit SIMD, and this machine or engine rejected the module',
      { cause: error },
    );
  }
  if (exports === undefined)
    throw new ConfigError(
      'ERR_COMPACT',
      'compact needs WebAssembly, which this JavaScript engine lacks: leave --jitless out, or compact',
    );
  return exports;
}
