/**
 * Lowest rate at which data counts as a transfer, bytes per second: half of what a GPRS link carries. Slower data does not
 * show that the rest will come.
 */
export const leastBytesPerSecond = 4096;

/**
 * How long to wait for data that a sender has at hand: a budget that waiting spends, and that bytes give back at
 * `leastBytesPerSecond`, never above its first value. So silence uses it up, and so does a trickle, which would end no
 * timeout that each byte starts anew.
 */
export class Patience {
  readonly #mostMs: number;
  #leftMs: number;

  constructor(mostMs: number) {
    this.#mostMs = mostMs;
    this.#leftMs = mostMs;
  }

  /** Zero or less when it is used up. */
  get leftMs(): number {
    return this.#leftMs;
  }

  /** Counts time that was spent waiting, and the bytes that came in it. */
  count(waitedMs: number, bytes: number): void {
    const earnedMs = (bytes / leastBytesPerSecond) * 1000;
    this.#leftMs = Math.min(this.#mostMs, this.#leftMs - waitedMs + earnedMs);
  }
}
