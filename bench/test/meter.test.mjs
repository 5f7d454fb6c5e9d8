import { execFileSync } from 'node:child_process';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { Meter, peakRss } from '../client/meter.mjs';
import { Recorder } from '../client/recorder.mjs';
import { longestOwnMs } from '../client/turns.mjs';
import { firstEventVersion } from '../server/pods.mjs';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

/** Keeps the event loop busy until its clock has gone so far. */
function block(ms) {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

test('a pause is seen in whole, at the very beginning and at the very end', async () => {
  const meter = new Meter();
  await meter.start();
  block(60);
  const { pauseMs, ownPauseMs, gcMs, cpuSeconds } = await meter.stop();
  expect(pauseMs).toBeGreaterThanOrEqual(59);
  expect(cpuSeconds).toBeGreaterThan(0);
  // Nothing was allocated: the pause is the program's, but for what the collector did by the way, in one stop or in several.
  expect(ownPauseMs).toBeGreaterThanOrEqual(59 - gcMs);
  // Nothing of it is left in the next phase but what it did itself.
  await meter.start();
  await nextTurn();
  block(100);
  expect((await meter.stop()).pauseMs).toBeGreaterThanOrEqual(99);
});

test('a pause is no longer than the time that passed', async () => {
  const meter = new Meter();
  const from = performance.now();
  await meter.start();
  await nextTurn();
  for (let turn = 0; turn < 5; turn++) {
    block(20);
    await nextTurn();
  }
  const { pauseMs, ownPauseMs } = await meter.stop();
  const elapsedMs = performance.now() - from;
  // Five turns of 20 ms are no pause of 100: each was seen, so the other four are not in the longest. One in a thousand is
  // what the histogram rounds by.
  expect(pauseMs).toBeLessThanOrEqual((elapsedMs - 80) * 1.001);
  expect(ownPauseMs).toBeLessThanOrEqual(elapsedMs - 80);
  expect(ownPauseMs).toBeGreaterThan(0);
});

test('separates the work of the collector', async () => {
  const meter = new Meter();
  await meter.start();
  await nextTurn();
  const kept = Array.from({ length: 200_000 }, (_, index) => ({ index }));
  const from = performance.now();
  collect();
  const collectedMs = performance.now() - from;
  await nextTurn();
  const { pauseMs, gcPauseMs, gcMs } = await meter.stop();
  expect(kept).toHaveLength(200_000);
  expect(pauseMs).toBeGreaterThanOrEqual(gcPauseMs * 0.99);
  expect(gcPauseMs).toBeGreaterThan(0);
  expect(gcPauseMs).toBeLessThanOrEqual(collectedMs + gcMs);
  // Most of a call that collects is collecting.
  expect(gcMs).toBeGreaterThanOrEqual(collectedMs * 0.5);
});

test('the longest own turn is the longest without what was collected in it', () => {
  const turns = [
    { from: 0, to: 100 },
    { from: 100, to: 130 },
    { from: 140, to: 200 },
  ];
  expect(longestOwnMs([], [])).toBe(0);
  expect(longestOwnMs(turns, [])).toBe(100);
  // One before, one across the border of two turns, two within the third.
  const collections = [
    { from: -10, to: 5 },
    { from: 20, to: 105 },
    { from: 150, to: 160 },
    { from: 170, to: 175 },
  ];
  // 15, 25 and 45 are left.
  expect(longestOwnMs(turns, collections)).toBe(45);
  expect(longestOwnMs(turns.slice(0, 2), collections)).toBe(25);
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

test('timed updates have the time at which the last handler received each', async () => {
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

test('the most memory of a process is its own, not that of who started it', () => {
  const ballast = Buffer.alloc(300 * 1024 * 1024, 1);
  const meter = new URL('../client/meter.mjs', import.meta.url).href;
  const script = `import { peakRss } from '${meter}'; console.log(peakRss())`;
  const childMiB = Number(
    execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' }),
  );
  expect(childMiB).toBeGreaterThan(20);
  expect(childMiB).toBeLessThan(ballast.length / 1024 / 1024);
  expect(peakRss()).toBeGreaterThan(300);
});
