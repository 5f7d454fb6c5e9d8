import { describe, expect, test } from 'vitest';
import { InformerController } from '../../../packages/kube-informers/src/cache/informer/informer-controller.js';
import { DeltaFIFO } from '../../../packages/kube-informers/src/cache/queues/delta-fifo.js';
import { MemoryIndexer } from '../../../packages/kube-informers/src/cache/stores/indexer.js';
import { pod } from '../../../packages/kube-informers/src/cache/informer/informer.test-support.js';
import { defaultKeyFunc } from '../../../packages/kube-informers/src/cache/key-of.js';
import { processDeltas } from '../../../packages/kube-informers/src/cache/queues/process-deltas.test-support.js';
import type { ChangeSink } from '../../../packages/kube-informers/src/cache/queues/process-deltas.js';
import type { Deltas, Queue } from '../../../packages/kube-informers/src/cache/types.js';
import type { KubernetesObject } from '../../../packages/kube-informers/src/meta/types.js';
import { DeletedFinalStateUnknown } from '../../../packages/kube-informers/src/meta/tombstone.js';
import { FakeClock, settle } from '../../../packages/testing/src/fake-clock.js';
import { FakeSource } from '../../../packages/testing/src/fake-source.js';

type Pods = MemoryIndexer<KubernetesObject>;

const queues: readonly (readonly [string, (store: Pods) => Queue<KubernetesObject>])[] = [
  ['a DeltaFIFO', (store) => new DeltaFIFO({ knownObjects: store, emitDeltaTypeReplaced: true })],
  ['a DeltaFIFO with atomic events', () => new DeltaFIFO({ atomicEvents: true })],
];

interface Running {
  readonly source: FakeSource<KubernetesObject>;
  readonly clock: FakeClock;
  readonly store: Pods;
  /** The calls since the last take: `+a` an add, `*a` an add of the initial list, `~a` an update, `-a` a delete. */
  readonly take: () => string[];
  readonly stop: () => Promise<void>;
}

/** A controller built from its parts. */
async function start(newQueue: (store: Pods) => Queue<KubernetesObject>): Promise<Running> {
  const source = new FakeSource<KubernetesObject>({ objects: [pod('pod-1')], firstResourceVersion: 10 });
  const clock = new FakeClock();
  const store: Pods = new MemoryIndexer();
  const history: string[] = [];
  const sink: ChangeSink<KubernetesObject> = {
    onAdd: (object, initial) => void history.push(`${initial ? '*' : '+'}${defaultKeyFunc(object)}`),
    onUpdate: (_old, object) => void history.push(`~${defaultKeyFunc(object)}`),
    onDelete: (object) =>
      void history.push(
        `-${object instanceof DeletedFinalStateUnknown ? object.key : defaultKeyFunc(object)}`,
      ),
  };
  const process = (deltas: Deltas<KubernetesObject>, initial: boolean): void =>
    processDeltas(sink, store, deltas, initial);
  const controller = new InformerController<KubernetesObject>({
    queue: newQueue(store),
    listerWatcher: source,
    process,
    processBatch: process,
    clock,
    random: () => 0,
    onWatchError: () => undefined,
  });
  const stop = new AbortController();
  const run = controller.run({ signal: stop.signal });
  await controller.synced;
  await settle();
  return {
    source,
    clock,
    store,
    take: () => history.splice(0),
    stop: async () => {
      stop.abort();
      await run;
    },
  };
}

describe.each(queues)('a controller with %s', (_name, newQueue) => {
  test('TestResetWatch: a relist delivers the missed changes and is not the initial list', async () => {
    const { source, clock, store, take, stop } = await start(newQueue);
    expect(take()).toEqual(['*pod-1']);
    source.modifyDropped(pod('pod-1'));
    source.addDropped(pod('pod-2'));
    source.resetWatch();
    await clock.advance(2000);
    expect(take().toSorted()).toEqual(['+pod-2', '~pod-1']);
    expect(store.getByKey('pod-1')?.metadata?.resourceVersion).toBe('11');
    await stop();
  });

  test('TestStoreResourceVersion: the store follows the list, updates and deletes', async () => {
    const { source, store, take, stop } = await start(newQueue);
    expect(take()).toEqual(['*pod-1']);
    source.modify(pod('pod-1', { foo: 'bar' }));
    await settle();
    expect([take(), store.resourceVersion]).toEqual([['~pod-1'], source.resourceVersion]);
    source.delete('pod-1');
    await settle();
    expect([take(), store.resourceVersion]).toEqual([['-pod-1'], source.resourceVersion]);
    await stop();
  });
});
