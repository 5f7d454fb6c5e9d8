import { describe, expect, test } from 'vitest';
import type { KubernetesObject } from '../../../packages/kube-informers/src/meta/types.js';
import { FakeClock, settle } from '../../../packages/testing/src/fake-clock.js';
import { FakeSource } from '../../../packages/testing/src/fake-source.js';
import type { HandlerFailure } from '../../../packages/kube-informers/src/cache/handlers/event-handler.js';
import {
  EventLog,
  pod,
  seededNumbers,
} from '../../../packages/kube-informers/src/cache/informer/informer.test-support.js';
import { newInformer } from '../../../packages/kube-informers/src/cache/informer/informer.js';
import type { Informer } from '../../../packages/kube-informers/src/cache/informer/informer.js';
import type { InformerOptions } from '../../../packages/kube-informers/src/cache/informer/informer-options.js';
import type { ResourceEventHandler } from '../../../packages/kube-informers/src/cache/types.js';
import type { DeepReadonly } from '../../../packages/kube-informers/src/util/deep-readonly.js';

describe('newInformer', () => {
  interface Running {
    readonly informer: Informer<KubernetesObject>;
    readonly source: FakeSource<KubernetesObject>;
    readonly clock: FakeClock;
    readonly stop: () => Promise<void>;
  }

  async function start(
    objects: readonly KubernetesObject[],
    handler: ResourceEventHandler<KubernetesObject>,
    options: InformerOptions<KubernetesObject> = {},
  ): Promise<Running> {
    const source = new FakeSource<KubernetesObject>({ objects, firstResourceVersion: 1 });
    const clock = new FakeClock();
    const informer = newInformer(source, handler, { clock, random: () => 0, ...options });
    const controller = new AbortController();
    const run = informer.controller.run({ signal: controller.signal });
    await informer.controller.synced;
    await settle();
    return {
      informer,
      source,
      clock,
      async stop() {
        controller.abort();
        await run;
        expect([clock.pendingTimers, source.openWatches]).toEqual([0, 0]);
      },
    };
  }

  test('returns a store, an indexer and a controller that fills them', async () => {
    const log = new EventLog();
    const { informer, source, stop } = await start([pod('a', { color: 'red' })], log, {
      indexers: { color: (object) => Object.values(object.metadata?.labels ?? {}) },
    });
    expect(informer.indexer.listKeys()).toEqual(['a']);
    expect(informer.indexer.indexKeys('color', 'red')).toEqual(['a']);
    expect(informer.controller.hasSynced).toBe(true);
    expect(informer.registration.hasSynced).toBe(true);
    expect(informer.controller.lastSyncResourceVersion).toBe(source.resourceVersion);
    await stop();
    expect(log.take()).toEqual(['*a']);
  });

  test('its cache has the indexes given', async () => {
    const indexers = {
      color: (object: DeepReadonly<KubernetesObject>) => Object.values(object.metadata?.labels ?? {}),
    };
    const source = new FakeSource({ objects: [pod('a', { color: 'red' })] });
    const { indexer, controller } = newInformer(source, { onAdd() {} }, { indexers });
    const stop = new AbortController();
    const run = controller.run({ signal: stop.signal });
    await controller.synced;
    expect(indexer.byIndex('color', 'red')).toHaveLength(1);
    stop.abort();
    await run;
  });

  // Upstream: watch: no deadlock on stop.
  test('after a stop within a callback, no further callback runs', async () => {
    const source = new FakeSource({ objects: [pod('a'), pod('b'), pod('c')] });
    const stop = new AbortController();
    const added: string[] = [];
    const { controller } = newInformer(source, {
      onAdd(object) {
        added.push(object.metadata?.name ?? '');
        stop.abort();
      },
    });
    await controller.run({ signal: stop.signal });
    expect(added).toEqual(['a']);
  });

  test('TestHammerController: each history is legal and the store ends empty, for any order of changes', async () => {
    const histories = new Map<string, string[]>();
    const note = (name: string | undefined, event: string): void => {
      const history = histories.get(name ?? '') ?? [];
      history.push(event);
      histories.set(name ?? '', history);
    };
    const { informer, source, stop } = await start([], {
      onAdd: (object) => note(object.metadata?.name, 'add'),
      onUpdate: (_old, object) => note(object.metadata?.name, 'update'),
      onDelete: ({ key }) => note(key, 'delete'),
    });
    const random = seededNumbers(11);
    const alive: string[] = [];
    for (let step = 0; step < 500; step++) {
      const victim = alive[random(alive.length + 1)];
      if (victim === undefined) {
        const name = `pod-${random(50)}`;
        if (alive.includes(name)) continue;
        alive.push(name);
        source.add(pod(name));
      } else if (random(2) === 0) {
        source.modify(pod(victim, { step: String(step) }));
      } else {
        alive.splice(alive.indexOf(victim), 1);
        source.delete(victim);
      }
      if (random(5) === 0) await settle(1);
    }
    for (const name of alive) source.delete(name);
    await settle();
    expect(informer.indexer.size).toBe(0);
    expect(histories.size).toBeGreaterThan(10);
    for (const history of histories.values()) {
      let exists = false;
      for (const event of history) {
        expect(exists).toBe(event !== 'add');
        exists = event !== 'delete';
      }
      expect(history.at(-1)).toBe('delete');
    }
    await stop();
  });

  test('TestUpdate: delivers each update that happened exactly once, from list or watch', async () => {
    const steps: string[] = [];
    const label = (object: DeepReadonly<KubernetesObject>): string =>
      `${object.metadata?.name}:${object.metadata?.labels?.['check'] ?? '-'}`;
    const { source, stop } = await start([pod('modified'), pod('deleted')], {
      onUpdate: (oldObject, newObject) => void steps.push(`${label(oldObject)} to ${label(newObject)}`),
      onDelete: ({ key }) => void steps.push(`${key} deleted`),
    });
    source.modify(pod('modified', { check: '1' }));
    await settle();
    source.modify(pod('modified', { check: '2' }));
    source.delete('deleted');
    await settle();
    source.add(pod('deleted', { check: 'new' }));
    await settle();
    source.modify(pod('deleted', { check: 'newer' }));
    await settle();
    await stop();
    expect(steps).toEqual([
      'modified:- to modified:1',
      'modified:1 to modified:2',
      'deleted deleted',
      'deleted:new to deleted:newer',
    ]);
    const watch = source.watches[0];
    expect(watch?.allowWatchBookmarks).toBe(true);
  });

  test('TestPanicPropagated: calls onHandlerError when a handler throws, and the informer continues', async () => {
    const failures: HandlerFailure[] = [];
    const { informer, source, stop } = await start(
      [pod('a')],
      {
        onAdd() {
          throw new Error('crash');
        },
      },
      { onHandlerError: (failure) => void failures.push(failure) },
    );
    source.add(pod('b'));
    await settle();
    await stop();
    expect(failures.map(({ event, key, error }) => [event, key, error.message])).toEqual([
      ['add', 'a', 'crash'],
      ['add', 'b', 'crash'],
    ]);
    expect(informer.indexer.size).toBe(2);
  });

  test('TestTransformingInformer: the store and the handler get the transformed object for add, update and delete', async () => {
    const made = (name: string, generation: string): KubernetesObject => pod(name, { generation });
    const expected = (name: string, generation: string): unknown =>
      expect.objectContaining({
        metadata: expect.objectContaining({ name, labels: { generation, transformed: 'yes' } }) as unknown,
      });
    const seen: unknown[] = [];
    const { informer, source, stop } = await start(
      [made('pod1', '2')],
      {
        onAdd: (object) => void seen.push(['add', object]),
        onUpdate: (oldObject, newObject) => void seen.push(['update', oldObject, newObject]),
        onDelete: ({ object }) => void seen.push(['delete', object]),
      },
      {
        transform: (object) => ({
          ...object,
          metadata: { ...object.metadata, labels: { ...object.metadata?.labels, transformed: 'yes' } },
        }),
      },
    );
    expect(informer.indexer.list()).toEqual([expected('pod1', '2')]);
    source.add(made('pod2', '1'));
    source.add(made('pod3', '1'));
    await settle();
    source.modify(made('pod2', '2'));
    await settle();
    source.delete('pod1');
    await settle();
    await stop();
    expect(seen).toEqual([
      ['add', expected('pod1', '2')],
      ['add', expected('pod2', '1')],
      ['add', expected('pod3', '1')],
      ['update', expected('pod2', '1'), expected('pod2', '2')],
      ['delete', expected('pod1', '2')],
    ]);
    expect(informer.indexer.list()).toEqual([expected('pod2', '2'), expected('pod3', '1')]);
  });

  test('TestTransformingInformerRace: transforms each object once, before any reader gets it, however often it resyncs', async () => {
    let transformedTwice = 0;
    const { informer, clock, stop } = await start(
      Array.from({ length: 5 }, (_, index) => pod(`pod-${index}`, { 'needs-transform': 'true' })),
      { onAdd() {} },
      {
        resyncPeriodMs: 1000,
        // A watch-list's temporary store transforms as well, which is why a transform must be idempotent.
        useWatchList: false,
        transform: (object) => {
          if (object.metadata?.labels?.['needs-transform'] !== 'true') transformedTwice++;
          return {
            ...object,
            metadata: { ...object.metadata, labels: { 'needs-transform': 'false' } },
          };
        },
      },
    );
    for (let round = 0; round < 20; round++) {
      await clock.advance(500);
      const labels = informer.indexer.list().map((object) => object.metadata?.labels?.['needs-transform']);
      expect(labels).toEqual(Array.from({ length: 5 }, () => 'false'));
    }
    expect(transformedTwice).toBe(0);
    await stop();
  });

  test('TestStoreResourceVersion: the store follows updates and deletes', async () => {
    const { informer, source, stop } = await start([pod('a')], { onAdd() {} });
    expect(informer.indexer.resourceVersion).toBe('1');
    source.modify(pod('a'));
    await settle();
    expect(informer.indexer.resourceVersion).toBe('2');
    source.delete('a');
    await settle();
    expect(informer.indexer.resourceVersion).toBe('3');
    await stop();
  });

  test('TestStoreResourceVersionWithNonMetaTransform: handles objects without metadata, which have no resourceVersion', async () => {
    const seen: unknown[] = [];
    const { informer, source, stop } = await start(
      [pod('a')],
      { onAdd: (object) => void seen.push(object), onUpdate: (_old, object) => void seen.push(object) },
      {
        keyFunc: (object) => object.metadata?.name ?? (object as { readonly word?: string }).word ?? '',
        // Replaces the object by something that its type does not allow but JavaScript does.
        transform: (object) =>
          object.metadata === undefined ? object : ({ word: object.metadata.name } as KubernetesObject),
      },
    );
    source.modify(pod('a'));
    await settle();
    expect(informer.indexer.list()).toEqual([{ word: 'a' }]);
    expect(seen).toEqual([{ word: 'a' }, { word: 'a' }]);
    // client-go does not change it. Here the Reflector, which has the object before the transform, sets it.
    expect(informer.indexer.resourceVersion).toBe(source.resourceVersion);
    await stop();
  });

  test('resyncs and relists are delivered as updates even if nothing changed', async () => {
    const log = new EventLog();
    const { clock, stop } = await start([pod('a')], log, { resyncPeriodMs: 1000 });
    await clock.advance(2000);
    await stop();
    expect(log.take()).toEqual(['*a', '~a', '~a']);
  });

  test('run resolves after the running callback', async () => {
    let release = (): void => undefined;
    const door = new Promise<void>((resolve) => {
      release = resolve;
    });
    let finished = false;
    const { stop } = await start([pod('a')], {
      async onAdd() {
        await door;
        finished = true;
      },
    });
    const stopped = stop();
    await settle();
    expect(finished).toBe(false);
    release();
    await stopped;
    expect(finished).toBe(true);
  });
});
