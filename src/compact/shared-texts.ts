import { freezeDeep } from '../util/deep.js';
import type { KernelTexts } from './object-kernel.js';

/** Texts above which the pool looks for those that nobody uses any more. */
const leastSweep = 1024;

/** Labels or ownerReferences as many objects have them: one text, parsed once when somebody asks. */
export class SharedText {
  /** Stored objects that have it. */
  users = 0;
  /** Asked for since the last sweep. */
  recent = true;
  /** Its number among the kernel's texts; what has none holds its text itself. */
  number: number;
  #text: string | undefined;
  #texts: KernelTexts | undefined;
  #value: unknown;

  constructor(from: KernelTexts | string, number: number) {
    this.number = number;
    if (typeof from === 'string') this.#text = from;
    else this.#texts = from;
  }

  /** Frozen, since everybody gets the same. */
  get value(): unknown {
    if (this.#value === undefined) {
      this.#value = JSON.parse(this.#text ?? (this.#texts as KernelTexts).textOf(this.number));
      freezeDeep(this.#value);
    }
    return this.#value;
  }

  /** A stored object has it no more. The last one was not on its way to the store: nothing speaks for this text any longer. */
  lose(): void {
    if (--this.users === 0) this.recent = false;
  }

  /** The kernel forgets it: whoever still has it reads this text from now on. */
  leave(text: string | undefined): void {
    this.#text = text;
    this.#texts = undefined;
    this.number = 0;
  }
}

/**
 * Equal texts once, except for those that came while the kernel had no room. What no stored object uses goes in a sweep;
 * objects that still have it keep it for themselves. So the pool is never more than some times as large as what is in use.
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

  /** What it holds, by number; for checks of its invariants. */
  get entries(): readonly (SharedText | undefined)[] {
    return this.#entries;
  }

  /** The text with this number; with number 0 the one that stands in these bytes. */
  of(number: number, bytes: Buffer, start: number, end: number): SharedText {
    if (number === 0) return new SharedText(bytes.toString('utf8', start, end), 0);
    const known = this.#entries[number];
    if (known !== undefined) {
      known.recent = true;
      return known;
    }
    const entry = new SharedText(this.#texts, number);
    // The kernel numbers texts as they come, but may have found some that nobody asked for.
    while (this.#entries.length < number) this.#entries.push(undefined);
    this.#entries[number] = entry;
    return entry;
  }

  /** Sweeps when it is time to, and makes room where there is none: call it when nothing of the kernel's memory is being read. */
  tidy(): void {
    const sweeps = this.size >= this.#sweepAt;
    if (!sweeps && !this.#texts.isFull) return;
    const kept: SharedText[] = [];
    const leaving: { readonly entry: SharedText; readonly text: string }[] = [];
    let used = 0;
    for (const entry of this.#entries) {
      if (entry === undefined) continue;
      if (entry.users > 0) used++;
      // What was asked for lately may belong to objects that are on their way to the store.
      if (!sweeps || entry.users > 0 || entry.recent) kept.push(entry);
      else leaving.push({ entry, text: this.#texts.textOf(entry.number) });
    }
    const numbers = this.#kept(kept.map(({ number }) => number));
    if (numbers === undefined) return;
    for (const { entry, text } of leaving) entry.leave(text);
    // What came since the last sweep stays, used or not: as many as were kept then would be more with each sweep.
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
      // No memory for another table: this one stays as it is, and what finds no place in it is kept by its objects.
      if (thrown instanceof RangeError) return undefined;
      throw thrown;
    }
  }
}
