import { afterEach, describe, expect, test } from 'vitest';
import type { HandlerRegistration } from '../../../packages/kube-informers/src/cache/handlers/event-handler.js';
import {
  EventLog,
  gate,
  InformerFixture,
  pod,
} from '../../../packages/kube-informers/src/cache/informer/informer.test-support.js';
import { settle } from '../../../packages/testing/src/fake-clock.js';

describe('removing handlers of an informer', () => {
  let fixture: InformerFixture | undefined;
  const setUp = (options: ConstructorParameters<typeof InformerFixture>[0] = {}): InformerFixture => {
    fixture = new InformerFixture({ ...options });
    return fixture;
  };
  afterEach(async () => {
    await fixture?.stop();
    fixture = undefined;
  });

  describe('waiting for their last callback', () => {
    describe('TestShutDownEventHandler_Lifecycles', () => {
      test('InformerNeverStarted', async () => {
        const { informer } = setUp({ objects: [pod('a')] });
        const log = new EventLog();
        const registration = informer.addEventHandler(log);
        await registration.removeAndWait();
        expect([informer.handlerCount, log.lines]).toEqual([0, []]);
      });

      test('StartedThenAddedThenShutDown', async () => {
        const { informer, source } = setUp({ objects: [pod('a')] });
        await fixture?.start();
        await informer.synced;
        const log = new EventLog();
        const registration = informer.addEventHandler(log);
        await registration.removeAndWait();
        source.add(pod('b'));
        await settle();
        // Removed before its first callback started.
        expect([informer.handlerCount, log.lines]).toEqual([0, []]);
      });

      test('AddedThenStartedThenShutDown', async () => {
        const { informer, source } = setUp({ objects: [pod('a')] });
        const log = new EventLog();
        const registration = informer.addEventHandler(log);
        await fixture?.start();
        await informer.synced;
        await registration.removeAndWait();
        source.add(pod('b'));
        await settle();
        expect([informer.handlerCount, log.lines]).toEqual([0, ['*a']]);
      });
    });

    test.each(['before the start', 'without a start'])('removed %s, resolves at once', async (when) => {
      const { informer } = setUp({ objects: [pod('a')] });
      const log = new EventLog();
      const registration = informer.addEventHandler(log);
      await registration.removeAndWait();
      if (when === 'before the start') await fixture?.start();
      expect(log.lines).toEqual([]);
    });

    test('TestRemoveEventHandler_SynchronousShutdown: removeAndWait resolves after the running callback and drops queued events', async () => {
      const { informer } = setUp({ objects: [pod('a'), pod('b')] });
      const door = gate();
      const log: string[] = [];
      const registration = informer.addEventHandler({
        async onAdd(object) {
          log.push(`begin ${object.metadata?.name}`);
          await door.passed;
          log.push(`end ${object.metadata?.name}`);
        },
      });
      await fixture?.start();
      const removed = registration.removeAndWait().then(() => log.push('removed'));
      await settle();
      expect(log).toHaveLength(1);
      door.open();
      await removed;
      expect(log).toEqual([
        expect.stringMatching('^begin'),
        expect.stringMatching('^end'),
        'removed',
      ] as string[]);
      await settle();
      expect(log).toHaveLength(3);
      await expect(registration.synced).rejects.toMatchObject({ code: 'ERR_HANDLER_REMOVED' });
    });

    test('TestRemoveEventHandler_AsynchronousPanic: plain removal does not wait for the running callback', async () => {
      const { informer } = setUp({ objects: [pod('a'), pod('b')] });
      const door = gate();
      let calls = 0;
      const registration = informer.addEventHandler({
        onAdd() {
          calls++;
          return door.passed;
        },
      });
      await fixture?.start();
      registration.remove();
      expect([registration.pending, calls]).toEqual([1, 1]);
      door.open();
      await settle();
      expect([registration.pending, calls]).toEqual([0, 1]);
    });

    test('a handler may remove itself, also from the inside of an asynchronous callback', async () => {
      const { informer } = setUp({ objects: [pod('a'), pod('b'), pod('c')] });
      const log: string[] = [];
      const removals: Promise<void>[] = [];
      const fromSync: HandlerRegistration = informer.addEventHandler({
        onAdd() {
          removals.push(fromSync.removeAndWait());
          log.push('sync');
        },
      });
      const fromAsync: HandlerRegistration = informer.addEventHandler({
        async onAdd() {
          removals.push(fromAsync.removeAndWait().then(() => void log.push('async removed')));
          await Promise.resolve();
          log.push('async done');
        },
      });
      await fixture?.start();
      await Promise.all(removals);
      expect(log).toEqual(['sync', 'async done', 'async removed']);
    });

    test('run also waits for the callback of a handler that was removed during it', async () => {
      const { informer } = setUp({ objects: [pod('a')] });
      const door = gate();
      const registration = informer.addEventHandler({ onAdd: () => door.passed });
      const stop = new AbortController();
      let ended = false;
      const run = informer.run({ signal: stop.signal }).then(() => {
        ended = true;
      });
      await settle();
      registration.remove();
      stop.abort();
      await settle();
      expect(ended).toBe(false);
      door.open();
      await run;
    });

    test('run resolves only after the running callback has settled, and drops queued events', async () => {
      const { informer } = setUp({ objects: [pod('a'), pod('b')] });
      const door = gate();
      let calls = 0;
      informer.addEventHandler({
        onAdd() {
          calls++;
          return door.passed;
        },
      });
      const stop = new AbortController();
      let ended = false;
      const run = informer.run({ signal: stop.signal }).then(() => {
        ended = true;
      });
      await settle();
      stop.abort();
      await settle();
      expect(ended).toBe(false);
      door.open();
      await run;
      await settle();
      expect(calls).toBe(1);
    });
  });
});
