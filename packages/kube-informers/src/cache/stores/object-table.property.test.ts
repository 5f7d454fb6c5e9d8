import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ObjectTable } from './object-table.js';

interface Item {
  readonly key: string;
  readonly values: readonly string[];
}

/** A model with a Map, and the keys of each value in an array. */
class NaiveTable {
  readonly items = new Map<string, Item>();
  readonly lists = new Map<string, string[]>();

  put(item: Item): void {
    const old = this.items.get(item.key);
    this.items.set(item.key, item);
    const values = Array.from(new Set(item.values));
    // With the same values it keeps its position.
    if (old !== undefined && same(old.values, item.values)) return;
    this.#leave(item.key);
    for (const value of values) this.lists.set(value, [...(this.lists.get(value) ?? []), item.key]);
  }

  remove(key: string): void {
    this.items.delete(key);
    this.#leave(key);
  }

  #leave(key: string): void {
    for (const [value, keys] of this.lists) {
      const left = keys.filter((other) => other !== key);
      if (left.length === 0) this.lists.delete(value);
      else this.lists.set(value, left);
    }
  }
}

function same(old: readonly string[], values: readonly string[]): boolean {
  return old.length === values.length && values.every((value, at) => value === old[at]);
}

const values = fc.array(fc.constantFrom('x', 'y', 'z'), { maxLength: 3 });
const key = fc.nat(39).map((number) => `key-${number}`);
// Runs of deletions, so that the table empties again and again.
const steps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ key, values }) },
    { weight: 2, arbitrary: fc.record({ key }) },
    { weight: 1, arbitrary: fc.record({ from: fc.nat(39), count: fc.nat(39) }) },
  ),
  { maxLength: 150, size: 'max' },
);
const indexers = { values: (item: Item): readonly string[] => item.values };

describe('after any puts and removals, every object is found, in order of arrival', () => {
  test.each([
    ['an index from the start', 0],
    ['an index added later', 60],
  ])('%s', (_name, indexAt) => {
    fc.assert(
      fc.property(steps, (script) => {
        const table = new ObjectTable<Item>();
        const model = new NaiveTable();
        for (const [at, step] of script.entries()) {
          if (at === indexAt) {
            table.attach(table.buildIndexes([{ name: 'values', func: indexers.values }]));
            // A new index gets the objects in the order of the table.
            model.lists.clear();
            const items = Array.from(model.items.values());
            model.items.clear();
            for (const item of items) model.put(item);
          }
          if ('values' in step) {
            expect(table.put(step.key, step)).toBe(model.items.get(step.key));
            model.put(step);
          } else {
            for (const removed of 'key' in step ? [step.key] : run(step.from, step.count)) {
              expect(table.remove(removed)).toBe(model.items.get(removed));
              model.remove(removed);
            }
          }
          expectSame(table, model);
        }
      }),
      { numRuns: 120, seed: 3 },
    );
  });
});

function run(from: number, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `key-${(from + index) % 40}`);
}

function expectSame(table: ObjectTable<Item>, model: NaiveTable): void {
  expect(table.size).toBe(model.items.size);
  expect(table.listKeys()).toEqual(Array.from(model.items.keys()));
  expect(table.list()).toEqual(Array.from(model.items.values()));
  for (const [name, item] of model.items) expect(table.get(name)).toBe(item);
  for (const index of table.indexes) {
    expect(index.values().toSorted()).toEqual(Array.from(model.lists.keys()).toSorted());
    for (const [value, keys] of model.lists) {
      expect(table.keysAt(index, value)).toEqual(keys);
      expect(table.objectsAt(index, value)).toEqual(keys.map((name) => model.items.get(name)));
    }
  }
}
