import { describe, expect, test } from 'vitest';
import { StatusError } from '../../../packages/kube-informers/src/meta/errors.js';
import type { KubernetesList, ListOptions } from '../../../packages/kube-informers/src/meta/types.js';
import { settle } from '../../../packages/testing/src/fake-clock.js';
import { ListPager } from '../../../packages/kube-informers/src/meta/list-pager.js';
import type { ListPageFunc } from '../../../packages/kube-informers/src/meta/list-pager.js';

const expired = new StatusError({ code: 410, reason: 'Expired' });

interface Server {
  readonly requests: ListOptions[];
  readonly page: ListPageFunc<number>;
}

/** Returns the numbers below `count`; answers a continued page `expiredAt` (1 is the first page) with 410. */
function server(count: number, expiredAt = 0): Server {
  const requests: ListOptions[] = [];
  return {
    requests,
    page: async ({ signal: _signal, onContinue: _onContinue, ...options }) => {
      requests.push(options);
      const from = Number(options.continue ?? 0);
      if (requests.length === expiredAt) throw expired;
      if (
        options.continue !== undefined &&
        (options.resourceVersion ?? options.resourceVersionMatch) !== undefined
      ) {
        throw new Error('resourceVersion is not allowed with continue');
      }
      const to = options.limit === undefined ? count : Math.min(count, from + options.limit);
      return {
        kind: 'List',
        metadata: {
          resourceVersion: `rv:${requests.length}`,
          ...(to < count ? { continue: String(to), remainingItemCount: count - to } : {}),
        },
        items: Array.from({ length: to - from }, (_, index) => from + index),
      };
    },
  };
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

describe('TestListPager_List', () => {
  test.each([
    ['empty page', 0, 1, false],
    ['one page', 9, 1, false],
    ['one full page', 10, 1, false],
    ['two pages', 11, 2, true],
    ['three pages', 21, 3, true],
  ])('%s', async (_name, count, calls, paginated) => {
    const { requests, page } = server(count);
    const result = await new ListPager(page, { pageSize: 10 }).list({ resourceVersion: 'rv:0' });
    expect(result.paginated).toBe(paginated);
    expect(result.list.items).toEqual(numbers(count));
    expect(result.list.metadata).toEqual({ resourceVersion: 'rv:1' });
    expect(result.list.kind).toBe('List');
    expect(requests).toHaveLength(calls);
    expect(requests.map(({ limit }) => limit)).toEqual(requests.map(() => 10));
  });

  test.each([
    ['two pages with resourceVersion', { resourceVersion: 'rv:5' }],
    [
      'two pages with resourceVersion and resourceVersionMatch',
      { resourceVersion: 'rv:5', resourceVersionMatch: 'NotOlderThan' },
    ],
  ])('%s: not sent from page 2 on', async (_name, asked) => {
    const { requests, page } = server(11);
    const { list } = await new ListPager(page, { pageSize: 10 }).list({ ...asked, labelSelector: 'a=b' });
    expect(list.items).toEqual(numbers(11));
    expect(requests).toEqual([
      { ...asked, labelSelector: 'a=b', limit: 10 },
      { labelSelector: 'a=b', limit: 10, continue: '10' },
    ]);
  });

  test('expires on second page: fails without a fallback', async () => {
    const { page } = server(21, 2);
    const pager = new ListPager(page, { pageSize: 10, fullListIfExpired: false });
    await expect(pager.list({})).rejects.toBe(expired);
  });

  test('expires on second page: makes a full list with the original version and match', async () => {
    const { requests, page } = server(21, 2);
    const asked = { resourceVersion: 'rv:5', resourceVersionMatch: 'Exact', fieldSelector: 'x=y' };
    const result = await new ListPager(page, { pageSize: 10 }).list(asked);
    expect(result.list.items).toEqual(numbers(21));
    expect(result.paginated).toBe(true);
    expect(requests.at(-1)).toEqual(asked);
  });

  test('expires on second page: makes a full list without the list’s own limit', async () => {
    const { requests, page } = server(21, 2);
    const { list } = await new ListPager(page).list({ limit: 10 });
    expect(list.items).toEqual(numbers(21));
    expect(requests.at(-1)).toEqual({});
  });

  test('expires on the first page: fails, because a full list would fail as well', async () => {
    const { requests, page } = server(21, 1);
    await expect(new ListPager(page, { pageSize: 10 }).list({})).rejects.toBe(expired);
    expect(requests).toHaveLength(1);
  });

  test('page size 0 requests everything; a limit of the list takes precedence', async () => {
    const { requests, page } = server(30);
    await new ListPager(page, { pageSize: 0 }).list({});
    await new ListPager(page).list({ limit: 20 });
    await new ListPager(page).list({});
    expect(requests.map(({ limit }) => limit)).toEqual([undefined, 20, 20, 500]);
  });

  test('joins more items than a call can have arguments', async () => {
    const { page } = server(400_001);
    const { list } = await new ListPager(page, { pageSize: 200_000 }).list({});
    expect(list.items).toHaveLength(400_001);
  });

  test('does not change the pages', async () => {
    const { page } = server(21);
    const pages: KubernetesList<number>[] = [];
    const pager = new ListPager<number>(
      async (options) => {
        const answer = await page(options);
        pages.push(answer);
        return answer;
      },
      { pageSize: 10 },
    );
    await pager.list({});
    expect(pages.map(({ items, metadata }) => [items.length, metadata.continue])).toEqual([
      [10, '10'],
      [10, '20'],
      [1, undefined],
    ]);
  });

  test('stops between pages when its signal aborts', async () => {
    const { requests, page } = server(30);
    const controller = new AbortController();
    const pager = new ListPager<number>(
      async (options) => {
        controller.abort(new Error('enough'));
        return page(options);
      },
      { pageSize: 10 },
    );
    await expect(pager.list({ signal: controller.signal })).rejects.toThrow('enough');
    expect(requests).toHaveLength(1);
  });

  test.each([{ pageSize: -1 }, { pageSize: 1.5 }, { pageBufferSize: -1 }])('refuses %j', (options) => {
    expect(() => new ListPager(server(0).page, options)).toThrow(
      expect.objectContaining({
        code: 'ERR_OPTION',
        message: expect.stringContaining(Object.keys(options)[0] ?? ''),
      }),
    );
  });
});

describe('TestListPager_EachListItem', () => {
  async function each(count: number, callback: (item: number) => void | Promise<void>, expiredAt = 0) {
    const pager = new ListPager(server(count, expiredAt).page, { pageSize: 10 });
    await pager.eachListItem({}, callback);
  }

  test.each([
    ['empty page', 0],
    ['one page', 9],
    ['one full page', 10],
    ['two pages', 11],
    ['three pages', 21],
  ])('%s: each item once, in order', async (_name, count) => {
    const seen: number[] = [];
    await each(count, (item) => void seen.push(item));
    expect(seen).toEqual(numbers(count));
  });

  test('an async callback is awaited', async () => {
    const seen: string[] = [];
    await each(2, async (item) => {
      seen.push(`begin ${item}`);
      await settle(1);
      seen.push(`end ${item}`);
    });
    expect(seen).toEqual(['begin 0', 'end 0', 'begin 1', 'end 1']);
  });

  test('stops with the callback’s error', async () => {
    const seen: number[] = [];
    const failing = each(30, (item) => {
      seen.push(item);
      if (item === 12) throw new Error('callback failed');
    });
    await expect(failing).rejects.toThrow('callback failed');
    expect(seen).toHaveLength(13);
  });

  test('finishes the current page and stops when cancelled while an item is processed', async () => {
    const controller = new AbortController();
    const seen: number[] = [];
    const { requests, page } = server(51);
    const failing = new ListPager(page, { pageSize: 10 }).eachListItem(
      { signal: controller.signal },
      (item) => {
        seen.push(item);
        if (seen.length === 3) controller.abort(new Error('cancelled'));
      },
    );
    await expect(failing).rejects.toThrow('cancelled');
    expect(seen).toEqual(numbers(10));
    const fetched = requests.length;
    await settle();
    expect(requests).toHaveLength(fetched);
  });

  test('fails on an expiry in the middle, after the items before it', async () => {
    const seen: number[] = [];
    await expect(each(30, (item) => void seen.push(item), 2)).rejects.toBe(expired);
    expect(seen).toEqual(numbers(10));
  });

  test('stops when cancelled, even during a page that is never answered', async () => {
    const controller = new AbortController();
    const pager = new ListPager<number>(() => new Promise<never>(() => undefined));
    const each = pager.eachListItem({ signal: controller.signal }, () => undefined);
    await settle();
    controller.abort(new Error('enough'));
    await expect(each).rejects.toThrow('enough');
  });
});

describe('TestListPager_eachListPageBuffered', () => {
  test.each([
    ['no buffer, one total page', 1, 0, 1, 1],
    ['no buffer, 1/5 pages processed', 5, 0, 1, 2],
    ['no buffer, 2/5 pages processed', 5, 0, 2, 3],
    ['no buffer, 5/5 pages processed', 5, 0, 5, 5],
    ['size 1 buffer, 1/5 pages processed', 5, 1, 1, 3],
    ['size 1 buffer, 5/5 pages processed', 5, 1, 5, 5],
    ['size 10 buffer, 1/5 page processed', 5, 10, 1, 5],
  ])('%s', async (_name, totalPages, pageBufferSize, stopAt, fetched) => {
    const { requests, page } = server(totalPages * 10);
    let processed = 0;
    const pager = new ListPager(page, { pageSize: 10, pageBufferSize });
    const each = pager.eachListPage({}, async () => {
      processed++;
      if (processed < stopAt) return;
      // Long enough to fetch everything that may be fetched.
      await settle(20);
      throw new Error('processor error');
    });
    await expect(each).rejects.toThrow('processor error');
    expect([processed, requests.length]).toEqual([stopAt, fetched]);
  });

  test.each([0, 1, 5])(
    'a buffer of %i: fetches at most that and one page ahead of the callback',
    async (pageBufferSize) => {
      const { requests, page } = server(200);
      const ahead: number[] = [];
      let done = 0;
      await new ListPager(page, { pageSize: 10, pageBufferSize }).eachListPage({}, async () => {
        await settle();
        ahead.push(requests.length - ++done);
      });
      expect(done).toBe(20);
      expect(Math.max(...ahead)).toBe(pageBufferSize + 1);
    },
  );

  test('stops fetching when the callback fails', async () => {
    const { requests, page } = server(200);
    const pager = new ListPager(page, { pageSize: 10, pageBufferSize: 2 });
    await expect(pager.eachListPage({}, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    const fetched = requests.length;
    await settle();
    expect(requests).toHaveLength(fetched);
  });
});
