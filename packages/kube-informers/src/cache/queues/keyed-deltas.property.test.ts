import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { KeyedDeltas } from './keyed-deltas.js';
import type { Delta } from '../types.js';

/** So many are pushed, then so many shifted, repeatedly: small and large, ahead and behind. */
const waves = fc.array(fc.record({ come: fc.nat(40), go: fc.nat(40), times: fc.constantFrom(1, 1, 1, 60) }), {
  maxLength: 12,
});

test('returns deltas oldest first, each with its key, and every position can be read', () => {
  fc.assert(
    fc.property(waves, (script) => {
      const queue = new KeyedDeltas<number>();
      const model: { key: string; delta: Delta<number> }[] = [];
      let number = 0;
      const push = (): void => {
        const key = `key-${number}`;
        const delta = { type: 'Added', object: number++ } as const;
        queue.push(key, delta);
        model.push({ key, delta });
      };
      // One comparison each: an `expect` for each delta would be many times slower.
      const taken = (count: number): void => {
        const shifted = Array.from({ length: count }, () => queue.shift());
        expect(shifted).toEqual(Array.from({ length: count }, () => model.shift()?.delta));
      };
      const same = (): void => {
        const places = Array.from({ length: queue.length }, (_, at) => at);
        expect(places.map((at) => ({ key: queue.keysAt(at), delta: queue.at(at) }))).toEqual(model);
      };
      for (const { come, go, times } of script) {
        for (let count = 0; count < come * times; count++) push();
        taken(go * times);
        if (model.length < 100) same();
      }
      taken(model.length + 1);
      expect(queue.length).toBe(0);
    }),
    { numRuns: 300, seed: 31 },
  );
});

test('a queue that never becomes empty moves at most one delta for each delta taken out', () => {
  const slice = vi.spyOn(Array.prototype, 'slice');
  const queue = new KeyedDeltas<number>();
  for (let number = 0; number < 20_000; number++) {
    queue.push('key', { type: 'Added', object: number });
    if (number >= 100) queue.shift();
  }
  // A key and a delta each.
  const moved = slice.mock.calls.reduce((sum, [from = 0, to = 0]) => sum + (to - from) / 2, 0);
  slice.mockRestore();
  expect(moved).toBeGreaterThan(0);
  expect(moved).toBeLessThanOrEqual(19_900);
  expect(queue.at(0)).toEqual({ type: 'Added', object: 19_900 });
});
