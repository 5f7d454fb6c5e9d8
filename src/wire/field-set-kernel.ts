import { growTo, kernelExports, pageBytes } from '../util/web-assembly.js';
import type { KernelMemory } from '../util/web-assembly.js';
import { kernelBytes } from './kernel-bytes.js';

/** What assembly/index.as exports. Numbers are addresses and counts. */
interface FieldSetExports {
  readonly memory: KernelMemory;
  readonly firstNumber: { readonly value: number };
  readonly leftOut: { readonly value: number };
  readonly entries: { readonly value: number };
  readonly full: { readonly value: number };
  readonly numbers: { readonly value: number };
  numbersStart(): number;
  heapStart(): number;
  recordStart(entry: number): number;
  recordEnd(entry: number): number;
  empty(): void;
  replace(from: number, to: number, target: number, leaveOut: boolean): number;
}

/** Bytes behind a text: a NUL, and what wide loads touch. */
const padding = 64;

/** Longest text that is rewritten: the kernel holds it twice, and its memory never shrinks. */
const longestText = 1024 * 1024;

/** Space for a text at first: a batch of a list or watch. */
const firstRoom = 256 * 1024;

/** assembly/index.as and its memory: a pool of field sets, the text that is read, and the one that is written. */
export class FieldSetKernel {
  readonly #exports: FieldSetExports;
  readonly #start: number;
  // No text has been there yet: an empty one has no space either.
  #room = -1;
  #bytes: Buffer;
  #words: Int32Array;
  #end = 0;

  /** The number that is written for entry 0. */
  readonly firstNumber: number;
  /** The number that is written for managedFields that are left out. */
  readonly leftOut: number;

  /** A new instance, with an empty pool. Undefined without WebAssembly, without 128-bit SIMD, or without memory for it. */
  static load(): FieldSetKernel | undefined {
    try {
      // assembly/index.as exports what the interface says: field-sets.test.ts compiles it again.
      const exports = kernelExports(kernelBytes) as FieldSetExports | undefined;
      return exports && new FieldSetKernel(exports);
    } catch {
      // `kernelExports` lists the reasons. Nothing is lost but the memory and time that sharing saves.
      return undefined;
    }
  }

  private constructor(exports: FieldSetExports) {
    this.#exports = exports;
    this.firstNumber = exports.firstNumber.value;
    this.leftOut = exports.leftOut.value;
    this.#start = exports.heapStart();
    if (!growTo(exports.memory, this.#start)) throw new RangeError('no memory for the pool of field sets');
    this.#bytes = Buffer.from(exports.memory.buffer);
    this.#words = new Int32Array(exports.memory.buffer);
  }

  /**
   * Reads the text in `[start, end)` and writes it with numbers in place of known field sets; with `leaveOut`, in place of
   * all managedFields. Returns false, with nothing written, if the text is longer than 1 MiB, if there is no memory for it,
   * or if the kernel refuses it (see assembly/index.as).
   */
  replace(bytes: Buffer, start: number, end: number, leaveOut: boolean): boolean {
    const length = end - start;
    if (length > longestText || !this.#makeRoom(length)) return false;
    this.#bytes.set(bytes.subarray(start, end), this.#start);
    this.#bytes[this.#start + length] = 0;
    this.#end = this.#exports.replace(this.#start, this.#start + length, this.#target, leaveOut);
    return this.#end !== 0;
  }

  /** What the last `replace` wrote. */
  text(): string {
    return this.#bytes.toString('utf8', this.#target, this.#end);
  }

  /** How many numbers it wrote. */
  get numbers(): number {
    return this.#exports.numbers.value;
  }

  /** The one it wrote as number `index` of them. */
  number(index: number): number | undefined {
    return this.#words[(this.#exports.numbersStart() >>> 2) + index];
  }

  /** Sets in the pool. */
  get entries(): number {
    return this.#exports.entries.value;
  }

  /** Whether a set found no place in the pool. */
  get isFull(): boolean {
    return this.#exports.full.value !== 0;
  }

  /** Forgets all sets. */
  empty(): void {
    this.#exports.empty();
  }

  /** An entry's record, JSON: an array of the names from `fieldsV1` to the set, then the set. */
  record(entry: number): string {
    return this.#bytes.toString('utf8', this.#exports.recordStart(entry), this.#exports.recordEnd(entry));
  }

  get #target(): number {
    return this.#start + this.#room + padding;
  }

  /** The text's space is taken for granted only once the memory has it: a failure changes nothing. */
  #makeRoom(length: number): boolean {
    if (length <= this.#room) return true;
    const room = Math.max(firstRoom, Math.ceil(length / pageBytes) * pageBytes);
    const { memory } = this.#exports;
    if (!growTo(memory, this.#start + 2 * (room + padding))) return false;
    this.#room = room;
    this.#bytes = Buffer.from(memory.buffer);
    this.#words = new Int32Array(memory.buffer);
    return true;
  }
}
