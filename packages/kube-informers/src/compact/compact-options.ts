import type { OptionNames } from '../util/known-options.js';
import { requireKnownOptions } from '../util/known-options.js';
import { ConfigError } from '../util/errors.js';
import { refuse, typeOf } from '../util/require.js';

/** Options of a compact cache. */
export interface CompactOptions {
  /**
   * Maximum number of recently read objects that are kept decoded. Each costs what it costs in an ordinary cache (a pod
   * about 6 kB), and reading it again costs nothing. 0: none. Default: 64.
   */
  readonly hotObjects?: number | undefined;
}

const compactOptionNames: OptionNames<CompactOptions> = { hotObjects: true };

export const defaultHotObjects = 64;

/**
 * Returns the option `compact` as options, undefined for an ordinary cache. Throws ConfigError `ERR_OPTION` if it is invalid.
 */
export function compactOptions(compact: unknown): CompactOptions | undefined {
  if (compact === undefined || compact === false) return undefined;
  if (compact === true) return {};
  if (typeof compact !== 'object' || compact === null)
    refuse('compact', 'true, false or options such as { hotObjects: 64 }', compact);
  requireKnownOptions('compact', compact, compactOptionNames);
  const { hotObjects } = compact as { readonly hotObjects?: unknown };
  if (hotObjects === undefined) return {};
  if (typeof hotObjects === 'number' && Number.isSafeInteger(hotObjects) && hotObjects >= 0)
    return { hotObjects };
  const got = typeof hotObjects === 'number' ? hotObjects : typeOf(hotObjects);
  throw new ConfigError('ERR_OPTION', `hotObjects of compact must be a whole number, 0 or more, got ${got}`);
}
