import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { KubernetesObject } from '../../meta/types.js';
import { FakeClock, settle } from '../../../../testing/src/fake-clock.js';
import { noopLogger } from '../../util/logger.js';
import { gate, pod } from '../informer/informer.test-support.js';
import { defaultKeyFunc } from '../key-of.js';
import type { ProcessorListener } from './processor-listener.js';
import { SharedProcessor } from './shared-processor.js';
import { SliceRunner } from '../slice-runner.js';
import type { DeepReadonly } from '../../util/deep-readonly.js';

/** A handler whose callbacks wait for the test, with the events that it received and should receive. */
class Reader {
  readonly received: string[] = [];
  readonly expected: string[] = [];
  listener: ProcessorListener<KubernetesObject> | undefined;
  removed = false;
  #gate = gate();
  #open = false;

  readonly handler = {
    onAdd: (
      object: DeepReadonly<KubernetesObject>,
      { isInInitialList }: { isInInitialList: boolean },
    ): unknown => this.#receive(line(isInInitialList ? 'initial' : 'add', object)),
    onUpdate: (old: DeepReadonly<KubernetesObject>, object: DeepReadonly<KubernetesObject>): unknown =>
      this.#receive(`${line('update', old)} ${line('to', object)}`),
    onDelete: ({ object }: { object: DeepReadonly<KubernetesObject> | undefined }): unknown =>
      this.#receive(line('delete', object)),
  };

  /** Lets the waiting callback return, and with `stayOpen` all callbacks after it. */
  go(stayOpen: boolean): void {
    this.#open = stayOpen;
    this.#gate.open();
    this.#gate = gate();
  }

  #receive(what: string): unknown {
    this.received.push(what);
    return this.#open ? undefined : this.#gate.passed;
  }
}

function line(what: string, object: DeepReadonly<KubernetesObject> | undefined): string {
  return `${what} ${String(object?.metadata?.name)}@${String(object?.metadata?.resourceVersion)}`;
}

const reader = fc.nat(3);
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      op: fc.constantFrom('add', 'update', 'delete'),
      times: fc.integer({ min: 1, max: 90 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ op: fc.constant('resync' as const), due: fc.array(reader) }) },
  { weight: 2, arbitrary: fc.record({ op: fc.constant('join' as const), initial: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('leave' as const), reader }) },
  { weight: 4, arbitrary: fc.record({ op: fc.constant('go' as const), reader, stayOpen: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ op: fc.constant('settle' as const) }) },
);

test('each handler receives all events while it is registered, in order, whichever others join, wait or leave', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (script) => {
      const clock = new FakeClock();
      const processor = new SharedProcessor<KubernetesObject>({
        name: 'test',
        keyFunc: defaultKeyFunc,
        runner: new SliceRunner({ clock }),
        clock,
        logger: noopLogger,
        onHandlerError: undefined,
        slowHandlerMs: Infinity,
        skipUnchanged: false,
      });
      const readers: Reader[] = [];
      let version = 0;
      const object = (): KubernetesObject => {
        const made = pod('a');
        return { ...made, metadata: { ...made.metadata, resourceVersion: String(++version) } };
      };
      const expected = (what: string, due: (one: Reader) => boolean): void => {
        for (const one of readers) if (!one.removed && due(one)) one.expected.push(what);
      };
      const all = (): boolean => true;
      for (const entry of script) {
        switch (entry.op) {
          case 'join': {
            const initial = Array.from({ length: entry.initial }, object);
            const joined = new Reader();
            joined.expected.push(...initial.map((one) => line('initial', one)));
            const options = {
              handlerName: 'reader',
              logger: noopLogger,
              requestedResyncPeriodMs: 0,
              resyncPeriodMs: 0,
            };
            joined.listener = processor.addListener(joined.handler, options, initial);
            readers.push(joined);
            break;
          }
          case 'leave': {
            const leaving = readers[entry.reader];
            leaving?.listener?.remove();
            if (leaving !== undefined) leaving.removed = true;
            break;
          }
          case 'go':
            readers[entry.reader]?.go(entry.stayOpen);
            break;
          case 'settle':
            await settle(3);
            break;
          case 'resync': {
            processor.shouldResync();
            for (const [index, one] of readers.entries())
              if (one.listener !== undefined) one.listener.isSyncing = entry.due.includes(index);
            const same = object();
            processor.onUpdate(same, same);
            expected(
              `${line('update', same)} ${line('to', same)}`,
              (one) => one.listener?.isSyncing === true,
            );
            break;
          }
          default:
            for (let time = 0; time < entry.times; time++) {
              const one = object();
              if (entry.op === 'add') processor.onAdd(one, false);
              else if (entry.op === 'delete') processor.onDelete(one);
              else {
                const newer = object();
                processor.onUpdate(one, newer);
                expected(`${line('update', one)} ${line('to', newer)}`, all);
                continue;
              }
              expected(line(entry.op, one), all);
            }
        }
        for (const one of readers) {
          expect(one.received).toEqual(one.expected.slice(0, one.received.length));
          const pending = one.listener?.pending ?? 0;
          if (one.removed) expect(pending).toBeLessThanOrEqual(1);
          // The callback of the last event may still be running.
          else expect([0, 1]).toContain(pending - (one.expected.length - one.received.length));
        }
      }
      for (const one of readers) one.go(true);
      processor.upstreamSynced();
      await settle();
      for (const one of readers) {
        if (one.removed) continue;
        expect(one.received).toEqual(one.expected);
        expect([one.listener?.pending, one.listener?.hasSynced]).toEqual([0, true]);
      }
      await processor.stop();
    }),
    { numRuns: 300, seed: 1 },
  );
});
