import { shownValue } from '../util/shown.js';
import { inspectCustom } from '../util/builtin.js';
import { ConfigError } from '../util/errors.js';
import { refuse, refuseValue, requireIterable } from '../util/require.js';
import { fnv1a64 } from './fnv.js';

/** A part of the hash space: `start` inclusive, `end` exclusive; both from 0 to 2^64. */
export interface HashRange {
  /** First hash of the range. */
  readonly start: bigint;
  /** End of the range; not part of it. */
  readonly end: bigint;
}

const top = 2n ** 64n;
const lowerHalf = 2n ** 32n;
/** More slots would divide objects no more evenly, and each may become a range of the selector. */
const mostSlots = 65_536;

/**
 * Returns the 64-bit FNV-1a hash of a string as 16 lower-case hex digits.
 *
 * This is the hash by which `shardSelector` divides objects (KEP-5866, apimachinery's `sharding.HashField`).
 */
export function hashOf(text: string): string {
  const { high, low } = fnv1a64(text);
  return digits(high) + digits(low);
}

/**
 * A part of all objects, by the hash of their uid: an immutable set of ranges of the 64-bit hash space.
 *
 * The hash and the ranges are those of `shardSelector` (KEP-5866), so a server that supports it selects the same objects.
 */
export class HashRanges {
  /** No objects. */
  static readonly none: HashRanges = new HashRanges([]);
  /** All objects. */
  static readonly all: HashRanges = new HashRanges([{ start: 0n, end: top }]);

  /** Sorted, disjoint and not adjacent. */
  readonly ranges: readonly HashRange[];
  /** The same as numbers: high and low half of each start, then of each end. */
  readonly #bounds: Float64Array;

  private constructor(ranges: readonly HashRange[]) {
    this.ranges = Object.freeze(ranges.map(({ start, end }) => Object.freeze({ start, end })));
    this.#bounds = Float64Array.from(
      ranges.flatMap(({ start, end }) =>
        [start / lowerHalf, start % lowerHalf, end / lowerHalf, end % lowerHalf].map(Number),
      ),
    );
  }

  /** Joins ranges in any order, which may overlap. Throws ConfigError `ERR_OPTION` for an empty or invalid range. */
  static of(ranges: Iterable<HashRange>): HashRanges {
    requireIterable('ranges of HashRanges.of', ranges);
    const sorted = Array.from(ranges, requireRange).toSorted((a, b) => compare(a.start, b.start));
    const joined: HashRange[] = [];
    for (const range of sorted) {
      const last = joined.at(-1);
      if (last === undefined || last.end < range.start) joined.push(range);
      else if (last.end < range.end) joined.splice(-1, 1, { start: last.start, end: range.end });
    }
    return new HashRanges(joined);
  }

  /**
   * Returns the ranges of some of `slotCount` slots, which divide the hash space evenly.
   *
   * Slots count from 0 and may be given in any order, repeatedly. Throws ConfigError `ERR_OPTION` unless `slotCount` is an
   * integer from 1 to 65536 and each slot is an integer below it.
   */
  static ofSlots(slots: Iterable<number>, slotCount: number = 256): HashRanges {
    if (!Number.isInteger(slotCount) || slotCount < 1 || slotCount > mostSlots) {
      refuseValue('slotCount', `an integer from 1 to ${mostSlots}`, slotCount);
    }
    requireIterable('slots of HashRanges.ofSlots', slots);
    const count = BigInt(slotCount);
    const bound = (slot: bigint): bigint => (slot * top) / count;
    return HashRanges.of(
      Array.from(slots, (slot) => {
        if (!Number.isInteger(slot) || slot < 0 || slot >= slotCount) {
          refuseValue('a slot', `an integer from 0 to ${slotCount - 1}`, slot);
        }
        return { start: bound(BigInt(slot)), end: bound(BigInt(slot) + 1n) };
      }),
    );
  }

  /** True if it contains no objects. */
  get isEmpty(): boolean {
    return this.ranges.length === 0;
  }

  /** True if it contains all objects. */
  get isEverything(): boolean {
    const [first] = this.ranges;
    return first !== undefined && first.start === 0n && first.end === top;
  }

  /** True if the hash of the uid is in one of the ranges; false for anything but a string. */
  has(uid: string): boolean {
    if (typeof uid !== 'string') return false;
    const { high, low } = fnv1a64(uid);
    const bounds = this.#bounds;
    // The first range that ends after the hash is the only one that may contain it.
    let from = 0;
    let to = bounds.length / 4;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (isLess(high, low, bounds[middle * 4 + 2] ?? 0, bounds[middle * 4 + 3] ?? 0)) to = middle;
      else from = middle + 1;
    }
    return from * 4 < bounds.length && !isLess(high, low, bounds[from * 4] ?? 0, bounds[from * 4 + 1] ?? 0);
  }

  /** True if both contain the same objects. */
  equals(other: HashRanges): boolean {
    return (
      other instanceof HashRanges &&
      this.ranges.length === other.ranges.length &&
      this.ranges.every(({ start, end }, index) => {
        const range = other.ranges[index];
        return range?.start === start && range.end === end;
      })
    );
  }

  /** Returns the objects that are in this or in the other. */
  plus(other: HashRanges): HashRanges {
    return HashRanges.of([...this.ranges, ...rangesOf(other)]);
  }

  /** Returns the objects of this that are not in the other. */
  minus(other: HashRanges): HashRanges {
    const rest: HashRange[] = [];
    for (const { start, end } of this.ranges) {
      let from = start;
      for (const removed of rangesOf(other)) {
        if (removed.end <= from || removed.start >= end) continue;
        if (removed.start > from) rest.push({ start: from, end: removed.start });
        from = removed.end;
      }
      if (from < end) rest.push({ start: from, end });
    }
    return new HashRanges(rest);
  }

  /**
   * Returns the `shardSelector` of a list or watch: `shardRange(object.metadata.uid, '0x…', '0x…') || …`.
   *
   * This is the server's canonical form, which it repeats in `metadata.shardInfo`. Returns "" for no objects: a selector
   * must have at least one range.
   */
  selector(): string {
    return this.ranges
      .map(({ start, end }) => `shardRange(object.metadata.uid, '${hex(start)}', '${hex(end)}')`)
      .join(' || ');
  }

  /** Returns `[0x0000000000000000, 0x8000000000000000)`, joined by `+`; "" for no objects. */
  toString(): string {
    return this.ranges.map(({ start, end }) => `[${hex(start)}, ${hex(end)})`).join('+');
  }

  [inspectCustom](): string {
    return `HashRanges(${this.toString()})`;
  }
}

function rangesOf(given: unknown): readonly HashRange[] {
  return given instanceof HashRanges ? given.ranges : refuse('the other ranges', 'HashRanges', given);
}

function requireRange(range: HashRange): HashRange {
  // JavaScript callers are not type-checked.
  const { start, end } = (range as HashRange | null | undefined) ?? {};
  if (typeof start === 'bigint' && typeof end === 'bigint' && 0n <= start && start < end && end <= top) {
    return { start, end };
  }
  throw new ConfigError(
    'ERR_OPTION',
    `a hash range must have a bigint start below its bigint end, both from 0 to 2^64, got ${shownValue(start)} and ${shownValue(end)}`,
  );
}

function isLess(highA: number, lowA: number, highB: number, lowB: number): boolean {
  return highA === highB ? lowA < lowB : highA < highB;
}

function compare(a: bigint, b: bigint): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function hex(bound: bigint): string {
  return `0x${bound.toString(16).padStart(16, '0')}`;
}

function digits(half: number): string {
  return half.toString(16).padStart(8, '0');
}
