import { exactMember } from '../util/exact-numbers.js';
import { requireObject } from '../util/require.js';

/**
 * Returns an integer of an object that was read, without rounding: `exactInteger(widget.spec, 'id')`.
 *
 * Numbers in JavaScript are doubles, so an integer beyond 2^53 reads as a rounded one. Undefined if the member is absent or
 * not an integer. A copy by JSON or `structuredClone` has lost what was read: then the rounded one is returned.
 */
export function exactInteger(object: object, name: string): bigint | undefined {
  requireObject('exactInteger', object);
  const value = exactMember(object, name);
  if (typeof value === 'bigint') return value;
  return typeof value === 'number' && Number.isInteger(value) ? BigInt(value) : undefined;
}
