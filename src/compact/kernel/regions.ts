import { pageBytes } from '../../util/web-assembly.js';
import type { KernelMemory } from '../../util/web-assembly.js';

/** A piece of a WebAssembly memory. */
export interface Region {
  readonly start: number;
  readonly length: number;
}

/** One that is given out. */
export interface TakenRegion extends Region {
  /** Nobody has had it before: it is all zero. */
  readonly fresh: boolean;
}

/**
 * Gives out pieces of a memory and takes them back. Grows the memory when nothing that came back is long enough; a memory
 * never shrinks.
 */
export class Regions {
  readonly #memory: KernelMemory;
  #top: number;
  // Sorted by start; no two of them touch.
  #free: Region[] = [];

  constructor(memory: KernelMemory, start: number) {
    this.#memory = memory;
    this.#top = start;
  }

  /** Lengths are rounded up to 64 bytes. Throws RangeError when the memory cannot grow further (4 GiB). */
  take(bytes: number): TakenRegion {
    const length = roundUp(bytes, 64);
    const index = this.#free.findIndex((region) => region.length >= length);
    const found = this.#free[index];
    if (found !== undefined) {
      const rest = { start: found.start + length, length: found.length - length };
      this.#free.splice(index, 1, ...(rest.length > 0 ? [rest] : []));
      return { start: found.start, length, fresh: false };
    }
    // What is free at the end is a part of what is needed.
    const tail = this.#free.at(-1);
    let fresh = true;
    if (tail !== undefined && tail.start + tail.length === this.#top) {
      this.#free.pop();
      this.#top = tail.start;
      fresh = false;
    }
    const region = { start: this.#top, length, fresh };
    const missing = region.start + length - this.#memory.buffer.byteLength;
    if (missing > 0) this.#memory.grow(Math.ceil(missing / pageBytes));
    this.#top += length;
    return region;
  }

  give(region: Region): void {
    const index = this.#free.findIndex((other) => other.start > region.start);
    const at = index === -1 ? this.#free.length : index;
    this.#free.splice(at, 0, region);
    const merged: Region[] = [];
    for (const next of this.#free) {
      const last = merged.at(-1);
      if (last !== undefined && last.start + last.length === next.start)
        merged[merged.length - 1] = { start: last.start, length: last.length + next.length };
      else merged.push(next);
    }
    this.#free = merged;
  }
}

function roundUp(number: number, unit: number): number {
  return Math.ceil(number / unit) * unit;
}
