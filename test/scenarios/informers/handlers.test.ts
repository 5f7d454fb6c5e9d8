import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Pod } from './misbehaving-server.test-support.js';
import { everyWay, Scene, until } from './scene.test-support.js';
import type { DeepReadonly } from '../../../packages/kube-informers/src/util/deep-readonly.js';

/** Unhandled rejections, which would have ended the process. */
const unhandled: unknown[] = [];
const note = (reason: unknown): void => void unhandled.push(reason);

beforeEach(() => {
  unhandled.length = 0;
  process.on('unhandledRejection', note);
  process.on('uncaughtException', note);
});

afterEach(async () => {
  // A rejection is reported as unhandled once the microtasks are done.
  await setImmediate();
  process.off('unhandledRejection', note);
  process.off('uncaughtException', note);
  expect(unhandled).toEqual([]);
});

describe.each(everyWay)('watch-list $useWatchList', (way) => {
  test('peer failure 21: reports a handler that throws on update once, and delivers the next events to all handlers', async () => {
    await using scene = await Scene.of(way, 'a', 'b');
    const { server } = scene;
    const calls: string[] = [];
    scene.addEventHandler({
      onUpdate(_old, { metadata }) {
        calls.push(`${metadata?.name} ${metadata?.resourceVersion}`);
        if (metadata?.name === 'a') throw new Error('cannot handle a');
      },
    });
    scene.start();
    await scene.settled();
    server.put('a');
    server.put('b');
    await scene.settled();
    server.put('a');
    await scene.settled();
    expect(calls).toEqual(['a 13', 'b 14', 'a 15']);
    expect(scene.story).toEqual(['add a', 'add b', 'update a 11→13', 'update b 12→14', 'update a 13→15']);
    expect(scene.handlerFailures).toMatchObject([
      { error: { message: 'cannot handle a' }, event: 'update', key: 'default/a', informer: 'pods.v1' },
      { error: { message: 'cannot handle a' }, event: 'update', key: 'default/a', informer: 'pods.v1' },
    ]);
    expect(scene.faults).toEqual([]);
    expect(scene.asked()).toEqual(way.useWatchList ? ['watchList'] : ['list', 'watch']);
  });

  test('peer failure 22: completes the cache and opens the watch when a handler throws on adds, each reported once', async () => {
    await using scene = await Scene.of(way, 'a', 'b', 'c');
    const { server } = scene;
    const registration = scene.addEventHandler({
      onAdd({ metadata }) {
        if (metadata?.name !== 'b') throw new Error(`cannot handle ${metadata?.name}`);
      },
    });
    scene.start();
    await scene.factory.waitForCacheSync();
    await registration.synced;
    await scene.settled();
    server.put('d');
    await scene.settled();
    expect(scene.handlerFailures.map(({ event, key, error }) => `${event} ${key} ${error.message}`)).toEqual([
      'add default/a cannot handle a',
      'add default/c cannot handle c',
      'add default/d cannot handle d',
    ]);
    expect(registration.failedInitial).toBe(2);
    expect(scene.story).toEqual(['add a', 'add b', 'add c', 'add d']);
    expect(scene.faults).toEqual([]);
  });

  test('peer failure 23: reports an async handler that rejects once, and continues', async () => {
    await using scene = await Scene.of(way, 'a', 'b');
    const { server } = scene;
    const calls: string[] = [];
    const registration = scene.addEventHandler({
      async onAdd({ metadata }) {
        await setImmediate();
        calls.push(`add ${metadata?.name}`);
        if (metadata?.name === 'a') throw new Error('cannot handle a');
      },
      async onDelete({ key }) {
        await setImmediate();
        throw new Error(`cannot forget ${key}`);
      },
    });
    scene.start();
    await registration.synced;
    await scene.settled();
    server.remove('a');
    server.put('c');
    await until('the last add is delivered', () => calls.includes('add c'));
    expect(calls).toEqual(['add a', 'add b', 'add c']);
    expect(scene.handlerFailures.map(({ event, key, error }) => `${event} ${key} ${error.message}`)).toEqual([
      'add default/a cannot handle a',
      'delete default/a cannot forget default/a',
    ]);
    expect(scene.faults).toEqual([]);
  });

  test('peer failure 24: calls an async handler one event at a time, in order, for 200 changes of 20 objects', async () => {
    await using scene = await Scene.synced(way, ...Array.from({ length: 20 }, (_, index) => `pod-${index}`));
    const { server } = scene;
    const calls: string[] = [];
    const versions = new Map<string, number[]>();
    let running = 0;
    let most = 0;
    const oneByOne = async ({ metadata }: DeepReadonly<Pod>): Promise<void> => {
      most = Math.max(most, ++running);
      // Some calls take longer than those that follow.
      for (let turn = calls.length % 7; turn < 7; turn++) await setImmediate();
      const { name = '', resourceVersion = '' } = metadata ?? {};
      calls.push(name);
      versions.set(name, [...(versions.get(name) ?? []), Number(resourceVersion)]);
      running--;
    };
    scene.addEventHandler({ onAdd: oneByOne, onUpdate: (_old, pod) => oneByOne(pod) });
    for (let change = 0; change < 200; change++) server.put(`pod-${change % 20}`);
    await scene.settled();
    await until('the last change is delivered', () => calls.length >= 220 && running === 0);
    expect(most).toBe(1);
    expect(calls).toHaveLength(220);
    // In order for each object, not over objects: a DeltaFIFO groups the changes of one.
    for (const [name, seen] of versions) {
      const first = 11 + Number(name.slice('pod-'.length));
      expect(seen).toEqual(Array.from({ length: 11 }, (_, index) => first + 20 * index));
    }
    expect(scene.handlerFailures).toEqual([]);
  });
});
