import { describe, expect, test } from 'vitest';
import { ApiServer } from '@kube-informers/testing';
import { SharedIndexInformer } from '../cache/informer/shared-index-informer.js';
import type { SharedIndexInformerOptions } from '../cache/informer/shared-index-informer.js';
import { Clientset, DynamicClient } from '../client/clientset.js';
import { MetadataClient } from '../client/metadata-client.js';
import { DynamicSharedInformerFactory } from '../factories/dynamic-shared-informer-factory.js';
import type { InformerFactoryOptions } from '../factories/informer-factory.js';
import { MetadataSharedInformerFactory } from '../factories/metadata-shared-informer-factory.js';
import { SharedInformerFactory } from '../factories/shared-informer-factory.js';
import { parseSelector } from '../meta/label-selector.js';
import { coreV1 } from '../resources/core-v1.js';
import { FakeSource } from '../../../testing/src/fake-source.js';
import { settle } from '../../../testing/src/fake-clock.js';
import { samplePod } from './compact.test-support.js';
import type { Pod } from './compact.test-support.js';
import { compact } from './compact-cache.js';
import type { CompactOptions } from './compact-cache.js';
import { isCompact } from './compact-objects.js';

function source(...names: string[]): FakeSource<Pod> {
  const objects = names.map((name) => {
    const { resourceVersion: _given, ...metadata } = samplePod(name).metadata ?? {};
    return { ...samplePod(name), metadata };
  });
  return new FakeSource<Pod>({ objects, firstResourceVersion: 10 });
}

/** An informer that has synced. */
async function running(
  from: FakeSource<Pod>,
  options: SharedIndexInformerOptions<Pod>,
): Promise<SharedIndexInformer<Pod>> {
  const informer = new SharedIndexInformer<Pod>(from, { cacheFormat: compact(), ...options });
  informer.start();
  await informer.synced;
  await settle();
  return informer;
}

describe('an informer with a compact cache', () => {
  test.each([
    { options: { hotObjects: -1 }, problem: 'hotObjects of compact must be a whole' },
    { options: { hotObjects: '9' }, problem: 'got "9"' },
    { options: { hotObjects: Number.NaN }, problem: 'got NaN' },
    { options: { hotObjects: 9n }, problem: 'got 9n' },
    { options: null, problem: 'got null' },
    { options: true, problem: 'got true' },
  ])('refuses $options', ({ options, problem }) => {
    expect(() => compact(options as unknown as CompactOptions)).toThrow(problem);
  });

  test('is named by a factory that is asked for the option compact', () => {
    const client = { list: () => undefined, watch: () => undefined } as never;
    const options = { compact: true } as InformerFactoryOptions;
    expect(() => new SharedInformerFactory(client, options)).toThrow(
      'unknown option "compact" of an informer factory: did you mean cacheFormat: compact() of kube-informers/compact?',
    );
  });

  test('passes each plain object to a transform once, and keeps its result', async () => {
    const from = source('a', 'b');
    const seen: string[] = [];
    await using informer = await running(from, {
      transform(pod) {
        expect(isCompact(pod)).toBe(false);
        seen.push(`${pod.metadata?.name} ${pod.status?.phase}`);
        if (pod.metadata?.name === 'b') throw new Error('not this one');
        delete pod.metadata?.managedFields;
        pod.status = { phase: 'transformed' };
        return pod;
      },
    });
    from.modify(samplePod('a'));
    await settle();
    const [pod] = informer.indexer.list();
    expect(informer.indexer.size).toBe(1);
    expect(isCompact(pod)).toBe(true);
    expect(pod?.status).toEqual({ phase: 'transformed' });
    expect(pod?.metadata?.managedFields).toBeUndefined();
    expect(seen.filter((line) => line === 'a transformed')).toEqual([]);
  });

  test.each([
    ['a BigInt', 1n],
    ['a Map', new Map([['a', 1]])],
    ['bytes', new Uint8Array([1])],
    ['a function', () => 1],
  ])('keeps an object that cannot be written as JSON plain: %s of a transform', async (_what, value) => {
    const from = source('a', 'b');
    const problems: string[] = [];
    await using informer = await running(from, {
      transform: (pod) => (pod.metadata?.name === 'a' ? { ...pod, spec: { nodeName: value as never } } : pod),
      onObjectError: (error) => void problems.push(error.message),
    });
    expect(informer.indexer.listKeys()).toEqual(['default/a', 'default/b']);
    expect(informer.indexer.getByKey('default/a')?.spec?.nodeName).toBe(value);
    expect(problems).toEqual([]);
  });

  test('also indexes by members that have to be decoded, and selects by labels', async () => {
    await using informer = await running(source('a', 'b'), {
      indexers: { node: (pod) => [pod.spec?.nodeName ?? ''] },
    });
    expect(informer.indexer.byIndex('node', 'node-1').map((pod) => pod.metadata?.name)).toEqual(['a', 'b']);
    const selector = parseSelector('app=web,tier!=back');
    expect(informer.indexer.list().every((pod) => selector.matches(pod.metadata?.labels))).toBe(true);
  });

  test('calls handlers with the stored objects, including the old one', async () => {
    const from = source('a');
    await using informer = await running(from, {});
    const updates: [Pod, Pod][] = [];
    informer.addEventHandler({ onUpdate: (old, pod) => void updates.push([old as Pod, pod as Pod]) });
    const before = informer.indexer.getByKey('default/a');
    from.modify({ ...samplePod('a'), status: { phase: 'Failed' } });
    await settle();
    expect(updates).toHaveLength(1);
    expect(updates[0]?.[0]).toBe(before);
    expect(updates[0]?.[1]).toBe(informer.indexer.getByKey('default/a'));
    expect(updates[0]?.map((pod) => pod.status?.phase)).toEqual(['Running', 'Failed']);
  });

  test('an object of another compact cache is copied, not kept by reference', async () => {
    await using first = await running(source('a'), {});
    const given = first.indexer.list() as Pod[];
    const second = new FakeSource<Pod>({ firstResourceVersion: 50 });
    second.list = () => Promise.resolve({ metadata: { resourceVersion: '60' }, items: given });
    await using informer = await running(second, { useWatchList: false });
    const kept = informer.indexer.list();
    expect(kept).toEqual(given);
    expect(kept.map(isCompact)).toEqual([true]);
    expect(kept[0]).not.toBe(given[0]);
  });

  test('freezes what is decoded under the mutation detector', async () => {
    await using informer = await running(source('a'), { mutationDetector: true });
    const [pod] = informer.indexer.list();
    expect(() => Object.assign(pod?.spec ?? {}, { nodeName: 'x' })).toThrow(TypeError);
  });
});

test('factories keep typed, dynamic and metadata informers compact, from the bytes of a server', async () => {
  await using server = await ApiServer.start();
  const config = { host: server.url, proxyUrl: '' };
  await using clientset = new Clientset(config);
  const configMaps = clientset.resource(coreV1.configMaps, 'default');
  await configMaps.create({
    metadata: { name: 'early', labels: { app: 'web' } },
    data: { text: 'ü "x" \\' },
  });
  for (const useWatchList of [true, false]) {
    await using dynamicClient = new DynamicClient(config);
    await using metadataClient = new MetadataClient(config);
    const options = { cacheFormat: compact(), useWatchList };
    await using typed = new SharedInformerFactory(clientset, options);
    await using dynamic = new DynamicSharedInformerFactory(dynamicClient, options);
    await using metadata = new MetadataSharedInformerFactory(metadataClient, options);
    const informers = [
      typed.core().v1().configMaps().informer(),
      dynamic.forResource(coreV1.configMaps).informer(),
      metadata.forResource(coreV1.configMaps).informer(),
    ] as const;
    for (const factory of [typed, dynamic, metadata]) {
      factory.start();
      await factory.waitForCacheSync();
    }
    const late = `late-${useWatchList}`;
    const updated = informers.map(
      (informer) =>
        new Promise<void>((resolve) => {
          informer.addEventHandler({ onAdd: (object) => object.metadata?.name === late && resolve() });
        }),
    );
    await configMaps.create({ metadata: { name: late }, data: { text: 'late' } });
    await Promise.all(updated);
    for (const name of ['early', late]) {
      const plain = await configMaps.get(name);
      const kept = informers.map((informer) => informer.indexer.getByKey(`default/${name}`));
      expect(kept.map(isCompact)).toEqual([true, true, true]);
      expect(kept[0]).toEqual(plain);
      expect(kept[1]).toEqual(plain);
      expect(kept[2]?.metadata).toEqual(plain.metadata);
      expect(kept[2]?.kind).toBe('PartialObjectMetadata');
    }
  }
});

test('stats have the bytes of the stored objects, and how often reads had to decode one', async () => {
  const pods = source('a', 'b', 'c');
  const informer = new SharedIndexInformer<Pod>(pods, { cacheFormat: compact({ hotObjects: 1 }) });
  informer.start();
  await informer.synced;
  const stats = () => informer.stats().store.cacheFormat;
  const full = stats()?.bytes ?? 0;
  expect(full).toBeGreaterThan(0);
  expect(stats()).toMatchObject({ hotObjects: 0, hits: 0, misses: 0 });
  const read = (name: string): unknown => informer.indexer.getByKey(`default/${name}`)?.spec;
  for (const name of ['a', 'a', 'b', 'a']) read(name);
  expect(stats()).toMatchObject({ hotObjects: 1, hits: 1, misses: 3 });
  pods.delete('default/a');
  await settle();
  expect(stats()?.bytes).toBeLessThan(full);
  for (const name of ['b', 'c']) pods.delete(`default/${name}`);
  await settle();
  expect(stats()?.bytes).toBe(0);
  await informer.stop();
});
