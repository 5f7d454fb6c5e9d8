import { describe, expect, test } from 'vitest';
import type { Steps } from '../util/steps.js';
import type { KubernetesObject } from '../meta/types.js';
import { DeltaFIFO } from './queues/delta-fifo.js';
import { replaceInSteps } from './sliced-replace.js';
import { MemoryIndexer } from './stores/indexer.js';

const objects: KubernetesObject[] = Array.from({ length: 1000 }, (_, index) => ({
  metadata: { name: `pod-${index}` },
}));

function known(): MemoryIndexer {
  const store = new MemoryIndexer();
  store.replace(objects, '1');
  return store;
}

function stepsIn(steps: Steps): number {
  let count = 1;
  while (steps.next().done !== true) count++;
  return count;
}

describe('the stores and queues of an informer work in steps', () => {
  test.each([
    ['an indexer', () => new MemoryIndexer()],
    ['a DeltaFIFO', () => new DeltaFIFO({ knownObjects: known() })],
    ['a DeltaFIFO with atomic events', () => new DeltaFIFO({ atomicEvents: true })],
  ])('%s: a replace', (_, make) => {
    expect(stepsIn(replaceInSteps<KubernetesObject>(make(), objects, '2'))).toBeGreaterThan(5);
  });
});

test('an override in a subclass is called in one step', () => {
  const calls: string[] = [];
  class Own extends DeltaFIFO {
    override replace(): void {
      calls.push('replace');
    }
  }
  const queue = new Own({ knownObjects: known() });
  expect(stepsIn(replaceInSteps<KubernetesObject>(queue, objects, '2'))).toBe(1);
  expect(calls).toEqual(['replace']);
});
