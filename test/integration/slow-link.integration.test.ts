import { expect, test } from 'vitest';
import { waitForCacheSync } from '../../packages/kube-informers/src/cache/informer/cache-sync.js';
import { listWatchFromClient } from '../../packages/kube-informers/src/cache/reflector/listwatch.js';
import { SharedIndexInformer } from '../../packages/kube-informers/src/cache/informer/shared-index-informer.js';
import { markDeadlineMs } from '../../packages/kube-informers/src/cache/reflector/watch-watchdog.js';
import { Clientset } from '../../packages/kube-informers/src/client/clientset.js';
import { loadConfig } from '../../packages/kube-informers/src/kubeconfig/load-config.js';
import { coreV1 } from '../../packages/kube-informers/src/resources/core-v1.js';
import { faults, FaultProxy } from '@kube-informers/testing';
import { sleepWith, systemClock, leastBytesPerSecond } from '../../packages/kube-informers/src/util/clock.js';
import type { Clock } from '../../packages/kube-informers/src/util/clock.js';
import { connect, contents, freshNamespace, Recorder, running } from './harness.js';

/** The informer's clock is this much faster than the link and the server, so that minutes of patience are tested in seconds. */
const speed = 10;

const fastClock: Clock = {
  now: () => systemClock.now() * speed,
  monotonic: () => systemClock.monotonic() * speed,
  setTimer: (callback, delayMs, options) => systemClock.setTimer(callback, delayMs / speed, options),
  sleep: (delayMs, options) => sleepWith(fastClock, delayMs, options?.signal),
};

test('a watch-list over a slow link, while objects change, takes minutes and never becomes a list', async () => {
  const target = await loadConfig({ kubeconfig: process.env['KUBECONFIG'] });
  await using direct = await connect();
  await using proxy = await FaultProxy.start({ target });
  const namespace = await freshNamespace(direct);
  const writer = direct.resource(coreV1.configMaps, namespace);
  for (let index = 0; index < 200; index++)
    await writer.create({ metadata: { name: `object-${index}` }, data: { text: 'x'.repeat(6000) } });
  await using clientset = new Clientset(proxy.config);
  const failures: Error[] = [];
  const informer = new SharedIndexInformer(listWatchFromClient(clientset, coreV1.configMaps, namespace), {
    clock: fastClock,
    useWatchList: true,
    onWatchError: (error) => void failures.push(error),
  });
  const recorder = new Recorder();
  informer.addEventHandler(recorder);
  // Half as much again as the least rate, by the informer's clock: 1.2 MB take 200 of its seconds.
  proxy.inject(faults.bandwidth(leastBytesPerSecond * 1.5 * speed), { verbs: ['watchList'] });
  await writer.create({ metadata: { name: 'busy' } });
  await using paced = new Clientset({ ...target, qps: 30, burst: 1 });
  const busy = paced.resource(coreV1.configMaps, namespace);
  let isDone = false;
  const changing = (async () => {
    for (let step = 0; !isDone; step++)
      await busy.patch('busy', { data: { step: String(step) } }, { type: 'merge' });
  })();
  await running(informer, async (signal) => {
    const begun = fastClock.monotonic();
    await waitForCacheSync({ signal }, informer);
    expect(fastClock.monotonic() - begun).toBeGreaterThan(5 * markDeadlineMs);
    isDone = true;
    await changing;
    await writer.create({ metadata: { name: 'last' } });
    await recorder.until(() => informer.indexer.getByKey(`${namespace}/last`) !== undefined);
    expect(contents(informer.indexer.list())).toEqual(contents((await writer.list()).items));
    expect(recorder.illegal()).toEqual([]);
  });
  expect(failures).toEqual([]);
  expect(proxy.requests.map(({ verb }) => verb)).toEqual(['watchList']);
});
