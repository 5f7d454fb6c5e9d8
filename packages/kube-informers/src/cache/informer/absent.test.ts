import { describe, expect, test } from 'vitest';
import { StatusError } from '../../meta/errors.js';
import { newNotFound } from '../../meta/status.js';
import type { KubernetesObject } from '../../meta/types.js';
import { FakeClock, settle } from '../../../../testing/src/fake-clock.js';
import { FakeSource } from '../../../../testing/src/fake-source.js';
import { waitForCacheSync } from './cache-sync.js';
import { EventLog, pod, recordingLogger } from './informer.test-support.js';
import { SharedIndexInformer } from './shared-index-informer.js';

const notFound = newNotFound({ group: 'example.com', resource: 'widgets' }, '');
const proxyPage = new StatusError({
  code: 404,
  reason: 'NotFound',
  details: { causes: [{ reason: 'UnexpectedServerResponse', message: '<h1>404 Not Found</h1>' }] },
});

/** A resource that the server may not have: while `refusal` is set, every request fails with it. */
class Widgets {
  refusal: Error | undefined = notFound;
  readonly clock = new FakeClock();
  readonly source = new FakeSource<KubernetesObject>({
    firstResourceVersion: 10,
    objects: [pod('a'), pod('b')],
    intercept: () => {
      if (this.refusal !== undefined) throw this.refusal;
    },
  });
  readonly events = new EventLog();
  readonly failures: string[] = [];
  readonly logger = recordingLogger();
  readonly informer: SharedIndexInformer<KubernetesObject>;

  constructor(namespaces?: readonly string[]) {
    this.informer = new SharedIndexInformer<KubernetesObject>(
      namespaces === undefined ? this.source : { namespaces, forNamespace: () => this.source },
      {
        name: 'widgets',
        clock: this.clock,
        random: () => 0,
        logger: this.logger,
        onWatchError: (error) =>
          void this.failures.push((error as { readonly code?: string }).code ?? error.message),
      },
    );
    this.informer.addEventHandler(this.events);
  }

  /** Fails all further requests and closes the open watch. */
  refuse(error: Error): void {
    this.refusal = error;
    this.source.closeWatches();
  }
}

async function started(...parameters: ConstructorParameters<typeof Widgets>): Promise<Widgets> {
  const widgets = new Widgets(...parameters);
  widgets.informer.start();
  await settle();
  return widgets;
}

describe('a resource that is not installed', () => {
  test('is absent: not synced, reported once, and named in the error of waitForCacheSync', async () => {
    const { informer, failures, clock, source } = await started();
    expect([informer.isAbsent, informer.hasSynced]).toEqual([true, false]);
    await clock.advance(600_000);
    expect(failures).toEqual(['ERR_RESOURCE_ABSENT']);
    // As after any failure that lasts: at most 8 requests a minute.
    expect(source.requests.length).toBeLessThan(80);
    await expect(
      waitForCacheSync({ signal: AbortSignal.abort(new Error('too late')) }, informer),
    ).rejects.toThrow('caches did not sync: widgets (absent: the server does not have this resource');
    await informer.stop();
    await expect(informer.synced).rejects.toThrow('widgets is absent');
  });

  test('is picked up when it appears', async () => {
    const widgets = await started();
    const { informer, events, clock, logger } = widgets;
    await clock.advance(60_000);
    widgets.refusal = undefined;
    await clock.advance(60_000);
    expect([informer.isAbsent, informer.hasSynced]).toEqual([false, true]);
    expect(events.takeSorted()).toEqual(['*a', '*b']);
    expect(logger.lines).toContainEqual(
      expect.objectContaining({ level: 'info', message: 'the server has the resource now' }),
    );
    await informer.stop();
  });

  test('keeps the cache when the resource disappears, and replaces it when the resource is back', async () => {
    const widgets = await started();
    const { informer, events, clock, source } = widgets;
    widgets.refusal = undefined;
    await clock.advance(60_000);
    events.take();
    const version = informer.lastSyncResourceVersion;
    widgets.refuse(notFound);
    await settle();
    expect(informer.isAbsent).toBe(false);
    await clock.advance(600_000);
    expect([informer.isAbsent, informer.indexer.size, informer.hasSynced]).toEqual([true, 2, true]);
    expect([informer.lastSyncResourceVersion, events.take()]).toEqual([version, []]);
    source.deleteDropped('b');
    widgets.refusal = undefined;
    await clock.advance(60_000);
    expect([informer.isAbsent, informer.indexer.size]).toEqual([false, 1]);
    expect(events.take()).toEqual(['-b?']);
    await informer.stop();
  });

  test.each([
    ['twice', notFound, 1000],
    ['for long, by a proxy', proxyPage, 600_000],
  ])('keeps the cache when it is not found %s', async (_how, error, ms) => {
    const widgets = await started();
    const { informer, events, clock } = widgets;
    widgets.refusal = undefined;
    await clock.advance(60_000);
    events.take();
    widgets.refuse(error);
    await clock.advance(ms);
    widgets.refusal = undefined;
    await clock.advance(60_000);
    expect([informer.isAbsent, informer.indexer.size, events.take()]).toEqual([false, 2, []]);
    await informer.stop();
  });

  test('is absent in each of several namespaces', async () => {
    const { informer, failures, clock } = await started(['one', 'two']);
    await clock.advance(60_000);
    expect(informer.isAbsent).toBe(true);
    expect([...(informer.namespaces?.values() ?? [])].map(({ isAbsent }) => isAbsent)).toEqual([true, true]);
    expect(failures.filter((fault) => fault === 'ERR_RESOURCE_ABSENT')).toHaveLength(2);
    informer.removeNamespace('one');
    informer.removeNamespace('two');
    expect(informer.isAbsent).toBe(false);
    await informer.stop();
  });
});
