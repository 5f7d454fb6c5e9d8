import { pageBytes } from '../../util/web-assembly.js';
import type { KernelMemory } from '../../util/web-assembly.js';

/** A range of a WebAssembly memory. */
export interface Region {
  readonly start: number;
  readonly length: number;
}

/** A range in use. */
export interface TakenRegion extends Region {
  /** True if it was never used before: it is all zero. */
  readonly fresh: boolean;
}

/**
 * Allocates ranges of a memory. Grows the memory if no free range is long enough; a memory never shrinks.
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

  /** Number of bytes in use. */
  get takenBytes(): number {
    return this.#top - this.#start - this.#free.reduce((sum, { length }) => sum + length, 0);
  }

  /** Rounds lengths up to 64 bytes. Throws RangeError if the memory cannot grow further (4 GiB). */
  take(bytes: number): TakenRegion {
    const length = roundUp(bytes, 64);
    const index = this.#free.findIndex((region) => region.length >= length);
    const found = this.#free[index];
    if (found !== undefined) {
      const rest = { start: found.start + length, length: found.length - length };
      this.#free.splice(index, 1, ...(rest.length > 0 ? [rest] : []));
      return { start: found.start, length, fresh: false };
    }
    // A free range at the end is part of what is needed.
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
   * Allocates a region in place of another, which is freed; they may overlap. If this throws, the other one stays allocated
   * and usable.
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
