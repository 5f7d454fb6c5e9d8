import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Meter } from '../client/meter.mjs';
import { Recorder } from '../client/recorder.mjs';
import { firstEventVersion } from '../server/pods.mjs';

/** Keeps the event loop busy until its clock has gone so far. */
function block(ms) {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

test('a pause is seen in whole, at the very beginning and at the very end', async () => {
  const meter = new Meter();
  await meter.start();
  block(60);
  const { pauseMs, cpuSeconds } = await meter.stop();
  expect(pauseMs).toBeGreaterThanOrEqual(59);
  expect(cpuSeconds).toBeGreaterThan(0);
  // Nothing of it is left in the next phase but what it did itself.
  await meter.start();
  await nextTurn();
  block(120);
  expect((await meter.stop()).pauseMs).toBeGreaterThanOrEqual(119);
});

test('adds are over when the last handler has them all', async () => {
  const recorder = new Recorder(2);
  let over = false;
  const adds = recorder.adds(3).then(() => (over = true));
  for (let index = 0; index < 3; index++) recorder.added(0);
  recorder.added(1);
  recorder.added(1);
  await nextTurn();
  expect(over).toBe(false);
  recorder.added(1);
  await adds;
});

test('timed updates have the time at which the last handler was told of each', async () => {
  const recorder = new Recorder(2);
  const event = (sequence) => ({ metadata: { resourceVersion: String(firstEventVersion + sequence) } });
  const flooded = recorder.updates(1);
  for (const handler of [0, 1]) recorder.updated(handler, event(1));
  await flooded;
  const timed = recorder.timedUpdates(2, 2);
  for (const handler of [0, 1]) for (const sequence of [2, 3]) recorder.updated(handler, event(sequence));
  const arrivals = await timed;
  expect(arrivals).toHaveLength(2);
  expect(arrivals.every((arrival) => arrival > 0)).toBe(true);
  expect(arrivals[1]).toBeGreaterThanOrEqual(arrivals[0]);
});
