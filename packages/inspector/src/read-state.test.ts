import { expect, test } from 'vitest';
import { SharedIndexInformer } from '../../kube-informers/src/cache/informer/shared-index-informer.js';
import type { KubernetesObject } from '../../kube-informers/src/meta/types.js';
import { FakeClock, settle } from '../../testing/src/fake-clock.js';
import { FakeSource } from '../../testing/src/fake-source.js';
import { TransportError } from '../../kube-informers/src/util/errors.js';
import { newNotFound } from '../../kube-informers/src/meta/status.js';
import { readDetail, readInformer } from './read-state.js';
import type { InformerSubject } from './subjects.js';
import { Timeline } from './timeline.js';
import { verdictOf } from './verdict.js';

const pod = (name: string): KubernetesObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: 'a' },
});

const subjectOf = (informer: SharedIndexInformer<KubernetesObject>): InformerSubject => ({
  id: 'pods',
  informer,
  target: { group: '', version: 'v1', resource: 'pods' },
  info: undefined,
  restClient: undefined,
  server: undefined,
  serverList: undefined,
  readBeforeStart: false,
});

test('advice follows the current error: a definition is asked for only by a server that answers', async () => {
  const clock = new FakeClock();
  const missing = newNotFound({ group: 'example.com', resource: 'widgets' }, '');
  let failure: Error = missing;
  const source = new FakeSource<KubernetesObject>({
    intercept: () => {
      throw failure;
    },
  });
  const informer = new SharedIndexInformer(source, { clock, name: 'widgets', onWatchError: () => {} });
  const timeline = new Timeline(informer);
  const advice = async (error: Error): Promise<unknown> => {
    failure = error;
    informer.retryNow();
    await settle();
    const read = readInformer(subjectOf(informer), timeline, clock);
    const state = {
      atMs: clock.now(),
      informers: [read],
      controllers: [],
      elections: [],
      shardings: [],
      clients: [],
    };
    const [problem] = verdictOf(state).problems;
    return { state: read.state, why: read.why, what: problem?.what, todo: problem?.todo };
  };
  informer.start();
  const absent = {
    state: 'waiting for the resource to exist',
    why: 'The server does not have the resource.',
    what: 'widgets is not served',
    todo: expect.stringContaining('Install the CustomResourceDefinition'),
  };
  expect(await advice(missing)).toEqual(absent);
  expect(await advice(new TransportError('ERR_CONNECTION_REFUSED', 'connect ECONNREFUSED'))).toEqual({
    state: 'backing off',
    why: expect.stringMatching(/^ERR_CONNECTION_REFUSED: connect ECONNREFUSED \(next try in /),
    what: 'API server unreachable',
    todo: expect.stringContaining('Check that the API server runs'),
  });
  expect(await advice(missing)).toEqual(absent);
  timeline.close();
  await informer.stop();
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
  const model = readDetail(subjectOf(queueing), timeline, clock);
  // Three by the first watch, four by the relist, which is a watch-list.
  expect(model).toMatchObject({ objects: 4, events: 7, relists: 1, queued: 5, pending: 4 });
  expect(model.handlers).toMatchObject([{ name: 'busy', pending: 4 }]);
  expect(model.lastRelist).toMatch(/\w/);
  expect(model.relistReasons).toContainEqual({ name: model.lastRelist, count: 1 });
  expect(model.options).toContainEqual(['Compact cache', 'no']);
  expect(model.facts).toContainEqual(['Watches opened', String(stats.listWatch.watches)]);
  release();
  timeline.close();
  await informer.stop();
});
