import { expect, test } from 'vitest';
import { ApiServer } from '@kube-informers/testing';
import { Clientset } from '../../kube-informers/src/client/clientset.js';
import { SharedInformerFactory } from '../../kube-informers/src/factories/shared-informer-factory.js';
import { serverListOf } from './server-list.js';

test('reads more than a page', async () => {
  await using server = await ApiServer.start();
  await using clientset = new Clientset({ host: server.url });
  const count = 1001;
  const configMaps = clientset.coreV1().configMaps('default');
  await Promise.all(
    Array.from({ length: count }, (_, index) =>
      configMaps.create({ metadata: { name: `c${index}` }, data: { a: 'b' } }),
    ),
  );
  await using factory = new SharedInformerFactory(clientset);
  const informer = factory.core().v1().configMaps({ namespace: 'default' }).informer();
  const list = serverListOf(clientset.restClient, informer, informer.stats().target);
  const names = new Set<string | undefined>();
  let pages = 0;
  for await (const { items } of list?.().pages() ?? []) {
    pages++;
    for (const item of items) {
      names.add(item.metadata?.name);
      expect(item).not.toHaveProperty('data');
    }
  }
  expect([pages, names.size]).toEqual([3, count]);
});

test('is unknown without a client or a target', async () => {
  await using clientset = new Clientset({ host: 'http://127.0.0.1:1' });
  await using factory = new SharedInformerFactory(clientset);
  const informer = factory.core().v1().pods().informer();
  expect(serverListOf(undefined, informer, informer.stats().target)).toBeUndefined();
  expect(serverListOf(clientset.restClient, informer, undefined)).toBeUndefined();
});
