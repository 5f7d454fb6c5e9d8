import { getEventListeners } from 'node:events';
import { describe, expect, test } from 'vitest';
import { InformerError, SharedIndexInformer } from 'kube-informers';
import { listWatchFromClient } from 'kube-informers/cache';
import { coreV1 } from '../../../packages/kube-informers/src/resources/index.js';
import { leakCheck } from '@kube-informers/testing';
import { line, lines, never, refuse } from './misbehaving-server.test-support.js';
import type { Answer } from './misbehaving-server.test-support.js';
import { everyWay, Scene, until } from './scene.test-support.js';

// The end of each scene checks that nothing follows for an hour: no request, fault or event, and no timer is left.

describe.each(everyWay)('watch-list $useWatchList', (way) => {
  const first = way.useWatchList ? 'watchList' : 'list';

  /** A program that starts its informer again on each fault, as client-node's example does. */
  function restarting(scene: Scene): { readonly refused: unknown[] } {
    const refused: unknown[] = [];
    scene.informer.setWatchErrorHandler((error) => {
      scene.errors.push(error);
      try {
        scene.informer.start();
      } catch (thrown) {
        refused.push(thrown);
      }
    });
    return { refused };
  }

  test.each(['signal', 'stop()', 'stop() of the factory'] as const)(
    'peer failure 26: a stop by %s reports no error and is final',
    async (how) => {
      await using scene = await Scene.of(way, 'a');
      const { server, informer, factory } = scene;
      const { refused } = restarting(scene);
      scene.start();
      await scene.settled();
      const requests = server.requests.length;
      if (how === 'signal') scene.stop.abort();
      if (how === 'stop()') await informer.stop();
      if (how === 'stop() of the factory') await factory.stop();
      await until('the watch is closed', () => server.openWatches === 0);
      server.put('b');
      await server.calm();
      expect(scene.errors).toEqual([]);
      expect(refused).toEqual([]);
      expect(server.requests.length).toBe(requests);
      expect(scene.story).toEqual(['add a']);
      expect(informer.isStopped).toBe(true);
      // The cache can still be read.
      expect(scene.pods.lister().namespace('default').get('a')).toBeDefined();
      expect(() => informer.start()).toThrow(InformerError);
    },
  );

  test('peer failure 26: a stop from within onWatchError is final', async () => {
    await using scene = await Scene.of(way, 'a');
    const { server, informer } = scene;
    informer.setWatchErrorHandler((error) => {
      scene.errors.push(error);
      scene.stop.abort();
    });
    scene.start();
    await scene.settled();
    const requests = server.requests.length;
    server.write('no JSON\n');
    await until('the watch is closed', () => server.openWatches === 0);
    await informer.stop();
    expect(scene.errors).toHaveLength(1);
    expect(server.requests.length).toBe(requests);
  });

  const unanswered: readonly (readonly [string, Answer])[] = [
    ['before its answer', never],
    [
      'within its answer',
      (response, _request, server) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        if (way.useWatchList) response.write(line('ADDED', server.truth.get('default/a')));
        else
          response.write(
            '{"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"11"},"items":[{',
          );
      },
    ],
  ];

  test.each(unanswered)(
    'peer failure 27: a stop during the list, %s, aborts the request and opens no watch',
    async (_when, answer) => {
      await using scene = await Scene.of(way, 'a');
      const { server, informer } = scene;
      let closed = false;
      server.next(first, (response, request, it) => {
        response.once('close', () => {
          closed = true;
        });
        answer(response, request, it);
      });
      scene.start();
      await until('the list is asked for', () => server.requests.length === 1);
      await server.calm();
      const syncing = informer.synced.catch((error: unknown) => error);
      await informer.stop();
      expect(await syncing).toBeInstanceOf(InformerError);
      await until('the request is broken off', () => closed);
      expect(scene.asked()).toEqual([first]);
      expect(scene.faults).toEqual([]);
      expect(scene.story).toEqual([]);
    },
  );

  test('peer failure 27: a stop during the backoff ends all requests', async () => {
    await using scene = await Scene.of(way, 'a');
    const { server, clock, informer } = scene;
    for (const kind of ['list', 'watchList'] as const) server.always(kind, refuse(500, 'InternalError'));
    scene.start();
    await until('it backs off', () => clock.asleep > 0);
    const requests = server.requests.length;
    const faults = scene.faults.length;
    await informer.stop();
    expect(clock.pendingTimers).toBe(0);
    await clock.advance(60_000);
    await server.calm();
    expect(server.requests.length).toBe(requests);
    expect(scene.faults.length).toBe(faults);
  });

  test('peer failure 27: a stop while it waits for Retry-After ends all requests', async () => {
    await using scene = await Scene.of(way, 'a');
    const { server, clock, informer } = scene;
    server.always(first, refuse(429, 'TooManyRequests', { 'retry-after': '1' }));
    scene.start();
    await until('it waits', () => clock.asleep > 0);
    await informer.stop();
    await clock.advance(60_000);
    await server.calm();
    expect(scene.asked()).toEqual([first]);
    expect(scene.faults).toEqual([]);
  });

  test('peer failure 27: a stop while the watch is being opened closes the watch', async () => {
    await using scene = await Scene.of(way, 'a');
    const { server, informer } = scene;
    server.next('watchList', lines('', 'end'));
    let answerLate: (() => void) | undefined;
    server.next('watch', (response, request, it) => {
      answerLate = () => lines('', 'stay open')(response, request, it);
    });
    scene.start();
    await until('the watch is asked for', () => answerLate !== undefined);
    const faults = scene.faults.length;
    const stopping = informer.stop();
    answerLate?.();
    await stopping;
    await until('the watch is closed', () => server.openWatches === 0);
    expect(server.count('watch')).toBe(1);
    expect(scene.faults.length).toBe(faults);
  });

  test('peer failure 27: a stop during the first events ends the callbacks and run()', async () => {
    await using scene = await Scene.of(way, ...Array.from({ length: 100 }, (_, index) => `pod-${index}`));
    const { informer, stop } = scene;
    const added: string[] = [];
    scene.addEventHandler({
      onAdd({ metadata }) {
        added.push(metadata?.name ?? '');
        if (added.length === 10) stop.abort();
      },
    });
    const check = leakCheck({ signals: [stop.signal] });
    await informer.run({ signal: stop.signal });
    expect(added).toHaveLength(10);
    expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
    expect(check.leaks().filter((leak) => leak.startsWith('abort'))).toEqual([]);
  });

  test('peer failure 28: refuses a second start with an error, and the first run continues', async () => {
    await using scene = await Scene.synced(way, 'a');
    const { server, informer, factory } = scene;
    const requests = server.requests.length;
    expect(() => informer.start()).toThrow(/pods.v1 can be run only once, and was run already/);
    await expect(informer.run()).rejects.toMatchObject({ code: 'ERR_INFORMER_STARTED' });
    // A factory starts the informers that are not running, and leaves the others alone.
    factory.start();
    factory.start({ signal: scene.stop.signal });
    await server.calm();
    expect(server.requests.length).toBe(requests);
    expect(server.openWatches).toBe(1);
    expect(scene.faults).toEqual([]);
    server.put('b');
    await scene.settled();
    expect(scene.story).toEqual(['add a', 'add b']);
  });

  test('peer failure 28: a program that starts the informer again at each fault does no harm', async () => {
    await using scene = await Scene.of(way, 'a');
    const { server } = scene;
    const { refused } = restarting(scene);
    scene.start();
    await scene.settled();
    const requests = server.requests.length;
    server.write('no JSON\n');
    await scene.backOff();
    await scene.settled();
    expect(scene.errors).toHaveLength(1);
    expect(refused).toMatchObject([{ code: 'ERR_INFORMER_STARTED' }]);
    expect(scene.asked(requests)).toEqual(way.useWatchList ? ['watchList'] : ['list', 'watch']);
  });

  test('peer failure 28: refuses the second run() of an informer', async () => {
    await using scene = await Scene.of(way, 'a');
    const { clock, clientset, server, stop } = scene;
    const informer = new SharedIndexInformer(listWatchFromClient(clientset, coreV1.pods, ''), {
      ...way,
      clock,
    });
    const running = informer.run({ signal: stop.signal });
    await expect(informer.run({ signal: stop.signal })).rejects.toBeInstanceOf(InformerError);
    await informer.synced;
    await server.calm();
    expect(scene.asked()).toEqual(way.useWatchList ? ['watchList'] : ['list', 'watch']);
    stop.abort();
    await running;
  });
});
