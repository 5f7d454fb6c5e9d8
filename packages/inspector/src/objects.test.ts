import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SharedIndexInformer } from '../../kube-informers/src/cache/informer/shared-index-informer.js';
import { MemoryIndexer, metaNamespaceIndexFunc } from '../../kube-informers/src/cache/stores/indexer.js';
import { compact } from '../../kube-informers/src/compact/compact-cache.js';
import type { KubernetesObject } from '../../kube-informers/src/meta/types.js';
import { FakeClock } from '../../testing/src/fake-clock.js';
import { FakeSource } from '../../testing/src/fake-source.js';
import { systemClock } from '../../kube-informers/src/util/clock.js';
import { listIndexes, listObjects, maxRows, objectsQuery } from './objects.js';

const pods = { group: '', resource: 'pods' };

function indexerOf(objects: readonly KubernetesObject[]): MemoryIndexer {
  const indexer = new MemoryIndexer<KubernetesObject>({
    indexers: { namespace: metaNamespaceIndexFunc, app: ({ metadata }) => [metadata?.labels?.app ?? ''] },
  });
  indexer.replace(objects, '1');
  return indexer;
}

const list = (indexer: MemoryIndexer, query: Record<string, string>, resource = pods) =>
  listObjects(indexer, resource, objectsQuery(new URLSearchParams(query)), systemClock);

const pod = (namespace: string, name: string, app = 'web', phase = 'Running'): KubernetesObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { namespace, name, labels: { app }, resourceVersion: '1' },
  // As pods have it; the type of all objects has no more than metadata.
  ...({ status: { phase } } as object),
});

describe('listObjects', () => {
  test('pages through all that match, in the order of their keys', async () => {
    const word = fc.stringMatching(/^[abc]{1,3}$/);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(word, word), { maxLength: 60 }),
        fc.stringMatching(/^[abC/]{0,2}$/),
        fc.integer({ min: 1, max: 7 }),
        async (names, search, limit) => {
          const indexer = indexerOf(names.map(([namespace, name]) => pod(namespace, name)));
          const expected = indexer
            .listKeys()
            .filter((key) => key.includes(search.toLowerCase()))
            .toSorted();
          const found: string[] = [];
          for (let after: string | undefined = ''; after !== undefined;) {
            const page = await list(indexer, { search, after, limit: String(limit) });
            expect(page.matching).toBe(expected.length);
            expect(page.rows.length).toBeLessThanOrEqual(limit);
            found.push(...page.rows.map(({ key }) => key));
            after = page.next;
          }
          expect(found).toEqual(expected);
        },
      ),
    );
  });

  test('selects by labels, fields and an index', async () => {
    const indexer = indexerOf([pod('a', '1'), pod('a', '2', 'db'), pod('b', '3', 'db', 'Pending')]);
    const keys = async (query: Record<string, string>) =>
      (await list(indexer, query)).rows.map(({ key }) => key);
    expect(await keys({ labelSelector: 'app=db' })).toEqual(['a/2', 'b/3']);
    expect(await keys({ labelSelector: 'app=db', fieldSelector: 'status.phase!=Running' })).toEqual(['b/3']);
    expect(await keys({ index: 'app', value: 'db', search: 'a/' })).toEqual(['a/2']);
    expect(await list(indexer, { search: 'zzz' })).toMatchObject({ rows: [], matching: 0, total: 3 });
  });

  test('shows the columns of kubectl', async () => {
    const { columns, rows } = await list(indexerOf([pod('a', '1')]), {});
    expect(columns).toEqual(['NAMESPACE', 'NAME', 'READY', 'STATUS', 'RESTARTS', 'AGE', 'IP', 'NODE']);
    expect(rows).toEqual([
      { key: 'a/1', cells: ['a', '1', '0/0', 'Running', '0', '<unknown>', '<none>', '<none>'] },
    ]);
  });

  test('a selector does not reveal whether a Secret has a value', async () => {
    const secret: KubernetesObject = {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'login', namespace: 'a' },
      ...({ data: { password: 'aHVudGVy' }, type: 'Opaque' } as object),
    };
    const secrets = { group: '', resource: 'secrets' };
    const matching = async (fieldSelector: string) =>
      (await list(indexerOf([secret]), { fieldSelector }, secrets)).matching;
    expect(await matching('type=Opaque')).toBe(1);
    expect(await matching('data.password=aHVudGVy')).toBe(0);
  });

  test.each([
    [{ limit: '0' }, `limit must be an integer from 1 to ${maxRows}, got 0`],
    [{ limit: 'x' }, `limit must be an integer from 1 to ${maxRows}, got x`],
    [{ labelSelector: 'a in (' }, 'label selector: '],
    [{ fieldSelector: 'a' }, 'field selector: '],
    [{ index: 'nope' }, 'unknown index "nope"'],
  ])('refuses %j', async (query, message) => {
    await expect((async () => list(indexerOf([pod('a', '1')]), query))()).rejects.toThrow(message);
  });
});

test('shows the first values, rows and characters of a large cache', async () => {
  const count = 1000;
  const indexer = indexerOf(
    Array.from({ length: count }, (_, n) =>
      pod(`n${n % 50}`, `p${n}`, n < 700 ? 'x'.repeat(500) : `app${n}`),
    ),
  );
  const { rows, matching, next } = await list(indexer, {});
  expect([rows.length, matching, next]).toEqual([100, count, rows.at(-1)?.key]);
  const [namespaces, apps] = await listIndexes(indexer, pods, systemClock);
  expect([namespaces?.values, namespaces?.largest.length]).toEqual([50, 10]);
  expect(apps?.largest[0]).toEqual({ value: `${'x'.repeat(200)}… (500 characters)`, objects: 700 });
});

test('listIndexes returns the values with the most objects', async () => {
  const indexer = indexerOf([pod('a', '1'), pod('a', '2', 'db'), pod('b', '3', 'db')]);
  const byNamespace = {
    name: 'namespace',
    values: 2,
    largest: [
      { value: 'a', objects: 2 },
      { value: 'b', objects: 1 },
    ],
  };
  const byApp = (...values: (string | undefined)[]) => ({
    name: 'app',
    values: 2,
    largest: [
      { value: values[0], objects: 2 },
      { value: values[1], objects: 1 },
    ],
  });
  const indexes = (resource: { group: string; resource: string }) =>
    listIndexes(indexer, resource, systemClock);
  expect(await indexes(pods)).toEqual([byNamespace, byApp('db', 'web')]);
  expect(await indexes({ group: '', resource: 'secrets' })).toEqual([byNamespace, byApp()]);
  indexer.update({ ...pod('b', '3', 'db'), kind: 'Secret' });
  expect(await indexes(pods)).toEqual([byNamespace, byApp(undefined, 'web')]);
});

test('a compact cache decodes no object for its indexes, and one for each row of a page', async () => {
  const clock = new FakeClock();
  const objects = Array.from({ length: 20 }, (_, n) => pod('a', `p${n}`));
  const informer = new SharedIndexInformer(new FakeSource<KubernetesObject>({ objects }), {
    clock,
    indexers: { app: ({ metadata }) => [metadata?.labels?.app ?? ''] },
    cacheFormat: compact({ hotObjects: objects.length }),
  });
  const running = informer.run();
  await clock.advance(1);
  const decodes = () => informer.stats().store.cacheFormat?.misses;
  expect(await listIndexes(informer.indexer, pods, clock)).toEqual([
    { name: 'app', values: 1, largest: [{ value: 'web', objects: 20 }] },
  ]);
  expect(decodes()).toBe(0);
  const query = objectsQuery(new URLSearchParams({ index: 'app', value: 'web', limit: '3' }));
  expect(await listObjects(informer.indexer, pods, query, clock)).toMatchObject({ matching: 20 });
  expect(decodes()).toBe(3);
  await informer.stop();
  await running;
});

test('an index over Secrets is never shown or searched, whatever its name', async () => {
  const password = 'correct horse';
  const indexer = new MemoryIndexer<KubernetesObject>({ indexers: { namespace: () => [password] } });
  indexer.replace([{ ...pod('a', '1'), kind: 'Secret' }], '1');
  expect(await listIndexes(indexer, pods, systemClock)).toEqual([
    { name: 'namespace', values: 1, largest: [{ value: undefined, objects: 1 }] },
  ]);
  expect(await list(indexer, { index: 'namespace', value: password })).toMatchObject({ matching: 0 });
});
