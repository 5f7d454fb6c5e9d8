import { describe, expect, test } from 'vitest';
import { never, truly } from './misbehaving-server.test-support.js';
import { everyWay, Scene, until } from './scene.test-support.js';
import { healthyMinutes } from './healthy.test-support.js';

describe.each(everyWay)('watch-list $useWatchList', (way) => {
  const first = way.useWatchList ? ['watchList'] : ['list', 'watch'];

  test.each([
    ['idle, with bookmarks', { bookmarks: true }],
    ['idle, without a byte', { bookmarks: false }],
  ])('client-node #3020: never cuts a healthy watch in an hour, %s', async (_what, options) => {
    await using scene = await Scene.synced(way, 'a');
    const { server } = scene;
    await healthyMinutes(scene, 60, options);
    // Twelve watches ended by the server after their 300 s, and none by the client.
    const watches = scene.asked().filter((kind) => kind !== 'list');
    const begun = way.useWatchList ? 'watchList' : 'watch';
    expect(watches).toEqual([begun, ...Array.from({ length: 12 }, () => 'watch')]);
    // After a watch without any event a list of one item checks whether it is still the same server.
    const probes = server.requests.slice(first.length).filter(({ kind }) => kind === 'list');
    for (const { query } of probes) expect(query).toMatchObject({ limit: '1' });
    if (options.bookmarks) expect(probes).toEqual([]);
    expect(scene.faults).toEqual([]);
    expect(scene.story).toEqual(['add a']);
  });

  test('client-node #3020: does not cut a watch with events after 30 s', async () => {
    await using scene = await Scene.synced(way, 'a');
    const { server } = scene;
    for (let second = 5; second <= 120; second += 5) {
      await scene.pass(5000);
      server.put('a');
      await scene.settled();
    }
    expect(scene.asked()).toEqual(first);
    expect(scene.faults).toEqual([]);
    expect(scene.story).toHaveLength(25);
  });

  test('client-node #2432: aborts, reports and repeats every request that hangs', async () => {
    await using scene = await Scene.of(way, 'a');
    const { server } = scene;
    for (const kind of ['list', 'watch', 'watchList'] as const) server.always(kind, never);
    scene.start();
    await scene.pass(15 * 60_000);
    const asked = server.requests.length;
    // The request that may be hanging now is not reported yet.
    expect([asked - 1, asked]).toContain(scene.faults.length);
    for (const fault of scene.faults) expect(fault).toMatch(/ERR_(TIMEOUT|WATCH_IDLE)$/);
    expect(asked).toBeGreaterThanOrEqual(6);
    expect(asked).toBeLessThanOrEqual(15);
    for (const kind of ['list', 'watch', 'watchList'] as const) server.always(kind, truly);
    await scene.pass(3 * 60_000);
    await scene.settled();
    expect(scene.story).toEqual(['add a']);
  });

  test('client-node #2432: enforces timeoutSeconds when the network breaks after the watch was opened', async () => {
    await using scene = await Scene.synced(way, 'a');
    const { server } = scene;
    server.put('a');
    await scene.settled();
    const before = server.requests.length;
    server.mute = true;
    server.put('b');
    await scene.pass(332_000);
    server.mute = false;
    await scene.settled();
    expect(scene.faults).toEqual(['watch ERR_WATCH_IDLE']);
    expect(scene.asked(before)).toEqual(['watch']);
    expect(scene.story).toEqual(['add a', 'update a 11→12', 'add b']);
  });

  test('client-node #2127: notices, reports and recovers from a cut VPN without a FIN within minutes', async () => {
    await using scene = await Scene.synced(way, 'a');
    const { server, clock } = scene;
    await healthyMinutes(scene, 3);
    const before = server.requests.length;
    const cutMs = clock.monotonic();
    server.mute = true;
    server.put('a');
    server.remove('a');
    server.put('b');
    await scene.pass(200_000);
    server.mute = false;
    await scene.settled();
    expect(scene.faults).toEqual(['watch ERR_WATCH_IDLE']);
    expect(scene.asked(before)).toEqual(['watch']);
    expect(scene.story).toEqual(['add a', 'update a 11→12', 'delete a', 'add b']);
    expect(clock.monotonic() - cutMs).toBeLessThanOrEqual(200_000);
  });

  test('client-node #596: recovers from connections that a load balancer drops silently, without a timer in the program', async () => {
    await using scene = await Scene.synced(way, 'a');
    const { server } = scene;
    const before = server.requests.length;
    for (let drop = 1; drop <= 6; drop++) {
      server.mute = true;
      server.put('a');
      await scene.pass(332_000);
      server.mute = false;
      await scene.settled();
      expect(scene.story).toHaveLength(1 + drop);
    }
    // After a watch without any event only a list shows the state; no more lists than that.
    const again = scene.asked(before);
    expect(again.filter((kind) => kind !== 'list')).toHaveLength(6);
    expect(again.length).toBeLessThanOrEqual(12);
    expect(scene.faults).toEqual(Array.from({ length: 6 }, () => expect.stringMatching(/ERR_WATCH_IDLE$/)));
  });

  test('client-node #958: calls the handlers for a pod that is created, changed and deleted after 65 minutes', async () => {
    await using scene = await Scene.synced(way, 'a');
    const { server } = scene;
    await healthyMinutes(scene, 65);
    server.put('b');
    server.put('b');
    server.remove('b');
    await scene.settled();
    expect(scene.story).toEqual(['add a', 'add b', 'update b 12→13', 'delete b']);
    expect(scene.faults).toEqual([]);
    expect(server.count('list') + server.count('watchList')).toBe(1);
  });

  test.each(['FIN', 'RST'] as const)(
    'client-node #364: receives an update five minutes after the connection was dropped by %s',
    async (how) => {
      await using scene = await Scene.synced(way, 'a');
      const { server } = scene;
      await healthyMinutes(scene, 9, { bookmarks: false });
      const before = server.requests.length;
      server.cut(how);
      await until('it watches again', () => server.requests.length > before);
      await scene.settled();
      expect(scene.faults).toEqual(['watch ERR_WATCH_CUT']);
      await healthyMinutes(scene, 5, { bookmarks: false });
      server.put('a');
      await scene.settled();
      expect(scene.story).toEqual(['add a', 'update a 11→12']);
    },
  );

  test('client-node #301: neither restarts nor reports unchanged objects when watches end every few minutes', async () => {
    await using scene = await Scene.synced(way, 'a', 'b', 'c');
    const { server } = scene;
    const before = server.requests.length;
    await healthyMinutes(scene, 120, {
      each: (minute) => {
        if (minute % 40 === 0) server.put('b');
      },
    });
    expect(scene.story).toEqual([
      'add a',
      'add b',
      'add c',
      'update b 12→14',
      'update b 14→15',
      'update b 15→16',
    ]);
    expect(new Set(scene.asked(before))).toEqual(new Set(['watch']));
    expect(scene.faults).toEqual([]);
  });

  test('client-node #1496: recovers from repeated ECONNRESET without a list', async () => {
    await using scene = await Scene.synced(way, 'a');
    const { server } = scene;
    const before = server.requests.length;
    for (let reset = 1; reset <= 5; reset++) {
      await healthyMinutes(scene, 4);
      const asked = server.requests.length;
      server.mute = true;
      server.put('a');
      server.mute = false;
      server.cut('RST');
      await until('it watches again', () => server.requests.length > asked);
      await scene.settled();
      expect(scene.story).toHaveLength(1 + reset);
    }
    expect(scene.asked(before)).toEqual(Array.from({ length: 5 }, () => 'watch'));
    expect(scene.faults).toEqual(Array.from({ length: 5 }, () => 'watch ERR_WATCH_CUT'));
  });
});
