import type { ListOptions } from '../../meta/types.js';

/**
 * watchlist.PrepareWatchListOptionsFromListOptions: the options of a watch-list (a watch that begins with what is there)
 * that brings the same objects as a list with `options`.
 *
 * `undefined` when there is none: a page (`continue`, or a `limit` that the server would heed), an `Exact` match, or
 * options that the server refuses.
 */
export function prepareWatchListOptions(options: ListOptions): ListOptions | undefined {
  const { limit = 0, ...rest } = options;
  if (!isValid(options)) return undefined;
  // At "0" the server's watch cache answers, which does not page, so that leaving the limit out changes nothing.
  if (limit > 0 && options.resourceVersion !== '0') return undefined;
  if (options.resourceVersionMatch === 'Exact') return undefined;
  const watchList: ListOptions = {
    ...rest,
    resourceVersionMatch: 'NotOlderThan',
    watch: true,
    allowWatchBookmarks: true,
    sendInitialEvents: true,
  };
  return isValid(watchList) ? watchList : undefined;
}

/** The server's ValidateListOptions (apimachinery, meta/internalversion/validation), without its messages. */
function isValid(options: ListOptions): boolean {
  const { resourceVersion = '', resourceVersionMatch: match = '', sendInitialEvents } = options;
  const continues = (options.continue ?? '') !== '';
  if (options.watch === true) {
    if (sendInitialEvents !== undefined) return match === 'NotOlderThan' && !continues;
    return match === '';
  }
  if (sendInitialEvents !== undefined) return false;
  if (match === '') return true;
  if (resourceVersion === '' || continues) return false;
  return match === 'NotOlderThan' || (match === 'Exact' && resourceVersion !== '0');
}
