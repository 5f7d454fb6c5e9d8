import { describe, expect, test } from 'vitest';
import { FakeClock } from '../../../testing/src/fake-clock.js';
import { Backoff, ResettingBackoff, defaultReflectorBackoff } from './backoff.js';

function steps(backoff: { step(): number }, count: number): number[] {
  return Array.from({ length: count }, () => backoff.step());
}

describe('Backoff.step', () => {
  // Upstream: wait: Backoff.Step stops growing at the cap.
  test('grows by the factor up to the cap and stays there', () => {
    expect(steps(new Backoff({ baseMs: 1, factor: 2, capMs: 10 }), 7)).toEqual([1, 2, 4, 8, 10, 10, 10]);
  });

  test('a value equal to the cap does not end the growth', () => {
    expect(steps(new Backoff({ baseMs: 1, factor: 2, capMs: 4 }), 5)).toEqual([1, 2, 4, 4, 4]);
  });

  // Upstream: wait: Backoff.Step stops growing at the cap.
  test('stops growing after the last step', () => {
    expect(steps(new Backoff({ baseMs: 1, factor: 3, steps: 2 }), 5)).toEqual([1, 3, 9, 9, 9]);
    expect(steps(new Backoff({ baseMs: 1, factor: 3, steps: 0 }), 3)).toEqual([1, 1, 1]);
  });

  // Upstream: wait: jitter per step, not cumulative.
  test('jitter is drawn per step and does not accumulate', () => {
    const backoff = new Backoff({ baseMs: 10, factor: 2, jitter: 0.5 }, () => 1 - Number.EPSILON);
    for (const [index, delay] of steps(backoff, 4).entries())
      expect(delay).toBeCloseTo(10 * 2 ** index * 1.5);
  });

  test('starts over after reset', () => {
    const backoff = new Backoff({ baseMs: 5 });
    expect(steps(backoff, 3)).toEqual([5, 10, 20]);
    backoff.reset();
    expect(steps(backoff, 2)).toEqual([5, 10]);
  });

  test("the reflector's delays end in [30, 60) s", () => {
    const least = steps(new Backoff(defaultReflectorBackoff, () => 0), 8);
    expect(least).toEqual([800, 1600, 3200, 6400, 12_800, 25_600, 30_000, 30_000]);
    const most = steps(new Backoff(defaultReflectorBackoff, () => 0.999), 8);
    expect(Math.max(...most)).toBeLessThan(60_000);
  });
});

describe('Backoff.succeeded', () => {
  test.each([
    [0, 0],
    [0.25, 5],
    [0.5, 10],
    [0.75, 15],
  ])('the next delay is drawn around the base: random %d gives %d ms', (chance, delayMs) => {
    const backoff = new Backoff({ baseMs: 10, jitter: 1 }, () => chance);
    backoff.step();
    backoff.succeeded();
    expect(backoff.step()).toBe(delayMs);
    expect(backoff.step()).toBe(20 * (1 + chance));
  });

  test('without jitter it is the base; a jitter above 1 never causes a negative delay', () => {
    const plain = new Backoff({ baseMs: 10 });
    plain.succeeded();
    expect(plain.step()).toBe(10);
    const wide = new Backoff({ baseMs: 10, jitter: 3 }, () => 0);
    wide.succeeded();
    expect(wide.step()).toBe(0);
  });
});

describe('ResettingBackoff', () => {
  const delays = (clock: FakeClock, resetMs?: number): (() => number) => {
    const backoff = new ResettingBackoff({ baseMs: 1000, capMs: 8000 }, { clock, resetMs, random: () => 0 });
    return () => backoff.next();
  };

  // Upstream: wait: DelayWithReset resets after idle.
  test('starts over when the reset time has passed since the last start, whatever the number of failures', async () => {
    const clock = new FakeClock();
    const delay = delays(clock, 10_000);
    expect([delay(), delay(), delay()]).toEqual([1000, 2000, 4000]);
    await clock.advance(10_000);
    expect(delay()).toBe(8000);
    await clock.advance(1);
    expect([delay(), delay()]).toEqual([1000, 2000]);
    await clock.advance(10_000);
    expect(delay()).toBe(4000);
    await clock.advance(1);
    expect(delay()).toBe(1000);
  });

  // Upstream: wait: DelayWithReset resets after idle.
  test('the reset time is two minutes by default (client-go: the reflector)', async () => {
    const clock = new FakeClock();
    const delay = delays(clock);
    expect([delay(), delay()]).toEqual([1000, 2000]);
    await clock.advance(120_000);
    expect(delay()).toBe(4000);
    await clock.advance(1);
    expect(delay()).toBe(1000);
  });
});

test('ResettingBackoff: a success starts over, and the reset time counts from there', async () => {
  const clock = new FakeClock();
  const backoff = new ResettingBackoff({ baseMs: 1000 }, { clock, resetMs: 10_000, random: () => 0 });
  expect([backoff.next(), backoff.next()]).toEqual([1000, 2000]);
  await clock.advance(6000);
  backoff.succeeded();
  expect([backoff.next(), backoff.next()]).toEqual([1000, 2000]);
  await clock.advance(10_000);
  expect(backoff.next()).toBe(4000);
});
