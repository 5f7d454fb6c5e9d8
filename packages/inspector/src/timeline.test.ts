import { expect, test } from 'vitest';
import { SharedIndexInformer } from '../../kube-informers/src/cache/informer/shared-index-informer.js';
import { newGenericServerResponse } from '../../kube-informers/src/meta/status.js';
import type { KubernetesObject } from '../../kube-informers/src/meta/types.js';
import { TransportError } from '../../kube-informers/src/util/errors.js';
import { FakeClock } from '../../testing/src/fake-clock.js';
import { FakeSource } from '../../testing/src/fake-source.js';
import { Timeline, keptMoments } from './timeline.js';

function start() {
  const clock = new FakeClock();
  const source = new FakeSource<KubernetesObject>({ clock });
  const informer = new SharedIndexInformer<KubernetesObject>(source, {
    clock,
    onWatchError: () => undefined,
  });
  return { clock, source, informer, timeline: new Timeline(informer) };
}

const wordsOf = ({ moments }: Timeline) =>
  moments.map(({ what, detail }) => (detail === undefined ? what : `${what}: ${detail}`));

test('shows what an informer did and why it listed again, newest first', async () => {
  const { clock, source, informer, timeline } = start();
  expect(wordsOf(timeline)).toEqual(['not started']);
  informer.start();
  await informer.synced;
  await clock.advance(1);
  expect(timeline.lastRelist).toBeUndefined();
  source.failWatches(new Error('broken pipe'));
  await clock.advance(60_000);
  expect(wordsOf(timeline)).toContain('watch ended: error');
  expect(timeline.moments.find(({ bad, what }) => bad && what === 'backing off')?.detail).toContain(
    'broken pipe',
  );
  timeline.close();
  await informer.stop();
  expect(wordsOf(timeline)).not.toContain('stopped');
});

test('shows equal failed retries as one entry, so that a long outage keeps its beginning', async () => {
  const { clock, source, informer, timeline } = start();
  informer.start();
  await informer.synced;
  await clock.advance(1);
  source.failWatches(new Error('broken pipe'));
  source.failNext('list', new Error('refused'), 100);
  source.failNext('watch', new Error('refused'), 100);
  await clock.advance(20 * 60_000);
  const [newest] = timeline.moments.filter(({ what }) => what === 'backing off');
  expect(newest?.detail).toContain('refused');
  expect(newest?.times).toBeGreaterThan(30);
  expect(newest?.lastMs).toBeGreaterThan((newest?.atMs ?? 0) + 10 * 60_000);
  expect(wordsOf(timeline).filter((words) => words.startsWith('backing off')).length).toBeLessThan(3);
  expect(wordsOf(timeline)).toContain('not started');
  timeline.close();
  await informer.stop();
});

test('dates a failure anew when a server that refused is lost', async () => {
  const { clock, source, informer, timeline } = start();
  source.failNext('list', newGenericServerResponse({ code: 403, verb: 'GET' }), 2);
  source.failNext('list', new TransportError('ERR_CONNECTION_REFUSED', 'refused'), 100);
  informer.start();
  await clock.advance(500);
  const beganMs = timeline.failingSinceMs ?? Infinity;
  expect(informer.health.lastError?.code).toBe('403');
  await clock.advance(120_000);
  expect(informer.health.lastError?.code).toBe('ERR_CONNECTION_REFUSED');
  const lostMs = timeline.failingSinceMs ?? 0;
  expect(lostMs).toBeGreaterThan(beganMs);
  await clock.advance(120_000);
  expect(timeline.failingSinceMs).toBe(lostMs);
  timeline.close();
  await informer.stop();
});

test('keeps the last 60 moments', async () => {
  const { clock, source, informer, timeline } = start();
  informer.start();
  await informer.synced;
  for (let count = 0; count < keptMoments; count++) {
    source.failWatches(new Error('broken pipe'));
    await clock.advance(60_000);
  }
  expect(timeline.moments).toHaveLength(keptMoments);
  timeline.close();
  await informer.stop();
});
