import { expect, test } from 'vitest';
import { settle } from '../../../testing/src/fake-clock.js';
import { StatusError } from './errors.js';
import { ListPager } from './list-pager.js';
import type { PageOptions } from './list-pager.js';
import type { KubernetesList } from './types.js';

/** A request for a page, which a test answers. */
interface Asked {
  readonly token: string;
  readonly call: PageOptions;
  readonly answer: (next?: string) => void;
  readonly fail: (error: Error) => void;
}

/** A page function that waits for the test, and its requests so far. */
function asking(): {
  readonly asked: Asked[];
  readonly page: (options: PageOptions) => Promise<KubernetesList<string>>;
} {
  const asked: Asked[] = [];
  return {
    asked,
    page: (options) =>
      new Promise((resolve, reject) => {
        const token = options.continue ?? '';
        const answer = (next?: string): void =>
          resolve({ metadata: next === undefined ? {} : { continue: next }, items: [`item ${token}`] });
        asked.push({ token, call: options, answer, fail: reject });
      }),
  };
}

function tokens(asked: readonly Asked[]): string[] {
  return asked.map(({ token }) => token);
}

test('requests the next page while one is read, as soon as its token is known, and never two', async () => {
  const { asked, page } = asking();
  const listing = new ListPager(page).list({});
  await settle();
  expect(tokens(asked)).toEqual(['']);
  asked[0]?.call.onContinue?.('a');
  await settle();
  expect(tokens(asked)).toEqual(['', 'a']);
  asked[1]?.call.onContinue?.('b');
  asked[1]?.answer('b');
  await settle();
  // The second page has arrived before the first.
  expect(tokens(asked)).toEqual(['', 'a']);
  asked[0]?.answer('a');
  await settle();
  expect(tokens(asked)).toEqual(['', 'a', 'b']);
  asked[2]?.answer();
  expect((await listing).list.items).toEqual(['item ', 'item a', 'item b']);
});

test('requests the next page before the items of one are selected', async () => {
  const { asked, page } = asking();
  let select = (): void => undefined;
  const selecting = new Promise<void>((resolve) => (select = resolve));
  const listing = new ListPager(page).listSelected({}, async (selected) => {
    await selecting;
    return selected;
  });
  await settle();
  asked[0]?.answer('a');
  await settle();
  expect(tokens(asked)).toEqual(['', 'a']);
  select();
  asked[1]?.answer();
  expect((await listing).paginated).toBe(true);
});

test('gives up a page that was requested with another token than its page has', async () => {
  const { asked, page } = asking();
  const listing = new ListPager(page).list({});
  await settle();
  asked[0]?.call.onContinue?.('early');
  await settle();
  asked[0]?.answer('late');
  await settle();
  expect(tokens(asked)).toEqual(['', 'early', 'late']);
  expect(asked[1]?.call.signal?.aborted).toBe(true);
  expect(asked[2]?.call.signal?.aborted).toBe(false);
  asked[2]?.answer();
  expect((await listing).list.items).toEqual(['item ', 'item late']);
});

test('a token that is the one of its own page is not requested again', async () => {
  const { asked, page } = asking();
  const listing = new ListPager(page).list({});
  await settle();
  asked[0]?.answer('a');
  await settle();
  asked[1]?.call.onContinue?.('a');
  await settle();
  expect(tokens(asked)).toEqual(['', 'a']);
  asked[1]?.answer('a');
  await expect(listing).rejects.toMatchObject({ code: 'ERR_LIST_ENDLESS' });
});

test('an error of a page ends the request for the next', async () => {
  const { asked, page } = asking();
  const failed = new ListPager(page).list({}).catch((error: unknown) => error);
  await settle();
  asked[0]?.call.onContinue?.('a');
  await settle();
  asked[0]?.fail(new StatusError({ code: 500, reason: 'InternalError' }));
  expect(await failed).toBeInstanceOf(StatusError);
  expect(asked[1]?.call.signal?.aborted).toBe(true);
});

test('an error of the next page is thrown once the page before it has been read', async () => {
  const { asked, page } = asking();
  const pager = new ListPager(page, { fullListIfExpired: false });
  const failed = pager.list({}).catch((error: unknown) => error);
  await settle();
  asked[0]?.call.onContinue?.('a');
  await settle();
  asked[1]?.fail(new StatusError({ code: 410, reason: 'Expired' }));
  await settle();
  asked[0]?.answer('a');
  expect(await failed).toMatchObject({ statusCode: 410 });
});

test('an abort ends both requests', async () => {
  const { asked, page } = asking();
  const controller = new AbortController();
  const listing = new ListPager(page).list({ signal: controller.signal });
  await settle();
  asked[0]?.call.onContinue?.('a');
  await settle();
  controller.abort(new Error('enough'));
  expect(asked.map(({ call }) => call.signal?.aborted)).toEqual([true, true]);
  asked[0]?.answer('a');
  await expect(listing).rejects.toThrow('enough');
});
