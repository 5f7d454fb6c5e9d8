import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DeletedFinalStateUnknown } from '../../meta/tombstone.js';
import { DeltaFIFO } from './delta-fifo.js';
import { newStore } from '../stores/store.js';
import type { Deltas, ObjectDelta } from '../types.js';

interface Item {
  readonly name: string;
  readonly value: number;
}

const keyFunc = (object: Item): string => object.name;
const object = fc.record({ name: fc.constantFrom('a', 'b', 'c', 'd', 'e'), value: fc.nat(99) });
const list = fc.array(object, { maxLength: 6 });
const before = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ op: fc.constantFrom('add', 'update', 'delete'), object }) },
    { weight: 2, arbitrary: fc.record({ op: fc.constant('pop' as const), object }) },
  ),
  { maxLength: 12 },
);
type Before = typeof before extends fc.Arbitrary<infer V> ? V : never;

/** A queue, the store of its consumer, and what was popped by key. */
class Consumer {
  readonly store = newStore(keyFunc);
  readonly queue = new DeltaFIFO({ keyFunc, knownObjects: this.store, emitDeltaTypeReplaced: true });
  readonly told = new Map<string, string[]>();
  readonly initial: boolean[] = [];

  constructor(script: Before) {
    for (const entry of script) {
      if (entry.op === 'pop') this.pop();
      else this.queue[entry.op](entry.object);
    }
  }

  pop(): boolean {
    return this.queue.tryPop((deltas: Deltas<Item>, isInInitialList) => {
      this.initial.push(isInInitialList);
      const changes = deltas as readonly ObjectDelta<Item>[];
      for (const change of changes) {
        const key = this.queue.keyOf([change]);
        const state = change.object instanceof DeletedFinalStateUnknown ? 'missed ' : '';
        const value = (
          change.object instanceof DeletedFinalStateUnknown ? change.object.object : change.object
        )?.value;
        // Resyncs may come at any time and say nothing new.
        if (change.type !== 'Sync') {
          this.told.set(key, [...(this.told.get(key) ?? []), `${change.type} ${state}${value}`]);
        }
      }
      this.store.transaction(changes);
    });
  }

  drain(): this {
    while (this.pop());
    return this;
  }

  get content(): readonly Item[] {
    return this.store.list().toSorted((a, b) => a.name.localeCompare(b.name));
  }
}

test('in steps, with pops and resyncs at every cut, each key is told what a replace at once would have told', () => {
  const atCut = fc.array(fc.constantFrom('pop', 'pop', 'resync', 'nothing'), { maxLength: 40 });
  fc.assert(
    fc.property(before, list, atCut, (script, objects, actions) => {
      const whole = new Consumer(script);
      whole.queue.replace(objects, '7');
      whole.drain();

      const cut = new Consumer(script);
      const wasSynced = cut.queue.hasSynced || script.some(({ op }) => op !== 'pop');
      const steps = cut.queue.replaceInSteps(objects, '7', { objectsPerStep: 1 });
      for (let index = 0; steps.next().done !== true; index++) {
        if (!wasSynced) expect(cut.queue.hasSynced).toBe(false);
        const action = actions[index];
        if (action === 'pop') cut.pop();
        else if (action === 'resync') cut.queue.resync();
      }
      cut.drain();

      expect(cut.told).toEqual(whole.told);
      expect(cut.content).toEqual(whole.content);
      expect(cut.queue.hasSynced).toBe(true);
      expect(cut.initial.every((initial) => initial)).toBe(whole.initial.every((initial) => initial));
    }),
    { numRuns: 3000, seed: 4 },
  );
});

test('a write between two steps comes after the whole list', () => {
  const write = fc.record({ op: fc.constantFrom('add', 'update', 'delete'), object });
  fc.assert(
    fc.property(
      before,
      list,
      write,
      fc.nat(12),
      fc.array(fc.boolean()),
      (script, objects, late, at, pops) => {
        const whole = new Consumer(script);
        whole.queue.replace(objects, '7');
        whole.queue[late.op](late.object);
        whole.drain();

        const cut = new Consumer(script);
        const steps = cut.queue.replaceInSteps(objects, '7', { objectsPerStep: 1 });
        // Keys are computed first, and then put into a set: a write between those comes before the list.
        const quiet = 2 * Math.max(0, objects.length - 1);
        let index = 0;
        let written = false;
        while (steps.next().done !== true) {
          if (index === quiet + at) {
            cut.queue[late.op](late.object);
            written = true;
            expect(steps.next().done).toBe(true);
            break;
          }
          if (pops[index++] === true) cut.pop();
        }
        if (!written) cut.queue[late.op](late.object);
        cut.drain();
        expect(cut.content).toEqual(whole.content);
        // A delete that follows a pop of its tombstone is dropped, as ever.
        if (late.op !== 'delete') expect(cut.told).toEqual(whole.told);
      },
    ),
    { numRuns: 3000, seed: 5 },
  );
});

test('steps that are given up leave nothing that is not true, and the next replace puts the rest right', () => {
  fc.assert(
    fc.property(before, list, list, fc.nat(30), (script, objects, next, stopAt) => {
      const cut = new Consumer(script);
      const steps = cut.queue.replaceInSteps(objects, '7', { objectsPerStep: 1 });
      let index = 0;
      while (index++ < stopAt && steps.next().done !== true);
      steps.return?.(undefined);
      const possible = new Set(
        [...script.map((entry) => entry.object), ...objects].map((item) => JSON.stringify(item)),
      );
      cut.drain();
      for (const item of cut.content) expect(possible).toContain(JSON.stringify(item));
      cut.queue.replace(next, '8');
      cut.drain();
      const latest = new Map(next.map((item) => [item.name, item]));
      expect(cut.content).toEqual([...latest.values()].toSorted((a, b) => a.name.localeCompare(b.name)));
      expect(cut.queue.hasSynced).toBe(true);
    }),
    { numRuns: 2000, seed: 6 },
  );
});

test('a queue that is closed between two steps takes nothing more', () => {
  const { queue } = new Consumer([]);
  const steps = queue.replaceInSteps(
    ['a', 'b', 'c'].map((name) => ({ name, value: 1 })),
    '7',
    { objectsPerStep: 1 },
  );
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

test('a key that cannot be computed leaves the queue as it was, also in steps', () => {
  const queue = new DeltaFIFO<Item>({ keyFunc });
  // No object at all: what a foreign source may bring.
  const objects = [{ name: 'a', value: 1 }, undefined as unknown as Item];
  const steps = queue.replaceInSteps(objects, '7', { objectsPerStep: 1 });
  steps.next();
  expect(() => steps.next()).toThrow('the key function failed');
  expect([queue.length, queue.hasSynced]).toEqual([0, false]);
});
