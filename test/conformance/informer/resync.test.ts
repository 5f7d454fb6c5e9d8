import { afterEach, describe, expect, test } from 'vitest';
import {
  EventLog,
  InformerFixture,
  pod,
} from '../../../packages/kube-informers/src/cache/informer/informer.test-support.js';

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

  test.each([
    { title: 'TestListenerResyncPeriods', delayMs: 0 },
    { title: 'TestListenerResyncPeriodsDelayed', delayMs: 1000 },
  ])('$title: only the handler that is due gets the resync; one with 0 never does', async ({ delayMs }) => {
    const { informer, clock } = setUp({ objects: [pod('pod1'), pod('pod2')], resyncPeriodMs: 1000 });
    const logs = [new EventLog(), new EventLog(), new EventLog()];
    const taken = (): string[][] => logs.map((log) => log.takeSorted());
    [0, 2000, 3000].forEach((resyncPeriodMs, index) => {
      informer.addEventHandler(logs[index] ?? {}, { resyncPeriodMs });
    });
    await clock.advance(delayMs);
    await fixture?.start();
    const all = ['*pod1', '*pod2'];
    expect(taken()).toEqual([all, all, all]);
    await clock.advance(2000 - delayMs);
    const resynced = ['~pod1', '~pod2'];
    expect(taken()).toEqual([[], resynced, []]);
    await clock.advance(1000);
    expect(taken()).toEqual([[], [], resynced]);
    await clock.advance(1000);
    expect(taken()).toEqual([[], resynced, []]);
  });

  test('TestResyncCheckPeriod: before the start the check period becomes the shortest one; the others keep their own', () => {
    const { informer } = setUp({ resyncPeriodMs: 43_200_000 });
    const granted = (...wishesMs: number[]): number[] => {
      const registrations = wishesMs.map((resyncPeriodMs) =>
        informer.addEventHandler({ onAdd() {} }, { resyncPeriodMs }),
      );
      const periods = registrations.map((registration) => registration.resyncPeriodMs);
      for (const registration of registrations) registration.remove();
      return periods;
    };
    expect([granted(0), informer.resyncCheckPeriodMs]).toEqual([[0], 43_200_000]);
    const never = informer.addEventHandler({ onAdd() {} }, { resyncPeriodMs: 0 });
    const minute = informer.addEventHandler({ onAdd() {} }, { resyncPeriodMs: 60_000 });
    expect(informer.resyncCheckPeriodMs).toBe(60_000);
    const almost = informer.addEventHandler({ onAdd() {} }, { resyncPeriodMs: 55_000 });
    expect(informer.resyncCheckPeriodMs).toBe(55_000);
    const fast = informer.addEventHandler({ onAdd() {} }, { resyncPeriodMs: 5000 });
    expect(informer.resyncCheckPeriodMs).toBe(5000);
    expect([never, minute, almost, fast].map(({ resyncPeriodMs }) => resyncPeriodMs)).toEqual([
      0, 60_000, 55_000, 5000,
    ]);
  });

  test('TestSharedInformerWatchDisruption: after a relist a handler without resync gets only changes, one with a due resync all objects', async () => {
    const { informer, source, clock } = setUp({ objects: [pod('pod1'), pod('pod2')], resyncPeriodMs: 1000 });
    const noResync = new EventLog();
    const resync = new EventLog();
    informer.addEventHandler(noResync, { resyncPeriodMs: 0 });
    informer.addEventHandler(resync, { resyncPeriodMs: 1000 });
    await fixture?.start();
    source.addDropped(pod('pod3'));
    source.modifyDropped(pod('pod2', { color: 'red' }));
    await clock.advance(1000);
    expect(noResync.takeSorted()).toEqual(['*pod1', '*pod2']);
    expect(resync.takeSorted()).toEqual(['*pod1', '*pod2', '~pod1', '~pod2']);
    source.resetWatch();
    await clock.advance(900);
    expect(noResync.takeSorted()).toEqual(['+pod3', '~pod2']);
    expect(resync.takeSorted()).toEqual(['+pod3', '~pod1', '~pod2']);
  });
});
