import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DeltaFIFO } from './delta-fifo.js';
import { QueueConsumer, keyFunc, list, script, testSteps, write } from './queue-steps.test-support.js';
import type { Item, Script } from './queue-steps.test-support.js';

const newConsumer = (entries: Script): QueueConsumer<DeltaFIFO<Item>> =>
  new QueueConsumer(
    (knownObjects) => new DeltaFIFO({ keyFunc, knownObjects, emitDeltaTypeReplaced: true }),
    entries,
  );

testSteps(newConsumer, 4);

test('a write between two steps is queued after the whole list', () => {
  fc.assert(
    fc.property(
      script,
      list,
      write,
      fc.nat(12),
      fc.array(fc.boolean()),
      (before, objects, late, at, pops) => {
        const whole = newConsumer(before);
        whole.queue.replace(objects, '7');
        whole.do(late);
        whole.drain();

        const cut = newConsumer(before);
        const steps = cut.queue.replaceInSteps(objects, '7', { objectsPerStep: 1 });
        // Keys are computed first, and then put into a set: a write between those comes before the list.
        const quiet = 2 * Math.max(0, objects.length - 1);
        let index = 0;
        let written = false;
        while (steps.next().done !== true) {
          if (index === quiet + at) {
            cut.do(late);
            written = true;
            expect(steps.next().done).toBe(true);
            break;
          }
          if (pops[index++] === true) cut.pop();
        }
        if (!written) cut.do(late);
        cut.drain();
        expect(cut.content).toEqual(whole.content);
        // A delete after a pop of its tombstone is dropped.
        if (late.op !== 'delete') expect(cut.popped).toEqual(whole.popped);
      },
    ),
    { numRuns: 3000, seed: 5 },
  );
});

test('a key that cannot be computed leaves the queue as it was, also in steps', () => {
  const queue = new DeltaFIFO<Item>({ keyFunc });
  // Not an object: an untyped source may return it.
  const objects = [{ name: 'a', value: 1 }, undefined as unknown as Item];
  const steps = queue.replaceInSteps(objects, '7', { objectsPerStep: 1 });
  steps.next();
  expect(() => steps.next()).toThrow('the key function failed');
  expect([queue.length, queue.hasSynced]).toEqual([0, false]);
});
