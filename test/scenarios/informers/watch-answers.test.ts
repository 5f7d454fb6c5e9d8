import { describe, expect, test } from 'vitest';
import { isInternalError, isTooManyRequests } from 'kube-informers';
import { line, lines, page, refuse, status, truly, trulyThen } from './misbehaving-server.test-support.js';
import type { Answer } from './misbehaving-server.test-support.js';
import { everyWay, Scene, until } from './scene.test-support.js';

const expired = line('ERROR', status(410, 'Expired', 'too old resource version'));
const broken = line('ERROR', status(500, 'InternalError', 'etcd is not well'));

describe.each(everyWay)('watch-list $useWatchList', (way) => {
  const again = way.useWatchList ? ['watchList'] : ['list', 'watch'];

  /** Synced, with an object from the watch, and another for which the watch never sends an event. */
  async function behind(): Promise<Scene> {
    const scene = await Scene.synced(way, 'a');
    const { server } = scene;
    server.put('b');
    await scene.settled();
    server.mute = true;
    server.remove('a');
    server.put('c');
    server.mute = false;
    return scene;
  }

  test('peer failure 9: relists after a backoff and delivers the difference on a 410 event followed by a close', async () => {
    await using scene = await behind();
    const { server, clock } = scene;
    const before = server.requests.length;
    server.cut('cleanly', expired);
    await scene.backOff();
    await scene.settled();
    expect(scene.faults).toEqual(['watch Expired']);
    expect(scene.asked(before)).toEqual(again);
    // Not older than the cache: its version never goes back.
    expect(server.requests[before]?.query).toMatchObject({ resourceVersion: '12' });
    expect(clock.sleeps).toEqual([800]);
    expect(scene.story.toSorted()).toEqual(['add a', 'add b', 'add c', 'delete a']);
    scene.expectLegal();
  });

  test('peer failure 10: relists and closes the connection on a 410 event on a connection that stays open', async () => {
    await using scene = await behind();
    const { server, clock } = scene;
    const before = server.requests.length;
    server.write(expired);
    await until('the watch is closed by the client', () => server.openWatches === 0);
    await scene.backOff();
    await scene.settled();
    expect(scene.faults).toEqual(['watch Expired']);
    expect(scene.asked(before)).toEqual(again);
    expect(clock.sleeps).toEqual([800]);
    expect(scene.story.toSorted()).toEqual(['add a', 'add b', 'add c', 'delete a']);
  });

  test('peer failure 11: reports each 410 event once, with growing delays, when every watch gets one for 5 minutes', async () => {
    await using scene = await Scene.of(way, 'a');
    const { server, clock } = scene;
    server.always('watch', lines(expired, 'end'));
    server.always('watchList', trulyThen(expired, 'cleanly'));
    scene.start();
    await scene.pass(10_000);
    expect(scene.asked()).toEqual([...again, ...again, ...again, ...again]);
    expect(scene.faults).toEqual(Array.from({ length: 4 }, () => 'watch Expired'));
    await scene.pass(290_000);
    // As in client-go, the delays start over at the first failure two minutes after they last did.
    const twoMinutes = [800, 1600, 3200, 6400, 12_800, 25_600, 30_000, 30_000, 30_000];
    expect(clock.sleeps.slice(0, 18)).toEqual([...twoMinutes, ...twoMinutes]);
    expect(scene.faults).toHaveLength(clock.sleeps.length);
    server.always('watch', undefined);
    server.always('watchList', undefined);
    server.put('b');
    await scene.backOff();
    await scene.settled();
    expect(scene.story).toEqual(['add a', 'add b']);
  });

  test('peer failure 11: lists four times when every watch gets HTTP 410 for 10 s', async () => {
    await using scene = await Scene.of(way, 'a');
    const { server, clock } = scene;
    server.always('watch', refuse(410, 'Expired'));
    server.always('watchList', refuse(410, 'Expired'));
    scene.start();
    await scene.pass(10_000);
    expect(server.count('list')).toBe(4);
    expect(server.count('watch')).toBe(4);
    // Once at "", and from then on at the last resourceVersion and, because that is expired, at "".
    expect(server.count('watchList')).toBe(way.useWatchList ? 1 + 3 * 2 : 0);
    expect(scene.faults).toHaveLength(server.count('watch') + server.count('watchList'));
    expect(clock.sleeps).toEqual([800, 1600, 3200, 6400]);
    server.always('watch', undefined);
    server.always('watchList', undefined);
    await scene.backOff();
    await scene.settled();
    expect(scene.story).toEqual(['add a']);
  });

  test('peer failure 12: makes four rounds when every watch ends at once for 10 s', async () => {
    await using scene = await Scene.of(way, 'a');
    const { server, clock } = scene;
    server.always('watch', lines('', 'end'));
    server.always('watchList', lines('', 'end'));
    scene.start();
    await scene.pass(10_000);
    expect(server.count('list')).toBe(4);
    expect(server.count('watch')).toBe(4);
    expect(server.count('watchList')).toBe(way.useWatchList ? 4 : 0);
    const round = way.useWatchList
      ? ['watchList ERR_SHORT_WATCH', 'watch ERR_SHORT_WATCH']
      : ['watch ERR_SHORT_WATCH'];
    expect(scene.faults).toEqual([...round, ...round, ...round, ...round]);
    expect(clock.sleeps).toEqual([800, 1600, 3200, 6400]);
    server.always('watch', undefined);
    server.always('watchList', undefined);
    server.put('a');
    await scene.backOff();
    await scene.settled();
    expect(scene.story).toEqual(['add a', 'update a 11→12']);
  });

  test('peer failure 12: resumes ten times, then once a second, when every watch ends after one event for 20 s', async () => {
    await using scene = await Scene.of(way, 'a');
    const { server, clock } = scene;
    const oneEvent: Answer = (response, request) => {
      server.mute = true;
      server.put('a');
      server.mute = false;
      trulyThen('', 'cleanly')(response, request, server);
    };
    server.always('watch', oneEvent);
    server.always('watchList', oneEvent);
    scene.start();
    await scene.pass(20_000);
    expect(server.count(way.useWatchList ? 'watchList' : 'list')).toBe(1);
    // The first watch, ten that are opened at once, and one for each second.
    expect(server.count('watch')).toBeGreaterThanOrEqual(20);
    expect(server.count('watch')).toBeLessThanOrEqual(1 + 10 + 20);
    expect(new Set(clock.sleeps)).toEqual(new Set([1000]));
    // Each brought something new, so none of them was a fault.
    expect(scene.faults).toEqual([]);
    server.always('watch', undefined);
    await scene.backOff();
    await scene.settled();
    scene.expectLegal();
  });

  test('peer failure 13: reports an ERROR event of code 500 as such and relists', async () => {
    await using scene = await behind();
    const { server, clock } = scene;
    const before = server.requests.length;
    server.cut('cleanly', broken);
    await scene.backOff();
    await scene.settled();
    expect(scene.faults).toEqual(['watch InternalError']);
    expect(isInternalError(scene.errors[0])).toBe(true);
    expect(scene.errors[0]?.message).toBe('etcd is not well');
    expect(scene.asked(before)).toEqual(again);
    expect(clock.sleeps).toEqual([800]);
    // A handler never gets a Status as if it were a Pod.
    expect(scene.story.toSorted()).toEqual(['add a', 'add b', 'add c', 'delete a']);
  });

  test('peer failure 14: reports HTTP 500 on the watch, backs off, lists and watches', async () => {
    await using scene = await behind();
    const { server, clock } = scene;
    const before = server.requests.length;
    server.next('watch', refuse(500, 'InternalError'));
    server.cut('cleanly');
    await scene.backOff();
    await scene.settled();
    expect(scene.faults).toEqual(['watch InternalError']);
    expect(scene.asked(before)).toEqual(['watch', ...again]);
    expect(clock.sleeps).toEqual([800]);
    expect(scene.story.toSorted()).toEqual(['add a', 'add b', 'add c', 'delete a']);
  });

  test('peer failure 15: repeats the watch 1 s after HTTP 429 with Retry-After: 1, without a list', async () => {
    await using scene = await behind();
    const { server, clock } = scene;
    const before = server.requests.length;
    server.next('watch', refuse(429, 'TooManyRequests', { 'retry-after': '1' }));
    server.cut('cleanly');
    await scene.backOff();
    await scene.settled();
    expect(clock.sleeps).toEqual([1000]);
    expect(scene.asked(before)).toEqual(['watch', 'watch']);
    expect(scene.faults).toEqual([]);
    expect(scene.story).toEqual(['add a', 'add b', 'delete a', 'add c']);
  });

  test.each([
    ['with Retry-After: 1 on eleven tries', 11, { 'retry-after': '1' }],
    ['without Retry-After', 1, {}],
  ] as const)(
    'peer failure 15: reports HTTP 429 %s once and backs off, without a list',
    async (_what, tries, headers) => {
      await using scene = await behind();
      const { server, clock } = scene;
      const before = server.requests.length;
      const busy = refuse(429, 'TooManyRequests', headers);
      server.next('watch', ...Array.from({ length: tries }, () => busy));
      server.cut('cleanly');
      for (let attempt = 1; attempt <= tries; attempt++) {
        await until(`try ${attempt} has failed`, () => clock.sleeps.length === attempt && clock.asleep > 0);
        await scene.backOff();
      }
      await scene.settled();
      expect(scene.faults).toEqual(['watch TooManyRequests']);
      expect(isTooManyRequests(scene.errors[0])).toBe(true);
      expect(clock.sleeps.at(-1)).toBe(800);
      expect(new Set(scene.asked(before))).toEqual(new Set(['watch']));
      expect(scene.story).toEqual(['add a', 'add b', 'delete a', 'add c']);
    },
  );

  test("peer failure 14: reports a proxy's page with status 200 to the watch, backs off, lists and watches", async () => {
    await using scene = await behind();
    const { server } = scene;
    const before = server.requests.length;
    server.next('watch', page, truly);
    server.cut('cleanly');
    await scene.backOff();
    await scene.settled();
    expect(scene.faults).toEqual(['watch ERR_NOT_KUBERNETES']);
    expect(scene.asked(before)).toEqual(['watch', ...again]);
  });
});
