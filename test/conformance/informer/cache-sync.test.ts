import { describe, expect, test } from 'vitest';
import { FakeClock, settle } from '../../../packages/testing/src/fake-clock.js';
import { noopLogger } from '../../../packages/kube-informers/src/util/logger.js';
import type { LogFields, Logger } from '../../../packages/kube-informers/src/util/logger.js';
import {
  CacheSyncError,
  waitForCacheSync,
} from '../../../packages/kube-informers/src/cache/informer/cache-sync.js';
import type { Syncable } from '../../../packages/kube-informers/src/cache/informer/cache-sync.js';
import {
  InformerFixture,
  pod,
} from '../../../packages/kube-informers/src/cache/informer/informer.test-support.js';
import { ApiServer } from '@kube-informers/testing';
import { Clientset } from '../../../packages/kube-informers/src/client/clientset.js';
import { SharedInformerFactory } from '../../../packages/kube-informers/src/factories/shared-informer-factory.js';
import { Latch } from '../../../packages/kube-informers/src/cache/latch.js';

/** A cache that syncs, or fails to, when the test decides. */
class Cache implements Syncable {
  readonly name: string;
  lastWatchError: Error | undefined;
  readonly latch = new Latch();

  constructor(name: string) {
    this.name = name;
  }

  get hasSynced(): boolean {
    return this.latch.done;
  }

  get synced(): Promise<void> {
    return this.latch.promise;
  }
}

async function failure(promise: Promise<void>): Promise<CacheSyncError> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof CacheSyncError) return error;
    throw error;
  }
  throw new Error('expected a CacheSyncError');
}

describe('TestWaitFor', () => {
  test('empty: resolves at once without caches, even after the abort', async () => {
    await waitForCacheSync({});
    await waitForCacheSync({ signal: AbortSignal.abort() });
  });

  test('resolves when the last has synced, without a timer', async () => {
    const caches = [new Cache('a'), new Cache('b')];
    let done = false;
    const waiting = waitForCacheSync({}, ...caches).then(() => {
      done = true;
    });
    caches[1]?.latch.release();
    await settle();
    expect(done).toBe(false);
    caches[0]?.latch.release();
    await waiting;
  });

  test('counts a cache that had synced before, even with an aborted signal', async () => {
    const cache = new Cache('a');
    cache.latch.release();
    await waitForCacheSync({ signal: AbortSignal.abort() }, cache);
  });

  test('counts a cache that syncs at the moment of the abort', async () => {
    const cache = new Cache('a');
    const stop = new AbortController();
    const waiting = waitForCacheSync({ signal: stop.signal }, cache);
    stop.abort();
    cache.latch.release();
    await waiting;
  });

  // Each cache syncs after so many ms; undefined: never.
  const three = { first: 10_000, second: 5000, last: 0 };
  const never = { first: 10_000, second: undefined, last: 0 };
  test.each<{
    name: string;
    caches: Record<string, number | undefined>;
    /** When the signal aborts, in ms; undefined: never; 0: before the call. */
    abortMs?: number;
    reason?: string;
    /** The log in order, each entry with its time in ms. */
    expected: string[];
    unsynced?: string[];
  }>([
    { name: 'no-caches', caches: {}, expected: [] },
    {
      name: 'with-logging',
      caches: three,
      expected: ['0 waiting', '0 last', '5000 second', '10000 first'],
    },
    {
      name: 'some-timeout',
      caches: never,
      abortMs: 60_000,
      expected: ['0 waiting', '0 last', '10000 first', '60000 failed'],
      unsynced: ['second'],
    },
    {
      name: 'some-canceled',
      caches: never,
      abortMs: 0,
      expected: ['0 waiting', '0 last', '0 failed'],
      unsynced: ['first', 'second'],
    },
    {
      name: 'more',
      caches: never,
      abortMs: 5000,
      reason: 'go fish',
      expected: ['0 waiting', '0 last', '5000 failed'],
      unsynced: ['first', 'second'],
    },
    {
      name: 'all',
      caches: { first: undefined, second: undefined, last: undefined },
      abortMs: 60_000,
      expected: ['0 waiting', '60000 failed'],
      unsynced: ['first', 'second', 'last'],
    },
  ])('$name', async ({ caches, abortMs, reason, expected, unsynced }) => {
    const clock = new FakeClock();
    const logged: string[] = [];
    const note = (fields: LogFields, message: string): void => {
      const { cache } = fields as { readonly cache?: string };
      logged.push(`${clock.monotonic()} ${message.startsWith('waiting') ? 'waiting' : (cache ?? 'failed')}`);
    };
    const logger: Logger = { ...noopLogger, info: note, error: note };
    const stop = new AbortController();
    const abort = (): void => stop.abort(new Error(reason ?? 'the deadline is over'));
    if (abortMs === 0) abort();
    else if (abortMs !== undefined) clock.setTimer(abort, abortMs);
    const made = Object.entries(caches).map(([name, afterMs]) => {
      const cache = new Cache(name);
      if (afterMs === 0) cache.latch.release();
      else if (afterMs !== undefined) clock.setTimer(() => cache.latch.release(), afterMs);
      return cache;
    });
    const waiting = waitForCacheSync({ logger, name: 'my-caches', signal: stop.signal }, ...made);
    const end = waiting.then(
      () => undefined,
      (error: unknown) => error as CacheSyncError,
    );
    await clock.advance(60_000);
    const error = await end;
    expect(logged).toEqual(expected);
    expect(error?.unsynced.map((cache) => cache.name)).toEqual(unsynced);
    if (reason !== undefined) expect(error?.message).toContain(reason);
    await clock.advance(60_000);
  });

  test('no-logging: waits the same without a logger', async () => {
    const clock = new FakeClock();
    const cache = new Cache('first');
    clock.setTimer(() => cache.latch.release(), 10_000);
    let done = false;
    const waiting = waitForCacheSync({}, cache).then(() => {
      done = true;
    });
    await clock.advance(9999);
    expect(done).toBe(false);
    await clock.advance(1);
    await waiting;
  });
});

describe('TestSyncResult', () => {
  test('the error names the caches that have not synced, their errors and the abort reason', async () => {
    const [done, refused, slow] = [new Cache('done'), new Cache('refused'), new Cache('slow')] as const;
    const stop = new AbortController();
    const reason = new Error('the deadline is over');
    const waiting = failure(waitForCacheSync({ signal: stop.signal }, done, refused, slow));
    done.latch.release();
    refused.lastWatchError = new Error('pods is forbidden');
    await settle();
    stop.abort(reason);
    const error = await waiting;
    expect(error).toMatchObject({ name: 'CacheSyncError', code: 'ERR_CACHE_SYNC', cause: reason });
    expect(error.unsynced).toEqual([
      { name: 'refused', error: refused.lastWatchError },
      { name: 'slow', error: undefined },
    ]);
    expect(error.message).toBe(
      'caches did not sync: refused (pods is forbidden), slow (no error, still waiting): the deadline is over',
    );
  });

  test('fails as soon as one can never sync, and names the others too', async () => {
    const [slow, stopped] = [new Cache('slow'), new Cache('stopped')] as const;
    const waiting = failure(waitForCacheSync({}, slow, stopped));
    const why = new Error('was stopped');
    stopped.latch.fail(why);
    const error = await waiting;
    expect(error.cause).toBe(why);
    expect(error.unsynced).toEqual([
      { name: 'slow', error: undefined },
      { name: 'stopped', error: why },
    ]);
  });

  test('ignores a failure after the wait has ended', async () => {
    const cache = new Cache('late');
    await failure(waitForCacheSync({ signal: AbortSignal.abort() }, cache));
    cache.latch.fail(new Error('too late to matter'));
    await settle();
  });
});

describe('informers and registrations', () => {
  test('waits for them together, even with a slow asynchronous handler', async () => {
    const fixture = new InformerFixture({ objects: [pod('a')] });
    const { informer, clock } = fixture;
    const registration = informer.addEventHandler({ onAdd: () => clock.sleep(1000) });
    let done = false;
    const waiting = waitForCacheSync({}, informer, registration).then(() => {
      done = true;
    });
    fixture.run();
    await settle();
    expect([informer.hasSynced, done]).toEqual([true, false]);
    await clock.advance(1000);
    await waiting;
    await fixture.stop();
  });

  test('the error contains the reason why an informer cannot list', async () => {
    const fixture = new InformerFixture({ objects: [pod('a')] });
    const { informer, source, clock } = fixture;
    const forbidden = new Error('pods is forbidden');
    source.failNext('watch', forbidden, 100);
    source.failNext('list', forbidden, 100);
    fixture.run();
    const stop = new AbortController();
    const waiting = failure(waitForCacheSync({ signal: stop.signal }, informer));
    await clock.advance(10_000);
    stop.abort(new Error('waited long enough'));
    expect((await waiting).message).toBe(
      'caches did not sync: informer (pods is forbidden): waited long enough',
    );
    await fixture.stop();
  });

  test('an informer that stops ends the wait', async () => {
    const fixture = new InformerFixture({ objects: [pod('a')] });
    const { informer, source } = fixture;
    source.failNext('watch', new Error('no'), 100);
    source.failNext('list', new Error('no'), 100);
    fixture.run();
    await settle();
    const waiting = failure(waitForCacheSync({}, informer));
    await fixture.stop();
    expect(await waiting).toMatchObject({ code: 'ERR_CACHE_SYNC', cause: { code: 'ERR_INFORMER_STOPPED' } });
  });
});

test.each([true, false])(
  'the error has the reason for which the client repeats a request, which is reported to no hook: watch-list %s',
  async (useWatchList) => {
    await using server = await ApiServer.start();
    await using clientset = new Clientset({ host: server.url });
    const body = { kind: 'Status', apiVersion: 'v1', status: 'Failure', code: 503, message: 'overloaded' };
    server.intercept(() => ({ status: 503, headers: { 'retry-after': '60' }, body }));
    await using factory = new SharedInformerFactory(clientset, { useWatchList });
    const informer = factory.core().v1().pods().informer();
    factory.start();
    while (informer.state.phase !== 'backingOff') await settle();
    const waiting = factory.waitForCacheSync({ signal: AbortSignal.abort(new Error('too late')) });
    await expect(waiting).rejects.toThrow(
      /^caches did not sync: pods.v1 \(.*unable to handle the request.*\): too late$/,
    );
    const synced = expect(informer.synced).rejects.toThrow(
      /before it had synced; last error: .*unable to handle the request/,
    );
    await factory.stop();
    await synced;
  },
);
