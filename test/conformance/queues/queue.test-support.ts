/** The setups for the queue's contract: without and with atomic events, each with its consumer's store. */
import { DeletedFinalStateUnknown } from '../../../packages/kube-informers/src/meta/tombstone.js';
import { DeltaFIFO } from '../../../packages/kube-informers/src/cache/queues/delta-fifo.js';
import type { DeltaFIFOOptions } from '../../../packages/kube-informers/src/cache/queues/queue-options.js';
import { MemoryIndexer } from '../../../packages/kube-informers/src/cache/stores/indexer.js';
import type {
  Delta,
  Deltas,
  ObjectDelta,
  Queue,
  Store,
} from '../../../packages/kube-informers/src/cache/types.js';

export interface Item {
  readonly name: string;
  readonly value: number;
  readonly transformed?: number;
}

export type Options = Omit<DeltaFIFOOptions<Item>, 'knownObjects'>;

export function item(name: string, value = 0): Item {
  return { name, value };
}

export function delta(type: ObjectDelta<Item>['type'], name: string, value: number): ObjectDelta<Item> {
  return { type, object: item(name, value) };
}

/** A deletion that was missed. */
export function gone(name: string, value: number): ObjectDelta<Item> {
  return { type: 'Deleted', object: new DeletedFinalStateUnknown(name, item(name, value)) };
}

/** The store of a consumer that has these objects. */
export function knowing(known: readonly Item[]): Store<Item> {
  const store = new MemoryIndexer({ keyFunc });
  store.replace(known, '1');
  return store;
}

export function keyFunc(object: Item): string {
  if (object.name === '') throw new Error('no name');
  return object.name;
}

/** A queue and its consumer's store. */
export interface Setup {
  readonly queue: Queue<Item> & {
    keyOf(object: Item | DeletedFinalStateUnknown<Item> | Deltas<Item>): string;
  };
  readonly store: Store<Item>;
}

export const queues: readonly (readonly [string, (options?: Options) => Setup])[] = [
  [
    'DeltaFIFO',
    (options) => {
      const store = new MemoryIndexer({ keyFunc });
      return { store, queue: new DeltaFIFO({ keyFunc, knownObjects: store, ...options }) };
    },
  ],
  [
    'DeltaFIFO, with atomic events',
    (options) => ({
      store: new MemoryIndexer({ keyFunc }),
      queue: new DeltaFIFO({ keyFunc, atomicEvents: true, ...options }),
    }),
  ],
];

/** Applies a delta as a consumer does; returns the objects that it is about. */
export function apply(store: Store<Item>, delta: Delta<Item>): (Item | DeletedFinalStateUnknown<Item>)[] {
  switch (delta.type) {
    case 'ReplacedAll': {
      const kept = [...(delta.leftOut ?? [])].flatMap((key) => store.getByKey(key) ?? []);
      store.replace([...delta.objects, ...kept], delta.resourceVersion);
      return [...delta.objects];
    }
    case 'SyncAll':
      return store.list();
    case 'Deleted':
      store.delete(delta.object);
      return [delta.object];
    default:
      // Only Deleted carries a tombstone.
      store.update(delta.object as Item);
      return [delta.object];
  }
}

export interface Popped {
  readonly deltas: Deltas<Item>;
  readonly isInInitialList: boolean;
}

export function popAll({ queue, store }: Setup): Popped[] {
  const popped: Popped[] = [];
  while (
    queue.tryPop((deltas, isInInitialList) => {
      popped.push({ deltas, isInInitialList });
      for (const delta of deltas) apply(store, delta);
    })
  );
  return popped;
}

export function types(popped: readonly Popped[]): string[] {
  return popped.flatMap(({ deltas }) => deltas.map(({ type }) => type));
}

export function byName(a: Item, b: Item): number {
  return a.name.localeCompare(b.name);
}
