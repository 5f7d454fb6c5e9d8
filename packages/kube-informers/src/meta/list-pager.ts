import { isResourceExpired } from './errors.js';
import type { KubernetesList, ListOptions } from './types.js';
import type { CallOptions, SourceCallOptions } from './calls.js';
import { TransportError } from '../util/errors.js';
import type { OptionNames } from '../util/known-options.js';
import { requireKnownOptions } from '../util/known-options.js';
import { requireBoolean, requireCallOptions, requireFunction, wholeFrom } from '../util/require.js';
import { linkSignal, raceSignal, throwIfAborted } from '../util/signal.js';
import type { LinkedSignal } from '../util/signal.js';

/** Default items per page (client-go's pager and kubectl's --chunk-size). */
export const defaultPageSize = 500;

/** Pages fetched ahead of the reader (client-go's defaultPageBufferSize). */
export const defaultPageBufferSize = 10;

/** Options of the list of one page. */
export type PageOptions = ListOptions & Pick<SourceCallOptions, 'signal' | 'onContinue'>;

/** pager.ListPageFunc: lists one page. It may call `onContinue` as soon as it knows the continue token. */
export type ListPageFunc<T> = (options: PageOptions) => Promise<KubernetesList<T>>;

/** Options of a `ListPager`. */
export interface ListPagerOptions {
  /** Items requested per page; 0 requests everything at once. A limit in the list's own options wins. Default: 500. */
  readonly pageSize?: number | undefined;
  /** What `list` does when a continue token expires: true lists everything at once instead. Default: true. */
  readonly fullListIfExpired?: boolean | undefined;
  /** Pages that `eachListPage` and `eachListItem` buffer ahead of the callback. Default: 10. */
  readonly pageBufferSize?: number | undefined;
}

const listPagerOptionNames: OptionNames<ListPagerOptions> = {
  pageSize: wholeFrom(0),
  fullListIfExpired: requireBoolean,
  pageBufferSize: wholeFrom(0),
};

/** A whole list, and whether it was paged. */
export interface PagedList<T> {
  /** All items, with the metadata of the first page. */
  readonly list: KubernetesList<T>;
  /** True when the server returned it in more than one page. */
  readonly paginated: boolean;
}

/** pager.ListPager: lists in pages, so that neither side has to hold one huge response. */
export class ListPager<T> {
  readonly #page: ListPageFunc<T>;
  readonly #pageSize: number;
  readonly #fullListIfExpired: boolean;
  readonly #pageBufferSize: number;

  /** Reads a list in pages. Throws ConfigError `ERR_OPTION` if a size is not a whole number of at least 0. */
  constructor(page: ListPageFunc<T>, options: ListPagerOptions = {}) {
    requireFunction('the page function of a ListPager', page);
    requireKnownOptions('a ListPager', options, listPagerOptionNames);
    this.#page = page;
    this.#pageSize = options.pageSize ?? defaultPageSize;
    this.#fullListIfExpired = options.fullListIfExpired ?? true;
    this.#pageBufferSize = options.pageBufferSize ?? defaultPageBufferSize;
  }

  /**
   * Lists everything; returns one list with the first page's resourceVersion.
   *
   * The next page is requested while one is read, as soon as its token is known. When a continue token expires, it starts again with one request for everything, at the resourceVersion first
   * requested. Any other error rejects. A list that would never end rejects with TransportError `ERR_LIST_ENDLESS`: see
   * `PageProgress`. Rejects with `signal.reason` between pages.
   */
  list(options: ListOptions & CallOptions): Promise<PagedList<T>> {
    return this.listSelected(options, (page) => Promise.resolve(page));
  }

  /**
   * `list` that keeps what `select` returns of each page.
   * @internal
   */
  async listSelected(
    options: ListOptions & CallOptions,
    select: (page: KubernetesList<T>, request: ListOptions) => Promise<KubernetesList<T>>,
  ): Promise<PagedList<T>> {
    requireCallOptions('list of a ListPager', options);
    const { signal, ...list } = options;
    const first = this.#firstPage(list);
    const progress = new PageProgress();
    const requests = new PageRequests<T>(this.#page, first, signal);
    let joined: KubernetesList<T> | undefined;
    try {
      throwIfAborted(signal);
      for (;;) {
        let page: KubernetesList<T>;
        try {
          page = await requests.page();
        } catch (thrown) {
          const isFirst = (requests.current.continue ?? '') === '';
          if (isFirst || !this.#fullListIfExpired || !isResourceExpired(thrown)) throw thrown;
          requests.end();
          const last = withoutPaging(list);
          const whole = await select(await this.#page({ ...last, signal }), last);
          return { list: whole, paginated: joined !== undefined };
        }
        throwIfAborted(signal);
        const next = continueOf(page);
        const request = requests.current;
        if (next !== '') {
          progress.next(page, next);
          requests.next(next);
        }
        const selected = await select(page, request);
        if (joined === undefined) {
          if (next === '') return { list: selected, paginated: false };
          joined = { ...page, metadata: { ...page.metadata }, items: [...selected.items] };
          delete joined.metadata.continue;
          delete joined.metadata.remainingItemCount;
        } else {
          // One by one: push(...items) overflows the stack from about 120,000 items on.
          for (const item of selected.items) joined.items.push(item);
        }
        if (next === '') return { list: joined, paginated: true };
      }
    } finally {
      requests.end();
    }
  }

  /** Calls `callback` for each item in order. See `eachListPage`. */
  async eachListItem(
    options: ListOptions & CallOptions,
    callback: (item: T) => void | Promise<void>,
  ): Promise<void> {
    requireFunction('callback of eachListItem', callback);
    await this.eachListPage(options, async (page) => {
      for (const item of page.items) {
        const pending = callback(item);
        if (pending !== undefined) await pending;
      }
    });
  }

  /**
   * Calls `callback` for each page in order, one after the other, while the next pages are fetched.
   *
   * At most `pageBufferSize` pages are buffered, so at most `pageBufferSize + 1` are fetched ahead of the callback. Rejects
   * with the first error of a page or of the callback, and with `signal.reason`. A continue token that expires is an error
   * here: earlier pages have already been handed out.
   */
  async eachListPage(
    options: ListOptions & CallOptions,
    callback: (page: KubernetesList<T>) => void | Promise<void>,
  ): Promise<void> {
    requireCallOptions('eachListPage of a ListPager', options);
    requireFunction('callback of eachListPage', callback);
    const { signal, ...list } = options;
    const link = linkSignal(signal);
    const pages: KubernetesList<T>[] = [];
    let finished: { readonly failure?: unknown } | undefined;
    let wakeReader: (() => void) | undefined;
    let wakeFetcher: (() => void) | undefined;

    const fetching = (async (): Promise<void> => {
      const first = this.#firstPage(list);
      const progress = new PageProgress();
      let request = first;
      try {
        for (;;) {
          while (pages.length > this.#pageBufferSize) {
            await new Promise<void>((resolve) => (wakeFetcher = resolve));
          }
          throwIfAborted(link.signal);
          const page = await raceSignal(this.#page({ ...request, signal: link.signal }), link.signal);
          pages.push(page);
          wakeReader?.();
          const next = continueOf(page);
          if (next === '') break;
          progress.next(page, next);
          request = laterPage(first, next);
        }
        finished = {};
      } catch (thrown) {
        finished = { failure: thrown };
      }
      wakeReader?.();
    })();

    try {
      for (;;) {
        throwIfAborted(signal);
        const page = pages.shift();
        if (page !== undefined) {
          wakeFetcher?.();
          await callback(page);
        } else if (finished !== undefined) {
          if ('failure' in finished) throw finished.failure;
          return;
        } else {
          await new Promise<void>((resolve) => (wakeReader = resolve));
        }
      }
    } finally {
      link.abort(new Error('the reader of the pages has stopped'));
      pages.length = 0;
      wakeFetcher?.();
      await fetching;
    }
  }

  #firstPage(options: ListOptions): ListOptions {
    const limit = options.limit ?? 0;
    if (limit > 0) return { ...options };
    return this.#pageSize > 0 ? { ...options, limit: this.#pageSize } : withoutLimit(options);
  }
}

/** A page that has been requested. */
interface RequestedPage<T> {
  readonly request: ListOptions;
  readonly link: LinkedSignal;
  readonly page: Promise<KubernetesList<T>>;
}

/** The pages of one list. While one is read, the next is requested, as soon as its continue token is known; never two. */
class PageRequests<T> {
  readonly #page: ListPageFunc<T>;
  readonly #first: ListOptions;
  readonly #signal: AbortSignal | undefined;
  #current: RequestedPage<T>;
  #ahead: RequestedPage<T> | undefined;
  /** The token that the page ahead has announced. */
  #announced = '';

  constructor(page: ListPageFunc<T>, first: ListOptions, signal: AbortSignal | undefined) {
    this.#page = page;
    this.#first = first;
    this.#signal = signal;
    this.#current = this.#request(first);
  }

  /** The request of the page that is read. */
  get current(): ListOptions {
    return this.#current.request;
  }

  /** Resolves with the page that is read; once `next` has been called, the following one is. */
  page(): Promise<KubernetesList<T>> {
    return this.#current.page;
  }

  /** The page that is read has arrived, and has this token: goes on to the next. */
  next(token: string): void {
    this.#current.link.dispose();
    const ahead = this.#ahead;
    this.#ahead = undefined;
    if (ahead?.request.continue === token) {
      this.#current = ahead;
      if (this.#announced !== '') this.#lookAhead(this.#announced);
      return;
    }
    if (ahead !== undefined) drop(ahead);
    this.#announced = '';
    this.#current = this.#request(laterPage(this.#first, token));
  }

  /** Ends the requests that nobody waits for any more. */
  end(): void {
    drop(this.#current);
    if (this.#ahead !== undefined) drop(this.#ahead);
    this.#ahead = undefined;
  }

  #lookAhead(token: string): void {
    this.#announced = '';
    this.#ahead = this.#request(laterPage(this.#first, token));
  }

  #request(request: ListOptions): RequestedPage<T> {
    const link = linkSignal(this.#signal);
    const onContinue = (token: string): void => {
      if (link.signal.aborted || token === '' || token === request.continue) return;
      if (this.#current === requested) {
        if (this.#ahead === undefined) this.#lookAhead(token);
      } else this.#announced = token;
    };
    // Called in a later turn, so that a page function never meets a half-built request.
    const page = Promise.resolve().then(() => this.#page({ ...request, signal: link.signal, onContinue }));
    // Its error is thrown where the page is read, which may never be.
    page.catch(() => undefined);
    const requested: RequestedPage<T> = { request, link, page };
    return requested;
  }
}

function drop(page: RequestedPage<unknown>): void {
  page.link.abort(new Error('the page is not needed any more'));
}

function continueOf(page: { readonly metadata?: { readonly continue?: string | undefined } }): string {
  return page.metadata?.continue ?? '';
}

/** The options of a later page. The server rejects a resourceVersion beside a continue token, which carries its own. */
function laterPage(first: ListOptions, token: string): ListOptions {
  const { resourceVersion: _version, resourceVersionMatch: _match, ...rest } = first;
  return { ...rest, continue: token };
}

function withoutPaging(options: ListOptions): ListOptions {
  const { continue: _token, ...rest } = withoutLimit(options);
  return rest;
}

function withoutLimit(options: ListOptions): ListOptions {
  const { limit: _limit, ...rest } = options;
  return rest;
}

/** Consecutive pages without items, each with a continue token, that fail a list. An API server sends no such pages. */
export const mostEmptyPages = 100;

/** Most items of one list, far beyond what etcd can hold. */
export const mostListItems = 20_000_000;

/** Items allowed beyond twice the announced number: it is an estimate, and objects may be created meanwhile. */
const unannouncedItems = 10_000;

/**
 * Follows the pages of one list and fails a list that would never end: a token that comes twice, the same page again (a
 * proxy that drops `continue`), many empty pages, or far more items than the server announced. client-go has no such limit.
 */
export class PageProgress {
  readonly #tokens = new Set<string>();
  readonly #pages = new Set<string>();
  #count = 0;
  #items = 0;
  #emptyInARow = 0;
  #most = mostListItems;

  /** Records a page that has a successor. Throws TransportError `ERR_LIST_ENDLESS`. */
  next(page: KubernetesList<unknown>, token: string): void {
    const { items, metadata } = page;
    this.#count++;
    this.#items += items.length;
    this.#emptyInARow = items.length === 0 ? this.#emptyInARow + 1 : 0;
    if (this.#tokens.has(token)) throw this.#endless('the continue token was used before');
    this.#tokens.add(token);
    if (this.#emptyInARow >= mostEmptyPages)
      throw this.#endless(`the last ${mostEmptyPages} pages were empty`);
    const span = spanOf(items);
    if (span !== undefined) {
      if (this.#pages.has(span)) throw this.#endless(`an earlier page had the same items, ${span}`);
      this.#pages.add(span);
    }
    const { remainingItemCount } = metadata;
    if (this.#count === 1 && typeof remainingItemCount === 'number' && remainingItemCount >= 0)
      this.#most = Math.min(this.#most, 2 * (items.length + remainingItemCount) + unannouncedItems);
    if (this.#items > this.#most) throw this.#endless(`at most ${this.#most} items were expected`);
  }

  #endless(why: string): TransportError {
    return new TransportError(
      'ERR_LIST_ENDLESS',
      `a list does not end: ${this.#count} pages with ${this.#items} items are followed by a continue token, and ${why}`,
    );
  }
}

/** The first and last item's key and the number of items; undefined for an empty page and for items without names. */
function spanOf(items: readonly unknown[]): string | undefined {
  const first = nameOf(items[0]);
  const last = nameOf(items.at(-1));
  return first === undefined || last === undefined ? undefined : `${first} to ${last} (${items.length})`;
}

function nameOf(item: unknown): string | undefined {
  const { metadata } = (item ?? {}) as {
    readonly metadata?: { readonly name?: unknown; readonly namespace?: unknown };
  };
  if (typeof metadata?.name !== 'string') return undefined;
  return typeof metadata.namespace === 'string' ? `${metadata.namespace}/${metadata.name}` : metadata.name;
}
