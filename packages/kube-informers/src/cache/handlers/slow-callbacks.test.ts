import { expect, test } from 'vitest';
import { settle } from '../../../../testing/src/fake-clock.js';
import { FakeSource } from '../../../../testing/src/fake-source.js';
import type { KubernetesObject } from '../../meta/types.js';
import { BusyClock, pod, recordingLogger } from '../informer/informer.test-support.js';
import { SharedIndexInformer } from '../informer/shared-index-informer.js';
import type { SharedIndexInformerOptions } from '../informer/shared-index-informer.js';

function setUp(options: SharedIndexInformerOptions<KubernetesObject> = {}) {
  const clock = new BusyClock();
  const logger = recordingLogger();
  const source = new FakeSource<KubernetesObject>({ firstResourceVersion: 10, watchListUnsupported: true });
  const informer = new SharedIndexInformer(source, { name: 'pods', clock, logger, ...options });
  const warnings = (): unknown[] =>
    logger.lines.filter(({ level }) => level === 'warn').map(({ level: _level, ...line }) => line);
  return { clock, source, informer, warnings };
}

/** How many callbacks of each handler were slow. */
const slow = (informer: SharedIndexInformer<KubernetesObject>): number[] =>
  informer.stats().handlers.map((handler) => handler.slow);

test('handlers that block, and promises that stay pending, are named', async () => {
  const { clock, source, informer, warnings } = setUp({ slowHandlerMs: 2000 });
  informer.addEventHandler({ onAdd: () => clock.spend(2001) }, { name: 'blocking' });
  informer.addEventHandler({ onAdd: () => clock.sleep(70_000) }, { name: 'waiting' });
  informer.start();
  await settle();
  source.add(pod('a'));
  await settle();
  expect(warnings()).toEqual([
    { informer: 'pods', durationMs: 2001, handler: 'blocking', message: 'a callback of a handler was slow' },
  ]);
  await clock.advance(2001);
  expect(warnings().slice(1)).toEqual([
    { informer: 'pods', durationMs: 2001, handler: 'waiting', message: 'a callback of a handler is slow' },
  ]);
  await clock.advance(70_000);
  expect(warnings()).toHaveLength(2);
  expect(slow(informer)).toEqual([1, 1]);
  await informer.stop();
});

test('promises that never settle are counted once each while they run, and no timer is left after the stop', async () => {
  const { clock, source, informer, warnings } = setUp();
  const first = informer.addEventHandler({ onAdd: () => new Promise(() => undefined) }, { name: 'first' });
  informer.addEventHandler({ onAdd: async () => clock.sleep(0) }, { name: 'quick' });
  informer.start();
  await settle();
  source.add(pod('a'));
  await clock.advance(4000);
  informer.addEventHandler({ onAdd: () => new Promise(() => undefined) }, { name: 'second' });
  await clock.advance(6000);
  expect(slow(informer)).toEqual([0, 0, 0]);
  await clock.advance(1);
  expect(warnings()).toMatchObject([{ handler: 'first', durationMs: 10_001 }]);
  await clock.advance(3999);
  expect(slow(informer)).toEqual([1, 0, 0]);
  await clock.advance(1);
  expect(warnings()).toMatchObject([{ handler: 'first' }, { handler: 'second', durationMs: 10_001 }]);
  await clock.advance(3_600_000);
  expect(slow(informer)).toEqual([1, 0, 1]);
  first.remove();
  const stopped = informer.stop();
  await clock.advance(30_000);
  await stopped;
  expect(clock.pendingTimers).toBe(0);
});

test('the timer of a handler that ends in time is cancelled by the stop', async () => {
  const { clock, source, informer, warnings } = setUp();
  informer.addEventHandler({ onAdd: async () => clock.sleep(1) });
  informer.start();
  await settle();
  source.add(pod('a'));
  await clock.advance(1);
  await informer.stop();
  expect([clock.pendingTimers, warnings()]).toEqual([0, []]);
});
