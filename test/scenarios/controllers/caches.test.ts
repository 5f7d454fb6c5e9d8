/** Failures of caches in controllers: readers that hold them up, and what they keep in memory. */
import { expect, test } from 'vitest';
import { ApiServer } from '@kube-informers/testing';
import { Clientset } from '../../../packages/kube-informers/src/client/clientset.js';
import {
  newScene,
  website,
  websites,
} from '../../../packages/kube-informers/src/controller/controller.test-support.js';
import { Controller } from '../../../packages/kube-informers/src/controller/controller.js';
import { SharedInformerFactory } from '../../../packages/kube-informers/src/factories/shared-informer-factory.js';
import type {
  InformerScope,
  OnlyManagedFields,
} from '../../../packages/kube-informers/src/factories/informer-scope.js';
import type { ConfigMap } from '../../../packages/kube-informers/src/resources/types/core-v1.js';
import { coreV1 } from '../../../packages/kube-informers/src/resources/index.js';
import { WorkQueue } from '../../../packages/kube-informers/src/workqueue/work-queue.js';

test('failure 16: runs that hold lists of the cache for seconds do not hold up the informer', async () => {
  const { sites, controller, clock, factory } = newScene();
  const names = Array.from({ length: 200 }, (_, index) => `site-${index}`);
  for (const name of names) sites.add(website(name, { spec: { text: 'old' } }));
  const informer = factory.forResource(websites);
  const lister = informer.lister();
  const readAfterwards = new Set<string | undefined>();
  let readers = 0;
  const made = controller({
    concurrency: 10,
    reconcile: async ({ signal }) => {
      // A list, an index of the store and an iterator, each still in use when the cache changes.
      const all = lister.list();
      const iterator = all[Symbol.iterator]();
      readers++;
      await clock.sleep(30_000, { signal });
      for (const site of { [Symbol.iterator]: () => iterator }) readAfterwards.add(site.spec?.text);
    },
  });
  factory.start();
  void made.run();
  await clock.advance(100);
  expect(readers).toBe(10);
  for (const name of names.slice(1)) sites.modify(website(name, { spec: { text: 'new' } }));
  sites.delete('default/site-0');
  await clock.advance(10);
  // All runs still read; the cache is at the server's state.
  expect(made.stats().activeWorkers).toBe(10);
  expect(informer.informer().indexer.resourceVersion).toBe(sites.resourceVersion);
  expect(lister.list().filter((site) => site.spec?.text === 'new')).toHaveLength(199);
  await clock.advance(30_000);
  // What a run has listed stays as it was.
  expect(readAfterwards).toEqual(new Set(['old']));
});

test('failure 33: a predicate leaves the cache as it is; a selector and a mask make it small', async () => {
  const server = await ApiServer.start();
  const clientset = new Clientset({ host: server.url });
  const factory = new SharedInformerFactory(clientset);
  const controllers: Controller<never>[] = [];
  try {
    const maps = clientset.resource(coreV1.configMaps, 'default');
    for (let index = 0; index < 60; index++) {
      const labels = { app: index % 20 === 0 ? 'web' : 'other' };
      await maps.create({ metadata: { name: `map-${index}`, labels }, data: { key: 'value' } });
    }
    const started = (scope: InformerScope<ConfigMap, undefined, OnlyManagedFields>) => {
      const informer = factory.core().v1().configMaps(scope);
      const seen = new WorkQueue();
      const made = new Controller(`maps-${controllers.length}`, {
        for: { informer, predicate: ({ object }) => object.metadata?.labels?.['app'] === 'web' },
        reconcile: ({ key }) => seen.add(key),
      });
      controllers.push(made as unknown as Controller<never>);
      return { informer, made, seen };
    };
    const everything = started({});
    const selected = started({ labelSelector: 'app=web', exclude: { metadata: { managedFields: true } } });
    factory.start();
    for (const { made } of [everything, selected]) void made.run();
    for (const { seen } of [everything, selected])
      for (const keys = new Set<string>(); keys.size < 3;) {
        const item = await seen.get();
        if (item === undefined) throw new Error('the queue was shut down');
        keys.add(item.key);
        item.done();
      }
    // Both run the same keys. Only the scope decides what is kept, and what the server sends.
    expect(everything.informer.informer().indexer.list()).toHaveLength(60);
    const kept = selected.informer.informer().indexer.list();
    expect(kept).toHaveLength(3);
    expect(kept.filter(({ metadata }) => metadata?.managedFields !== undefined)).toEqual([]);
  } finally {
    await Promise.all(controllers.map((each) => each.stop()));
    await factory.stop();
    await clientset.close();
    await server.stop();
  }
});
