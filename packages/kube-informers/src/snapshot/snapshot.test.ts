import { mkdir, readFile, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { compact } from '../compact/compact-cache.js';
import type { ApiServer } from '@kube-informers/testing';
import { FakeClock } from '../../../testing/src/fake-clock.js';
import { Clientset, DynamicClient } from '../client/clientset.js';
import { MetadataClient } from '../client/metadata-client.js';
import { DynamicSharedInformerFactory } from '../factories/dynamic-shared-informer-factory.js';
import type { InformerFactoryOptions, ResourceInformer } from '../factories/informer-factory.js';
import { MetadataSharedInformerFactory } from '../factories/metadata-shared-informer-factory.js';
import { exactInteger } from '../meta/exact-integer.js';
import { HashRanges } from '../meta/hash-ranges.js';
import type { KubernetesObject } from '../meta/types.js';
import { coreV1 } from '../resources/core-v1.js';
import type { ConfigMap } from '../resources/types/core-v1.js';
import { builtin } from '../util/builtin.js';
import { keepSnapshot, openSnapshot, saveSnapshot } from './snapshot.js';
import type { KeepSnapshotOptions } from './snapshot.js';
import { SnapshotError } from './snapshot-file.js';
import { SnapshotScene, synced } from './snapshot.test-support.js';
import { shardOf } from '../sharding/informer-shard.js';

let scene: SnapshotScene;
let server: ApiServer;
let folder: string;
let file: string;
beforeEach(async () => {
  scene = await SnapshotScene.start();
  ({ server, folder, file } = scene);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await scene[Symbol.asyncDispose]();
});
const maps = (): ResourceInformer<ConfigMap> => scene.maps();
const create = (name: string, namespace?: string): Promise<void> => scene.create(name, namespace);
const syncedMaps = (): Promise<ResourceInformer<ConfigMap>> => scene.syncedMaps();
const refusal = (problem: string | RegExp): object => scene.refusal(problem);

describe('a snapshot', () => {
  test('is what a lister read, in a program that never reaches the server', async () => {
    await create('a');
    await create('b');
    const live = await syncedMaps();
    const before = Date.now();
    await saveSnapshot(live, file);
    await server.stop();

    const other = maps();
    const snapshot = await openSnapshot(other, file);
    const { lister, savedAtMs, asOfMs } = snapshot ?? {};
    expect(lister?.list()).toEqual(live.lister().list());
    expect(lister?.get('default/a')).toMatchObject({ kind: 'ConfigMap', data: { name: 'a' } });
    expect(lister?.namespace('default').list('app=b')).toHaveLength(1);
    expect(lister?.list({ fieldSelector: 'metadata.name=a' })).toHaveLength(1);
    expect(savedAtMs).toBeGreaterThanOrEqual(before);
    // The watch that follows the list has shown nothing yet.
    expect(asOfMs).toBeLessThanOrEqual(savedAtMs ?? 0);
    // The informer knows nothing of it.
    expect(other.informer().indexer.size).toBe(0);
    expect(other.informer().hasSynced).toBe(false);
  });

  test('has frozen objects, with integers that a double does not hold', async () => {
    await create('a');
    const informer = await syncedMaps();
    await saveSnapshot(informer, file);
    const lines = (await readFile(file, 'utf8')).split('\n');
    await scene.rewrite([
      lines[0] ?? '',
      (lines[1] ?? '').replace('"data":{"name":"a"}', '"data":{"n":9007199254740993}'),
    ]);

    const snapshot = await openSnapshot(informer, file);
    const { data = {}, metadata = {} } = snapshot?.lister.get('default/a') ?? {};
    expect(exactInteger(data, 'n')).toBe(9007199254740993n);
    expect(() => Object.assign(data, { n: 1 })).toThrow(TypeError);
    expect(() => Object.assign(metadata, { name: 'b' })).toThrow(TypeError);
  });

  test('is undefined if there is no file or no folder', async () => {
    await expect(openSnapshot(maps(), file)).resolves.toBeUndefined();
    await expect(openSnapshot(maps(), join(folder, 'none', 'maps'))).resolves.toBeUndefined();
  });

  test('says as of when the cache was up to date', async () => {
    const clock = new FakeClock();
    const factory = scene.factory({ clock });
    const informer = factory.core().v1().configMaps();
    await synced(factory, informer);
    await factory.stop();
    const stoppedAt = informer.informer().health.staleSinceMs;
    await clock.advance(3_600_000);
    await saveSnapshot(informer, file, { clock });
    await expect(openSnapshot(informer, file)).resolves.toMatchObject({
      savedAtMs: clock.now(),
      asOfMs: stoppedAt,
    });
    expect(stoppedAt).toBeLessThan(clock.now());
  });

  test('without objects, and with compressed ones', async () => {
    const empty = await syncedMaps();
    await saveSnapshot(empty, file);
    expect((await openSnapshot(maps(), file))?.lister.list()).toEqual([]);

    await create('a');
    const factory = scene.factory({ cacheFormat: compact() });
    const configMaps = factory.core().v1().configMaps();
    await synced(factory, configMaps);
    await saveSnapshot(configMaps, file);
    expect((await openSnapshot(maps(), file))?.lister.list()).toMatchObject([{ data: { name: 'a' } }]);
  });

  test('is not made of a cache that has not synced: what was saved stays', async () => {
    await saveSnapshot(await syncedMaps(), file);
    const saved = await readFile(file);
    await expect(saveSnapshot(maps(), file)).rejects.toMatchObject({
      name: 'InformerError',
      code: 'ERR_INFORMER_STALE',
      message:
        'saveSnapshot: the cache of configmaps.v1 has not synced, and a snapshot of it would be incomplete',
    });
    expect(await readFile(file)).toEqual(saved);
  });

  test.each(['saveSnapshot', 'keepSnapshot'])(
    '%s refuses Secrets unless they are asked for',
    async (call) => {
      const factory = scene.factory();
      const secrets = factory.core().v1().secrets();
      await server.create(coreV1.secrets, {
        metadata: { name: 'a', namespace: 'default' },
        data: { k: 'dg==' },
      } as KubernetesObject);
      await synced(factory, secrets);
      const save = async (options?: { secrets: boolean }): Promise<void> =>
        call === 'saveSnapshot'
          ? saveSnapshot(secrets, file, options)
          : keepSnapshot(secrets, file, options).stop();
      await expect(save()).rejects.toMatchObject({
        code: 'ERR_OPTION',
        message: `secrets of ${call} must be true to save Secrets, which the file has as they are`,
      });
      await expect(readFile(file)).rejects.toMatchObject({ code: 'ENOENT' });
      await save({ secrets: true });
      expect((await openSnapshot(secrets, file))?.lister.get('default/a')).toMatchObject({
        data: { k: 'dg==' },
      });
    },
  );

  test('is neither of a shard nor of an informer without a factory', async () => {
    const shard = scene
      .factory()
      .core()
      .v1()
      .pods({ shard: shardOf(HashRanges.all) });
    await expect(openSnapshot(shard, file)).rejects.toThrow(
      'informer of openSnapshot must not have a shard, because its objects change with the number of replicas',
    );
    const own = { informer: () => undefined, selectors: () => ({}) } as never;
    await expect(openSnapshot(own, file)).rejects.toThrow(
      'informer of openSnapshot must be one of a factory, such as factory.core().v1().pods(), got object',
    );
    await expect(openSnapshot(maps(), '')).rejects.toThrow('file of openSnapshot must be a path, got string');
  });
});

describe('a snapshot of another subject is refused', () => {
  const core = (options: InformerFactoryOptions = {}) => scene.factory(options).core().v1();
  const metadata = () =>
    scene
      .opened(new MetadataSharedInformerFactory(scene.opened(new MetadataClient({ host: server.url }))))
      .forResource(coreV1.configMaps);
  const named: Readonly<Record<string, () => ResourceInformer<never>>> = {
    whole: () => core().configMaps() as never,
    dynamic: () =>
      scene
        .opened(new DynamicSharedInformerFactory(scene.opened(new DynamicClient({ host: server.url }))))
        .forResource(coreV1.configMaps) as never,
    services: () => core().services() as never,
    'a namespace': () => core().configMaps({ namespace: 'default' }) as never,
    'two namespaces': () => core().configMaps({ namespaces: ['default', 'shop'] }) as never,
    labels: () => core().configMaps({ labelSelector: 'app=a' }) as never,
    fields: () => core().configMaps({ fieldSelector: 'metadata.name=a' }) as never,
    tweaked: () =>
      core({ tweakListOptions: (list) => void (list.labelSelector = 'app=a') }).configMaps() as never,
    metadata: () => metadata() as never,
    'the data': () => core().configMaps({ fields: { data: true } }) as never,
    'the labels': () => core().configMaps({ fields: { metadata: { labels: true } } }) as never,
    'without managedFields': () =>
      core().configMaps({ exclude: { metadata: { managedFields: true } } }) as never,
    transformed: () => core().configMaps({ transform: (object) => object }) as never,
    filtered: () => core().configMaps({ where: () => true }) as never,
  };

  const reasons: Readonly<Record<string, string>> = {
    services: 'its resource is "services.v1", expected "configmaps.v1"',
    'a namespace': 'the namespaces of its scope is "default", expected ""',
    labels: 'the label selector of its scope is "app=a", expected ""',
    tweaked: 'the label selector of its scope is "app=a", expected ""',
    fields: 'the field selector of its scope is "metadata.name=a", expected ""',
    metadata: 'the form of its objects is "metadata", expected "whole"',
    'the data': 'the form of its objects is "whole, fields data", expected "whole"',
    transformed: 'the functions that decided what is stored is "transform", expected ""',
  };

  test.each(Object.keys(named))('%s', async (saved) => {
    await create('a');
    await server.create(coreV1.namespaces, { metadata: { name: 'shop' } });
    await create('a', 'shop');
    const informer = named[saved]?.();
    if (informer === undefined) throw new Error('unknown');
    const factoryInformer = informer.informer();
    factoryInformer.start();
    await factoryInformer.synced;
    scene.opened(factoryInformer);
    await saveSnapshot(informer, file);
    for (const [other, make] of Object.entries(named)) {
      const same =
        other === saved ||
        [other, saved].toSorted().join() === 'dynamic,whole' ||
        [other, saved].toSorted().join() === 'labels,tweaked';
      const outcome = openSnapshot(make(), file).then(
        (snapshot) => `${snapshot?.lister.list().length} objects`,
        (error: SnapshotError) => error.code,
      );
      expect([other, await outcome]).toEqual([
        other,
        same ? `${factoryInformer.indexer.size} objects` : 'ERR_SNAPSHOT',
      ]);
    }
    const reason = reasons[saved];
    if (reason !== undefined) await expect(openSnapshot(maps(), file)).rejects.toEqual(refusal(reason));
  });

  test('objects with a mask are of their type, and cannot be written back whole', async () => {
    await create('a');
    const factory = scene.factory();
    const data = factory
      .core()
      .v1()
      .configMaps({ fields: { data: true } });
    await synced(factory, data);
    await saveSnapshot(data, file);
    const object = (await openSnapshot(data, file))?.lister.get('default/a');
    expect(object).toMatchObject({ data: { name: 'a' } });
    expect(object?.metadata).not.toHaveProperty('labels');
    const client = scene
      .opened(new Clientset({ host: server.url }))
      .coreV1()
      .configMaps('default');
    await expect(client.update(object as never)).rejects.toMatchObject({ code: 'ERR_PROJECTED' });
  });

  test('a namespace that was added belongs to its scope', async () => {
    await server.create(coreV1.namespaces, { metadata: { name: 'shop' } });
    await create('a', 'shop');
    const factory = scene.factory();
    const informer = factory
      .core()
      .v1()
      .configMaps({ namespaces: ['default'] });
    await synced(factory, informer);
    await informer.informer().addNamespace('shop').synced;
    await saveSnapshot(informer, file);
    await expect(openSnapshot(informer, file)).rejects.toEqual(
      refusal('the namespaces of its scope is "default,shop", expected "default"'),
    );
    const both = factory
      .core()
      .v1()
      .configMaps({ namespaces: ['shop', 'default'] });
    expect((await openSnapshot(both, file))?.lister.list()).toHaveLength(1);
  });
});

describe('a failed save leaves what was saved', () => {
  let saved: Buffer;
  beforeEach(async () => {
    await create('a');
    await saveSnapshot(await syncedMaps(), file);
    saved = await readFile(file);
  });
  const unchanged = async (): Promise<void> => {
    expect(await readFile(file)).toEqual(saved);
    expect(await readdir(folder)).toEqual(['maps.snapshot']);
  };

  test('it would be too large', async () => {
    const live = await syncedMaps();
    await expect(saveSnapshot(live, file, { maxBytes: 100 })).rejects.toEqual(
      refusal('it would have more than 100 bytes, which are allowed'),
    );
    await unchanged();
  });

  test('it is given up', async () => {
    const live = await syncedMaps();
    const stop = new AbortController();
    const saving = saveSnapshot(live, file, { signal: stop.signal });
    stop.abort(new Error('enough'));
    await expect(saving).rejects.toThrow('enough');
    await vi.waitFor(unchanged);
    await expect(saveSnapshot(live, file, { signal: stop.signal })).rejects.toThrow('enough');
    await expect(openSnapshot(live, file, { signal: stop.signal })).rejects.toThrow('enough');
  });

  test('what others have beside it does not keep it from being saved', async () => {
    const old = new Date(Date.now() - 610_000);
    const directory = join(folder, `maps.snapshot.${'0'.repeat(16)}.tmp`);
    await mkdir(directory);
    await utimes(directory, old, old);
    await saveSnapshot(await syncedMaps(), file);
    expect(await readdir(folder)).toContain('maps.snapshot');
  });

  test('files that a killed process has left are removed after ten minutes', async () => {
    const left = join(folder, `maps.snapshot.${'0'.repeat(16)}.tmp`);
    const young = join(folder, `maps.snapshot.${'1'.repeat(16)}.tmp`);
    const other = join(folder, `maps.snapshot.bak.tmp`);
    for (const path of [left, young, other]) await writeFile(path, '');
    const old = new Date(Date.now() - 610_000);
    for (const path of [left, other]) await utimes(path, old, old);
    await saveSnapshot(await syncedMaps(), file);
    expect((await readdir(folder)).toSorted()).toEqual(
      ['maps.snapshot', `maps.snapshot.${'1'.repeat(16)}.tmp`, 'maps.snapshot.bak.tmp'].toSorted(),
    );
  });
});

/** A disk that does not answer until it is released. */
function frozenDisk(): { release: () => void } {
  const fs = builtin('node:fs/promises');
  const real = fs.open;
  let release!: () => void;
  const released = new Promise<void>((resolve) => (release = resolve));
  vi.spyOn(fs, 'open').mockImplementation(async (...args) => {
    await released;
    return real(...args);
  });
  return { release };
}

describe('a disk that does not answer', () => {
  test('ends neither a save nor a read, but their time limit does', async () => {
    const live = await syncedMaps();
    await saveSnapshot(live, file);
    const saved = await readFile(file);
    const clock = new FakeClock();
    const { release } = frozenDisk();
    const reading = openSnapshot(maps(), file, { clock });
    const saving = saveSnapshot(live, file, { clock, timeoutMs: 20_000 });
    const outcomes = Promise.allSettled([reading, saving]);
    await clock.advance(30_000);
    expect(await outcomes).toMatchObject([
      {
        reason: {
          code: 'ERR_SNAPSHOT_TIMEOUT',
          message: `the snapshot ${file} was not read within 30000 ms`,
        },
      },
      {
        reason: {
          code: 'ERR_SNAPSHOT_TIMEOUT',
          message: `the snapshot ${file} was not written within 20000 ms`,
        },
      },
    ]);
    // What comes afterwards changes nothing.
    release();
    await vi.waitFor(async () => expect(await readdir(folder)).toEqual(['maps.snapshot']));
    expect(await readFile(file)).toEqual(saved);
  });

  test('a keeper begins no second save beside one that hangs, reports it, and stops in time', async () => {
    const live = await syncedMaps();
    const clock = new FakeClock();
    const errors: string[] = [];
    frozenDisk();
    const keeper = keepSnapshot(live, file, {
      clock,
      everyMs: 60_000,
      onError: (error) => errors.push((error as SnapshotError).message),
    });
    await vi.waitFor(async () => {
      await clock.advance(30_000);
      expect(errors.length).toBeGreaterThan(2);
    });
    expect(errors.slice(0, 2)).toEqual([
      `the snapshot ${file} was not written within 30000 ms`,
      'a snapshot of configmaps.v1 was not begun: the one before it has not ended',
    ]);
    await expect(keeper.stop()).rejects.toMatchObject({ code: 'ERR_SNAPSHOT_TIMEOUT' });
  });
});

describe('keepSnapshot', () => {
  const names = async (): Promise<string[]> =>
    ((await openSnapshot(maps(), file))?.lister.list() ?? []).map(({ metadata }) => String(metadata?.name));

  async function kept(options: KeepSnapshotOptions = {}) {
    const factory = scene.factory();
    const informer = factory.core().v1().configMaps();
    // Tests advance the clock while a file is written: no save may run out of time and go on beside its test.
    const keeper = keepSnapshot(informer, file, { timeoutMs: 1e9, ...options });
    return { factory, informer, keeper };
  }

  test('saves when the cache has synced, from time to time, and at the end', async () => {
    const clock = new FakeClock();
    await create('a');
    const { factory, informer, keeper } = await kept({ clock, everyMs: 60_000 });
    await clock.advance(600_000);
    expect(await names()).toEqual([]);
    factory.start();
    await vi.waitFor(async () => {
      await clock.advance(0);
      expect(await names()).toEqual(['a']);
    });
    await create('b');
    await vi.waitFor(() => expect(informer.informer().indexer.size).toBe(2));
    await vi.waitFor(async () => {
      await clock.advance(60_000);
      expect(await names()).toEqual(['a', 'b']);
    });
    await create('c');
    await vi.waitFor(() => expect(informer.informer().indexer.size).toBe(3));
    await Promise.all([keeper.stop(), keeper[Symbol.asyncDispose]()]);
    expect(await names()).toEqual(['a', 'b', 'c']);
    await create('d');
    await vi.waitFor(() => expect(informer.informer().indexer.size).toBe(4));
    await clock.advance(600_000);
    expect(await names()).toEqual(['a', 'b', 'c']);
    expect(clock.pendingTimers).toBe(0);
  });

  test('also saves after its informer was stopped', async () => {
    await create('a');
    const { factory, keeper } = await kept();
    factory.start();
    await factory.waitForCacheSync();
    await factory.stop();
    await keeper.stop();
    expect(await names()).toEqual(['a']);
  });

  test('leaves what was saved if the cache never syncs', async () => {
    await create('a');
    await saveSnapshot(await syncedMaps(), file);
    await server.stop();
    const { factory, keeper } = await kept({ everyMs: 1 });
    factory.start();
    await factory.stop();
    await keeper.stop();
    expect(await names()).toEqual(['a']);
  });

  test('reports a failed save as a warning, and goes on; the last one rejects', async () => {
    const clock = new FakeClock();
    const warning = vi.spyOn(process, 'emitWarning').mockReturnValue(undefined);
    await mkdir(file);
    const { factory, keeper } = await kept({ clock });
    factory.start();
    await factory.waitForCacheSync();
    await vi.waitFor(async () => {
      await clock.advance(0);
      expect(warning).toHaveBeenCalledWith(
        expect.stringContaining('a snapshot of configmaps.v1 was not saved: the snapshot'),
        expect.objectContaining({ code: 'KUBE_INFORMERS_UNHANDLED' }),
      );
    });
    await expect(keeper.stop()).rejects.toBeInstanceOf(SnapshotError);
  });

  test('goes on after a hook that throws', async () => {
    const clock = new FakeClock();
    const warning = vi.spyOn(process, 'emitWarning').mockReturnValue(undefined);
    await mkdir(file);
    const onError = vi.fn(() => {
      throw new Error('the hook');
    });
    const { factory, keeper } = await kept({ clock, onError });
    factory.start();
    await factory.waitForCacheSync();
    await vi.waitFor(async () => {
      await clock.advance(300_000);
      expect(onError.mock.calls.length).toBeGreaterThan(1);
    });
    expect(warning).toHaveBeenCalledWith(expect.objectContaining({ message: 'the hook' }));
    await expect(keeper.stop()).rejects.toBeInstanceOf(SnapshotError);
  });
});
