import { expect, test } from 'vitest';
import { SharedIndexInformer } from '../../kube-informers/src/cache/informer/shared-index-informer.js';
import type { KubernetesObject } from '../../kube-informers/src/meta/types.js';
import { FakeClock } from '../../testing/src/fake-clock.js';
import { FakeSource } from '../../testing/src/fake-source.js';
import { readDetail } from './read-state.js';
import { Timeline } from './timeline.js';

const pod = (name: string): KubernetesObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: 'a' },
});

test('counts events, relists with their reasons, and what waits in the queue and for handlers', async () => {
  const clock = new FakeClock();
  const source = new FakeSource<KubernetesObject>({ clock });
  const informer = new SharedIndexInformer<KubernetesObject>(source, {
    clock,
    useWatchList: true,
    onWatchError: () => {},
  });
  const timeline = new Timeline(informer);
  let release = (): void => {};
  const busy = new Promise<void>((resolve) => (release = resolve));
  informer.addEventHandler({ onAdd: () => busy }, { name: 'busy' });
  informer.start();
  await clock.advance(1);
  for (const name of ['one', 'two', 'three']) source.add(pod(name));
  await clock.advance(1);
  // The server has forgotten the version of the cache: 410.
  source.compact();
  source.addDropped(pod('four'));
  source.compact();
  source.resetWatch();
  await clock.advance(60_000);
  const stats = informer.stats();
  const queueing = new Proxy(informer, {
    get: (target, name) => {
      // A queue is emptied within a slice: no test can look in between.
      if (name === 'stats') return () => ({ ...stats, queue: { ...stats.queue, depth: 5 } });
      // Bound to the informer, whose members are private.
      return Reflect.get(target, name, target);
    },
  });
  const subject = {
    id: 'pods',
    informer: queueing,
    target: { group: '', version: 'v1', resource: 'pods' },
    info: undefined,
    restClient: undefined,
    serverList: undefined,
    readBeforeStart: false,
  };
  const model = readDetail(subject, timeline, clock);
  // Three by the first watch, four by the relist, which is a watch-list.
  expect(model).toMatchObject({ objects: 4, events: 7, relists: 1, queued: 5, backlog: 4 });
  expect(model.handlers).toMatchObject([{ name: 'busy', pending: 4 }]);
  expect(model.lastRelist).toMatch(/\w/);
  expect(model.relistReasons).toContainEqual({ name: model.lastRelist, count: 1 });
  expect(model.options).toContainEqual(['Queue', 'DeltaFIFO']);
  expect(model.facts).toContainEqual(['Watches opened', String(stats.listWatch.watches)]);
  release();
  timeline.close();
  await informer.stop();
});
