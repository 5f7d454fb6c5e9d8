import { expect, test } from 'vitest';
import { ApiServer } from '@kube-informers/testing';
import { Clientset } from '../client/clientset.js';
import { FakeClock, settle } from '../../../testing/src/fake-clock.js';
import { faults, FaultProxy } from '../../../testing/src/fault-proxy/index.js';
import { SharedInformerFactory } from './shared-informer-factory.js';
import { requireStaleUntilCaughtUp } from './slow-resume.test-support.js';

/** Waits for bytes on real sockets; the informer's time stands still meanwhile. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await settle();
}

test('an outage and a silent connection turn a cache stale; both recover in a quiet cluster', async () => {
  await using server = await ApiServer.start();
  await using proxy = await FaultProxy.start({ target: { host: server.url, proxyUrl: '' } });
  const clock = new FakeClock();
  await using clientset = new Clientset(proxy.config, { clock });
  await using factory = new SharedInformerFactory(clientset, {
    clock,
    random: () => 0,
    onWatchError: () => undefined,
  });
  const informer = factory.core().v1().pods().informer();
  factory.start();
  await until(() => informer.state.phase === 'watching');
  await clock.advance(1000);
  informer.assertFresh({ maxAgeMs: 0 });

  const refusal = proxy.refuse();
  proxy.applyNow(faults.reset());
  await until(() => informer.state.phase === 'backingOff');
  await clock.advance(100);
  expect(informer.health).toMatchObject({ connected: false, staleMs: 1100, lastError: { overcome: false } });
  await refusal.remove();
  informer.retryNow();
  await until(() => informer.state.phase === 'watching');
  expect(informer.health).toMatchObject({ connected: true, lastError: { overcome: true } });
  await clock.advance(1000);
  informer.assertFresh({ maxAgeMs: 0 });

  proxy.applyNow(faults.stall());
  await clock.advance(190_000);
  await settle();
  expect(informer.health.connected).toBe(true);
  expect(() => informer.assertFresh({ maxAgeMs: 180_000 })).toThrow('may be out of date since');
});

test('a server whose storage never changed sends no bookmarks, so the cache turns stale; any change brings them', async () => {
  const clock = new FakeClock();
  await using server = await ApiServer.start({ clock });
  await using clientset = new Clientset({ host: server.url }, { clock });
  await using factory = new SharedInformerFactory(clientset, { clock, random: () => 0 });
  const informer = factory.core().v1().pods().informer();
  factory.start();
  await until(() => informer.state.phase === 'watching');
  await clock.advance(182_000);
  expect(informer.stats().listWatch.bookmarks).toBe(0);
  expect(() => informer.assertFresh({ maxAgeMs: 60_000 })).toThrow('may be out of date since');
  // As nodes and controllers of a running cluster do.
  await clientset
    .coordinationV1()
    .leases('default')
    .create({ metadata: { name: 'node-1' } });
  await clock.advance(60_000);
  await until(() => informer.stats().listWatch.bookmarks === 1);
  informer.assertFresh({ maxAgeMs: 0 });
  expect(informer.stats().listWatch).toMatchObject({ watches: 1, events: 0 });
});

test('a cache is stale until the changes of an outage have arrived over a slow connection', async () => {
  await using server = await ApiServer.start();
  await using clientset = new Clientset({ host: server.url });
  await requireStaleUntilCaughtUp({ host: server.url, proxyUrl: '' }, clientset, 'default');
});
