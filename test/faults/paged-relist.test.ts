import { expect, test } from 'vitest';
import { ApiServer } from '@kube-informers/testing';
import { Clientset, SharedInformerFactory } from 'kube-informers';
import { coreV1 } from '../../packages/kube-informers/src/resources/index.js';
import { SleepClock, until } from '../scenarios/informers/scene.test-support.js';

/**
 * A server takes `limit` with a resourceVersion as "exactly this version". After a restart it refuses to watch an old version
 * (410) but still lists it: a client that relists in pages at its own version gets that version again, and 410 again.
 */
test('relists in pages after a 410 without the version that is too old', async () => {
  await using server = await ApiServer.start();
  const names = ['a', 'b', 'c', 'd', 'e'];
  for (const name of names)
    await server.create(coreV1.configMaps, { metadata: { name, namespace: 'default' } });
  const clock = new SleepClock();
  await using clientset = new Clientset({ host: server.url, proxyUrl: '' }, { clock });
  const faults: string[] = [];
  await using factory = new SharedInformerFactory(clientset, {
    clock,
    random: () => 0,
    useWatchList: false,
    pageSize: 2,
    onWatchError: (error) => void faults.push(error.message),
  });
  const informer = factory.core().v1().configMaps().informer();
  factory.start();
  await factory.waitForCacheSync();
  await until('the watch is open', () => server.requests.some(({ verb }) => verb === 'watch'));

  await server.stop();
  await server.create(coreV1.configMaps, { metadata: { name: 'late', namespace: 'default' } });
  await server.stop();
  await server.start();
  const before = server.requests.length;
  while (informer.indexer.size < 6) {
    await until('it backs off, or is right', () => clock.asleep > 0 || informer.indexer.size === 6);
    if (clock.asleep > 0) await clock.advance(clock.nextTimerMs ?? 0);
    // The list at the informer's own version is one round; the next one has to make progress.
    expect(server.requests.slice(before).filter(({ verb }) => verb === 'list').length).toBeLessThan(7);
  }
  expect(informer.indexer.getByKey('default/late')).toBeDefined();
  expect(faults).toHaveLength(1);
});
