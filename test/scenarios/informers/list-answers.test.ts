import { describe, expect, test } from 'vitest';
import { halfOf, listOf, page, refuse, status, trulyThen } from './misbehaving-server.test-support.js';
import type { Answer } from './misbehaving-server.test-support.js';
import { everyWay, Scene, until } from './scene.test-support.js';

/** A response with status 200 and this text, declared as JSON. */
function body(text: string): Answer {
  return (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(text);
  };
}

/** The list in pages of one item, as a server without a watch cache answers. */
const inPages: Answer = (response, { query }, server) => {
  const pods = [...server.truth.values()];
  const index = Number(query['continue'] ?? 0);
  const more = index + 1 < pods.length ? { continue: String(index + 1) } : {};
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(
    JSON.stringify({
      ...listOf(server),
      metadata: { resourceVersion: server.revision, ...more },
      items: pods.slice(index, index + 1),
    }),
  );
};

describe('peer failure 2: requests', () => {
  const aWatch = { watch: 'true', allowWatchBookmarks: 'true', timeoutSeconds: '300' };
  const aWatchList = { ...aWatch, sendInitialEvents: 'true', resourceVersionMatch: 'NotOlderThan' };

  test('sends only a watch-list with bookmarks and a timeout', async () => {
    await using scene = await Scene.synced({ useWatchList: true }, 'a');
    expect(scene.server.requests.map(({ query }) => query)).toEqual([aWatchList]);
  });

  test('by default sends a list from the cache with a limit to an unknown server, then a watch with bookmarks and a timeout', async () => {
    await using scene = await Scene.synced({}, 'a');
    expect(scene.server.requests.map(({ query }) => query)).toEqual([
      { limit: '500', resourceVersion: '0' },
      { ...aWatch, resourceVersion: '11' },
    ]);
  });

  test('lists, without a fault, if the server does not support watch-lists', async () => {
    await using scene = await Scene.of({ useWatchList: true }, 'a');
    scene.server.always('watchList', refuse(422, 'Invalid'));
    scene.start();
    await scene.settled();
    expect(scene.asked()).toEqual(['watchList', 'list', 'watch']);
    expect(scene.faults).toEqual([]);
  });

  test('requests page after page if the server returns pages', async () => {
    await using scene = await Scene.of({ useWatchList: false }, 'a', 'b', 'c');
    scene.server.always('list', inPages);
    scene.start();
    await scene.settled();
    expect(scene.server.requests.map(({ query }) => query)).toEqual([
      { limit: '500', resourceVersion: '0' },
      { limit: '500', continue: '1' },
      { limit: '500', continue: '2' },
      { ...aWatch, resourceVersion: '13' },
    ]);
    expect(scene.story).toEqual(['add a', 'add b', 'add c']);
  });

  test('sends a random timeout between 300 and 600 s', async () => {
    await using scene = await Scene.synced({ random: () => 0.5 }, 'a');
    expect(scene.server.requests.at(-1)?.query).toMatchObject({ timeoutSeconds: '450' });
  });

  test('starts the next watch at the last bookmark', async () => {
    await using scene = await Scene.synced({}, 'a');
    const { server } = scene;
    server.mute = true;
    server.put('elsewhere');
    server.remove('elsewhere');
    server.mute = false;
    server.bookmark();
    server.cut('cleanly');
    await until('it watches again', () => server.count('watch') === 2);
    await scene.settled();
    expect(server.requests.at(-1)?.query).toEqual({ ...aWatch, resourceVersion: '13' });
    expect(scene.faults).toEqual([]);
  });
});

describe.each(everyWay)('watch-list $useWatchList', (way) => {
  const first = way.useWatchList ? (['watchList', 'list'] as const) : (['list'] as const);
  const afterwards = way.useWatchList ? ['watchList'] : ['list', 'watch'];

  test('peer failure 16: retries HTTP 500 on the first list with growing delays, and syncs afterwards', async () => {
    await using scene = await Scene.of(way, 'a');
    const { server, clock, informer } = scene;
    for (const kind of first) server.next(kind, refuse(500, 'InternalError'), refuse(500, 'InternalError'));
    scene.start();
    await scene.backOff();
    await until('the second try has failed', () => clock.asleep > 0);
    expect(informer.hasSynced).toBe(false);
    expect(informer.lastWatchError?.message).toMatch(/InternalError/);
    await scene.backOff();
    await scene.settled();
    expect(scene.faults).toEqual([...first, ...first].map((kind) => `${kind} InternalError`));
    expect(scene.asked()).toEqual([...first, ...first, ...afterwards]);
    expect(clock.sleeps).toEqual([800, 1600]);
    expect(scene.story).toEqual(['add a']);
  });

  test('peer failure 17: repeats the first list 1 s after HTTP 429 with Retry-After: 1', async () => {
    await using scene = await Scene.of(way, 'a');
    const { server, clock } = scene;
    const busy = refuse(429, 'TooManyRequests', { 'retry-after': '1' });
    server.next(first[0], busy, busy);
    scene.start();
    await scene.backOff();
    await until('the second try has failed', () => clock.sleeps.length === 2);
    expect(scene.informer.hasSynced).toBe(false);
    await scene.backOff();
    await scene.settled();
    expect(clock.sleeps).toEqual([1000, 1000]);
    expect(scene.asked()).toEqual([first[0], first[0], ...afterwards]);
    // client-go's REST client also handles this itself: it is a fault only when the eleventh attempt is refused.
    expect(scene.faults).toEqual([]);
  });

  test('peer failure 17: reports HTTP 429 once after eleven attempts of a list, then backs off', async () => {
    await using scene = await Scene.of(way, 'a');
    const { server, clock } = scene;
    const busy = refuse(429, 'TooManyRequests', { 'retry-after': '1' });
    server.next(first[0], ...Array.from({ length: 11 }, () => busy));
    scene.start();
    for (let attempt = 1; attempt <= 11; attempt++) {
      await until(`try ${attempt} has failed`, () => clock.sleeps.length === attempt && clock.asleep > 0);
      await scene.backOff();
    }
    await scene.settled();
    expect(clock.sleeps).toEqual([...Array.from({ length: 10 }, () => 1000), 800]);
    expect(scene.faults).toEqual([`${first[0]} TooManyRequests`]);
    expect(server.count(first[0])).toBe(12);
  });

  test.each(['length', 'chunked'] as const)(
    'peer failure 18: reports a first list that is cut (%s) and lists again',
    async (how) => {
      await using scene = await Scene.of(way, 'a', 'b');
      const { server, clock } = scene;
      // A watch-list that is cut is repeated once, and then a list follows.
      server.next('watchList', trulyCut, trulyCut);
      server.next('list', halfOf(how));
      scene.start();
      await until('the list has failed', () => clock.asleep > 0);
      expect(scene.informer.hasSynced).toBe(false);
      expect(scene.story).toEqual([]);
      await scene.backOff();
      await scene.settled();
      const streams = way.useWatchList ? ['watchList ERR_WATCH_CUT', 'watchList ERR_WATCH_CUT'] : [];
      expect(scene.faults).toEqual([...streams, 'list ERR_BODY_CUT']);
      expect(scene.asked()).toEqual([
        ...(way.useWatchList ? ['watchList', 'watchList'] : []),
        'list',
        ...afterwards,
      ]);
      expect(clock.sleeps).toEqual([800]);
      expect(scene.story).toEqual(['add a', 'add b']);
    },
  );

  test.each([
    ["a proxy's page", page, 'ERR_NOT_KUBERNETES'],
    ['a page declared as JSON', body('<html></html>'), 'ERR_NOT_KUBERNETES'],
    ['an empty answer', body(''), 'ERR_BODY_CUT'],
    ['an empty object', body('{}'), 'ERR_NOT_KUBERNETES'],
    ['another list', body('{"kind":"List"}'), 'ERR_NOT_KUBERNETES'],
    ['an array', body('[]'), 'ERR_NOT_KUBERNETES'],
    ['a failure with status 200', body(JSON.stringify(status(500, 'InternalError'))), 'InternalError'],
  ])(
    'peer failure 19: keeps the cache, reports no deletion and lists again when a relist answers 200 with %s',
    async (_what, answer, code) => {
      await using scene = await Scene.synced({ ...way, useWatchList: false }, 'a', 'b');
      const { server, clock, informer } = scene;
      server.mute = true;
      server.remove('b');
      server.mute = false;
      const before = server.requests.length;
      server.next('list', answer, answer);
      server.cut('cleanly', 'no JSON\n');
      for (const attempt of [1, 2]) {
        await scene.backOff();
        await until('the relist has failed', () => scene.faults.length === attempt + 1 && clock.asleep > 0);
        expect(informer.indexer.listKeys()).toEqual(['default/a', 'default/b']);
      }
      await scene.backOff();
      await scene.settled();
      expect(scene.faults).toEqual(['watch ERR_WATCH_DECODE', `list ${code}`, `list ${code}`]);
      expect(scene.asked(before)).toEqual(['list', 'list', 'list', 'watch']);
      expect(scene.story).toEqual(['add a', 'add b', 'delete b']);
    },
  );

  test('peer failure 19: keeps the cache when a proxy answers list, watch-list and watch with a page', async () => {
    await using scene = await Scene.synced(way, 'a', 'b');
    const { server, informer } = scene;
    server.put('a');
    await scene.settled();
    for (const kind of ['list', 'watchList', 'watch'] as const) server.always(kind, page);
    server.cut('cleanly');
    await scene.pass(10_000);
    expect(informer.indexer.size).toBe(2);
    expect(new Set(scene.errors.map((error) => (error as { code?: unknown }).code))).toEqual(
      new Set(['ERR_NOT_KUBERNETES']),
    );
    // Each request was a fault, and each fault was reported once.
    expect(scene.faults).toEqual(
      scene.asked(way.useWatchList ? 1 : 2).map((kind) => `${kind} ERR_NOT_KUBERNETES`),
    );
    for (const kind of ['list', 'watchList', 'watch'] as const) server.always(kind, undefined);
    server.remove('b');
    await scene.backOff();
    await scene.settled();
    expect(scene.story).toEqual(['add a', 'add b', 'update a 11→13', 'delete b']);
  });
});

/** The initial events without their bookmark, cut by RST. */
const trulyCut: Answer = (response, request, server) => {
  trulyThen('{"type":"ADD', 'RST')(
    response,
    { ...request, kind: 'watch', query: { resourceVersion: '0' } },
    server,
  );
};
