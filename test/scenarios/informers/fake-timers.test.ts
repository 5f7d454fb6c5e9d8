import { expect, test, vi } from 'vitest';
import { ApiServer } from '@kube-informers/testing';
import { Clientset, SharedInformerFactory } from 'kube-informers';

test('clients and informers use real time under the fake timers of a test framework', async () => {
  vi.useFakeTimers();
  const server = await ApiServer.start();
  const clientset = new Clientset({ host: server.url });
  const factory = new SharedInformerFactory(clientset, { onWatchError: () => undefined });
  try {
    const informer = factory.core().v1().namespaces().informer();
    const seen = new Promise((resolve) => {
      informer.addEventHandler({ onAdd: ({ metadata }) => metadata?.name === 'later' && resolve('later') });
    });
    factory.start();
    await factory.waitForCacheSync();
    server.dropWatches({ how: 'reset' });
    await clientset
      .coreV1()
      .namespaces()
      .create({ metadata: { name: 'later' } });
    expect(await seen).toBe('later');
  } finally {
    await factory.stop();
    await clientset.close();
    await server.stop();
    vi.useRealTimers();
  }
});
