import { growTo, kernelExports } from '../../util/web-assembly.js';
import type { KernelMemory } from '../../util/web-assembly.js';
import { kernelBytes } from './kernel-bytes.js';

/** Exports of assembly/index.as. Numbers are addresses. */
interface SkipExports {
  readonly memory: KernelMemory;
  heapStart(): number;
  skip(from: number, end: number): number;
}

/** Bytes after the text that wide loads read. */
const padding = 64;

/** Longest text: the memory never shrinks. */
const longestText = 512 * 1024;

/** First size of the space for text: a batch of a list or watch. */
const firstRoom = 192 * 1024;

/** An instance of assembly/index.as: skips objects and lists of a text about twice as fast as JavaScript. */
export class SkipKernel {
  readonly #exports: SkipExports;
  readonly #base: number;
  #bytes: Uint8Array | undefined;
  // Address of the text's byte 0, and of its end.
  #origin = 0;
  #end = 0;

  /** Undefined without WebAssembly, 128-bit SIMD, or enough memory. */
  static load(): SkipKernel | undefined {
    try {
      // The exports match the interface: skip-kernel.test.ts compiles the sources again.
      const exports = kernelExports(kernelBytes) as SkipExports | undefined;
      return exports && new SkipKernel(exports);
    } catch {
      // `kernelExports` lists the reasons. Without it, only time is lost.
      return undefined;
    }
  }

  private constructor(exports: SkipExports) {
    this.#exports = exports;
    this.#base = exports.heapStart();
  }

  /** Takes the text in `[start, end)`. Returns false if it is too long, or if there is not enough memory. */
  take(bytes: Uint8Array, start: number, end: number): boolean {
    const length = end - start;
    if (length > longestText) return false;
    const { memory } = this.#exports;
    if (!growTo(memory, this.#base + Math.max(length, firstRoom) + padding)) return false;
    if (this.#bytes?.buffer !== memory.buffer) this.#bytes = new Uint8Array(memory.buffer);
    this.#bytes.set(bytes.subarray(start, end), this.#base);
    this.#origin = this.#base - start;
    this.#end = this.#base + length;
    return true;
  }

  /** Returns the position in the text after the object or list at `start`; -1 if it does not end. */
  skip(start: number): number {
    const after = this.#exports.skip(this.#origin + start, this.#end);
    return after === 0 ? -1 : after - this.#origin;
  }
}
