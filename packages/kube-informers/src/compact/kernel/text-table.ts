import type { Region, Regions, TakenRegion } from './regions.js';

/** Number of texts for which a new table has space. */
const leastTexts = 64;
/** Bytes per text in texts.as. */
const bytesPerText = 160;

/** The kernel's exports that a table needs. Numbers are addresses and lengths. */
export interface TextTableExports {
  textsBytes(most: number): number;
  useTexts(dictionary: number, table: number, most: number): void;
  textsCount(table: number): number;
  textsRefused(table: number): number;
  textStart(table: number, number: number): number;
  sharedTextLength(table: number, number: number): number;
  textNumber(table: number, start: number, end: number): number;
}

/** The kernel's memory, whose views change when it grows. */
export interface TextTableMemory {
  readonly regions: Regions;
  read(start: number, end: number): string;
  /** Called when it may have grown. */
  grown(): void;
}

/**
 * Labels and owners of a dictionary's objects, equal ones once, in the kernel's memory, where they are found by their bytes.
 * Starts with 11 KiB; only `keep` makes it larger.
 */
export class TextTable {
  readonly #exports: TextTableExports;
  readonly #memory: TextTableMemory;
  readonly #dictionary: number;
  #region: Region;

  /** `dictionary`: address of the dictionary of this table. */
  constructor(exports: TextTableExports, memory: TextTableMemory, dictionary: number) {
    this.#exports = exports;
    this.#memory = memory;
    this.#dictionary = dictionary;
    this.#region = this.#use(leastTexts);
  }

  /** Number of texts; their numbers are 1 to this. */
  get size(): number {
    return this.#exports.textsCount(this.#region.start);
  }

  /** True if a string was left out because the table is full. */
  get isFull(): boolean {
    return this.#exports.textsRefused(this.#region.start) !== 0;
  }

  textOf(number: number): string {
    const table = this.#region.start;
    const start = this.#exports.textStart(table, number);
    return this.#memory.read(start, start + this.#exports.sharedTextLength(table, number));
  }

  /**
   * Keeps only these texts, with space for three times as many more: if tables grew little by little, the old ones would take
   * as much memory as the last. Returns their new numbers, or the text itself if it did not fit. All numbers, and addresses in
   * the kernel's memory, change.
   */
  keep(numbers: readonly number[]): (number | string)[] {
    const old = this.#region;
    const kernel = this.#exports;
    let bytes = 0;
    for (const number of numbers) bytes += kernel.sharedTextLength(old.start, number) + 32;
    let most = leastTexts;
    while (most < 4 * numbers.length || most * bytesPerText < 2 * bytes) most *= 2;
    this.#region = this.#use(most);
    const to = this.#region.start;
    const kept = numbers.map((number) => {
      const start = kernel.textStart(old.start, number);
      const end = start + kernel.sharedTextLength(old.start, number);
      return kernel.textNumber(to, start, end) || this.#memory.read(start, end);
    });
    this.#memory.regions.give(old);
    return kept;
  }

  /** Frees its memory. */
  release(): void {
    this.#memory.regions.give(this.#region);
  }

  #use(most: number): TakenRegion {
    const region = this.#memory.regions.take(this.#exports.textsBytes(most));
    this.#memory.grown();
    this.#exports.useTexts(this.#dictionary, region.start, most);
    return region;
  }
}
