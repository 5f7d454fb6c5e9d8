import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { KubernetesObject } from '../../meta/types.js';
import { finishSteps } from '../../util/steps.js';
import { MemoryIndexer } from '../stores/indexer.js';
import { defaultKeyFunc } from '../key-of.js';
import { partiallyNotified } from '../sliced-replace.js';
import { processInSteps } from './process-deltas.js';
import { recorder } from './process-deltas.test-support.js';
import type { Delta } from '../types.js';

const pod = fc
  .record({ name: fc.constantFrom('a', 'b', 'c', 'd', 'e'), version: fc.integer({ min: 1, max: 9 }) })
  .map(({ name, version }): KubernetesObject => ({
    metadata: { name, namespace: 'default', resourceVersion: String(version) },
  }));
const pods = fc.array(pod, { maxLength: 6 });

function storeWith(
  objects: readonly KubernetesObject[],
  refuses?: KubernetesObject,
): MemoryIndexer<KubernetesObject> {
  const store = new MemoryIndexer<KubernetesObject>({
    indexers: {
      version: (object) => {
        if (object === refuses) throw new Error('not this one');
        return [object.metadata?.resourceVersion ?? ''];
      },
    },
  });
  for (const object of objects) if (object !== refuses) store.add(object);
  return store;
}

function message(action: () => void): string | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

function process(store: MemoryIndexer<KubernetesObject>, delta: Delta<KubernetesObject>, perStep: number) {
  const { sink, history } = recorder(store);
  const steps = processInSteps(sink, store, [delta], true, defaultKeyFunc, undefined, perStep);
  if (steps === undefined) throw new Error('there must be steps');
  return { steps, history };
}

test('steps notify of the same changes, and readers see the old content or the new', () => {
  const leftOut = fc.subarray(['default/a', 'default/b', 'default/f']);
  fc.assert(
    fc.property(pods, pods, leftOut, (stored, objects, left) => {
      const delta = {
        type: 'ReplacedAll',
        objects,
        resourceVersion: '9',
        ...(left.length === 0 ? undefined : { leftOut: new Set(left) }),
      } as const;
      const whole = storeWith(stored);
      const old = whole.list();
      const expected = process(whole, delta, Infinity);
      finishSteps(expected.steps);

      const store = storeWith(stored);
      const { steps, history } = process(store, delta, 1);
      for (;;) {
        const { done, value } = steps.next();
        if (done === true) break;
        // Before the first notification the store shows the old content; from then on, all of the new.
        expect(value === partiallyNotified).toBe(history.length > 0);
        expect(store.list()).toEqual(value === partiallyNotified ? whole.list() : old);
        expect(new Set(store.byIndex('version', '5'))).toEqual(
          new Set(store.list().filter(({ metadata }) => metadata?.resourceVersion === '5')),
        );
      }
      expect(history).toEqual(expected.history);
      expect(store.list()).toEqual(whole.list());
      expect(store.resourceVersion).toBe('9');
    }),
    { numRuns: 2000, seed: 7 },
  );
});

// The index functions see only the last object of a key that occurs twice in a list.
const onePerKey = fc.uniqueArray(pod, {
  minLength: 1,
  maxLength: 6,
  selector: ({ metadata }) => metadata?.name,
});

test('objects that the store refuses are left out and named, however the list is cut', () => {
  fc.assert(
    fc.property(pods, onePerKey, fc.nat(5), (stored, objects, which) => {
      const refused = objects[which % objects.length] as KubernetesObject;
      const delta = { type: 'ReplacedAll', objects, resourceVersion: '9' } as const;
      const whole = storeWith(stored, refused);
      const expected = process(whole, delta, Infinity);
      const expectedMessage = message(() => finishSteps(expected.steps));

      const store = storeWith(stored, refused);
      const { steps, history } = process(store, delta, 2);
      expect(message(() => finishSteps(steps))).toBe(expectedMessage);
      expect(expectedMessage).toContain('not this one');
      expect(store.list()).toEqual(whole.list());
      expect(store.resourceVersion).toBe('9');
      // The store is written in parts; each part is stored before its notifications.
      expect(history.map(withoutStored).toSorted()).toEqual(expected.history.map(withoutStored).toSorted());
    }),
    { numRuns: 1000, seed: 8 },
  );
});

function withoutStored(line: string): string {
  return line.replace(/, stored .*/, '');
}

test('a resync of everything notifies of each stored object once, in steps too', () => {
  const store = storeWith([]);
  const names = ['a', 'b', 'c'];
  for (const name of names) store.add({ metadata: { name, namespace: 'default', resourceVersion: '1' } });
  const { steps, history } = process(store, { type: 'SyncAll' }, 1);
  let count = 0;
  while (steps.next().done !== true) expect(history).toHaveLength(++count);
  expect(history).toEqual(names.map((name) => `update default/${name} 1 to 1, stored 1`));
});
