import fc from 'fast-check';
import { expect, test } from 'vitest';
import { finishSteps } from '../../util/steps.js';
import { partiallyNotified } from '../sliced-replace.js';
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
    fc.property(items, items, fc.boolean(), (old, objects, withKeys) => {
      const whole = indexerWith(old);
      const before = shown(whole);
      whole.replace(objects, '7');
      const indexer = indexerWith(old);
      const keys = withKeys ? objects.map(keyFunc) : undefined;
      const steps = indexer.replaceInSteps(objects, '7', { objectsPerStep: 1, keys });
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

test('onChange reports exactly the visible objects, for any calls between the steps of a replace', () => {
  const write = fc.record({ op: fc.constantFrom('add', 'delete', 'replace', 'read'), item: items });
  fc.assert(
    fc.property(
      items,
      items,
      fc.array(write, { maxLength: 30 }),
      fc.nat(40),
      (old, objects, writes, stopAt) => {
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
        const check = (): void => expect(reported).toEqual(new Set(indexer.list()));
        for (const object of old) indexer.add(object);
        check();
        const steps = indexer.replaceInSteps(objects, '7', { objectsPerStep: 1 });
        let index = 0;
        for (let shows = false; index < stopAt; index++) {
          const { done, value } = steps.next();
          if (done === true) break;
          if (value === partiallyNotified && !shows) expect(indexer.list()).toEqual(latest(objects));
          shows ||= value === partiallyNotified;
          const { op, item } = writes[index] ?? { op: 'read', item: [] };
          // Copies, so that each write has an object of its own.
          const changed = item.map((each) => ({ ...each }));
          if (op === 'add') for (const each of changed) indexer.add(each);
          if (op === 'delete') for (const each of changed) if (indexer.get(each)) indexer.delete(each);
          if (op === 'replace') indexer.replace(changed, '8');
          if (op === 'replace' || (op === 'add' && item.length > 0)) check();
        }
        steps.return(undefined);
        check();
      },
    ),
    { numRuns: 2000, seed: 11 },
  );
});

/** Returns the last object of each key, in the order of first occurrence. */
function latest(objects: readonly Item[]): Item[] {
  return [...new Map(objects.map((object) => [object.name, object])).values()];
}

test('given keys are not computed again', () => {
  let computed = 0;
  const indexer = new MemoryIndexer<Item>({
    keyFunc: (item) => {
      computed++;
      return item.name;
    },
  });
  const objects = [{ name: 'a', colour: 'red' }];
  finishSteps(indexer.replaceInSteps(objects, '7', { keys: ['a'] }));
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
