import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { InformerError, SharedInformerFactory } from 'kube-informers';
import { line, refuse, status } from './misbehaving-server.test-support.js';
import { everyWay, Scene, until } from './scene.test-support.js';
import { healthyMinutes, passUntil } from './healthy.test-support.js';

/** Unhandled rejections, which would have ended the process. */
const unhandled: unknown[] = [];
const note = (reason: unknown): void => void unhandled.push(reason);

beforeEach(() => {
  unhandled.length = 0;
  process.on('unhandledRejection', note);
});

afterEach(async () => {
  // A rejection is reported as unhandled once the microtasks are done.
  await setImmediate();
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
});

const expired = line('ERROR', status(410, 'Expired', 'too old resource version: 11 (12)'));

describe.each(everyWay)('watch-list $useWatchList', (way) => {
  const first = way.useWatchList ? 'watchList' : 'list';

  /** The recipe of client-node's example: on each error, start again after a while. Returns the result of each start. */
  function withRestarts(scene: Scene, afterMs: number): string[] {
    const starts: string[] = [];
    scene.informer.setWatchErrorHandler((error) => {
      scene.faults.push(error.name);
      scene.clock.setTimer(() => {
        try {
          scene.informer.start();
          starts.push('started');
        } catch (thrown) {
          starts.push(thrown instanceof InformerError ? thrown.code : String(thrown));
        }
      }, afterMs);
    });
    return starts;
  }

  test('client-node #1933: opens only one watch after a lost connection, although the program restarts the informer', async () => {
    await using scene = await Scene.of(way, 'a');
    const { server, clock } = scene;
    const starts = withRestarts(scene, 3000);
    scene.start();
    await scene.settled();
    await healthyMinutes(scene, 2);
    await server.down();
    const lostMs = clock.monotonic();
    await passUntil(scene, 'a minute has passed', () => clock.monotonic() - lostMs >= 60_000);
    // 0.8 s, then twice as long each time, up to 30 s.
    expect(clock.sleeps.length).toBeLessThanOrEqual(9);
    await server.up();
    const before = server.requests.length;
    await passUntil(scene, 'it watches again', () => server.openWatches === 1);
    await scene.settled();
    await healthyMinutes(scene, 4);
    expect(scene.asked(before)).toEqual(['watch']);
    expect(new Set(starts)).toEqual(new Set(['ERR_INFORMER_STARTED']));
    expect(scene.story).toEqual(['add a']);
  });

  test('client-node #795: misses no event when the API server restarts and the program restarts the informer', async () => {
    await using scene = await Scene.of(way, 'a');
    const { server } = scene;
    const starts = withRestarts(scene, 5000);
    scene.start();
    await scene.settled();
    await server.down();
    const downMs = scene.clock.monotonic();
    await passUntil(scene, 'ten seconds have passed', () => scene.clock.monotonic() - downMs >= 10_000);
    await server.up();
    await passUntil(scene, 'it watches again', () => server.openWatches === 1);
    await scene.settled();
    server.put('b');
    server.put('a');
    server.remove('b');
    await scene.settled();
    expect(starts.length).toBeGreaterThan(0);
    expect(new Set(starts)).toEqual(new Set(['ERR_INFORMER_STARTED']));
    // The order between objects is not guaranteed.
    expect(scene.story.toSorted()).toEqual(['add a', 'add b', 'delete b', 'update a 11→13']);
    scene.expectLegal();
  });

  test('client-node #1598: refuses a second start with an error and repeats no event', async () => {
    await using scene = await Scene.synced(way, 'a');
    const { server, informer } = scene;
    server.put('a');
    await scene.settled();
    for (let again = 0; again < 5; again++) {
      await scene.pass(30_000);
      expect(() => informer.start()).toThrow('can be run only once, and was run already');
      // A factory may be started repeatedly: that starts the informers that are not running yet.
      scene.factory.start({ signal: scene.stop.signal });
      await server.calm();
    }
    expect(scene.story).toEqual(['add a', 'update a 11→12']);
    expect(server.count('list') + server.count('watchList')).toBe(1);
  });

  test('client-node #447: reports a failed watch and a failed list, recovers, and leaves no unhandled rejection', async () => {
    await using scene = await Scene.synced(way, 'a');
    const { server } = scene;
    server.mute = true;
    server.put('b');
    server.mute = false;
    server.next('watchList', refuse(503, 'ServiceUnavailable'), refuse(503, 'ServiceUnavailable'));
    server.next('list', refuse(503, 'ServiceUnavailable'), refuse(500, 'InternalError'));
    server.cut('cleanly', expired);
    await passUntil(scene, 'the cache is right again', () => scene.informer.indexer.size === 2);
    await scene.settled();
    expect(scene.faults[0]).toBe('watch Expired');
    expect(scene.faults.slice(1)).toContainEqual(expect.stringMatching(/^(list|watchList) /));
    expect(scene.story).toEqual(['add a', 'add b']);
  });

  test('client-node #494: thirty reconnects of every kind leak no connection', async () => {
    await using scene = await Scene.synced(way, 'a');
    const { server } = scene;
    const most: number[] = [];
    for (let round = 0; round < 6; round++) {
      const ways = [
        () => server.cut('cleanly'),
        () => server.cut('FIN'),
        () => server.cut('RST'),
        () => server.cut('cleanly', expired),
        // The server leaves this connection open: the client has to close it.
        () => server.write(expired),
      ];
      for (const end of ways) {
        await scene.pass(60_000);
        const before = server.requests.length;
        end();
        await passUntil(scene, 'it asks again', () => server.requests.length > before);
        await scene.settled();
      }
      most.push(server.openConnections);
    }
    // The watch's connection, one of a list kept for the next, and the one of the last check.
    expect(Math.max(...most)).toBeLessThanOrEqual(3);
    expect(server.requests.length).toBeGreaterThan(30);
  });

  test('client-node #494: informers that are stopped and replaced leak no connection', async () => {
    await using scene = await Scene.synced(way, 'a');
    const { server, clientset, clock } = scene;
    for (let again = 0; again < 10; again++) {
      const factory = new SharedInformerFactory(clientset, { ...way, clock, random: () => 0 });
      factory.core().v1().pods().informer();
      factory.start();
      await until('it watches', () => server.openWatches === 2);
      await factory.waitForCacheSync();
      await factory.stop();
      await until('it has left', () => server.openWatches === 1);
    }
    await server.calm();
    // The watch's connection, two that are kept (of a list and of the question for the version), and the one of the last check.
    expect(server.openConnections).toBeLessThanOrEqual(4);
  });

  test('client-node #572: removes pods from the cache that were deleted while there was no watch', async () => {
    await using scene = await Scene.synced(way);
    const { server, informer } = scene;
    for (let round = 0; round < 5; round++) {
      for (let pod = 0; pod < 50; pod++) server.put(`r${round}-${pod}`);
      await scene.settled();
      expect(informer.indexer.size).toBe(50);
      server.mute = true;
      for (let pod = 0; pod < 50; pod++) server.remove(`r${round}-${pod}`);
      server.mute = false;
      server.cut('cleanly', expired);
      await passUntil(scene, 'all are gone', () => informer.indexer.size === 0);
      await scene.settled();
    }
    expect(informer.indexer.indexFuncValues('namespace')).toEqual([]);
    expect(scene.story.filter((call) => call.startsWith('add'))).toHaveLength(250);
    expect(scene.story.filter((call) => call.startsWith('delete'))).toHaveLength(250);
    scene.expectLegal();
  });

  test('client-node #604: a stop closes the watch, ends all callbacks and reports no error', async () => {
    await using scene = await Scene.of(way, 'a');
    const { server } = scene;
    scene.start();
    await scene.settled();
    {
      await using disposable = scene.informer;
      expect(disposable.isStopped).toBe(false);
    }
    await until('the watch is closed', () => server.openWatches === 0);
    server.put('b');
    await scene.pass(600_000);
    expect(scene.story).toEqual(['add a']);
    expect(scene.faults).toEqual([]);
    expect(scene.clock.pendingTimers).toBe(0);
    expect(() => scene.informer.start()).toThrow(InformerError);
  });

  test('client-node #604: an informer requested after the stop starts with the current state', async () => {
    await using scene = await Scene.synced(way, 'a');
    const { server } = scene;
    await scene.informer.stop();
    await until('the watch is closed', () => server.openWatches === 0);
    server.put('b');
    const again = scene.factory.core().v1().pods().informer();
    expect(again).not.toBe(scene.informer);
    const added: string[] = [];
    again.addEventHandler({ onAdd: ({ metadata }) => added.push(metadata?.name ?? '') });
    scene.factory.start({ signal: scene.stop.signal });
    await scene.factory.waitForCacheSync();
    await until('both objects are added', () => added.length === 2);
    expect(added.toSorted()).toEqual(['a', 'b']);
  });

  test('client-node #609: counts each ended watch, list and fault, and logs it', async () => {
    const lines: string[] = [];
    const at =
      (level: string) =>
      (_fields: unknown, message: string): void =>
        void lines.push(`${level} ${message}`);
    await using scene = await Scene.of(
      {
        ...way,
        logger: { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') },
      },
      'a',
    );
    const { server } = scene;
    scene.start();
    await scene.settled();
    server.put('a');
    await scene.pass(120_000);
    const before = server.requests.length;
    server.cut('RST');
    await until('it watches again', () => server.requests.length > before);
    await scene.settled();
    const [stats] = scene.factory.informers().map((informer) => informer.stats());
    expect(stats?.listWatch).toMatchObject({ listedObjects: 1, failures: { ERR_WATCH_CUT: 1 } });
    expect(stats?.listWatch.watchEnds).toMatchObject({ cut: 1, ended: 0 });
    expect(Math.round(stats?.listWatch.watchDurationSeconds.sum ?? 0)).toBe(120);
    expect(lines.filter((text) => text.startsWith('warn'))).toHaveLength(1);
    expect(scene.faults).toEqual(['watch ERR_WATCH_CUT']);
    expect(first).toBe(scene.asked()[0]);
  });
});
