import { expect, test } from 'vitest';
import { RememberedSlots } from './key-shards.js';

const object = (uid: string) => ({ metadata: { uid } });

// Upstream: JOSDK EventProcessorTest.
test('keys without work do not grow without bound, and keys with work are kept', () => {
  const working = new Set(['default/1', 'default/2']);
  const slots = new RememberedSlots((key) => working.has(key));
  for (let index = 0; index < 20_000; index++) slots.set(`default/${index}`, index % 16);
  expect(slots.size).toBeLessThanOrEqual(1000);
  expect([slots.get('default/1'), slots.get('default/2')]).toEqual([1, 2]);
});

test('keys with work are all kept, and the next search for others waits until they have doubled', () => {
  let asked = 0;
  const slots = new RememberedSlots(() => {
    asked++;
    return true;
  });
  for (let index = 0; index < 20_000; index++) slots.set(`default/${index}`, index % 16);
  expect(slots.size).toBe(20_000);
  expect(asked).toBeLessThan(40_000);
});

test('the objects that were deleted last are remembered by their uid', () => {
  const slots = new RememberedSlots(() => false);
  for (let index = 0; index < 10_001; index++) slots.deleted(`default/${index}`, object(`u${index}`), 3);
  expect(slots.size).toBe(10_000);
  expect(slots.slotOfDeleted('default/0', 'u0')).toBeUndefined();
  expect(slots.slotOfDeleted('default/1', 'u1')).toBe(3);
  expect(slots.slotOfDeleted('default/1', 'false')).toBeUndefined();
});
