import { describe, expect, test } from 'vitest';
import { isNotSent, TransportError } from 'kube-informers';
import { line, lines, never, status, truly } from './misbehaving-server.test-support.js';
import { everyWay, Scene, until } from './scene.test-support.js';

describe.each(everyWay)('watch-list $useWatchList', (way) => {
  const again = way.useWatchList ? ['watchList'] : ['list', 'watch'];

  test.each([
    ['half an object', '{"type":"MODIFIED","object":{"metadata":{"name":"a"\n'],
    ['no JSON', 'upstream connect error\n'],
    ['no event', '{"kind":"Pod","metadata":{"name":"a"}}\n'],
  ])(
    'peer failure 3: reports a malformed watch line, %s, lists again, and leaves nothing stale',
    async (_what, text) => {
      await using scene = await Scene.synced(way, 'a');
      const { server, clock } = scene;
      const before = server.requests.length;
      server.mute = true;
      server.put('a');
      server.put('b');
      server.mute = false;
      server.write(text);
      await scene.backOff();
      await scene.settled();
      expect(scene.faults).toEqual(['watch ERR_WATCH_DECODE']);
      expect(scene.asked(before)).toEqual(again);
      expect(clock.sleeps).toEqual([800]);
      expect(scene.story).toEqual(['add a', 'update a 11→12', 'add b']);
    },
  );

  test.each([
    ['mid-line, by FIN', 'FIN', line('MODIFIED', { metadata: { name: 'a' } }).slice(0, -20)],
    ['mid-line, by RST', 'RST', line('MODIFIED', { metadata: { name: 'a' } }).slice(0, -20)],
    ['between lines, by FIN', 'FIN', ''],
    ['between lines, by RST', 'RST', ''],
    ['mid-line, with a proper end', 'cleanly', '{"type":"MODIF'],
  ] as const)(
    'peer failure 4: resumes the watch at once, without a list, when the connection is cut %s',
    async (_what, how, text) => {
      await using scene = await Scene.synced(way, 'a');
      const { server, clock } = scene;
      server.put('b');
      await scene.settled();
      const before = server.requests.length;
      server.mute = true;
      server.put('a');
      server.remove('b');
      server.mute = false;
      server.cut(how, text);
      await scene.settled();
      expect(scene.faults).toEqual(['watch ERR_WATCH_CUT']);
      expect(scene.asked(before)).toEqual(['watch']);
      expect(server.requests.at(-1)?.query).toMatchObject({ resourceVersion: '12' });
      expect(clock.sleeps).toEqual([]);
      expect(scene.story).toEqual(['add a', 'add b', 'update a 11→13', 'delete b']);
    },
  );

  test('peer failure 5: resumes the watch, without a list, when the server was down for 2 s', async () => {
    await using scene = await Scene.synced(way, 'a');
    const { server, clock } = scene;
    server.put('b');
    await scene.settled();
    const before = server.requests.length;
    const downAt = clock.monotonic();
    await server.down();
    server.put('c');
    server.remove('a');
    while (clock.monotonic() - downAt < 2000) await scene.backOff();
    // The last of these attempts was refused as well.
    await until('the last attempt was refused', () => clock.asleep > 0);
    await server.up();
    await scene.backOff();
    await scene.settled();
    expect(scene.faults).toEqual([
      'watch ERR_WATCH_CUT',
      'watch ERR_CONNECTION_REFUSED',
      'watch ERR_CONNECTION_REFUSED',
      'watch ERR_CONNECTION_REFUSED',
    ]);
    expect(scene.asked(before)).toEqual(['watch']);
    expect(server.requests.at(-1)?.query).toMatchObject({ resourceVersion: '12' });
    expect(clock.sleeps).toEqual([800, 1600, 3200]);
    expect(scene.story).toEqual(['add a', 'add b', 'add c', 'delete a']);
  });

  test('peer failure 6: retries refused connections at the start with growing delays, and a sync timeout gives the reason', async () => {
    await using scene = await Scene.of(way, 'a');
    const { server, clock, factory } = scene;
    await server.down();
    scene.start();
    await scene.backOff();
    await scene.backOff();
    await scene.backOff();
    await until('the fourth try has failed', () => clock.asleep > 0);
    expect(scene.informer.hasSynced).toBe(false);
    const enough = new AbortController();
    const waiting = factory.waitForCacheSync({ signal: enough.signal });
    enough.abort(new Error('waited long enough'));
    await expect(waiting).rejects.toThrow(/pods.*refused: no server listens/);
    await server.up();
    // The warning after 5 s about the wait comes first.
    await scene.backOff();
    await scene.backOff();
    await scene.settled();
    const during = way.useWatchList ? 'watchList' : 'list';
    expect(scene.faults).toEqual(Array.from({ length: 4 }, () => `${during} ERR_CONNECTION_REFUSED`));
    expect(scene.errors.every(isNotSent)).toBe(true);
    expect(clock.sleeps).toEqual([800, 1600, 3200, 6400]);
    expect(scene.asked()).toEqual(again);
  });

  describe('peer failure 7: watch goes silent, no FIN', () => {
    test('after bookmarks: notices it after three minutes and resumes without a list', async () => {
      await using scene = await Scene.synced(way, 'a');
      const { server, clock } = scene;
      for (const _bookmark of [1, 2]) {
        await scene.pass(60_000);
        server.bookmark();
        await server.calm();
      }
      const before = server.requests.length;
      const silentAt = clock.monotonic();
      server.mute = true;
      server.put('a');
      server.mute = false;
      await scene.pass(179_000);
      expect(scene.faults).toEqual([]);
      await scene.pass(3000);
      await scene.settled();
      expect(clock.monotonic() - silentAt).toBe(182_000);
      expect(scene.faults).toEqual(['watch ERR_WATCH_IDLE']);
      expect(scene.asked(before)).toEqual(['watch']);
      expect(scene.story).toEqual(['add a', 'update a 11→12']);
    });

    test('without any bookmark: notices it half a minute after its timeoutSeconds', async () => {
      await using scene = await Scene.synced(way, 'a');
      const { server } = scene;
      server.put('b');
      await scene.settled();
      const before = server.requests.length;
      expect(server.requests.at(-1)?.query).toMatchObject({ timeoutSeconds: '300' });
      server.mute = true;
      server.put('a');
      server.mute = false;
      await scene.pass(329_000);
      expect(scene.faults).toEqual([]);
      expect(scene.asked(before)).toEqual([]);
      await scene.pass(3000);
      await scene.settled();
      expect(scene.faults).toEqual(['watch ERR_WATCH_IDLE']);
      expect(scene.errors[0]?.message).toMatch(/has not ended the watch 33[01] s after the request/);
      expect(scene.asked(before)).toEqual(['watch']);
      expect(scene.story).toEqual(['add a', 'add b', 'update a 11→13']);
    });

    test('never cuts a healthy idle watch: three watches in 700 s, as the server ends them', async () => {
      await using scene = await Scene.synced(way, 'a');
      const { server } = scene;
      const before = server.requests.length;
      for (let second = 0; second < 700; second += 20) {
        await scene.pass(20_000);
        if ((second + 20) % 60 === 0) server.bookmark();
        if ((second + 20) % 300 === 0) server.cut('cleanly');
      }
      await scene.settled();
      expect(scene.asked(before)).toEqual(['watch', 'watch']);
      expect(scene.faults).toEqual([]);
    });
  });
});

test('peer failure 7: lists after 60 s when a watch-list goes silent before its bookmark', async () => {
  await using scene = await Scene.of({ useWatchList: true }, 'a', 'b');
  const { server } = scene;
  server.next('watchList', lines(line('ADDED', server.truth.get('default/a')), 'stay open'));
  scene.start();
  await scene.pass(59_000);
  expect(scene.faults).toEqual([]);
  expect(scene.informer.hasSynced).toBe(false);
  await scene.pass(3000);
  await scene.settled();
  expect(scene.faults).toEqual(['watchList ERR_WATCH_IDLE']);
  expect(scene.asked()).toEqual(['watchList', 'list', 'watch']);
  expect(scene.story).toEqual(['add a', 'add b']);
});

test('lists 30 s after the first change of a watch-list whose bookmark is dropped, first and after a 410, and remembers it', async () => {
  await using scene = await Scene.of({ useWatchList: true }, 'a', 'b');
  const { server } = scene;
  server.always('watchList', (response, request, { truth }) =>
    lines([...truth.values()].map((pod) => line('ADDED', pod)).join(''), 'stay open')(
      response,
      request,
      server,
    ),
  );
  const busy = async (seconds: number): Promise<void> => {
    for (let second = 0; second < seconds; second++) {
      server.put('a');
      await scene.pass(1000);
    }
  };
  scene.start();
  await scene.pass(1000);
  server.remove('b');
  await busy(29);
  expect(scene.story).toEqual([]);
  await busy(3);
  await scene.settled();
  expect(scene.story[0]).toBe('add a');
  expect(scene.story.some((call) => call.endsWith(' b'))).toBe(false);
  expect(scene.faults).toEqual(['watchList ERR_WATCH_LIST_UNFINISHED']);

  server.cut('cleanly', line('ERROR', status(410, 'Expired')));
  await scene.backOff();
  await scene.settled();
  expect(scene.asked()).toEqual(['watchList', 'list', 'watch', 'list', 'watch']);

  // After an hour it asks again, and an informer that has synced stands still for half a minute.
  await scene.pass(100_000);
  for (let minute = 0; minute < 60; minute++) {
    server.cut('cleanly');
    await scene.pass(60_000);
  }
  const before = server.requests.length;
  server.cut('cleanly', line('ERROR', status(410, 'Expired')));
  await scene.backOff();
  await busy(32);
  await scene.settled();
  expect(scene.asked(before)).toEqual(['watchList', 'list', 'watch']);
  scene.expectLegal();
});

describe('peer failure 8: a list that is never answered', () => {
  test('is aborted after 120 s and repeated', async () => {
    await using scene = await Scene.of({ useWatchList: false }, 'a');
    const { server, clock } = scene;
    server.next('list', never);
    scene.start();
    await scene.pass(119_000);
    expect(scene.asked()).toEqual(['list']);
    expect(scene.faults).toEqual([]);
    await scene.pass(1000);
    await scene.backOff();
    await scene.settled();
    expect(scene.faults).toEqual(['list ERR_TIMEOUT']);
    expect(scene.errors[0]).toBeInstanceOf(TransportError);
    expect(scene.errors[0]?.message).toMatch(/a list was not answered within 120000 ms/);
    expect(scene.asked()).toEqual(['list', 'list', 'watch']);
    expect(clock.sleeps).toEqual([800]);
  });

  test('after a watch-list that is never answered: both are aborted', async () => {
    await using scene = await Scene.of({ useWatchList: true }, 'a');
    const { server } = scene;
    server.next('watchList', never);
    server.next('list', never);
    scene.start();
    await scene.pass(62_000);
    expect(scene.asked()).toEqual(['watchList', 'list']);
    await scene.pass(121_000);
    await scene.settled();
    expect(scene.faults).toEqual(['watchList ERR_WATCH_IDLE', 'list ERR_TIMEOUT']);
    expect(scene.asked()).toEqual(['watchList', 'list', 'watchList']);
  });

  test('a list that stops in the middle of its response is aborted', async () => {
    await using scene = await Scene.of({ useWatchList: false }, 'a');
    const { server } = scene;
    let closed = false;
    server.next('list', (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"kind":"PodList","apiVersion":"v1","items":[{"metadata":{"name":"a"');
      response.once('close', () => {
        closed = true;
      });
    });
    scene.start();
    await scene.pass(119_000);
    expect(scene.faults).toEqual([]);
    await scene.pass(2000);
    await scene.settled();
    await until('the connection is closed', () => closed);
    expect(scene.faults).toEqual(['list ERR_TIMEOUT']);
    expect(scene.asked()).toEqual(['list', 'list', 'watch']);
    expect(scene.story).toEqual(['add a']);
  });

  test('keeps the cache during a relist that is never answered', async () => {
    await using scene = await Scene.synced({ useWatchList: false }, 'a', 'b');
    const { server } = scene;
    server.next('list', never);
    server.mute = true;
    server.remove('b');
    server.mute = false;
    server.write('no JSON\n');
    await scene.pass(100_000);
    expect(scene.informer.indexer.size).toBe(2);
    await scene.pass(30_000);
    await scene.settled();
    expect(scene.faults).toEqual(['watch ERR_WATCH_DECODE', 'list ERR_TIMEOUT']);
    expect(scene.asked().slice(2)).toEqual(['list', 'list', 'watch']);
    expect(scene.story).toEqual(['add a', 'add b', 'delete b']);
  });

  test('a watch that is never answered is aborted and repeated', async () => {
    await using scene = await Scene.of({ useWatchList: false }, 'a');
    const { server } = scene;
    server.next('watch', never, truly);
    scene.start();
    await scene.pass(332_000);
    await scene.pass(1000);
    await scene.settled();
    expect(scene.faults).toEqual(['watch ERR_WATCH_IDLE']);
    expect(server.count('watch')).toBe(2);
  });
});
