/*
 * Type checks that hold for values of another realm, too: Jest and other tools run programs in a vm context, which has its own
 * Error, Promise and Uint8Array. `instanceof` is false for these.
 */

function tagOf(value: unknown): string {
  return Object.prototype.toString.call(value);
}

/** True for an Error or DOMException. */
export function isError(value: unknown): value is Error {
  try {
    return value instanceof Error || /^\[object (Error|DOMException)\]$/.test(tagOf(value));
  } catch {
    return false; // A revoked Proxy has no type that can be read.
  }
}

/** True for an AggregateError. */
export function isAggregateError(value: unknown): value is AggregateError {
  return isError(value) && 'errors' in value && Array.isArray(value.errors);
}

/**
 * True for anything that can be awaited, including promises of other libraries. Passes on the error of a `then`
 * getter.
 */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return false;
  return typeof (value as { readonly then?: unknown }).then === 'function';
}

/** True for an object that is not an array. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** True for an object literal of any realm, or an object without a prototype. */
export function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** True for an object that stands for a number, a string, a boolean or a bigint: JSON has its value. */
export function isBoxed(value: unknown): value is { valueOf(): unknown } {
  return typeof value === 'object' && /^\[object (Number|String|Boolean|BigInt)\]$/.test(tagOf(value));
}

/** True for a Uint8Array, including a Buffer. */
export function isBytes(value: unknown): value is Uint8Array {
  return ArrayBuffer.isView(value) && tagOf(value) === '[object Uint8Array]';
}

/** True for a RegExp. */
export function isRegExp(value: unknown): value is RegExp {
  return tagOf(value) === '[object RegExp]';
}

/** True for a Date. */
export function isDate(value: unknown): value is Date {
  return tagOf(value) === '[object Date]';
}

/** True for an object with the used members of an AbortSignal, including a polyfill's. */
export function isAbortSignal(value: unknown): value is AbortSignal {
  if (typeof value !== 'object' || value === null) return false;
  const { aborted, addEventListener, removeEventListener } = value as Readonly<Record<string, unknown>>;
  return (
    typeof aborted === 'boolean' &&
    typeof addEventListener === 'function' &&
    typeof removeEventListener === 'function'
  );
}
