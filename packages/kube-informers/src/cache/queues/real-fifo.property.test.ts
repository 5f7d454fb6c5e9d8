import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DeletedFinalStateUnknown } from '../../meta/tombstone.js';
import { RealFIFO } from './real-fifo.js';
import { MemoryIndexer } from '../stores/indexer.js';
import type { Delta, ObjectDelta } from '../types.js';

interface Item {
  readonly name: string;
  readonly value: number;
}

const keyFunc = (object: Item): string => object.name;

function gone(name: string, value: number): ObjectDelta<Item> {
  return { type: 'Deleted', object: new DeletedFinalStateUnknown(name, { name, value }) };
}

type Step =
  | { readonly op: 'add' | 'update' | 'delete'; readonly object: Item }
  | { readonly op: 'replace'; readonly list: readonly Item[] }
  | { readonly op: 'resync' | 'pop' | 'popBatch' };

const object = fc.record({ name: fc.constantFrom('a', 'b', 'c'), value: fc.nat(99) });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ op: fc.constantFrom('add', 'update', 'delete'), object }) },
  {
    weight: 2,
    arbitrary: fc.record({ op: fc.constant('replace' as const), list: fc.array(object, { maxLength: 4 }) }),
  },
  { weight: 5, arbitrary: fc.record({ op: fc.constantFrom('resync', 'pop', 'popBatch') }) },
);

/** A simple model of the rules of client-go's the_real_fifo.go without atomic events. */
class Model {
  readonly known = new Map<string, Item>();
  queue: [string, ObjectDelta<Item>][] = [];
  populated = false;
  initial = 0;

  get hasSynced(): boolean {
    return this.populated && this.initial === 0;
  }

  replace(list: readonly Item[]): void {
    const added: [string, ObjectDelta<Item>][] = [];
    const keys = [...new Set(this.queue.map(([key]) => key))];
    for (const key of keys) {
      const last = this.queue.findLast(([name]) => name === key)?.[1];
      if (last === undefined || last.type === 'Deleted' || list.some(({ name }) => name === key)) continue;
      added.push([key, gone(key, (last.object as Item).value)]);
    }
    for (const [key, state] of this.known) {
      if (!keys.includes(key) && !list.some(({ name }) => name === key))
        added.push([key, gone(key, state.value)]);
    }
    for (const listed of list) added.push([listed.name, { type: 'Replaced', object: listed }]);
    this.queue.push(...added);
    if (!this.populated) this.initial = this.queue.length;
    this.populated = true;
  }

  resync(): void {
    const queued = this.queue.map(([key]) => key);
    for (const [key, state] of this.known) {
      if (!queued.includes(key)) this.queue.push([key, { type: 'Sync', object: state }]);
    }
  }

  pop(count: number): ObjectDelta<Item>[] {
    const popped = this.queue.splice(0, count);
    this.initial = Math.max(0, this.initial - count);
    for (const [key, change] of popped) {
      if (change.type === 'Deleted') this.known.delete(key);
      else this.known.set(key, change.object as Item);
    }
    return popped.map(([, change]) => change);
  }
}

test('follows the rules for every sequence of adds and pops, single or in batches', () => {
  const batchSize = 3;
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (script) => {
      const store = new MemoryIndexer({ keyFunc });
      const queue = new RealFIFO({ keyFunc, knownObjects: store, atomicEvents: false, batchSize });
      const model = new Model();
      const check = (deltas: readonly Delta<Item>[], isInInitialList: boolean): void => {
        // Without atomic events there are object deltas only.
        const changes = deltas as readonly ObjectDelta<Item>[];
        const keys = changes.map((change) => queue.keyOf([change]));
        expect(changes.length).toBeLessThanOrEqual(batchSize);
        expect(new Set(keys).size).toBe(keys.length);
        expect(isInInitialList).toBe(!model.hasSynced);
        if (model.initial > 0) expect(changes.length).toBeLessThanOrEqual(model.initial);
        expect(changes).toEqual(model.pop(changes.length));
        store.transaction(changes);
      };
      for (const entry of script) {
        switch (entry.op) {
          case 'pop':
            queue.tryPop(check);
            break;
          case 'popBatch':
            queue.tryPopBatch(check, check);
            break;
          case 'resync':
            queue.resync();
            model.resync();
            break;
          case 'replace':
            queue.replace(entry.list, '1');
            model.replace(entry.list);
            break;
          default: {
            const type = { add: 'Added', update: 'Updated', delete: 'Deleted' } as const;
            queue[entry.op](entry.object);
            model.queue.push([entry.object.name, { type: type[entry.op], object: entry.object }]);
            model.populated = true;
          }
        }
        expect([queue.length, queue.hasSynced]).toEqual([model.queue.length, model.hasSynced]);
      }
      while (queue.tryPopBatch(check, check));
      expect(store.list().toSorted(byName)).toEqual([...model.known.values()].toSorted(byName));
    }),
    { numRuns: 3000, seed: 1 },
  );
});

function byName(a: Item, b: Item): number {
  return a.name.localeCompare(b.name);
}
