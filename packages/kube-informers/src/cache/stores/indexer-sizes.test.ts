import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { indexProblems } from '../../../../../test/invariants/index-problems.js';
import { MemoryIndexer } from './indexer.js';

interface Item {
  readonly name: string;
  readonly app: string;
}

const keyFunc = (item: Item): string => item.name;
const app = (item: Item): string[] => [item.app];
/** Zero, one or two values, one of them shared by many objects. */
const parts = (item: Item): string[] => item.app.split('-').slice(1);

function item(number: number, round = 0): Item {
  return {
    name: `web-${number}`,
    app: `app-${(number + round) % 700}-${number % 2 === 0 ? 'even' : number}`,
  };
}

function indexerOf(count: number, indexers = {}): MemoryIndexer<Item> {
  const indexer = new MemoryIndexer<Item>({ keyFunc, indexers });
  for (let number = 0; number < count; number++) indexer.add(item(number));
  return indexer;
}

function remove(indexer: MemoryIndexer<Item>, from: number, end: number): void {
  for (let number = from; number < end; number++) indexer.delete(item(number));
}

describe('an index that is added after many deletes', () => {
  test('byIndex finds every object after 4,500 of 10,000 and then 1,200 more are deleted', () => {
    const indexer = indexerOf(10_000);
    remove(indexer, 0, 4500);
    indexer.addIndexers({ app });
    remove(indexer, 4500, 5700);
    for (let number = 5700; number < 10_000; number++) indexer.update(item(number, 1));
    expect(indexProblems(indexer)).toEqual([]);
    expect(indexer.byIndex('app', item(9999, 1).app)).toEqual([item(9999, 1)]);
  });

  test('byIndex ends after 4,200 of 9,000 objects are deleted', () => {
    const indexer = indexerOf(9000);
    remove(indexer, 0, 4200);
    indexer.addIndexers({ app });
    expect(indexProblems(indexer)).toEqual([]);
  });
});

describe('at tens of thousands of objects every index equals a scan', () => {
  const size = 30_000;
  // Also from the first object on: usually the oldest are deleted.
  const from = fc.oneof(fc.constant(0), fc.nat(size - 1));
  const span = fc.record({ from, count: fc.nat(size) });
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ op: fc.constantFrom('put', 'delete'), span, round: fc.nat(3) }) },
    { weight: 1, arbitrary: fc.record({ op: fc.constant('replace'), span, round: fc.nat(3) }) },
    { weight: 1, arbitrary: fc.record({ op: fc.constantFrom('app', 'parts'), span, round: fc.nat(3) }) },
  );

  test('with spans of objects put, deleted and replaced, and indexes added at any time', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 4, maxLength: 12 }), (script) => {
        const indexer = new MemoryIndexer<Item>({ keyFunc });
        const model = new Map<string, Item>();
        for (const {
          op,
          span: { from, count },
          round,
        } of script) {
          const items = Array.from({ length: Math.min(count, size - from) }, (_, at) =>
            item(from + at, round),
          );
          if (op === 'put') for (const each of items) indexer.update(each);
          else if (op === 'delete') for (const each of items) indexer.delete(each);
          else if (op === 'replace') indexer.replace(items, '1');
          else if (!(op in indexer.indexers)) indexer.addIndexers(op === 'app' ? { app } : { parts });
          if (op === 'replace') model.clear();
          if (op === 'put' || op === 'replace') for (const each of items) model.set(each.name, each);
          if (op === 'delete') for (const each of items) model.delete(each.name);
          const problems = indexProblems(indexer);
          if (problems.length > 0) throw new Error(`after ${op}: ${problems.join('; ')}`);
        }
        const items = Array.from(model.values());
        const { size: found } = indexer;
        expect(found).toBe(items.length);
        expect(indexer.listKeys()).toEqual(items.map(keyFunc));
        // toEqual of 30,000 objects takes seconds.
        expect(indexer.list().every((each, at) => each === items[at])).toBe(true);
      }),
      { numRuns: 12, seed: 1 },
    );
  });
});
