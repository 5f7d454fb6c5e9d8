/** controller-runtime pkg/handler/eventhandler_test.go */
import { describe, expect, test } from 'vitest';
import {
  newScene,
  website,
  websites,
} from '../../../packages/kube-informers/src/controller/controller.test-support.js';
import type { ObjectEvent } from '../../../packages/kube-informers/src/controller/object-event.js';
import type {
  ControllerOptions,
  WatchOptions,
} from '../../../packages/kube-informers/src/controller/options.js';
import type { Website } from '../../../packages/kube-informers/src/controller/controller.test-support.js';
import type { KubernetesObject, OwnerReference } from '../../../packages/kube-informers/src/meta/types.js';
import { appsV1, coreV1 } from '../../../packages/kube-informers/src/resources/index.js';

/** A controller that lists the keys of its runs with their reasons and priorities. */
async function started(
  options: (scene: ReturnType<typeof newScene>) => Partial<ControllerOptions<Website>>,
  objects: (scene: ReturnType<typeof newScene>) => void = () => undefined,
) {
  const scene = newScene();
  objects(scene);
  const runs: { key: string; priority: number; reasons: readonly string[] }[] = [];
  const errors: Error[] = [];
  const controller = scene.controller({
    onError: (error) => errors.push(error),
    reconcile: ({ key, priority, reasons }) => void runs.push({ key, priority, reasons }),
    ...options(scene),
  });
  scene.factory.start();
  void controller.run();
  await scene.settle();
  return {
    ...scene,
    errors,
    made: controller,
    /** The keys that ran since the last call. */
    keys: async (): Promise<string[]> => {
      await scene.settle();
      return runs
        .splice(0)
        .map(({ key }) => key)
        .toSorted();
    },
    runs,
  };
}

const owner = (name: string, more: Partial<OwnerReference> = {}): OwnerReference => ({
  apiVersion: 'example.com/v1',
  kind: 'Website',
  name,
  uid: 'u',
  controller: true,
  ...more,
});

const owned = (name: string, ...ownerReferences: OwnerReference[]): KubernetesObject => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name, namespace: 'default', ownerReferences },
});

describe('for', () => {
  // Upstream: AsReconciler: gets the object and hands it over; is not called without it; EnqueueRequestForObject;
  // Kind: create, update and delete events; JOSDK EventProcessorTest; JOSDK ControllerEventSourceTest.
  test('runs the key of the object, once for each event', async () => {
    const { sites, keys } = await started(() => ({}));
    sites.add(website('a'));
    expect(await keys()).toEqual(['default/a']);
    sites.modify(website('a'));
    expect(await keys()).toEqual(['default/a']);
    sites.delete('default/a');
    expect(await keys()).toEqual(['default/a']);
  });

  // Upstream: JOSDK EventProcessorTest.
  test('an object that was deleted and created again during a gap of the watch runs its key', async () => {
    const { sites, keys, clock } = await started(
      () => ({}),
      ({ sites: before }) => before.add(website('a', { metadata: { uid: 'old' } })),
    );
    await keys();
    sites.deleteDropped('default/a');
    sites.addDropped(website('a', { metadata: { uid: 'new' } }));
    sites.resetWatch();
    await clock.advance(3000);
    expect(await keys()).toEqual(['default/a']);
  });
});

describe('owns', () => {
  const owns = (everyOwner: boolean) => (scene: ReturnType<typeof newScene>) => ({
    owns: [{ informer: scene.factory.apps().v1().deployments(), everyOwner }],
  });

  // Upstream: EnqueueRequestForOwner: create, delete; Builder: should Reconcile Owns objects.
  test('runs the owner when an object is added or deleted', async () => {
    const { client, keys } = await started(owns(false));
    const deployments = client.source(appsV1.deployments);
    deployments.add(owned('d', owner('a')));
    expect(await keys()).toEqual(['default/a']);
    deployments.delete('default/d');
    expect(await keys()).toEqual(['default/a']);
  });

  // Upstream: EnqueueRequestForOwner: update enqueues the owners of both, the same owner once.
  test('an update runs the old and the new owner, and an unchanged owner once', async () => {
    const { client, keys } = await started(owns(false));
    const deployments = client.source(appsV1.deployments);
    deployments.add(owned('d', owner('a')));
    await keys();
    deployments.modify(owned('d', owner('b')));
    expect(await keys()).toEqual(['default/a', 'default/b']);
    deployments.modify(owned('d', owner('b')));
    expect(await keys()).toEqual(['default/b']);
    deployments.modify(owned('d'));
    expect(await keys()).toEqual(['default/b']);
  });

  // Upstream: should enqueue if the owner matches Group and Kind with a different version; should not enqueue a
  // Request if there are no owners matching Group and Kind; should not enqueue a Request if there are no owners.
  test('matches owners by group and kind, whatever the version', async () => {
    const { client, keys } = await started(owns(false));
    const deployments = client.source(appsV1.deployments);
    deployments.add(owned('d', owner('a', { apiVersion: 'example.com/v2' })));
    expect(await keys()).toEqual(['default/a']);
    deployments.add(owned('e', owner('a', { apiVersion: 'other.com/v1' })));
    deployments.add(owned('f', owner('a', { kind: 'Page' })));
    deployments.add(owned('g', owner('a', { apiVersion: 'v1' })));
    deployments.add(owned('h'));
    expect(await keys()).toEqual([]);
  });

  // Upstream: with an invalid APIVersion in the OwnerReference.
  test('ignores a reference with an invalid apiVersion', async () => {
    const { client, keys, errors } = await started(owns(true));
    client
      .source(appsV1.deployments)
      .add(owned('d', owner('a', { apiVersion: 'example.com/v1/x' }), owner('b', { apiVersion: '' })));
    expect(await keys()).toEqual([]);
    expect(errors).toEqual([]);
  });

  // Upstream: with the Controller field set to true; with the Controller field set to false: all owners; Builder:
  // should Reconcile Owns objects for every owner.
  test('runs only the controller among several owners, and with everyOwner all of them', async () => {
    const references = [owner('a', { controller: false }), owner('b'), owner('c', { controller: false })];
    const one = await started(owns(false));
    one.client.source(appsV1.deployments).add(owned('d', ...references));
    one.client.source(appsV1.deployments).add(owned('e', owner('x', { controller: false })));
    expect(await one.keys()).toEqual(['default/b']);
    const every = await started(owns(true));
    every.client.source(appsV1.deployments).add(owned('d', ...references));
    expect(await every.keys()).toEqual(['default/a', 'default/b', 'default/c']);
  });

  // Upstream: should enqueue a Request for a owner that is cluster scoped.
  test('a cluster-scoped owner has a key without a namespace', async () => {
    const { client, keys } = await started((scene) => ({
      for: scene.factory.core().v1().nodes() as never,
      owns: [scene.factory.apps().v1().deployments()],
    }));
    client.source(appsV1.deployments).add(owned('d', owner('n1', { apiVersion: 'v1', kind: 'Node' })));
    expect(await keys()).toEqual(['n1']);
  });
});

describe('watches', () => {
  const watch =
    (more: Partial<WatchOptions> = {}) =>
    (scene: ReturnType<typeof newScene>) => ({
      watches: [
        {
          informer: scene.factory.core().v1().configMaps(),
          map: ({ metadata }: { metadata?: { labels?: Readonly<Record<string, string>> } }) =>
            metadata?.labels?.['sites']?.split('.').map((name) => `default/${name}`) ?? [],
          ...more,
        } as never,
      ],
    });
  const configMap = (name: string, sites?: string): KubernetesObject => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, namespace: 'default', ...(sites === undefined ? {} : { labels: { sites } }) },
  });

  // Upstream: EnqueueRequestsFromMapFunc.
  test('maps the object of an add and a delete, and of an update both, each key once', async () => {
    const { client, keys } = await started(watch());
    const maps = client.source(coreV1.configMaps);
    maps.add(configMap('m', 'a.b.a'));
    expect(await keys()).toEqual(['default/a', 'default/b']);
    maps.modify(configMap('m', 'b.c'));
    expect(await keys()).toEqual(['default/a', 'default/b', 'default/c']);
    maps.delete('default/m');
    expect(await keys()).toEqual(['default/b', 'default/c']);
    maps.add(configMap('n'));
    expect(await keys()).toEqual([]);
  });

  test.each<[string, unknown, string]>([
    [
      'throws',
      () => {
        throw new Error('odd object');
      },
      'odd object',
    ],
    ['returns a string', () => 'default/a', 'map must return an array of keys, got "default/a"'],
    ['returns nothing', () => undefined, 'map must return an array of keys, got undefined'],
    ['returns an empty key', () => [''], 'map must return an array of keys, got ""'],
    ['returns objects', () => [{}], 'map must return an array of keys, got object'],
  ])('a map that %s is reported, and the other events go on', async (_what, map, words) => {
    const { client, keys, sites, errors, made } = await started(watch({ map } as never));
    client.source(coreV1.configMaps).add(configMap('m', 'a'));
    sites.add(website('b'));
    expect(await keys()).toEqual(['default/b']);
    expect(errors.map(({ message }) => message)).toEqual([words]);
    expect(made.stats().eventErrorsTotal).toBe(1);
  });

  // Upstream: WithLowPriorityWhenUnchanged.
  test('an explicit priority is kept for the first list and resyncs', async () => {
    const { clock, runs } = await started(
      watch({ priority: 5 }),
      ({ client }) => void client.source(coreV1.configMaps).add(configMap('m', 'a')),
    );
    expect(runs.splice(0)).toMatchObject([{ key: 'default/a', priority: 5 }]);
    await clock.advance(10_000);
    expect(runs).toMatchObject([
      { key: 'default/a', priority: 5, reasons: ['resync of ConfigMap default/m'] },
    ]);
  });
});

describe('predicates', () => {
  // Upstream: should call Start on sources with the appropriate EventHandler, Queue, and Predicates; Builder:
  // should execute registered predicates only for assigned kind.
  test('a predicate is called only for events of its own source', async () => {
    const asked: string[] = [];
    const refuses =
      (source: string) =>
      ({ object }: ObjectEvent) => {
        asked.push(`${source}: ${object.kind}`);
        return false;
      };
    const { keys, sites, client } = await started(({ factory }) => ({
      for: { informer: factory.forResource(websites), predicate: refuses('for') },
      owns: [factory.apps().v1().deployments()],
      watches: [
        {
          informer: factory.core().v1().configMaps(),
          predicate: refuses('watch'),
          map: () => ['default/mapped'],
        },
      ],
    }));
    sites.add(website('a'));
    client
      .source(coreV1.configMaps)
      .add({ kind: 'ConfigMap', metadata: { name: 'm', namespace: 'default' } });
    expect(await keys()).toEqual([]);
    client.source(appsV1.deployments).add(owned('d', owner('a')));
    expect(await keys()).toEqual(['default/a']);
    expect(asked.toSorted()).toEqual(['for: Website', 'watch: ConfigMap']);
  });

  test('two sources of one informer have a predicate each', async () => {
    const { keys, sites } = await started(({ factory }) => ({
      for: { informer: factory.forResource(websites), predicate: { update: () => false } },
      watches: [
        {
          informer: factory.forResource(websites),
          predicate: { add: () => false },
          map: (object) => [`default/mapped-${object.metadata?.name}`],
        },
      ],
    }));
    sites.add(website('a'));
    expect(await keys()).toEqual(['default/a']);
    sites.modify(website('a', { spec: { text: 'new' } }));
    expect(await keys()).toEqual(['default/mapped-a']);
  });
});

describe('a delete event', () => {
  const map = (step: string): KubernetesObject => ({
    metadata: { name: 'm', namespace: 'default', labels: { step } },
  });

  /** Lists each delete with which the predicate and the map of a watch are called. */
  async function deletes() {
    const calls: unknown[] = [];
    const log = (who: string, event: ObjectEvent): void => {
      if (event.type === 'delete')
        calls.push([who, event.object.metadata?.labels?.['step'], event.finalStateUnknown]);
    };
    const scene = await started(
      ({ factory }) => ({
        watches: [
          {
            informer: factory.core().v1().configMaps(),
            predicate: (event) => {
              log('predicate', event);
              return true;
            },
            map: (_object, event) => {
              log('map', event);
              return ['default/mapped'];
            },
          },
        ],
      }),
      ({ client }) => client.source(coreV1.configMaps).add(map('1')),
    );
    await scene.keys();
    return { ...scene, maps: scene.client.source(coreV1.configMaps), calls };
  }

  // Upstream: EventHandler: should create a DeleteEvent from a tombstone.
  test('that the watch delivered has finalStateUnknown false', async () => {
    const { maps, keys, calls } = await deletes();
    maps.delete('default/m');
    expect(await keys()).toEqual(['default/mapped']);
    expect(calls).toEqual([
      ['predicate', '1', false],
      ['map', '1', false],
    ]);
  });

  // Upstream: EventHandler: should create a DeleteEvent from a tombstone.
  test('that a list after a gap found has finalStateUnknown true, and the last state that was seen', async () => {
    const { maps, keys, calls, clock } = await deletes();
    maps.modifyDropped(map('2'));
    maps.deleteDropped('default/m');
    maps.resetWatch();
    await clock.advance(3000);
    expect(await keys()).toEqual(['default/mapped']);
    expect(calls).toEqual([
      ['predicate', '1', true],
      ['map', '1', true],
    ]);
  });
});

describe('priorities', () => {
  // Upstream: WithLowPriorityWhenUnchanged.
  test('objects of the first list have low priority, objects added later do not', async () => {
    const { runs, sites, settle } = await started(
      () => ({}),
      ({ sites: source }) => void source.add(website('a')),
    );
    sites.add(website('b'));
    await settle();
    expect(runs).toMatchObject([
      { key: 'default/a', priority: -100 },
      { key: 'default/b', priority: 0 },
    ]);
  });

  // Upstream: WithLowPriorityWhenUnchanged.
  test('a resync has low priority, an update with a change does not', async () => {
    const { runs, sites, settle, clock } = await started(
      () => ({}),
      ({ sites: source }) => void source.add(website('a')),
    );
    await clock.advance(10_000);
    sites.modify(website('a'));
    await settle();
    expect(runs).toMatchObject([
      { priority: -100, reasons: ['initial list of Website default/a'] },
      { priority: -100, reasons: ['resync of Website default/a'] },
      { priority: 0, reasons: ['update of Website default/a'] },
    ]);
  });
});

// Upstream: Builder: several controllers for one kind; Builder: several controllers on one metadata-only informer.
test('controllers of one informer each run for an event', async () => {
  const { sites, factory, controller, settle, client } = newScene();
  const runs: string[] = [];
  for (const name of ['one', 'two']) {
    const made = controller({
      for: factory.forResource(websites),
      reconcile: ({ key }) => void runs.push(`${name} ${key}`),
    });
    factory.start();
    void made.run();
  }
  await settle();
  sites.add(website('a'));
  await settle();
  expect(runs.toSorted()).toEqual(['one default/a', 'two default/a']);
  expect(client.openWatches).toBe(1);
});
