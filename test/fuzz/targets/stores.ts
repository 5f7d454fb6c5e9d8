import { DeltaFIFO } from '../../../packages/kube-informers/src/cache/queues/delta-fifo.js';
import { MemoryIndexer } from '../../../packages/kube-informers/src/cache/stores/indexer.js';
import type { Deltas } from '../../../packages/kube-informers/src/cache/types.js';
import { DeletedFinalStateUnknown } from '../../../packages/kube-informers/src/meta/tombstone.js';
import type { Chance } from '../../soak/chance.js';
import { indexProblems } from '../../invariants/index-problems.js';
import { ByteReader, expectThat } from '../target.js';
import type { FuzzTarget } from '../target.js';

interface Item {
  readonly name: string;
  readonly value: number;
}

const keyFunc = (item: Item): string => item.name;

/** A program of a few bytes may touch this many keys: far more than any block of a store holds. */
const keys = 40_000;
const longestRange = 10_000;
/** Bytes of a program that are read: more would only take longer. */
const programBytes = 120;

const indexFuncs: Record<string, (item: Item) => readonly string[]> = {
  few: ({ value }) => [String(value % 3)],
  many: ({ value }) => [String(value)],
  several: ({ value }) => (value % 5 === 0 ? [] : ['all', String(value % 7), String(value % 7)]),
};
const indexNames = Object.keys(indexFuncs);

function program(chance: Chance): Uint8Array {
  return Uint8Array.from({ length: chance.between(4, programBytes) }, () => chance.between(0, 256));
}

/** A MemoryIndexer beside a Map: ranges of objects come and go, indexes are added late, lists replace everything. */
export function indexerTarget(): FuzzTarget {
  return {
    seeds: [],
    generate: program,
    run(input) {
      const reader = new ByteReader(input.subarray(0, programBytes));
      const store = new MemoryIndexer<Item>({ keyFunc });
      const model = new Map<string, Item>();
      while (!reader.isAtEnd) stepOfIndexer(reader, store, model);
      expectThat(indexProblems(store).length === 0, indexProblems(store).join('; '));
      expectThat(store.size === model.size, `size ${store.size}, expected ${model.size}`);
      expectThat(sorted(store.listKeys()) === sorted(model.keys()), 'other keys');
      for (const item of store.list())
        expectThat(model.get(item.name) === item, `another object under ${item.name}`);
    },
  };
}

function stepOfIndexer(reader: ByteReader, store: MemoryIndexer<Item>, model: Map<string, Item>): void {
  const op = reader.below(8);
  const first = reader.below(keys);
  // Most ranges are short; some go beyond any block.
  const length = reader.below(8) === 0 ? reader.below(longestRange) : reader.below(16);
  const value = reader.byte();
  const items = Array.from({ length }, (_, index) => ({
    name: `key-${(first + index) % keys}`,
    value: value + (index % 11),
  }));
  switch (op) {
    case 0:
    case 1:
    case 2:
      for (const item of items) {
        store.update(item);
        model.set(item.name, item);
      }
      return;
    case 3:
    case 4:
      for (const item of items) {
        store.delete(item);
        model.delete(item.name);
      }
      return;
    case 5: {
      const name = indexNames[value % indexNames.length] ?? '';
      const func = indexFuncs[name];
      if (func !== undefined && !(name in store.indexers)) store.addIndexers({ [name]: func });
      return;
    }
    case 6:
      if (value % 4 !== 0) return;
      store.replace(items, '1');
      model.clear();
      for (const item of items) model.set(item.name, item);
      return;
    default:
      if (value % 8 === 0) expectThat(indexProblems(store).length === 0, indexProblems(store).join('; '));
  }
}

function sorted(names: Iterable<string>): string {
  return [...names].toSorted().join();
}

/** A DeltaFIFO, also with atomic events: after any writes in any order, the consumer's store equals the source. */
export function queuesTarget(): FuzzTarget {
  return {
    seeds: [],
    generate: program,
    run(input) {
      for (const atomicEvents of [false, true]) {
        const consumer = new Consumer(atomicEvents);
        const reader = new ByteReader(input.subarray(0, programBytes));
        while (!reader.isAtEnd) consumer.step(reader);
        consumer.finish();
      }
    },
  };
}

class Consumer {
  readonly #name: string;
  readonly #store = new MemoryIndexer<Item>({ keyFunc });
  readonly #queue: DeltaFIFO<Item>;
  readonly #truth = new Map<string, Item>();

  constructor(atomicEvents: boolean) {
    this.#name = atomicEvents ? 'atomic' : 'split';
    this.#queue = atomicEvents
      ? new DeltaFIFO({ keyFunc, atomicEvents })
      : new DeltaFIFO({ keyFunc, knownObjects: this.#store, emitDeltaTypeReplaced: true });
  }

  step(reader: ByteReader): void {
    const op = reader.below(9);
    const first = reader.below(20);
    const length = reader.below(12) === 0 ? reader.below(2000) : 1;
    const value = reader.byte();
    const items = Array.from({ length }, (_, index) => ({ name: `k${first + index}`, value }));
    switch (op) {
      case 0:
      case 1:
        for (const item of items) this.#write(item);
        return;
      case 2:
        for (const item of items) {
          this.#queue.delete(value % 3 === 0 ? new DeletedFinalStateUnknown(item.name, item) : item);
          this.#truth.delete(item.name);
        }
        return;
      case 3:
        this.#replace(items, reader);
        return;
      case 4:
        this.#queue.resync();
        return;
      case 5:
        while (this.#pop(true)) if (this.#queue.length < value) return;
        return;
      default:
        for (let times = value % 5; times > 0; times--) this.#pop(op === 6);
    }
  }

  /** The consumer catches up, and then has what the source has. */
  finish(): void {
    while (this.#pop(true));
    const problem = `${this.#name}: the store has ${this.#store.size} objects, expected ${this.#truth.size}`;
    expectThat(sorted(this.#store.listKeys()) === sorted(this.#truth.keys()), problem);
    for (const [name, item] of this.#truth)
      expectThat(this.#store.getByKey(name)?.value === item.value, `${this.#name}: an old ${name}`);
    expectThat(this.#queue.length === 0, `${this.#name}: ${this.#queue.length} are left`);
  }

  #write(item: Item): void {
    if (item.value % 2 === 0) this.#queue.add(item);
    else this.#queue.update(item);
    this.#truth.set(item.name, item);
  }

  /** In steps, with pops between them, and sometimes a write that comes before the end. */
  #replace(items: readonly Item[], reader: ByteReader): void {
    const steps = this.#queue.replaceInSteps(items, '5', { objectsPerStep: 1 + reader.below(200) });
    const interrupt = reader.below(3) === 0 ? reader.below(10) : Infinity;
    this.#truth.clear();
    for (const item of items) this.#truth.set(item.name, item);
    for (let step = 0; steps.next().done !== true; step++) {
      if (step % 3 === 0) this.#pop(step % 2 === 0);
      if (step >= interrupt) break;
    }
    while (steps.next().done !== true);
  }

  #pop(inBatches: boolean): boolean {
    const process = (deltas: Deltas<Item>): void => this.#apply(deltas);
    return inBatches ? this.#queue.tryPopBatch(process, process) : this.#queue.tryPop(process);
  }

  #apply(deltas: Deltas<Item>): void {
    for (const delta of deltas) {
      if (delta.type === 'ReplacedAll') this.#store.replace(delta.objects, delta.resourceVersion);
      else if (delta.type === 'Deleted') this.#store.delete(delta.object);
      else if (delta.type === 'Added' || delta.type === 'Updated' || delta.type === 'Replaced') {
        expectThat(!(delta.object instanceof DeletedFinalStateUnknown), `a tombstone as ${delta.type}`);
        this.#store.update(delta.object);
      }
    }
  }
}
