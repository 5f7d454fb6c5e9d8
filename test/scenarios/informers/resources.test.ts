import { describe, expect, test } from 'vitest';
import { ApiServer } from '@kube-informers/testing';
import { apiextensionsV1, coreV1 } from '../../../packages/kube-informers/src/resources/index.js';
import {
  Clientset,
  defineResource,
  DynamicClient,
  DynamicSharedInformerFactory,
  SharedIndexInformer,
  SharedInformerFactory,
} from 'kube-informers';
import { ListWatch } from 'kube-informers/cache';
import type { InformerFactoryOptions, KubernetesObject, ObjectOf } from 'kube-informers';
import { everyWay, until } from './scene.test-support.js';

type Pod = ObjectOf<typeof coreV1.pods>;

function pod(name: string, more: Partial<Pod> = {}): Pod {
  return {
    ...more,
    metadata: { namespace: 'default', ...more.metadata, name },
    spec: { containers: [{ name: 'main', image: 'nginx' }] },
  };
}

interface World extends AsyncDisposable {
  readonly server: ApiServer;
  readonly clientset: Clientset;
  readonly factory: SharedInformerFactory;
  readonly faults: Error[];
}

/** An API server in this process, and a factory that uses it. */
async function world(options: InformerFactoryOptions): Promise<World> {
  const server = await ApiServer.start();
  const clientset = new Clientset({ host: server.url, proxyUrl: '' });
  const faults: Error[] = [];
  const factory = new SharedInformerFactory(clientset, {
    onWatchError: (error) => void faults.push(error),
    ...options,
  });
  return {
    server,
    clientset,
    factory,
    faults,
    async [Symbol.asyncDispose]() {
      await factory.stop();
      await clientset.close();
      await server.stop();
    },
  };
}

interface Conference extends KubernetesObject {
  spec?: { city?: string };
}
const conferences = defineResource<Conference>({
  group: 'app.example.com',
  version: 'v1',
  resource: 'conferences',
  kind: 'Conference',
  namespaced: true,
});

async function defineConferences(server: ApiServer): Promise<void> {
  await server.create(apiextensionsV1.customResourceDefinitions, {
    metadata: { name: 'conferences.app.example.com' },
    spec: {
      group: 'app.example.com',
      scope: 'Namespaced',
      names: { plural: 'conferences', singular: 'conference', kind: 'Conference' },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: {
            openAPIV3Schema: {
              type: 'object',
              properties: { spec: { type: 'object', properties: { city: { type: 'string' } } } },
            },
          },
        },
      ],
    },
  });
}

function conference(name: string, city: string): Conference {
  return {
    apiVersion: 'app.example.com/v1',
    kind: 'Conference',
    metadata: { name, namespace: 'default' },
    spec: { city },
  };
}

describe.each(everyWay)('watch-list $useWatchList', (way) => {
  test('client-node #644: a cache with a label selector holds only matching objects, also from the watch', async () => {
    const web = { metadata: { labels: { app: 'web' } } };
    await using all = await world({
      ...way,
      tweakListOptions: (options) => {
        options.labelSelector = 'app=web';
      },
    });
    const { server, factory } = all;
    await server.create(coreV1.pods, pod('listed', web));
    await server.create(coreV1.pods, pod('other'));
    const { informer, lister } = factory.core().v1().pods();
    const calls: string[] = [];
    informer().addEventHandler({
      onAdd: ({ metadata }) => calls.push(`add ${metadata?.name}`),
      onUpdate: (_old, { metadata }) => calls.push(`update ${metadata?.name}`),
      onDelete: ({ object }) => calls.push(`delete ${object?.metadata?.name}`),
    });
    factory.start();
    await factory.waitForCacheSync();
    await server.create(coreV1.pods, pod('another'));
    await server.create(coreV1.pods, pod('watched', web));
    // One object leaves the selector, and another enters it.
    await server.update(coreV1.pods, pod('listed'));
    await server.update(coreV1.pods, pod('other', web));
    await until('the last object is added', () => calls.includes('add other'));
    expect(calls).toEqual(['add listed', 'add watched', 'delete listed', 'add other']);
    expect(
      lister()
        .list()
        .map(({ metadata }) => metadata?.name ?? '')
        .toSorted(),
    ).toEqual(['other', 'watched']);
    expect(all.faults).toEqual([]);
  });

  test('client-node #852: get, list, watch, informer and the dynamic client return the same plain object with times as strings', async () => {
    await using all = await world(way);
    const { server, clientset, factory } = all;
    const started = '2026-01-02T03:04:05Z';
    await server.create(coreV1.pods, { ...pod('a'), status: { startTime: started } });
    const pods = factory.core().v1().pods();
    pods.informer();
    factory.start();
    await factory.waitForCacheSync();
    await server.create(coreV1.pods, { ...pod('b'), status: { startTime: started } });
    await until('the second is cached', () => pods.lister().list().length === 2);
    const typed = clientset.resource(coreV1.pods, 'default');
    const dynamic = new DynamicClient({ host: server.url, proxyUrl: '' });
    for (const name of ['a', 'b']) {
      const cached = pods.lister().namespace('default').get(name);
      const got = await typed.get(name);
      const listed = (await typed.list()).items.find(({ metadata }) => metadata?.name === name);
      const unstructured = await dynamic.resource(coreV1.pods, 'default').get(name);
      expect(cached).toStrictEqual(got);
      expect(listed).toStrictEqual(got);
      expect(unstructured).toStrictEqual(got);
      expect(got).toMatchObject({ apiVersion: 'v1', kind: 'Pod', status: { startTime: started } });
      expect(typeof cached?.metadata?.creationTimestamp).toBe('string');
      expect(Object.getPrototypeOf(cached)).toBe(Object.prototype);
    }
    await dynamic.close();
  });

  test('client-node #487: dates are strings in one format, from the list and from the watch', async () => {
    await using all = await world(way);
    const { server, factory } = all;
    await server.create(coreV1.pods, pod('listed'));
    const pods = factory.core().v1().pods();
    const dates: unknown[] = [];
    pods.informer().addEventHandler({
      onAdd: ({ metadata }) => dates.push(metadata?.creationTimestamp),
      onUpdate: (old, { metadata }) =>
        dates.push(old.metadata?.creationTimestamp, metadata?.creationTimestamp),
    });
    factory.start();
    await factory.waitForCacheSync();
    await server.create(coreV1.pods, pod('watched'));
    await server.update(coreV1.pods, pod('listed', { metadata: { labels: { changed: 'yes' } } }));
    await until('all handlers were called', () => dates.length === 4);
    for (const date of dates) expect(date).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  });

  test('client-node #341: lists and watches typed custom resources without generated code', async () => {
    await using all = await world(way);
    const { server, clientset, factory } = all;
    await defineConferences(server);
    const client = clientset.resource(conferences, 'default');
    await client.create(conference('first', 'Oslo'));
    const { informer, lister } = factory.forResource(conferences);
    const cities: (string | undefined)[] = [];
    informer().addEventHandler({
      onAdd: ({ spec }) => cities.push(spec?.city),
      onUpdate: (old, { spec }) => cities.push(`${old.spec?.city} → ${spec?.city}`),
    });
    factory.start();
    await factory.waitForCacheSync();
    await client.create(conference('second', 'Bergen'));
    await client.patch('first', { spec: { city: 'Bodø' } }, { type: 'merge' });
    await until('all handlers were called', () => cities.length === 3);
    expect(cities).toEqual(['Oslo', 'Bergen', 'Oslo → Bodø']);
    expect(lister().namespace('default').get('first')?.spec?.city).toBe('Bodø');
    expect(server.requests.filter(({ verb }) => verb === 'list').length).toBeLessThanOrEqual(1);
    expect(all.faults).toEqual([]);
  });

  test('client-node #730: lists and watches untyped custom resources by group, version and resource', async () => {
    await using all = await world(way);
    const { server } = all;
    await defineConferences(server);
    const dynamic = new DynamicClient({ host: server.url, proxyUrl: '' });
    const factory = new DynamicSharedInformerFactory(dynamic, way);
    const { informer, lister } = factory.forResource({
      group: 'app.example.com',
      version: 'v1',
      resource: 'conferences',
    });
    informer();
    factory.start();
    await factory.waitForCacheSync();
    await server.create(conferences, conference('first', 'Oslo'));
    await until('it is cached', () => lister().list().length === 1);
    expect(lister().list()[0]).toMatchObject({ kind: 'Conference', spec: { city: 'Oslo' } });
    await factory.stop();
    await dynamic.close();
  });

  test('client-node #144: informs about a resource after its CRD was installed', async () => {
    await using all = await world(way);
    const { server, factory } = all;
    const { informer, lister } = factory.forResource(conferences);
    informer();
    factory.start();
    await until('the 404 is reported', () => all.faults.length > 0);
    await until('the resource is absent', () => informer().isAbsent);
    expect(all.faults.at(-1)).toMatchObject({ code: 'ERR_RESOURCE_ABSENT', cause: { statusCode: 404 } });
    await defineConferences(server);
    await server.create(conferences, conference('first', 'Oslo'));
    await factory.waitForCacheSync();
    expect(lister().list()).toHaveLength(1);
    expect(informer().isAbsent).toBe(false);
  });
});

test('client-node #586: passes limit and continue to the list function for a list in pages', async () => {
  await using all = await world({});
  const { server, clientset } = all;
  for (let i = 0; i < 250; i++) await server.create(coreV1.pods, pod(`p${i}`));
  const client = clientset.resource(coreV1.pods, 'default');
  const listWatch = new ListWatch<Pod>({
    // From etcd, because a list from the server's cache has no pages.
    list: ({ resourceVersion: _any, ...options }) => client.list(options),
    watch: (options) => client.watch(options),
    watchListUnsupported: true,
  });
  const faults: Error[] = [];
  await using informer = new SharedIndexInformer<Pod>(listWatch, {
    pageSize: 100,
    onWatchError: (error) => void faults.push(error),
  });
  informer.start();
  await informer.synced;
  expect(informer.indexer.size).toBe(250);
  const lists = server.requests.filter(({ verb, resource }) => verb === 'list' && resource === 'pods');
  const queries = lists.map(({ query }) => new URLSearchParams(query));
  expect(queries.map((query) => query.get('limit'))).toEqual(['100', '100', '100']);
  expect(queries.map((query) => query.has('continue'))).toEqual([false, true, true]);
  // The watch continues from the list.
  await server.create(coreV1.pods, pod('later'));
  await until('it is cached', () => informer.indexer.size === 251);
  expect(faults).toEqual([]);
});
