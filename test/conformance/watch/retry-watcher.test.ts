import { describe, expect, test } from 'vitest';
import { RetryWatcher, StatusError } from '../../../src/index.js';
import type { KubernetesObject, WatchStream } from '../../../src/index.js';
import { FakeClock, FakeListerWatcher, FakeWatchStream, settle } from '../../../src/testing/index.js';
import { added, failure, fromResourceVersion, Reader, sourceOf } from './watch.test-support.js';
import type { Event } from './watch.test-support.js';

describe('TestNewRetryWatcher', () => {
  test.each(['', '0'])('resourceVersion %j should fail', (resourceVersion) => {
    expect(() => new RetryWatcher(resourceVersion, sourceOf([]))).toThrow(
      `initialResourceVersion of a RetryWatcher must be that of a list or an object, got "${resourceVersion}"`,
    );
  });
});

interface Scene {
  readonly name: string;
  readonly from: string;
  readonly source: FakeListerWatcher<KubernetesObject>;
  readonly watches: number;
  readonly expected: readonly string[];
  /** The watcher has delivered its last event. */
  readonly over?: boolean;
}

/** Fails the first watch with the error of `answer` (or resolves with its result), and then sends the event 2. */
function failsFirst(answer: () => unknown): FakeListerWatcher<KubernetesObject> {
  return new FakeListerWatcher<KubernetesObject>({
    watch: ({ resourceVersion }, count) => {
      // A source written in JavaScript may resolve with this.
      if (count === 1) return answer() as WatchStream<KubernetesObject>;
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
  {
    name: 'recovers if watchClient returns error',
    from: '1',
    source: failsFirst(() => {
      throw new Error('test error');
    }),
    watches: 2,
    expected: ['ADDED 2'],
  },
  {
    name: 'recovers from 410 Gone error on watch establishment',
    from: '1',
    source: failsFirst(() => {
      throw new StatusError({ code: 410, reason: 'Expired' });
    }),
    watches: 2,
    expected: ['ADDED 2'],
  },
  {
    name: 'recovers if watchClient returns nil watcher',
    from: '1',
    source: failsFirst(() => undefined),
    watches: 2,
    expected: ['ADDED 2'],
  },
  {
    name: 'works with empty initialRV',
    from: '1',
    source: sourceOf([added(2)]),
    watches: 1,
    expected: ['ADDED 2'],
  },
  {
    name: 'works with initialRV set, skipping the preceding items but reading those directly following',
    from: '1',
    source: sourceOf([added(1), added(2)]),
    watches: 1,
    expected: ['ADDED 2'],
  },
  {
    name: 'works with initialRV set, skipping the preceding items with none following',
    from: '3',
    source: sourceOf([added(2)]),
    watches: 1,
    expected: [],
  },
  {
    name: 'fails on Gone (RV too old error)',
    from: '5',
    source: sourceOf([added(5), added(6), failure(410, 'Gone'), added(7), added(8)]),
    watches: 1,
    expected: ['ADDED 6', 'ERROR 410'],
    over: true,
  },
  {
    name: 'fails on Forbidden',
    from: '5',
    source: refuses(403, 'Forbidden'),
    watches: 1,
    expected: ['ERROR 403'],
    over: true,
  },
  {
    name: 'fails on Unauthorized',
    from: '5',
    source: refuses(401, 'Unauthorized'),
    watches: 1,
    expected: ['ERROR 401'],
    over: true,
  },
  {
    name: 'recovers from timeout error',
    from: '5',
    source: sourceOf([added(6), failure(504, 'Timeout'), added(7)]),
    watches: 2,
    expected: ['ADDED 6', 'ADDED 7'],
  },
  {
    name: 'recovers from internal server error',
    from: '5',
    source: sourceOf([added(6), failure(500, 'InternalError'), added(7)]),
    watches: 2,
    expected: ['ADDED 6', 'ADDED 7'],
  },
  {
    name: 'recovers from unexpected error code',
    from: '5',
    source: sourceOf([added(6), failure(666), added(7)]),
    watches: 2,
    expected: ['ADDED 6', 'ADDED 7'],
  },
  {
    name: 'recovers from unexpected error type',
    from: '5',
    source: sourceOf([added(6), notAStatus, added(7)]),
    watches: 2,
    expected: ['ADDED 6', 'ADDED 7'],
  },
  {
    name: 'survives 1 closed watch and reads 1 item',
    from: '5',
    source: sourceOf([added(6)], 1),
    watches: 2,
    expected: ['ADDED 6'],
  },
  {
    name: 'survives 2 closed watches and reads 2 items',
    from: '4',
    source: sourceOf([added(5), added(6)], 1),
    watches: 3,
    expected: ['ADDED 5', 'ADDED 6'],
  },
  {
    name: 'survives 2 closed watches and reads 2 items for nonconsecutive RVs',
    from: '4',
    source: sourceOf([added(5), added(7)], 1),
    watches: 3,
    expected: ['ADDED 5', 'ADDED 7'],
  },
  {
    name: 'survives 2 closed watches and reads 2 items for nonconsecutive RVs starting at much lower RV',
    from: '2',
    source: sourceOf([added(5), added(7)], 1),
    watches: 3,
    expected: ['ADDED 5', 'ADDED 7'],
  },
  {
    name: 'survives 4 closed watches and reads 4 items for nonconsecutive, spread RVs',
    from: '2',
    source: sourceOf(spread, 1),
    watches: 5,
    expected: ['ADDED 5', 'ADDED 6', 'ADDED 7', 'ADDED 11'],
  },
  {
    name: 'survives 4 closed watches and reads 4 items for nonconsecutive, spread RVs and skips those with lower or equal RV',
    from: '2',
    source: sourceOf([added(1), added(2), ...spread], 1),
    watches: 5,
    expected: ['ADDED 5', 'ADDED 6', 'ADDED 7', 'ADDED 11'],
  },
  {
    name: 'survives 2 closed watches and reads 2+2+1 items skipping those with equal RV',
    from: '1',
    source: sourceOf([added(1), added(2), ...spread], 2),
    watches: 3,
    expected: ['ADDED 2', 'ADDED 5', 'ADDED 6', 'ADDED 7', 'ADDED 11'],
  },
];

describe('TestRetryWatcher', () => {
  test.each(scenes)('$name', async ({ from, source, watches, expected, over = false }) => {
    const clock = new FakeClock();
    const watcher = new RetryWatcher(from, source, { clock, minRestartDelayMs: 0 });
    const reader = new Reader(watcher);
    expect(await reader.read()).toEqual(expected);
    expect(source.watches).toHaveLength(watches);
    expect(reader.ended).toBe(over);
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
