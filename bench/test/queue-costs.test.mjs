import { expect, test } from 'vitest';
import { queueKeys, queueMemory, queueTimes, queueWork } from '../micro/queue-costs.mjs';
import { WorkQueue } from '../../packages/kube-informers/src/workqueue/work-queue.ts';

test('the queue and the Map take every key once', () => {
  const keys = queueKeys(500);
  expect(new Set(keys).size).toBe(500);
  for (const { ours, bare } of queueWork())
    expect([ours(keys, new WorkQueue()), bare(keys, new Map())]).toEqual([500, 500]);
});

test('memory is the growth of the heap per key', () => {
  let calls = 0;
  // Each row reads the heap twice: 3,000 bytes more after it than before.
  const heapBytes = () => (calls++ % 2 === 0 ? 1000 : 4000);
  const rows = queueMemory({ WorkQueue, keys: queueKeys(10), heapBytes });
  expect(rows.map(({ bytes }) => bytes)).toEqual([300, 300, 300, 300]);
});

test('times are medians per key without the first round, and ratios those of one round', () => {
  // Alternating: ours, Map, then Map, ours, and so on. The machine gets slower each round.
  const cpu = [900, 900, 10, 30, 80, 20, 40, 160];
  let at = 0;
  const measure = (run) => {
    const cpuMicros = cpu[at++ % cpu.length];
    return { result: run(), wallMicros: 2 * cpuMicros, cpuMicros };
  };
  const [all] = queueTimes({ WorkQueue, keys: queueKeys(10), rounds: 3, measure });
  expect(all).toMatchObject({ cpuMicros: 8, wallMicros: 16, bareCpuMicros: 2, ratio: 4 });
});

test('a side that misses keys stops the run', () => {
  class Lossy extends WorkQueue {
    tryGet() {
      super.tryGet()?.done();
      return super.tryGet();
    }
  }
  const measure = (run) => ({ result: run(), wallMicros: 1, cpuMicros: 1 });
  expect(() => queueTimes({ WorkQueue: Lossy, keys: queueKeys(10), rounds: 1, measure })).toThrow(
    'took 5 of 10 keys',
  );
});
