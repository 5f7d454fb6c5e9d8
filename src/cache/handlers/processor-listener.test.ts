import { afterEach, describe, expect, test } from 'vitest';
import type { KubernetesObject } from '../../meta/types.js';
import { settle } from '../../testing/fake-clock.js';
import { systemClock } from '../../util/clock.js';
import {
  EventLog,
  InformerFixture,
  gate,
  pod,
  queues,
  recordingLogger,
} from '../informer/informer.test-support.js';
import { SliceRunner } from '../slice-runner.js';
import type { DeepReadonly } from '../../util/deep-readonly.js';

describe.each(queues)('callbacks of the handlers of an informer on a %s', (queue) => {
  let fixture: InformerFixture | undefined;
  const setUp = (options: ConstructorParameters<typeof InformerFixture>[0] = {}): InformerFixture => {
    fixture = new InformerFixture({ queue, ...options });
    return fixture;
  };
  afterEach(async () => {
    await fixture?.stop();
    fixture = undefined;
  });

  describe('asynchronous', () => {
    test('the next event of a registration comes when the promise has settled; order is kept', async () => {
      const { informer, source } = setUp();
      const log: string[] = [];
      const doors = [gate(), gate(), gate()];
      let call = 0;
      const wait = async (what: string): Promise<void> => {
        const door = doors[call++];
        log.push(`begin ${what}`);
        await door?.passed;
        log.push(`end ${what}`);
      };
      informer.addEventHandler({
        onAdd: () => wait('add'),
        onUpdate: () => wait('update'),
        onDelete: () => wait('delete'),
      });
      await fixture?.start();
      source.add(pod('a'));
      await settle();
      source.modify(pod('a'));
      await settle();
      source.delete('a');
      await settle();
      expect(log).toEqual(['begin add']);
      for (const door of doors) {
        door.open();
        await settle();
      }
      expect(log).toEqual([
        'begin add',
        'end add',
        'begin update',
        'end update',
        'begin delete',
        'end delete',
      ]);
    });

    test('what a callback returns may throw when it is looked at: that is reported, and the next event comes', async () => {
      const failures: string[] = [];
      const { informer, source } = setUp({
        onHandlerError: ({ error, key }) => failures.push(`${key}: ${error.message}`),
      });
      const told: unknown[] = [];
      informer.addEventHandler({
        onAdd: ({ metadata }) => {
          told.push(metadata?.name);
          return new Proxy(
            {},
            {
              get: () => {
                throw new Error('hands off');
              },
            },
          );
        },
      });
      await fixture?.start();
      source.add(pod('a'));
      source.add(pod('b'));
      await settle();
      expect({ told, failures }).toEqual({ told: ['a', 'b'], failures: ['a: hands off', 'b: hands off'] });
    });

    test('synced resolves only after the last initial callback has settled', async () => {
      const { informer, clock } = setUp({ objects: [pod('a'), pod('b'), pod('c')] });
      const registration = informer.addEventHandler({ onAdd: () => clock.sleep(1000) });
      await fixture?.start();
      expect([informer.hasSynced, registration.hasSynced, registration.pending]).toEqual([true, false, 3]);
      await clock.advance(2000);
      expect([registration.hasSynced, registration.pending]).toEqual([false, 1]);
      await clock.advance(1000);
      expect([registration.hasSynced, registration.pending]).toEqual([true, 0]);
      await registration.synced;
    });

    test('a handler that is blocked for an hour delays no other', async () => {
      const { informer, source, clock } = setUp({ objects: [pod('a')] });
      const log = new EventLog();
      const stuck = informer.addEventHandler({ onAdd: () => clock.sleep(3_600_000) });
      informer.addEventHandler(log);
      await fixture?.start();
      for (let index = 0; index < 100; index++) source.add(pod(`pod-${index}`));
      await settle();
      expect(log.lines).toHaveLength(101);
      expect(stuck.pending).toBe(101);
      stuck.remove();
      await clock.advance(3_600_000);
    });
  });

  describe('that coalesce', () => {
    test('of what waits for a slow handler, each key has its latest; who does not coalesce gets all', async () => {
      const { informer, source } = setUp({ objects: [pod('a'), pod('b')] });
      const door = gate();
      const log: string[] = [];
      const told = (line: string): Promise<void> => {
        log.push(line);
        return door.passed;
      };
      const version = (object: DeepReadonly<KubernetesObject>): string =>
        `${object.metadata?.name ?? ''}@${object.metadata?.resourceVersion ?? ''}`;
      const slow = informer.addEventHandler(
        {
          onAdd: (object, { isInInitialList }) =>
            told(`${isInInitialList ? 'initial' : 'add'} ${version(object)}`),
          onUpdate: (old, object) => told(`update ${version(old)} ${version(object)}`),
          onDelete: ({ object }) => told(`delete ${object === undefined ? '' : version(object)}`),
        },
        { coalesce: true },
      );
      const all = new EventLog();
      informer.addEventHandler(all);
      await fixture?.start();
      expect([log, slow.pending, slow.hasSynced]).toEqual([['initial a@10'], 2, false]);
      all.take();
      // b, not told of yet, in a newer state; a in its newest; c comes and goes unseen.
      for (let round = 0; round < 100; round++) source.modify(pod('b'));
      source.modify(pod('a'));
      source.modify(pod('a'));
      source.add(pod('c'));
      source.delete('c');
      await settle();
      expect(slow.pending).toBe(3);
      expect(all.take()).toHaveLength(104);
      door.open();
      await settle();
      expect([slow.pending, slow.hasSynced]).toEqual([0, true]);
      expect(log).toEqual(['initial a@10', 'initial b@111', 'update a@10 a@113']);
    });

    test('a delete and the add after it are both told, and a late handler first gets what the cache holds', async () => {
      const { informer, source } = setUp({ objects: [pod('a'), pod('b')] });
      await fixture?.start();
      const log = new EventLog();
      const door = gate();
      const late = informer.addEventHandler(
        {
          onAdd: (object, info) => (log.onAdd(object, info), door.passed),
          onUpdate: (old, object) => log.onUpdate(old, object),
          onDelete: (deletion) => log.onDelete(deletion),
        },
        { coalesce: true },
      );
      await settle();
      source.delete('a');
      source.add(pod('a'));
      await settle();
      expect([log.take(), late.pending, late.hasSynced]).toEqual([['*a'], 4, false]);
      door.open();
      await late.synced;
      await settle();
      expect(log.take()).toEqual(['*b', '-a', '+a']);
    });
  });

  describe('that fail', () => {
    test('an asynchronous one that rejects on its last initial object still syncs', async () => {
      const { informer } = setUp({ objects: [pod('a'), pod('b')] });
      const registration = informer.addEventHandler({ onAdd: () => Promise.reject(new Error('never')) });
      await fixture?.start();
      await registration.synced;
      expect(registration.failedInitial).toBe(2);
    });

    test('a hook that throws is reported as well, and harms nobody', async () => {
      const logger = recordingLogger();
      const { informer } = setUp({
        objects: [pod('a'), pod('b')],
        logger,
        onHandlerError() {
          throw new Error('the hook fails, too');
        },
      });
      const registration = informer.addEventHandler({
        onAdd() {
          throw new Error('boom');
        },
      });
      await fixture?.start();
      await registration.synced;
      expect(logger.lines.filter(({ level }) => level === 'error').map(({ message }) => message)).toEqual([
        'event handler failed',
        'onHandlerError failed',
        'event handler failed',
        'onHandlerError failed',
      ]);
    });

    test('a rejection after the removal is still reported', async () => {
      const failures: string[] = [];
      const door = gate();
      const { informer } = setUp({
        objects: [pod('a')],
        onHandlerError: ({ error }) => void failures.push(error.message),
      });
      const registration = informer.addEventHandler({ onAdd: () => door.passed });
      await fixture?.start();
      const removed = registration.removeAndWait();
      door.fail(new Error('too late'));
      await removed;
      expect(failures).toEqual(['too late']);
    });
  });

  test("each handler's registration is named after informer and handler, and its logger is its own", async () => {
    class Printer {
      onAdd(): never {
        throw new Error('out of paper');
      }
    }
    const logger = recordingLogger();
    const { informer } = setUp({ objects: [pod('a')], name: 'pods' });
    const registration = informer.addEventHandler(new Printer(), { logger });
    expect(registration.name).toBe('pods + event handler Printer');
    await fixture?.start();
    expect(logger.lines).toMatchObject([{ handler: 'Printer', message: 'event handler failed' }]);
  });

  test('callbacks keep their this', async () => {
    class Counter {
      count = 0;
      onAdd(_object: DeepReadonly<KubernetesObject>): void {
        this.count++;
      }
    }
    const { informer } = setUp({ objects: [pod('a')] });
    const counter = new Counter();
    informer.addEventHandler(counter);
    await fixture?.start();
    expect(counter.count).toBe(1);
  });

  test('a flood is worked off in slices: timers and I/O have their turn in between', async () => {
    let nowMs = 0;
    const runner = new SliceRunner({ clock: { ...systemClock, monotonic: () => nowMs }, sliceMs: 10 });
    const objects = Array.from({ length: 200 }, (_, index) => pod(`pod-${index}`));
    const { informer } = setUp({ objects, runner });
    let handled = 0;
    const registration = informer.addEventHandler({
      onAdd() {
        handled++;
        nowMs += 1;
      },
    });
    fixture?.run();
    const handledPerTurn: number[] = [];
    while (!registration.hasSynced) {
      const before = handled;
      await settle(1);
      handledPerTurn.push(handled - before);
    }
    expect(handled).toBe(200);
    expect(Math.max(...handledPerTurn)).toBe(10);
  });
});
