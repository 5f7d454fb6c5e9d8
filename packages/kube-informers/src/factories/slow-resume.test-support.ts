import { expect, vi } from 'vitest';
import { Clientset } from '../client/clientset.js';
import type { RestConfig } from '../rest/config.js';
import { faults, FaultProxy } from '../../../testing/src/fault-proxy/index.js';
import { SharedInformerFactory } from './shared-informer-factory.js';

const missed = 30;

/**
 * Changes config maps during an outage, then lets the server send them over a slow connection. Requires that the cache is
 * stale until the last has arrived, and fresh afterwards.
 */
export async function requireStaleUntilCaughtUp(
  target: RestConfig,
  writer: Clientset,
  namespace: string,
): Promise<void> {
  const configMaps = writer.coreV1().configMaps(namespace);
  await using proxy = await FaultProxy.start({ target });
  await using clientset = new Clientset(proxy.config);
  await using factory = new SharedInformerFactory(clientset, { namespace, onWatchError: () => undefined });
  const informer = factory.core().v1().configMaps().informer();
  factory.start();
  await factory.waitForCacheSync();
  // A watch that has brought an event goes on from there; after a short one without any, the informer would list.
  await configMaps.create({ metadata: { name: 'before' } });
  await vi.waitUntil(
    () => informer.state.phase === 'watching' && informer.stats().listWatch.events > 0,
    10_000,
  );

  const refusal = proxy.refuse();
  proxy.applyNow(faults.reset());
  for (let index = 0; index < missed; index++)
    await configMaps.create({ metadata: { name: `missed-${index}` }, data: { text: 'x'.repeat(2000) } });
  // A shorter interruption could not leave much.
  await vi.waitUntil(() => informer.health.staleMs > 1500, 10_000);
  const freshAfter: number[] = [];
  const allAdded = new Promise<void>((resolve) => {
    informer.addEventHandler({
      onAdd(_object, { isInInitialList }) {
        if (isInInitialList) return;
        const { size } = informer.indexer;
        if (informer.health.staleSinceMs === undefined && size <= missed) freshAfter.push(size);
        if (size > missed) resolve();
      },
    });
  });
  const slow = proxy.inject(faults.bandwidth(20_000), { verbs: ['watch'] });
  await refusal.remove();
  informer.retryNow();
  await allAdded;
  expect(slow.taken).toBe(1);
  expect(freshAfter).toEqual([]);
  await vi.waitUntil(() => informer.health.staleSinceMs === undefined, 10_000);
  informer.assertFresh({ maxAgeMs: 0 });
  expect(informer.stats().listWatch).toMatchObject({
    lists: { initial: 1, expired: 0 },
    watchEnds: { cut: 1 },
  });
}
