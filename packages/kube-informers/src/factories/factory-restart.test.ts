import { afterEach, describe, expect, test } from 'vitest';
import { gate, recordingLogger } from '../cache/informer/informer.test-support.js';
import { SharedIndexInformer } from '../cache/informer/shared-index-informer.js';
import { coreV1 } from '../resources/core-v1.js';
import { FakeClock, settle } from '../../../testing/src/fake-clock.js';
import { FakeClient, pod } from './fake-client.test-support.js';
import type { InformerFactoryOptions } from './informer-factory.js';
import { SharedInformerFactory } from './shared-informer-factory.js';

describe('a factory after the signal of its start has aborted', () => {
  let factory: SharedInformerFactory | undefined;
  let client: FakeClient | undefined;
  const setUp = (
    options: InformerFactoryOptions = {},
  ): { factory: SharedInformerFactory; client: FakeClient } => {
    client = new FakeClient();
    client.source(coreV1.pods).add(pod('a'));
    factory = new SharedInformerFactory(client, { clock: new FakeClock(), random: () => 0, ...options });
    return { factory, client };
  };
  afterEach(async () => {
    await factory?.stop();
    expect(client?.openWatches).toBe(0);
  });

  test('returns a new informer, which takes handlers and starts', async () => {
    const { factory, client } = setUp();
    const pods = factory.core().v1().pods();
    const terms: string[][] = [];
    // Like a program that loses its lease as a leader and gets it again.
    for (let term = 0; term < 3; term++) {
      const added: string[] = [];
      terms.push(added);
      const stop = new AbortController();
      const registration = pods.informer().addEventHandler({
        onAdd: (object) => void added.push(object.metadata?.name ?? ''),
      });
      factory.start({ signal: stop.signal });
      await factory.waitForCacheSync();
      await registration.synced;
      expect(pods.lister().list()).toHaveLength(term + 1);
      stop.abort();
      await settle();
      expect(client.openWatches).toBe(0);
      client.source(coreV1.pods).add(pod(`later-${term}`));
    }
    expect(terms).toEqual([['a'], ['a', 'later-0'], ['a', 'later-0', 'later-1']]);
  });

  test('returns the same informer while it runs or before it starts', async () => {
    const { factory } = setUp();
    const informer = factory.core().v1().pods().informer();
    expect(factory.core().v1().pods().informer()).toBe(informer);
    factory.start();
    await factory.waitForCacheSync();
    expect(factory.core().v1().pods().informer()).toBe(informer);
  });

  test('keeps the cache of the stopped informer readable until a new informer is created', async () => {
    const { factory, client } = setUp();
    const pods = factory.core().v1().pods();
    const before = pods.informer();
    const stop = new AbortController();
    factory.start({ signal: stop.signal });
    await factory.waitForCacheSync();
    stop.abort();
    await settle();
    const lister = pods.lister();
    expect([before.isStopped, lister.list().length]).toEqual([true, 1]);
    const after = pods.informer();
    expect(after).not.toBe(before);
    expect([after.isStarted, after.handlerCount, after.indexer.size]).toEqual([false, 0, 0]);
    client.source(coreV1.pods).add(pod('b'));
    factory.start();
    await factory.waitForCacheSync();
    expect([lister.list().length, pods.lister().list().length]).toEqual([1, 2]);
  });

  test('throws on start if every informer has stopped, and names them', async () => {
    const { factory, client } = setUp();
    factory.core().v1().pods().informer();
    const stop = new AbortController();
    factory.start({ signal: stop.signal });
    await factory.waitForCacheSync();
    stop.abort();
    await settle();
    expect(() => factory.start()).toThrow(
      expect.objectContaining({
        code: 'ERR_INFORMER_STOPPED',
        message: expect.stringContaining('every informer of the factory has stopped (pods.v1)') as string,
      }),
    );
    expect(client.openWatches).toBe(0);
  });

  test('starts the other informers and logs the stopped one', async () => {
    const logger = recordingLogger();
    const { factory, client } = setUp({ logger });
    await factory.core().v1().pods().informer().stop();
    factory.core().v1().configMaps().informer();
    factory.start();
    await settle();
    expect(client.openWatches).toBe(1);
    expect(logger.lines).toContainEqual({
      level: 'warn',
      informer: 'pods.v1',
      message: 'a stopped informer is not started again: get a new one with informer()',
    });
  });

  test('stop waits for the callbacks of replaced informers, too', async () => {
    const { factory } = setUp();
    const pods = factory.core().v1().pods();
    const door = gate();
    pods.informer().addEventHandler({ onAdd: () => door.passed });
    const stop = new AbortController();
    factory.start({ signal: stop.signal });
    await factory.waitForCacheSync();
    await settle();
    stop.abort();
    pods.informer();
    factory.start();
    await factory.waitForCacheSync();
    let down = false;
    const stopping = factory.stop().then(() => {
      down = true;
    });
    await settle();
    expect(down).toBe(false);
    door.open();
    await stopping;
    expect(pods.lister().list()).toHaveLength(1);
  });

  test('informerFor creates a new one, too', async () => {
    const { factory, client } = setUp();
    let made = 0;
    const ask = (): SharedIndexInformer<object> =>
      factory.informerFor<object>(coreV1.pods, (_client, options) => {
        made++;
        return new SharedIndexInformer(client.source(coreV1.pods), options);
      });
    const first = ask();
    expect(ask()).toBe(first);
    await first.stop();
    expect(ask()).not.toBe(first);
    expect(made).toBe(2);
  });
});
