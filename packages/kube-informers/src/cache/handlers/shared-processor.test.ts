import { afterEach, describe, expect, test } from 'vitest';
import type { KubernetesObject } from '../../meta/types.js';
import { FakeClock, settle } from '../../../../testing/src/fake-clock.js';
import type { FakeSource } from '../../../../testing/src/fake-source.js';
import type { Timer } from '../../util/clock.js';
import { EventLog, InformerFixture, pod, recordingLogger } from '../informer/informer.test-support.js';

/** Makes the informer relist without any change to the objects. */
async function relist(source: FakeSource<KubernetesObject>, clock: FakeClock): Promise<void> {
  const lists = source.requests.length;
  source.addDropped(pod('passing'));
  source.deleteDropped('passing');
  source.resetWatch();
  await clock.advance(2000);
  // The failed watch, and the list after it.
  expect(source.requests.length).toBeGreaterThan(lists + 1);
}

describe('resyncs of an informer', () => {
  let fixture: InformerFixture | undefined;
  const setUp = (options: ConstructorParameters<typeof InformerFixture>[0] = {}): InformerFixture => {
    fixture = new InformerFixture({ ...options });
    return fixture;
  };
  afterEach(async () => {
    await fixture?.stop();
    fixture = undefined;
  });

  test('a timer that fires up to 1 ms early, as Node’s may, skips no resync', async () => {
    class EarlyClock extends FakeClock {
      override setTimer(callback: () => void, delayMs: number): Timer {
        return super.setTimer(callback, delayMs - 0.75);
      }
    }
    const clock = new EarlyClock();
    const { informer } = setUp({ objects: [pod('a')], resyncPeriodMs: 60_000, clock });
    const often = new EventLog();
    const seldom = new EventLog();
    informer.addEventHandler(often);
    informer.addEventHandler(seldom, { resyncPeriodMs: 180_000 });
    await fixture?.start();
    await clock.advance(180_100);
    expect([often.take(), seldom.take()]).toEqual([
      ['*a', '~a', '~a', '~a'],
      ['*a', '~a'],
    ]);
    fixture?.abort();
    await settle();
    expect(clock.pendingTimers).toBe(0);
  });

  test('raises a period requested after the start to the check period, or to one second, with a warning', async () => {
    const logger = recordingLogger();
    const { informer } = setUp({ resyncPeriodMs: 5000, logger });
    await fixture?.start();
    const raised = informer.addEventHandler({ onAdd() {} }, { resyncPeriodMs: 2000 });
    const least = informer.addEventHandler({ onAdd() {} }, { resyncPeriodMs: 1 });
    expect([raised.resyncPeriodMs, least.resyncPeriodMs, informer.resyncCheckPeriodMs]).toEqual([
      5000, 5000, 5000,
    ]);
    expect(logger.lines.filter(({ level }) => level === 'warn').map(({ message }) => message)).toEqual([
      'resync period of a handler raised to the check period',
      'resync period raised to the minimum of 1000 ms',
      'resync period of a handler raised to the check period',
    ]);
  });

  test('an informer without resyncs warns a handler that requests them', async () => {
    const logger = recordingLogger();
    const { informer, clock } = setUp({ objects: [pod('a')], logger });
    const log = new EventLog();
    const registration = informer.addEventHandler(log, { resyncPeriodMs: 2000 });
    await fixture?.start();
    await clock.advance(10_000);
    expect([registration.resyncPeriodMs, log.take()]).toEqual([0, ['*a']]);
    expect(logger.lines.filter(({ level }) => level === 'warn')).toHaveLength(1);
  });

  test('a relist that finds no change calls no handler, also before the first resync', async () => {
    const { informer, source, clock } = setUp({ objects: [pod('a')], resyncPeriodMs: 60_000 });
    const log = new EventLog();
    informer.addEventHandler(log);
    await fixture?.start();
    expect(log.take()).toEqual(['*a']);
    await relist(source, clock);
    expect(log.lines).toEqual([]);
  });

  test('objects without a resourceVersion are updated on every relist, because they may have changed', async () => {
    const { informer, source, clock } = setUp({
      objects: [pod('a')],
      transform: (object) => ({ metadata: { name: object.metadata?.name ?? '' } }),
    });
    const log = new EventLog();
    informer.addEventHandler(log);
    await fixture?.start();
    await relist(source, clock);
    expect(log.take()).toEqual(['*a', '~a']);
  });
});

test('handlers of one name get numbers, which are free again once they left', async () => {
  const fixture = new InformerFixture({ objects: [pod('a')] });
  const { informer } = fixture;
  const names = (): string[] => informer.stats().handlers.map(({ name }) => name);
  const first = informer.addEventHandler({ onAdd() {} });
  informer.addEventHandler({ onAdd() {} });
  const third = informer.addEventHandler({ onAdd() {} });
  expect(names()).toEqual(['handler', 'handler 2', 'handler 3']);
  expect(third.name).toMatch(/handler 3$/);
  first.remove();
  informer.addEventHandler({ onAdd() {} }, { name: 'handler' });
  expect(names()).toEqual(['handler 2', 'handler 3', 'handler']);
  await fixture.stop();
});
