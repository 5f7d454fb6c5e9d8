import { expect, test } from 'vitest';
import type { KubernetesList, KubernetesObject } from '../../meta/types.js';
import { FakeClock, settle } from '../../../../testing/src/fake-clock.js';
import { FakeListerWatcher } from '../../../../testing/src/fake-lister-watcher.js';
import { MemoryIndexer } from '../stores/indexer.js';
import { mostEmptyPages, ListPager } from '../../meta/list-pager.js';
import { Reflector } from './reflector.js';

type Page = KubernetesList<KubernetesObject>;

const item = (name: string): KubernetesObject => ({ metadata: { name, namespace: 'default' } });
const page = (token: string, names: readonly string[], remainingItemCount?: number): Page => ({
  metadata: {
    resourceVersion: '7',
    continue: token,
    ...(remainingItemCount === undefined ? {} : { remainingItemCount }),
  },
  items: names.map(item),
});

/** Pages that a server sends without end, by page number; the number of pages after which it is noticed; and why. */
const endless: readonly (readonly [string, (count: number) => Page, pages: number, words: string])[] = [
  ['the same token', () => page('token', []), 2, 'token was used before'],
  [
    'tokens that go round',
    (count) => page(`token-${count % 3}`, [`pod-${count}`]),
    4,
    'token was used before',
  ],
  [
    'the first page under new tokens',
    (count) => page(`token-${count}`, ['a', 'b']),
    2,
    'default/a to default/b (2)',
  ],
  ['empty pages', (count) => page(`token-${count}`, []), mostEmptyPages, 'were empty'],
  [
    'more items than were announced',
    (count) =>
      page(
        `token-${count}`,
        Array.from({ length: 1000 }, (_, index) => `pod-${count}-${index}`),
        500,
      ),
    14,
    'at most 13000 items were expected',
  ],
];

test.each(endless)('a list of %s is ERR_LIST_ENDLESS', async (_what, answer, pages, words) => {
  for (const read of ['list', 'eachListPage'] as const) {
    let count = 0;
    const pager = new ListPager<KubernetesObject>(() => Promise.resolve(answer(++count)), {
      pageBufferSize: 0,
    });
    const reading = read === 'list' ? pager.list({}) : pager.eachListPage({}, () => undefined);
    await expect(reading).rejects.toMatchObject({
      code: 'ERR_LIST_ENDLESS',
      message: expect.stringContaining(words) as string,
    });
    expect(count).toBe(pages);
  }
});

test('empty pages and a wrong remainingItemCount do not fail a list that ends', async () => {
  let count = 0;
  const pager = new ListPager<KubernetesObject>(() => {
    count++;
    return Promise.resolve(
      page(count === 150 ? '' : `token-${count}`, count % 2 === 0 ? [`pod-${count}`] : [], 0),
    );
  });
  const { list } = await pager.list({});
  expect([list.items.length, count]).toEqual([75, 150]);
});

test('a Reflector reports it, and lists again after its backoff', async () => {
  const clock = new FakeClock();
  const source = new FakeListerWatcher<KubernetesObject>({
    watchListUnsupported: true,
    list: () => page('token', ['a']),
  });
  const errors: string[] = [];
  const reflector = new Reflector(source, new MemoryIndexer<KubernetesObject>(), {
    clock,
    random: () => 0,
    onWatchError: (error) => void errors.push(String((error as { readonly code?: unknown }).code)),
  });
  const stop = new AbortController();
  const run = reflector.run({ signal: stop.signal });
  await settle();
  expect([source.lists.length, errors]).toEqual([2, ['ERR_LIST_ENDLESS']]);
  await clock.advance(799);
  expect(source.lists).toHaveLength(2);
  await clock.advance(1);
  expect([source.lists.length, errors.length]).toEqual([4, 2]);
  stop.abort();
  await run;
});
