import { describe, expect, test } from 'vitest';
import { StatusError } from '../meta/errors.js';
import type { KubernetesList } from '../meta/types.js';
import { FakeClock, settle } from '../testing/fake-clock.js';
import { FakeSource } from '../testing/fake-source.js';
import { FakeWatchStream } from '../testing/fake-watch-stream.js';
import { DeltaFIFO } from './delta-fifo.js';
import { MemoryIndexer } from './indexer.js';
import { Reflector } from './reflector.js';
import {
  contents,
  expired,
  oneRound,
  pod,
  podList,
  refused,
  rig,
  scripted,
  status,
  tooMany,
  versions,
  track,
} from './reflector.test-support.js';
import type { Pod } from './reflector.test-support.js';

describe('lifecycle of one watch', () => {
  test('TestCloseWatchChannelOnError: an ERROR event makes it stop that watch', async () => {
    const source = scripted();
    const { reflector, signal, faults } = rig(source);
    const round = reflector.listAndWatch({ signal });
    const stream = await source.nextStream();
    stream.error(status(500, 'InternalError'));
    await round;
    expect(stream.stops).toBe(1);
    expect(faults).toEqual(['watch 500']);
  });

  test('TestRunUntil: run returns once its signal fires, with the watch stopped', async () => {
    const source = scripted();
    const { reflector, controller, signal } = rig(source);
    const run = reflector.run({ signal });
    const stream = await source.nextStream();
    stream.modify(pod('bar'));
    controller.abort(new Error('enough'));
    await run;
    expect(stream.stops).toBe(1);
  });

  test('TestReflectorWatchStoppedBefore: a signal that fired before leads to no request and no error', async () => {
    const source = scripted();
    const { reflector, controller, signal } = rig(source);
    controller.abort(new Error("don't run"));
    await reflector.listAndWatch({ signal });
    await reflector.run({ signal });
    expect(source.requests).toEqual([]);
  });

  test('TestReflectorWatchStoppedAfter: a signal that fires while a watch is open stops it, without error', async () => {
    const source = scripted();
    const { reflector, controller, signal, faults } = rig(source);
    const round = reflector.listAndWatch({ signal });
    const stream = await source.nextStream();
    await settle();
    controller.abort(new Error('enough'));
    await round;
    expect(stream.stopped).toBe(true);
    expect(faults).toEqual([]);
  });

  test('a signal that fires while a watch is being opened stops the one that comes later', async () => {
    let open: (stream: FakeWatchStream<Pod>) => void = () => undefined;
    const opening = new Promise<FakeWatchStream<Pod>>((resolve) => (open = resolve));
    const { reflector, controller, signal } = rig({
      watchListUnsupported: true,
      list: async () => podList('1'),
      watch: () => opening,
    });
    const round = reflector.listAndWatch({ signal });
    await settle();
    controller.abort(new Error('enough'));
    await round;
    const late = new FakeWatchStream<Pod>();
    open(late);
    await settle();
    expect(late.stopped).toBe(true);
  });

  test('a signal that fires during the list opens no watch', async () => {
    const source = scripted({ list: () => new Promise<never>(() => undefined) });
    const { reflector, controller, signal, faults } = rig(source);
    const run = reflector.run({ signal });
    await settle();
    controller.abort(new Error('enough'));
    await run;
    expect(source.requests).toHaveLength(1);
    expect(faults).toEqual([]);
  });

  test('a signal that fires during the backoff ends it', async () => {
    const source = scripted({ list: () => Promise.reject(new Error('down')) });
    const { reflector, controller, signal, clock } = rig(source);
    const run = reflector.run({ signal });
    await settle();
    expect(clock.nextTimerMs).toBe(800);
    controller.abort(new Error('enough'));
    await run;
    expect(source.requests).toHaveLength(1);
  });

  test('TestReflectorHandleWatchStoppedAfter: a stop in the middle of a batch applies nothing more of it', async () => {
    const source = scripted();
    const { reflector, controller, signal, store } = rig(source);
    const add = store.add.bind(store);
    store.add = (object) => {
      add(object);
      controller.abort(new Error('enough'));
    };
    const round = reflector.listAndWatch({ signal });
    const stream = await source.nextStream();
    stream.push({ type: 'ADDED', object: pod('a') }, { type: 'ADDED', object: pod('b') });
    await round;
    expect(contents(store)).toEqual({ a: '1' });
    expect(stream.stops).toBe(1);
  });

  test('TestReflectorHandleWatchResultChanClosedBefore/After: an end ends the reading; stop is called once', async () => {
    const source = scripted();
    const { reflector, signal, faults } = rig(source);
    const round = reflector.listAndWatch({ signal });
    const stream = await source.nextStream();
    stream.end();
    await round;
    expect(stream.stops).toBe(1);
    expect(faults).toEqual(['watch ERR_SHORT_WATCH']);
  });

  test('TestReflectorWatchHandler: events apply in order, objects of another type are reported and skipped', async () => {
    const source = scripted({ list: () => podList('1', pod('foo'), pod('bar')) });
    const { reflector, signal, store, faults } = rig(source, {
      expectedType: { apiVersion: 'v1', kind: 'Pod' },
    });
    track(reflector.listAndWatch({ signal }));
    const stream = await source.nextStream();
    const typed = { apiVersion: 'v1', kind: 'Pod' };
    stream.add({ apiVersion: 'v1', kind: 'Service', metadata: { name: 'rejected', resourceVersion: '99' } });
    stream.delete(pod('foo', '', typed));
    stream.modify(pod('bar', '32', typed));
    stream.add(pod('baz', '55', typed));
    await settle();
    expect(contents(store)).toEqual({ bar: '32', baz: '55' });
    expect(reflector.lastSyncResourceVersion).toBe('55');
    expect(faults).toEqual(['watch ERR_UNEXPECTED_TYPE']);
    stream.modify(pod('baz', '56', typed));
    await settle();
    expect(contents(store)).toEqual({ bar: '32', baz: '56' });
  });

  test('an event of an unknown type, and a Table, are reported and skipped', async () => {
    const source = scripted();
    const { reflector, store, signal, faults } = rig(source);
    track(reflector.listAndWatch({ signal }));
    const stream = await source.nextStream();
    // What a server may send one day, and the type does not know.
    stream.push({ type: 'RENAMED' as 'ADDED', object: pod('a', '5') });
    stream.add({
      kind: 'Table',
      apiVersion: 'meta.k8s.io/v1',
      metadata: { name: 'x', resourceVersion: '6' },
    });
    stream.add(pod('b', '7'));
    await settle();
    expect(contents(store)).toEqual({ b: '7' });
    expect(faults).toEqual(['watch ERR_WATCH_EVENT_TYPE', 'watch ERR_TABLE']);
  });

  test('an event that the store refuses is reported, and the next still come', async () => {
    const store = new MemoryIndexer<Pod>({
      indexers: {
        label: (object) => {
          if (object.metadata?.name === 'bad') throw new Error('index function threw');
          return [];
        },
      },
    });
    const source = scripted();
    const { reflector, signal, faults } = rig(source, { store });
    track(reflector.listAndWatch({ signal }));
    const stream = await source.nextStream();
    stream.push({ type: 'ADDED', object: pod('bad', '5') }, { type: 'ADDED', object: pod('good', '6') });
    await settle();
    expect(contents(store)).toEqual({ good: '6' });
    expect(faults).toEqual(['watch ERR_STORE']);
    expect(reflector.lastSyncResourceVersion).toBe('6');
  });
});

describe('list then watch', () => {
  test('TestReflectorListAndWatch, UseWatchList disabled: watches from the list, then from the last event', async () => {
    const source = scripted({ list: () => podList('1', pod('foo', '1')) });
    const { reflector, signal, store, clock } = rig(source);
    track(reflector.listAndWatch({ signal }));
    const first = await source.nextStream();
    first.modify(pod('foo', '2'));
    first.add(pod('bar', '3'));
    await clock.advance(5000);
    first.end();
    const second = await source.nextStream();
    second.add(pod('baz', '4'));
    await settle();
    expect(source.lists).toEqual([{ resourceVersion: '0', limit: 500 }]);
    expect(source.watches).toEqual([
      { allowWatchBookmarks: true, resourceVersion: '1', timeoutSeconds: 300 },
      { allowWatchBookmarks: true, resourceVersion: '3', timeoutSeconds: 300 },
    ]);
    expect(contents(store)).toEqual({ foo: '2', bar: '3', baz: '4' });
  });

  test('TestReflectorListAndWatch, UseWatchList enabled: one stream brings the list and the changes', async () => {
    const source = scripted({ watchListUnsupported: false });
    const { reflector, signal, store } = rig(source);
    track(reflector.listAndWatch({ signal }));
    const stream = await source.nextStream();
    stream.add(pod('foo', '1'));
    stream.bookmark('1', { initialEventsEnd: true });
    stream.modify(pod('foo', '2'));
    stream.add(pod('bar', '3'));
    await settle();
    expect(source.requests.map(({ verb, options }) => ({ verb, options }))).toEqual([
      {
        verb: 'watch',
        options: {
          allowWatchBookmarks: true,
          sendInitialEvents: true,
          resourceVersionMatch: 'NotOlderThan',
          timeoutSeconds: 300,
        },
      },
    ]);
    expect(contents(store)).toEqual({ foo: '2', bar: '3' });
    expect(reflector.lastSyncResourceVersion).toBe('3');
  });

  test('TestReflectorListAndWatchWithErrors: the store follows through six rounds with faults', async () => {
    const store = new MemoryIndexer<Pod>();
    const [a, b, q] = [pod('foo', '2'), pod('bar', '3'), pod('qux', '5')];
    const rounds: {
      list?: KubernetesList<Pod>;
      listError?: Error;
      watchError?: Error;
      play?: (stream: FakeWatchStream<Pod>) => void;
      after: Record<string, string>;
    }[] = [
      { list: podList('1'), play: (s) => (s.add(a), s.add(b)), after: { foo: '2', bar: '3' } },
      {
        list: podList('3', a, b),
        play: (s) => (s.delete(pod('foo', '4')), s.add(q)),
        after: { bar: '3', qux: '5' },
      },
      { listError: new Error('a list error'), after: { bar: '3', qux: '5' } },
      { list: podList('5', b, q), watchError: new Error('a watch error'), after: { bar: '3', qux: '5' } },
      {
        list: podList('5', b, q),
        play: (s) => s.add(pod('baz', '6')),
        after: { bar: '3', qux: '5', baz: '6' },
      },
      { list: podList('6', b, q, pod('baz', '6')), after: { bar: '3', qux: '5', baz: '6' } },
    ];
    for (const { list, listError, watchError, play, after } of rounds) {
      const source = scripted({
        list: () => (list === undefined ? Promise.reject(listError ?? new Error('no list')) : list),
        watch: () => {
          if (watchError !== undefined) throw watchError;
          return new FakeWatchStream<Pod>();
        },
      });
      const { reflector, controller, signal } = rig(source, { store });
      const round = reflector.listAndWatch({ signal }).then(
        () => undefined,
        (error: Error) => error,
      );
      await settle();
      if (source.streams[0] !== undefined) play?.(source.streams[0]);
      await settle();
      controller.abort(new Error('done'));
      expect(await round).toBe(listError ?? watchError);
      expect(contents(store)).toEqual(after);
    }
  });

  test.each([
    [5, 31, 62],
    [40, 31 + 32 + 34 * 50, 2 * (31 + 32 + 34 * 50)],
  ])(
    'TestReflectorListAndWatchInitConnBackoff: %i × refused costs no relist, delays grow and flatten',
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
    let left = 5;
    const clock = new FakeClock();
    const source = scripted({
      clock,
      watch: () => {
        if (left-- > 0) throw refused;
        return new FakeWatchStream<Pod>();
      },
    });
    const { reflector, signal } = rig(source, { clock, backoff });
    track(reflector.listAndWatch({ signal }));
    await clock.advance(60_000);
    expect(source.requests.filter(({ verb }) => verb === 'watch').map(({ atMs }) => atMs)).toEqual(expected);
  });

  test('TestBackoffOnTooManyRequests: 429 on opening and as an ERROR event each cost one delay', async () => {
    const clock = new FakeClock();
    const source = scripted({
      clock,
      watch: (_options, count) => {
        if (count === 1) throw tooMany;
        const stream = new FakeWatchStream<Pod>();
        if (count === 2) stream.error(tooMany.status);
        if (count === 3) stream.end();
        return stream;
      },
    });
    const { reflector, signal, faults } = rig(source, { clock });
    const round = reflector.listAndWatch({ signal });
    await clock.advance(10_000);
    await round;
    expect(source.requests.map(({ verb, atMs }) => `${verb} ${atMs}`)).toEqual([
      'list 0',
      'watch 0',
      'watch 800',
      'watch 2400',
    ]);
    expect(faults).toEqual(['watch 429', 'watch 429', 'watch ERR_SHORT_WATCH']);
  });

  test('TestNoRelistOnTooManyRequests: four 429s cost five watches and one list', async () => {
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

  test.each([
    ['retries off', 0, 0, 0],
    ['retries on, all calls fail', 30_000, 0, 31],
    ['retries on, a quiet minute after the 10th', 30_000, 10, 40],
  ])('TestRetryInternalError, %s', async (_name, maxInternalErrorRetryDurationMs, quietAt, retries) => {
    const source = scripted({
      watch: async (_options, count) => {
        if (count === quietAt) await clock.advance(60_000);
        const stream = new FakeWatchStream<Pod>();
        stream.error(status(500, 'InternalError', 'etcdserver: no leader'));
        return stream;
      },
    });
    const { reflector, signal, clock } = rig(source, {
      maxInternalErrorRetryDurationMs,
      backoff: { baseMs: 1000, factor: 1 },
    });
    const round = reflector.listAndWatch({ signal });
    for (let second = 0; second < 60; second++) await clock.advance(1000);
    await round;
    expect(source.watches.length - 1).toBe(retries);
    expect(source.lists).toHaveLength(1);
  });

  test('TestReflectorResyncWithResourceVersion: the relist asks for what was seen, never goes back in time', async () => {
    const source = scripted({ list: () => podList('10') });
    const { reflector } = rig(source);
    for (let round = 0; round < 2; round++) await oneRound(reflector, source);
    expect(versions(source.lists)).toEqual(['0', '10']);
  });

  test('what a stopped watch had brought is where the next round begins', async () => {
    const source = scripted({ list: () => podList('10') });
    const { reflector } = rig(source);
    await oneRound(reflector, source, (stream) => stream.add(pod('a', '12')));
    await oneRound(reflector, source);
    expect(versions(source.lists)).toEqual(['0', '12']);
  });

  test('TestReflectorExpiredExactResourceVersion: a relist that is expired lists again at once at ""', async () => {
    const source = scripted({
      list: (options) => {
        if (options.resourceVersion === '10') throw expired;
        return podList(options.resourceVersion === '0' ? '10' : '11');
      },
    });
    const { reflector, faults } = rig(source);
    for (let round = 0; round < 2; round++) await oneRound(reflector, source);
    expect(versions(source.lists)).toEqual(['0', '10', '']);
    expect(faults).toEqual(['list 410']);
    expect(reflector.lastSyncResourceVersion).toBe('11');
    expect(reflector.isLastSyncResourceVersionUnavailable).toBe(false);
  });

  test('TestReflectorFullListIfExpired: a page that expired makes it list whole at the version first asked for', async () => {
    const pods = Array.from({ length: 8 }, (_, index) => pod(`pod-${index}`, String(index + 1)));
    const source = scripted({
      list: (options) => {
        const { resourceVersion = '', continue: token = '', limit = 0 } = options;
        switch (`${resourceVersion} ${token} ${limit}`) {
          case '0  4':
            return podList('10', ...pods.slice(0, 4));
          case '10  4':
            return { metadata: { resourceVersion: '11', continue: 'C1' }, items: pods.slice(0, 4) };
          case ' C1 4':
            throw expired;
          case '10  0':
            return podList('11', ...pods);
          default:
            throw new Error(`unexpected options ${JSON.stringify(options)}`);
        }
      },
    });
    const { reflector, store } = rig(source, { pageSize: 4 });
    await oneRound(reflector, source);
    expect(store.size).toBe(4);
    await oneRound(reflector, source);
    expect(store.size).toBe(8);
    expect(versions(source.lists)).toEqual(['0', '10', '', '10']);
  });

  test('TestReflectorFullListIfTooLarge: three forms of "too large" are each followed by a list at ""', async () => {
    let version = 30;
    const tooLarge = (message: string, ...causes: object[]): StatusError =>
      new StatusError({ ...status(504, 'Timeout', message), details: { retryAfterSeconds: 1, causes } });
    const source = scripted({
      list: ({ resourceVersion = '' }) => {
        if (resourceVersion === '0') return podList('20');
        if (resourceVersion === '20') throw tooLarge('too large', { reason: 'ResourceVersionTooLarge' });
        if (resourceVersion === '30') throw tooLarge('too large', { message: 'Too large resource version' });
        if (resourceVersion === '40') throw tooLarge('Too large resource version');
        const list = podList(String(version));
        version += 10;
        return list;
      },
    });
    const { reflector } = rig(source);
    for (let round = 0; round < 4; round++) await oneRound(reflector, source);
    expect(versions(source.lists)).toEqual(['0', '20', '', '30', '', '40', '']);
  });
});

describe('resync', () => {
  test('TestReflectorResync: due resyncs reach the store; one that fails ends the round without an error', async () => {
    let resyncs = 0;
    const store = new MemoryIndexer<Pod>();
    store.resync = () => {
      if (++resyncs === 2) throw new Error('expected resync reached');
    };
    const source = scripted();
    const { reflector, signal, clock, faults } = rig(source, { store, resyncPeriodMs: 1000 });
    const round = reflector.listAndWatch({ signal });
    await clock.advance(1999);
    expect(resyncs).toBe(1);
    await clock.advance(1);
    await round;
    expect(resyncs).toBe(2);
    expect(faults).toEqual(['resync ERR_RESYNC']);
    expect(source.streams[0]?.stopped).toBe(true);
  });

  test('TestReflectorResyncChan: fires no earlier than the period, and only when shouldResync says so', async () => {
    let resyncs = 0;
    let due = false;
    const store = new MemoryIndexer<Pod>();
    store.resync = () => void resyncs++;
    const { reflector, signal, clock } = rig(scripted(), {
      store,
      resyncPeriodMs: 1000,
      shouldResync: () => due,
    });
    track(reflector.listAndWatch({ signal }));
    await clock.advance(1999);
    expect(resyncs).toBe(0);
    due = true;
    await clock.advance(1);
    expect(resyncs).toBe(1);
  });
});

describe('paging', () => {
  const ten = Array.from({ length: 10 }, (_, index) => pod(`pod-${index}`));

  test('TestReflectorWatchListPageSize: an explicit size is sent even with a resourceVersion, tokens are followed', async () => {
    const source = scripted({
      list: (options) => {
        const from = Number(options.continue ?? 0);
        const next = from + 4 < 10 ? { continue: String(from + 4) } : {};
        return { metadata: { resourceVersion: '10', ...next }, items: ten.slice(from, from + 4) };
      },
    });
    const { reflector, store } = rig(source, { pageSize: 4 });
    await oneRound(reflector, source);
    await oneRound(reflector, source);
    expect(store.size).toBe(10);
    expect(source.lists).toEqual([
      { resourceVersion: '0', limit: 4 },
      { limit: 4, continue: '4' },
      { limit: 4, continue: '8' },
      { resourceVersion: '10', limit: 4 },
      { limit: 4, continue: '4' },
      { limit: 4, continue: '8' },
    ]);
  });

  test('TestReflectorNotPaginatingNotConsistentReads: at a resourceVersion no limit is sent', async () => {
    const source = scripted({ list: () => podList('10', ...ten) });
    const { reflector } = rig(source);
    await oneRound(reflector, source);
    await oneRound(reflector, source);
    expect(source.lists).toEqual([{ resourceVersion: '0', limit: 500 }, { resourceVersion: '10' }]);
  });

  test('TestReflectorPaginatingNonConsistentReadsIfWatchCacheDisabled: a first list that came in pages is remembered', async () => {
    const source = scripted({
      list: (options) =>
        options.continue === undefined
          ? { metadata: { resourceVersion: '10', continue: 'C1' }, items: ten.slice(0, 5) }
          : { metadata: { resourceVersion: '10' }, items: ten.slice(5) },
    });
    const { reflector, store } = rig(source);
    await oneRound(reflector, source);
    await oneRound(reflector, source);
    expect(store.size).toBe(10);
    expect(source.lists).toEqual([
      { resourceVersion: '0', limit: 500 },
      { limit: 500, continue: 'C1' },
      { resourceVersion: '10', limit: 500 },
      { limit: 500, continue: 'C1' },
    ]);
  });

  test('TestReflectorListExtract: the store gets the items, not the answer that held them', async () => {
    const answer = podList('10', ...ten);
    const source = scripted({ list: () => answer });
    const given: unknown[] = [];
    const store = new MemoryIndexer<Pod>();
    store.replace = (...call) => void given.push(call);
    const { reflector } = rig(source, { store });
    await oneRound(reflector, source);
    expect(given).toEqual([[answer.items, '10']]);
  });
});

test('a queue that is not emptied makes it give the event loop a turn before it reads on', async () => {
  let batches = 0;
  const stream = new FakeWatchStream<Pod>();
  // As a socket that always has more: every batch is there at once.
  stream.nextBatch = async () => {
    if (batches++ >= 50) return undefined;
    const from = batches * 100;
    return Array.from({ length: 100 }, (_, index) => ({
      type: 'ADDED' as const,
      object: pod(`p${from + index}`, String(from + index)),
    }));
  };
  const queue = new DeltaFIFO<Pod>();
  const { reflector, signal } = rig(scripted({ watch: () => stream }), { store: queue });
  let queuedAtFirstTurn = 0;
  track(reflector.listAndWatch({ signal }));
  await settle(1);
  queuedAtFirstTurn = queue.length;
  await settle(60);
  expect(queuedAtFirstTurn).toBeLessThanOrEqual(1100);
  expect(queue.length).toBe(5000);
});

describe('small rules', () => {
  test('TestGetTypeDescriptionFromObject, TestGetExpectedGVKFromObject', () => {
    const source = scripted();
    expect(rig(source).reflector.typeDescription).toBe('<unspecified>');
    const expectedType = { apiVersion: 'mygroup/v1', kind: 'MyKind' };
    const { reflector } = rig(source, { expectedType });
    expect(reflector.typeDescription).toBe('mygroup/v1, Kind=MyKind');
    expect(reflector.name).toBe('MyKind');
  });

  test.each([
    ['no timeout', undefined, 300, 599],
    ['small timeout not honored', 1000, 300, 599],
    ['30m timeout', 1_800_000, 1800, 3599],
  ])('TestWatchTimeout, %s', async (_name, minWatchTimeoutMs, least, most) => {
    for (const [random, expected] of [
      [0, least],
      [0.999_999, most],
    ] as const) {
      const source = scripted();
      const { reflector } = rig(source, { minWatchTimeoutMs, random: () => random });
      await oneRound(reflector, source);
      expect(source.watches[0]?.timeoutSeconds).toBe(expected);
    }
  });

  test('TestReflectorResourceVersionUpdate: the store is told of every version, bookmarks too, in order', async () => {
    const told: string[] = [];
    const store = Object.assign(new MemoryIndexer<Pod>(), {
      updateResourceVersion: (resourceVersion: string) => void told.push(resourceVersion),
      bookmark: (resourceVersion: string) => void told.push(`bookmark ${resourceVersion}`),
    });
    const source = scripted();
    const { reflector } = rig(source, { store });
    await oneRound(reflector, source, (stream) => {
      stream.add(pod('a', '10'));
      stream.modify(pod('a', '20'));
      stream.bookmark('30');
      stream.delete(pod('a', '40'));
    });
    expect(told).toEqual(['10', '20', 'bookmark 30', '30', '40']);
  });

  test('a watch from "" trusts no version before the first event that is not ADDED', async () => {
    const source = scripted({ list: () => podList('') });
    const { reflector, signal } = rig(source);
    track(reflector.listAndWatch({ signal }));
    const stream = await source.nextStream();
    stream.add(pod('a', '9'));
    stream.add(pod('b', '5'));
    await settle();
    expect(reflector.lastSyncResourceVersion).toBe('');
    stream.modify(pod('a', '10'));
    await settle();
    expect(reflector.lastSyncResourceVersion).toBe('10');
    stream.add(pod('c', '11'));
    await settle();
    expect(reflector.lastSyncResourceVersion).toBe('11');
  });

  test('TestReflectorReplacesStoreOnUnsafeDelete: StorageReadError leads to a relist that drops the ghost', async () => {
    const pods = [pod('foo-1', '1'), pod('foo-2', '2'), pod('foo-3', '3')];
    const source = scripted({ list: (_options, count) => podList(count === 1 ? '3' : '5', ...pods) });
    const { reflector, signal, store, clock, faults } = rig(source);
    track(reflector.run({ signal }));
    const stream = await source.nextStream();
    stream.add(pod('foo', '4'));
    stream.error(status(500, 'StorageReadError', 'corrupt object has been deleted'));
    await settle();
    expect(Object.keys(contents(store))).toContain('foo');
    await clock.advance(1000);
    expect(Object.keys(contents(store))).toEqual(['foo-1', 'foo-2', 'foo-3']);
    expect(reflector.lastSyncResourceVersion).toBe('5');
    expect(faults).toEqual(['watch 500']);
  });

  test('TestIsUnsupportedTableObject: a list that is a Table is refused; a Table of another group is not', async () => {
    const answer = (apiVersion: string): KubernetesList<Pod> => ({
      ...podList('1'),
      kind: 'Table',
      apiVersion,
    });
    for (const apiVersion of ['meta.k8s.io/v1', 'meta.k8s.io/v1beta1']) {
      const { reflector, signal } = rig(scripted({ list: () => answer(apiVersion) }));
      await expect(reflector.listAndWatch({ signal })).rejects.toMatchObject({ code: 'ERR_TABLE' });
    }
    const source = scripted({ list: () => answer('example.com/v1') });
    await oneRound(rig(source).reflector, source);
    expect(source.watches).toHaveLength(1);
  });

  test('a second run is refused while the first goes on', async () => {
    const { reflector, controller, signal } = rig(scripted());
    const run = reflector.run({ signal });
    await expect(reflector.run({ signal })).rejects.toMatchObject({ code: 'ERR_RUNNING' });
    await expect(reflector.listAndWatch({ signal })).rejects.toMatchObject({ code: 'ERR_RUNNING' });
    controller.abort(new Error('done'));
    await run;
  });

  test.each([
    [{ resyncPeriodMs: -1 }, 'resyncPeriodMs of a Reflector must be 0 or more milliseconds, got -1'],
    [{ minWatchTimeoutMs: NaN }, 'minWatchTimeoutMs'],
    [{ pageSize: 1.5 }, 'pageSize'],
    [{ listTimeoutMs: 0 }, 'listTimeoutMs'],
    [{ watchDeadlineMarginMs: -1 }, 'watchDeadlineMarginMs'],
    [{ maxInternalErrorRetryDurationMs: Infinity }, 'maxInternalErrorRetryDurationMs'],
    [{ backoff: { baseMs: -5 } }, 'baseMs'],
  ])('refuses the option %j', (options, message) => {
    expect(() => new Reflector(scripted(), new MemoryIndexer<Pod>(), options)).toThrow(
      expect.objectContaining({ code: 'ERR_OPTION', message: expect.stringContaining(message) }),
    );
  });

  test('metrics are told of lists, watches and how far the store has come', async () => {
    const told: unknown[] = [];
    const clock = new FakeClock();
    const source = new FakeSource<Pod>({
      firstResourceVersion: 1,
      objects: [pod('a'), pod('b')],
      watchListUnsupported: true,
    });
    const { reflector, signal, controller } = rig(source, {
      clock,
      metrics: {
        listed: (durationMs, items) => told.push(['listed', durationMs, items]),
        watched: (durationMs, items, short) => told.push(['watched', durationMs, items, short]),
        reachedResourceVersion: (resourceVersion) => told.push(resourceVersion),
      },
    });
    const run = reflector.run({ signal });
    await clock.advance(2000);
    source.modify(pod('a'));
    await settle();
    source.closeWatches();
    await settle();
    source.closeWatches();
    await settle();
    controller.abort(new Error('done'));
    await run;
    expect(told).toEqual([
      ['listed', 0, 2],
      '2',
      ['watched', 2000, 1, false],
      '3',
      ['watched', 0, 0, true],
      '3',
    ]);
  });

  test('what onWatchError throws is logged, and nothing else', async () => {
    const logged: string[] = [];
    const nothing = (): void => undefined;
    const source = scripted({ list: () => Promise.reject(new Error('down')) });
    const { reflector, signal, clock } = rig(source, {
      onWatchError: () => {
        throw new Error('handler is broken');
      },
      logger: {
        debug: nothing,
        info: nothing,
        warn: nothing,
        error: (_fields, message) => void logged.push(message),
      },
    });
    track(reflector.run({ signal }));
    await clock.advance(1000);
    expect(logged).toEqual(['onWatchError failed', 'onWatchError failed']);
    expect(source.lists).toHaveLength(2);
  });
});
