import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PendingSteps } from './pending-steps.js';
import type { Steps } from './steps.js';

/** Work of so many steps that notes each one, and fails on steps that nest. `within` runs in the middle of a step. */
function work(count: number, done: number[], within: (step: number) => void = () => undefined): Steps {
  let running = false;
  let next = 0;
  return {
    next() {
      if (running) throw new Error('steps nest');
      if (next === count) return { done: true, value: undefined };
      running = true;
      try {
        within(next);
        done.push(next);
      } finally {
        running = false;
      }
      next++;
      return next === count ? { done: true, value: undefined } : { done: false, value: `after ${next}` };
    },
  };
}

function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

const calls = fc.constantFrom('step', 'finish', 'drive');

describe('pending steps', () => {
  test.each(['begin', 'share'] as const)(
    'run once each, in order, and never within one another, with any caller (%s)',
    (how) => {
      fc.assert(
        fc.property(
          fc.integer({ min: 1, max: 12 }),
          fc.array(calls),
          fc.array(calls),
          (count, outside, inside) => {
            const pending = new PendingSteps();
            const done: number[] = [];
            const call = (name: 'step' | 'finish' | 'drive' | undefined): void => {
              if (name === 'step' || (name === 'drive' && how === 'begin')) pending.step();
              else if (name === 'finish') pending.finish();
            };
            // A callback asks too: it must find nothing that it could do.
            const steps = work(count, done, (step) => {
              expect(pending.isPending).toBe(false);
              call(inside[step]);
            });
            const driver = how === 'share' ? pending.share(steps) : undefined;
            if (driver === undefined) pending.begin(steps);
            for (const name of outside) {
              const before = done.length;
              if (name === 'drive' && driver !== undefined) driver.next();
              else call(name);
              expect(done).toEqual(upTo(done.length));
              if (name === 'finish' && before > 0) expect(done).toHaveLength(count);
            }
            if (driver === undefined) pending.finish();
            else while (driver.next().done !== true);
            expect(done).toEqual(upTo(count));
            expect(pending.isPending).toBe(false);
          },
        ),
        { numRuns: 1000, seed: 20_261_122 },
      );
    },
  );

  test('do not run any more after drop, not even when a step dropped them', () => {
    for (const at of ['between', 'within']) {
      const pending = new PendingSteps();
      const done: number[] = [];
      pending.begin(work(5, done, (step) => at === 'within' && step === 1 && pending.drop()));
      pending.step();
      pending.step();
      if (at === 'between') pending.drop();
      pending.step();
      pending.finish();
      expect(done).toEqual([0, 1]);
      expect(pending.isPending).toBe(false);
    }
  });

  test('end with the error of a step, which its caller receives', () => {
    const failing = (done: number[]): Steps =>
      work(5, done, (step) => {
        if (step === 2) throw new Error('step 2 failed');
      });
    const done: number[] = [];
    const pending = new PendingSteps();
    const driver = pending.share(failing(done));
    driver.next();
    expect(() => pending.finish()).toThrow('step 2 failed');
    expect(pending.isPending).toBe(false);
    pending.begin(failing(done));
    pending.step();
    pending.step();
    expect(() => pending.step()).toThrow('step 2 failed');
    expect(pending.isPending).toBe(false);
    expect(done).toEqual([0, 1, 0, 1]);
  });

  test('given up by their driver are not pending, and the driver can be asked again', () => {
    const pending = new PendingSteps();
    const done: number[] = [];
    const driver = pending.share(work(5, done));
    driver.next();
    expect(pending.isPending).toBe(true);
    driver.return();
    expect(pending.isPending).toBe(false);
    pending.finish();
    expect(driver.next().done).toBe(true);
    expect(done).toEqual([0]);
  });

  test('show what the last step yielded, and nothing of earlier work', () => {
    const pending = new PendingSteps();
    pending.begin(work(2, []));
    pending.step();
    expect(pending.last).toBe('after 1');
    pending.begin(work(2, []));
    expect(pending.last).toBeUndefined();
  });
});
