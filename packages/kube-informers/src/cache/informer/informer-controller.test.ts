import { describe, expect, test } from 'vitest';
import type { KubernetesObject } from '../../meta/types.js';
import { FakeClock, settle } from '../../../../testing/src/fake-clock.js';
import { FakeSource } from '../../../../testing/src/fake-source.js';
import { waitForCacheSync } from './cache-sync.js';
import { InformerController } from './informer-controller.js';
import type { InformerControllerOptions } from './informer-controller.js';
import { DeltaFIFO } from '../queues/delta-fifo.js';
import { pod, recordingLogger } from './informer.test-support.js';
import type { Deltas, Queue } from '../types.js';

describe('InformerController', () => {
  const setUp = (
    objects: readonly KubernetesObject[],
    options: Partial<InformerControllerOptions<KubernetesObject>> = {},
  ): {
    controller: InformerController<KubernetesObject>;
    source: FakeSource<KubernetesObject>;
    clock: FakeClock;
    queue: Queue<KubernetesObject>;
    popped: string[];
    stop: AbortController;
  } => {
    const source = new FakeSource<KubernetesObject>({ objects });
    const clock = new FakeClock();
    const queue = new DeltaFIFO<KubernetesObject>({ emitDeltaTypeReplaced: true });
    const popped: string[] = [];
    const controller = new InformerController<KubernetesObject>({
      queue,
      listerWatcher: source,
      clock,
      random: () => 0,
      process: (deltas, isInInitialList) => void popped.push(describeDeltas(deltas, isInInitialList)),
      ...options,
    });
    return { controller, source, clock, queue, popped, stop: new AbortController() };
  };

  test('passes every change to process, in order, and has synced after the first list', async () => {
    const synced: number[] = [];
    const { controller, source, popped, stop } = setUp([pod('a')], {
      onSynced: () => void synced.push(popped.length),
    });
    expect([controller.hasSynced, controller.lastSyncResourceVersion]).toEqual([false, '']);
    const run = controller.run({ signal: stop.signal });
    await controller.synced;
    expect([controller.hasSynced, popped.length, synced]).toEqual([true, 1, [1]]);
    source.modify(pod('a'));
    await settle();
    source.delete('a');
    await settle();
    expect(controller.lastSyncResourceVersion).toBe(source.resourceVersion);
    stop.abort();
    await run;
    // Without known objects the queue does not know the object and drops the delete.
    expect(popped).toEqual(['initial Replaced a', 'Updated a']);
    expect(synced).toEqual([1]);
  });

  test('an empty first list counts as synced', async () => {
    let synced = 0;
    const { controller, stop } = setUp([], { onSynced: () => void synced++ });
    const run = controller.run({ signal: stop.signal });
    await controller.synced;
    await settle();
    expect(synced).toBe(1);
    stop.abort();
    await run;
  });

  test('reports what process throws, and continues', async () => {
    const errors: string[] = [];
    let calls = 0;
    const { controller, source, stop } = setUp([], {
      process: () => {
        calls++;
        if (calls % 2 === 1) throw new Error(`failure ${calls}`);
      },
      onProcessError: (error) => void errors.push(error.message),
    });
    const run = controller.run({ signal: stop.signal });
    await controller.synced;
    for (const name of ['a', 'b', 'c']) {
      source.add(pod(name));
      await settle();
    }
    stop.abort();
    await run;
    expect(calls).toBeGreaterThanOrEqual(3);
    expect(errors[0]).toBe('failure 1');
    expect(errors).toHaveLength(Math.ceil(calls / 2));
  });

  test('logs what process throws if there is no hook', async () => {
    const logger = recordingLogger();
    const boom = new Error('boom');
    const { controller, stop } = setUp([pod('a')], {
      logger,
      process: () => {
        throw boom;
      },
    });
    const run = controller.run({ signal: stop.signal });
    await controller.synced;
    await settle();
    stop.abort();
    await run;
    expect(logger.lines.filter(({ level }) => level === 'error')).toMatchObject([
      { err: boom, message: 'processing a change failed' },
    ]);
  });

  test('a stop drops the queued items at once and closes the queue', async () => {
    const { controller, source, clock, popped, queue, stop } = setUp([]);
    const run = controller.run({ signal: stop.signal });
    await controller.synced;
    await settle();
    const before = popped.length;
    source.add(pod('a'));
    stop.abort();
    await run;
    await settle();
    expect(popped).toHaveLength(before);
    expect([queue.closed, clock.pendingTimers, source.openWatches]).toEqual([true, 0, 0]);
  });

  test('rejects synced if it stops before the first list', async () => {
    const { controller, source, stop } = setUp([pod('a')], { name: 'pods' });
    source.failNext('watch', new Error('no'), 100);
    source.failNext('list', new Error('no'), 100);
    const run = controller.run({ signal: stop.signal });
    const waiting = expect(waitForCacheSync({}, controller)).rejects.toMatchObject({
      code: 'ERR_CACHE_SYNC',
      unsynced: [{ name: 'pods', error: { code: 'ERR_INFORMER_STOPPED' } }],
    });
    await settle();
    stop.abort();
    await run;
    await waiting;
    expect(controller.hasSynced).toBe(false);
  });

  test('can be run once', async () => {
    const { controller, stop } = setUp([]);
    const run = controller.run({ signal: stop.signal });
    await expect(controller.run()).rejects.toMatchObject({ code: 'ERR_INFORMER_STARTED' });
    stop.abort();
    await run;
    await expect(controller.run()).rejects.toMatchObject({ code: 'ERR_INFORMER_STARTED' });
  });

  test('resyncs the queue when shouldResync returns true', async () => {
    let asked = 0;
    const resynced: boolean[] = [];
    const { controller, clock, queue, stop } = setUp([], {
      resyncPeriodMs: 1000,
      shouldResync: () => ++asked % 2 === 0,
    });
    const resync = queue.resync.bind(queue);
    queue.resync = () => {
      resynced.push(true);
      resync();
    };
    const run = controller.run({ signal: stop.signal });
    await controller.synced;
    await clock.advance(4000);
    expect([asked, resynced.length]).toEqual([4, 2]);
    stop.abort();
    await run;
  });
});

test('processes a queue in batches, with items that cannot be batched in between', async () => {
  const source = new FakeSource<KubernetesObject>({ objects: [pod('a')] });
  const clock = new FakeClock();
  const calls: string[] = [];
  const controller = new InformerController<KubernetesObject>({
    queue: new DeltaFIFO({ atomicEvents: true }),
    listerWatcher: source,
    clock,
    process: (deltas, isInInitialList) => void calls.push(describeDeltas(deltas, isInInitialList)),
    processBatch: (deltas, isInInitialList) =>
      void calls.push(`batch: ${describeDeltas(deltas, isInInitialList)}`),
  });
  const stop = new AbortController();
  const run = controller.run({ signal: stop.signal });
  await controller.synced;
  await settle();
  for (const name of ['b', 'c', 'd', 'e']) source.add(pod(name));
  source.modify(pod('e'));
  await settle();
  stop.abort();
  await run;
  // The source delivers b at once and the others together.
  expect(calls).toEqual([
    'initial ReplacedAll[a]',
    'Added b',
    'batch: Added c, Added d',
    'Added e, Updated e',
  ]);
});

function describeDeltas(deltas: Deltas<KubernetesObject>, isInInitialList: boolean): string {
  const parts = deltas.map((delta) => {
    if (delta.type === 'ReplacedAll')
      return `ReplacedAll[${delta.objects.map((object) => object.metadata?.name).join(' ')}]`;
    if (!('object' in delta)) return delta.type;
    const name = 'key' in delta.object ? delta.object.key : (delta.object as KubernetesObject).metadata?.name;
    return `${delta.type} ${String(name)}`;
  });
  return `${isInInitialList ? 'initial ' : ''}${parts.join(', ')}`;
}
