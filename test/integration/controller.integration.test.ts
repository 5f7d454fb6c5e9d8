import { EventEmitter, once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Clientset } from '../../packages/kube-informers/src/client/clientset.js';
import { Controller } from '../../packages/kube-informers/src/controller/controller.js';
import { setControllerReference } from '../../packages/kube-informers/src/controller/objects/owner-references.js';
import { SharedInformerFactory } from '../../packages/kube-informers/src/factories/shared-informer-factory.js';
import { isNotFound } from '../../packages/kube-informers/src/meta/errors.js';
import { defineResource } from '../../packages/kube-informers/src/meta/resource.js';
import type { KubernetesObject } from '../../packages/kube-informers/src/meta/types.js';
import { appsV1, coreV1 } from '../../packages/kube-informers/src/resources/index.js';
import { faults, FaultProxy } from '@kube-informers/testing';
import { systemClock } from '../../packages/kube-informers/src/util/clock.js';
import { connect, connectAs, freshNamespace } from './harness.js';
import { givesUpNoKeyInAnOutage } from './outages.js';
import { answersToWrites, cleansUpOnce, expectedAnswers, waitsForNoWriteOutOfScope } from './own-writes.js';
import { forKinds, rulesOf } from './users.js';

interface Website extends KubernetesObject {
  spec?: { text: string };
  status?: { served?: string };
}

const websites = defineResource<Website>({
  group: 'controller.example.com',
  version: 'v1',
  resource: 'websites',
  kind: 'Website',
  namespaced: true,
  subresources: ['status'],
});
const crdName = 'websites.controller.example.com';

/** Its controller reads config maps and owns secrets, as those of these tests. */
const page = 'docs/controllers.md';

let clientset: Clientset;
let namespace: string;

beforeAll(async () => {
  clientset = await connect();
  namespace = await freshNamespace(clientset);
});

afterAll(async () => {
  await clientset.apiextensionsV1().customResourceDefinitions().delete(crdName);
  await clientset.coreV1().namespaces().delete(namespace);
  await clientset.close();
});

async function until<T>(read: () => Promise<T>, holds: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await read();
    if (holds(value)) return value;
    await systemClock.sleep(50);
  }
}

test('a controller waits for its CRD, keeps what a Website owns, writes its status, and follows its deletion', async () => {
  const [reads, owns] = await rulesOf(page, 'ClusterRole');
  if (reads === undefined || owns === undefined) throw new Error(`${page} has two rules`);
  await using program = await connectAs([
    ...forKinds([reads], [websites]),
    ...forKinds([owns], [appsV1.deployments, coreV1.configMaps]),
    { apiGroups: [websites.group], resources: ['websites/status'], verbs: ['update'] },
  ]);
  const factory = new SharedInformerFactory(program, { namespace, onWatchError: () => undefined });
  const errors: Error[] = [];
  const deleted: string[] = [];
  const controller = new Controller<Website>('website', {
    clientset: program,
    for: factory.forResource(websites),
    owns: [factory.apps().v1().deployments(), factory.core().v1().configMaps()],
    onError: (error) => errors.push(error),
    reconcile: async ({ object: site, key, name, client }) => {
      if (site === undefined) return void deleted.push(key);
      const text = site.spec?.text ?? '';
      const labels = { site: name };
      const configMap = {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name, namespace },
        data: { text },
      };
      const deployment = {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name, namespace },
        spec: {
          selector: { matchLabels: labels },
          template: { metadata: { labels }, spec: { containers: [{ name: 'web', image: 'web' }] } },
        },
      };
      await client.apply(setControllerReference(site, configMap));
      await client.apply(setControllerReference(site, deployment));
      if (site.status?.served !== text) await client.updateStatus({ ...site, status: { served: text } });
    },
  });
  factory.start();
  const running = controller.run();
  try {
    await clientset
      .apiextensionsV1()
      .customResourceDefinitions()
      .create({
        metadata: { name: crdName },
        spec: {
          group: 'controller.example.com',
          scope: 'Namespaced',
          names: { plural: 'websites', singular: 'website', kind: 'Website' },
          versions: [
            {
              name: 'v1',
              served: true,
              storage: true,
              subresources: { status: {} },
              schema: {
                openAPIV3Schema: {
                  type: 'object',
                  properties: {
                    spec: { type: 'object', properties: { text: { type: 'string' } } },
                    status: { type: 'object', properties: { served: { type: 'string' } } },
                  },
                },
              },
            },
          ],
        },
      });
    const sites = clientset.resource(websites, namespace);
    const created = await until(
      () =>
        sites
          .create({ metadata: { name: 'a' }, spec: { text: 'one' } })
          .catch((error: unknown) => (isNotFound(error) ? undefined : Promise.reject(error as Error))),
      (site) => site !== undefined,
    );
    await until(
      () => sites.get('a'),
      ({ status }) => status?.served === 'one',
    );
    const configMaps = clientset.coreV1().configMaps(namespace);
    expect((await configMaps.get('a')).metadata?.ownerReferences?.[0]?.uid).toBe(created?.metadata?.uid);
    expect(
      (await clientset.appsV1().deployments(namespace).get('a')).metadata?.managedFields?.map(
        ({ manager }) => manager,
      ),
    ).toEqual(['website']);

    // Undone by the controller.
    await configMaps.patch('a', { data: { text: 'foreign' } }, { type: 'merge' });
    await until(
      () => configMaps.get('a'),
      ({ data }) => data?.['text'] === 'one',
    );

    await sites.patch('a', { spec: { text: 'two' } }, { type: 'merge' });
    await until(
      () => sites.get('a'),
      ({ status }) => status?.served === 'two',
    );
    await sites.delete('a');
    await until(
      async () => deleted,
      (keys) => keys.includes(`${namespace}/a`),
    );
    expect(errors).toEqual([]);
    expect(controller.stats()).toMatchObject({ ownWriteTimeoutsTotal: 0, loopsTotal: 0 });
  } finally {
    await controller.stop();
    await running;
    await factory.stop();
  }
});

test('a create with generateName whose response was lost makes no second object while the cache is behind', async () => {
  await using program = await connectAs(await rulesOf(page, 'ClusterRole'));
  await using proxy = await FaultProxy.start({ target: program.restClient.config });
  await using through = new Clientset(proxy.config);
  await using factory = new SharedInformerFactory(through, { namespace });
  const secrets = factory.core().v1().secrets();
  const errors: Error[] = [];
  const seen: number[] = [];
  const hasChild = new EventEmitter();
  const controller = new Controller('children', {
    clientset: through,
    for: factory.core().v1().configMaps({ labelSelector: 'children=one' }),
    owns: [secrets],
    onError: (error) => errors.push(error),
    reconcile: async ({ object: parent, client }) => {
      if (parent === undefined) return;
      const children = secrets
        .informer()
        .indexer.list()
        .filter(({ metadata }) => metadata?.labels?.['of'] === 'parent');
      seen.push(children.length);
      if (children.length > 0) return void hasChild.emit('seen');
      await client.create(
        setControllerReference(parent, {
          apiVersion: 'v1',
          kind: 'Secret',
          metadata: { generateName: 'child-', namespace, labels: { of: 'parent' } },
        }),
      );
    },
  });
  const lost = proxy.inject(faults.reset({ afterBytes: 0 }), { verbs: ['create'], path: '/secrets' });
  factory.start();
  const sawChild = once(hasChild, 'seen');
  const running = controller.run();
  try {
    await factory.waitForCacheSync();
    // A cache has synced with its list; the watch that is to stall opens after it.
    await until(
      async () => secrets.informer().state.phase,
      (phase) => phase === 'watching',
    );
    expect(proxy.applyNow(faults.stall(), { path: '/secrets' })).toBe(1);
    await clientset
      .coreV1()
      .configMaps(namespace)
      .create({ metadata: { name: 'parent', labels: { children: 'one' } } });
    await lost.hit();
    // The next run has asked the server, and waits for the cache.
    await until(
      async () => controller.stats(),
      ({ waitingForOwnWrites, activeWorkers }) => waitingForOwnWrites === 1 && activeWorkers === 0,
    );
    proxy.heal();
    await sawChild;
    const { items } = await clientset.coreV1().secrets(namespace).list({ labelSelector: 'of=parent' });
    expect(items.map(({ metadata }) => metadata?.name)).toEqual([
      expect.stringMatching(/^child-[bcdfghjklmnpqrstvwxz2456789]{5}$/),
    ]);
    expect(items[0]?.metadata?.generateName).toBe('child-');
    expect(seen).toEqual([0, ...seen.slice(1).map(() => 1)]);
    expect(errors.length).toBeGreaterThan(0);
  } finally {
    await controller.stop();
    await running;
  }
});

test('a run waits for no own write that an informer does not select', { timeout: 60_000 }, async () => {
  const own = await freshNamespace(clientset);
  // Not every API server of a test serves the scale of a Deployment.
  await using program = await connectAs([
    ...(await rulesOf(page, 'ClusterRole')),
    { apiGroups: ['apps'], resources: ['deployments'], verbs: ['list', 'watch'] },
    { apiGroups: [''], resources: ['secrets'], verbs: ['delete'] },
  ]);
  await waitsForNoWriteOutOfScope(clientset, own, { hasScale: false }, program);
  await clientset.coreV1().namespaces().delete(own);
});

test('answers to writes have the versions of the table', async () => {
  const own = await freshNamespace(clientset);
  expect(await answersToWrites(clientset, own)).toEqual(expectedAnswers);
  await clientset.coreV1().namespaces().delete(own);
});

test('a clean-up whose finalizer was removed is not run again', async () => {
  const own = await freshNamespace(clientset);
  await cleansUpOnce(clientset, own);
  await clientset.coreV1().namespaces().delete(own);
});

test('an outage gives up no key', { timeout: 60_000 }, async () => {
  await using program = await connectAs(await rulesOf(page, 'ClusterRole'));
  await using proxy = await FaultProxy.start({ target: program.restClient.config });
  await using through = new Clientset(proxy.config);
  const own = await freshNamespace(clientset);
  await givesUpNoKeyInAnOutage(through, proxy, own, clientset);
  await clientset.coreV1().namespaces().delete(own);
});
