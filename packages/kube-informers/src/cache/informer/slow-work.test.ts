import { expect, test } from 'vitest';
import { FakeClock, settle } from '../../../../testing/src/fake-clock.js';
import { FakeSource } from '../../../../testing/src/fake-source.js';
import type { CacheFormat } from '../cache-format.js';
import { plainFormat } from '../plain-format.js';
import { dropManagedFields } from '../../meta/drop-managed-fields.js';
import type { KubernetesObject } from '../../meta/types.js';
import { newInformer } from './informer.js';
import { BusyClock, pod, recordingLogger } from './informer.test-support.js';
import { quarters, ShardingSource } from './shards.test-support.js';
import { SharedIndexInformer } from './shared-index-informer.js';
import type { SharedIndexInformerOptions } from './shared-index-informer.js';

function setUp(options: SharedIndexInformerOptions<KubernetesObject> = {}) {
  const clock = new BusyClock();
  const logger = recordingLogger();
  const source = new FakeSource<KubernetesObject>({ firstResourceVersion: 10, watchListUnsupported: true });
  const informer = new SharedIndexInformer(source, { name: 'pods', clock, logger, ...options });
  const warnings = (): unknown[] =>
    logger.lines.filter(({ level }) => level === 'warn').map(({ level: _level, ...line }) => line);
  return { clock, source, informer, warnings };
}

test('an item that takes long is logged once a minute, and counted', async () => {
  let busyMs = 5;
  const { clock, source, informer, warnings } = setUp({
    indexers: {
      slow: () => {
        clock.spend(busyMs);
        return [];
      },
    },
  });
  informer.start();
  await settle();
  source.add(pod('a'));
  await settle();
  expect(warnings()).toEqual([]);
  busyMs = 150;
  for (const name of ['b', 'c']) {
    source.add(pod(name));
    await settle();
  }
  const expected = [
    { informer: 'pods', durationMs: 150, items: 1, message: 'processing an item was slow' },
    // Of the second one: from then on, all calls are timed.
    { informer: 'pods', durationMs: 150, function: 'index slow', message: 'a function was slow' },
  ];
  expect(warnings()).toEqual(expected);
  await clock.advance(60_000);
  source.add(pod('d'));
  await settle();
  expect(warnings()).toHaveLength(4);
  expect(informer.stats().slow).toEqual({ lists: 0, processing: 3, handlers: 0, functions: 2 });
  await informer.stop();
});

test.each([
  ['index late', 'DeltaFIFO'],
  ['transform', 'DeltaFIFO'],
  ['transform', 'RealFIFO'],
] as const)('a slow function is named: %s with %s', async (slow, queue) => {
  let busyMs = 10;
  const spend = (name: string): void => {
    if (name === slow) clock.spend(busyMs);
  };
  const { clock, source, informer, warnings } = setUp({
    queue,
    slow: { processMs: Infinity },
    transform: (object) => {
      spend('transform');
      return object;
    },
    indexers: { quick: () => [] },
  });
  informer.addIndexers({
    late: () => {
      spend('index late');
      return [];
    },
  });
  informer.start();
  await settle();
  source.add(pod('a'));
  await settle();
  expect(warnings()).toEqual([]);
  busyMs = 11;
  for (let index = 0; index < 128; index++) source.add(pod(`b${index}`));
  await settle();
  // The 65th call is timed, and as it is slow, all that follow.
  expect(warnings()).toEqual([
    { informer: 'pods', durationMs: 11, function: slow, message: 'a function was slow' },
  ]);
  expect(informer.stats().slow.functions).toBe(65);
  await informer.stop();
});

test('the indexer returns the index functions that were added, and times those that are added to it', async () => {
  let busyMs = 10;
  const spend = (): string[] => {
    clock.spend(busyMs);
    return [];
  };
  const [byOption, byInformer, byIndexer] = [(): string[] => [], (): string[] => [], spend];
  const { clock, source, informer, warnings } = setUp({
    slow: { processMs: Infinity },
    indexers: { byOption },
  });
  informer.addIndexers({ byInformer });
  informer.indexer.addIndexers({ byIndexer });
  informer.start();
  await settle();
  source.add(pod('a'));
  await settle();
  busyMs = 11;
  for (let index = 0; index < 128; index++) source.add(pod(`b${index}`));
  await settle();
  expect(informer.indexer.indexers).toEqual({ byOption, byInformer, byIndexer });
  expect(informer.indexer.indexers['byOption']).toBe(byOption);
  expect(informer.indexer.indexers['byIndexer']).toBe(byIndexer);
  expect(warnings()).toEqual([
    { informer: 'pods', durationMs: 11, function: 'index byIndexer', message: 'a function was slow' },
  ]);
  expect(informer.stats().slow.functions).toBe(65);
  await informer.stop();
});

test('index functions are still timed after a relist', async () => {
  const { clock, source, informer, warnings } = setUp({
    slow: { processMs: Infinity },
    indexers: {
      late: (object) => {
        if (object.metadata?.name === 'b') clock.spend(11);
        return [];
      },
    },
  });
  // Their calls are counted on: this is the first one after 64.
  for (let index = 0; index < 64; index++) source.add(pod(`a${index}`));
  informer.start();
  await settle();
  source.add(pod('b'));
  await settle();
  expect(warnings()).toMatchObject([{ function: 'index late' }]);
  await informer.stop();
});

test('after slow calls, every call is timed for a minute, then each 64th again', async () => {
  let busyMs = 11;
  const { clock, source, informer } = setUp({
    slow: { processMs: 1000 },
    transform: (object) => {
      clock.spend(busyMs);
      return object;
    },
  });
  informer.start();
  await settle();
  source.add(pod('a'));
  await settle();
  busyMs = 0;
  await clock.advance(60_000);
  source.add(pod('b'));
  await settle();
  busyMs = 11;
  for (let index = 0; index < 10; index++) source.add(pod(`c${index}`));
  await settle();
  expect(informer.stats().slow.functions).toBe(1);
  await informer.stop();
});

test('handlers that block, and promises that stay pending, are named', async () => {
  const { clock, source, informer, warnings } = setUp({ slow: { handlerMs: 2000, processMs: Infinity } });
  informer.addEventHandler({ onAdd: () => clock.spend(2001) }, { name: 'blocking' });
  informer.addEventHandler({ onAdd: () => clock.sleep(70_000) }, { name: 'waiting' });
  informer.start();
  await settle();
  source.add(pod('a'));
  await settle();
  expect(warnings()).toEqual([
    { informer: 'pods', durationMs: 2001, handler: 'blocking', message: 'a callback of a handler was slow' },
  ]);
  await clock.advance(2001);
  expect(warnings().slice(1)).toEqual([
    { informer: 'pods', durationMs: 2001, handler: 'waiting', message: 'a callback of a handler is slow' },
  ]);
  await clock.advance(70_000);
  expect(warnings()).toHaveLength(2);
  expect(informer.stats().slow.handlers).toBe(2);
  await informer.stop();
});

test('so are lists', async () => {
  const { clock, source, informer, warnings } = setUp({ slow: { listMs: 5000 } });
  const list = source.list.bind(source);
  source.list = async (options, call) => {
    await clock.sleep(6000);
    return list(options, call);
  };
  informer.start();
  await clock.advance(6000);
  expect(warnings()).toEqual([{ informer: 'pods', durationMs: 5001, message: 'a list is slow' }]);
  expect(informer.stats().slow.lists).toBe(1);
  await informer.stop();
});

test('the list of what a shard has gained is reported while it runs', async () => {
  let isSlow = false;
  const clock = new BusyClock();
  const logger = recordingLogger();
  const source = new FakeSource<KubernetesObject>({
    firstResourceVersion: 10,
    watchListUnsupported: true,
    intercept: async ({ verb }) => {
      if (isSlow && verb === 'list') await clock.sleep(40_000);
    },
  });
  const informer = new SharedIndexInformer(new ShardingSource(source, 'full'), {
    clock,
    logger,
    shard: quarters(0),
  });
  informer.start();
  await settle();
  isSlow = true;
  informer.setShard(quarters(0, 1));
  await clock.advance(30_001);
  expect(logger.lines).toContainEqual(
    expect.objectContaining({ message: 'a list is slow', durationMs: 30_001 }),
  );
  expect(informer.stats().slow.lists).toBe(1);
  isSlow = false;
  await clock.advance(10_000);
  expect(informer.shard?.hasSynced).toBe(true);
  await informer.stop();
  expect(clock.pendingTimers).toBe(0);
});

test('promises that never settle are counted once each while they run, and no timer is left after the stop', async () => {
  const { clock, source, informer, warnings } = setUp();
  const first = informer.addEventHandler({ onAdd: () => new Promise(() => undefined) }, { name: 'first' });
  informer.addEventHandler({ onAdd: async () => clock.sleep(0) }, { name: 'quick' });
  informer.start();
  await settle();
  source.add(pod('a'));
  await clock.advance(4000);
  informer.addEventHandler({ onAdd: () => new Promise(() => undefined) }, { name: 'second' });
  await clock.advance(6000);
  expect(informer.stats().slow.handlers).toBe(0);
  await clock.advance(1);
  expect(warnings()).toMatchObject([{ handler: 'first', durationMs: 10_001 }]);
  await clock.advance(3999);
  expect(informer.stats().slow.handlers).toBe(1);
  await clock.advance(1);
  expect(warnings()).toMatchObject([{ handler: 'first' }, { handler: 'second', durationMs: 10_001 }]);
  await clock.advance(3_600_000);
  expect(informer.stats().slow.handlers).toBe(2);
  first.remove();
  const stopped = informer.stop();
  await clock.advance(30_000);
  await stopped;
  expect(clock.pendingTimers).toBe(0);
});

test('the timer of a handler that ends in time is cancelled by the stop', async () => {
  const { clock, source, informer, warnings } = setUp();
  informer.addEventHandler({ onAdd: async () => clock.sleep(1) });
  informer.start();
  await settle();
  source.add(pod('a'));
  await clock.advance(1);
  await informer.stop();
  expect([clock.pendingTimers, warnings()]).toEqual([0, []]);
});

test.each([true, false])(
  'a list that hangs is counted while it runs; with watch-list: %s',
  async (watchList) => {
    const clock = new FakeClock();
    const logger = recordingLogger();
    const source = new FakeSource<KubernetesObject>({
      firstResourceVersion: 10,
      watchListUnsupported: !watchList,
      intercept: () => new Promise(() => undefined),
    });
    const informer = new SharedIndexInformer(source, { clock, logger, slow: { listMs: 5000 } });
    informer.start();
    await clock.advance(5000);
    expect(informer.stats().slow.lists).toBe(0);
    await clock.advance(1);
    expect(informer.stats().slow.lists).toBe(1);
    expect(logger.lines).toContainEqual(
      expect.objectContaining({ level: 'warn', durationMs: 5001, message: 'a list is slow' }),
    );
    await informer.stop();
    expect(clock.pendingTimers).toBe(0);
  },
);

test.each([
  [{ listMs: 0 }, 'slow.listMs of an informer must be a number of milliseconds above 0, got 0'],
  [{ listMs: '5' }, 'slow.listMs of an informer must be a number of milliseconds above 0, got "5"'],
  [
    { handlerMs: Number.NaN },
    'slow.handlerMs of an informer must be a number of milliseconds above 0, got NaN',
  ],
  [{ lists: 5 }, '"lists"'],
])('%j is refused', (slow, named) => {
  expect(() => setUp({ slow: slow as object })).toThrow(
    expect.objectContaining({ code: 'ERR_OPTION', message: expect.stringContaining(named) as string }),
  );
});

test.each([
  ['SharedIndexInformer', undefined],
  ['SharedIndexInformer', dropManagedFields],
  ['newInformer', dropManagedFields],
] as const)('the format of a %s gets the transform itself: %o', async (kind, transform) => {
  const received: unknown[] = [];
  const cacheFormat: CacheFormat = {
    newCache: () => ({
      intake(given) {
        received.push(given);
        return plainFormat.newCache({ frozen: false }).intake(given);
      },
    }),
  };
  const { source, clock, informer } = setUp({ cacheFormat, transform });
  if (kind === 'SharedIndexInformer') {
    informer.start();
    await settle();
    await informer.stop();
  } else newInformer(source, { onAdd() {} }, { clock, cacheFormat, transform });
  expect(received).toEqual([transform]);
});
