import { expect, test } from 'vitest';
import { DeltaFIFO } from './delta-fifo.js';
import { QueueConsumer, keyFunc, testSteps } from './queue-steps.test-support.js';
import type { Item, Script } from './queue-steps.test-support.js';

const newConsumer = (entries: Script): QueueConsumer<DeltaFIFO<Item>> =>
  new QueueConsumer(
    (knownObjects) => new DeltaFIFO({ keyFunc, knownObjects, emitDeltaTypeReplaced: true }),
    entries,
  );

testSteps(newConsumer, 4);

test('a key that cannot be computed leaves the queue as it was, also in steps', () => {
  const queue = new DeltaFIFO<Item>({ keyFunc });
  // Not an object: an untyped source may return it.
  const objects = [{ name: 'a', value: 1 }, undefined as unknown as Item];
  const steps = queue.replaceInSteps(objects, '7', { objectsPerStep: 1 });
  steps.next();
  expect(() => steps.next()).toThrow('the key function failed');
  expect([queue.length, queue.hasSynced]).toEqual([0, false]);
});
