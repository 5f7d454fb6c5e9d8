import { exactMember } from '../util/json.js';
import { refuse } from '../util/require.js';

/**
 * Returns an integer of an object that was read, without rounding: `exactInteger(widget.spec, 'id')`, of a list
 * by its index.
 *
 * Numbers in JavaScript are doubles, so an integer beyond 2^53 reads as a rounded one. Undefined if the member is absent or
 * not an integer. A copy by JSON or `structuredClone` has lost what was read: then the rounded one is returned.
 */
export function exactInteger(object: object, name: string | number): bigint | undefined {
  // JavaScript callers are not type-checked.
  if (Object(object) !== object) refuse('the first argument of exactInteger', 'an object or a list', object);
  const value = exactMember(object, String(name));
  if (typeof value === 'bigint') return value;
  return typeof value === 'number' && Number.isInteger(value) ? BigInt(value) : undefined;
}
