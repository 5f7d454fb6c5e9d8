import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DeltaFIFO } from './delta-fifo.js';
import { QueueConsumer, contentOf, keyFunc, list, script } from './queue-steps.test-support.js';
import type { Item } from './queue-steps.test-support.js';

test('a replace in steps is as a replace at once at its last step, whatever happens at the cuts', () => {
  const atCut = fc.array(script, { maxLength: 20 });
  fc.assert(
    fc.property(script, list, atCut, (before, objects, actions) => {
      const whole = new QueueConsumer(before);
      const cut = new QueueConsumer(before);
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
    { numRuns: 3000, seed: 4 },
  );
});

test('abandoned steps leave the queue as it was', () => {
  fc.assert(
    fc.property(script, list, fc.nat(8), (before, objects, stopAt) => {
      const cut = new QueueConsumer(before);
      const { length } = cut.queue;
      const steps = cut.queue.replaceInSteps(objects, '7', { objectsPerStep: 1 });
      for (let index = 0; index < Math.min(stopAt, objects.length - 1); index++) steps.next();
      steps.return?.(undefined);
      expect(cut.queue.length).toBe(length);
    }),
    { numRuns: 500, seed: 5 },
  );
});

test('a queue that is closed between two steps accepts nothing more', () => {
  const { queue } = new QueueConsumer([]);
  const three = ['a', 'b', 'c'].map((name) => ({ name, value: 1 }));
  const steps = queue.replaceInSteps(three, '7', { objectsPerStep: 1 });
  steps.next();
  queue.close();
  while (steps.next().done !== true);
  expect(queue.length).toBe(0);
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
