import { afterEach, describe, expect, test } from 'vitest';
import type { KubernetesObject } from '../../meta/types.js';
import { settle } from '../../../../testing/src/fake-clock.js';
import { systemClock } from '../../util/clock.js';
import { EventLog, InformerFixture, gate, pod, recordingLogger } from '../informer/informer.test-support.js';
import { SliceRunner } from '../slice-runner.js';
import type { DeepReadonly } from '../../util/deep-readonly.js';

describe('callbacks of the handlers of an informer', () => {
  let fixture: InformerFixture | undefined;
  const setUp = (options: ConstructorParameters<typeof InformerFixture>[0] = {}): InformerFixture => {
    fixture = new InformerFixture({ ...options });
    return fixture;
  };
  afterEach(async () => {
    await fixture?.stop();
    fixture = undefined;
  });

  describe('asynchronous', () => {
    // Upstream: watch: Broadcaster keeps the order.
    test('the next event waits for the promise of the one before, in order', async () => {
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

    test('reports a returned value whose properties throw, and delivers the next event', async () => {
      const failures: string[] = [];
      const { informer, source } = setUp({
        onHandlerError: ({ error, key }) => failures.push(`${key}: ${error.message}`),
      });
      const added: unknown[] = [];
      informer.addEventHandler({
        onAdd: ({ metadata }) => {
          added.push(metadata?.name);
          return new Proxy(
            {},
            {
              get: () => {
                throw new Error('not accessible');
              },
            },
          );
        },
      });
      await fixture?.start();
      source.add(pod('a'));
      source.add(pod('b'));
      await settle();
      expect({ added, failures }).toEqual({
        added: ['a', 'b'],
        failures: ['a: not accessible', 'b: not accessible'],
      });
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

    // Upstream: watch: Broadcaster drops if a channel is full.
    test('a handler that blocks for an hour does not delay the others', async () => {
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
    test('a slow handler gets the latest state of each key; a handler without coalesce gets every event', async () => {
      const { informer, source } = setUp({ objects: [pod('a'), pod('b')] });
      const door = gate();
      const log: string[] = [];
      const received = (line: string): Promise<void> => {
        log.push(line);
        return door.passed;
      };
      const version = (object: DeepReadonly<KubernetesObject>): string =>
        `${object.metadata?.name ?? ''}@${object.metadata?.resourceVersion ?? ''}`;
      const slow = informer.addEventHandler(
        {
          onAdd: (object, { isInInitialList }) =>
            received(`${isInInitialList ? 'initial' : 'add'} ${version(object)}`),
          onUpdate: (old, object) => received(`update ${version(old)} ${version(object)}`),
          onDelete: ({ object }) => received(`delete ${object === undefined ? '' : version(object)}`),
        },
        { coalesce: true },
      );
      const all = new EventLog();
      informer.addEventHandler(all);
      await fixture?.start();
      expect([log, slow.pending, slow.hasSynced]).toEqual([['initial a@10'], 2, false]);
      all.take();
      // b is still pending and gets its newest state; a is updated; c is added and deleted unseen.
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

    test('a delete and the add after it are both delivered, and a late handler first gets the cached objects', async () => {
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
      const registration = informer.addEventHandler({ onAdd: () => Promise.reject(new Error('rejected')) });
      await fixture?.start();
      await registration.synced;
      expect(registration.failedInitial).toBe(2);
    });

    test('a hook that throws is logged, and no handler is affected', async () => {
      const logger = recordingLogger();
      const { informer } = setUp({
        objects: [pod('a'), pod('b')],
        logger,
        onHandlerError() {
          throw new Error('the hook failed, too');
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

  test('names a registration after informer and handler, and uses the logger of the handler', async () => {
    class Printer {
      onAdd(): never {
        throw new Error('print failed');
      }
    }
    const logger = recordingLogger();
    const { informer } = setUp({ objects: [pod('a')], name: 'pods' });
    const registration = informer.addEventHandler(new Printer(), { logger });
    expect(registration.name).toBe('pods + event handler Printer');
    await fixture?.start();
    expect(logger.lines).toMatchObject([{ handler: 'Printer', message: 'event handler failed' }]);
  });

  test('callbacks are called with the handler as this', async () => {
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

  test('many events are delivered in slices, between which timers and I/O run', async () => {
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
