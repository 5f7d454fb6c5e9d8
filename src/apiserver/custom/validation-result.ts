import type { FieldError } from '../../meta/field-error.js';

/** What one validation found. `matched` counts checks passed: of several alternatives the best one's errors are told. */
export interface Result {
  readonly errors: FieldError[];
  matched: number;
}

/** A check passed. */
export function passed(): Result {
  return { errors: [], matched: 1 };
}

/** A check failed. */
export function failed(error: FieldError): Result {
  return { errors: [error], matched: 0 };
}

/** Adds an error, unless the same is there. */
export function add(result: Result, error: FieldError): void {
  const same = (other: FieldError): boolean =>
    other.type === error.type && other.field === error.field && other.detail === error.detail;
  if (!result.errors.some(same)) result.errors.push(error);
}

/** Adds what a part of a validation found. */
export function merge(result: Result, other: Result | undefined): void {
  if (other === undefined) return;
  for (const error of other.errors) add(result, error);
  result.matched += other.matched;
}

/** The first of those that passed most checks. */
export function best(results: readonly Result[]): Result | undefined {
  let found: Result | undefined;
  for (const result of results) if (found === undefined || result.matched > found.matched) found = result;
  return found;
}
