import { expect, test } from 'vitest';
import { newQueue } from './queue.test-support.js';

test('TestMetrics: adds, depth, latency and duration of keys that are merged', async () => {
  const { queue, clock } = newQueue({ name: 'test' });
  const now = (): object => {
    const { adds, depth, queueDurationSeconds, workDurationSeconds } = queue.stats();
    return { adds, depth, waited: queueDurationSeconds.sum, worked: workDurationSeconds.sum };
  };
  expect(now()).toEqual({ adds: 0, depth: 0, waited: 0, worked: 0 });
  queue.add('foo');
  expect(now()).toEqual({ adds: 1, depth: 1, waited: 0, worked: 0 });
  await clock.advance(50_000);
  queue.add('foo');
  expect(now()).toEqual({ adds: 1, depth: 1, waited: 0, worked: 0 });
  const first = queue.tryGet();
  expect(now()).toEqual({ adds: 1, depth: 0, waited: 50, worked: 0 });

  // Any number of adds during processing are one, from the first of them on.
  queue.add('foo');
  queue.add('foo');
  expect(now()).toEqual({ adds: 2, depth: 1, waited: 50, worked: 0 });
  await clock.advance(25_000);
  expect(queue.stats()).toMatchObject({
    unfinishedWorkSeconds: 25,
    longestRunningProcessorSeconds: 25,
  });
  first?.done();
  expect(now()).toEqual({ adds: 2, depth: 1, waited: 50, worked: 25 });
  await clock.advance(10_000);
  const second = queue.tryGet();
  expect(now()).toEqual({ adds: 2, depth: 0, waited: 85, worked: 25 });

  queue.add('bar');
  const other = queue.tryGet();
  await clock.advance(5000);
  expect(queue.stats()).toMatchObject({
    unfinishedWorkSeconds: 10,
    longestRunningProcessorSeconds: 5,
  });
  second?.done();
  other?.done();
  expect(queue.stats()).toMatchObject({
    unfinishedWorkSeconds: 0,
    longestRunningProcessorSeconds: 0,
  });
});
