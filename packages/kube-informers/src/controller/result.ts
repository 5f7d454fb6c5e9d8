import { shownValue } from '../util/shown.js';
import { isPlainObject } from '../util/realm.js';
import { ControllerError } from './errors.js';

/**
 * What a reconcile returns. Nothing or `{}`: done until the next change.
 *
 * - `{ afterMs }`: run again after so many milliseconds. Clears the key's backoff.
 * - `{ backoff: true }`: run again after the key's backoff, which grows each time, without an error.
 * - `priority`: of that next run. Default: that of this run.
 */
export type ReconcileResult =
  | { readonly afterMs?: undefined; readonly backoff?: undefined; readonly priority?: undefined }
  | {
      readonly afterMs: number;
      readonly backoff?: undefined;
      readonly priority?: number | undefined;
    }
  | {
      readonly backoff: true;
      readonly afterMs?: undefined;
      readonly priority?: number | undefined;
    };

/** A result that was checked. */
export type Outcome =
  | { readonly next: 'none' }
  | { readonly next: 'after'; readonly afterMs: number; readonly priority: number | undefined }
  | { readonly next: 'backoff'; readonly priority: number | undefined };

const expected = 'nothing, { afterMs }, { backoff: true }, each with priority if needed';

/** Checks what a reconcile returned. Throws ControllerError `ERR_RECONCILE_RESULT`. */
export function parseResult(controller: string, key: string, result: unknown): Outcome {
  if (result === undefined) return { next: 'none' };
  const invalid = (why: string): ControllerError =>
    new ControllerError(
      'ERR_RECONCILE_RESULT',
      `reconcile of controller ${controller} returned ${shown(result)} for ${key}: ${why}`,
    );
  if (!isPlainObject(result)) throw invalid(`expected ${expected}`);
  const { afterMs, backoff, priority, ...rest } = result as Readonly<Record<string, unknown>>;
  const unknown = Object.keys(rest).find((name) => rest[name] !== undefined);
  if (unknown !== undefined) {
    const hint = /^requeue/i.test(unknown)
      ? 'write { afterMs } or { backoff: true }'
      : `expected ${expected}`;
    throw invalid(`unknown member ${shownValue(unknown)}, ${hint}`);
  }
  if (priority !== undefined && !Number.isSafeInteger(priority)) throw invalid('priority must be an integer');
  // Checked in the line above.
  const of = { priority: priority as number | undefined };
  if (afterMs !== undefined && backoff !== undefined)
    throw invalid('expected one of afterMs and backoff, not both');
  if (afterMs !== undefined) {
    if (typeof afterMs !== 'number' || !(afterMs >= 0 && afterMs < Infinity))
      throw invalid('afterMs must be a finite number, 0 or more');
    return { next: 'after', afterMs, ...of };
  }
  if (backoff !== undefined) {
    if (backoff !== true) throw invalid('backoff must be true or absent');
    return { next: 'backoff', ...of };
  }
  if (priority !== undefined) throw invalid('priority needs afterMs or backoff');
  return { next: 'none' };
}

const shownCharacters = 100;

function shown(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null)
    return typeof value === 'string' ? JSON.stringify(value.slice(0, shownCharacters)) : String(value);
  if (!isPlainObject(value)) return Object.prototype.toString.call(value);
  const members = Object.entries(value).map(([name, member]) => {
    const simple = member === null || ['number', 'boolean', 'undefined'].includes(typeof member);
    return `${name}: ${simple ? String(member) : typeof member}`;
  });
  return `{ ${members.join(', ')} }`.slice(0, shownCharacters);
}
