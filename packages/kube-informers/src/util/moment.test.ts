import { expect, test } from 'vitest';
import { FakeClock } from '../../../testing/src/fake-clock.js';
import { Moment } from './moment.js';

/** A clock whose wall clock can be set, or goes on while the machine sleeps and the monotonic clock stands still. */
class WallClock extends FakeClock {
  setMs = 0;

  override now(): number {
    return super.now() + this.setMs;
  }
}

test.each([
  ['while both clocks run', 0, 1000],
  ['after the machine slept for ten minutes', 600_000, 601_000],
  ['after the wall clock was set back by an hour', -3_600_000, 1000],
])('the age is right %s', async (_when, setMs, ageMs) => {
  const clock = new WallClock();
  const moment = new Moment();
  expect([moment.isSet, moment.ageMs(clock), moment.epochMs]).toEqual([false, undefined, undefined]);
  moment.mark(clock);
  const epochMs = clock.now();
  await clock.advance(1000);
  clock.setMs = setMs;
  expect([moment.ageMs(clock), moment.epochMs]).toEqual([ageMs, epochMs]);
});

test('the order of moments does not depend on the wall clock', async () => {
  const clock = new WallClock();
  const [first, second, unset] = [new Moment(), new Moment(), new Moment()];
  first.mark(clock);
  await clock.advance(1);
  clock.setMs = -3_600_000;
  second.mark(clock);
  expect([second.isAfter(first), first.isAfter(second)]).toEqual([true, false]);
  expect([first.isAfter(unset), unset.isAfter(first)]).toEqual([true, false]);
  first.copy(second);
  expect(second.isAfter(first)).toBe(false);
});
