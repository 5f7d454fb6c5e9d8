import { ConfigError } from 'kube-informers';
import { shownValue } from 'kube-informers/internal';

const kinds = [
  'reset',
  'stall',
  'drop',
  'delay',
  'bandwidth',
  'cut',
  'endAfter',
  'end',
  'answer',
  'errorEvent',
  'corrupt',
] as const;

/** Requires an integer of at least `least`. */
export function requireCount(what: string, value: unknown, least: number): void {
  if (Number.isSafeInteger(value) && (value as number) >= least) return;
  throw wrong(what, `a whole number of ${least} or more`, value);
}

/** Requires undefined or a number of bytes. */
export function requireByteCount(what: string, value: unknown): void {
  if (value !== undefined) requireCount(`afterBytes of ${what}`, value, 0);
}

/** Requires milliseconds: a finite, non-negative number. */
export function requireMs(what: string, value: unknown): void {
  if (Number.isFinite(value) && (value as number) >= 0) return;
  throw wrong(`ms of ${what}`, 'a number of 0 or more', value);
}

/** Requires an HTTP status code. */
export function requireStatus(what: string, value: unknown, least: number): void {
  if (Number.isInteger(value) && (value as number) >= least && (value as number) <= 599) return;
  throw wrong(`status of ${what}`, `a whole number from ${least} to 599`, value);
}

/** Requires a probability. */
export function requireProbability(what: string, value: unknown): void {
  if (Number.isFinite(value) && (value as number) >= 0 && (value as number) <= 1) return;
  throw wrong(what, 'a number from 0 to 1', value);
}

/** Requires one of the given values. */
export function requireOneOf(what: string, value: unknown, allowed: readonly unknown[]): void {
  if (!allowed.includes(value))
    throw wrong(what, `one of ${allowed.map((one) => String(one)).join(', ')}`, value);
}

/** Requires a fault as created by `faults`. */
export function requireFault(value: unknown): void {
  const kind: unknown = (value as { readonly kind?: unknown } | null | undefined)?.kind;
  if (!kinds.some((known) => known === kind))
    throw wrong('kind of the fault', `one of ${kinds.join(', ')} (see faults)`, kind);
}

/** Creates a ConfigError `ERR_OPTION` with the field, the value and what was expected. */
export function wrong(what: string, expected: string, value: unknown): ConfigError {
  return new ConfigError('ERR_OPTION', `${what} must be ${expected}, got ${shownValue(value)}`);
}
