import { describe, expect, test } from 'vitest';
import { settle } from '../../../src/testing/fake-clock.js';
import { CacheSyncError, waitForCacheSync } from '../../../src/cache/cache-sync.js';
import type { Syncable } from '../../../src/cache/cache-sync.js';
import { InformerFixture, pod, queues, recordingLogger } from '../../../src/cache/informer.test-support.js';
import { Latch } from '../../../src/cache/latch.js';

/** Something that syncs, or fails to, when the test says so. */
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
  test('no caches: at once, even after the end', async () => {
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

  test('what has synced before counts, whatever the signal says', async () => {
    const cache = new Cache('a');
    cache.latch.release();
    await waitForCacheSync({ signal: AbortSignal.abort() }, cache);
  });

  test('what syncs at the moment of the abort counts', async () => {
    const cache = new Cache('a');
    const stop = new AbortController();
    const waiting = waitForCacheSync({ signal: stop.signal }, cache);
    stop.abort();
    cache.latch.release();
    await waiting;
  });

  test('logs the wait, each that has synced, and the end', async () => {
    const logger = recordingLogger();
    const caches = [new Cache('a'), new Cache('b')];
    const stop = new AbortController();
    const waiting = failure(
      waitForCacheSync({ logger, name: 'my controller', signal: stop.signal }, ...caches),
    );
    caches[0]?.latch.release();
    await settle();
    stop.abort();
    await waiting;
    expect(logger.lines.map(({ level, message, cache }) => [level, message, cache])).toEqual([
      ['info', 'waiting for caches to sync', undefined],
      ['info', 'cache has synced', 'a'],
      ['error', 'caches did not sync', undefined],
    ]);
  });
});

describe('TestSyncResult', () => {
  test('the error names what has not synced and why, and carries the reason of the abort', async () => {
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

  test('fails as soon as one will never sync, naming the others too', async () => {
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

  test('a failure after the wait is over is nobody else’s business', async () => {
    const cache = new Cache('late');
    await failure(waitForCacheSync({ signal: AbortSignal.abort() }, cache));
    cache.latch.fail(new Error('too late to matter'));
    await settle();
  });
});

describe.each(queues)('informers and registrations on a %s', (queue) => {
  test('are waited for together, also behind a slow asynchronous handler', async () => {
    const fixture = new InformerFixture({ queue, objects: [pod('a')] });
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

  test('an informer that cannot list says why', async () => {
    const fixture = new InformerFixture({ queue, objects: [pod('a')] });
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
    const fixture = new InformerFixture({ queue, objects: [pod('a')] });
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
