import { describe, expect, test } from 'vitest';
import { Clientset, KeyError, plainFormat, SharedIndexInformer, SharedInformerFactory } from 'kube-informers';
import type { InformerFactoryOptions } from 'kube-informers';
import { FakeListerWatcher, settle } from '@kube-informers/testing';
import { checkList, checkWatch, newCachesUnderTest } from '../both-caches.test-support.js';
import { MisbehavingServer } from '../scenarios/informers/misbehaving-server.test-support.js';
import type { Pod } from '../scenarios/informers/misbehaving-server.test-support.js';
import { until } from '../scenarios/informers/scene.test-support.js';
import { compact } from 'kube-informers/compact';

/*
 * No API server accepts a slash in a name or a namespace. An object with one, from a hostile or broken server, must not get
 * the key of another object, and must not keep the other objects from the cache.
 */

function named(name: string): Pod {
  return { metadata: { name, namespace: 'default' } };
}

interface Running extends AsyncDisposable {
  readonly informer: SharedIndexInformer<Pod>;
  readonly faults: readonly Error[];
}

async function running(server: MisbehavingServer, options: InformerFactoryOptions): Promise<Running> {
  const faults: Error[] = [];
  const clientset = new Clientset({ host: server.host });
  const factory = new SharedInformerFactory(clientset, {
    onWatchError: (error) => void faults.push(error),
    ...options,
  });
  const informer = factory.core().v1().pods().informer();
  factory.start();
  await factory.waitForCacheSync();
  return {
    informer,
    faults,
    async [Symbol.asyncDispose]() {
      await factory.stop();
      await clientset.close();
    },
  };
}

function putUnsafe(server: MisbehavingServer): void {
  server.put('b/c', { metadata: { namespace: 'a' } });
  server.put('c', { metadata: { namespace: 'a/b' } });
  server.put('a/b', { metadata: { namespace: '' } });
}

describe.each<InformerFactoryOptions>([{ cacheFormat: plainFormat }, { cacheFormat: compact() }])(
  'objects with a slash in their name or namespace ($cacheFormat.id)',
  (options) => {
    test('are skipped in a list and reported once', async () => {
      await using server = await MisbehavingServer.start('one');
      putUnsafe(server);
      server.put('two');
      await using mirror = await running(server, { ...options, useWatchList: false });
      expect(mirror.informer.indexer.listKeys().sort()).toEqual(['default/one', 'default/two']);
      expect(mirror.faults).toEqual([expect.objectContaining({ code: 'ERR_LIST_ITEM' })]);
      expect(mirror.faults[0]?.message).toContain(
        '3 of 5 items of the list were left out; item 1: name and namespace of v1 Pod must not contain a slash, got name "b/c" and namespace "a"',
      );
    });

    test.each([true, false])('are skipped in a watch and reported (watch-list: %s)', async (useWatchList) => {
      await using server = await MisbehavingServer.start('one');
      if (useWatchList) putUnsafe(server);
      await using mirror = await running(server, { ...options, useWatchList });
      const { indexer } = mirror.informer;
      putUnsafe(server);
      server.put('two');
      await until('the last change is there', () => indexer.resourceVersion === server.revision);
      expect(indexer.listKeys().sort()).toEqual(['default/one', 'default/two']);
      const errors = mirror.faults.map((error) => [(error as { code?: string }).code, error.cause]);
      expect(errors).toEqual(Array(useWatchList ? 6 : 3).fill(['ERR_STORE', expect.any(KeyError)]));
    });
  },
);

test('do not reach a key function that would accept them, from list or watch', async () => {
  const source = new FakeListerWatcher<Pod>({
    list: () => ({ metadata: { resourceVersion: '1' }, items: [named('one'), named('b/c')] }),
  });
  const informer = new SharedIndexInformer<Pod>(source, {
    keyFunc: (pod) => pod.metadata?.name ?? '',
    useWatchList: false,
    onWatchError: () => undefined,
  });
  informer.start();
  const stream = await source.nextStream();
  stream.push({ type: 'ADDED', object: named('d/e') }, { type: 'ADDED', object: named('two') });
  await settle();
  expect(informer.indexer.listKeys()).toEqual(['one', 'two']);
  await informer.stop();
});

test('both caches decode such objects like JSON.parse, and assign no key', () => {
  const texts = [
    '{"metadata":{"name":"b/c","namespace":"a"}}',
    '{"metadata":{"name":"c","namespace":"a/b"}}',
    '{"metadata":{"name":"a/b"}}',
    '{"metadata":{"name":"c","namespace":"a"}}',
  ];
  const caches = newCachesUnderTest();
  const list = `{"kind":"PodList","apiVersion":"v1","metadata":{},"items":[${texts.join(',')}]}`;
  // Both compact caches keep only the last one.
  expect(checkList(caches, Buffer.from(list), [7])).toMatchObject({ objects: 8, compact: 2 });
  const lines = texts.map((text) => `{"type":"ADDED","object":${text}}\n`).join('');
  expect(checkWatch(caches, Buffer.from(lines), [7])).toMatchObject({ objects: 8, compact: 2 });
});
