import { shownList, shownValue } from './shown.js';
import { isAbortSignal, isPlainObject, isThenable } from './type-checks.js';
import { ConfigError } from './errors.js';

const awaitIt = 'a Promise: await it first';

/** Throws ConfigError `ERR_OPTION` unless the value is what it must be; `what` names it in the message. */
export type Check = (what: string, value: unknown) => void;

/**
 * Throws ConfigError `ERR_OPTION` with a value's type, never the value. `what` and `expected` are for the message.
 */
export function refuse(what: string, expected: string, value: unknown): never {
  throw new ConfigError('ERR_OPTION', `${what} must be ${expected}, got ${typeOf(value)}`);
}

/** Throws ConfigError `ERR_OPTION` with the value, shortened and escaped; not for secrets. */
export function refuseValue(what: string, expected: string, value: unknown): never {
  throw new ConfigError('ERR_OPTION', `${what} must be ${expected}, got ${shownValue(value)}`);
}

/** Throws ConfigError `ERR_OPTION` unless the value is an object and no array. Shows no values. */
export function requireRecord(what: string, value: unknown): void {
  if (Array.isArray(value)) throw new ConfigError('ERR_OPTION', `${what} must be an object, got an array`);
  if (typeof value !== 'object' || value === null) refuse(what, 'an object', value);
}

/** Throws ConfigError `ERR_OPTION` unless the value is an object; `call` names the call that takes it. */
export function requireObject(call: string, object: unknown): void {
  if (typeof object === 'object' && object !== null && !Array.isArray(object) && !isThenable(object)) return;
  const got = isThenable(object) ? awaitIt : Array.isArray(object) ? 'an array' : typeOf(object);
  throw new ConfigError('ERR_OPTION', `${call} takes an object, got ${got}`);
}

/** Throws ConfigError `ERR_OPTION` unless the value is a boolean: the string "false" is truthy in JavaScript. */
export function requireBoolean(what: string, value: unknown): void {
  if (typeof value === 'boolean') return;
  if (typeof value === 'string') refuseValue(what, 'true or false', value);
  refuse(what, 'true or false', value);
}

/** Throws ConfigError `ERR_OPTION` for a Promise that a function has returned whose result is needed at once. */
export function refusePromise(what: string, returned: unknown): void {
  if (isThenable(returned))
    throw new ConfigError('ERR_OPTION', `${what} must not be async, got ${returnedType(returned)}`);
}

/** Returns the type of what a function has returned, for an error. A rejection of a Promise then counts as handled. */
export function returnedType(value: unknown): string {
  if (!isThenable(value)) return typeOf(value);
  // An unhandled rejection would end the process.
  value.then(undefined, () => undefined);
  return 'a Promise';
}

/** Throws ConfigError `ERR_OPTION` unless the value is a function. `what` is for the message. */
export function requireFunction(what: string, value: unknown): void {
  if (typeof value !== 'function') refuse(what, 'a function', value);
}

/**
 * Throws ConfigError `ERR_OPTION` for anything except a plain object.
 *
 * Options are read by their own members, so a Promise that was not awaited, a Map or a class instance would count as
 * empty options, and a delete would select everything.
 */
export function requireOptions(what: string, options: unknown): void {
  if (isPlainObject(options)) return;
  throw new ConfigError('ERR_OPTION', `options of ${what} must be an object, got ${describe(options)}`);
}

function describe(options: unknown): string {
  if (isAbortSignal(options)) return 'an AbortSignal: write { signal }';
  if (typeof options !== 'object' || options === null || Array.isArray(options)) return shownList(options);
  const name = Object.prototype.toString.call(options).slice('[object '.length, -1);
  if (isThenable(options)) return `a ${name}: await it first`;
  return `${name === 'Object' ? 'an instance of a class' : `a ${name}`}: write an object literal`;
}

/** Throws ConfigError `ERR_OPTION` unless the value is an options object of a call, with a valid signal if any. */
export function requireCallOptions(what: string, options: unknown): void {
  requireOptions(what, options);
  const { signal } = options as { readonly signal?: unknown };
  if (signal !== undefined) requireAbortSignal(`signal of ${what}`, signal);
}

/** Throws ConfigError `ERR_OPTION` unless the value is an AbortSignal. */
export function requireAbortSignal(what: string, signal: unknown): void {
  if (isAbortSignal(signal)) return;
  const isController = isAbortSignal((signal as { readonly signal?: unknown } | null)?.signal);
  const got = isController ? 'an AbortController: write controller.signal' : typeOf(signal);
  throw new ConfigError('ERR_OPTION', `${what} must be an AbortSignal, got ${got}`);
}

/** Throws ConfigError `ERR_OPTION` unless the value is an array. `what` is for the message. */
export function requireList(what: string, value: unknown): void {
  if (!Array.isArray(value)) refuse(what, 'an array', value);
}

/** Throws ConfigError `ERR_OPTION` unless the value is iterable and no string. `what` is for the message. */
export function requireIterable(what: string, value: unknown): void {
  // The value may have any type; only this member is read here.
  const given = value as Partial<Iterable<unknown>> | null | undefined;
  if (typeof value === 'string' || typeof given?.[Symbol.iterator] !== 'function')
    refuse(what, 'an iterable', value);
}

/** Throws ConfigError `ERR_OPTION` unless the value is a string. `what` is for the message. */
export function requireString(what: string, value: unknown): void {
  if (typeof value !== 'string') refuse(what, 'a string', value);
}

/** Throws ConfigError `ERR_OPTION` unless the value is an object with a string in each of these fields. */
export function requireStrings(what: string, value: unknown, fields: readonly string[]): void {
  // The value may have any type; only its members are read here.
  const given = value as Readonly<Record<string, unknown>> | null | undefined;
  const missing = fields.filter((field) => typeof given?.[field] !== 'string');
  if (missing.length === 0) return;
  throw new ConfigError(
    'ERR_OPTION',
    `${what} must have the strings ${fields.join(', ')}, got ${typeOf(value)} without ${missing.join(', ')}`,
  );
}

/** Throws ConfigError `ERR_OPTION` if the value is present but not a number of at least `least`. */
export function requireNumber(field: string, value: unknown, least = 0): void {
  if (value !== undefined) numberFrom(least)(field, value);
}

/** Checks that a value is a number of at least `least`. */
export function numberFrom(least: number): Check {
  return (what, value) => {
    if (!(typeof value === 'number' && Number.isFinite(value) && value >= least))
      refuseValue(what, `a number of ${least} or more`, value);
  };
}

/** Throws ConfigError `ERR_OPTION` unless the value is a finite number above 0. */
export function requirePositive(what: string, value: unknown): void {
  if (!(typeof value === 'number' && Number.isFinite(value) && value > 0))
    refuseValue(what, 'a finite number above 0', value);
}

/** Throws ConfigError `ERR_OPTION` unless the value is a number above 0, which may be Infinity. */
export function requireAboveZero(what: string, value: unknown): void {
  if (!(typeof value === 'number' && value > 0)) refuseValue(what, 'a number above 0', value);
}

/** Throws ConfigError `ERR_OPTION` unless the value is an integer, which may be negative. */
export function requireInteger(what: string, value: unknown): void {
  if (!Number.isSafeInteger(value)) refuseValue(what, 'an integer', value);
}

/** Throws ConfigError `ERR_OPTION` unless the value is a string with a character in it. */
export function requireText(what: string, value: unknown): void {
  if (typeof value !== 'string' || value === '') refuseValue(what, 'a non-empty string', value);
}

/** Checks that a value is a whole number of at least `least`. */
export function wholeFrom(least: number): Check {
  return (what, value) => {
    if (!Number.isSafeInteger(value) || Number(value) < least)
      refuseValue(what, `a whole number of ${least} or more`, value);
  };
}

/** Throws ConfigError `ERR_OPTION` unless the value is a port to listen on, where 0 is any free one. */
export function requirePort(what: string, value: unknown): void {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > 65_535)
    refuseValue(what, 'a whole number from 0 to 65535', value);
}

/** Checks that a value is one of these words. */
export function oneOf(...words: readonly string[]): Check {
  return (what, value) => {
    if (words.some((word) => word === value)) return;
    refuseValue(what, `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`, value);
  };
}

/** Checks that a value has these methods. */
export function hasMethods(...methods: readonly string[]): Check {
  return (what, value) => {
    requireMethods(what, value, methods);
  };
}

/** Checks that a value has a string in each of these fields. */
export function hasStrings(...fields: readonly string[]): Check {
  return (what, value) => {
    requireStrings(what, value, fields);
  };
}

/** Checks that a value is a Clock. */
export const requireClock = hasMethods('now', 'monotonic', 'setTimer', 'sleep');

/** Checks that a value is a Logger. */
export const requireLogger = hasMethods('debug', 'info', 'warn', 'error');

/** Returns a value's type for messages, with a separate one for null. */
export function typeOf(value: unknown): string {
  return value === null ? 'null' : typeof value;
}

/** Throws ConfigError `ERR_OPTION` if one of the methods is missing. `what` and `advice` are for the message. */
export function requireMethods(what: string, value: unknown, methods: readonly string[], advice = ''): void {
  // The value may have any type; only its members are read here.
  const given = value as Readonly<Record<string, unknown>> | null | undefined;
  const missing = methods.filter((method) => typeof given?.[method] !== 'function');
  if (missing.length === 0) return;
  throw new ConfigError(
    'ERR_OPTION',
    `${what} must have the methods ${methods.join(', ')}, got ${
      isThenable(value) ? awaitIt : `${typeOf(value)} without ${missing.join(', ')}${advice}`
    }`,
  );
}
