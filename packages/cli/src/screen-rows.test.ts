import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { KubernetesObject } from '../../kube-informers/src/meta/types.js';
import { ScreenRows } from './screen-rows.js';
import type { LiveColumn } from './screen-rows.js';

const columns: readonly LiveColumn[] = [
  { header: 'NAME', text: (key) => key },
  { header: 'COUNT', text: (_key, object) => object.metadata?.labels?.['count'] ?? '<none>' },
  {
    header: 'AGE',
    text: () => 'changes',
    time: (_key, object) => Date.parse(object.metadata?.creationTimestamp ?? ''),
  },
];

function object(count: number | string, second = 0): KubernetesObject {
  const creationTimestamp = new Date(second * 1000).toISOString();
  return { metadata: { labels: { count: String(count) }, creationTimestamp } };
}

const added = { mark: '+', atMs: 0, fields: [] } as const;
const keys = (rows: ScreenRows): string[] => rows.view.map(({ key }) => key);

test('sorts by key, by numbers as numbers, and by age with the youngest first', () => {
  const rows = new ScreenRows(columns);
  rows.set('a', object(10, 5), added);
  rows.set('c', object(9, 9), added);
  rows.set('b', object('none', 7), added);
  expect(keys(rows)).toEqual(['a', 'b', 'c']);
  rows.sortBy(1, false);
  expect(keys(rows)).toEqual(['c', 'a', 'b']);
  rows.sortBy(2, false);
  expect(keys(rows)).toEqual(['c', 'b', 'a']);
  rows.sortBy(2, true);
  expect(keys(rows)).toEqual(['a', 'b', 'c']);
});

test('the filter matches key and cells, but not ages', () => {
  const rows = new ScreenRows(columns);
  rows.set('shop/web', object('Running'), added);
  rows.set('shop/db', object('Failed'), added);
  rows.filter = 'FAIL';
  expect(keys(rows)).toEqual(['shop/db']);
  rows.set('shop/web', object('Failed'), { ...added, mark: '~' });
  expect(keys(rows)).toEqual(['shop/db', 'shop/web']);
  rows.filter = 'changes';
  expect(keys(rows)).toEqual([]);
  expect(rows.size).toBe(2);
});

test('counts neither deleted objects that still have a row nor those that the filter hides', () => {
  const rows = new ScreenRows(columns);
  for (const key of ['a1', 'a2', 'b1', 'b2']) rows.set(key, object(0), added);
  rows.set('a1', object(0), { mark: '-', atMs: 1, fields: [] });
  rows.set('b1', object(0), { mark: '-', atMs: 1, fields: [] });
  rows.filter = 'a';
  expect([keys(rows), rows.matching, rows.size]).toEqual([['a1', 'a2'], 1, 2]);
  rows.removeDeleted(1);
  expect([keys(rows), rows.matching, rows.size]).toEqual([['a2'], 1, 2]);
});

test('keeps the last ten changes of each object, the newest first', () => {
  const rows = new ScreenRows(columns);
  rows.set('a', object(0), { mark: '', atMs: 0, fields: [] });
  for (let at = 1; at <= 12; at++)
    rows.set('a', object(at), { mark: '~', atMs: at, fields: [`count: ${at}`] });
  const changes = rows.get('a')?.changes ?? [];
  expect([changes.length, changes[0]?.atMs, changes.at(-1)?.atMs]).toEqual([10, 12, 3]);
});

test('after any changes the view equals a full sort', () => {
  const change = fc.record({
    key: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    count: fc.oneof(fc.nat(3), fc.constantFrom('x', 'y')),
    what: fc.constantFrom('set', 'delete', 'remove', 'sort', 'filter', 'later'),
    number: fc.integer({ min: -1, max: 2 }),
    descending: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(change), (changes) => {
      const rows = new ScreenRows(columns);
      for (const { key, count, what, number, descending } of changes) {
        const row = rows.get(key);
        if (what === 'set' || what === 'later')
          rows.set(key, object(count, number + 1), added, what === 'later');
        if (what === 'delete' && row !== undefined) rows.set(key, row.object, { ...added, mark: '-' });
        if (what === 'remove') rows.removeDeleted(0);
        if (what === 'sort') rows.sortBy(number, descending);
        if (what === 'filter') rows.filter = number < 0 ? '' : String(number);
        const incremental = [...rows.view];
        const { filter, size } = rows;
        expect(incremental.map((entry) => rows.indexOf(entry))).toEqual(incremental.map((_, index) => index));
        // Setting the filter again builds the view from nothing.
        rows.filter = filter;
        expect(incremental.map((entry) => entry.key)).toEqual(keys(rows));
        rows.filter = '';
        expect(rows.view.filter(({ mark }) => mark !== '-')).toHaveLength(size);
        rows.filter = filter;
        void rows.view;
      }
    }),
  );
});
