import { expect, test } from 'vitest';
import { newQueue, takeAll } from './queue.test-support.js';

// Upstream: kube-rs scheduler.rs.
test('TestSimpleQueue: a delayed key is handed out once, after its delay', async () => {
  const { queue, clock } = newQueue();
  queue.add('foo', { afterMs: 50 });
  expect(queue.length).toBe(0);
  await clock.advance(60);
  expect(queue.length).toBe(1);
  queue.tryGet()?.done();
  await clock.advance(20_000);
  expect([queue.length, queue.delayed]).toEqual([0, 0]);
});

// Upstream: kube-rs scheduler.rs.
test.each([
  ['the later delay first', [70, 50]],
  ['the earlier delay first', [50, 70]],
])('TestDeduping: the earlier due time counts, %s', async (_order, delays) => {
  const { queue, clock } = newQueue();
  for (const afterMs of delays) queue.add('foo', { afterMs });
  await clock.advance(49);
  expect(queue.length).toBe(0);
  await clock.advance(1);
  expect(takeAll(queue)).toEqual(['foo']);
  await clock.advance(20_000);
  expect([queue.length, queue.delayed]).toEqual([0, 0]);
});

test('TestAddTwoFireEarly: the shorter delay comes first', async () => {
  const { queue, clock } = newQueue();
  queue.add('foo', { afterMs: 1000 });
  queue.add('bar', { afterMs: 50 });
  expect(queue.length).toBe(0);
  await clock.advance(60);
  expect(takeAll(queue)).toEqual(['bar']);
  await clock.advance(2000);
  expect(takeAll(queue)).toEqual(['foo']);
});

test('TestCopyShifting: three delayed keys are handed out in the order of their due times', async () => {
  const { queue, clock } = newQueue();
  queue.add('foo', { afterMs: 1000 });
  queue.add('bar', { afterMs: 500 });
  queue.add('baz', { afterMs: 250 });
  await clock.advance(2000);
  expect(takeAll(queue)).toEqual(['baz', 'bar', 'foo']);
});
