import { newBadRequest } from 'kube-informers/internal';

/** Parses a boolean (runtime.Convert_Slice_string_To_bool): everything except these words is true, also "". */
export function parseBoolean(value: string | null): boolean | undefined {
  if (value === null) return undefined;
  return value !== '0' && value.toLowerCase() !== 'false';
}

/** Parses a decimal integer as strconv.ParseInt does; undefined if absent. Throws 400. */
export function parseInteger(value: string | null): number | undefined {
  if (value === null) return undefined;
  if (!/^[+-]?\d+$/.test(value)) {
    throw newBadRequest(`strconv.ParseInt: parsing ${JSON.stringify(value)}: invalid syntax`);
  }
  const number = BigInt(value.replace(/^\+/, ''));
  if (BigInt.asIntN(64, number) !== number) {
    throw newBadRequest(`strconv.ParseInt: parsing ${JSON.stringify(value)}: value out of range`);
  }
  return Number(number);
}

/** Returns strconv's message for an invalid resourceVersion; undefined if it is valid. */
export function resourceVersionSyntax(value: string): string | undefined {
  if (value === '') return undefined;
  if (!/^\d+$/.test(value)) return `strconv.ParseUint: parsing ${JSON.stringify(value)}: invalid syntax`;
  if (value.length > 20 || BigInt(value) >= 2n ** 64n) {
    return `strconv.ParseUint: parsing ${JSON.stringify(value)}: value out of range`;
  }
  return undefined;
}
