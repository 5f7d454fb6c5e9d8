import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SlotLists } from './slot-lists.js';

/** The same with one array of slots for each value. */
class NaiveLists {
  readonly values: (string | readonly string[])[] = [];
  lists = new Map<string, number[]>();

  set(slot: number, values: string | readonly string[]): void {
    const old = this.values[slot];
    this.values[slot] = values;
    // One value, as before: it keeps its place.
    if (typeof values === 'string' && old !== undefined) {
      const before = unique(old);
      if (before.size === 1 && before.has(values)) return;
    }
    this.#leave(slot);
    for (const value of unique(values)) {
      this.lists.set(value, [...(this.lists.get(value) ?? []), slot]);
    }
  }

  remove(slot: number): void {
    this.#leave(slot);
    const last = this.values.length - 1;
    // There is a last one, `slot` at least.
    this.values[slot] = this.values[last] as string;
    this.values.pop();
    for (const [value, slots] of this.lists) {
      this.lists.set(
        value,
        slots.map((other) => (other === last ? slot : other)),
      );
    }
  }

  #leave(slot: number): void {
    for (const [value, slots] of this.lists) {
      const left = slots.filter((other) => other !== slot);
      if (left.length === 0) this.lists.delete(value);
      else this.lists.set(value, left);
    }
  }
}

function unique(values: string | readonly string[]): Set<string> {
  return new Set(typeof values === 'string' ? [values] : values);
}

const one = fc.constantFrom('a', 'b', 'c', '');
const values = fc.oneof(
  { weight: 3, arbitrary: one },
  { weight: 2, arbitrary: fc.array(one, { maxLength: 4 }) },
  // Above so many as are searched for doubles one by one.
  { weight: 1, arbitrary: fc.array(one, { minLength: 7, maxLength: 10 }) },
);
// A number chooses the slot: modulo the slots there are, and one more for a new one.
const steps = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ at: fc.nat(), values, add: fc.constant(true) }) },
    { weight: 2, arbitrary: fc.record({ at: fc.nat(), values, add: fc.constant(false) }) },
    { weight: 2, arbitrary: fc.record({ at: fc.nat() }) },
  ),
  { maxLength: 150, size: 'max' },
);

test('whatever is entered, renumbered and taken out, each list has its slots in the order in which they came', () => {
  fc.assert(
    fc.property(steps, (script) => {
      const lists = new SlotLists();
      const model = new NaiveLists();
      for (const step of script) {
        const count = model.values.length;
        if ('values' in step) {
          const slot = step.add || count === 0 ? count : step.at % count;
          lists.set(slot, step.values);
          model.set(slot, step.values);
        } else if (count > 0) {
          removeAt(lists, step.at % count, count - 1);
          model.remove(step.at % count);
        }
        expectSame(lists, model);
      }
    }),
    { numRuns: 500, seed: 1 },
  );
});

test('room grows with many slots and is given back with them', () => {
  const lists = new SlotLists();
  const model = new NaiveLists();
  const valuesOf = (slot: number): string | string[] =>
    slot % 3 === 0 ? [`n${slot % 7}`, 'all'] : `n${slot % 7}`;
  for (let slot = 0; slot < 2000; slot++) {
    lists.set(slot, valuesOf(slot));
    model.set(slot, valuesOf(slot));
  }
  expectSame(lists, model);
  for (let count = 2000; count > 3; count--) {
    removeAt(lists, (count * 7919) % count, count - 1);
    model.remove((count * 7919) % count);
  }
  expectSame(lists, model);
  for (let count = 3; count > 0; count--) {
    removeAt(lists, 0, count - 1);
    model.remove(0);
  }
  expect(lists.values()).toEqual([]);
  expect(lists.collect('all', [])).toEqual([]);
});

test('slots may be passed over: where holes were, a late index has none', () => {
  const lists = new SlotLists();
  const slots = [9000, 5000, 4095, 100, 0, 8999];
  for (const slot of slots) lists.set(slot, ['a', `n${slot}`]);
  const all = Array.from({ length: 9001 }, (_, slot) => slot);
  expect(lists.collect('a', all)).toEqual(slots);
  lists.leave(4095);
  lists.set(100, 'b');
  expect(lists.collect('a', all)).toEqual([9000, 5000, 0, 8999]);
  expect(lists.collect('b', all)).toEqual([100]);
});

/** The last slot takes the place of what leaves, and no room stays for it. */
function removeAt(lists: SlotLists, slot: number, last: number): void {
  lists.leave(slot);
  if (last !== slot) lists.renumber(last, slot);
  lists.trim(last);
}

function expectSame(lists: SlotLists, model: NaiveLists): void {
  const slots = Array.from(model.values.keys());
  const read = lists.values().map((value) => [value, lists.collect(value, slots)] as const);
  // One comparison: an `expect` for each list would take many times as long.
  expect(new Map(read)).toEqual(model.lists);
}
