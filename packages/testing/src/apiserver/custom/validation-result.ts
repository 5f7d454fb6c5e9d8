import type { FieldError } from 'kube-informers';

/** The result of a validation. `matched` counts passed checks, by which the best alternative is chosen. */
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

/** Adds an error unless it is already included. */
export function add(result: Result, error: FieldError): void {
  const same = (other: FieldError): boolean =>
    other.type === error.type && other.field === error.field && other.detail === error.detail;
  if (!result.errors.some(same)) result.errors.push(error);
}

/** Adds the result of a part of a validation. */
export function merge(result: Result, other: Result | undefined): void {
  if (other === undefined) return;
  for (const error of other.errors) add(result, error);
  result.matched += other.matched;
}

/** Returns the first of the results with the most passed checks. */
export function best(results: readonly Result[]): Result | undefined {
  let found: Result | undefined;
  for (const result of results) if (found === undefined || result.matched > found.matched) found = result;
  return found;
}
