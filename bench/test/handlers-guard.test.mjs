// The regression guard over handlers: what one more of them costs, and what waits for a slow one. Counts, the same on every machine,
// and bytes of the heap; never times.
import { createHook } from 'node:async_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import * as library from 'kube-informers';
import { SharedProcessor } from '../../packages/kube-informers/src/cache/handlers/shared-processor.ts';
import { SliceRunner } from '../../packages/kube-informers/src/cache/slice-runner.ts';
import { FakeClock } from '@kube-informers/testing';
import { smallPods } from '../micro/objects.mjs';
import { structureWork } from './structure-work.mjs';

const olds = smallPods(1000);
const news = smallPods(1000, 2);

/** A processor whose listeners run when `run` is called, each until it has nothing left; or by this runner. */
function processorOf(handlers, runner) {
  const ready = [];
  const processor = new SharedProcessor({
    name: 'counted',
    slowHandlerMs: 10_000,
    skipUnchanged: false,
    keyFunc: library.metaNamespaceKey,
    runner: runner ?? { wake: (task) => ready.push(task), drop: () => undefined },
    clock: new FakeClock(),
    logger: library.noopLogger,
  });
  const listeners = handlers.map((handler) =>
    processor.addListener(handler, { ...listenerOptions, coalesce: handler.coalesce }, []),
  );
  processor.upstreamSynced();
  const update = (count) => {
    for (let index = 0; index < count; index++) processor.onUpdate(olds[index % 1000], news[index % 1000]);
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
    let received = 0;
    const { processor, update, run } = processorOf(
      times(handlers, () => ({ onUpdate: () => void received++ })),
    );
    const before = processor.log.written;
    const writing = structureWork(() => update(events));
    const reading = structureWork(run);
    return { entries: processor.log.written - before, writing, reading, received };
  }

  test.each([1, 100])('one entry, and the call, for each of %i', (handlers) => {
    const few = costs(handlers, 10);
    const many = costs(handlers, 1000);
    expect([few.entries, many.entries]).toEqual([10, 1000]);
    expect([few.received, many.received]).toEqual([10 * handlers, 1000 * handlers]);
    // Who had nothing to do is woken once, by the first event; all others cost no look at any handler.
    expect(many.writing).toBe(few.writing);
    expect(many.writing).toBeGreaterThan(0);
    expect(many.writing).toBeLessThanOrEqual(handlers + 1);
    // Who has read everything rests.
    expect(many.reading).toBe(few.reading);
    expect(many.reading).toBeLessThanOrEqual(handlers);
  });

  test.each([1, 100])('no promise, timer or turn of the event loop, for %i', async (handlers) => {
    let received = 0;
    // The clock stands still, so a slice ends only when nothing is left.
    const runner = new SliceRunner({ clock: new FakeClock() });
    const { update } = processorOf(
      times(handlers, () => ({ onUpdate: () => void received++ })),
      runner,
    );
    update(1000);
    let made = 0;
    const hook = createHook({ init: () => void made++ }).enable();
    await new Promise(setImmediate);
    hook.disable();
    expect(received).toBe(1000 * handlers);
    // Those of the whole slice.
    expect(made / received).toBeLessThan(0.02);
  });
});

test('only handlers that return promises need an AsyncLocalStorage', () => {
  const asyncHooks = process.getBuiltinModule('node:async_hooks');
  const { AsyncLocalStorage } = asyncHooks;
  let made = 0;
  asyncHooks.AsyncLocalStorage = class extends AsyncLocalStorage {
    constructor() {
      super();
      made++;
    }
  };
  try {
    const costOf = (onUpdate) => {
      const { update, run } = processorOf([{ onUpdate }]);
      update(1000);
      run();
      return made;
    };
    expect(costOf(() => undefined)).toBe(0);
    // One for the whole process.
    expect(costOf(async () => undefined)).toBe(1);
    expect(costOf(async () => undefined)).toBe(1);
  } finally {
    asyncHooks.AsyncLocalStorage = AsyncLocalStorage;
  }
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

  test.each([
    // Measured: 58 to 62 bytes.
    { handlers: 1, coalesce: false, most: 100 },
    { handlers: 20, coalesce: false, most: 100 },
    // 1,000 keys: some 600 kB in all.
    { handlers: 1, coalesce: true, most: 50 },
  ])('is few bytes an event: $handlers, coalesce $coalesce', ({ handlers, coalesce, most }) => {
    const waiting = 50_000;
    const { update, run } = processorOf(times(handlers, () => ({ onUpdate: never, coalesce })));
    update(1);
    run();
    expect(kept(() => update(waiting)) / waiting).toBeLessThan(most);
  });
});

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

/** What stays on the heap of what `action` made, in bytes. */
function kept(action) {
  const heap = () => {
    for (let round = 0; round < 3; round++) collect();
    return process.memoryUsage().heapUsed;
  };
  const from = heap();
  action();
  return heap() - from;
}
