import type { Region, Regions, TakenRegion } from './regions.js';

/** Texts that a new table has room for. */
const leastTexts = 64;
/** texts.as has so many bytes for each. */
const bytesPerText = 160;

/** What of the kernel a table needs. Numbers are addresses and lengths. */
export interface TextTableExports {
  textsBytes(most: number): number;
  useTexts(dictionary: number, table: number, most: number): void;
  textsCount(table: number): number;
  textsRefused(table: number): number;
  textStart(table: number, number: number): number;
  sharedTextLength(table: number, number: number): number;
  textNumber(table: number, start: number, end: number): number;
}

/** The kernel's memory, which moves when it grows. */
export interface TextTableMemory {
  readonly regions: Regions;
  read(start: number, end: number): string;
  /** It may have grown. */
  grown(): void;
}

/**
 * Labels and owners of a dictionary's objects, equal ones once, in the kernel's memory: it knows them by their bytes. Begins
 * with 11 KiB; has no room for more than it was made for, until `keep` makes some.
 */
export class TextTable {
  readonly #exports: TextTableExports;
  readonly #memory: TextTableMemory;
  readonly #dictionary: number;
  #region: Region;

  /** `dictionary`: address of the one that has this table. */
  constructor(exports: TextTableExports, memory: TextTableMemory, dictionary: number) {
    this.#exports = exports;
    this.#memory = memory;
    this.#dictionary = dictionary;
    this.#region = this.#use(leastTexts);
  }

  /** Texts in it; their numbers are 1 to this. */
  get size(): number {
    return this.#exports.textsCount(this.#region.start);
  }

  /** Whether a text was left out for want of room. */
  get isFull(): boolean {
    return this.#exports.textsRefused(this.#region.start) !== 0;
  }

  textOf(number: number): string {
    const table = this.#region.start;
    const start = this.#exports.textStart(table, number);
    return this.#memory.read(start, start + this.#exports.sharedTextLength(table, number));
  }

  /**
   * Keeps these texts alone, with room for three times as many more: of tables that grow little by little, the old ones would
   * take as much as the last. Answers with their new numbers, and with the text itself where it found no place. Numbers, and places in the kernel's memory, are others from now on.
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
