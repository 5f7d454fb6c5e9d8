import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { waitForCacheSync } from '../../packages/kube-informers/src/cache/informer/cache-sync.js';
import { filteringHandler } from '../../packages/kube-informers/src/cache/handlers/filtering-handler.js';
import { filteredListWatchFromClient } from '../../packages/kube-informers/src/cache/reflector/listwatch.js';
import { SharedIndexInformer } from '../../packages/kube-informers/src/cache/informer/shared-index-informer.js';
import type { SharedIndexInformerOptions } from '../../packages/kube-informers/src/cache/informer/shared-index-informer.js';
import { compact as compactFormat } from '../../packages/kube-informers/src/compact/compact-cache.js';
import type { Clientset } from '../../packages/kube-informers/src/client/clientset.js';
import { defineResource } from '../../packages/kube-informers/src/meta/resource.js';
import type { Resource } from '../../packages/kube-informers/src/meta/resource.js';
import type { KubernetesObject, ListOptions } from '../../packages/kube-informers/src/meta/types.js';
import { apiextensionsV1 } from '../../packages/kube-informers/src/resources/apiextensions-v1.js';
import { appsV1 } from '../../packages/kube-informers/src/resources/apps-v1.js';
import { coordinationV1 } from '../../packages/kube-informers/src/resources/coordination-v1.js';
import { coreV1 } from '../../packages/kube-informers/src/resources/core-v1.js';
import {
  connect,
  connectReader,
  contents,
  ensure,
  freshNamespace,
  Recorder,
  running,
  served,
} from './harness.js';

interface Widget extends KubernetesObject {
  spec?: { size?: number };
}
const widgets = defineResource<Widget>({
  group: 'informers.example.com',
  version: 'v1',
  resource: 'widgets',
  kind: 'Widget',
  namespaced: true,
});

let clientset: Clientset;
/** Of the program under test. */
let program: Clientset;

beforeAll(async () => {
  clientset = await connect();
  await ensure(clientset.resource(apiextensionsV1.customResourceDefinitions), {
    metadata: { name: 'widgets.informers.example.com' },
    spec: {
      group: widgets.group,
      scope: 'Namespaced',
      names: { plural: 'widgets', singular: 'widget', kind: 'Widget' },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: {
            openAPIV3Schema: {
              type: 'object',
              properties: { spec: { type: 'object', properties: { size: { type: 'integer' } } } },
            },
          },
        },
      ],
    },
  });
  // The API serves a new kind a moment after its definition was accepted.
  const definitions = clientset.resource(apiextensionsV1.customResourceDefinitions);
  const stream = await definitions.watch({ fieldSelector: 'metadata.name=widgets.informers.example.com' });
  for await (const event of stream) {
    if (event.type === 'ERROR') throw new Error(JSON.stringify(event.object));
    const established = event.object.status?.conditions?.find(
      (condition) => condition.type === 'Established',
    );
    if (established?.status === 'True') break;
  }
  program = await connectReader(...samples.map(({ resource }) => resource));
});

afterAll(async () => {
  await program.close();
  await clientset.close();
});

function informerFor<T extends KubernetesObject>(
  resource: Resource<T>,
  namespace: string,
  { compact, ...options }: SharedIndexInformerOptions<T> & { readonly compact?: boolean } = {},
  tweak: (list: ListOptions) => void = () => undefined,
): SharedIndexInformer<T> {
  return new SharedIndexInformer<T>(filteredListWatchFromClient<T>(program, resource, namespace, tweak), {
    ...options,
    cacheFormat: compact === true ? compactFormat() : undefined,
  });
}

const podSpec = { containers: [{ name: 'c', image: 'registry.example/c' }] };

/** One object of each kind that the tests use, small and valid. */
const samples: readonly { resource: Resource; make: (name: string) => KubernetesObject }[] = [
  { resource: coreV1.pods, make: (name) => ({ metadata: { name }, spec: podSpec }) },
  { resource: coreV1.configMaps, make: (name) => ({ metadata: { name }, data: { key: 'value' } }) },
  { resource: coreV1.nodes, make: (name) => ({ metadata: { name } }) },
  {
    resource: coordinationV1.leases,
    make: (name) => ({ metadata: { name }, spec: { holderIdentity: name } }),
  },
  {
    resource: appsV1.deployments,
    make: (name) => ({
      metadata: { name },
      spec: {
        replicas: 1,
        selector: { matchLabels: { app: name } },
        template: { metadata: { labels: { app: name } }, spec: podSpec },
      },
    }),
  },
  { resource: widgets, make: (name) => ({ metadata: { name }, spec: { size: 1 } }) },
];

describe.each([
  { useWatchList: true, compact: false },
  { useWatchList: false, compact: false },
  { useWatchList: true, compact: true },
  { useWatchList: false, compact: true },
] as const)('informer with watch-list $useWatchList, compact $compact', (options) => {
  test.each(samples.map((sample) => ({ ...sample, name: sample.resource.resource })))(
    'mirrors $name: existing objects, then every create, update and delete',
    async ({ resource, make }) => {
      const namespace = resource.namespaced ? await freshNamespace(clientset) : '';
      const client = clientset.resource(resource, namespace === '' ? undefined : namespace);
      const [early, late] = [unique('early'), unique('late')];
      await served(client, await client.create(make(early)));
      const informer = informerFor(resource, namespace, options);
      const recorder = new Recorder();
      const registration = informer.addEventHandler(recorder);
      await running(informer, async (signal) => {
        await waitForCacheSync({ signal }, informer);
        await registration.synced;
        expect(recorder.events.find((event) => event.key.endsWith(early))).toMatchObject({
          type: 'add',
          initial: true,
        });
        await client.create(make(late));
        await client.patch(late, { metadata: { labels: { touched: 'yes' } } }, { type: 'merge' });
        await client.delete(late);
        await recorder.until(() => recorder.story.includes(`delete ${late}`));
        const story = recorder.story.filter((line) => line.endsWith(late));
        expect(story[0]).toBe(`add ${late}`);
        expect(story).toContain(`update ${late}`);
        expect(recorder.illegal()).toEqual([]);
        const fresh = await client.list();
        expect(contents(informer.indexer.list())).toEqual(contents(fresh.items));
        // The same object from list, watch and get.
        const stored = informer.indexer.list().find((object) => object.metadata?.name === early);
        expect(stored).toEqual(await client.get(early));
        await client.delete(early);
      });
    },
  );

  test('a list of several pages is complete', async () => {
    const namespace = await freshNamespace(clientset);
    const client = clientset.resource(coreV1.configMaps, namespace);
    for (let index = 0; index < 25; index++) await client.create({ metadata: { name: `page-${index}` } });
    let pages = 0;
    const informer = informerFor(coreV1.configMaps, namespace, { ...options, pageSize: 10 }, (list) => {
      // Watches have no limit.
      if (list.limit === undefined) return;
      pages++;
      // At 0 the server answers from its watch cache, without pages and maybe a moment behind.
      if (list.resourceVersion === '0') delete list.resourceVersion;
    });
    await running(informer, async (signal) => {
      await waitForCacheSync({ signal }, informer);
      expect(informer.indexer.size).toBe(25);
      // A server without watch-lists gets a list.
      if (pages > 0 || !options.useWatchList) expect(pages).toBe(3);
    });
  });

  test('an object that leaves the label selector is deleted, one that enters is added', async () => {
    const namespace = await freshNamespace(clientset);
    const client = clientset.resource(coreV1.configMaps, namespace);
    await client.create({ metadata: { name: 'in', labels: { show: 'yes' } } });
    await served(client, await client.create({ metadata: { name: 'out', labels: { show: 'no' } } }));
    const informer = informerFor(coreV1.configMaps, namespace, options, (list) => {
      list.labelSelector = 'show=yes';
    });
    const recorder = new Recorder();
    informer.addEventHandler(recorder);
    await running(informer, async (signal) => {
      await waitForCacheSync({ signal }, informer);
      await client.patch('in', { metadata: { labels: { show: 'no' } } }, { type: 'merge' });
      await client.patch('out', { metadata: { labels: { show: 'yes' } } }, { type: 'merge' });
      await recorder.until(() => recorder.events.length >= 3);
      expect(recorder.story).toEqual(['add in', 'delete in', 'add out']);
    });
  });

  test('a field selector limits the cache to matching objects', async () => {
    const namespace = await freshNamespace(clientset);
    const client = clientset.resource(coreV1.pods, namespace);
    await client.create({ metadata: { name: 'here' }, spec: { ...podSpec, nodeName: 'node-1' } });
    const elsewhere = { metadata: { name: 'elsewhere' }, spec: { ...podSpec, nodeName: 'node-2' } };
    await served(client, await client.create(elsewhere));
    const informer = informerFor(coreV1.pods, namespace, options, (list) => {
      list.fieldSelector = 'spec.nodeName=node-1';
    });
    await running(informer, async (signal) => {
      await waitForCacheSync({ signal }, informer);
      expect(informer.indexer.listKeys()).toEqual([`${namespace}/here`]);
    });
  });

  test('every kind of handler: late, slow, throwing, rejecting, filtering, removed, due for a resync', async () => {
    const namespace = await freshNamespace(clientset);
    const client = clientset.resource(coreV1.configMaps, namespace);
    await served(client, await client.create({ metadata: { name: 'one', labels: { show: 'yes' } } }));
    const failures: string[] = [];
    const informer = informerFor(coreV1.configMaps, namespace, {
      ...options,
      resyncPeriodMs: 1000,
      onHandlerError: ({ error }) => void failures.push(String(error)),
    });
    const plain = new Recorder();
    const filtered = new Recorder();
    const slowStory: string[] = [];
    let slowBusy = 0;
    informer.addEventHandler(plain, { resyncPeriodMs: 0 });
    informer.addEventHandler(
      filteringHandler((object) => object.metadata?.labels?.['show'] === 'yes', filtered),
    );
    const throwing = informer.addEventHandler({
      onAdd: () => {
        throw new Error('thrown on purpose');
      },
    });
    const rejecting = informer.addEventHandler({
      onAdd: () => Promise.reject(new Error('rejected on purpose')),
    });
    const slow = informer.addEventHandler({
      onAdd: async (object) => {
        slowBusy += 1;
        expect(slowBusy).toBe(1);
        await client.get(object.metadata?.name ?? '');
        slowStory.push(object.metadata?.name ?? '');
        slowBusy -= 1;
      },
    });
    const resynced = new Recorder();
    informer.addEventHandler(resynced, { resyncPeriodMs: 1000 });
    await running(informer, async (signal) => {
      await waitForCacheSync({ signal }, informer);
      await Promise.all([throwing.synced, rejecting.synced, slow.synced]);
      expect(failures.map((failure) => failure.replace(/^Error: /, '')).sort()).toEqual([
        'rejected on purpose',
        'thrown on purpose',
      ]);
      expect(slowStory).toEqual(['one']);

      const removed = new Recorder();
      const registration = informer.addEventHandler(removed);
      await registration.synced;
      expect(removed.events).toMatchObject([{ type: 'add', initial: true }]);
      registration.remove();

      await client.patch('one', { metadata: { labels: { show: 'no' } } }, { type: 'merge' });
      await filtered.until(() => filtered.story.includes('delete one'));
      await resynced.until(() =>
        resynced.events.some((event) => event.type === 'update' && event.oldRv === event.rv),
      );
      expect(plain.events.filter((event) => event.type === 'update' && event.oldRv === event.rv)).toEqual([]);
      expect(removed.events).toHaveLength(1);
    });
  });
});

let uniqueCounter = 0;
function unique(name: string): string {
  return `${name}-${Date.now().toString(36)}-${uniqueCounter++}`;
}
