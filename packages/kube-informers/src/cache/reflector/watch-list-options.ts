import type { ListOptions } from '../../meta/types.js';
import { requireOptions } from '../../util/require.js';

/**
 * watchlist.PrepareWatchListOptionsFromListOptions: options of a watch-list that brings the same objects as a list.
 *
 * Returns `undefined` if no watch-list can replace the list: for a page (`continue`, or a `limit` that the server would
 * apply), for an `Exact` match, and for options that the server rejects.
 */
export function prepareWatchListOptions(options: ListOptions): ListOptions | undefined {
  requireOptions('prepareWatchListOptions', options);
  const { limit = 0, ...rest } = options;
  if (!isValid(options)) return undefined;
  // At "0" the server's watch cache answers and ignores the limit, so leaving it out changes nothing.
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
