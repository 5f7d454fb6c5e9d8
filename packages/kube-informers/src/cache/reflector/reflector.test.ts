import { describe, expect, test } from 'vitest';
import { FakeClock, settle } from '../../../../testing/src/fake-clock.js';
import { FakeSource } from '../../../../testing/src/fake-source.js';
import { FakeWatchStream } from '../../../../testing/src/fake-watch-stream.js';
import { DeltaFIFO } from '../queues/delta-fifo.js';
import { MemoryIndexer } from '../stores/indexer.js';
import { Reflector } from './reflector.js';
import {
  contents,
  oneRound,
  pod,
  podList,
  rig,
  scripted,
  track,
  versions,
} from './reflector.test-support.js';
import type { Pod } from './reflector.test-support.js';
import { notKept } from '../types.js';

test.each([
  { name: 'of pages', watchCache: false, pages: [0, 2, 1] },
  { name: 'of a whole list', watchCache: true, pages: [1] },
])('$name, only what the store takes is held', async ({ watchCache, pages }) => {
  const names = ['a', 'b', 'c', 'd', 'e'];
  const source = new FakeSource<Pod>({ objects: names.map((name) => pod(name)), watchCache });
  const replaced: unknown[] = [];
  const decoded: number[] = [];
  const kept = ({ metadata }: Pod): boolean => metadata?.name === 'c';
  const { reflector, signal } = rig(
    {
      watchListUnsupported: true,
      // As a source of bytes.
      list: async ({ format, ...options }) => {
        const { items, ...list } = await source.list(options);
        const reader = format?.itemsReader({ name: 'GET' });
        reader?.begin(0, { apiVersion: 'v1', kind: 'Pod' });
        reader?.read(Buffer.from(`${items.map((item) => JSON.stringify(item)).join()}]`));
        reader?.flush();
        const found = (reader?.finish({ apiVersion: 'v1', kind: 'Pod' }) ?? []) as Pod[];
        decoded.push(found.length);
        return { ...list, items: found };
      },
      watch: (options) => source.watch(options),
    },
    {
      pageSize: 2,
      store: {
        transformer: (object) => (kept(object) ? object : notKept),
        add: () => undefined,
        update: () => undefined,
        delete: () => undefined,
        resync: () => undefined,
        replace: (objects) => void replaced.push(...objects.map(({ metadata }) => metadata?.name)),
      },
    },
  );
  track(reflector.run({ signal }));
  await settle();
  expect(decoded).toEqual(pages);
  expect(replaced).toEqual(['c']);
});

// What client-go's own tests pin is in test/conformance/reflector/.

describe('a stop', () => {
  test('a signal that fires while a watch is being opened stops it when it arrives', async () => {
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
});

describe('events', () => {
  test('an event of an unknown type, and a Table, are reported and skipped', async () => {
    const source = scripted();
    const { reflector, store, signal, faults } = rig(source);
    track(reflector.listAndWatch({ signal }));
    const stream = await source.nextStream();
    // A future server may send it; the type does not know it.
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

  test('an event that the store refuses is reported, and the next ones are applied', async () => {
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

  test('the next round begins where a stopped watch ended', async () => {
    const source = scripted({ list: () => podList('10') });
    const { reflector } = rig(source);
    await oneRound(reflector, source, (stream) => stream.add(pod('a', '12')));
    await oneRound(reflector, source);
    expect(versions(source.lists)).toEqual(['0', '12']);
  });
});

test('a full queue makes it yield to the event loop before it reads on', async () => {
  let batches = 0;
  const stream = new FakeWatchStream<Pod>();
  // Like a socket that always has more data: every batch is available at once.
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

describe('options and hooks', () => {
  test('rejects a second run while the first continues', async () => {
    const { reflector, controller, signal } = rig(scripted());
    const run = reflector.run({ signal });
    await expect(reflector.run({ signal })).rejects.toMatchObject({ code: 'ERR_RUNNING' });
    await expect(reflector.listAndWatch({ signal })).rejects.toMatchObject({ code: 'ERR_RUNNING' });
    controller.abort(new Error('done'));
    await run;
  });

  test.each([
    [{ resyncPeriodMs: -1 }, 'resyncPeriodMs of a Reflector must be a number of 0 or more, got -1'],
    [{ minWatchTimeoutMs: NaN }, 'minWatchTimeoutMs'],
    [{ pageSize: 1.5 }, 'pageSize'],
    [{ listTimeoutMs: 0 }, 'listTimeoutMs'],
    [{ watchDeadlineMarginMs: -1 }, 'watchDeadlineMarginMs'],
    [{ maxInternalErrorRetryDurationMs: Infinity }, 'maxInternalErrorRetryDurationMs'],
    [{ backoff: { baseMs: -5 } }, 'baseMs'],
  ])('rejects the option %j', (options, message) => {
    expect(() => new Reflector(scripted(), new MemoryIndexer<Pod>(), options)).toThrow(
      expect.objectContaining({ code: 'ERR_OPTION', message: expect.stringContaining(message) }),
    );
  });

  test('the status counts lists, watches and their durations', async () => {
    const clock = new FakeClock();
    const source = new FakeSource<Pod>({
      firstResourceVersion: 1,
      objects: [pod('a'), pod('b')],
      watchListUnsupported: true,
    });
    const { reflector, signal, controller } = rig(source, { clock });
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
    const stats = reflector.status.counts().stats();
    expect(stats).toMatchObject({
      listedObjects: 2,
      watches: 2,
      events: 1,
      failures: { ERR_SHORT_WATCH: 1 },
    });
    expect(stats.lists.initial).toBe(1);
    expect(stats.watchEnds).toMatchObject({ ended: 1, shortWatch: 1, stopped: 0 });
    expect(stats.listDurationSeconds).toMatchObject({ count: 1, sum: 0 });
    expect(stats.watchDurationSeconds).toMatchObject({ count: 2, sum: 2 });
  });

  test('an error thrown by onWatchError is only logged', async () => {
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
