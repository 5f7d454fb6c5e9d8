import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MemoryIndexer } from './indexer.js';
import { IndexError } from './object-table.js';

interface Item {
  readonly name: string;
  readonly values: string;
}

const keyFunc = (object: Item): string => object.name;
const byValues = (object: Item): string[] => (object.values === '' ? [] : object.values.split(','));

type Step =
  | { readonly op: 'put' | 'delete'; readonly name: string; readonly values: string }
  | { readonly op: 'replace'; readonly items: readonly Item[] }
  | { readonly op: 'index' };

const name = fc.constantFrom('a', 'b', 'c', 'd');
const values = fc
  .array(fc.constantFrom('x', 'y', 'z', 'bad'), { maxLength: 3 })
  .map((list) => list.join(','));
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ op: fc.constantFrom('put', 'delete'), name, values }) },
  {
    weight: 1,
    arbitrary: fc.record({
      op: fc.constant('replace' as const),
      items: fc.uniqueArray(fc.record({ name, values }), { maxLength: 4, selector: (item) => item.name }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ op: 'index' as const }) },
);

test('after any writes, every read equals a scan of a plain map', () => {
  const func = (object: Item): string[] => {
    if (object.values.includes('bad')) throw new Error('bad');
    return byValues(object);
  };
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (script) => {
      const store = new MemoryIndexer<Item>({ keyFunc, indexers: { first: func } });
      let model = new Map<string, Item>();
      for (const entry of script) {
        if (entry.op === 'index') {
          if (!('late' in store.indexers)) store.addIndexers({ late: func });
        } else if (entry.op === 'replace') {
          if (entry.items.some((object) => object.values.includes('bad')))
            expect(() => store.replace(entry.items, '1')).toThrow(IndexError);
          else {
            store.replace(entry.items, '1');
            model = new Map(entry.items.map((object) => [object.name, object]));
          }
        } else if (entry.op === 'delete') {
          store.delete(entry);
          model.delete(entry.name);
        } else if (entry.values.includes('bad')) expect(() => store.add(entry)).toThrow(IndexError);
        else {
          store.add(entry);
          model.set(entry.name, entry);
        }
        expectSame(store, model);
      }
    }),
    { numRuns: 3000, seed: 1 },
  );
});

/** One comparison of everything that can be read: an `expect` for each would take ten times as long. */
function expectSame(store: MemoryIndexer<Item>, model: ReadonlyMap<string, Item>): void {
  const objects = [...model.values()];
  const indexes = Object.keys(store.indexers);
  const read = {
    keys: store.listKeys(),
    list: store.list(),
    byKey: objects.map((object) => store.getByKey(keyFunc(object)) === object),
    indexes: indexes.map((index) => ({
      values: store.indexFuncValues(index).toSorted(),
      found: ['x', 'y', 'z'].map((value) => ({
        keys: store.indexKeys(index, value).toSorted(),
        objects: store.byIndex(index, value).length,
      })),
    })),
  };
  const scan = {
    values: [...new Set(objects.flatMap(byValues))].toSorted(),
    found: ['x', 'y', 'z'].map((value) => {
      const having = objects.filter((object) => byValues(object).includes(value));
      return { keys: having.map(keyFunc).toSorted(), objects: having.length };
    }),
  };
  // In order of arrival, as a Map has it.
  const expected = {
    keys: [...model.keys()],
    list: objects,
    byKey: objects.map(() => true),
    indexes: indexes.map(() => scan),
  };
  expect(read).toEqual(expected);
}
