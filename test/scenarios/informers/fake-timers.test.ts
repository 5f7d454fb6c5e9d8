import { expect, test, vi } from 'vitest';
import { ApiServer } from '@kube-informers/testing';
import { Clientset, SharedInformerFactory } from 'kube-informers';

test('clients, informers and the embedded server use real time under the fake timers of a test framework', async () => {
  vi.useFakeTimers();
  // No bookmark takes an event along that waits for a turn of the event loop.
  const server = await ApiServer.start({ bookmarkIntervalMs: 3_600_000 });
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
