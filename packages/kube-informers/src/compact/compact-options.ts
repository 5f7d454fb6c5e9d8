import type { OptionNames } from '../util/known-options.js';
import { requireKnownOptions } from '../util/known-options.js';
import { refuse, wholeFrom } from '../util/require.js';

/** Options of a compact cache. */
export interface CompactOptions {
  /**
   * Maximum number of recently read objects that are kept decoded. Each costs what it costs in an ordinary cache (a pod
   * about 6 kB), and reading it again costs nothing. 0: none. Default: 64.
   */
  readonly hotObjects?: number | undefined;
}

export const compactOptionNames: OptionNames<CompactOptions> = { hotObjects: wholeFrom(0) };

export const defaultHotObjects = 64;

/** Checks that a value is valid for an option `compact`. */
export function requireCompact(what: string, value: unknown): void {
  if (typeof value === 'boolean') return;
  if (typeof value !== 'object' || value === null)
    refuse(what, 'true, false or options such as { hotObjects: 64 }', value);
  requireKnownOptions(what, value, compactOptionNames);
}

/** Returns the option `compact` as options; undefined for an ordinary cache. */
export function compactOptions(compact: boolean | CompactOptions | undefined): CompactOptions | undefined {
  if (compact === undefined || compact === false) return undefined;
  return compact === true ? {} : { hotObjects: compact.hotObjects };
}
