import { expect, test } from 'vitest';
import { SharedIndexInformer } from '../../kube-informers/src/cache/informer/shared-index-informer.js';
import type { KubernetesObject } from '../../kube-informers/src/meta/types.js';
import { FakeClock, settle } from '../../testing/src/fake-clock.js';
import { newNotFound } from '../../kube-informers/src/meta/status.js';
import { FakeSource } from '../../testing/src/fake-source.js';
import { freshnessOf } from './freshness.js';

test('leaves at least 35 of 80 columns for the reason of an outage', async () => {
  const clock = new FakeClock();
  const source = new FakeSource<KubernetesObject>({ clock });
  const informer = new SharedIndexInformer(source, { clock, onWatchError: () => undefined });
  const words = () => freshnessOf(informer.health, informer.state, clock.now());
  informer.start();
  await informer.synced;
  await clock.advance(2000);
  expect(words()).toEqual({ fresh: true, word: 'fresh', detail: 'watching' });
  source.failNext('watch', new Error('the reason'), 100);
  source.failWatches(new Error('the reason'));
  await clock.advance(60_000);
  while (informer.state.phase !== 'backingOff') await clock.advance(1000);
  const { fresh, word, detail } = words();
  expect(fresh).toBe(false);
  expect(detail).toMatch(/^retry in \d+s · the reason$/);
  expect(`○ ${word} · ${detail}`.length - 'the reason'.length + ' 15:04:05'.length).toBeLessThanOrEqual(45);
  await informer.stop();
});

test('does not say that the server lacks the resource while it does not answer', async () => {
  const clock = new FakeClock();
  let failure: Error = newNotFound({ group: 'example.com', resource: 'widgets' }, '');
  const source = new FakeSource<KubernetesObject>({
    intercept: () => {
      throw failure;
    },
  });
  const informer = new SharedIndexInformer(source, { clock, onWatchError: () => undefined });
  const detail = () => freshnessOf(informer.health, informer.state, clock.now()).detail;
  informer.start();
  await settle();
  expect(detail()).toMatch(/^the server does not have this resource · /);
  failure = new Error('the reason');
  informer.retryNow();
  await settle();
  expect(detail()).toMatch(/^retry in \d+m?s · the reason$/);
  await informer.stop();
});
