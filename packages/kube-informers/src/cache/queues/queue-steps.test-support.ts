import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DeletedFinalStateUnknown } from '../../meta/tombstone.js';
import { MemoryIndexer } from '../stores/indexer.js';
import type { DeltaFIFO } from './delta-fifo.js';
import type { RealFIFO } from './real-fifo.js';
import type { Deltas, ObjectDelta } from '../types.js';

/** An object of these tests. */
export interface Item {
  readonly name: string;
  readonly value: number;
}

export const keyFunc = (object: Item): string => object.name;
const object = fc.record({ name: fc.constantFrom('a', 'b', 'c', 'd', 'e'), value: fc.nat(99) });
export const list = fc.array(object, { maxLength: 6 });
export const write = fc.record({ op: fc.constantFrom('add', 'update', 'delete'), object });
/** Writes and pops. */
export const script = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: write },
    { weight: 2, arbitrary: fc.record({ op: fc.constant('pop' as const), object }) },
  ),
  { maxLength: 12 },
);
export type Script = typeof script extends fc.Arbitrary<infer V> ? V : never;

type Store = MemoryIndexer<Item>;

/** A queue, the store of its consumer, and the popped deltas by key. */
export class QueueConsumer<Q extends DeltaFIFO<Item> | RealFIFO<Item>> {
  readonly store = new MemoryIndexer({ keyFunc });
  readonly queue: Q;
  readonly popped = new Map<string, string[]>();
  /** Keys of resyncs: they may come at any time, and carry no new state. */
  readonly syncs: string[] = [];
  readonly initial: boolean[] = [];

  constructor(newQueue: (store: Store) => Q, entries: Script) {
    this.queue = newQueue(this.store);
    for (const entry of entries) this.do(entry);
  }

  do(entry: Script[number]): void {
    if (entry.op === 'pop') this.pop();
    else this.queue[entry.op](entry.object);
  }

  readonly #process = (deltas: Deltas<Item>, isInInitialList: boolean): void => {
    this.initial.push(isInInitialList);
    // A DeltaFIFO, and a RealFIFO without atomic events, have object deltas only.
    const changes = deltas as readonly ObjectDelta<Item>[];
    for (const change of changes) {
      const key = this.queue.keyOf([change]);
      const missed = change.object instanceof DeletedFinalStateUnknown;
      const value = (missed ? change.object.object : change.object)?.value;
      if (change.type === 'Sync') {
        // An object with a newer delta queued is not synced.
        expect(this.store.getByKey(key)?.value).toBe(value);
        this.syncs.push(key);
      } else {
        const line = `${change.type} ${missed ? 'missed ' : ''}${value}`;
        this.popped.set(key, [...(this.popped.get(key) ?? []), line]);
      }
    }
    this.store.transaction(changes);
  };

  pop(): boolean {
    return this.queue.tryPop(this.#process);
  }

  popBatch(): boolean {
    return this.queue.tryPopBatch(this.#process, this.#process);
  }

  drain(): this {
    while (this.popBatch());
    return this;
  }

  get content(): readonly Item[] {
    return byName(this.store.list());
  }
}

/** Content of a store after this list. */
export function contentOf(objects: readonly Item[]): readonly Item[] {
  return byName([...new Map(objects.map((item) => [item.name, item])).values()]);
}

function byName(items: readonly Item[]): readonly Item[] {
  return items.toSorted((a, b) => a.name.localeCompare(b.name));
}

/** Tests that hold for the steps of either queue. */
export function testSteps(
  newConsumer: (entries: Script) => QueueConsumer<DeltaFIFO<Item> | RealFIFO<Item>>,
  seed: number,
): void {
  test('a replace in steps is as a replace at once at its last step, whatever happens at the cuts', () => {
    const atCut = fc.array(script, { maxLength: 20 });
    fc.assert(
      fc.property(script, list, atCut, (before, objects, actions) => {
        const whole = newConsumer(before);
        const cut = newConsumer(before);
        const steps = cut.queue.replaceInSteps(objects, '7', { objectsPerStep: 1 });
        for (let index = 0; steps.next().done !== true; index++)
          for (const entry of actions[index] ?? []) {
            cut.do(entry);
            whole.do(entry);
          }
        whole.queue.replace(objects, '7');
        expect(cut.queue.length).toBe(whole.queue.length);
        cut.drain();
        whole.drain();
        expect(cut.popped).toEqual(whole.popped);
        expect(cut.content).toEqual(contentOf(objects));
        expect(cut.queue.hasSynced).toBe(true);
        expect(cut.initial).toEqual(whole.initial);
      }),
      { numRuns: 3000, seed },
    );
  });

  test('abandoned steps leave the queue as it was', () => {
    fc.assert(
      fc.property(script, list, fc.nat(8), (before, objects, stopAt) => {
        const cut = newConsumer(before);
        const { length } = cut.queue;
        const steps = cut.queue.replaceInSteps(objects, '7', { objectsPerStep: 1 });
        for (let index = 0; index < Math.min(stopAt, objects.length - 1); index++) steps.next();
        steps.return?.(undefined);
        expect(cut.queue.length).toBe(length);
      }),
      { numRuns: 500, seed: seed + 1 },
    );
  });

  test('a queue that is closed between two steps accepts nothing more', () => {
    const { queue } = newConsumer([]);
    const three = ['a', 'b', 'c'].map((name) => ({ name, value: 1 }));
    const steps = queue.replaceInSteps(three, '7', { objectsPerStep: 1 });
    steps.next();
    queue.close();
    while (steps.next().done !== true);
    expect(queue.length).toBe(0);
  });
}
