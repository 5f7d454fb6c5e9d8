import { describe, expect, test } from 'vitest';
import { StatusError } from 'kube-informers';
import { RetryWatcher } from 'kube-informers/watch';
import type { KubernetesObject, WatchStream } from 'kube-informers';
import { FakeClock, FakeListerWatcher, FakeWatchStream, settle } from '@kube-informers/testing';
import { added, failure, fromResourceVersion, Reader, sourceOf } from './watch.test-support.js';
import type { Event } from './watch.test-support.js';

describe('TestNewRetryWatcher', () => {
  test.each(['', '0'])('resourceVersion %j should fail', (resourceVersion) => {
    expect(() => new RetryWatcher(resourceVersion, sourceOf([]))).toThrow(
      `initialResourceVersion of a RetryWatcher must be that of a list or an object, got "${resourceVersion}"`,
    );
  });
});

/** `expected`: `+2` for ADDED 2, `!410` for ERROR 410, `end` if the watcher has delivered its last event. */
type Scene = readonly [
  name: string,
  from: string,
  source: FakeListerWatcher<KubernetesObject>,
  watches: number,
  expected: string,
];

/** Fails the first watch with the error, or resolves with undefined, and then sends the event 2. */
function failsFirst(error: Error | undefined): FakeListerWatcher<KubernetesObject> {
  return new FakeListerWatcher<KubernetesObject>({
    watch: ({ resourceVersion }, count) => {
      if (count === 1 && error !== undefined) throw error;
      // A source written in JavaScript may resolve with this.
      if (count === 1) return undefined as unknown as WatchStream<KubernetesObject>;
      const stream = new FakeWatchStream<KubernetesObject>();
      stream.push(...fromResourceVersion(resourceVersion, [added(2)]));
      return stream;
    },
  });
}

function refuses(code: number, reason: string): FakeListerWatcher<KubernetesObject> {
  return new FakeListerWatcher<KubernetesObject>({
    watch: () => {
      throw new StatusError({ code, reason });
    },
  });
}

const notAStatus = { type: 'ERROR', object: {} } satisfies Event;
const spread = [5, 6, 7, 11].map(added);

const scenes: readonly Scene[] = [
  ['recovers if watchClient returns error', '1', failsFirst(new Error('test error')), 2, '+2'],
  [
    'recovers from 410 Gone error on watch establishment',
    '1',
    failsFirst(new StatusError({ code: 410, reason: 'Expired' })),
    2,
    '+2',
  ],
  ['recovers if watchClient returns nil watcher', '1', failsFirst(undefined), 2, '+2'],
  ['works with empty initialRV', '1', sourceOf([added(2)]), 1, '+2'],
  [
    'works with initialRV set, skipping the preceding items but reading those directly following',
    '1',
    sourceOf([added(1), added(2)]),
    1,
    '+2',
  ],
  [
    'works with initialRV set, skipping the preceding items with none following',
    '3',
    sourceOf([added(2)]),
    1,
    '',
  ],
  [
    'fails on Gone (RV too old error)',
    '5',
    sourceOf([added(5), added(6), failure(410, 'Gone'), added(7), added(8)]),
    1,
    '+6 !410 end',
  ],
  ['fails on Forbidden', '5', refuses(403, 'Forbidden'), 1, '!403 end'],
  ['fails on Unauthorized', '5', refuses(401, 'Unauthorized'), 1, '!401 end'],
  ['recovers from timeout error', '5', sourceOf([added(6), failure(504, 'Timeout'), added(7)]), 2, '+6 +7'],
  [
    'recovers from internal server error',
    '5',
    sourceOf([added(6), failure(500, 'InternalError'), added(7)]),
    2,
    '+6 +7',
  ],
  ['recovers from unexpected error code', '5', sourceOf([added(6), failure(666), added(7)]), 2, '+6 +7'],
  ['recovers from unexpected error type', '5', sourceOf([added(6), notAStatus, added(7)]), 2, '+6 +7'],
  ['survives 1 closed watch and reads 1 item', '5', sourceOf([added(6)], 1), 2, '+6'],
  ['survives 2 closed watches and reads 2 items', '4', sourceOf([added(5), added(6)], 1), 3, '+5 +6'],
  [
    'survives 2 closed watches and reads 2 items for nonconsecutive RVs',
    '4',
    sourceOf([added(5), added(7)], 1),
    3,
    '+5 +7',
  ],
  [
    'survives 2 closed watches and reads 2 items for nonconsecutive RVs starting at much lower RV',
    '2',
    sourceOf([added(5), added(7)], 1),
    3,
    '+5 +7',
  ],
  [
    'survives 4 closed watches and reads 4 items for nonconsecutive, spread RVs',
    '2',
    sourceOf(spread, 1),
    5,
    '+5 +6 +7 +11',
  ],
  [
    'survives 4 closed watches and reads 4 items for nonconsecutive, spread RVs and skips those with lower or equal RV',
    '2',
    sourceOf([added(1), added(2), ...spread], 1),
    5,
    '+5 +6 +7 +11',
  ],
  [
    'survives 2 closed watches and reads 2+2+1 items skipping those with equal RV',
    '1',
    sourceOf([added(1), added(2), ...spread], 2),
    3,
    '+2 +5 +6 +7 +11',
  ],
];

describe('TestRetryWatcher', () => {
  test.each(scenes)('%s', async (_name, from, source, watches, expected) => {
    const clock = new FakeClock();
    const watcher = new RetryWatcher(from, source, { clock, minRestartDelayMs: 0 });
    const reader = new Reader(watcher);
    const read = (await reader.read()).map((event) => event.replace('ADDED ', '+').replace('ERROR ', '!'));
    expect([...read, ...(reader.ended ? ['end'] : [])].join(' ')).toBe(expected);
    expect(source.watches).toHaveLength(watches);
    for (const options of source.watches) expect(options).toMatchObject({ allowWatchBookmarks: true });
    watcher.stop();
    await reader.end;
    expect(clock.pendingTimers).toBe(0);
    expect(source.streams.every((stream) => stream.closed)).toBe(true);
  });
});

describe('TestRetryWatcherToFinishWithUnreadEvents', () => {
  test('a watcher that is no longer read ends at its stop', async () => {
    const clock = new FakeClock();
    const source = sourceOf([added(2), added(3)]);
    const watcher = new RetryWatcher('1', source, { clock });
    for await (const event of watcher) {
      expect(event).toEqual(added(2));
      break;
    }
    watcher.stop();
    watcher.stop();
    expect(await watcher.nextBatch()).toBeUndefined();
    expect(source.streams[0]?.stopped).toBe(true);
    expect(clock.pendingTimers).toBe(0);
  });

  test('a watcher that was never read ends at its stop', async () => {
    const clock = new FakeClock();
    const source = sourceOf([added(2)]);
    const watcher = new RetryWatcher('1', source, { clock });
    await settle();
    watcher.stop();
    expect(await watcher.nextBatch()).toBeUndefined();
    expect(source.watches).toEqual([]);
    expect(clock.pendingTimers).toBe(0);
  });
});
