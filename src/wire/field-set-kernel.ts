import { kernelExports, pageBytes } from '../util/web-assembly.js';
import type { KernelMemory } from '../util/web-assembly.js';
import { kernelBytes } from './kernel-bytes.js';

/** What assembly/index.as exports. Numbers are addresses and counts. */
interface FieldSetExports {
  readonly memory: KernelMemory;
  readonly numbers: { readonly value: number };
  readonly learnt: { readonly value: number };
  readonly emptied: { readonly value: number };
  numbersStart(): number;
  learntStart(): number;
  heapStart(): number;
  begin(digits: number): void;
  replace(from: number, to: number, target: number, leaveOut: boolean): number;
}

/** Behind a text: a NUL, and what wide loads touch. */
const padding = 64;

/** Longest text that is looked through: the kernel holds it twice, and its memory never shrinks. */
const longestText = 1024 * 1024;

/** Room for a text to begin with: a batch of a list or watch. */
const firstRoom = 256 * 1024;

/** Words that the kernel writes for a set that it has learnt: its text, how many names, and three names. */
const learntWords = 9;

/** A set that is an entry of the kernel's pool now. */
export interface LearntSet {
  /** JSON of objects within objects. */
  readonly text: string;
  /** Where it was found, and will be: names of members from `fieldsV1` on, as JSON with their quotes. */
  readonly path: readonly string[];
}

/** assembly/index.as and its memory: a pool of field sets, the text that is read, and the one that is written. */
export class FieldSetKernel {
  readonly #exports: FieldSetExports;
  readonly #start: number;
  #room = 0;
  #bytes: Buffer;
  #words: Int32Array;
  #end = 0;

  /** The number that is written for entry 0. Nobody who writes objects can guess it. */
  readonly firstNumber: number;
  /** The number that is written for managedFields that are left out. */
  readonly leftOut: number;

  /**
   * Undefined where there is no WebAssembly with 128-bit SIMD: `node --jitless`, for one. `random`: from 0 to below 1.
   */
  static load(random: () => number = Math.random): FieldSetKernel | undefined {
    let exports: FieldSetExports | undefined;
    try {
      // assembly/index.as exports what the interface says: field-sets.test.ts compiles it again.
      exports = kernelExports(kernelBytes) as FieldSetExports | undefined;
    } catch {
      // An engine or machine without SIMD. Nothing is lost but what sharing saves.
      return undefined;
    }
    return exports && new FieldSetKernel(exports, random);
  }

  private constructor(exports: FieldSetExports, random: () => number) {
    this.#exports = exports;
    const digits = 10_000 + Math.floor(random() * 90_000);
    exports.begin(digits);
    this.firstNumber = digits * 10_000;
    this.leftOut = this.firstNumber + 9999;
    this.#start = exports.heapStart();
    this.#bytes = Buffer.from(exports.memory.buffer);
    this.#words = new Int32Array(exports.memory.buffer);
  }

  /**
   * Reads the text in `[start, end)` and writes it with numbers in place of known field sets; with `leaveOut`, in place of all
   * managedFields. False, with nothing done, for one longer than 1 MiB.
   */
  replace(bytes: Buffer, start: number, end: number, leaveOut: boolean): boolean {
    const length = end - start;
    if (length > longestText) return false;
    this.#makeRoom(length);
    this.#bytes.set(bytes.subarray(start, end), this.#start);
    this.#bytes[this.#start + length] = 0;
    this.#end = this.#exports.replace(this.#start, this.#start + length, this.#target, leaveOut);
    return true;
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

  /** Whether it forgot all it knew beforehand: the first set that it learns now is entry 0. */
  get emptied(): boolean {
    return this.#exports.emptied.value === 1;
  }

  /** The sets that it learnt: entries that follow the ones before. Call it before the next `replace`. */
  learnt(): LearntSet[] {
    const sets: LearntSet[] = [];
    let at = this.#exports.learntStart() >>> 2;
    for (let index = 0; index < this.#exports.learnt.value; index++, at += learntWords) {
      const path: string[] = [];
      for (let name = 0; name < (this.#words[at + 2] ?? 0); name++) path.push(this.#json(at + 3 + 2 * name));
      sets.push({ text: this.#json(at), path });
    }
    return sets;
  }

  /** The text from the place in word `at` to the one in the next. */
  #json(at: number): string {
    return this.#bytes.toString('utf8', this.#words[at], this.#words[at + 1]);
  }

  get #target(): number {
    return this.#start + this.#room + padding;
  }

  #makeRoom(length: number): void {
    if (length <= this.#room) return;
    this.#room = Math.max(firstRoom, Math.ceil(length / pageBytes) * pageBytes);
    const { memory } = this.#exports;
    const missing = this.#start + 2 * (this.#room + padding) - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / pageBytes));
    // A memory that grows leaves its old views empty.
    this.#bytes = Buffer.from(memory.buffer);
    this.#words = new Int32Array(memory.buffer);
  }
}
