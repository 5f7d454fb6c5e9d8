import type { KubernetesList } from '../../meta/types.js';
import { ReflectorError } from './reflector-errors.js';

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

  /** Records a page that has a successor. Throws ReflectorError `ERR_LIST_ENDLESS`. */
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

  #endless(why: string): ReflectorError {
    return new ReflectorError(
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
