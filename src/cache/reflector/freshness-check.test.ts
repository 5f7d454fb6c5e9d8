import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { settle } from '../../testing/fake-clock.js';
import { pod, podList, refused, rig, scripted, status, track } from './reflector.test-support.js';
import { StatusError } from '../../meta/errors.js';

const second = 1000;
const minute = 60_000;
const never = (): Promise<never> => new Promise(() => undefined);

/** A reflector that watches from resourceVersion 1; `server` has what a list returns after the first. */
async function watching(options: Parameters<typeof rig>[1] = {}) {
  const server = { list: (): unknown => podList('1') };
  const source = scripted({
    // Some answers are not lists, as a proxy may send them.
    list: (_options, count) => (count === 1 ? podList('1') : (server.list() as ReturnType<typeof podList>)),
  });
  const made = rig(source, { minWatchTimeoutMs: 60 * minute, ...options });
  const { reflector } = made;
  track(reflector.run({ signal: made.signal }));
  const stream = await source.nextStream();
  await settle();
  const health = () =>
    reflector.status.health({ serverResourceVersion: '', resourceVersion: '', synced: true });
  return {
    ...made,
    source,
    server,
    stream,
    health,
    checks: () => source.lists.slice(1),
    counted: () => reflector.status.counts().freshnessChecks,
  };
}

describe('a watch that is silent', () => {
  test('stays fresh while the server has nothing newer, at one small request each 90 s', async () => {
    const { clock, health, checks, counted, source, faults } = await watching();
    await clock.advance(90 * second - 1);
    expect(checks()).toEqual([]);
    for (let passed = 0; passed < 20 * minute; passed += 15 * second) {
      await clock.advance(15 * second);
      expect(health().staleSince).toBeUndefined();
    }
    expect(checks()).toEqual(Array.from({ length: 14 }, () => ({ limit: 1 })));
    expect(counted()).toBe(14);
    expect(source.watches).toHaveLength(1);
    expect(faults).toEqual([]);
  });

  test('is asked for up to 18 s later by chance, so that informers do not ask together', async () => {
    const { clock, checks } = await watching({ random: () => 0.999 });
    await clock.advance(107 * second);
    expect(checks()).toEqual([]);
    await clock.advance(second);
    expect(checks()).toHaveLength(1);
  });

  test('is stale three minutes after the last proof if the server has something newer and the watch does not bring it', async () => {
    const { clock, server, health, checks } = await watching();
    await clock.advance(100 * second);
    const provedAt = clock.now() - 10 * second;
    server.list = () => podList('7');
    await clock.advance(170 * second);
    expect(health().staleSince).toBeUndefined();
    await clock.advance(1);
    expect(health()).toMatchObject({ connected: true, staleSince: provedAt, staleMs: 180_001 });
    // Asking again would give no other answer.
    const timers = vi.spyOn(clock, 'setTimer');
    await clock.advance(20 * minute);
    expect(checks()).toHaveLength(2);
    expect(timers.mock.calls.length).toBeLessThan(60);
    expect(health().staleSince).toBe(provedAt);
  });

  test('is fresh again with the bookmark that a newer version brings, and then no longer asks', async () => {
    const { clock, server, stream, health, checks } = await watching();
    server.list = () => podList('7');
    await clock.advance(90 * second);
    for (let passed = 0; passed < 30; passed++) {
      await clock.advance(minute);
      stream.bookmark('7');
      await settle();
      expect(health().staleSince).toBeUndefined();
    }
    expect(checks()).toHaveLength(1);
  });

  test('is asked for again after an event of a server that sends no bookmarks', async () => {
    const { clock, server, stream, health, checks } = await watching();
    server.list = () => podList('7');
    await clock.advance(2 * minute);
    stream.add(pod('a', '7'));
    await clock.advance(10 * minute);
    expect(health().staleSince).toBeUndefined();
    expect(checks()).toHaveLength(7);
  });

  test('proves nothing after the time of the request, however late the answer is', async () => {
    const { clock, server, health } = await watching();
    server.list = async () => {
      await clock.sleep(100 * second);
      return podList('1');
    };
    const start = clock.now();
    await clock.advance(190 * second);
    expect(health().staleSince).toBeUndefined();
    server.list = never;
    await clock.advance(81 * second);
    expect(health().staleSince).toBe(start + 90 * second);
  });

  test('follows the option staleAfterMs', async () => {
    const { clock, health, checks } = await watching({ staleAfterMs: 10 * second });
    await clock.advance(minute);
    expect(health()).toMatchObject({ staleSince: undefined, staleAfterMs: 10_000 });
    expect(checks()).toHaveLength(12);
  });

  test('is proved up to date as of the last check if it breaks', async () => {
    const { clock, stream, health } = await watching();
    await clock.advance(2 * minute);
    stream.fail(refused);
    await settle();
    expect(health()).toMatchObject({ connected: false, staleMs: 30_000 });
  });
});

describe('no request is made', () => {
  test('while events arrive', async () => {
    const { clock, stream, checks } = await watching();
    for (let version = 2; version < 30; version++) {
      stream.modify(pod('a', String(version)));
      await clock.advance(89 * second);
    }
    expect(checks()).toEqual([]);
  });

  test('once bookmarks arrive, however short staleAfterMs is', async () => {
    const { clock, stream, checks } = await watching({ staleAfterMs: 10 * second });
    stream.bookmark('1');
    for (let passed = 0; passed < 10; passed++) {
      await clock.advance(minute);
      stream.bookmark('1');
    }
    expect(checks()).toEqual([]);
  });

  test('more than once if the source ignores the limit', async () => {
    const { clock, server, health, checks } = await watching();
    server.list = () => podList('1', pod('a'), pod('b'));
    await clock.advance(4 * minute);
    expect(health().staleSince).toBeUndefined();
    await clock.advance(10 * minute);
    expect(checks()).toHaveLength(1);
    expect(health().staleMs).toBe(12.5 * minute);
  });
});

describe('a check that fails', () => {
  test.each<[code: string, answer: () => unknown]>([
    ['ERR_CONNECTION_REFUSED', () => Promise.reject(refused)],
    ['403', () => Promise.reject(new StatusError(status(403, 'Forbidden')))],
    ['429', () => Promise.reject(new StatusError(status(429, 'TooManyRequests')))],
    ['410', () => Promise.reject(new StatusError(status(410, 'Expired')))],
    ['ERR_LIST', () => 'a page of a proxy'],
    ['ERR_TIMEOUT', never],
  ])('by %s leaves the watch alone, and is the reason if the cache turns stale', async (code, answer) => {
    const { clock, server, stream, health, source, faults, reflector } = await watching({
      listTimeoutMs: 10 * second,
    });
    server.list = answer;
    await clock.advance(180 * second);
    expect(health()).toMatchObject({ staleSince: undefined, lastError: undefined });
    await clock.advance(second);
    expect(health()).toMatchObject({
      connected: true,
      staleMs: 181_000,
      lastError: { code, during: 'list', overcome: false },
    });
    expect(reflector.status.counts().failures.get(code)).toBeGreaterThan(0);
    server.list = () => podList('1');
    await clock.advance(100 * second);
    expect(health()).toMatchObject({ staleSince: undefined, lastError: undefined });
    expect(stream.stopped).toBe(false);
    expect(source.watches).toHaveLength(1);
    expect(faults).toEqual([]);
  });

  test('is no longer the reason once the watch has failed', async () => {
    const { clock, server, stream, health } = await watching();
    server.list = () => Promise.reject(new StatusError(status(403, 'Forbidden')));
    await clock.advance(100 * second);
    stream.fail(refused);
    await settle();
    expect(health()).toMatchObject({ connected: false, lastError: { code: 'ERR_CONNECTION_REFUSED' } });
  });

  test('because the reflector stops is not reported', async () => {
    const { clock, server, controller, reflector, checks } = await watching();
    server.list = never;
    await clock.advance(100 * second);
    expect(checks()).toHaveLength(1);
    controller.abort(new Error('stop'));
    await settle();
    expect(reflector.status.counts().failures.size).toBe(0);
    expect(clock.pendingTimers).toBe(0);
  });

  test.each([
    ['without a resourceVersion', ''],
    ['with one that is not a string', 1],
  ])('to prove anything, %s, leaves the cache stale', async (_what, resourceVersion) => {
    const { clock, server, health } = await watching();
    server.list = () => ({ ...podList('1'), metadata: { resourceVersion } });
    await clock.advance(181 * second);
    expect(health().staleMs).toBe(181_000);
  });
});

describe('random servers', () => {
  /** What happens before the next step, which is `seconds` later. */
  const step = fc.record({
    seconds: fc.integer({ min: 1, max: 120 }),
    what: fc.constantFrom('nothing', 'event', 'bookmark', 'otherWrite', 'listsFail', 'listsWork', 'die'),
  });

  test('a cache is never reported fresh if it was last up to date longer ago than staleAfterMs', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
        const { clock, server, stream, health, source } = await watching();
        let version = 1;
        let isDead = false;
        let works = true;
        /** When the first change was made that the watch did not deliver. */
        let missingSinceMs = Infinity;
        server.list = () => (works ? podList(String(version)) : Promise.reject(refused));
        for (const { seconds, what } of steps) {
          if (what === 'event' || what === 'otherWrite') version++;
          if (what === 'event' && isDead) missingSinceMs = Math.min(missingSinceMs, clock.monotonic());
          if (what === 'event' && !isDead) stream.modify(pod('a', String(version)));
          if (what === 'bookmark' && !isDead) stream.bookmark(String(version));
          if (what === 'die') isDead = true;
          if (what === 'listsFail' || what === 'listsWork') works = what === 'listsWork';
          for (let leftMs = seconds * second; leftMs > 0; leftMs -= 30 * second) {
            await clock.advance(Math.min(leftMs, 30 * second));
            if (stream.stopped) return;
            const missingMs = clock.monotonic() - missingSinceMs;
            if (missingMs > 180 * second) expect(health().staleSince).toBeDefined();
          }
        }
        // Two requests within any staleAfterMs at most.
        const elapsedMs = steps.reduce((sum, { seconds }) => sum + seconds * second, 0);
        expect(source.lists.length - 1).toBeLessThanOrEqual(elapsedMs / (90 * second));
      }),
      { numRuns: 30 },
    );
  });
});
