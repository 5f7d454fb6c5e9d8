import { describe, expect, test } from 'vitest';
import { EventLog } from './handlers/event-log.js';
import type { Chunk, Notification } from './handlers/event-log.js';
import { DeltaFIFO } from './queues/delta-fifo.js';
import { MemoryIndexer } from './stores/indexer.js';
import type { Deltas } from './types.js';
import { DeletedFinalStateUnknown } from '../meta/tombstone.js';
import { SharedIndexInformer } from './informer/shared-index-informer.js';
import { PageProgress, ListPager } from '../meta/list-pager.js';
import type { KubernetesObject } from '../meta/types.js';
import { FakeClock, settle } from '../../../testing/src/fake-clock.js';
import { FakeSource } from '../../../testing/src/fake-source.js';
import type { DeepReadonly } from '../util/deep-readonly.js';
import { BodyQueue } from '../rest/response-handler.js';
import { RingQueue } from '../util/ring-queue.js';
import { indexProblems } from '../../../../test/invariants/index-problems.js';
import { numbersOf } from '../../../../test/chance.test-support.js';

/** How many come and how many go, again and again: far above what a queue keeps, and often down to none. */
const waves = [
  40_000, 40_000, 1500, 1000, 20_000, 19_000, 3000, 4500, 2048, 2048, 10_000, 9999, 1, 2, 5000, 0,
];

/** Plays the waves on a queue and on an array; both must hand out the same, and hold the same at any place. */
function playWaves(queue: {
  readonly length: number;
  push(value: number): void;
  shift(): number | undefined;
  at(index: number): number | undefined;
}): void {
  const twin: number[] = [];
  let head = 0;
  for (let index = 0; index < waves.length; index += 2) {
    for (let count = waves[index] ?? 0; count > 0; count--) {
      queue.push(twin.length);
      twin.push(twin.length);
    }
    for (let count = waves[index + 1] ?? 0; count > 0; count--) {
      const value = queue.shift();
      if (value !== twin[head]) throw new Error(`${value} instead of ${twin[head]}`);
      if (head < twin.length) head++;
    }
    expect(queue.length).toBe(twin.length - head);
    const places = [0, 1, 63, 64, 1023, 1024, 2047, 2048, queue.length - 1];
    for (const at of places) if (at >= 0 && at < queue.length) expect(queue.at(at)).toBe(twin[head + at]);
  }
}

describe('queues', () => {
  test('a RingQueue and an array hand out the same through floods that fill and empty it', () => {
    playWaves(new RingQueue<number>());
  });

  test('readers of an EventLog, at any pace, read what an array holds', () => {
    const chance = numbersOf(1);
    const log = new EventLog<number>();
    const written: Notification<number>[] = [];
    interface Reader {
      chunk: Chunk<number>;
      at: number;
      next: number;
    }
    const join = (): Reader => ({ ...log.end, next: written.length });
    const readers = [join()];
    const read = (reader: Reader, most: number): void => {
      for (let count = 0; count < most && reader.next < written.length; count++) {
        if (reader.at === reader.chunk.events.length) {
          if (reader.chunk.following === undefined) throw new Error(`the log ends at ${reader.next}`);
          reader.chunk = reader.chunk.following;
          reader.at = 0;
        }
        const event = reader.chunk.events[reader.at++];
        if (event !== written[reader.next]) throw new Error(`event ${reader.next} is another one`);
        reader.next++;
      }
    };
    for (let round = 0; round < 400; round++) {
      for (let count = chance(200); count > 0; count--) {
        const event: Notification<number> = { event: 'add', object: written.length, isInInitialList: false };
        written.push(event);
        if (log.write(event).events.at(-1) !== event) throw new Error('written elsewhere');
      }
      if (round % 20 === 0) readers.push(join());
      // The first one reads nothing before the end.
      for (const reader of readers.slice(1)) read(reader, chance(150));
      if (round % 50 === 49) {
        for (const reader of readers) read(reader, Infinity);
        log.truncate();
        for (const reader of readers) Object.assign(reader, join());
      }
    }
    expect(written.length).toBeGreaterThan(30_000);
    expect(log.written).toBe(written.length);
  });

  test('a BodyQueue returns the bytes of a long body in order while its source pauses and resumes', async () => {
    const chance = numbersOf(2);
    const body = Buffer.alloc(12 * 1024 * 1024);
    for (let at = 0; at < body.length; at += 4) body.writeUInt32LE(Math.imul(at, 2_654_435_761) >>> 0, at);
    let paused = false;
    let pauses = 0;
    const queue = new BodyQueue({
      pause: () => {
        paused = true;
        pauses++;
      },
      resume: () => {
        paused = false;
      },
      destroy: () => undefined,
    });
    let sent = 0;
    const send = (): void => {
      while (!paused && sent < body.length) {
        const end = Math.min(body.length, sent + 1 + chance(chance(20) === 0 ? 600_000 : 30_000));
        queue.push(body.subarray(sent, end));
        sent = end;
      }
      if (sent === body.length) queue.end();
    };
    const reader = queue[Symbol.asyncIterator]();
    const received: Uint8Array[] = [];
    for (;;) {
      send();
      const chunk = chance(3) === 0 ? await reader.next() : { done: false, value: queue.readNow() };
      if (chunk.done === true) break;
      if (chunk.value !== undefined) received.push(chunk.value);
    }
    expect(pauses).toBeGreaterThan(20);
    expect(Buffer.concat(received).equals(body)).toBe(true);
  });
});

interface Item {
  readonly name: string;
  readonly version: number;
}

const keyFunc = ({ name }: Item): string => name;

/** What was popped so far, as a store holds it. */
class Popped {
  readonly items = new Map<string, Item>();
  readonly process = (deltas: Deltas<Item>): void => {
    for (const delta of deltas) {
      if (!('object' in delta)) throw new Error(`${delta.type} of a queue without atomic events`);
      const { type, object } = delta;
      if (object instanceof DeletedFinalStateUnknown) this.items.delete(object.key);
      else if (type === 'Deleted') this.items.delete(object.name);
      else this.items.set(object.name, object);
    }
  };
  readonly listKeys = (): string[] => [...this.items.keys()];
  readonly getByKey = (key: string): Item | undefined => this.items.get(key);
}

describe('a DeltaFIFO', () => {
  test('a store equals a Map after tens of thousands of writes, long replaces and resyncs', () => {
    const chance = numbersOf(3);
    const popped = new Popped();
    const queue = new DeltaFIFO<Item>({ keyFunc, knownObjects: popped });
    const twin = new Map<string, Item>();
    const pop = (most: number): void => {
      for (let count = 0; count < most && queue.tryPopBatch(popped.process, popped.process); count++);
    };
    let longest = 0;
    for (let round = 0; round < 60; round++) {
      for (let count = 0; count < 700; count++) {
        const item = { name: `item-${chance(12_000)}`, version: round };
        if (chance(4) === 0) {
          queue.delete(item);
          twin.delete(item.name);
        } else {
          queue.update(item);
          twin.set(item.name, item);
        }
      }
      longest = Math.max(longest, queue.length);
      if (round % 12 === 5) {
        const kept = Array.from({ length: 9000 }, (__, at) => ({
          name: `item-${at + round}`,
          version: round,
        }));
        const steps = queue.replaceInSteps(kept, `${round}`);
        // What is queued already is popped between two steps.
        while (steps.next().done !== true) pop(chance(3));
        twin.clear();
        for (const item of kept) twin.set(item.name, item);
        longest = Math.max(longest, queue.length);
      } else if (round % 12 === 9) queue.resync();
      if (round % 6 === 1) pop(Infinity);
      else pop(chance(20));
    }
    pop(Infinity);
    expect(longest).toBeGreaterThan(3000);
    expect(popped.items.size).toBe(twin.size);
    for (const [name, item] of twin) if (popped.items.get(name) !== item) throw new Error(`${name} differs`);
  });
});

test('a MemoryIndexer that takes long lists in steps holds what a Map holds', () => {
  const store = new MemoryIndexer<Item>({
    keyFunc,
    indexers: { last: ({ name }) => [name.slice(-1)], version: ({ version }) => [`${version}`] },
  });
  for (const [round, from, count] of [
    [1, 0, 30_000],
    [2, 15_000, 30_000],
    [3, 44_000, 1000],
    [4, 0, 45_000],
  ] as const) {
    const items = Array.from({ length: count }, (_, at) => ({
      name: `item-${from + at}`,
      version: at % 3 === 0 ? round : 0,
    }));
    let steps = 0;
    const replace = store.replaceInSteps(items, `${round}`);
    while (replace.next().done !== true) steps++;
    expect(steps).toBeGreaterThan(count / 200);
    expect(indexProblems(store)).toEqual([]);
    const twin = new Map(items.map((item) => [item.name, item]));
    expect(store.size).toBe(twin.size);
    for (const [name, item] of twin) if (store.getByKey(name) !== item) throw new Error(`${name} differs`);
  }
});

test('a pager with its own sizes joins what an array holds', async () => {
  const all = Array.from({ length: 12_345 }, (_, number) => number);
  const pages: number[] = [];
  const pager = new ListPager<number>((options) => {
    const from = Number(options.continue ?? 0);
    const end = Math.min(all.length, from + (options.limit ?? all.length));
    pages.push(end - from);
    const metadata = end < all.length ? { continue: `${end}` } : {};
    return Promise.resolve({ kind: 'List', metadata, items: all.slice(from, end) });
  });
  expect((await pager.list({})).list.items).toEqual(all);
  expect(pages).toHaveLength(25);
  const one: number[] = [];
  await pager.eachListItem({}, (item) => void one.push(item));
  expect(one).toEqual(all);
  expect(pages).toHaveLength(50);
});

test('a list of 21 million items without a total counts as endless', () => {
  const progress = new PageProgress();
  const page = { metadata: {}, items: Array.from({ length: 1_000_000 }, () => 1) };
  for (let number = 1; number <= 20; number++) progress.next(page, `token-${number}`);
  expect(() => progress.next(page, 'token-21')).toThrow('at most 20000000 items were expected');
});

test('a watch with more changes than the queue holds delivers all of them to cache and handler', async () => {
  const pod = (number: number, round: number): KubernetesObject => ({
    metadata: { name: `pod-${number}`, namespace: 'default', labels: { round: `${round}` } },
  });
  const source = new FakeSource({ objects: Array.from({ length: 3000 }, (_, number) => pod(number, 0)) });
  const informer = new SharedIndexInformer<KubernetesObject>(source, { clock: new FakeClock() });
  const twin = new Map<string, string>();
  const received: string[] = [];
  const expected: string[] = [];
  const shown = ({ metadata }: DeepReadonly<KubernetesObject>): string =>
    `${metadata?.name} ${metadata?.labels?.['round']}`;
  informer.addEventHandler({ onUpdate: (_, object) => void received.push(shown(object)) });
  informer.start();
  for (let turn = 0; turn < 2000 && !informer.hasSynced; turn++) await settle(1);
  for (let number = 0; number < 3000; number++) twin.set(`pod-${number}`, '0');
  for (let round = 1; round <= 4; round++) {
    for (let number = 0; number < 3000; number++) {
      source.modify(pod(number, round));
      expected.push(`pod-${number} ${round}`);
      twin.set(`pod-${number}`, `${round}`);
    }
  }
  for (let turn = 0; turn < 5000 && received.length < expected.length; turn++) await settle(1);
  expect(received.length).toBe(expected.length);
  // Each object's changes in their order; the queue may mix those of different objects.
  expect(received.toSorted()).toEqual(expected.toSorted());
  const stored = informer.indexer.list().map((object) => shown(object));
  expect(stored.toSorted()).toEqual(Array.from(twin, ([name, round]) => `${name} ${round}`).toSorted());
  await informer.stop();
});
