import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Pod } from './misbehaving-server.test-support.js';
import { everyWay, Scene, until } from './scene.test-support.js';

/** What would have ended the process. */
const unhandled: unknown[] = [];
const note = (reason: unknown): void => void unhandled.push(reason);

beforeEach(() => {
  unhandled.length = 0;
  process.on('unhandledRejection', note);
  process.on('uncaughtException', note);
});

afterEach(async () => {
  // A rejection is called unhandled once the microtasks are done.
  await setImmediate();
  process.off('unhandledRejection', note);
  process.off('uncaughtException', note);
  expect(unhandled).toEqual([]);
});

describe.each(everyWay)('with $queue, watch-list $useWatchList', (way) => {
  test('peer failure 21: a handler throws on update: reported once, the next event and the other handlers get theirs', async () => {
    await using scene = await Scene.of(way, 'a', 'b');
    const { server } = scene;
    const told: string[] = [];
    scene.addEventHandler({
      onUpdate(_old, { metadata }) {
        told.push(`${metadata?.name} ${metadata?.resourceVersion}`);
        if (metadata?.name === 'a') throw new Error('cannot bear a');
      },
    });
    scene.start();
    await scene.settled();
    server.put('a');
    server.put('b');
    await scene.settled();
    server.put('a');
    await scene.settled();
    expect(told).toEqual(['a 13', 'b 14', 'a 15']);
    expect(scene.story).toEqual(['add a', 'add b', 'update a 11→13', 'update b 12→14', 'update a 13→15']);
    expect(scene.handlerFailures).toMatchObject([
      { error: { message: 'cannot bear a' }, event: 'update', key: 'default/a', informer: 'pods.v1' },
      { error: { message: 'cannot bear a' }, event: 'update', key: 'default/a', informer: 'pods.v1' },
    ]);
    expect(scene.faults).toEqual([]);
    expect(scene.asked()).toEqual(way.useWatchList ? ['watchList'] : ['list', 'watch']);
  });

  test('peer failure 22: a handler throws on add in the first list: the cache is whole, the watch open, each failure reported once', async () => {
    await using scene = await Scene.of(way, 'a', 'b', 'c');
    const { server } = scene;
    const registration = scene.addEventHandler({
      onAdd({ metadata }) {
        if (metadata?.name !== 'b') throw new Error(`cannot bear ${metadata?.name}`);
      },
    });
    scene.start();
    await scene.factory.waitForCacheSync();
    await registration.synced;
    await scene.settled();
    server.put('d');
    await scene.settled();
    expect(scene.handlerFailures.map(({ event, key, error }) => `${event} ${key} ${error.message}`)).toEqual([
      'add default/a cannot bear a',
      'add default/c cannot bear c',
      'add default/d cannot bear d',
    ]);
    expect(registration.failedInitial).toBe(2);
    expect(scene.story).toEqual(['add a', 'add b', 'add c', 'add d']);
    expect(scene.faults).toEqual([]);
  });

  test('peer failure 23: an async handler rejects: reported once, goes on, the process lives', async () => {
    await using scene = await Scene.of(way, 'a', 'b');
    const { server } = scene;
    const told: string[] = [];
    const registration = scene.addEventHandler({
      async onAdd({ metadata }) {
        await setImmediate();
        told.push(`add ${metadata?.name}`);
        if (metadata?.name === 'a') throw new Error('cannot bear a');
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
    await until('the last is told', () => told.includes('add c'));
    expect(told).toEqual(['add a', 'add b', 'add c']);
    expect(scene.handlerFailures.map(({ event, key, error }) => `${event} ${key} ${error.message}`)).toEqual([
      'add default/a cannot bear a',
      'delete default/a cannot forget default/a',
    ]);
    expect(scene.faults).toEqual([]);
  });

  test('peer failure 24: an async handler: 200 changes of 20 objects, one call after the other, in order', async () => {
    await using scene = await Scene.synced(way, ...Array.from({ length: 20 }, (_, index) => `pod-${index}`));
    const { server } = scene;
    const told: string[] = [];
    const versions = new Map<string, number[]>();
    let running = 0;
    let most = 0;
    const oneByOne = async ({ metadata }: Readonly<Pod>): Promise<void> => {
      most = Math.max(most, ++running);
      // Some take longer than those that follow.
      for (let turn = told.length % 7; turn < 7; turn++) await setImmediate();
      const { name = '', resourceVersion = '' } = metadata ?? {};
      told.push(name);
      versions.set(name, [...(versions.get(name) ?? []), Number(resourceVersion)]);
      running--;
    };
    scene.addEventHandler({ onAdd: oneByOne, onUpdate: (_old, pod) => oneByOne(pod) });
    for (let change = 0; change < 200; change++) server.put(`pod-${change % 20}`);
    await scene.settled();
    await until('the last change is told', () => told.length >= 220 && running === 0);
    expect(most).toBe(1);
    expect(told).toHaveLength(220);
    // In the order of each object; DeltaFIFO gathers what happens to one, and RealFIFO does not.
    for (const [name, seen] of versions) {
      const first = 11 + Number(name.slice('pod-'.length));
      expect(seen).toEqual(Array.from({ length: 11 }, (_, index) => first + 20 * index));
    }
    if (way.queue === 'RealFIFO') expect(told.slice(20, 40)).toEqual(told.slice(200, 220));
    expect(scene.handlerFailures).toEqual([]);
  });
});
