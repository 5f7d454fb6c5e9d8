import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ByteStore } from './byte-store.js';

const stores = 3;

test('stores that reuse each other’s memory contain only their own bytes', () => {
  const steps = fc.record({
    store: fc.nat(stores - 1),
    bytes: fc.uint8Array({ maxLength: 40 }),
    last: fc.constantFrom('keep', 'keep', 'drop', 'release'),
  });
  fc.assert(
    fc.property(fc.array(steps, { maxLength: 60 }), (story) => {
      const held = Array.from({ length: stores }, () => ({ store: new ByteStore(), model: [] as number[] }));
      for (const { store: number, bytes, last } of story) {
        const { store, model } = held[number] as (typeof held)[number];
        store.append(bytes);
        model.push(...bytes);
        if (last === 'drop') {
          const half = model.length >> 1;
          store.drop(store.start + half);
          model.splice(0, half);
        }
        if (last === 'release') {
          store.release();
          model.length = 0;
        }
        for (const each of held) {
          expect(each.store.length).toBe(each.model.length);
          expect([...each.store.bytes.subarray(each.store.start, each.store.end)]).toEqual(each.model);
        }
      }
    }),
    { numRuns: 500, seed: 1 },
  );
});

test('a released store holds no memory, and the next one reuses it', () => {
  const first = new ByteStore();
  first.append(Buffer.alloc(300 * 1024));
  const { buffer } = first.bytes;
  first.release();
  expect(first.bytes.length).toBe(0);
  const second = new ByteStore();
  second.append(Buffer.from('x'));
  expect(second.bytes.buffer).toBe(buffer);
  expect(second.bytes.toString('utf8', second.start, second.end)).toBe('x');
  const third = new ByteStore();
  third.append(Buffer.from('y'));
  expect(third.bytes.buffer).not.toBe(buffer);
});
