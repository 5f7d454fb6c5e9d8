import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { KubernetesObject } from '../../meta/types.js';
import { finishSteps } from '../../util/steps.js';
import type { Steps } from '../../util/steps.js';
import { MemoryIndexer } from '../stores/indexer.js';
import { defaultKeyFunc } from '../key-of.js';
import { DeltaProcessor } from './process-deltas.js';
import { recorder } from './process-deltas.test-support.js';
import type { ReplacedAll } from '../types.js';

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

function processorOf(store: MemoryIndexer<KubernetesObject>) {
  const { sink, history } = recorder(store);
  return { processor: new DeltaProcessor(sink, store), history };
}

/** Processes a list at once. */
function process(store: MemoryIndexer<KubernetesObject>, list: ReplacedAll<KubernetesObject>): string[] {
  const { processor, history } = processorOf(store);
  const steps = processor.process([list], true);
  try {
    if (steps !== undefined) finishSteps(steps);
  } catch (error) {
    history.push((error as Error).message);
  }
  return history;
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
      const expected = process(whole, delta);

      const store = storeWith(stored);
      const { processor, history } = processorOf(store);
      const keys = objects.map((object) => defaultKeyFunc(object));
      const preparing = processor.prepare(delta, keys, 1);
      while (preparing.next().done !== true) expect(store.list()).toEqual(old);
      const notifying = processor.process([delta], true) as Steps;
      do {
        expect(store.list()).toEqual(whole.list());
        expect(new Set(store.byIndex('version', '5'))).toEqual(
          new Set(store.list().filter(({ metadata }) => metadata?.resourceVersion === '5')),
        );
      } while (notifying.next().done !== true);
      expect(history).toEqual(expected);
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
      const expected = process(whole, delta);

      const store = storeWith(stored, refused);
      const { processor, history } = processorOf(store);
      finishSteps(processor.prepare(delta, undefined, 2));
      history.push(message(() => finishSteps(processor.process([delta], true) as Steps)) ?? 'no error');
      expect(history).toEqual(expected);
      expect(history.at(-1)).toContain('not this one');
      expect(store.list()).toEqual(whole.list());
      expect(store.resourceVersion).toBe('9');
    }),
    { numRuns: 1000, seed: 8 },
  );
});

test('an index that is added after a list was prepared covers its objects', () => {
  const store = storeWith([]);
  const { processor, history } = processorOf(store);
  const object = { metadata: { name: 'a', namespace: 'default', resourceVersion: '1' } };
  const list = { type: 'ReplacedAll', objects: [object], resourceVersion: '9' } as const;
  finishSteps(processor.prepare(list));
  store.addIndexers({ name: ({ metadata }) => [metadata?.name ?? ''] });
  finishSteps(processor.process([list], true) as Steps);
  expect([history.length, store.byIndex('name', 'a')]).toEqual([1, [object]]);
});

test('an abandoned preparation changes nothing, and the next list is processed as a whole', () => {
  const store = storeWith([]);
  const { processor } = processorOf(store);
  const listOf = (...names: string[]): ReplacedAll<KubernetesObject> => ({
    type: 'ReplacedAll',
    objects: names.map((name) => ({ metadata: { name, namespace: 'default' } })),
    resourceVersion: '9',
  });
  processor.prepare(listOf('a', 'b', 'c'), undefined, 1).next();
  finishSteps(processor.process([listOf('d')], true) as Steps);
  expect(store.listKeys()).toEqual(['default/d']);
});

test('a resync of everything notifies of each stored object once, in steps too', () => {
  const store = storeWith([]);
  const names = ['a', 'b', 'c'];
  for (const name of names) store.add({ metadata: { name, namespace: 'default', resourceVersion: '1' } });
  const { processor, history } = processorOf(store);
  finishSteps(processor.process([{ type: 'SyncAll' }], false) as Steps);
  expect(history).toEqual(names.map((name) => `update default/${name} 1 to 1, stored 1`));
});
