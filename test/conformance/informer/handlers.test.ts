import { afterEach, describe, expect, test } from 'vitest';
import { settle } from '../../../packages/testing/src/fake-clock.js';
import type { HandlerRegistration } from '../../../packages/kube-informers/src/cache/handlers/event-handler.js';
import {
  EventLog,
  InformerFixture,
  pod,
  seededNumbers,
} from '../../../packages/kube-informers/src/cache/informer/informer.test-support.js';

describe('handlers of an informer', () => {
  let fixture: InformerFixture | undefined;
  const setUp = (options: ConstructorParameters<typeof InformerFixture>[0] = {}): InformerFixture => {
    fixture = new InformerFixture({ ...options });
    return fixture;
  };
  afterEach(async () => {
    await fixture?.stop();
    fixture = undefined;
  });

  describe('coming and going', () => {
    test('TestAddWhileActive: a late handler first gets the cache as the initial list, then every change', async () => {
      const { informer, source } = setUp();
      const first = new EventLog();
      const second = new EventLog();
      const registration1 = informer.addEventHandler(first);
      expect(registration1.hasSynced).toBe(false);
      await fixture?.start();
      source.add(pod('a'));
      await settle();
      expect(first.take()).toEqual(['+a']);
      await registration1.synced;

      const registration2 = informer.addEventHandler(second);
      expect(registration2.hasSynced).toBe(false);
      source.add(pod('b'));
      await settle();
      expect(second.take()).toEqual(['*a', '+b']);
      expect(registration2.hasSynced).toBe(true);
      expect(first.take()).toEqual(['+b']);
    });

    test('TestSharedInformerInitializationRace: handlers added at any moment of the start get each event exactly once', async () => {
      const objects = Array.from({ length: 50 }, (_, index) => pod(`pod-${index}`));
      const { informer, source } = setUp({ objects });
      const logs: EventLog[] = [];
      const join = (): void => {
        const log = new EventLog();
        logs.push(log);
        informer.addEventHandler(log);
      };
      join();
      fixture?.run();
      join();
      for (let turn = 0; turn < 40; turn++) {
        await Promise.resolve();
        join();
      }
      source.add(pod('last'));
      await settle();
      const names = [...objects.map((object) => object.metadata?.name ?? ''), 'last'].toSorted();
      for (const log of logs) expect(log.lines.map((line) => line.slice(1)).toSorted()).toEqual(names);
    });

    test('a handler added during the initial list gets each object once', async () => {
      const objects = Array.from({ length: 5 }, (_, index) => pod(`pod-${index}`));
      const { informer } = setUp({ objects });
      const late = new EventLog();
      let registration: HandlerRegistration | undefined;
      informer.addEventHandler({
        onAdd() {
          registration ??= informer.addEventHandler(late);
        },
      });
      await fixture?.start();
      expect(late.takeSorted()).toEqual(objects.map((object) => `*${object.metadata?.name}`));
      expect(registration?.hasSynced).toBe(true);
    });

    test('TestRemoveWhileActive: a removed handler gets no more calls', async () => {
      const { informer, source } = setUp();
      const log = new EventLog();
      const registration = informer.addEventHandler(log);
      await fixture?.start();
      source.add(pod('a'));
      await settle();
      registration.remove();
      expect(informer.handlerCount).toBe(0);
      source.add(pod('b'));
      await settle();
      expect(log.take()).toEqual(['+a']);
    });

    test('TestSharedInformerRemoveHandler, TestRemovingRemovedSharedInformer: removes by registration, any number of times', async () => {
      const { informer } = setUp({ objects: [pod('a')] });
      const registration1 = informer.addEventHandler(new EventLog());
      const registration2 = informer.addEventHandler(new EventLog());
      expect(informer.handlerCount).toBe(2);
      registration2.remove();
      registration2.remove();
      registration2.remove();
      expect(informer.handlerCount).toBe(1);
      registration1.remove();
      expect(informer.handlerCount).toBe(0);
      await registration1.removeAndWait();
    });

    test('TestSharedInformerMultipleRegistration: one handler registered twice is two registrations', async () => {
      const { informer, source } = setUp();
      const log = new EventLog();
      const registration = informer.addEventHandler(log);
      informer.addEventHandler(log);
      await fixture?.start();
      source.add(pod('a'));
      await settle();
      expect(log.take()).toEqual(['+a', '+a']);
      registration.remove();
      expect(informer.handlerCount).toBe(1);
      source.add(pod('b'));
      await settle();
      expect(log.take()).toEqual(['+b']);
    });

    test('TestAddOnStoppedSharedInformer, TestRemoveOnStoppedSharedInformer: after the stop, adding throws and removing does not', async () => {
      const { informer } = setUp({ objects: [pod('a')] });
      const registration = informer.addEventHandler(new EventLog());
      await fixture?.start();
      fixture?.abort();
      const stopped = expect.objectContaining({ code: 'ERR_INFORMER_STOPPED' }) as Error;
      expect(() => informer.addEventHandler(new EventLog())).toThrow(stopped);
      await fixture?.stop();
      expect(() => informer.addEventHandler(new EventLog())).toThrow(stopped);
      registration.remove();
      expect(informer.handlerCount).toBe(0);
    });

    test('TestSharedInformerHandlerAbuse: handlers come and go while the source changes, and each history is legal', async () => {
      const { informer, source } = setUp();
      await fixture?.start();
      const registered: { log: EventLog; registration: HandlerRegistration; removed: boolean }[] = [];
      const random = seededNumbers(7);
      const alive: string[] = [];
      for (let step = 0; step < 400; step++) {
        if (random(3) === 0) {
          const log = new EventLog();
          registered.push({ log, registration: informer.addEventHandler(log), removed: false });
        } else if (registered.length > 0 && random(4) === 0) {
          const entry = registered[random(registered.length)];
          entry?.registration.remove();
          if (entry !== undefined) entry.removed = true;
        }
        const victim = alive[random(alive.length + 1)];
        if (victim === undefined || random(3) === 0) {
          alive.push(`pod-${step}`);
          source.add(pod(`pod-${step}`));
        } else if (random(2) === 0) {
          source.modify(pod(victim, { step: String(step) }));
        } else {
          alive.splice(alive.indexOf(victim), 1);
          source.delete(victim);
        }
        if (step % 7 === 0) await settle(1);
      }
      await settle();
      for (const { log, removed } of registered) {
        const known = new Set<string>();
        for (const line of log.lines) {
          const name = line.slice(1);
          expect(known.has(name)).toBe('~-'.includes(line.charAt(0)));
          if (line.startsWith('-')) known.delete(name);
          else known.add(name);
        }
        if (!removed) expect([...known].toSorted()).toEqual(alive.toSorted());
      }
    });
  });
});
