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
  readonly #start: number;
  #top: number;
  // Sorted by start; no two of them touch.
  #free: Region[] = [];

  constructor(memory: KernelMemory, start: number) {
    this.#memory = memory;
    this.#start = start;
    this.#top = start;
  }

  /** Bytes that are given out. */
  get takenBytes(): number {
    return this.#top - this.#start - this.#free.reduce((sum, { length }) => sum + length, 0);
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
    const extended = tail !== undefined && tail.start + tail.length === this.#top ? tail : undefined;
    const start = extended?.start ?? this.#top;
    const missing = start + length - this.#memory.buffer.byteLength;
    // This may throw; nothing has changed yet.
    if (missing > 0) this.#memory.grow(Math.ceil(missing / pageBytes));
    if (extended !== undefined) this.#free.pop();
    this.#top = start + length;
    return { start, length, fresh: extended === undefined };
  }

  /**
   * Takes a region in place of another, which is given back; they may overlap. Where that throws, the other one is still taken:
   * its owner goes on using it.
   */
  exchange(region: Region, bytes: number): TakenRegion {
    const free = this.#free;
    this.give(region);
    try {
      return this.take(bytes);
    } catch (thrown) {
      this.#free = free;
      throw thrown;
    }
  }

  give(region: Region): void {
    const merged: Region[] = [];
    const sorted = [...this.#free, region].sort((a, b) => a.start - b.start);
    for (const next of sorted) {
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
