import { setField } from './json-fields.js';

/** A value cannot be sent as JSON. */
export class NotJsonError extends Error {}

/** Where kube-informers keeps the digits of numbers that a double does not hold: a map by name or index. */
const exactNumbers = Symbol.for('kube-informers: exact numbers');

/** Deeper values are refused, since the code that walks them is recursive; far above real objects. */
const maxDepth = 1000;

/** Copies a value as JSON would carry it, with exact integers. Throws NotJsonError for what nests too deeply. */
export function plainCopy(value: unknown): unknown {
  return copy(value, 0, undefined);
}

function copy(given: unknown, depth: number, digits: string | undefined): unknown {
  if (depth > maxDepth) throw new NotJsonError(`nests deeper than ${maxDepth} levels, or contains itself`);
  const value = hasToJson(given) ? given.toJSON() : given;
  switch (typeof value) {
    case 'number':
      if (digits !== undefined && Number(digits) === value && /^-?\d+$/.test(digits)) return BigInt(digits);
      return Number.isFinite(value) ? value : null;
    case 'object':
      return value === null ? null : copyOfObject(value, depth + 1);
    case 'function':
    case 'symbol':
      return undefined;
    default:
      return value;
  }
}

function hasToJson(value: unknown): value is { toJSON(): unknown } {
  return (
    typeof value === 'object' && value !== null && 'toJSON' in value && typeof value.toJSON === 'function'
  );
}

function copyOfObject(value: object, depth: number): unknown {
  // Set by kube-informers alone.
  const exact = Reflect.get(value, exactNumbers) as ReadonlyMap<string, string> | undefined;
  if (Array.isArray(value))
    return value.map((item: unknown, index) => copy(item, depth, exact?.get(String(index))) ?? null);
  const result: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value) as [string, unknown][]) {
    const own = copy(member, depth, exact?.get(name));
    if (own !== undefined) setField(result, name, own);
  }
  return result;
}
