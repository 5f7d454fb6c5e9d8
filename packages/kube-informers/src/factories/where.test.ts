import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { plainFormat } from '../cache/cache-format.js';
import { compact } from '../compact/compact-cache.js';
import { ApiServer } from '@kube-informers/testing';
import type { ResourceEventHandler } from '../cache/types.js';
import { Clientset, DynamicClient } from '../client/clientset.js';
import { Controller } from '../controller/controller.js';
import { HashRanges } from '../meta/hash-ranges.js';
import type { KubernetesObject } from '../meta/types.js';
import { coreV1 } from '../resources/core-v1.js';
import type { DeepReadonly } from '../util/deep-readonly.js';
import { DynamicSharedInformerFactory } from './dynamic-shared-informer-factory.js';
import type { InformerFactoryOptions } from './informer-factory.js';
import { SharedInformerFactory } from './shared-informer-factory.js';
import { shardOf } from '../sharding/informer-shard.js';

let server: ApiServer;
let clientset: Clientset;
const open: AsyncDisposable[] = [];

beforeEach(async () => {
  server = await ApiServer.start();
  clientset = new Clientset({ host: server.url });
});

afterEach(async () => {
  for (const resource of open.splice(0).reverse()) await resource[Symbol.asyncDispose]();
  await clientset.close();
  await server.stop();
});

function newFactory(options: InformerFactoryOptions = {}): SharedInformerFactory {
  const factory = new SharedInformerFactory(clientset, options);
  open.push(factory);
  return factory;
}

const namespace = 'default';

async function create(name: string, on: string, inNamespace = namespace): Promise<void> {
  await server.create(coreV1.configMaps, {
    metadata: { name, namespace: inNamespace, labels: { on } },
    data: { large: name.repeat(100) },
  });
}

async function set(name: string, on: string): Promise<void> {
  await server.patch(coreV1.configMaps, name, { metadata: { labels: { on } } });
}

const fields = { metadata: { labels: true } } as const;

/** True for `yes`; throws for `throw`. */
function isOn({ metadata }: DeepReadonly<KubernetesObject>): boolean {
  if (metadata?.labels?.['on'] === 'throw') throw new Error('cannot decide');
  return metadata?.labels?.['on'] === 'yes';
}

/** Lines of events: `+a` add, `~a` update, `-a` deletion, `>a` out of scope, `?a` a deletion that was missed. */
function recorder(lines: string[]): ResourceEventHandler<KubernetesObject> {
  return {
    onAdd: ({ metadata }) => lines.push(`+${metadata?.name}`),
    onUpdate: (_old, { metadata }) => lines.push(`~${metadata?.name}`),
    onDelete: ({ key, object, leftScope, finalStateUnknown }) => {
      lines.push(`${leftScope ? '>' : finalStateUnknown ? '?' : '-'}${key.replace(/.*\//, '')}`);
      expect(object?.metadata?.labels).toEqual({ on: 'yes' });
    },
  };
}

/** Waits until the cache has everything that the server has done so far. */
async function reached(informer: { readonly indexer: { readonly resourceVersion: string } }): Promise<void> {
  await create(`end-${server.resourceVersion}`, 'no');
  const { resourceVersion } = server;
  await expect.poll(() => informer.indexer.resourceVersion).toBe(resourceVersion);
}

describe('where', () => {
  test.each<[string, InformerFactoryOptions]>([
    ['a watch-list', { useWatchList: true }],
    ['a list in pages', { useWatchList: false, pageSize: 2 }],
    ['a whole list', { useWatchList: false, pageSize: 0 }],
    ['a compact cache', { cacheFormat: compact() }],
    ['a compact cache from a list', { cacheFormat: compact(), useWatchList: false }],
  ])('%s and a watch bring only what matches', async (_name, options) => {
    for (const [name, on] of Object.entries({ a: 'yes', b: 'no', c: 'no', d: 'no', e: 'yes' }))
      await create(name, on);
    const factory = newFactory({ ...options });
    const informer = factory.core().v1().configMaps({ fields, where: isOn }).informer();
    const lines: string[] = [];
    informer.addEventHandler(recorder(lines));
    factory.start();
    await factory.waitForCacheSync();
    expect(informer.indexer.listKeys().toSorted()).toEqual(['default/a', 'default/e']);
    await reached(informer);
    expect(lines.splice(0).toSorted()).toEqual(['+a', '+e']);

    await set('b', 'yes'); // begins to match
    await set('c', 'never'); // still does not
    await set('a', 'no'); // does not match any more
    await server.patch(coreV1.configMaps, 'e', { metadata: { labels: { on: 'yes' } }, data: { x: '1' } });
    await server.delete(coreV1.configMaps, 'e');
    await server.delete(coreV1.configMaps, 'd');
    await reached(informer);
    expect(lines.splice(0)).toEqual(['+b', '>a', '~e', '-e']);
    expect(informer.indexer.listKeys()).toEqual(['default/b']);
    const [kept] = informer.indexer.list();
    expect(kept?.metadata?.labels).toEqual({ on: 'yes' });
    expect(kept).not.toHaveProperty('data');
  });

  test.each([
    ['a watch-list', true],
    ['a list', false],
  ])('%s after a gap tells what left the scope from what was deleted', async (_name, useWatchList) => {
    for (const name of ['a', 'b', 'c']) await create(name, 'yes');
    await create('d', 'no');
    const onWatchError = (): void => undefined;
    const factory = newFactory({ useWatchList, onWatchError, backoff: { baseMs: 1, capMs: 1 } });
    const informer = factory.core().v1().configMaps({ fields, where: isOn }).informer();
    const lines: string[] = [];
    informer.addEventHandler(recorder(lines));
    factory.start();
    await factory.waitForCacheSync();
    await reached(informer);
    lines.length = 0;

    const gap = server.intercept(({ verb }) =>
      verb === 'watch' || verb === 'list' ? { status: 503 } : undefined,
    );
    server.dropWatches();
    await set('a', 'no');
    await server.delete(coreV1.configMaps, 'b');
    await set('d', 'yes');
    await server.compact();
    gap.remove();
    await expect.poll(() => lines.toSorted()).toEqual(['+d', '>a', '?b']);
    expect(informer.indexer.listKeys().toSorted()).toEqual(['default/c', 'default/d']);
  });

  test('an object on which it throws is reported, and what is stored of it stays', async () => {
    await create('a', 'yes');
    await create('b', 'throw');
    const reported: string[] = [];
    const note = (error: Error): void => void reported.push(error.message);
    const factory = newFactory({ useWatchList: false, onObjectError: note, onWatchError: note });
    const informer = factory.core().v1().configMaps({ fields, where: isOn }).informer();
    factory.start();
    await factory.waitForCacheSync();
    expect(informer.indexer.listKeys()).toEqual(['default/a']);
    expect(reported.splice(0)).toEqual(['the where of "default/b" failed: cannot decide']);
    await set('a', 'throw');
    await expect
      .poll(() => reported)
      .toEqual([expect.stringContaining('the where of "default/a" failed: cannot decide') as string]);
    expect(informer.indexer.getByKey('default/a')?.metadata?.labels).toEqual({ on: 'yes' });
    await server.delete(coreV1.configMaps, 'a');
    await expect.poll(() => informer.indexer.size).toBe(0);
  });
});

test('it gets the result of the transform, and several namespaces and a shard', async () => {
  await server.create(coreV1.namespaces, { metadata: { name: 'shop' } });
  for (let number = 0; number < 8; number++)
    await create(`a${number}`, number % 2 === 0 ? 'yes' : 'no', number < 4 ? namespace : 'shop');
  const half = HashRanges.ofSlots([0], 2);
  const factory = newFactory();
  const configMaps = factory
    .core()
    .v1()
    .configMaps({
      namespaces: [namespace, 'shop'],
      shard: shardOf(half),
      transform: (object) => ({
        ...object,
        metadata: {
          ...object.metadata,
          annotations: { on: object.metadata?.labels?.['on'] ?? object.metadata?.annotations?.['on'] ?? '' },
          labels: {},
        },
      }),
      where: ({ metadata }) => metadata?.annotations?.['on'] === 'yes',
    });
  const informer = configMaps.informer();
  factory.start();
  await factory.waitForCacheSync();
  const { items } = await server.list(coreV1.configMaps);
  const expected = (ranges: HashRanges): string[] =>
    items
      .filter(({ metadata }) => metadata?.labels?.['on'] === 'yes' && ranges.has(metadata.uid ?? ''))
      .map(({ metadata }) => `${metadata?.namespace}/${metadata?.name}`);
  expect(informer.indexer.listKeys().toSorted()).toEqual(expected(half).toSorted());
  await informer.setShard(HashRanges.all).synced;
  expect(informer.indexer.listKeys().toSorted()).toEqual(expected(HashRanges.all).toSorted());
});

test('a dynamic informer', async () => {
  await create('a', 'yes');
  await create('b', 'no');
  const client = new DynamicClient({ host: server.url });
  const factory = new DynamicSharedInformerFactory(client, { useWatchList: false });
  open.push(client, factory);
  const informer = factory
    .forResource({ group: '', version: 'v1', resource: 'configmaps' }, { where: isOn })
    .informer();
  factory.start();
  await factory.waitForCacheSync();
  expect(informer.indexer.listKeys()).toEqual(['default/a']);
});

test('a controller runs for what no longer matches, and own writes that do not match need no wait', async () => {
  await create('a', 'yes');
  await create('b', 'no');
  const factory = newFactory();
  const runs: string[] = [];
  const configMaps = factory.core().v1().configMaps({ fields, where: isOn });
  const controller = new Controller('test', {
    clientset,
    for: configMaps,
    reconcile: async ({ key, object, client }) => {
      const { step } = object?.metadata?.labels ?? {};
      runs.push(`${key} ${object === undefined ? 'gone' : (step ?? 'new')}`);
      if (object === undefined) return;
      const labels = step === '2' ? { on: 'no' } : { step: step === undefined ? '1' : '2' };
      await client
        .resource(coreV1.configMaps, namespace)
        .patch('a', { metadata: { labels } }, { type: 'merge' });
      // Does not match before or after.
      await client
        .resource(coreV1.configMaps, namespace)
        .patch('b', { metadata: { labels } }, { type: 'merge' });
    },
  });
  open.push(controller);
  factory.start();
  const ended = controller.run();
  await expect.poll(() => runs).toEqual(['default/a new', 'default/a 1', 'default/a 2', 'default/a gone']);
  await controller.stop();
  await ended;
  expect(controller.stats()).toMatchObject({ ownWriteTimeoutsTotal: 0, reconcileErrorsTotal: 0 });
});

test.each<[scope: object, message: string]>([
  [{ where: 'a' }, 'where of the scope of configmaps.v1 must be a function, got string'],
  [{ skipUnchanged: 1 }, 'skipUnchanged of the scope of configmaps.v1 must be true or false, got number'],
])('%j is refused', (scope, message) => {
  expect(() =>
    newFactory()
      .core()
      .v1()
      .configMaps(scope as never),
  ).toThrow(message);
});

test('an async function is reported', async () => {
  await create('a', 'yes');
  const reported: string[] = [];
  const factory = newFactory({
    useWatchList: false,
    onObjectError: ({ message }) => reported.push(message),
  });
  const where = (() => Promise.reject(new Error('never seen'))) as never;
  const informer = factory.core().v1().configMaps({ where }).informer();
  factory.start();
  await factory.waitForCacheSync();
  expect(informer.indexer.size).toBe(0);
  expect(reported).toEqual([
    'the where of "default/a" failed: where of an informer must not be async, got a Promise',
  ]);
});

test('the type of its object has only what is kept', () => {
  const v1 = newFactory().core().v1();
  v1.pods({
    fields: { status: { phase: true } },
    where: (pod) => {
      // @ts-expect-error: a text
      if (pod.status?.phase === 1) return false;
      // @ts-expect-error: not kept
      return pod.spec !== undefined;
    },
  });
  const informer = v1.configMaps({ where: isOn }).informer();
  expect(v1.configMaps({ where: isOn }).informer()).toBe(informer);
  expect(v1.configMaps({ where: () => true }).informer()).not.toBe(informer);
  expect(v1.configMaps().informer()).not.toBe(informer);
});

test('informers that watch the same objects name each other, and are logged once', () => {
  const lines: object[] = [];
  const silent = (): void => undefined;
  const info = (line: object): void => void lines.push(line);
  const factory = newFactory({ logger: { debug: silent, info, warn: silent, error: silent } });
  const v1 = factory.core().v1();
  const whole = v1.configMaps().informer();
  const some = v1.configMaps({ fields }).informer();
  const selected = v1.configMaps({ where: isOn }).informer();
  const other = v1.configMaps({ namespace: 'shop', fields }).informer();
  v1.pods().informer();
  expect(whole.stats().target?.alsoWatchedBy).toEqual([some.name, selected.name]);
  expect(some.stats().target?.alsoWatchedBy).toEqual([whole.name, selected.name]);
  expect(other.stats().target?.alsoWatchedBy).toBeUndefined();
  expect(lines).toEqual([{ resource: 'configmaps.v1', informers: [whole.name, some.name] }]);
});

describe('skipUnchanged', () => {
  test.each([
    ['plain', plainFormat],
    ['compact', compact()],
  ])('the %s cache gets what handlers do not', async (_name, cacheFormat) => {
    await create('a', 'yes');
    const factory = newFactory({ cacheFormat });
    const configMaps = factory.core().v1().configMaps({ fields, skipUnchanged: true });
    const lines: string[] = [];
    configMaps.informer().addEventHandler(recorder(lines));
    factory.start();
    await factory.waitForCacheSync();
    const version = (): string | undefined => configMaps.lister().get('default/a')?.metadata?.resourceVersion;
    for (const x of ['1', '2']) await server.patch(coreV1.configMaps, 'a', { data: { x } });
    const { resourceVersion } = server;
    await expect.poll(version).toBe(resourceVersion);
    await server.patch(coreV1.configMaps, 'a', { metadata: { finalizers: ['example.com/x'] } });
    await expect.poll(() => lines).toEqual(['+a', '~a']);
    // A precondition of the cached version holds.
    await clientset
      .coreV1()
      .configMaps(namespace)
      .patch('a', { metadata: { resourceVersion: version(), finalizers: [] } }, { type: 'merge' });
  });

  test('an own write is waited for', async () => {
    await create('a', 'yes');
    const factory = newFactory();
    const configMaps = factory.core().v1().configMaps({ fields, skipUnchanged: true });
    const runs: boolean[] = [];
    let written: string | undefined;
    const controller = new Controller('test', {
      clientset,
      for: configMaps,
      reconcile: async ({ object, client }) => {
        runs.push(written === undefined || object?.metadata?.resourceVersion === written);
        if (runs.length === 3) return {};
        const patch = { data: { x: String(runs.length) } };
        const patched = await client
          .resource(coreV1.configMaps, namespace)
          .patch('a', patch, { type: 'merge' });
        written = patched.metadata?.resourceVersion;
        return { afterMs: 1 };
      },
    });
    open.push(controller);
    factory.start();
    const ended = controller.run();
    await expect.poll(() => runs).toEqual([true, true, true]);
    await controller.stop();
    await ended;
    expect(controller.stats()).toMatchObject({ ownWriteTimeoutsTotal: 0, reconcileErrorsTotal: 0 });
  });
});
