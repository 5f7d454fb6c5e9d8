import { expect, test } from 'vitest';
import { FakeClock, settle } from '../../../../testing/src/fake-clock.js';
import { runSteps } from '../../util/steps.js';
import { DeltaFIFO } from './delta-fifo.js';
import { MemoryIndexer } from '../stores/indexer.js';
import { pod } from '../informer/informer.test-support.js';
import type { Deltas, ObjectDelta } from '../types.js';
import type { KubernetesObject } from '../../meta/types.js';

// With a clock that stands still a slice never ends, so only the queue itself can yield.
test('a long replace or resync does not run far ahead of the consumer', async () => {
  const store = new MemoryIndexer<KubernetesObject>();
  const queue = new DeltaFIFO<KubernetesObject>({ knownObjects: store });
  const options = { clock: new FakeClock(), signal: new AbortController().signal };
  const objects = Array.from({ length: 5000 }, (_, index) => pod(`pod-${index}`));
  let [longest, popped] = [0, 0];
  const pop = (deltas: Deltas<KubernetesObject>): void => {
    popped++;
    // A DeltaFIFO has no other deltas.
    store.transaction(deltas as readonly ObjectDelta<KubernetesObject>[]);
  };
  queue.setListener(() => {
    queueMicrotask(() => {
      longest = Math.max(longest, queue.length);
      while (queue.tryPop(pop));
    });
  });
  await runSteps(queue.replaceInSteps(objects, '1'), options);
  await settle();
  expect({ longest, popped, stored: store.size }).toEqual({ longest: 1024, popped: 5000, stored: 5000 });
  expect(queue.hasSynced).toBe(true);
  [longest, popped] = [0, 0];
  await runSteps(queue.resyncInSteps(), options);
  await settle();
  expect({ longest, popped }).toEqual({ longest: 1024, popped: 5000 });
});
