import { badRequest } from './failure.js';

/** runtime.Convert_Slice_string_To_bool: everything but these words is true, also the empty one. */
export function parseBoolean(value: string | null): boolean | undefined {
  if (value === null) return undefined;
  return value !== '0' && value.toLowerCase() !== 'false';
}

/** A decimal integer of a query, as strconv.ParseInt reads it; undefined when the parameter is absent. Throws 400. */
export function parseInteger(value: string | null): number | undefined {
  if (value === null) return undefined;
  if (!/^[+-]?\d+$/.test(value)) {
    throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(value)}: invalid syntax`);
  }
  const number = BigInt(value.replace(/^\+/, ''));
  if (BigInt.asIntN(64, number) !== number) {
    throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(value)}: value out of range`);
  }
  return Number(number);
}

/** Why a resourceVersion is no number, in strconv's words; undefined when it is one. */
export function resourceVersionSyntax(value: string): string | undefined {
  if (value === '') return undefined;
  if (!/^\d+$/.test(value)) return `strconv.ParseUint: parsing ${JSON.stringify(value)}: invalid syntax`;
  if (value.length > 20 || BigInt(value) >= 2n ** 64n) {
    return `strconv.ParseUint: parsing ${JSON.stringify(value)}: value out of range`;
  }
  return undefined;
}
