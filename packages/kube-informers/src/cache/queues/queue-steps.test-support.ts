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
  const three = ['a', 'b', 'c'].map((name) => ({ name, value: 1 }));

  test('a replace in steps, with pops and resyncs at every cut, pops the same deltas per key as a replace at once', () => {
    const atCut = fc.array(fc.constantFrom('pop', 'pop', 'popBatch', 'resync', 'nothing'), { maxLength: 50 });
    fc.assert(
      fc.property(script, list, atCut, (before, objects, actions) => {
        const whole = newConsumer(before);
        whole.queue.replace(objects, '7');
        whole.drain();

        const cut = newConsumer(before);
        const wasSynced = cut.queue.hasSynced || before.some(({ op }) => op !== 'pop');
        const steps = cut.queue.replaceInSteps(objects, '7', { objectsPerStep: 1 });
        for (let index = 0; steps.next().done !== true; index++) {
          if (!wasSynced) expect(cut.queue.hasSynced).toBe(false);
          const action = actions[index];
          if (action === 'pop') cut.pop();
          else if (action === 'popBatch') cut.popBatch();
          else if (action === 'resync') cut.queue.resync();
        }
        cut.drain();

        expect(cut.popped).toEqual(whole.popped);
        expect(cut.content).toEqual(whole.content);
        expect(cut.queue.hasSynced).toBe(true);
        expect(cut.initial.every((initial) => initial)).toBe(whole.initial.every((initial) => initial));
      }),
      { numRuns: 3000, seed },
    );
  });

  test('abandoned steps leave only valid deltas, and the next replace completes the list', () => {
    fc.assert(
      fc.property(script, list, list, fc.nat(30), (before, objects, next, stopAt) => {
        const cut = newConsumer(before);
        const steps = cut.queue.replaceInSteps(objects, '7', { objectsPerStep: 1 });
        for (let index = 0; index < stopAt && steps.next().done !== true; index++);
        steps.return?.(undefined);
        const possible = new Set(
          [...before.map((entry) => entry.object), ...objects].map((item) => JSON.stringify(item)),
        );
        cut.drain();
        for (const item of cut.content) expect(possible).toContain(JSON.stringify(item));
        cut.queue.replace(next, '8');
        cut.drain();
        expect(cut.content).toEqual(contentOf(next));
        expect(cut.queue.hasSynced).toBe(true);
      }),
      { numRuns: 2000, seed: seed + 1 },
    );
  });

  test('a queue that is closed between two steps accepts nothing more', () => {
    const { queue } = newConsumer([]);
    const steps = queue.replaceInSteps(three, '7', { objectsPerStep: 1 });
    while (queue.length < 2) steps.next();
    queue.close();
    expect(steps.next().done).toBe(true);
    expect(queue.length).toBe(2);
  });

  test('the first step that queues something wakes a waiting consumer', () => {
    const { queue } = newConsumer([]);
    let woken = 0;
    queue.setListener(() => {
      woken++;
      while (queue.tryPop(() => undefined));
    });
    for (const steps = queue.replaceInSteps(three, '7', { objectsPerStep: 1 }); steps.next().done !== true;);
    expect(woken).toBe(3);
    expect(queue.hasSynced).toBe(true);
  });
}
