import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { settle } from '../../../testing/src/fake-clock.js';
import { RingQueue } from './ring-queue.js';

// A fixed seed, so that every run has the same cases.

describe('RingQueue', () => {
  test('returns pushed values, oldest first', () => {
    const queue = new RingQueue<number>();
    queue.push(1);
    queue.push(2);
    expect([queue.length, queue.at(0), queue.at(1), queue.at(2), queue.at(-1)]).toEqual([
      2,
      1,
      2,
      undefined,
      undefined,
    ]);
    expect([queue.shift(), queue.shift(), queue.shift()]).toEqual([1, 2, undefined]);
    expect([queue.length, queue.at(0)]).toEqual([0, undefined]);
  });

  test('undefined is an ordinary value', () => {
    const queue = new RingQueue<undefined>();
    queue.push(undefined);
    expect(queue.length).toBe(1);
    expect([...queue]).toEqual([undefined]);
  });

  test('the queue is usable after clear', () => {
    const queue = new RingQueue<number>();
    for (let i = 0; i < 100; i++) queue.push(i);
    queue.clear();
    expect(queue.length).toBe(0);
    queue.push(7);
    expect([...queue]).toEqual([7]);
  });

  test('behaves like an array for any sequence of pushes and shifts', () => {
    const steps = fc.array(fc.oneof(fc.integer(), fc.constant('shift' as const)), { maxLength: 300 });
    fc.assert(
      fc.property(steps, (script) => {
        const queue = new RingQueue<number>();
        const model: number[] = [];
        for (const step of script) {
          if (step === 'shift') expect(queue.shift()).toBe(model.shift());
          else {
            queue.push(step);
            model.push(step);
          }
          expect(queue.length).toBe(model.length);
          expect(queue.at(0)).toBe(model[0]);
        }
        expect([...queue]).toEqual(model);
        expect(model.map((_value, index) => queue.at(index))).toEqual(model);
      }),
    );
  });

  test('a million values pass through in order', () => {
    const queue = new RingQueue<number>();
    const total = 1_000_000;
    let expected = 0;
    for (let i = 0; i < total; i++) {
      queue.push(i);
      // Shift one for every two pushed, so that the ring wraps while it grows.
      if (i % 2 === 1 && queue.shift() !== expected++) throw new Error(`out of order at ${i}`);
    }
    while (queue.length > 0) if (queue.shift() !== expected++) throw new Error(`out of order at ${expected}`);
    expect(expected).toBe(total);
  });

  test('TestGarbageCollection: does not retain a shifted value', async () => {
    const queue = new RingQueue<object>();
    const first = pushed(queue);
    pushed(queue);
    queue.shift();
    // A WeakRef retains its target until the current job ends.
    await settle();
    collectGarbage();
    expect(first.deref()).toBeUndefined();
    expect(queue.length).toBe(1);
  });
});

function pushed(queue: RingQueue<object>): WeakRef<object> {
  const value = { payload: 'x'.repeat(1000) };
  queue.push(value);
  return new WeakRef(value);
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const gc: unknown = runInNewContext('gc');
  if (typeof gc !== 'function') throw new Error('no gc function');
  gc();
}
