import { mayHaveExactNumbers } from '../util/json.js';
import { growTo, kernelExports, pageBytes } from '../util/web-assembly.js';
import type { KernelMemory } from '../util/web-assembly.js';
import { kernelBytes } from './kernel-bytes.js';

/** Exports of assembly/index.as. Numbers are addresses and counts. */
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

/** Bytes after the text: a NUL, and those that wide loads read. */
const padding = 64;

/** Longest rewritten text: the kernel holds it twice, and its memory never shrinks. */
const longestText = 1024 * 1024;

/** First size of the space for text: a batch of a list or watch. */
const firstRoom = 256 * 1024;

/** An instance of assembly/index.as: a pool of field sets, the input text, and the rewritten text. */
export class FieldSetKernel {
  readonly #exports: FieldSetExports;
  readonly #start: number;
  // -1: no space has been reserved yet, not even for an empty text.
  #room = -1;
  #bytes: Buffer;
  #words: Int32Array;
  #end = 0;

  /** The number written for entry 0. */
  readonly firstNumber: number;
  /** The number written for omitted managedFields. */
  readonly leftOut: number;

  /** Creates an instance with an empty pool. Undefined without WebAssembly, 128-bit SIMD, or enough memory. */
  static load(): FieldSetKernel | undefined {
    try {
      // The exports match the interface: field-sets.test.ts compiles the sources again.
      const exports = kernelExports(kernelBytes) as FieldSetExports | undefined;
      return exports && new FieldSetKernel(exports);
    } catch {
      // `kernelExports` lists the reasons. Without sharing, only memory and time are lost.
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
   * all managedFields. Returns false and writes nothing if the text is longer than 1 MiB, if there is not enough memory, or
   * if the kernel refuses it (see assembly/index.as).
   */
  replace(bytes: Buffer, start: number, end: number, leaveOut: boolean): boolean {
    const length = end - start;
    if (length > longestText || !this.#makeRoom(length)) return false;
    this.#bytes.set(bytes.subarray(start, end), this.#start);
    this.#bytes[this.#start + length] = 0;
    this.#end = this.#exports.replace(this.#start, this.#start + length, this.#target, leaveOut);
    return this.#end !== 0;
  }

  /** The text written by the last `replace`. */
  text(): string {
    return this.#bytes.toString('utf8', this.#target, this.#end);
  }

  /** True if it may have numbers that a double does not hold: see util/json.ts. */
  get mayHaveExactNumbers(): boolean {
    return mayHaveExactNumbers(this.#bytes, this.#target, this.#end);
  }

  /** How many numbers it contains. */
  get numbers(): number {
    return this.#exports.numbers.value;
  }

  /** The number at `index` of these. */
  number(index: number): number | undefined {
    return this.#words[(this.#exports.numbersStart() >>> 2) + index];
  }

  /** Number of sets in the pool. */
  get entries(): number {
    return this.#exports.entries.value;
  }

  /** True if a set did not fit into the pool. */
  get isFull(): boolean {
    return this.#exports.full.value !== 0;
  }

  /** Removes all sets from the pool. */
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

  /** Reserves space for text of this length. `#room` is set only after the memory has grown: a failure changes nothing. */
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
