import { afterEach, describe, expect, test } from 'vitest';
import { FakeListerWatcher } from '../../../../testing/src/fake-lister-watcher.js';
import { settle } from '../../../../testing/src/fake-clock.js';
import type { KubernetesObject, ObjectMeta } from '../../meta/types.js';
import { EventLog, InformerFixture, pod, recordingLogger } from './informer.test-support.js';
import type { HandlerRegistration } from '../handlers/event-handler.js';
import { InformerError } from '../informer-error.js';
import { SliceRunner } from '../slice-runner.js';

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

  test('caches the objects of a source and calls its handlers, first for the first list', async () => {
    const { informer, source } = setUp({ objects: [pod('a'), pod('b')] });
    const log = new EventLog();
    const registration = informer.addEventHandler(log);
    expect([informer.hasSynced, registration.hasSynced]).toEqual([false, false]);
    fixture?.run();
    await informer.synced;
    await registration.synced;
    expect([informer.hasSynced, registration.hasSynced]).toEqual([true, true]);
    expect(log.takeSorted()).toEqual(['*a', '*b']);
    source.add(pod('c'));
    source.modify(pod('a', { color: 'red' }));
    source.delete('b');
    await settle();
    expect(log.take()).toEqual(['+c', '~a', '-b']);
    expect(informer.indexer.listKeys().toSorted()).toEqual(['a', 'c']);
    expect(informer.indexer.getByKey('a')?.metadata?.labels).toEqual({ color: 'red' });
    expect(informer.lastSyncResourceVersion).toBe(source.resourceVersion);
  });

  test('readers see a long list appear as a whole, and a handler added meanwhile gets each object once', async () => {
    const objects = Array.from({ length: 1000 }, (_, index) => pod(`pod-${index}`));
    // So short that each step is a slice of its own.
    const runner = new SliceRunner({ sliceMs: 0.0001 });
    const { informer } = setUp({ objects, runner });
    const sizes = new Set<number>();
    const logs: EventLog[] = [];
    const registrations: HandlerRegistration[] = [];
    const addHandler = (): void => {
      const log = new EventLog();
      logs.push(log);
      registrations.push(informer.addEventHandler(log));
    };
    addHandler();
    fixture?.run();
    while (logs.length < 4) {
      await new Promise((resolve) => void setImmediate(resolve));
      sizes.add(informer.indexer.size);
      if (informer.indexer.size > 0) addHandler();
    }
    await Promise.all(registrations.map(({ synced }) => synced));
    expect(Array.from(sizes)).toEqual([0, 1000]);
    for (const { lines } of logs) expect([lines.length, new Set(lines).size]).toEqual([1000, 1000]);
  });

  test('an update passes the old and the new state, and the cache shows the new one when the handler runs', async () => {
    const { informer, source } = setUp({ objects: [pod('a', { color: 'red' })] });
    const seen: unknown[] = [];
    informer.addEventHandler({
      onUpdate(oldPod, newPod) {
        const cached = informer.indexer.getByKey('a');
        seen.push([oldPod.metadata?.labels, newPod.metadata?.labels, cached === newPod]);
      },
      onDelete({ key }) {
        seen.push([key, informer.indexer.getByKey('a')]);
      },
    });
    await fixture?.start();
    source.modify(pod('a', { color: 'blue' }));
    await settle();
    source.delete('a');
    await settle();
    expect(seen).toEqual([
      [{ color: 'red' }, { color: 'blue' }, true],
      ['a', undefined],
    ]);
  });

  test('an empty first list syncs, too', async () => {
    const { informer } = setUp();
    const registration = informer.addEventHandler(new EventLog());
    fixture?.run();
    await informer.synced;
    await registration.synced;
    expect(informer.indexer.size).toBe(0);
  });

  test('can be run only once: a second run throws, also after the stop, and has no effect', async () => {
    const { informer, source } = setUp({ objects: [pod('a')] });
    await fixture?.start();
    const started = { name: 'InformerError', code: 'ERR_INFORMER_STARTED' };
    await expect(informer.run()).rejects.toMatchObject(started);
    expect(() => informer.start()).toThrow(expect.objectContaining(started));
    source.add(pod('b'));
    await settle();
    expect(informer.indexer.size).toBe(2);
    await fixture?.stop();
    const stopped = { name: 'InformerError', code: 'ERR_INFORMER_STOPPED' };
    await expect(informer.run()).rejects.toMatchObject(stopped);
    expect(() => informer.start()).toThrow('cannot be started again: get a new one from its factory');
  });

  test('a run with an aborted signal does nothing', async () => {
    const { informer, source } = setUp({ objects: [pod('a')] });
    await informer.run({ signal: AbortSignal.abort() });
    expect(source.requests).toEqual([]);
    expect(informer.isStopped).toBe(true);
    await expect(informer.synced).rejects.toMatchObject({ code: 'ERR_INFORMER_STOPPED' });
  });

  test('after a stop during the first list, opens no watch and rejects its promises with the reason', async () => {
    let answer: (() => void) | undefined;
    const { informer, source } = setUp({
      listerWatcher: new FakeListerWatcher<KubernetesObject>({
        watchListUnsupported: true,
        list: () =>
          new Promise((resolve) => {
            answer = () => resolve({ metadata: { resourceVersion: '1' }, items: [pod('a')] });
          }),
      }),
    });
    const log = new EventLog();
    const registration = informer.addEventHandler(log);
    await fixture?.start();
    await fixture?.stop();
    answer?.();
    await settle();
    expect(log.lines).toEqual([]);
    expect(source.watches).toEqual([]);
    await expect(informer.synced).rejects.toBeInstanceOf(InformerError);
    await expect(registration.synced).rejects.toMatchObject({ code: 'ERR_INFORMER_STOPPED' });
  });

  test('start and stop work without the promise of run', async () => {
    const { informer, source } = setUp({ objects: [pod('a')] });
    informer.start();
    await informer.synced;
    await informer.stop();
    expect(informer.isStopped).toBe(true);
    expect(source.openWatches).toBe(0);
    await informer.stop();
  });

  test('cannot be run after a stop', async () => {
    const { informer, source } = setUp();
    await informer.stop();
    expect(() => informer.start()).toThrow(expect.objectContaining({ code: 'ERR_INFORMER_STOPPED' }));
    await expect(informer.run()).rejects.toMatchObject({ code: 'ERR_INFORMER_STOPPED' });
    await expect(informer.synced).rejects.toMatchObject({ code: 'ERR_INFORMER_STOPPED' });
    expect(source.requests).toEqual([]);
  });

  test('is stopped at the end of an await using block', async () => {
    const { informer } = setUp();
    await using used = informer;
    used.start();
    await used.synced;
    await used[Symbol.asyncDispose]();
    expect(used.isStopped).toBe(true);
  });

  test('reports and skips an object on which an index function fails; stores and delivers the others', async () => {
    const failures: string[] = [];
    const logger = recordingLogger();
    const { informer } = setUp({
      objects: [pod('a'), pod('broken'), pod('c')],
      indexers: {
        picky: (object) => {
          if (object.metadata?.name === 'broken') throw new Error('cannot index this');
          return [];
        },
      },
      logger,
      onObjectError: (error) => {
        failures.push(error.message);
        throw new Error('the hook failed, too');
      },
    });
    const log = new EventLog();
    informer.addEventHandler(log);
    await fixture?.start();
    expect(failures).toEqual([expect.stringContaining('cannot index this')]);
    expect(log.takeSorted()).toEqual(['*a', '*c']);
    expect(informer.indexer.listKeys().toSorted()).toEqual(['a', 'c']);
    expect(informer.hasSynced).toBe(true);
    expect(logger.lines.filter(({ level }) => level === 'error').map(({ message }) => message)).toContain(
      'onObjectError failed',
    );
  });

  test('with the mutation detector, a write to a cached object throws in the handler', async () => {
    const failures: string[] = [];
    const { informer, source } = setUp({
      objects: [pod('a', { color: 'red' })],
      mutationDetector: true,
      onHandlerError: ({ event, error }) => void failures.push(`${event}: ${error.name}`),
    });
    informer.addEventHandler({
      onAdd(object) {
        (object.metadata as ObjectMeta).name = 'changed';
      },
      onUpdate(_old, object) {
        delete (object.metadata as ObjectMeta).labels?.['color'];
      },
    });
    await fixture?.start();
    source.modify(pod('a', { color: 'blue' }));
    await settle();
    expect(failures).toEqual(['add: TypeError', 'update: TypeError']);
    expect(informer.indexer.getByKey('a')?.metadata).toMatchObject({ name: 'a', labels: { color: 'blue' } });
  });

  test('stats have processing time, resourceVersion, indexes and the pending events of each handler', async () => {
    const { informer, source } = setUp({
      objects: [pod('a', { color: 'red' }), pod('b')],
      indexers: { color: ({ metadata }) => Object.values(metadata?.labels ?? {}) },
    });
    const pending: (number | undefined)[] = [];
    const printer = new EventLog();
    informer.addEventHandler(
      {
        onAdd: () => void pending.push(informer.stats().handlers[0]?.pending),
        onUpdate: (old, next) => printer.onUpdate(old, next),
      },
      { name: 'printer' },
    );
    await fixture?.start();
    source.modify(pod('a', { color: 'blue', size: 'big' }));
    await settle();
    const { queue, store, handlers } = informer.stats();
    expect(queue.processingSeconds).toMatchObject({ sum: 0 });
    expect(queue.processingSeconds.count).toBeGreaterThanOrEqual(2);
    expect(store).toMatchObject({
      objects: 2,
      resourceVersion: source.resourceVersion,
      indexes: { color: 2 },
    });
    expect(pending).toEqual([2, 1]);
    expect(handlers).toEqual([expect.objectContaining({ name: 'printer', handled: 3, pending: 0 })]);
  });

  test.each([
    { what: 'undefined', handler: undefined, expected: 'must be an object' },
    { what: 'a function', handler: () => undefined, expected: 'must be an object' },
    { what: 'an object with an invalid callback', handler: { onAdd: 'print' }, expected: 'onAdd' },
  ])('refuses a handler that is $what', ({ handler, expected }) => {
    const { informer } = setUp();
    // The cast passes what a JavaScript program may pass.
    expect(() => informer.addEventHandler(handler as object)).toThrow(expected);
    expect(informer.handlerCount).toBe(0);
  });
});
