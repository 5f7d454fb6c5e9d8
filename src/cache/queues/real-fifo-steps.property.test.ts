import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DeletedFinalStateUnknown } from '../../meta/tombstone.js';
import { FakeClock, settle } from '../../testing/fake-clock.js';
import { runSteps } from '../../util/steps.js';
import { RealFIFO } from './real-fifo.js';
import { newStore } from '../stores/store.js';
import type { Deltas, ObjectDelta } from '../types.js';

// A RealFIFO with `atomicEvents: false`: its replace and its resync in steps.

interface Item {
  readonly name: string;
  readonly value: number;
}

const keyFunc = (object: Item): string => object.name;
const object = fc.record({ name: fc.constantFrom('a', 'b', 'c', 'd', 'e'), value: fc.nat(99) });
const list = fc.array(object, { maxLength: 6 });
const write = fc.record({ op: fc.constantFrom('add', 'update', 'delete'), object });
const script = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: write },
    { weight: 2, arbitrary: fc.record({ op: fc.constant('pop' as const), object }) },
  ),
  { maxLength: 12 },
);
type Script = typeof script extends fc.Arbitrary<infer V> ? V : never;

/** A queue, the store of its consumer, and what was popped by key. */
class Consumer {
  readonly store = newStore(keyFunc);
  readonly queue = new RealFIFO({ keyFunc, knownObjects: this.store, atomicEvents: false, batchSize: 3 });
  readonly told = new Map<string, string[]>();
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
        // What has something newer queued is left out.
        expect(this.store.getByKey(key)?.value).toBe(value);
        this.syncs.push(key);
      } else {
        const line = `${change.type} ${missed ? 'missed ' : ''}${value}`;
        this.told.set(key, [...(this.told.get(key) ?? []), line]);
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
    return this.store.list().toSorted((a, b) => a.name.localeCompare(b.name));
  }
}

const atCut = fc.array(fc.constantFrom('pop', 'pop', 'popBatch', 'resync', 'nothing'), { maxLength: 50 });

test('a replace in steps, with pops and resyncs at every cut, tells each key what one at once would have told', () => {
  fc.assert(
    fc.property(script, list, atCut, (before, objects, actions) => {
      const whole = new Consumer(before);
      whole.queue.replace(objects, '7');
      whole.drain();

      const cut = new Consumer(before);
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

      expect(cut.told).toEqual(whole.told);
      expect(cut.content).toEqual(whole.content);
      expect(cut.queue.hasSynced).toBe(true);
      expect(cut.initial.every((initial) => initial)).toBe(whole.initial.every((initial) => initial));
    }),
    { numRuns: 3000, seed: 14 },
  );
});

test('without pops between its steps, it queues the same deltas in the same order', () => {
  fc.assert(
    fc.property(script, list, fc.integer({ min: 1, max: 4 }), (before, objects, objectsPerStep) => {
      const [whole, cut] = [new Consumer(before), new Consumer(before)];
      whole.queue.replace(objects, '7');
      const steps = cut.queue.replaceInSteps(objects, '7', { objectsPerStep });
      while (steps.next().done !== true);
      expect(popAll(cut)).toEqual(popAll(whole));
    }),
    { numRuns: 1000, seed: 15 },
  );
});

function popAll({ queue }: Consumer): unknown[] {
  const popped: unknown[] = [];
  while (queue.tryPop((deltas, isInInitialList) => popped.push([deltas, isInInitialList])));
  return popped;
}

test('a write between two steps comes before the list or, once anything of that is queued, after all of it', () => {
  const pops = fc.array(fc.boolean());
  fc.assert(
    fc.property(script, list, write, fc.nat(25), pops, (before, objects, late, at, popsAt) => {
      const [first, second, cut] = [new Consumer(before), new Consumer(before), new Consumer(before)];
      first.do(late);
      first.queue.replace(objects, '7');
      first.drain();
      second.queue.replace(objects, '7');
      second.do(late);
      second.drain();

      const steps = cut.queue.replaceInSteps(objects, '7', { objectsPerStep: 1 });
      let written = false;
      let begun = false;
      let { length } = cut.queue;
      for (let index = 0; steps.next().done !== true; index++) {
        if (!written) begun ||= cut.queue.length > length;
        if (index === at) {
          cut.do(late);
          written = true;
        }
        if (popsAt[index] === true) cut.pop();
        ({ length } = cut.queue);
      }
      begun ||= !written;
      if (!written) cut.do(late);
      cut.drain();
      const outcome = ({ told, content }: Consumer) => ({ told, content });
      expect(begun ? [outcome(second)] : [outcome(first), outcome(second)]).toContainEqual(outcome(cut));
    }),
    { numRuns: 3000, seed: 16 },
  );
});

test('two replaces whose steps mix end with one of the lists, whole', () => {
  fc.assert(
    fc.property(script, list, list, fc.array(fc.boolean()), (before, one, other, turns) => {
      const cut = new Consumer(before);
      const running = [one, other].map((objects) =>
        cut.queue.replaceInSteps(objects, '7', { objectsPerStep: 1 }),
      );
      for (const first of turns) {
        running[first ? 0 : 1]?.next();
        cut.pop();
      }
      for (const steps of running) while (steps.next().done !== true);
      cut.drain();
      const contents = [one, other].map((objects) =>
        [...new Map(objects.map((item) => [item.name, item])).values()].toSorted((a, b) =>
          a.name.localeCompare(b.name),
        ),
      );
      expect(contents).toContainEqual(cut.content);
    }),
    { numRuns: 2000, seed: 17 },
  );
});

test('steps that are given up leave nothing that is not true, and the next replace puts the rest right', () => {
  fc.assert(
    fc.property(script, list, list, fc.nat(30), (before, objects, next, stopAt) => {
      const cut = new Consumer(before);
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
      const latest = new Map(next.map((item) => [item.name, item]));
      expect(cut.content).toEqual([...latest.values()].toSorted((a, b) => a.name.localeCompare(b.name)));
      expect(cut.queue.hasSynced).toBe(true);
    }),
    { numRuns: 2000, seed: 18 },
  );
});

test('a resync in steps, with writes and pops at every cut, tells each object once, and no older state after a newer one', () => {
  fc.assert(
    fc.property(list, script, fc.array(script, { maxLength: 20 }), (objects, before, between) => {
      const consumer = new Consumer([]);
      consumer.queue.replace(objects, '7');
      consumer.drain();
      for (const entry of before) consumer.do(entry);
      const toldBefore = new Map(consumer.told);
      const known = consumer.store.listKeys();
      const steps = consumer.queue.resyncInSteps({ objectsPerStep: 1 });
      for (let index = 0; steps.next().done !== true; index++)
        for (const entry of between[index] ?? []) consumer.do(entry);
      // In `#process`, what is synced is held to be what the store has.
      consumer.drain();
      expect(new Set(consumer.syncs).size).toBe(consumer.syncs.length);
      for (const key of known) {
        const heard = consumer.syncs.includes(key) || consumer.told.get(key) !== toldBefore.get(key);
        expect(heard).toBe(true);
      }
    }),
    { numRuns: 3000, seed: 19 },
  );
});

test('a queue that is closed between two steps takes nothing more', () => {
  const { queue } = new Consumer([]);
  const objects = ['a', 'b', 'c'].map((name) => ({ name, value: 1 }));
  const steps = queue.replaceInSteps(objects, '7', { objectsPerStep: 1 });
  while (queue.length < 2) steps.next();
  queue.close();
  expect(steps.next().done).toBe(true);
  expect(queue.length).toBe(2);
});

test('whoever waits is woken by the first step that queues something', () => {
  const { queue } = new Consumer([]);
  let woken = 0;
  queue.setListener(() => {
    woken++;
    while (queue.tryPop(() => undefined));
  });
  const objects = ['a', 'b', 'c'].map((name) => ({ name, value: 1 }));
  for (const steps = queue.replaceInSteps(objects, '7', { objectsPerStep: 1 }); steps.next().done !== true;);
  expect(woken).toBe(3);
  expect(queue.hasSynced).toBe(true);
});

// With a clock that stands still a slice is never over, so only the queue itself lets others have a turn.
test('neither a long replace nor a long resync runs far ahead of who pops', async () => {
  const consumer = new Consumer([]);
  const { queue, store } = consumer;
  const options = { clock: new FakeClock(), signal: new AbortController().signal };
  const objects = Array.from({ length: 5000 }, (_, value) => ({ name: `item-${value}`, value }));
  let longest = 0;
  queue.setListener(() => {
    queueMicrotask(() => {
      longest = Math.max(longest, queue.length);
      consumer.drain();
    });
  });
  for (const steps of [() => queue.replaceInSteps(objects, '1'), () => queue.resyncInSteps()]) {
    longest = 0;
    await runSteps(steps(), options);
    await settle();
    expect(longest).toBe(1024);
  }
  expect([store.list().length, consumer.syncs.length]).toEqual([5000, 5000]);
});
