/** Entries above which the pool looks for those that nobody uses any more. */
const leastSweep = 1024;

/** Labels or ownerReferences as many objects have them: one text, parsed once when somebody asks. */
export class SharedText {
  /** Stored objects that have it. */
  users = 0;
  /** Asked for since the last sweep. */
  recent = true;
  readonly text: string;
  #value: unknown;

  constructor(text: string) {
    this.text = text;
  }

  /** Frozen, since everybody gets the same. */
  get value(): unknown {
    return (this.#value ??= frozen(JSON.parse(this.text)));
  }
}

/**
 * Equal texts once. What no stored object uses goes in a sweep; objects that still have it keep it for themselves. So the
 * pool is never more than some times as large as what is in use.
 */
export class SharedTexts {
  readonly #entries = new Map<string, SharedText>();
  #sweepAt = leastSweep;

  get size(): number {
    return this.#entries.size;
  }

  of(text: string): SharedText {
    const known = this.#entries.get(text);
    if (known !== undefined) {
      known.recent = true;
      return known;
    }
    if (this.#entries.size >= this.#sweepAt) this.#sweep();
    const entry = new SharedText(text);
    this.#entries.set(text, entry);
    return entry;
  }

  #sweep(): void {
    for (const [text, entry] of this.#entries) {
      // What was asked for lately may belong to objects that are on their way to the store.
      if (entry.users === 0 && !entry.recent) this.#entries.delete(text);
      entry.recent = false;
    }
    this.#sweepAt = Math.max(leastSweep, 2 * this.#entries.size);
  }
}

function frozen(value: unknown): unknown {
  if (typeof value === 'object' && value !== null) {
    // The kernel lets no text nest deeply.
    for (const member of Object.values(value)) frozen(member);
    Object.freeze(value);
  }
  return value;
}
