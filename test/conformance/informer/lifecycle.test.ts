import { getEventListeners } from 'node:events';
import { afterEach, describe, expect, test } from 'vitest';
import type { KubernetesObject } from '../../../packages/kube-informers/src/meta/types.js';
import { coreV1 } from '../../../packages/kube-informers/src/resources/core-v1.js';
import { settle } from '../../../packages/testing/src/fake-clock.js';
import {
  EventLog,
  InformerFixture,
  pod,
  recordingLogger,
} from '../../../packages/kube-informers/src/cache/informer/informer.test-support.js';
import { IndexError } from '../../../packages/kube-informers/src/cache/stores/object-table.js';
import type { DeepReadonly } from '../../../packages/kube-informers/src/util/deep-readonly.js';

describe('SharedIndexInformer', () => {
  let fixture: InformerFixture | undefined;
  const setUp = (options: ConstructorParameters<typeof InformerFixture>[0] = {}): InformerFixture => {
    fixture = new InformerFixture({ ...options });
    return fixture;
  };
  afterEach(async () => {
    await fixture?.stop();
    fixture = undefined;
  });

  test('TestIndexer: indexers added before or after the start index the present objects', async () => {
    const byColor = (object: DeepReadonly<KubernetesObject>): string[] => {
      const color = object.metadata?.labels?.['color'];
      return color === undefined ? [] : [color];
    };
    const { informer, source } = setUp({ objects: [pod('a', { color: 'red' })] });
    informer.addIndexers({ before: byColor });
    await fixture?.start();
    expect(informer.indexer.indexKeys('before', 'red')).toEqual(['a']);
    source.add(pod('b', { color: 'red' }));
    await settle();
    informer.addIndexers({ after: byColor });
    expect(informer.indexer.indexKeys('after', 'red').toSorted()).toEqual(['a', 'b']);
    for (const name of ['before', 'after']) expect(informer.indexer.indexFuncValues(name)).toEqual(['red']);
    source.modify(pod('a', { color: 'blue' }));
    await settle();
    expect(informer.indexer.indexKeys('after', 'red')).toEqual(['b']);
    expect(() => informer.addIndexers({ after: byColor })).toThrow(IndexError);
    await fixture?.stop();
    expect(() => informer.addIndexers({ late: byColor })).toThrow(
      expect.objectContaining({ code: 'ERR_INFORMER_STOPPED' }),
    );
  });

  test('TestSharedInformerTransformer: the cache and the handlers get the transformed object for each kind of change', async () => {
    const seen: string[] = [];
    const { informer, source } = setUp({
      objects: [pod('a')],
      transform: (object) => ({ ...object, metadata: { ...object.metadata, labels: { seen: 'yes' } } }),
    });
    informer.addEventHandler({
      onAdd: (object) => void seen.push(`+${object.metadata?.labels?.['seen']}`),
      onUpdate: (_old, object) => void seen.push(`~${object.metadata?.labels?.['seen']}`),
      onDelete: ({ object }) => void seen.push(`-${object?.metadata?.labels?.['seen']}`),
    });
    await fixture?.start();
    expect(informer.indexer.getByKey('a')?.metadata?.labels).toEqual({ seen: 'yes' });
    source.modify(pod('a'));
    await settle();
    source.delete('a');
    await settle();
    expect(seen).toEqual(['+yes', '~yes', '-yes']);
  });

  test('TestSharedInformerTransformer: handlers and cache use a name set by the transform', async () => {
    const { informer, source, clock } = setUp({ objects: [pod('pod1'), pod('pod2')] });
    informer.setTransform((object) => ({
      ...object,
      metadata: { ...object.metadata, name: (object.metadata?.name ?? '').toUpperCase() },
    }));
    const log = new EventLog();
    informer.addEventHandler(log);
    await fixture?.start();
    expect(log.takeSorted()).toEqual(['*POD1', '*POD2']);
    expect(informer.indexer.listKeys().toSorted()).toEqual(['POD1', 'POD2']);
    // client-go's DeltaFIFO knows the object by its old name, misses its deletion, and removes it at a relist.
    source.modify(pod('pod1', { color: 'red' }));
    source.delete('pod2');
    await settle();
    expect(log.take()).toEqual(['~POD1', '-POD2']);
    source.addDropped(pod('pod3'));
    source.modifyDropped(pod('pod1', { color: 'blue' }));
    source.resetWatch();
    await clock.advance(2000);
    expect(log.takeSorted()).toEqual(['+POD3', '~POD1']);
    expect(informer.indexer.listKeys().toSorted()).toEqual(['POD1', 'POD3']);
  });

  test('TestSharedInformerStartRace: accepts a transform and a watch error handler before the start and refuses them after it', async () => {
    const { informer, source } = setUp({ objects: [pod('a')] });
    const errors: string[] = [];
    informer.setTransform((object) => ({
      ...object,
      metadata: { ...object.metadata, labels: { set: 'late' } },
    }));
    informer.setWatchErrorHandler((error, { informer: name, during }) => {
      errors.push(`${name} ${during}: ${error.message}`);
    });
    source.failNext('watch', new Error('no watch today'));
    await fixture?.start();
    await fixture?.clock.advance(800);
    expect(errors).toEqual(['informer watch: no watch today']);
    expect(informer.indexer.getByKey('a')?.metadata?.labels).toEqual({ set: 'late' });
    const started = expect.objectContaining({ code: 'ERR_INFORMER_STARTED' }) as Error;
    expect(() => informer.setTransform(undefined)).toThrow(started);
    expect(() => informer.setWatchErrorHandler(() => undefined)).toThrow(started);
  });

  test('TestSharedInformerErrorHandling: calls the watch error handler with a list’s error, logs it, and continues', async () => {
    const errors: unknown[] = [];
    const logger = recordingLogger();
    const refused = new Error('pods is forbidden');
    const { informer, source, clock } = setUp({
      objects: [pod('a')],
      useWatchList: false,
      resource: coreV1.pods,
      logger,
      onWatchError: (error, info) => void errors.push([error, info]),
    });
    source.failNext('list', refused);
    await fixture?.start();
    expect(errors).toEqual([[refused, { informer: 'pods.v1', resource: 'pods', during: 'list' }]]);
    expect(informer.lastWatchError).toBe(refused);
    expect(logger.lines.filter(({ err }) => err === refused)).toHaveLength(1);
    expect(informer.hasSynced).toBe(false);
    await clock.advance(800);
    expect(informer.hasSynced).toBe(true);
  });

  test('TestResetWatch: after lost history, a relist delivers the missed changes and is not the initial list', async () => {
    const { informer, source, clock } = setUp({ objects: [pod('a'), pod('b')] });
    const log = new EventLog();
    informer.addEventHandler(log);
    await fixture?.start();
    expect(log.takeSorted()).toEqual(['*a', '*b']);
    source.modifyDropped(pod('a', { color: 'red' }));
    source.deleteDropped('b');
    source.addDropped(pod('c'));
    source.resetWatch();
    await clock.advance(2000);
    expect(log.takeSorted()).toEqual(['+c', '-b?', '~a']);
    expect(informer.indexer.listKeys().toSorted()).toEqual(['a', 'c']);
  });

  test('TestStateSharedInformer: isStarted and isStopped show its state', async () => {
    const { informer } = setUp();
    expect([informer.isStarted, informer.isStopped]).toEqual([false, false]);
    await fixture?.start();
    expect([informer.isStarted, informer.isStopped]).toEqual([true, false]);
    fixture?.abort();
    expect([informer.isStarted, informer.isStopped]).toEqual([true, true]);
    await fixture?.stop();
    expect([informer.isStarted, informer.isStopped]).toEqual([true, true]);
  });

  describe('TestShutdown', () => {
    test('no-context: a stop is silent and final: no event, timer, request or listener is left', async () => {
      const stop = new AbortController();
      const { informer, source, clock } = setUp({ objects: [pod('a')], resyncPeriodMs: 1000 });
      const log = new EventLog();
      informer.addEventHandler(log);
      const run = informer.run({ signal: stop.signal });
      await informer.synced;
      await settle();
      informer.addEventHandler(log);
      await settle();
      log.take();
      source.add(pod('b'));
      stop.abort();
      await run;
      expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
      expect(clock.pendingTimers).toBe(0);
      expect(source.openWatches).toBe(0);
      const requests = source.requests.length;
      source.add(pod('c'));
      await clock.advance(3_600_000);
      expect(log.lines).toEqual([]);
      expect(source.requests).toHaveLength(requests);
    });

    test('no-context-later: the same for a handler added after the sync and removed before the stop', async () => {
      const stop = new AbortController();
      const { informer, source, clock } = setUp({ resyncPeriodMs: 1000 });
      const run = informer.run({ signal: stop.signal });
      await informer.synced;
      const registration = informer.addEventHandler(new EventLog());
      registration.remove();
      stop.abort();
      await run;
      expect([clock.pendingTimers, source.openWatches, informer.handlerCount]).toEqual([0, 0, 0]);
      expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
    });

    test('no-run: an informer that was never run leaves nothing', async () => {
      const { informer, clock, source } = setUp();
      informer.addEventHandler(new EventLog());
      await settle();
      expect(clock.pendingTimers).toBe(0);
      expect(source.requests).toEqual([]);
    });
  });
});
