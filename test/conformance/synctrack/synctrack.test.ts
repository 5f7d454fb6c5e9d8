import { describe, expect, test } from 'vitest';
import { AsyncTracker, SingleFileTracker } from '../../../src/cache/index.js';
import { waitForCacheSync } from '../../../src/index.js';
import { settle } from '../../../src/testing/index.js';

/** Both trackers, so that one table covers both. */
const trackers = {
  SingleFile() {
    const tracker = new SingleFileTracker('single');
    return { tracker, start: () => tracker.start(), finished: () => tracker.finished() };
  },
  Async() {
    const tracker = new AsyncTracker('async');
    return { tracker, start: () => tracker.start('key'), finished: () => tracker.finished('key') };
  },
};

async function isDone(promise: Promise<void>): Promise<boolean> {
  let done = false;
  void promise.then(() => (done = true));
  await settle(1);
  return done;
}

const table = [
  { synced: false, before: false, finish: true, expected: false },
  { synced: true, before: false, finish: false, expected: false },
  { synced: true, before: true, finish: false, expected: false },
  { synced: false, before: false, finish: false, expected: false },
  { synced: true, before: false, finish: true, expected: true },
  { synced: true, before: true, finish: true, expected: true },
];

describe('TestBasicLogic', () => {
  for (const [name, make] of Object.entries(trackers)) {
    test.each(table)(`${name}: %j`, async ({ synced, before, finish, expected }) => {
      const { tracker, start, finished } = make();
      const expectSynced = async (value: boolean): Promise<void> => {
        expect(tracker.hasSynced).toBe(value);
        expect(await isDone(tracker.synced)).toBe(value);
      };
      await expectSynced(false);
      start();
      await expectSynced(false);
      if (synced && before) {
        tracker.upstreamHasSynced();
        await expectSynced(false);
      }
      if (finish) finished();
      if (synced && !before) {
        await expectSynced(false);
        tracker.upstreamHasSynced();
      }
      await expectSynced(expected);
    });
  }
});

test('TestAsyncLocking', async () => {
  const tracker = new AsyncTracker<number>('async');
  await Promise.all(
    Array.from({ length: 11 }, async (_, i) => {
      tracker.start(i);
      await settle(i % 3);
      tracker.finished(i);
    }),
  );
  expect(tracker.hasSynced).toBe(false);
  tracker.upstreamHasSynced();
  expect(tracker.hasSynced).toBe(true);
});

test('TestSingleFileCounting', () => {
  const tracker = new SingleFileTracker('pods');
  for (let i = 0; i < 100; i++) tracker.start();
  tracker.upstreamHasSynced();
  for (let i = 0; i < 99; i++) tracker.finished();
  expect(tracker.hasSynced).toBe(false);
  tracker.finished();
  expect(tracker.hasSynced).toBe(true);
  expect(() => tracker.finished()).toThrow(/pods has a negative counter/);
  expect(tracker.hasSynced).toBe(true);
});

test.each(table)('TestSingleFile: %j', ({ synced, before, finish, expected }) => {
  const tracker = new SingleFileTracker('pods');
  tracker.start();
  if (synced && before) tracker.upstreamHasSynced();
  if (finish) tracker.finished();
  if (synced && !before) tracker.upstreamHasSynced();
  expect(tracker.hasSynced).toBe(expected);
});

test('an AsyncTracker ignores the end of a key that was never started, and counts a key once', () => {
  const tracker = new AsyncTracker('async');
  tracker.finished('never started');
  tracker.start('a');
  tracker.start('a');
  tracker.upstreamHasSynced();
  expect(tracker.hasSynced).toBe(false);
  tracker.finished('a');
  expect(tracker.hasSynced).toBe(true);
});

test('an empty source is synced when it is declared synced; once synced, always synced', () => {
  for (const make of Object.values(trackers)) {
    const { tracker, start } = make();
    tracker.upstreamHasSynced();
    expect(tracker.hasSynced).toBe(true);
    start();
    expect(tracker.hasSynced).toBe(true);
  }
});

test('waitForCacheSync waits for trackers and names those that have not synced', async () => {
  const done = new AsyncTracker('done');
  const missing = new SingleFileTracker('missing');
  missing.start();
  done.upstreamHasSynced();
  const stop = new AbortController();
  const waiting = waitForCacheSync({ signal: stop.signal }, done, missing);
  stop.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('caches did not sync: missing (no error, still waiting): enough');
});
