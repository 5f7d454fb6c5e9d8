import { expect, test } from 'vitest';
import { FakeClock, settle } from '../../testing/fake-clock.js';
import { FakeSource } from '../../testing/fake-source.js';
import type { KubernetesObject } from '../../meta/types.js';
import { pod, recordingLogger } from './informer.test-support.js';
import { SharedIndexInformer } from './shared-index-informer.js';
import type { SharedIndexInformerOptions } from './shared-index-informer.js';

/** A clock that user code moves without running timers. */
class BusyClock extends FakeClock {
  #spentMs = 0;

  override monotonic(): number {
    return super.monotonic() + this.#spentMs;
  }

  override now(): number {
    return super.now() + this.#spentMs;
  }

  spend(ms: number): void {
    this.#spentMs += ms;
  }
}

function setUp(options: SharedIndexInformerOptions<KubernetesObject> = {}) {
  const clock = new BusyClock();
  const logger = recordingLogger();
  const source = new FakeSource<KubernetesObject>({ firstResourceVersion: 10, watchListUnsupported: true });
  const informer = new SharedIndexInformer(source, { name: 'pods', clock, logger, ...options });
  const warnings = (): unknown[] =>
    logger.lines.filter(({ level }) => level === 'warn').map(({ level: _level, ...line }) => line);
  return { clock, source, informer, warnings };
}

test('an item that takes long is logged once a minute, and counted', async () => {
  let busyMs = 50;
  const { clock, source, informer, warnings } = setUp({
    indexers: {
      slow: () => {
        clock.spend(busyMs);
        return [];
      },
    },
  });
  informer.start();
  await settle();
  source.add(pod('a'));
  await settle();
  expect(warnings()).toEqual([]);
  busyMs = 150;
  for (const name of ['b', 'c']) {
    source.add(pod(name));
    await settle();
  }
  expect(warnings()).toEqual([
    { informer: 'pods', durationMs: 150, items: 1, message: 'processing an item was slow' },
  ]);
  await clock.advance(60_000);
  source.add(pod('d'));
  await settle();
  expect(warnings()).toHaveLength(2);
  expect(informer.stats().slow).toEqual({ lists: 0, processing: 3, handlers: 0 });
  await informer.stop();
});

test('handlers that block, and promises that stay pending, are named', async () => {
  const { clock, source, informer, warnings } = setUp({ slow: { handlerMs: 2000, processMs: Infinity } });
  informer.addEventHandler({ onAdd: () => clock.spend(2001) }, { name: 'blocking' });
  informer.addEventHandler({ onAdd: () => clock.sleep(70_000) }, { name: 'waiting' });
  informer.start();
  await settle();
  source.add(pod('a'));
  await settle();
  expect(warnings()).toEqual([
    { informer: 'pods', durationMs: 2001, handler: 'blocking', message: 'a callback of a handler was slow' },
  ]);
  await clock.advance(70_000);
  expect(warnings()).toHaveLength(2);
  expect(warnings()[1]).toMatchObject({ handler: 'waiting', durationMs: 70_000 });
  expect(informer.stats().slow.handlers).toBe(2);
  await informer.stop();
});

test('so are lists', async () => {
  const { clock, source, informer, warnings } = setUp({ slow: { listMs: 5000 } });
  const list = source.list.bind(source);
  source.list = async (options, call) => {
    await clock.sleep(6000);
    return list(options, call);
  };
  informer.start();
  await clock.advance(6000);
  expect(warnings()).toEqual([{ informer: 'pods', durationMs: 6000, message: 'a list was slow' }]);
  expect(informer.stats().slow.lists).toBe(1);
  await informer.stop();
});

test.each([
  [{ listMs: 0 }, 'slow.listMs'],
  [{ handlerMs: Number.NaN }, 'slow.handlerMs'],
  [{ lists: 5 }, '"lists"'],
])('%j is refused', (slow, named) => {
  expect(() => setUp({ slow: slow as object })).toThrow(
    expect.objectContaining({ code: 'ERR_OPTION', message: expect.stringContaining(named) as string }),
  );
});
