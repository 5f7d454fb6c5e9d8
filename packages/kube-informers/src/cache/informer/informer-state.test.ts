import { describe, expect, test, vi } from 'vitest';
import { StatusError } from '../../meta/errors.js';
import { newNotFound } from '../../meta/status.js';
import type { KubernetesObject } from '../../meta/types.js';
import { FakeClock, settle } from '../../../../testing/src/fake-clock.js';
import { FakeSource } from '../../../../testing/src/fake-source.js';
import { TransportError } from '../../util/errors.js';
import { abortCallbacks } from '../../util/signal.js';
import { BusyClock, InformerFixture, pod, recordingLogger } from './informer.test-support.js';
import { followsServer, lacksResource } from '../reflector/reflector-status.js';
import { SharedIndexInformer } from './shared-index-informer.js';

const start = Date.UTC(2026, 0, 1);
const refused = new TransportError('ERR_CONNECTION_REFUSED', 'connect ECONNREFUSED');
const expired = new StatusError({ code: 410, reason: 'Expired', message: 'too old resource version' });

/** A server that is down while `isDown` is true. */
class Server {
  isDown = false;
  readonly clock = new BusyClock();
  readonly source: FakeSource<KubernetesObject>;
  readonly informer: SharedIndexInformer<KubernetesObject>;
  readonly phases: string[] = [];

  constructor(watchListUnsupported = true) {
    this.source = new FakeSource<KubernetesObject>({
      firstResourceVersion: 10,
      objects: [pod('a'), pod('b')],
      watchListUnsupported,
      intercept: () => {
        if (this.isDown) throw refused;
      },
    });
    this.informer = new SharedIndexInformer(this.source, {
      name: 'pods',
      clock: this.clock,
      random: () => 0,
      logger: recordingLogger(),
      useWatchList: !watchListUnsupported,
    });
    this.informer.onStateChange(({ phase }) => void this.phases.push(phase));
  }

  goDown(): void {
    this.isDown = true;
    this.source.failWatches(new TransportError('ERR_WATCH_CUT', 'socket hang up'));
  }
}

async function running(watchListUnsupported = true): Promise<Server> {
  const server = new Server(watchListUnsupported);
  server.informer.start();
  await settle();
  // The open watch counts from one second after its response on.
  await server.clock.advance(1000);
  return server;
}

describe('the state of an informer', () => {
  test('from the creation to the stop, with a list', async () => {
    const { informer, clock, phases } = new Server();
    expect(informer.state).toEqual({ phase: 'waiting', sinceMs: start });
    await clock.advance(5000);
    informer.start();
    await settle();
    expect(informer.state).toEqual({ phase: 'watching', sinceMs: start + 5000 });
    await informer.stop();
    expect(informer.state).toEqual({ phase: 'stopped', sinceMs: start + 5000 });
    expect(phases).toEqual(['listing', 'connecting', 'watching', 'stopped']);
  });

  test('with a watch-list', async () => {
    const { informer, phases } = await running(false);
    await informer.stop();
    expect(phases).toEqual(['connecting', 'streaming', 'watching', 'stopped']);
  });

  test('of an informer that was stopped before it ran', async () => {
    const { informer, phases } = new Server();
    await informer.stop();
    await informer.stop();
    expect(informer.state.phase).toBe('stopped');
    expect(phases).toEqual(['stopped']);
  });

  test('says until when it backs off, and retryNow ends that', async () => {
    const server = await running();
    const { informer, clock } = server;
    expect(informer.retryNow()).toBe(false);
    server.goDown();
    await settle();
    expect(informer.state).toEqual({ phase: 'backingOff', sinceMs: start + 1000, untilMs: start + 1800 });
    await clock.advance(60_000);
    expect(informer.state.phase).toBe('backingOff');
    server.isDown = false;
    expect(informer.retryNow()).toBe(true);
    await settle();
    expect(informer.state).toEqual({ phase: 'watching', sinceMs: start + 61_000 });
    await informer.stop();
  });

  test('a resource that the server does not have is absent through all retries', async () => {
    const clock = new FakeClock();
    let isMissing = true;
    const source = new FakeSource<KubernetesObject>({
      firstResourceVersion: 10,
      intercept: () => {
        if (isMissing) throw newNotFound({ group: 'example.com', resource: 'widgets' }, '');
      },
    });
    const informer = new SharedIndexInformer(source, { clock, random: () => 0, logger: recordingLogger() });
    const phases: string[] = [];
    informer.onStateChange(({ phase }) => void phases.push(phase));
    informer.start();
    await clock.advance(120_000);
    expect(phases).toEqual(['listing', 'absent']);
    expect(informer.state).toMatchObject({ phase: 'absent', sinceMs: start });
    const { state } = informer;
    expect(state.phase === 'absent' && (state.untilMs ?? 0) > clock.now()).toBe(true);
    expect(() => informer.assertFresh({ maxAgeMs: 1e9 })).toThrow('has not synced (absent since');
    isMissing = false;
    informer.retryNow();
    await settle();
    expect(informer.state.phase).toBe('watching');
    await informer.stop();
  });
});

describe('what a display says of it', () => {
  test('the last error of an absent resource is what happened last: no connection, and absent again', async () => {
    const clock = new FakeClock();
    const isMissing = (): never => {
      throw newNotFound({ group: 'example.com', resource: 'widgets' }, '');
    };
    let answer: () => void = isMissing;
    const source = new FakeSource<KubernetesObject>({ intercept: () => answer() });
    const onWatchError = vi.fn();
    const informer = new SharedIndexInformer(source, { clock, random: () => 0, onWatchError });
    const retry = async (how: () => void): Promise<string | undefined> => {
      answer = how;
      informer.retryNow();
      await settle();
      expect(informer.state.phase).toBe('absent');
      return informer.health.lastError?.overcome === false ? informer.health.lastError.code : undefined;
    };
    const lacks = (): boolean => lacksResource(informer.state, informer.health);
    informer.start();
    await settle();
    expect(await retry(isMissing)).toBe('ERR_RESOURCE_ABSENT');
    expect(lacks()).toBe(true);
    const refuse = (): never => {
      throw refused;
    };
    expect(await retry(refuse)).toBe('ERR_CONNECTION_REFUSED');
    expect(lacks()).toBe(false);
    expect(await retry(isMissing)).toBe('ERR_RESOURCE_ABSENT');
    expect(lacks()).toBe(true);
    expect(onWatchError.mock.calls.map(([error]) => (error as { code: string }).code)).toEqual([
      'ERR_RESOURCE_ABSENT',
      'ERR_CONNECTION_REFUSED',
    ]);
    answer = () => undefined;
    informer.retryNow();
    await settle();
    expect(lacks()).toBe(false);
    await informer.stop();
  });

  test('a list that has just completed is up to date, however long it took, until its watch fails or hangs', async () => {
    const clock = new FakeClock();
    let listed = (): void => {};
    let fail = (_error: Error): void => {};
    const list = new Promise<void>((resolve) => (listed = resolve));
    const watch = new Promise<void>((_resolve, reject) => (fail = reject));
    const source = new FakeSource({
      objects: [pod('a')],
      intercept: ({ verb }) => (verb === 'list' ? list : watch),
    });
    const informer = new SharedIndexInformer(source, { clock, random: () => 0, onWatchError: () => {} });
    informer.start();
    await clock.advance(20_000);
    expect(followsServer(informer.health)).toBe(false);
    listed();
    await settle();
    expect(informer.health).toMatchObject({ hasSynced: true, staleMs: 20_000, lastListAgeMs: 0 });
    expect(followsServer(informer.health)).toBe(true);
    await clock.advance(5000);
    expect(followsServer(informer.health)).toBe(true);
    await clock.advance(1);
    expect(followsServer(informer.health)).toBe(false);
    await informer.stop();

    const failing = new SharedIndexInformer(source, { clock, random: () => 0, onWatchError: () => {} });
    failing.start();
    await settle();
    expect(followsServer(failing.health)).toBe(true);
    fail(refused);
    await settle();
    expect(failing.health).toMatchObject({ staleMs: 0, lastListAgeMs: 0, lastError: { overcome: false } });
    expect(followsServer(failing.health)).toBe(false);
    await failing.stop();
  });

  test('the usual end of a watch is no reason to call the cache out of date, an outage is', async () => {
    const server = await running();
    const { informer, clock, source } = server;
    await clock.advance(150_000);
    source.closeWatches();
    await settle();
    await clock.advance(999);
    expect(informer.health.staleMs).toBe(999);
    expect(followsServer(informer.health)).toBe(true);
    await clock.advance(10_000);
    server.goDown();
    await settle();
    await clock.advance(1);
    expect(followsServer(informer.health)).toBe(false);
    await clock.advance(59_999);
    server.isDown = false;
    informer.retryNow();
    await settle();
    // What happened meanwhile is on its way.
    expect(informer.health).toMatchObject({ connected: true, lastError: { overcome: true } });
    expect(followsServer(informer.health)).toBe(false);
    await informer.stop();
  });
});

describe('onStateChange and stateChanges', () => {
  test('a removed listener is not called, and one that throws is logged', async () => {
    const logger = recordingLogger();
    const clock = new FakeClock();
    const informer = new SharedIndexInformer(new FakeSource(), { clock, logger });
    const seen: string[] = [];
    const registration = informer.onStateChange((state, previous) => {
      seen.push(`${previous.phase} ${state.phase}`);
      registration.remove();
      throw new Error('no');
    });
    informer.start();
    await settle();
    await informer.stop();
    expect(seen).toEqual(['waiting listing']);
    expect(logger.lines).toContainEqual(
      expect.objectContaining({ message: 'a listener of onStateChange failed' }),
    );
  });

  test('iterates from the current state to the stop; a slow reader gets the newest', async () => {
    const { informer } = new Server();
    const seen: string[] = [];
    const reading = (async () => {
      for await (const { phase } of informer.stateChanges()) {
        seen.push(phase);
        await settle(20);
      }
    })();
    await settle();
    informer.start();
    await settle(60);
    await informer.stop();
    await reading;
    expect(seen).toEqual(['waiting', 'watching', 'stopped']);
  });

  test('the signal ends the iteration', async () => {
    const { informer } = new Server();
    const controller = new AbortController();
    const seen: string[] = [];
    const reading = (async () => {
      for await (const { phase } of informer.stateChanges({ signal: controller.signal })) seen.push(phase);
    })();
    await settle();
    controller.abort(new Error('enough'));
    await reading;
    expect(seen).toEqual(['waiting']);
    await informer.stop();
  });

  test('return() ends a pending next() at once, and removes its listener from the signal', async () => {
    const { informer } = new Server();
    const { signal } = new AbortController();
    const states = informer.stateChanges({ signal })[Symbol.asyncIterator]();
    await states.next();
    const next = states.next();
    await settle();
    expect(abortCallbacks(signal)).toBe(1);
    expect(await states.return?.()).toEqual({ done: true, value: undefined });
    expect(await next).toEqual({ done: true, value: undefined });
    expect(abortCallbacks(signal)).toBe(0);
    await informer.stop();
  });
});

describe('freshness', () => {
  test('nothing is fresh before the first list', async () => {
    const { informer, clock } = new Server();
    await clock.advance(5000);
    expect(informer.health).toMatchObject({
      connected: false,
      hasSynced: false,
      staleSinceMs: start,
      staleMs: 5000,
      lastByteAgeMs: undefined,
      serverResourceVersion: '',
      resourceVersion: '',
      lastError: undefined,
    });
    expect(() => informer.assertFresh({ maxAgeMs: 60_000 })).toThrow(
      'the cache of pods has not synced (not started)',
    );
  });

  test('an idle cluster that sends bookmarks stays fresh', async () => {
    const { informer, clock, source } = await running();
    expect(informer.health.staleSinceMs).toBe(undefined);
    for (let minute = 0; minute < 30; minute++) {
      await clock.advance(59_000);
      informer.assertFresh({ maxAgeMs: 0 });
      source.bookmark();
      await clock.advance(1000);
      expect(informer.health).toMatchObject({
        connected: true,
        lastBookmarkAgeMs: 1000,
        lastByteAgeMs: 1000,
      });
    }
    await informer.stop();
  });

  test('a silent connection is not: stale after three minutes of silence, since the last bytes', async () => {
    const { informer, clock, source } = await running();
    source.bookmark();
    await clock.advance(180_000);
    expect(informer.health).toMatchObject({
      connected: true,
      staleSinceMs: undefined,
      staleAfterMs: 180_000,
    });
    await clock.advance(1);
    expect(informer.health).toMatchObject({
      connected: true,
      staleSinceMs: start + 1000,
      staleMs: 180_001,
      lastByteAgeMs: 180_001,
    });
    expect(() => informer.assertFresh({ maxAgeMs: 60_000 })).toThrow(
      'the cache of pods may be out of date since 2026-01-01T00:00:01.000Z, for 180001 ms, but 60000 ms are allowed (watching since 2026-01-01T00:00:00.000Z)',
    );
    source.bookmark();
    await settle();
    informer.assertFresh({ maxAgeMs: 0 });
    await informer.stop();
  });

  test('an open watch is not fresh after the machine has slept, until something arrives', async () => {
    class WallClock extends FakeClock {
      sleptMs = 0;
      override now(): number {
        return super.now() + this.sleptMs;
      }
    }
    const clock = new WallClock();
    const source = new FakeSource<KubernetesObject>({ firstResourceVersion: 10, objects: [pod('a')] });
    const informer = new SharedIndexInformer(source, { clock, random: () => 0, logger: recordingLogger() });
    informer.start();
    await clock.advance(1000);
    source.bookmark();
    await settle();
    // The monotonic clock stands still meanwhile.
    clock.sleptMs = 600_000;
    expect(informer.health).toMatchObject({ connected: true, staleSinceMs: start + 1000, staleMs: 600_000 });
    source.bookmark();
    await settle();
    expect(informer.health).toMatchObject({ staleSinceMs: undefined, staleMs: 0 });
    await informer.stop();
  });

  test('its message shows whole milliseconds, more than allowed', async () => {
    const { informer, clock, source } = await running();
    source.bookmark();
    await clock.advance(180_000.25);
    expect(() => informer.assertFresh({ maxAgeMs: 180_000 })).toThrow(
      'for 180001 ms, but 180000 ms are allowed',
    );
    await informer.stop();
  });

  test('the limit of silence can be set', async () => {
    const clock = new FakeClock();
    const informer = new SharedIndexInformer(new FakeSource(), { clock, staleAfterMs: 5000 });
    informer.start();
    await clock.advance(5001);
    expect(informer.health.staleMs).toBe(5001);
    await informer.stop();
  });

  test('an outage turns it stale; it is connected with the response of the next watch and fresh a second later', async () => {
    const server = await running();
    const { informer, clock, source } = server;
    source.add(pod('c'));
    await clock.advance(9000);
    server.goDown();
    await clock.advance(50_000);
    expect(informer.health).toMatchObject({
      connected: false,
      // The last event: nothing after it proves that the cache was up to date.
      staleSinceMs: start + 1000,
      staleMs: 59_000,
      lastError: { code: 'ERR_CONNECTION_REFUSED', overcome: false },
    });
    expect(() => informer.assertFresh({ maxAgeMs: 10_000 })).toThrow(
      /\(backing off until .*; last error ERR_CONNECTION_REFUSED: connect ECONNREFUSED\)/,
    );
    server.isDown = false;
    informer.retryNow();
    await settle();
    expect(informer.health).toMatchObject({
      connected: true,
      lastByteAgeMs: 0,
      staleMs: 59_000,
      lastError: { code: 'ERR_CONNECTION_REFUSED', overcome: true },
    });
    await clock.advance(1000);
    expect(informer.health).toMatchObject({ staleSinceMs: undefined, staleMs: 0 });
    await informer.stop();
  });

  test('a watch that the server ends on time leaves no gap except the reconnect', async () => {
    const { informer, clock, source } = await running();
    await clock.advance(150_000);
    source.closeWatches();
    await settle();
    expect(informer.health).toMatchObject({ connected: true, staleMs: 0, lastError: undefined });
    await clock.advance(999);
    expect(informer.health.staleMs).toBe(999);
    await clock.advance(1);
    expect(informer.health.staleMs).toBe(0);
    await informer.stop();
  });

  test('a watch that is answered with 410 does not make an old cache fresh', async () => {
    const server = await running();
    const { informer, clock, source } = server;
    server.goDown();
    await clock.advance(100_000);
    source.addDropped(pod('c'));
    source.compact();
    server.isDown = false;
    source.failNext('list', refused, 1000);
    informer.retryNow();
    await settle();
    expect(informer.state.phase).toBe('backingOff');
    // Since the response of the watch that broke.
    expect(informer.health.staleSinceMs).toBe(start);
    await informer.stop();
  });

  test('a cache is as old as the oldest change that waits in the queue', async () => {
    const server = await running();
    const { informer, clock, source } = server;
    const ages = async (): Promise<readonly number[]> => {
      const seen: number[] = [];
      const size = informer.indexer.size + 500;
      for (let index = 0; index < 500; index++) source.add(pod(`${size}-${index}`));
      server.isDown = false;
      informer.retryNow();
      while (informer.indexer.size < size) {
        await new Promise(setImmediate);
        seen.push(informer.health.staleMs);
      }
      // The first check is late, because the index function has taken so long.
      await clock.advance(2000);
      expect(informer.health.staleMs).toBe(0);
      return seen;
    };
    informer.addIndexers({
      slow: () => {
        clock.spend(10);
        return [];
      },
    });
    // Slices of 64 objects, which take 640 ms.
    expect((await ages()).filter((ageMs) => ageMs > 0)).toEqual([640, 1280, 1920, 2560, 3200, 3840]);
    // What changed during an outage is as old as the outage, also more than a second after the response of the new watch.
    server.goDown();
    await clock.advance(30_000);
    expect(Math.min(...(await ages()))).toBeGreaterThanOrEqual(30_000);
    await informer.stop();
  });

  test('an event that was skipped is overcome by a list, not by a watch', async () => {
    const { informer, clock, source } = new InformerFixture({
      logger: recordingLogger(),
      expectedType: { apiVersion: 'v1', kind: 'Pod' },
    });
    informer.start();
    await clock.advance(1000);
    source.add({ ...pod('x'), apiVersion: 'v1', kind: 'Secret' });
    await settle();
    expect(informer.health.lastError).toMatchObject({ code: 'ERR_UNEXPECTED_TYPE', overcome: false });
    source.closeWatches();
    await clock.advance(10_000);
    expect(informer.health.connected).toBe(true);
    expect(informer.health.lastError).toMatchObject({ code: 'ERR_UNEXPECTED_TYPE', overcome: false });
    source.delete('x');
    source.sendError(expired.status);
    await clock.advance(10_000);
    expect(informer.health.lastError?.overcome).toBe(true);
    await informer.stop();
  });

  test.each([-1, Number.NaN, undefined, '5'])('maxAgeMs %s is refused', (maxAgeMs) => {
    const { informer } = new Server();
    expect(() => informer.assertFresh({ maxAgeMs: maxAgeMs as number })).toThrow(
      expect.objectContaining({ code: 'ERR_OPTION' }),
    );
  });
});

describe('with several namespaces', () => {
  test('state and health are the worst of the namespaces, and each has its own', async () => {
    const clock = new FakeClock();
    const shop = new FakeSource<KubernetesObject>({ firstResourceVersion: 10, watchListUnsupported: true });
    const bank = new FakeSource<KubernetesObject>({ firstResourceVersion: 20, watchListUnsupported: true });
    const informer = new SharedIndexInformer(
      { namespaces: ['shop', 'bank'], forNamespace: (namespace) => (namespace === 'shop' ? shop : bank) },
      { clock, random: () => 0, logger: recordingLogger() },
    );
    const phases: string[] = [];
    informer.onStateChange(({ phase }) => void phases.push(phase));
    expect(informer.state.phase).toBe('waiting');
    informer.start();
    await clock.advance(1000);
    expect(informer.health).toMatchObject({ connected: true, staleSinceMs: undefined, hasSynced: true });
    bank.failNext('watch', refused, 1000);
    bank.closeWatches();
    await clock.advance(30_000);
    expect(informer.state.phase).toBe('backingOff');
    expect(informer.health).toMatchObject({
      connected: false,
      staleSinceMs: start + 1000,
      lastError: { code: 'ERR_CONNECTION_REFUSED', overcome: false },
    });
    expect(informer.namespaces?.get('shop')?.state.phase).toBe('watching');
    expect(informer.namespaces?.get('shop')?.health.staleSinceMs).toBe(undefined);
    expect(informer.namespaces?.get('bank')?.health.staleMs).toBe(30_000);
    expect(informer.stats().namespaces?.map(({ namespace, state }) => [namespace, state.phase])).toEqual([
      ['shop', 'watching'],
      ['bank', 'backingOff'],
    ]);
    const removed = informer.namespaces?.get('bank');
    informer.removeNamespace('bank');
    expect(removed?.state.phase).toBe('stopped');
    expect(informer.state.phase).toBe('watching');
    informer.assertFresh({ maxAgeMs: 0 });
    informer.removeNamespace('shop');
    expect(informer.state.phase).toBe('watching');
    await informer.stop();
    expect(phases.at(-1)).toBe('stopped');
  });
});

describe('stats', () => {
  test('TestWithStoreMetricsDefaulting: counts lists by reason, watch ends by reason, events and failures', async () => {
    const server = await running();
    const { informer, clock, source } = server;
    source.add(pod('c'));
    source.modify(pod('c'));
    source.bookmark();
    await clock.advance(300_000);
    source.closeWatches();
    await clock.advance(2000);
    source.sendError(expired.status);
    await clock.advance(2000);
    source.failWatches(new TransportError('ERR_WATCH_CUT', 'socket hang up'));
    await clock.advance(2000);
    const { listWatch, store, queue } = informer.stats();
    expect(listWatch.lists).toMatchObject({ initial: 1, expired: 1, watchError: 0 });
    expect(listWatch.watchEnds).toMatchObject({ ended: 1, expired: 1, cut: 1, silent: 0 });
    expect(listWatch).toMatchObject({ watches: 4, events: 2, bookmarks: 1, listedObjects: 5 });
    expect(listWatch.failures).toEqual({ '410': 1, ERR_WATCH_CUT: 1 });
    expect(store).toMatchObject({ objects: 3 });
    expect(queue).toMatchObject({ depth: 0, processingSeconds: { count: 4 } });
    await informer.stop();
    expect(informer.stats().listWatch.watchEnds.stopped).toBe(1);
  });

  test('of handlers: pending, running since, failures', async () => {
    const { informer, clock } = new Server();
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    informer.addEventHandler({ onAdd: () => held }, { name: 'slow' });
    const failing = informer.addEventHandler(
      {
        onAdd: () => {
          throw new Error('no');
        },
      },
      { name: 'failing', coalesce: true },
    );
    await clock.advance(1000);
    informer.start();
    await clock.advance(5000);
    expect(informer.stats().handlers).toEqual([
      {
        name: 'slow',
        hasSynced: false,
        pending: 2,
        runningSinceMs: start + 1000,
        handled: 1,
        failures: 0,
        slow: 0,
        coalesces: false,
        resyncPeriodMs: 0,
      },
      expect.objectContaining({ name: 'failing', pending: 0, failures: 2, coalesces: true, hasSynced: true }),
    ]);
    expect(failing.stats().failures).toBe(2);
    release();
    await settle();
    expect(informer.stats().handlers[0]).toMatchObject({
      pending: 0,
      runningSinceMs: undefined,
      hasSynced: true,
    });
    await informer.stop();
  });

  test('snapshots are frozen', async () => {
    const { informer } = await running();
    const { health, state } = informer;
    const stats = informer.stats();
    for (const part of [
      health,
      state,
      stats,
      stats.listWatch,
      stats.store,
      stats.queue,
      stats.listWatch.lists,
    ])
      expect(Object.isFrozen(part)).toBe(true);
    await informer.stop();
  });
});
