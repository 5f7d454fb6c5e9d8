import { shownValue } from '../../util/shown.js';
import { ConfigError } from '../../util/errors.js';
import { nearestName } from '../../util/known-options.js';
import { refuseValue, requireFunctions } from '../../util/require.js';

const callbacks = ['onAdd', 'onUpdate', 'onDelete'] as const;

/**
 * Throws ConfigError `ERR_OPTION` unless the value is an object with at least one callback, all of them functions.
 *
 * A plain object must not have another function with a name like that of a callback (`onRemove`, `added`), which would never
 * be called. An instance of a class may have any other members.
 */
export function requireHandler(handler: unknown): void {
  if (typeof handler !== 'object' || handler === null) {
    refuseValue('an event handler', 'an object', handler);
  }
  requireFunctions('an event handler', handler, callbacks);
  if (isPlain(handler)) {
    for (const [name, value] of Object.entries(handler)) {
      if (typeof value === 'function' && !callbacks.some((callback) => callback === name))
        refuseCallback(name);
    }
  }
  const given = handler as Readonly<Record<string, unknown>>;
  if (callbacks.some((callback) => given[callback] !== undefined)) return;
  const names = Object.keys(handler);
  const got = names.length === 0 ? 'an object without properties' : names.join(', ').slice(0, 100);
  throw new ConfigError(
    'ERR_OPTION',
    `an event handler must have at least one of ${callbacks.join(', ')}, got ${got}`,
  );
}

/** Throws if the function was probably meant to be a callback. */
function refuseCallback(name: string): void {
  const meant = nearestName(name, callbacks);
  if (meant === undefined && !/^on[A-Z]/.test(name)) return;
  const help = meant === undefined ? `known are ${callbacks.join(', ')}` : `did you mean ${meant}?`;
  throw new ConfigError('ERR_OPTION', `unknown callback ${shownValue(name)} of an event handler: ${help}`);
}

/** True for an object literal, including one of another realm or without a prototype. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
