// What telling handlers costs, as counts: the same on every machine.
import { describe, expect, test } from 'vitest';
import * as library from '../../src/index.ts';
import { SharedProcessor } from '../../src/cache/handlers/shared-processor.ts';
import { FakeClock } from '../../src/testing/index.ts';
import { smallPods } from '../micro/objects.mjs';
import { structureWork } from './structure-work.mjs';

const olds = smallPods(1000);
const news = smallPods(1000, 2);

/** A processor whose listeners run when `run` is called, each until it has nothing left. */
function processorOf(handlers) {
  const ready = [];
  const processor = new SharedProcessor({
    informerName: 'counted',
    keyFunc: library.metaNamespaceKey,
    runner: { wake: (task) => ready.push(task), drop: () => undefined },
    clock: new FakeClock(),
    logger: library.noopLogger,
  });
  const listeners = handlers.map((handler) =>
    processor.addListener(handler, { ...listenerOptions, coalesce: handler.coalesce }, []),
  );
  processor.upstreamSynced();
  const update = (count) => {
    for (let index = 0; index < count; index++) processor.onUpdate(olds[index], news[index]);
  };
  const run = () => {
    for (const task of ready.splice(0)) task.runWhile(() => true);
  };
  return { processor, listeners, update, run };
}

const listenerOptions = {
  handlerName: 'handler',
  requestedResyncPeriodMs: 0,
  resyncPeriodMs: 0,
  logger: library.noopLogger,
};

const times = (count, make) => Array.from({ length: count }, make);

describe('from 1 handler to 100, an event costs', () => {
  /** Map and Set work of writing and of reading so many events, with so many handlers; and the calls. */
  function costs(handlers, events) {
    let told = 0;
    const { processor, update, run } = processorOf(times(handlers, () => ({ onUpdate: () => void told++ })));
    const before = processor.log.written;
    const writing = structureWork(() => update(events));
    const reading = structureWork(run);
    return { entries: processor.log.written - before, writing, reading, told };
  }

  test.each([1, 100])('one entry, and the call, for each of %i', (handlers) => {
    const few = costs(handlers, 10);
    const many = costs(handlers, 1000);
    expect([few.entries, many.entries]).toEqual([10, 1000]);
    expect([few.told, many.told]).toEqual([10 * handlers, 1000 * handlers]);
    // Who had nothing to do is woken once, by the first event; all others cost no look at any handler.
    expect(many.writing).toBe(few.writing);
    expect(many.writing).toBeGreaterThan(0);
    expect(many.writing).toBeLessThanOrEqual(handlers + 1);
    // Who has read everything rests.
    expect(many.reading).toBe(few.reading);
    expect(many.reading).toBeLessThanOrEqual(handlers);
  });
});

describe('the backlog of a handler that never ends', () => {
  const never = () => new Promise(() => undefined);

  test.each([1, 100])('grows by one small entry per event, for all %i of them together', (handlers) => {
    const { processor, listeners, update, run } = processorOf(times(handlers, () => ({ onUpdate: never })));
    const pieces = new Set();
    const write = processor.log.write.bind(processor.log);
    processor.log.write = (event) => {
      const piece = write(event);
      pieces.add(piece);
      return piece;
    };
    update(1);
    run();
    update(1000);
    const entries = [...pieces].flatMap(({ events }) => events);
    expect(entries).toHaveLength(1001);
    for (const { pending } of listeners) expect(pending).toBe(1001);
    for (const [index, entry] of entries.slice(1).entries()) {
      // The objects of the cache themselves, and nothing besides.
      expect(Object.values(entry)).toEqual(['update', olds[index], news[index]]);
      expect(entry.object).toBe(news[index]);
      expect(entry.oldObject).toBe(olds[index]);
    }
  });

  test('has one entry a key, where it asks for that', () => {
    const { processor, listeners, update, run } = processorOf([{ onUpdate: never, coalesce: true }]);
    update(1);
    run();
    for (let round = 0; round < 20; round++) update(100);
    // And the one that it is busy with.
    expect(listeners[0].pending).toBe(101);
    expect(processor.log.written).toBe(0);
  });
});
