// The regression guard over handlers: what one more of them costs, and what waits for a slow one. Counts, and bytes of the heap;
// never times.
import { createHook } from 'node:async_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { SharedProcessor } from '../../src/cache/handlers/shared-processor.ts';
import { SliceRunner } from '../../src/cache/slice-runner.ts';
import * as library from '../../src/index.ts';
import { FakeClock } from '../../src/testing/index.ts';
import { smallPods } from '../micro/objects.mjs';
import { structureWork } from './structure-work.mjs';

const before = smallPods(100);
const after = smallPods(100, 2);
const events = 1000;

/** A processor with these handlers, and what tells it of so many updates. */
function processorOf(handlers, coalesce = false) {
  const clock = new FakeClock();
  const logger = library.noopLogger;
  const processor = new SharedProcessor({
    informerName: 'guard',
    keyFunc: library.metaNamespaceKey,
    // The clock stands still, so a slice ends only when nothing is left.
    runner: new SliceRunner({ clock }),
    clock,
    logger,
  });
  const options = { handlerName: 'handler', requestedResyncPeriodMs: 0, resyncPeriodMs: 0, coalesce, logger };
  const listeners = handlers.map((handler) => processor.addListener(handler, options, []));
  const tell = (count) => {
    for (let index = 0; index < count; index++) processor.onUpdate(before[index % 100], after[index % 100]);
  };
  return { listeners, tell };
}

const turn = () => new Promise(setImmediate);

test('an event for 100 handlers costs no more than for one, but the calls', async () => {
  const costs = [];
  for (const count of [1, 100]) {
    let told = 0;
    const { tell } = processorOf(Array.from({ length: count }, () => ({ onUpdate: () => void told++ })));
    // The first wakes each handler.
    tell(1);
    const written = structureWork(() => tell(events));
    let made = 0;
    const hook = createHook({ init: () => void made++ }).enable();
    await turn();
    hook.disable();
    expect(told).toBe(count * (events + 1));
    costs.push({ written, perCall: made / told });
  }
  expect(costs[1].written).toBe(costs[0].written);
  expect(costs[1].written / events).toBeLessThanOrEqual(1);
  // Promises, timers and turns of the event loop.
  for (const { perCall } of costs) expect(perCall).toBeLessThan(0.02);
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

test('what waits for slow handlers is one small entry an event, however many wait, or one a key', async () => {
  const waiting = 50_000;
  const stuck = () => ({ onUpdate: () => new Promise(() => undefined) });
  for (const { count, coalesce, most } of [
    // Measured: 58 to 62 bytes.
    { count: 1, coalesce: false, most: 100 },
    { count: 20, coalesce: false, most: 100 },
    // 100 keys: some 60 kB in all.
    { count: 1, coalesce: true, most: 5 },
  ]) {
    const { listeners, tell } = processorOf(Array.from({ length: count }, stuck), coalesce);
    tell(1);
    await turn();
    const bytes = kept(() => tell(waiting));
    for (const { pending } of listeners) expect(pending).toBe(coalesce ? 101 : waiting + 1);
    expect(bytes / waiting).toBeLessThan(most);
  }
});
