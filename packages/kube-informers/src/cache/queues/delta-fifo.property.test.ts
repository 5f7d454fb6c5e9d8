import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DeletedFinalStateUnknown } from '../../meta/tombstone.js';
import { DeltaFIFO } from './delta-fifo.js';
import { MemoryIndexer } from '../stores/indexer.js';
import type { ObjectDelta } from '../types.js';

interface Item {
  readonly name: string;
  readonly value: number;
}

const keyFunc = (object: Item): string => object.name;

type Step =
  | { readonly op: 'add' | 'update' | 'delete'; readonly object: Item }
  | { readonly op: 'tombstone'; readonly object: Item }
  | { readonly op: 'replace'; readonly list: readonly Item[] }
  | { readonly op: 'resync' | 'pop' };

const object = fc.record({ name: fc.constantFrom('a', 'b', 'c'), value: fc.nat(99) });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ op: fc.constantFrom('add', 'update', 'delete'), object }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('tombstone' as const), object }) },
  {
    weight: 2,
    arbitrary: fc.record({ op: fc.constant('replace' as const), list: fc.array(object, { maxLength: 3 }) }),
  },
  { weight: 4, arbitrary: fc.record({ op: fc.constantFrom('resync', 'pop') }) },
);

/** A simple model of the rules of client-go's delta_fifo.go: arrays, searched from the front. */
class Model {
  readonly known = new Map<string, Item>();
  queue: [string, ObjectDelta<Item>[]][] = [];
  #populated = false;
  #initial = 0;

  get hasSynced(): boolean {
    return this.#populated && this.#initial === 0;
  }

  push(key: string, change: ObjectDelta<Item>): void {
    const deltas = this.queue.find(([name]) => name === key)?.[1];
    if (deltas === undefined) {
      this.queue.push([key, [change]]);
      return;
    }
    const last = deltas.at(-1);
    if (last?.type === 'Deleted' && change.type === 'Deleted') {
      if (last.object instanceof DeletedFinalStateUnknown) deltas.splice(-1, 1, change);
    } else deltas.push(change);
  }

  do(entry: Exclude<Step, { readonly op: 'resync' | 'pop' }>): void {
    const queued = (key: string): boolean => this.queue.some(([name]) => name === key);
    if (entry.op === 'replace') {
      const before = this.queue.map(([name]) => name);
      for (const listed of entry.list) this.push(listed.name, { type: 'Sync', object: listed });
      const listed = (key: string): boolean => entry.list.some(({ name }) => name === key);
      for (const key of before.filter((name) => !listed(name))) {
        const last = this.queue.find(([name]) => name === key)?.[1].at(-1)?.object;
        const state = last instanceof DeletedFinalStateUnknown ? last.object : last;
        this.push(key, { type: 'Deleted', object: new DeletedFinalStateUnknown(key, state) });
      }
      for (const [key, state] of this.known) {
        if (!listed(key) && !queued(key))
          this.push(key, { type: 'Deleted', object: new DeletedFinalStateUnknown(key, state) });
      }
      if (!this.#populated) this.#initial = this.queue.length;
      this.#populated = true;
      return;
    }
    this.#populated = true;
    const { name } = entry.object;
    if (entry.op === 'add') this.push(name, { type: 'Added', object: entry.object });
    else if (entry.op === 'update') this.push(name, { type: 'Updated', object: entry.object });
    else if (queued(name) || this.known.has(name)) {
      const state =
        entry.op === 'delete' ? entry.object : new DeletedFinalStateUnknown<Item>(name, entry.object);
      this.push(name, { type: 'Deleted', object: state });
    }
  }

  resync(): void {
    for (const [key, state] of this.known) {
      if (!this.queue.some(([name]) => name === key)) this.push(key, { type: 'Sync', object: state });
    }
  }

  pop(): ObjectDelta<Item>[] | undefined {
    const [key, deltas] = this.queue.shift() ?? [];
    if (key === undefined || deltas === undefined) return undefined;
    this.#initial = Math.max(0, this.#initial - 1);
    for (const change of deltas) {
      if (change.type === 'Deleted') this.known.delete(key);
      else this.known.set(key, change.object as Item);
    }
    return deltas;
  }
}

test('follows the rules for any sequence of adds and pops', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (script) => {
      const store = new MemoryIndexer({ keyFunc });
      const queue = new DeltaFIFO({ keyFunc, knownObjects: store });
      const model = new Model();
      const pop = (): void => {
        const initial = !model.hasSynced;
        const expected = model.pop();
        const popped = queue.tryPop((deltas, isInInitialList) => {
          expect([deltas, isInInitialList]).toEqual([expected, initial]);
          // A DeltaFIFO has object deltas only.
          store.transaction(deltas as readonly ObjectDelta<Item>[]);
        });
        expect(popped).toBe(expected !== undefined);
      };
      for (const entry of script) {
        switch (entry.op) {
          case 'pop':
            pop();
            break;
          case 'resync':
            queue.resync();
            model.resync();
            break;
          case 'replace':
            queue.replace(entry.list, '1');
            model.do(entry);
            break;
          case 'tombstone':
            queue.delete(new DeletedFinalStateUnknown(entry.object.name, entry.object));
            model.do(entry);
            break;
          default:
            queue[entry.op](entry.object);
            model.do(entry);
        }
        expect([queue.length, queue.hasSynced]).toEqual([model.queue.length, model.hasSynced]);
      }
      while (queue.length > 0) pop();
      expect(store.list()).toEqual([...model.known.values()]);
    }),
    { numRuns: 3000, seed: 1 },
  );
});
