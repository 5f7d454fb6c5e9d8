import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../test/nightly.test-support.js';
import { hashOf, HashRanges } from './hash-ranges.js';
import type { HashRange } from './hash-ranges.js';

// A fixed seed, so that every run has the same cases.

const top = 2n ** 64n;

function slowHash(text: string): bigint {
  let sum = 0xcbf29ce484222325n;
  for (const byte of Buffer.from(text)) sum = BigInt.asUintN(64, (sum ^ BigInt(byte)) * 0x100000001b3n);
  return sum;
}

const bound = fc.oneof(fc.bigInt({ min: 0n, max: top }), fc.constantFrom(0n, 2n ** 32n, 2n ** 63n, top));
const range = fc
  .tuple(bound, bound)
  .filter(([a, b]) => a !== b)
  .map(([a, b]): HashRange => (a < b ? { start: a, end: b } : { start: b, end: a }));
const ranges = fc.array(range, { maxLength: 8 });
const text = fc.oneof(
  fc.uuid(),
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc.constant('\ud800'),
);

function contains(parts: readonly HashRange[], hash: bigint): boolean {
  return parts.some(({ start, end }) => start <= hash && hash < end);
}

describe('the hash', () => {
  test('is that of the API server', () => {
    // From the tests of Go's hash/fnv.
    expect(['', 'a', 'ab', 'abc', 'foobar'].map(hashOf)).toEqual([
      'cbf29ce484222325',
      'af63dc4c8601ec8c',
      '089c4407b545986a',
      'e71fa2190541574b',
      '85944171f73967e8',
    ]);
  });

  test('equals FNV-1a written with BigInt', () => {
    fc.assert(
      fc.property(text, (value) => {
        expect(hashOf(value)).toBe(slowHash(value).toString(16).padStart(16, '0'));
      }),
      { numRuns: runs(2000) },
    );
  });
});

describe('ranges', () => {
  test('contain a uid if one of them contains its hash', () => {
    fc.assert(
      fc.property(ranges, text, (given, uid) => {
        expect(HashRanges.of(given).has(uid)).toBe(contains(given, slowHash(uid)));
      }),
      { numRuns: runs(2000) },
    );
  });

  test('include their start and exclude their end', () => {
    fc.assert(
      fc.property(text, (uid) => {
        const hash = slowHash(uid);
        expect(HashRanges.of([{ start: hash, end: hash + 1n }]).has(uid)).toBe(true);
        const others = HashRanges.all.minus(HashRanges.of([{ start: hash, end: hash + 1n }]));
        expect(others.has(uid)).toBe(false);
      }),
      { numRuns: runs(1000) },
    );
  });

  test('are sorted, disjoint and joined where they touch', () => {
    fc.assert(
      fc.property(ranges, (given) => {
        const { ranges: joined } = HashRanges.of(given);
        for (const [index, { start, end }] of joined.entries()) {
          expect(start).toBeLessThan(end);
          expect(joined[index + 1]?.start ?? top + 1n).toBeGreaterThan(end);
        }
        expect(HashRanges.of(given.toReversed()).equals(HashRanges.of(joined))).toBe(true);
      }),
      { numRuns: runs(1000) },
    );
  });

  test('minus and plus are those of sets', () => {
    fc.assert(
      fc.property(ranges, ranges, fc.array(bound, { maxLength: 5 }), (a, b, points) => {
        const first = HashRanges.of(a);
        const second = HashRanges.of(b);
        const rest = first.minus(second);
        const both = first.plus(second);
        for (const point of [...points, ...[...a, ...b].flatMap(({ start, end }) => [start, end - 1n])]) {
          expect(contains(rest.ranges, point)).toBe(contains(a, point) && !contains(b, point));
          expect(contains(both.ranges, point)).toBe(contains(a, point) || contains(b, point));
        }
        expect(HashRanges.of(rest.ranges).equals(rest)).toBe(true);
        expect(rest.plus(second).equals(both)).toBe(true);
        expect(first.minus(first).isEmpty).toBe(true);
      }),
      { numRuns: runs(1000) },
    );
  });

  test('none and all', () => {
    expect([HashRanges.none.isEmpty, HashRanges.none.isEverything]).toEqual([true, false]);
    expect([HashRanges.all.isEmpty, HashRanges.all.isEverything]).toEqual([false, true]);
    expect(HashRanges.all.minus(HashRanges.none).equals(HashRanges.all)).toBe(true);
    expect(HashRanges.none.has('a')).toBe(false);
    expect(HashRanges.all.has('a')).toBe(true);
  });

  test('cannot be changed', () => {
    expect(Object.isFrozen(HashRanges.all.ranges)).toBe(true);
    expect(Object.isFrozen(HashRanges.all.ranges[0])).toBe(true);
  });

  test.each([
    [{ start: 5n, end: 5n }, 'got 5n and 5n'],
    [{ start: -1n, end: 5n }, 'got -1n and 5n'],
    [{ start: 0n, end: top + 1n }, 'got 0n and 18446744073709551617n'],
    [{ start: 0, end: 5 }, 'bigint'],
  ])('refuse %o', (given, why) => {
    // @ts-expect-error one of them has numbers
    expect(() => HashRanges.of([given])).toThrow(why);
  });
});

describe('slots', () => {
  test('divide all objects: each uid is in exactly one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), fc.uuid(), (slotCount, uid) => {
        const slots = Array.from({ length: slotCount }, (_, slot) => slot);
        expect(slots.filter((slot) => HashRanges.ofSlots([slot], slotCount).has(uid))).toHaveLength(1);
        expect(HashRanges.ofSlots(slots, slotCount).isEverything).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  test('adjacent slots are one range', () => {
    expect(HashRanges.ofSlots([2, 0, 1, 0, 255]).toString()).toBe(
      '[0x0000000000000000, 0x0300000000000000)+[0xff00000000000000, 0x10000000000000000)',
    );
  });

  test.each([
    [[256], undefined, 'a slot must be an integer from 0 to 255, got 256'],
    [[-1], undefined, 'got -1'],
    [[0.5], undefined, 'got 0.5'],
    [[0], 0, 'slotCount must be an integer from 1 to 65536, got 0'],
    [[0], 65_537, 'got 65537'],
    [[0], Number.NaN, 'got NaN'],
  ])('refuses slots %o of %o', (slots, slotCount, why) => {
    expect(() => HashRanges.ofSlots(slots, slotCount)).toThrow(why);
  });
});

describe('the selector', () => {
  test('is in the canonical form of the server', () => {
    expect(HashRanges.ofSlots([0, 3], 4).selector()).toBe(
      "shardRange(object.metadata.uid, '0x0000000000000000', '0x4000000000000000') || shardRange(object.metadata.uid, '0xc000000000000000', '0x10000000000000000')",
    );
    expect(HashRanges.none.selector()).toBe('');
  });
});
