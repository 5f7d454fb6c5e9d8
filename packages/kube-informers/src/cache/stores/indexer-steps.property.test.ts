import fc from 'fast-check';
import { expect, test } from 'vitest';
import { finishSteps } from '../../util/steps.js';
import { MemoryIndexer } from './indexer.js';

interface Item {
  readonly name: string;
  readonly colour: string;
}

const items = fc.array(
  fc.record({
    name: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    colour: fc.constantFrom('red', 'green', 'blue'),
  }),
  { maxLength: 8 },
);
const keyFunc = (item: Item): string => item.name;
const colour = (item: Item): string[] => [item.colour];
const initial = (item: Item): string[] => [item.name.slice(0, 1)];

function indexerWith(objects: readonly Item[]): MemoryIndexer<Item> {
  const indexer = new MemoryIndexer<Item>({ keyFunc, indexers: { colour } });
  for (const object of objects) indexer.add(object);
  return indexer;
}

function shown(indexer: MemoryIndexer<Item>): unknown {
  return {
    list: indexer.list(),
    keys: indexer.listKeys(),
    size: indexer.size,
    resourceVersion: indexer.resourceVersion,
    indexes: Object.keys(indexer.indexers).map((name) => [
      name,
      indexer
        .indexFuncValues(name)
        .toSorted()
        .map((value) => [value, indexer.indexKeys(name, value), indexer.byIndex(name, value)]),
    ]),
  };
}

test('in steps, readers see the old content, and after the last step the result of a replace at once', () => {
  fc.assert(
    fc.property(items, items, (old, objects) => {
      const whole = indexerWith(old);
      const before = shown(whole);
      whole.replace(objects, '7');
      const indexer = indexerWith(old);
      const steps = indexer.replaceInSteps(objects, '7', { objectsPerStep: 1 });
      while (steps.next().done !== true) expect(shown(indexer)).toEqual(before);
      expect(shown(indexer)).toEqual(shown(whole));
    }),
    { numRuns: 2000, seed: 9 },
  );
});

test('an index that is added between two steps covers the old content and the new', () => {
  fc.assert(
    fc.property(items, items, fc.nat(20), (old, objects, at) => {
      const whole = indexerWith(old);
      whole.addIndexers({ initial });
      const oldKeys = whole.indexKeys('initial', 'a');
      whole.replace(objects, '7');
      const indexer = indexerWith(old);
      const steps = indexer.replaceInSteps(objects, '7', { objectsPerStep: 1 });
      for (let index = 0; index < at; index++) if (steps.next().done === true) break;
      const replaced = indexer.resourceVersion === '7';
      indexer.addIndexers({ initial });
      if (!replaced) expect(indexer.indexKeys('initial', 'a')).toEqual(oldKeys);
      finishSteps(steps);
      expect(shown(indexer)).toEqual(shown(whole));
    }),
    { numRuns: 1000, seed: 10 },
  );
});

test('onChange reports exactly the visible objects', () => {
  fc.assert(
    fc.property(items, fc.array(items, { maxLength: 5 }), (old, lists) => {
      const reported = new Set<Item>();
      const indexer = new MemoryIndexer<Item>({
        keyFunc,
        onChange(previous, next) {
          if (previous !== undefined && !reported.delete(previous))
            throw new Error('removed an object that was never reported');
          if (next === undefined) return;
          if (reported.has(next)) throw new Error('reported twice');
          reported.add(next);
        },
      });
      for (const object of old) indexer.add(object);
      for (const objects of lists) {
        finishSteps(indexer.replaceInSteps(objects, '7', { objectsPerStep: 1 }));
        expect(reported).toEqual(new Set(indexer.list()));
      }
    }),
    { numRuns: 1000, seed: 11 },
  );
});

test('given keys are not computed again', () => {
  let computed = 0;
  const indexer = new MemoryIndexer<Item>({
    keyFunc: (item) => {
      computed++;
      return item.name;
    },
  });
  const next = finishSteps(indexer.prepare([{ name: 'a', colour: 'red' }], { keys: ['a'] }));
  finishSteps(indexer.swap(next, '7'));
  expect(computed).toBe(0);
  expect(indexer.listKeys()).toEqual(['a']);
});

test('a list with an object on which an index function fails changes nothing, also in steps', () => {
  const indexer = indexerWith([{ name: 'a', colour: 'red' }]);
  const before = shown(indexer);
  const objects = [
    { name: 'b', colour: 'red' },
    // Not a string, as a JavaScript program may store.
    { name: 'c', colour: 5 as unknown as string },
  ];
  expect(() => finishSteps(indexer.replaceInSteps(objects, '7', { objectsPerStep: 1 }))).toThrow(
    'must return an array of strings, one value is number',
  );
  expect(shown(indexer)).toEqual(before);
});
