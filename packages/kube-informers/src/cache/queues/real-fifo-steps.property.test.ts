import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FakeClock, settle } from '../../../../testing/src/fake-clock.js';
import { runSteps } from '../../util/steps.js';
import {
  QueueConsumer,
  contentOf,
  keyFunc,
  list,
  script,
  testSteps,
  write,
} from './queue-steps.test-support.js';
import type { Item, Script } from './queue-steps.test-support.js';
import { RealFIFO } from './real-fifo.js';

// A RealFIFO with `atomicEvents: false`: its replace and its resync in steps.

type Consumer = QueueConsumer<RealFIFO<Item>>;
const newConsumer = (entries: Script): Consumer =>
  new QueueConsumer(
    (knownObjects) => new RealFIFO({ keyFunc, knownObjects, atomicEvents: false, batchSize: 3 }),
    entries,
  );

testSteps(newConsumer, 14);

test('without pops between its steps, it queues the same deltas in the same order', () => {
  fc.assert(
    fc.property(script, list, fc.integer({ min: 1, max: 4 }), (before, objects, objectsPerStep) => {
      const [whole, cut] = [newConsumer(before), newConsumer(before)];
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

test('a write between two steps is queued before the list or, if a part of the list is queued, after all of it', () => {
  const pops = fc.array(fc.boolean());
  fc.assert(
    fc.property(script, list, write, fc.nat(25), pops, (before, objects, late, at, popsAt) => {
      const [first, second, cut] = [newConsumer(before), newConsumer(before), newConsumer(before)];
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
      const outcome = ({ popped, content }: Consumer) => ({ popped, content });
      expect(begun ? [outcome(second)] : [outcome(first), outcome(second)]).toContainEqual(outcome(cut));
    }),
    { numRuns: 3000, seed: 16 },
  );
});

test('two replaces with interleaved steps end with all of one list', () => {
  fc.assert(
    fc.property(script, list, list, fc.array(fc.boolean()), (before, one, other, turns) => {
      const cut = newConsumer(before);
      const running = [one, other].map((objects) =>
        cut.queue.replaceInSteps(objects, '7', { objectsPerStep: 1 }),
      );
      for (const first of turns) {
        running[first ? 0 : 1]?.next();
        cut.pop();
      }
      for (const steps of running) while (steps.next().done !== true);
      cut.drain();
      expect([contentOf(one), contentOf(other)]).toContainEqual(cut.content);
    }),
    { numRuns: 2000, seed: 17 },
  );
});

test('a resync in steps, with writes and pops at every cut, pops each object once, and no older state after a newer one', () => {
  fc.assert(
    fc.property(list, script, fc.array(script, { maxLength: 20 }), (objects, before, between) => {
      const consumer = newConsumer([]);
      consumer.queue.replace(objects, '7');
      consumer.drain();
      for (const entry of before) consumer.do(entry);
      const poppedBefore = new Map(consumer.popped);
      const known = consumer.store.listKeys();
      const steps = consumer.queue.resyncInSteps({ objectsPerStep: 1 });
      for (let index = 0; steps.next().done !== true; index++)
        for (const entry of between[index] ?? []) consumer.do(entry);
      // What is synced must be what the store holds.
      consumer.drain();
      expect(new Set(consumer.syncs).size).toBe(consumer.syncs.length);
      for (const key of known) {
        const wasPopped = consumer.syncs.includes(key) || consumer.popped.get(key) !== poppedBefore.get(key);
        expect(wasPopped).toBe(true);
      }
    }),
    { numRuns: 3000, seed: 19 },
  );
});

// With a clock that stands still a slice never ends, so only the queue itself can yield.
test('a long replace or resync does not run far ahead of the consumer', async () => {
  const consumer = newConsumer([]);
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
