import { afterEach, describe, expect, test } from 'vitest';
import type { ListWatchClient } from '../cache/reflector/listwatch.js';
import { SharedIndexInformer } from '../cache/informer/shared-index-informer.js';
import { filteredListWatchFromClient } from '../cache/reflector/listwatch.js';
import { defineResource, resourceName } from '../meta/resource.js';
import type { Resource } from '../meta/resource.js';
import type { KubernetesObject } from '../meta/types.js';
import { appsV1 } from '../resources/apps-v1.js';
import { coreV1 } from '../resources/core-v1.js';
import { groupTables } from '../resources/index.js';
import type { ResourceTable } from '../resources/index.js';
import { FakeClock, settle } from '../../../testing/src/fake-clock.js';
import { FakeSource } from '../../../testing/src/fake-source.js';
import { noopLogger } from '../util/logger.js';
import { SharedInformerFactory } from './shared-informer-factory.js';
import { FakeClient, pod } from './fake-client.test-support.js';
import type { InformerFactoryOptions } from './informer-factory.js';

describe('SharedInformerFactory', () => {
  const opened: { factory: SharedInformerFactory; client: FakeClient; clock: FakeClock }[] = [];
  const setUp = (options: InformerFactoryOptions = {}): (typeof opened)[number] => {
    const client = new FakeClient();
    const clock = new FakeClock();
    const factory = new SharedInformerFactory(client, { clock, random: () => 0, ...options });
    const all = { factory, client, clock };
    opened.push(all);
    return all;
  };
  afterEach(async () => {
    for (const { factory, client, clock } of opened.splice(0)) {
      await factory.stop();
      expect([client.openWatches, clock.pendingTimers]).toEqual([0, 0]);
    }
  });

  test('serves handlers, listers and indexes from one list and watch', async () => {
    const { factory, client } = setUp();
    client.source(coreV1.pods).add(pod('nginx'));
    client.source(coreV1.pods).add(pod('other', 'shop'));
    const pods = factory.core().v1().pods();
    const added: string[] = [];
    const registration = pods.informer().addEventHandler({
      onAdd: (object) => void added.push(object.metadata?.name ?? ''),
    });
    factory.start();
    await factory.waitForCacheSync();
    await registration.synced;
    expect(added).toEqual(['nginx', 'other']);
    expect(pods.lister().list()).toHaveLength(2);
    expect(pods.lister().namespace('default').get('nginx')?.metadata?.name).toBe('nginx');
    expect(pods.lister().namespace('default').get('other')).toBeUndefined();
    expect(() => pods.lister().namespace('default').getOrThrow('other')).toThrow('pods "other" not found');
    expect(pods.informer().indexer.byIndex('namespace', 'shop')).toHaveLength(1);
    expect(client.openWatches).toBe(1);
  });

  test('returns one informer for each resource, whichever accessor is used', () => {
    const { factory } = setUp();
    const informer = factory.core().v1().pods().informer();
    expect(factory.core().v1().pods().informer()).toBe(informer);
    expect(factory.forResource(coreV1.pods).informer()).toBe(informer);
    expect(factory.informerFor(coreV1.pods, () => new SharedIndexInformer(new FakeSource()))).toBe(informer);
    expect(factory.core().v1().nodes().informer()).not.toBe(informer);
    expect(informer.name).toBe('pods.v1');
  });

  test('has an accessor for every built-in resource', () => {
    const { factory } = setUp();
    let count = 0;
    for (const [group, versions] of Object.entries<Readonly<Record<string, ResourceTable>>>(groupTables)) {
      for (const [version, table] of Object.entries(versions)) {
        for (const [accessor, resource] of Object.entries(table)) {
          if (!resource.verbs.includes('list') || !resource.verbs.includes('watch')) continue;
          // Each accessor has its own type; this loop calls them by name.
          const groups = factory as unknown as Record<
            string,
            () => Record<string, () => Record<string, () => { informer(): { name: string } }>>
          >;
          const informer = groups[group]?.()[version]?.()[accessor]?.().informer();
          expect(informer?.name).toBe(resourceName(resource));
          count++;
        }
      }
    }
    expect(count).toBeGreaterThan(50);
  });

  test.each([{ resource: coreV1.bindings }, { resource: coreV1.componentStatuses }])(
    'refuses $resource.resource, which cannot be listed and watched',
    ({ resource }) => {
      const { factory } = setUp();
      expect(() => factory.forResource<KubernetesObject>(defineResource({ ...resource }))).toThrow(
        expect.objectContaining({
          code: 'ERR_RESOURCE',
          message: expect.stringContaining(resource.resource) as string,
        }),
      );
    },
  );

  test('takes custom resources by their descriptor', async () => {
    interface Backup extends KubernetesObject {
      readonly spec?: { readonly schedule?: string };
    }
    const backups = defineResource<Backup>({
      group: 'example.com',
      version: 'v1',
      resource: 'backups',
      kind: 'Backup',
      namespaced: true,
    });
    const { factory, client } = setUp();
    client.source(backups).add({ metadata: { name: 'nightly' }, spec: { schedule: '@daily' } } as Backup);
    const lister = factory.forResource(backups).lister();
    factory.start();
    await factory.waitForCacheSync();
    expect(lister.get('nightly')?.spec?.schedule).toBe('@daily');
  });

  test('start may be called repeatedly and starts the informers created since', async () => {
    const { factory, client } = setUp();
    factory.core().v1().pods().informer();
    factory.start();
    factory.start();
    await factory.waitForCacheSync();
    await settle();
    expect(client.openWatches).toBe(1);
    const nodes = factory.core().v1().nodes().informer();
    expect(nodes.isStarted).toBe(false);
    await expect(factory.waitForCacheSync()).rejects.toThrow('created after start(): call start() again');
    factory.start();
    await factory.waitForCacheSync();
    await settle();
    expect(client.openWatches).toBe(2);
  });

  test('a lister requested after the start starts its informer, with the signal of the start', async () => {
    const { factory, client } = setUp();
    const stop = new AbortController();
    factory.start({ signal: stop.signal });
    client.source(coreV1.pods).add(pod('nginx'));
    const lister = factory.core().v1().pods().lister();
    await factory.waitForCacheSync();
    expect(lister.list()).toHaveLength(1);
    stop.abort();
    await settle();
    expect(client.openWatches).toBe(0);
    expect(factory.core().v1().pods({ namespace: 'a' }).informer().isStarted).toBe(false);
    factory.core().v1().pods({ namespace: 'b' }).lister();
    await expect(factory.waitForCacheSync()).rejects.toThrow(
      'namespace=b] (not started: call start() first)',
    );
  });

  test('waitForCacheSync names resources that were requested without informer or lister', async () => {
    const { factory } = setUp();
    const pods = factory.core().v1().pods();
    factory.core().v1().nodes();
    factory.start();
    await expect(factory.waitForCacheSync()).rejects.toThrow(
      /^caches did not sync: pods\.v1 \(it has no informer: call informer\(\) or lister\(\) before start\(\)\), nodes\.v1 \(.*\)$/,
    );
    pods.informer();
    factory.start();
    await factory.waitForCacheSync();
  });

  test('waitForCacheSync of a factory without informers resolves', async () => {
    const { factory } = setUp();
    factory.start();
    await factory.waitForCacheSync();
  });

  test('refuses a Promise of a client, with a hint to await it', () => {
    const client = Promise.resolve(new FakeClient());
    expect(() => new SharedInformerFactory(client as unknown as ListWatchClient)).toThrow(
      'client of an informer factory must have the methods list, watch, got a Promise: await it first',
    );
  });

  test('refuses a RestConfig, and says what to pass', () => {
    const config = { host: 'https://api.example.com' };
    expect(() => new SharedInformerFactory(config as unknown as ListWatchClient)).toThrow(
      'client of an informer factory must have the methods list, watch, got object without list, watch: pass new Clientset(await loadConfig())',
    );
  });

  test('the signal of a start stops the informers of that start', async () => {
    const { factory, client } = setUp();
    const stop = new AbortController();
    const pods = factory.core().v1().pods().informer();
    factory.start({ signal: stop.signal });
    const nodes = factory.core().v1().nodes().informer();
    factory.start();
    await factory.waitForCacheSync();
    stop.abort();
    await settle();
    expect([pods.isStopped, nodes.isStopped]).toEqual([true, false]);
    expect(client.openWatches).toBe(1);
  });

  describe('waitForCacheSync', () => {
    test('names the unsynced informers with the reason', async () => {
      const { factory, client, clock } = setUp();
      factory.core().v1().pods().informer();
      factory.apps().v1().deployments().informer();
      for (const verb of ['list', 'watch'] as const)
        client.source(appsV1.deployments).failNext(verb, new Error('deployments.apps is forbidden'), 100);
      factory.start();
      const stop = new AbortController();
      const waiting = factory.waitForCacheSync({ signal: stop.signal });
      const failed = expect(waiting).rejects.toMatchObject({
        name: 'CacheSyncError',
        code: 'ERR_CACHE_SYNC',
        message:
          'caches did not sync: deployments.v1.apps (deployments.apps is forbidden): waited long enough',
        unsynced: [{ name: 'deployments.v1.apps', error: { message: 'deployments.apps is forbidden' } }],
      });
      await clock.advance(10_000);
      stop.abort(new Error('waited long enough'));
      await failed;
    });

    test('rejects at once for an informer that was never started', async () => {
      const { factory } = setUp();
      factory.core().v1().pods().informer();
      await expect(factory.waitForCacheSync()).rejects.toMatchObject({
        code: 'ERR_CACHE_SYNC',
        unsynced: [{ name: 'pods.v1', error: { code: 'ERR_INFORMER_NOT_STARTED' } }],
      });
    });

    test('resolves without informers', async () => {
      const { factory } = setUp();
      factory.start();
      await factory.waitForCacheSync({ signal: AbortSignal.abort() });
    });
  });

  describe('stop', () => {
    test('waits for all running callbacks and may be called twice', async () => {
      const { factory, client, clock } = setUp();
      client.source(coreV1.pods).add(pod('a'));
      let finished = false;
      factory
        .core()
        .v1()
        .pods()
        .informer()
        .addEventHandler({
          async onAdd() {
            await clock.sleep(1000);
            finished = true;
          },
        });
      factory.start();
      await factory.waitForCacheSync();
      const both = Promise.all([factory.stop(), factory.stop()]);
      await clock.advance(1000);
      await both;
      expect(finished).toBe(true);
      expect(client.openWatches).toBe(0);
    });

    test('resolves inside async handlers, also when handlers of two informers shut down the factory', async () => {
      const { factory, client, clock } = setUp();
      client.source(coreV1.pods).add(pod('a'));
      client.source(coreV1.nodes).add({ metadata: { name: 'n' } });
      let returned = 0;
      const handler = {
        async onAdd() {
          await clock.sleep(1000);
          await factory.stop();
          returned++;
        },
      };
      factory.core().v1().pods().informer().addEventHandler(handler);
      factory.core().v1().nodes().informer().addEventHandler(handler);
      factory.start();
      await factory.waitForCacheSync();
      await settle();
      await clock.advance(1000);
      expect(returned).toBe(2);
    });

    test('prevents any later start', async () => {
      const { factory } = setUp();
      factory.core().v1().pods().informer();
      await factory.stop();
      const stopped = expect.objectContaining({ code: 'ERR_INFORMER_STOPPED' }) as Error;
      expect(() => factory.start()).toThrow(stopped);
      expect(() => factory.core().v1().nodes().informer()).toThrow(stopped);
    });

    test('is called at the end of an await using block', async () => {
      const { factory, client } = setUp();
      {
        await using used = factory;
        used.core().v1().pods().informer();
        used.start();
        await used.waitForCacheSync();
        await settle();
        expect(client.openWatches).toBe(1);
      }
      expect(client.openWatches).toBe(0);
    });
  });

  describe('options', () => {
    test('every list and watch has namespace and tweakListOptions; a cluster-scoped resource has no namespace', async () => {
      const { factory, client } = setUp({
        namespace: 'shop',
        tweakListOptions: (options) => {
          options.labelSelector = 'app=web';
        },
        useWatchList: false,
      });
      factory.core().v1().pods().informer();
      factory.core().v1().nodes().informer();
      factory.start();
      await factory.waitForCacheSync();
      await settle();
      const asked = client.asked.map(({ verb, resource, namespace, options }) =>
        [verb, resource, namespace, options.labelSelector].join(' '),
      );
      expect(asked.toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
        'list nodes.v1  app=web',
        'list pods.v1 shop app=web',
        'watch nodes.v1  app=web',
        'watch pods.v1 shop app=web',
      ]);
    });

    test('resyncPeriodMs applies to all, customResync to individual resources', () => {
      const { factory } = setUp({
        resyncPeriodMs: 30_000,
        customResync: new Map([[coreV1.pods, 60_000]]),
      });
      expect(factory.core().v1().pods().informer().resyncCheckPeriodMs).toBe(60_000);
      expect(factory.core().v1().nodes().informer().resyncCheckPeriodMs).toBe(30_000);
    });

    test('transform, error hooks and %s reach every informer', async () => {
      const watchErrors: string[] = [];
      const handlerErrors: string[] = [];
      const { factory, client, clock } = setUp({
        transform: (object) => ({
          ...object,
          metadata: { ...object.metadata, labels: { transformed: 'yes' } },
        }),
        onWatchError: (error, { resource }) => void watchErrors.push(`${resource}: ${error.message}`),
        onHandlerError: ({ informer, error }) => void handlerErrors.push(`${informer}: ${error.message}`),
      });
      for (const resource of [coreV1.pods, coreV1.nodes]) {
        client.source(resource).add(pod('a'));
        client.source(resource).failNext('watch', new Error('not now'));
        factory
          .forResource<KubernetesObject>(resource)
          .informer()
          .addEventHandler({
            onAdd(object) {
              throw new Error(`labels ${JSON.stringify(object.metadata?.labels)}`);
            },
          });
      }
      factory.start();
      await clock.advance(1000);
      await factory.waitForCacheSync();
      await settle();
      expect(watchErrors).toEqual(['pods: not now', 'nodes: not now']);
      expect(handlerErrors).toEqual([
        'pods.v1: labels {"transformed":"yes"}',
        'nodes.v1: labels {"transformed":"yes"}',
      ]);
    });

    test('informerFor calls the given function once, with the options of the factory', async () => {
      const { factory, client } = setUp({ resyncPeriodMs: 30_000 });
      let made = 0;
      const newFunc = (
        given: ListWatchClient,
        options: ConstructorParameters<typeof SharedIndexInformer<KubernetesObject>>[1],
      ): SharedIndexInformer<KubernetesObject> => {
        made++;
        const scheduled = filteredListWatchFromClient<KubernetesObject>(given, coreV1.pods, '', (list) => {
          list.fieldSelector = 'spec.nodeName!=';
        });
        return new SharedIndexInformer(scheduled, options);
      };
      const pods: Resource = coreV1.pods;
      const informer = factory.informerFor(pods, newFunc);
      expect(factory.informerFor(pods, newFunc)).toBe(informer);
      expect(made).toBe(1);
      expect([informer.name, informer.resyncCheckPeriodMs]).toEqual(['pods.v1', 30_000]);
      factory.start();
      await factory.waitForCacheSync();
      expect(client.asked[0]?.options.fieldSelector).toBe('spec.nodeName!=');
    });

    test('refuses a namespace that is not a string', () => {
      // The cast passes what a JavaScript program may pass.
      const namespace = 7 as unknown as string;
      expect(() => new SharedInformerFactory(new FakeClient(), { namespace })).toThrow('namespace');
    });
  });

  test('warns once of an empty list before the cache has synced, unless the program asks whether it has', async () => {
    const warnings: unknown[] = [];
    const logger = { ...noopLogger, warn: (...line: unknown[]) => void warnings.push(line) };
    const { factory } = setUp({ logger });
    const [pods, services] = [factory.core().v1().pods(), factory.core().v1().services()];
    expect(services.informer().hasSynced).toBe(false);
    const lister = pods.lister();
    factory.start();
    for (const list of [() => lister.list(), () => lister.namespace('default').list()])
      expect(list()).toEqual([]);
    expect(services.lister().list()).toEqual([]);
    const advice = expect.stringContaining('await waitForCacheSync() of the factory') as string;
    expect(warnings).toEqual([[{ informer: 'pods.v1' }, advice]]);
    await factory.waitForCacheSync();
    expect(lister.list()).toEqual([]);
    expect(warnings).toHaveLength(1);
  });

  test('reports and skips objects of another kind', async () => {
    const errors: string[] = [];
    const { factory, client } = setUp({ onWatchError: (error) => void errors.push(error.name) });
    const pods = factory.core().v1().pods();
    pods.informer();
    factory.start();
    await factory.waitForCacheSync();
    client.source(coreV1.pods).add({ apiVersion: 'v1', kind: 'Node', metadata: { name: 'stray' } });
    await settle();
    expect(errors).toEqual(['ReflectorError']);
    expect(pods.lister().list()).toEqual([]);
  });
});

describe('a lister of an informer that was never started', () => {
  const client = {
    list: () => Promise.reject(new Error('not reached')),
    watch: () => Promise.reject(new Error('not reached')),
  };

  test('refuses every read: an empty cache would look like an empty cluster', async () => {
    const factory = new SharedInformerFactory(client);
    const lister = factory.core().v1().pods().lister();
    const message = 'informer pods.v1 was never started, so its lister has nothing to read';
    for (const read of [
      () => lister.list(),
      () => lister.get('default/a'),
      () => lister.getOrThrow('default/a'),
      () => lister.namespace('default').list(),
      () => lister.namespace('').list(),
      () => lister.namespace('default').get('a'),
    ])
      expect(read).toThrow(
        expect.objectContaining({
          code: 'ERR_INFORMER_NOT_STARTED',
          message: expect.stringContaining(message) as string,
        }),
      );
    await factory.stop();
    expect(() => lister.list()).toThrow(message);
  });

  test('reads nothing with readBeforeStart', async () => {
    const factory = new SharedInformerFactory(client, { readBeforeStart: true });
    expect(factory.core().v1().pods().lister().list()).toEqual([]);
    await factory.stop();
  });
});
