import { ConfigError } from '../../util/errors.js';
import { kernelExports } from '../../util/web-assembly.js';
import type { KernelMemory } from '../../util/web-assembly.js';
import { kernelBytes } from './kernel-bytes.js';
import { Regions } from './regions.js';
import type { Region } from './regions.js';
import { TextTable } from './text-table.js';
import type { TextTableExports, TextTableMemory } from './text-table.js';

/** What is known of one object: where in `Kernel.found` it stands, from `foundFields` times the object's number on. */
export const FoundField = {
  /** One of FoundStatus. */
  Status: 0,
  /** One of EventCode. */
  EventType: 1,
  /**
   * The object's text, in the input: no longer as it came where managedFields were left out. Where JavaScript has to read a line of
   * a watch: the line.
   */
  ObjectStart: 2,
  ObjectEnd: 3,
  /**
   * The object, compressed; right before it its uid in `uidBytes`, where the facts say so. Of what is no JSON: both are where
   * the first byte stands that cannot.
   */
  BlobStart: 4,
  BlobEnd: 5,
  /** `namespace/name` or `name`, ASCII; 0, 0 unless the status is Whole. */
  KeyStart: 6,
  KeyEnd: 7,
  /** Of a Whole object: bits of MetadataFact and, from generationShift on, its generation; 0 where that is not known. */
  Facts: 8,
  /** metadata.resourceVersion, without quotes. This and the next fields are 0, 0 where the object has none. */
  VersionStart: 9,
  VersionEnd: 10,
  /** metadata.labels, `{…}`. */
  LabelsStart: 11,
  LabelsEnd: 12,
  /** metadata.ownerReferences, `[…]`. */
  OwnersStart: 13,
  OwnersEnd: 14,
  /** Numbers of labels and owners in the dictionary's `texts`; 0 where they have none there. */
  LabelsNumber: 15,
  /** kind and apiVersion, without quotes. */
  KindStart: 16,
  KindEnd: 17,
  ApiVersionStart: 18,
  ApiVersionEnd: 19,
  /** The version as a number: High times 10^9, and Low. High is -1 where its digits say more, or there are others. */
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
  /** JSON whose metadata JSON.parse has to read: escapes in keys or fields, odd types, no name, keys given twice, depth. */
  Odd: 1,
  /** No JSON. */
  Invalid: 2,
} as const;

/** What is known of a Whole object's metadata: that it has the member, and that its uid is kept as bytes. */
export const MetadataFact = {
  Uid: 1,
  Generation: 2,
  DeletionTimestamp: 4,
  Finalizers: 8,
  Annotations: 16,
  GenerateName: 32,
  UidKept: 128,
} as const;

/** Where in the facts a generation begins. */
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
  /** The line is no event, or one that JavaScript has to read. */
  Other: 6,
} as const;

/** What assembly/index.as exports. Numbers are addresses and lengths. */
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
  decompress(dictionary: number, blob: number, blobEnd: number, to: number, limit: number): number;
}

/** Objects that one call finds at most. */
const mostFound = 1024;
/** Input and output begin with this much room. */
const leastRegion = 256 * 1024;
/** A blob and its text, with this. */
const leastText = 32 * 1024;
/** Behind a text: a NUL, and what wide loads and stores touch. */
const padding = 128;
/** Room that one object needs beside its length: its key and the coder's slack. */
const objectRoom = 4096;

// Dictionaries that nobody can reach any more give their memory back.
const abandoned = new FinalizationRegistry<() => void>((release) => {
  release();
});

/**
 * Text that the objects of one kind have in common, at most 64 KiB; blobs refer to it. Belongs to the kernel that made it.
 * Its memory, 164 KiB of addresses and its texts', is freed when nobody refers to it any more, or by `release`.
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

  /** Bytes of text it has learnt. */
  get size(): number {
    return this.#size();
  }

  /** Frees its memory at once. Neither it nor blobs made with it can be used afterwards. */
  release(): void {
    abandoned.unregister(this);
    this.#release();
  }
}

let shared: Kernel | undefined;

/**
 * Takes the bytes of watches and lists apart, and compresses objects, in WebAssembly: one instance for all informers of a
 * thread. Load an input, take what is in it by one of the `next…` calls until it answers 0 or false, and copy what you
 * need before the next call.
 */
export class Kernel {
  /** The kernel's memory; another view after each call that made it grow, so read it anew after each. */
  bytes: Buffer;
  /** `foundFields` values for each object that the last call found. */
  found: Int32Array;
  /** Bytes of the input that have been consumed. */
  position = 0;
  /** The bracket that closes the items has been consumed. */
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
   * The one of this thread, made at first use. Throws ConfigError `ERR_COMPACT` where there is no WebAssembly with 128-bit
   * SIMD: `node --jitless`, for one.
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

  /** Bytes of its memory that are in use; those of a failed call are not. For tests. @internal */
  get takenBytes(): number {
    return this.#regions.takenBytes;
  }

  /** Where in `bytes` the input begins. */
  get inputStart(): number {
    return this.#input.start;
  }

  /** `withoutManagedFields`: objects that are Whole are kept without them. */
  newDictionary(withoutManagedFields = false): Dictionary {
    const region = this.#regions.take(this.#exports.dictionaryBytes());
    this.#refresh();
    // What lay there before is no dictionary. Memory that nobody had is left alone: it costs nothing until it is used.
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
    // None of these closures may hold the Dictionary itself, or it would never be abandoned.
    const size = (): number => this.#exports.dictionarySize(region.start);
    return new Dictionary(region.start, texts, size, () => {
      if (!held) return;
      held = false;
      this.#regions.give(region);
      texts.release();
    });
  }

  /** Makes the chunks, one after the other, the input, in place of what was there. Answers how many bytes they are. */
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
    // The scanner stops at a NUL; what an earlier input left behind it is not read.
    this.bytes[at] = 0;
    this.#inputLength = length;
    this.position = 0;
    this.itemsEnded = false;
    return length;
  }

  /**
   * Takes whole lines of a watch from the input's position on; answers how many were found, at most 1024 and as many as
   * the output holds. 0: no whole line is left. Blank lines are passed over.
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
   * The same for what stands between the brackets of a list's `items`. The position is left behind an item and before the
   * comma that follows it: `first` says that no item of this list has been taken yet, so no comma is due. After an
   * Invalid there is no going on.
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

  /** Takes the whole input as one object. False: it is no JSON. */
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
   * The text of a blob, or its first `limit` bytes: a view that holds until the next call. Throws RangeError for bytes that
   * are no blob of this dictionary.
   */
  decompress(
    dictionary: Dictionary,
    blob: Uint8Array,
    start: number,
    end: number,
    limit = Number.POSITIVE_INFINITY,
  ): Buffer {
    const length = end - start;
    this.#text = this.#atLeast(this.#text, length + padding);
    let at = this.#text.start;
    this.bytes.set(start === 0 && end === blob.length ? blob : blob.subarray(start, end), at);
    const wanted = Math.min(limit, this.#exports.textLength(at) >>> 0);
    const room = length + padding + wanted + padding;
    if (room > this.#text.length) {
      this.#text = this.#atLeast(this.#text, room);
      at = this.#text.start;
      this.bytes.set(blob.subarray(start, end), at);
    }
    const to = at + length + padding;
    const written = this.#exports.decompress(dictionary.address, at, at + length, to, wanted) >>> 0;
    if (written !== wanted) throw new RangeError(`${length} bytes are no blob of this dictionary`);
    return this.bytes.subarray(to, to + written);
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

  /** A memory that grows leaves its old views empty. */
  #refresh(): void {
    if (this.bytes.buffer === this.#exports.memory.buffer) return;
    this.bytes = Buffer.from(this.#exports.memory.buffer);
    this.found = new Int32Array(this.bytes.buffer, this.#foundRegion.start, mostFound * foundFields);
  }
}

function instantiate(): KernelExports {
  let exports: KernelExports | undefined;
  try {
    // assembly/index.as exports what the interface says: kernel.test.ts compiles it again.
    exports = kernelExports(kernelBytes) as KernelExports | undefined;
  } catch (error) {
    throw new ConfigError(
      'ERR_COMPACT',
      'compact needs WebAssembly with 128-bit SIMD, and this machine or engine did not take the module',
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
