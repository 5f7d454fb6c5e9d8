import fc from 'fast-check';
import { expect } from 'vitest';
import { DeletedFinalStateUnknown } from '../../meta/tombstone.js';
import { MemoryIndexer } from '../stores/indexer.js';
import { DeltaFIFO } from './delta-fifo.js';
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

/** A queue, the store of its consumer, and the popped deltas by key. */
export class QueueConsumer {
  readonly store = new MemoryIndexer({ keyFunc });
  readonly queue = new DeltaFIFO({ keyFunc, knownObjects: this.store, emitDeltaTypeReplaced: true });
  readonly popped = new Map<string, string[]>();
  /** Keys of resyncs: they may come at any time, and carry no new state. */
  readonly syncs: string[] = [];
  readonly initial: boolean[] = [];

  constructor(entries: Script) {
    for (const entry of entries) this.do(entry);
  }

  do(entry: Script[number]): void {
    if (entry.op === 'pop') this.pop();
    else this.queue[entry.op](entry.object);
  }

  readonly #process = (deltas: Deltas<Item>, isInInitialList: boolean): void => {
    this.initial.push(isInInitialList);
    // Without atomic events there are object deltas only.
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
