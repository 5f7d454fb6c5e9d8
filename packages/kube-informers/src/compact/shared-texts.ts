import { freezeDeep } from '../util/deep.js';
import { parseJson } from '../util/json.js';
import type { KernelTexts } from './object-kernel.js';

/** Number of texts above which the pool removes unused ones. */
const leastSweep = 1024;

/** Labels or ownerReferences that objects have in common: one string, parsed once when it is read. */
export class SharedText {
  /** Number of stored objects that have it. */
  users = 0;
  /** True if it was requested since the last sweep. */
  recent = true;
  /** Its number among the kernel's texts; without a number it holds its text itself. */
  number: number;
  #text: string | undefined;
  #texts: KernelTexts | undefined;
  #value: unknown;

  constructor(from: KernelTexts | string, number: number) {
    this.number = number;
    if (typeof from === 'string') this.#text = from;
    else this.#texts = from;
  }

  /** Frozen, since all readers share it. */
  get value(): unknown {
    if (this.#value === undefined) {
      this.#value = parseJson(this.#text ?? (this.#texts as KernelTexts).textOf(this.number));
      freezeDeep(this.#value);
    }
    return this.#value;
  }

  /** A stored object no longer has it. Once no stored object has it, the next sweep may remove it. */
  lose(): void {
    if (--this.users === 0) this.recent = false;
  }

  /** The kernel removes it: its remaining objects read this text from now on. */
  leave(text: string | undefined): void {
    this.#text = text;
    this.#texts = undefined;
    this.number = 0;
  }
}

/**
 * Keeps equal texts once, except those that arrived while the kernel's table was full.
 *
 * A sweep removes texts unused by stored objects; objects that still have one keep it for themselves. So the pool is
 * never more than a few times as large as what is in use.
 */
export class SharedTexts {
  readonly #texts: KernelTexts;
  /** By number. */
  #entries: (SharedText | undefined)[] = [undefined];
  #sweepAt = leastSweep;

  constructor(texts: KernelTexts) {
    this.#texts = texts;
  }

  get size(): number {
    return this.#texts.size;
  }

  /** The entries by number; for checks of the invariants. */
  get entries(): readonly (SharedText | undefined)[] {
    return this.#entries;
  }

  /** The text with this number; for number 0 the one in these bytes. */
  of(number: number, bytes: Buffer, start: number, end: number): SharedText {
    if (number === 0) return new SharedText(bytes.toString('utf8', start, end), 0);
    const known = this.#entries[number];
    if (known !== undefined) {
      known.recent = true;
      return known;
    }
    const entry = new SharedText(this.#texts, number);
    // The kernel numbers texts as they arrive, including some that were never requested.
    while (this.#entries.length < number) this.#entries.push(undefined);
    this.#entries[number] = entry;
    return entry;
  }

  /** Sweeps when it is due, and makes space if the table is full: call it while nothing reads the kernel's memory. */
  tidy(): void {
    const sweeps = this.size >= this.#sweepAt;
    if (!sweeps && !this.#texts.isFull) return;
    const kept: SharedText[] = [];
    const leaving: { readonly entry: SharedText; readonly text: string }[] = [];
    let used = 0;
    for (const entry of this.#entries) {
      if (entry === undefined) continue;
      if (entry.users > 0) used++;
      // Recently requested texts may belong to objects that are not stored yet.
      if (!sweeps || entry.users > 0 || entry.recent) kept.push(entry);
      else leaving.push({ entry, text: this.#texts.textOf(entry.number) });
    }
    const numbers = this.#kept(kept.map(({ number }) => number));
    if (numbers === undefined) return;
    for (const { entry, text } of leaving) entry.leave(text);
    // Recent texts stay, used or not: counting them would raise the limit with each sweep.
    if (sweeps) this.#sweepAt = kept.length + Math.max(leastSweep, used);
    this.#entries = [undefined];
    for (const [index, entry] of kept.entries()) {
      if (sweeps) entry.recent = false;
      const number = numbers[index];
      if (typeof number === 'number') {
        entry.number = number;
        this.#entries[number] = entry;
      } else entry.leave(number);
    }
  }

  #kept(numbers: readonly number[]): (number | string)[] | undefined {
    try {
      return this.#texts.keep(numbers);
    } catch (thrown) {
      // Not enough memory for another table: this one stays, and objects keep texts without a place in it.
      if (thrown instanceof RangeError) return undefined;
      throw thrown;
    }
  }
}
