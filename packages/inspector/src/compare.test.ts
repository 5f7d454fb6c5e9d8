import { expect, test } from 'vitest';
import { SharedIndexInformer } from '../../kube-informers/src/cache/informer/shared-index-informer.js';
import type { TransformFunc } from '../../kube-informers/src/cache/types.js';
import type { KubernetesObject } from '../../kube-informers/src/meta/types.js';
import { FakeClock } from '../../testing/src/fake-clock.js';
import { FakeSource } from '../../testing/src/fake-source.js';
import { compareWithServer, listedDifferences } from './compare.js';
import type { ListedPage } from './compare.js';

const object = (name: string, resourceVersion = '', creationTimestamp = ''): KubernetesObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {
    name,
    namespace: 'a',
    ...(resourceVersion === '' ? {} : { resourceVersion }),
    ...(creationTimestamp === '' ? {} : { creationTimestamp }),
  },
});

async function start(names: readonly string[], transform?: TransformFunc<KubernetesObject>) {
  const clock = new FakeClock();
  const source = new FakeSource<KubernetesObject>({ clock });
  for (const name of names) source.add(object(name));
  const informer = new SharedIndexInformer<KubernetesObject>(source, { clock, transform });
  informer.start();
  await informer.synced;
  const compare = async (pages: () => AsyncGenerator<ListedPage, void, void>) => {
    const result = compareWithServer(informer, { metadataOnly: true, pages }, clock);
    await Promise.all([result.catch(() => undefined), clock.advance(10_000)]);
    return result;
  };
  return { clock, source, informer, compare };
}

const versionOf = (informer: SharedIndexInformer<KubernetesObject>, name: string) =>
  informer.indexer.getByKey(`a/${name}`)?.metadata?.resourceVersion ?? '';

test('a cache that is equal to the server has no differences', async () => {
  const { informer, compare } = await start(['one', 'two']);
  const result = await compare(async function* () {
    yield {
      items: [object('one', versionOf(informer, 'one'))],
      resourceVersion: informer.lastSyncResourceVersion,
    };
    yield {
      items: [object('two', versionOf(informer, 'two'))],
      resourceVersion: informer.lastSyncResourceVersion,
    };
  });
  expect(result).toMatchObject({
    serverObjects: 2,
    cachedObjects: 2,
    missing: 0,
    extra: 0,
    older: 0,
    changedMeanwhile: 0,
    differences: [],
    metadataOnly: true,
  });
  expect(informer.stats().handlers).toHaveLength(0);
  await informer.stop();
});

test('an object whose version a transform has dropped does not count as older', async () => {
  const { informer, compare } = await start(['one'], ({ metadata }) => ({
    metadata: { name: metadata?.name ?? '', namespace: metadata?.namespace ?? '' },
  }));
  const { lastSyncResourceVersion: resourceVersion } = informer;
  const result = await compare(async function* () {
    yield { items: [object('one', '7')], resourceVersion };
  });
  expect(result).toMatchObject({ missing: 0, extra: 0, older: 0, serverObjects: 1, changedMeanwhile: 0 });
  await informer.stop();
});

test('lists missing, extra and older objects, and since when', async () => {
  const { informer, compare } = await start(['same', 'old', 'extra']);
  const result = await compare(async function* () {
    yield {
      items: [
        object('same', versionOf(informer, 'same')),
        object('old', '900', '2026-01-01T00:00:00Z'),
        object('missing', '901', '2026-01-02T00:00:00Z'),
      ],
      resourceVersion: '902',
    };
  });
  expect(result).toMatchObject({ missing: 1, extra: 1, older: 1, serverResourceVersion: '902' });
  expect(result.differences).toEqual([
    {
      key: 'a/old',
      kind: 'older',
      cached: versionOf(informer, 'old'),
      server: '900',
      sinceMs: Date.parse('2026-01-01T00:00:00Z'),
    },
    { key: 'a/missing', kind: 'missing', server: '901', sinceMs: Date.parse('2026-01-02T00:00:00Z') },
    { key: 'a/extra', kind: 'extra', cached: versionOf(informer, 'extra') },
  ]);
  await informer.stop();
});

test('ignores objects that change during the comparison', async () => {
  const { clock, source, informer, compare } = await start(['changed', 'deleted']);
  const before = { changed: versionOf(informer, 'changed'), deleted: versionOf(informer, 'deleted') };
  const result = await compare(async function* () {
    const { lastSyncResourceVersion: resourceVersion } = informer;
    source.add(object('created'));
    source.modify(object('changed'));
    source.delete(object('deleted'));
    await clock.advance(1);
    yield { items: [object('changed', before.changed), object('deleted', before.deleted)], resourceVersion };
  });
  expect(result).toMatchObject({ missing: 0, extra: 0, older: 0, changedMeanwhile: 3 });
  await informer.stop();
});

test('counts all differences, lists the first, and passes on the error of a list', async () => {
  const { informer, compare } = await start([]);
  const items = Array.from({ length: listedDifferences + 1 }, (_, n) => object(`p${n}`, '900'));
  const result = await compare(async function* () {
    yield { items, resourceVersion: '900' };
  });
  expect(result.missing).toBe(listedDifferences + 1);
  expect(result.differences).toHaveLength(listedDifferences);
  await expect(
    // oxlint-disable-next-line require-yield
    compare(async function* () {
      throw new Error('forbidden');
    }),
  ).rejects.toThrow('forbidden');
  expect(informer.stats().handlers).toHaveLength(0);
  await informer.stop();
});
