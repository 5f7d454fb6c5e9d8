import { describe, expect, test } from 'vitest';
import {
  podList,
  refused,
  rig,
  scripted,
  status,
  tooMany,
  track,
} from '../../../packages/kube-informers/src/cache/reflector/reflector.test-support.js';
import type { Pod } from '../../../packages/kube-informers/src/cache/reflector/reflector.test-support.js';
import { FakeClock } from '../../../packages/testing/src/fake-clock.js';
import { FakeWatchStream } from '../../../packages/testing/src/fake-watch-stream.js';
import { bench, everySetup, fullReads, giveInitialEvents, synced } from './setups.test-support.js';

test.each([
  [5, 31, 62],
  [40, 31 + 32 + 34 * 50, 2 * (31 + 32 + 34 * 50)],
])(
  'TestReflectorListAndWatchInitConnBackoff: %i refused connections cause no relist, and delays grow up to a limit',
  async (failures, leastMs, mostMs) => {
    let left = failures;
    const clock = new FakeClock();
    const source = scripted({
      clock,
      watch: () => {
        if (left-- > 0) throw refused;
        return new FakeWatchStream<Pod>();
      },
    });
    const { reflector, signal, faults } = rig(source, {
      clock,
      random: Math.random,
      backoff: { baseMs: 1, capMs: 50, factor: 2, jitter: 1 },
    });
    track(reflector.listAndWatch({ signal }));
    await clock.advance(mostMs);
    expect(source.lists).toHaveLength(1);
    expect(source.watches).toHaveLength(failures + 1);
    const elapsedMs = source.requests.at(-1)?.atMs ?? 0;
    expect(elapsedMs).toBeGreaterThanOrEqual(leastMs);
    expect(elapsedMs).toBeLessThanOrEqual(mostMs);
    expect(faults).toEqual(Array.from({ length: failures }, () => 'watch ERR_CONNECTION_REFUSED'));
  },
);

test.each([
  ['default backoff', undefined, [0, 800, 2400, 5600, 12_000, 24_800]],
  ['custom backoff', { baseMs: 10, factor: 2, capMs: 100 }, [0, 10, 30, 70, 150, 250]],
])('TestNewReflectorWithCustomBackoff, %s', async (_name, backoff, expected) => {
  for (const useWatchList of [false, true]) {
    let left = 5;
    const clock = new FakeClock();
    const { reflector, signal, source } = bench(
      { sink: 'MemoryIndexer', useWatchList },
      {
        clock,
        watch: () => {
          if (left-- > 0) throw refused;
          return new FakeWatchStream<Pod>();
        },
      },
      { clock, backoff },
    );
    track(reflector.listAndWatch({ signal }));
    await clock.advance(30_000);
    expect(source.requests.filter(({ verb }) => verb === 'watch').map(({ atMs }) => atMs)).toEqual(expected);
  }
});

describe.each(everySetup)('into a $sink, watch-list $useWatchList', (setup) => {
  test('TestBackoffOnTooManyRequests: 429 on opening and as an ERROR event each cost one delay', async () => {
    const clock = new FakeClock();
    const { stream, round, source, faults } = await synced(setup, {
      source: {
        clock,
        // The first watch delivers the list, or follows it, and is answered with 429.
        watch: (_options, count) => {
          if (count === 2) throw tooMany;
          const made = new FakeWatchStream<Pod>();
          if (count === 3) made.end();
          return made;
        },
      },
      reflector: { clock },
    });
    stream.error(tooMany.status);
    await clock.advance(10_000);
    await round;
    const reads = setup.useWatchList ? [] : ['list 0'];
    expect(source.requests.map(({ verb, atMs }) => `${verb} ${atMs}`)).toEqual([
      ...reads,
      'watch 0',
      'watch 800',
      'watch 2400',
    ]);
    expect(faults).toEqual(['watch 429', 'watch 429', 'watch ERR_SHORT_WATCH']);
  });

  test('TestNoRelistOnTooManyRequests: four 429s cost four more watches and no list', async () => {
    const { stream, source, clock } = await synced(setup, {
      source: {
        watch: (_options, count) => {
          if (count > 1 && count < 6) throw tooMany;
          return new FakeWatchStream<Pod>();
        },
      },
    });
    // The server ends the watch regularly: the next watch is refused.
    await clock.advance(30_000);
    stream.end();
    await clock.advance(60_000);
    expect([fullReads(source), source.watches.length]).toEqual([1, 6]);
  });

  test.each([
    ['retries off', 0, 0, 0],
    ['retries on, all calls fail', 30_000, 0, 31],
    ['retries on, one call successful', 30_000, 10, 40],
  ])('TestRetryInternalError, %s', async (_name, maxInternalErrorRetryDurationMs, quietAt, retries) => {
    const clock = new FakeClock();
    const first = podList('1');
    const { reflector, signal, source, faults } = bench(
      setup,
      {
        list: () => first,
        watch: async (options, count) => {
          if (count === quietAt) await clock.advance(60_000);
          const stream = new FakeWatchStream<Pod>();
          if (options.sendInitialEvents === true) giveInitialEvents(stream, first);
          stream.error(status(500, 'InternalError', 'etcdserver: no leader'));
          return stream;
        },
      },
      { clock, maxInternalErrorRetryDurationMs, backoff: { baseMs: 1000, factor: 1 } },
    );
    const round = reflector.listAndWatch({ signal });
    for (let second = 0; second < 60; second++) await clock.advance(1000);
    await round;
    expect(source.watches.length - 1).toBe(retries);
    expect(fullReads(source)).toBe(1);
    expect(faults).toEqual(Array.from({ length: retries + 1 }, () => 'watch 500'));
  });
});

test('TestNoRelistOnTooManyRequests: 429 on the first watch after a list: five watches and one list', async () => {
  const source = scripted({
    watch: (_options, count) => {
      if (count < 5) throw tooMany;
      return new FakeWatchStream<Pod>();
    },
  });
  const { reflector, signal, clock } = rig(source);
  track(reflector.listAndWatch({ signal }));
  await clock.advance(60_000);
  expect([source.lists.length, source.watches.length]).toEqual([1, 5]);
});
