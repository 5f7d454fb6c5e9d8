import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FakeClock } from '../../fake-clock.js';
import { RevisionLog } from './revision-log.js';
import { metadataJson, objectJson, parseStored, partialJson, storeObject } from './stored-object.js';

// A fixed seed, so that every run has the same cases.

interface Step {
  readonly key: string;
  readonly remove: boolean;
}

const keys = ['a/x', 'a/y', 'a-b/x', 'b/x', 'b/y'];
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({ key: fc.constantFrom(...keys), remove: fc.boolean() }),
  { maxLength: 40 },
);

test('every uncompacted state can be listed, page by page', () => {
  fc.assert(
    fc.property(
      steps,
      fc.nat(),
      fc.integer({ min: 1, max: 3 }),
      fc.constantFrom('', 'a/', 'b/'),
      (history, pick, limit, prefix) => {
        const log = new RevisionLog({
          clock: new FakeClock(),
          historyLimit: 1000,
          historyMs: 1000,
          initialRevision: 1,
        });
        const table = log.table('things.');
        const model = new Map<string, number>();
        const states = new Map([[log.revision, new Map(model)]]);
        for (const { key, remove } of history) {
          const [namespace = '', name = ''] = key.split('/');
          if (remove) {
            if (table.remove(key, { metadata: { namespace, name } }) === undefined) continue;
            model.delete(key);
          } else model.set(key, table.put(key, { metadata: { namespace, name } }, {}, undefined).revision);
          states.set(log.revision, new Map(model));
        }
        const revisions = [...states.keys()];
        const revision = revisions[pick % revisions.length] ?? 0;
        const found: [string, number][] = [];
        for (let start = ''; ;) {
          const { items, remaining } = table.page(revision, { prefix, start }, limit, () => true);
          found.push(...items.map((stored): [string, number] => [stored.key, stored.revision]));
          if (remaining === 0) break;
          start = `${items.at(-1)?.key ?? ''}\0`;
        }
        const wanted = [...(states.get(revision) ?? [])].filter(([key]) => key.startsWith(prefix));
        expect(found).toEqual(wanted.toSorted(([a], [b]) => (a < b ? -1 : 1)));
      },
    ),
    { numRuns: 500 },
  );
});

test('changes after a version are returned in order; compaction discards them', () => {
  const log = new RevisionLog({
    clock: new FakeClock(),
    historyLimit: 1000,
    historyMs: 1000,
    initialRevision: 1,
  });
  const table = log.table('things.');
  const first = table.put('a', { metadata: { name: 'a' } }, {}, undefined);
  table.put('a', { metadata: { name: 'a', labels: { l: '1' } } }, {}, undefined);
  table.remove('a', { metadata: { name: 'a', labels: { l: '1' } } });
  expect(table.changesAfter(0).map(({ type, revision }) => [type, revision])).toEqual([
    ['ADDED', 2],
    ['MODIFIED', 3],
    ['DELETED', 4],
  ]);
  expect(table.changesAfter(first.revision)).toHaveLength(2);
  log.compact(3);
  expect([table.floor, table.changesAfter(3).map(({ type }) => type)]).toEqual([3, ['DELETED']]);
});

test('an object is serialised once; responses are slices of it', () => {
  const body = {
    kind: 'K',
    apiVersion: 'v',
    metadata: { name: 'a', labels: { ü: '"' } },
    spec: { n: 1 },
    empty: undefined,
  };
  const stored = storeObject('a', 7, body, {}, undefined);
  expect(JSON.parse(stored.json)).toEqual({
    metadata: { name: 'a', labels: { ü: '"' }, resourceVersion: '7' },
    spec: { n: 1 },
  });
  expect(JSON.parse(metadataJson(stored))).toEqual({ name: 'a', labels: { ü: '"' }, resourceVersion: '7' });
  expect(JSON.parse(objectJson(stored, 'apps/v1', 'Kind'))).toMatchObject({
    kind: 'Kind',
    apiVersion: 'apps/v1',
    spec: { n: 1 },
  });
  expect(JSON.parse(partialJson(stored, 'v1'))).toEqual({
    kind: 'PartialObjectMetadata',
    apiVersion: 'meta.k8s.io/v1',
    metadata: { name: 'a', labels: { ü: '"' }, resourceVersion: '7' },
  });
  const copy = parseStored(stored);
  copy['spec'] = 'changed';
  expect(parseStored(stored)['spec']).toEqual({ n: 1 });
});
