/** A count of observations by size, as in Prometheus: `count` of a bucket includes the smaller buckets. */
export interface HistogramStats {
  /** Number of observations. */
  readonly count: number;
  /** Sum of the observations. */
  readonly sum: number;
  /** Observations of at most `le`, by growing `le`; the last bucket of Prometheus, +Inf, is `count`. */
  readonly buckets: readonly {
    /** Upper limit of the bucket. */
    readonly le: number;
    /** Observations up to `le`. */
    readonly count: number;
  }[];
}

/** Counts observations by size. */
export class Histogram {
  readonly #bounds: readonly number[];
  readonly #counts: number[];
  #sum = 0;

  /** `bounds` are the upper bounds of the buckets, growing. */
  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
    this.#counts = Array.from({ length: bounds.length + 1 }, () => 0);
  }

  /** Adds `times` observations of a value. */
  observe(value: number, times = 1): void {
    let bucket = 0;
    for (const bound of this.#bounds) {
      if (value <= bound) break;
      bucket++;
    }
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + times;
    this.#sum += value * times;
  }

  /** Adds the observations of a histogram with the same bounds. */
  add(other: Histogram): void {
    for (const [bucket, count] of other.#counts.entries())
      this.#counts[bucket] = (this.#counts[bucket] ?? 0) + count;
    this.#sum += other.#sum;
  }

  stats(): HistogramStats {
    let total = 0;
    const buckets = this.#bounds.map((le, bucket) => {
      total += this.#counts[bucket] ?? 0;
      return { le, count: total };
    });
    return { count: total + (this.#counts.at(-1) ?? 0), sum: this.#sum, buckets };
  }
}
