/** Chance that a seed repeats: one independent stream for each part of a run, so that one part's luck is not another's. */
export class Chance {
  #state: number;
  readonly #seed: number;

  constructor(seed: number, stream: string) {
    this.#seed = seed;
    let hash = 2166136261 ^ seed;
    for (const char of stream) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 16777619);
    this.#state = hash >>> 0;
  }

  /** The seed that repeats it. */
  get seed(): number {
    return this.#seed;
  }

  /** Uniform in [0, 1): mulberry32. */
  readonly next = (): number => {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };

  /** A whole number in [from, to). */
  between(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from));
  }

  /** True with this probability. */
  happens(probability: number): boolean {
    return this.next() < probability;
  }

  /** One of them. */
  pick<T>(of: readonly T[]): T {
    const chosen = of[this.between(0, of.length)];
    if (chosen === undefined) throw new Error('nothing to pick from');
    return chosen;
  }
}
