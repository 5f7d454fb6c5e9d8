import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HashRanges } from '../meta/hash-ranges.js';
import { assignedSlots, minus, slotOfText, slotOfUid, slotsFromText, slotsToText, union } from './slots.js';

const names = (count: number): { identity: string; leaseName: string }[] =>
  Array.from({ length: count }, (_none, index) => ({
    identity: `web-${index}`,
    leaseName: `lease-${index}`,
  }));

describe('rendezvous hashing', () => {
  test('gives each slot to exactly one candidate', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), fc.constantFrom(4, 64, 256), (count, slotCount) => {
        const candidates = names(count);
        const parts = candidates.map(({ leaseName }) => assignedSlots(leaseName, candidates, slotCount));
        expect(union(...parts).size).toBe(slotCount);
        expect(parts.reduce((sum, part) => sum + part.size, 0)).toBe(slotCount);
      }),
    );
  });

  test('moves only slots of a candidate that joins or leaves', () => {
    const before = names(5);
    const after = before.filter(({ identity }) => identity !== 'web-2');
    for (const { leaseName } of after) {
      const had = assignedSlots(leaseName, before, 256);
      expect(minus(had, assignedSlots(leaseName, after, 256)).size).toBe(0);
    }
  });

  test('divides 256 slots among ten candidates so that each has 14 to 38', () => {
    const candidates = names(10);
    for (const { leaseName } of candidates) {
      const { size } = assignedSlots(leaseName, candidates, 256);
      expect(size).toBeGreaterThanOrEqual(14);
      expect(size).toBeLessThanOrEqual(38);
    }
  });

  test('gives all slots of an identity to one of two candidates that have it', () => {
    const twins = [
      { identity: 'web', leaseName: 'b' },
      { identity: 'web', leaseName: 'a' },
    ];
    expect(assignedSlots('a', twins, 64).size).toBe(64);
    expect(assignedSlots('b', twins, 64).size).toBe(0);
  });
});

test('the slot of a uid is the one whose range contains it', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.constantFrom(4, 256, 4096), (uid, slotCount) => {
      expect(HashRanges.ofSlots([slotOfUid(uid, slotCount)], slotCount).has(uid)).toBe(true);
    }),
  );
});

test('strings that differ only in their last character have different slots', () => {
  const slots = new Set(Array.from({ length: 9 }, (_none, index) => slotOfText(`default/web-${index}`, 256)));
  expect(slots.size).toBeGreaterThan(6);
});

test('slots are read back as they were written', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(255)), (list) => {
      const slots = new Set(list);
      const read = slotsFromText(slotsToText(slots, 256), 256);
      expect(read?.size).toBe(slots.size);
      for (let slot = 0; slot < 256; slot++) expect(read?.has(slot)).toBe(slots.has(slot));
    }),
  );
});

test.each([undefined, 7, '', 'ff', 'zz'.repeat(32), 'f'.repeat(128), 'F'.repeat(64)])(
  'claims that cannot be read are undefined: %s',
  (text) => {
    expect(slotsFromText(text, 256)).toBeUndefined();
  },
);
