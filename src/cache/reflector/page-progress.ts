import type { KubernetesList } from '../../meta/types.js';
import { ReflectorError } from './reflector-errors.js';

/** Pages in a row without any item, each with a token for the next. An API server sends none. */
export const mostEmptyPages = 100;

/** Items of one list, far beyond what etcd can hold. */
export const mostListItems = 20_000_000;

/** Items beyond twice the announced number: that is an estimate, and objects may be created meanwhile. */
const unannouncedItems = 10_000;

/**
 * Follows the pages of one list and ends a list that would never end: a token that comes twice, the same page again (a proxy
 * that drops `continue`), many empty pages, or far more items than the server had announced. client-go has no such limit.
 */
export class PageProgress {
  readonly #tokens = new Set<string>();
  readonly #pages = new Set<string>();
  #count = 0;
  #items = 0;
  #emptyInARow = 0;
  #most = mostListItems;

  /** Takes note of a page that another one follows. Throws ReflectorError `ERR_LIST_ENDLESS`. */
  next(page: KubernetesList<unknown>, token: string): void {
    const { items, metadata } = page;
    this.#count++;
    this.#items += items.length;
    this.#emptyInARow = items.length === 0 ? this.#emptyInARow + 1 : 0;
    if (this.#tokens.has(token)) throw this.#endless('the continue token came before');
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

  #endless(why: string): ReflectorError {
    return new ReflectorError(
      'ERR_LIST_ENDLESS',
      `a list does not end: after ${this.#count} pages with ${this.#items} items there is a continue token again, and ${why}`,
    );
  }
}

/** First and last item and their number; undefined for a page whose items have no names, or that is empty. */
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
