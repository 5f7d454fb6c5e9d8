/** resource.Quantity: parsing and canonical form. */

const binary: Readonly<Record<string, bigint>> = {
  Ki: 1n << 10n,
  Mi: 1n << 20n,
  Gi: 1n << 30n,
  Ti: 1n << 40n,
  Pi: 1n << 50n,
  Ei: 1n << 60n,
};
const decimal: Readonly<Record<string, number>> = {
  n: -9,
  u: -6,
  m: -3,
  '': 0,
  k: 3,
  M: 6,
  G: 9,
  T: 12,
  P: 15,
  E: 18,
};
const nano = 9;
// Go has no such limits, but work with BigInts of any length takes quadratic time. maxExponent is a multiple of three.
const maxExponent = 999;
const maxLength = 1000;
// A quantity with a binary suffix is capped, whichever its sign (quantity.go, maxAllowed).
const maxBinary = (1n << 63n) - 1n;

/** Go's message for an invalid quantity. */
export const quantityProblem =
  "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";

/** Returns the canonical form of a quantity; undefined if it is invalid, or if either form exceeds 1,000 characters. */
export function canonicalQuantity(text: string): string | undefined {
  const canonical = text.length > maxLength ? undefined : canonicalForm(text);
  return canonical !== undefined && canonical.length > maxLength ? undefined : canonical;
}

function canonicalForm(text: string): string | undefined {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?(.*)$/.exec(text.trim() === text ? text : '!');
  if (match === null) return undefined;
  const [, sign = '', whole = '', fraction = '', suffix = ''] = match;
  if (whole === '' && fraction === '') return undefined;
  const negative = sign === '-';
  const digits = BigInt(whole + fraction || '0');
  const factor = Object.hasOwn(binary, suffix) ? binary[suffix] : undefined;
  if (factor !== undefined) return binaryText(digits * factor, fraction.length, negative);
  const power = Object.hasOwn(decimal, suffix) ? decimal[suffix] : undefined;
  if (power !== undefined) return decimalText(digits, power - fraction.length, negative, suffixText);
  const exponent = /^[eE]([+-]?\d+)$/.exec(suffix)?.[1];
  if (exponent === undefined || Math.abs(Number(exponent)) > maxExponent) return undefined;
  return decimalText(digits, Number(exponent) - fraction.length, negative, exponentText);
}

/** Formats a decimal number as mantissa and a power of ten that is a multiple of three, rounded up to nano. */
function decimalText(
  digits: bigint,
  power: number,
  negative: boolean,
  unit: (exponent: number) => string | undefined,
): string {
  const shift = power + nano;
  const nanos = shift >= 0 ? digits * 10n ** BigInt(shift) : ceilDivide(digits, 10n ** BigInt(-shift));
  if (nanos === 0n) return '0';
  let mantissa = nanos;
  let exponent = -nano;
  while (mantissa % 1000n === 0n && unit(exponent + 3) !== undefined) {
    mantissa /= 1000n;
    exponent += 3;
  }
  return `${negative ? '-' : ''}${mantissa}${unit(exponent) ?? ''}`;
}

function suffixText(exponent: number): string | undefined {
  return Object.keys(decimal).find((suffix) => decimal[suffix] === exponent);
}

function exponentText(exponent: number): string | undefined {
  if (exponent > maxExponent) return undefined;
  return exponent === 0 ? '' : `e${exponent}`;
}

function binaryText(amount: bigint, fractionDigits: number, negative: boolean): string {
  const divisor = 10n ** BigInt(fractionDigits);
  const scaled = amount > maxBinary * divisor ? maxBinary * divisor : amount;
  // Below 1 KiB, or not a whole number of bytes: use the decimal form.
  if (scaled % divisor !== 0n || (scaled / divisor < 1024n && scaled !== 0n)) {
    return decimalText(scaled, -fractionDigits, negative, suffixText);
  }
  let value = scaled / divisor;
  if (value === 0n) return '0';
  let suffix = '';
  for (const next of Object.keys(binary)) {
    if (value % 1024n !== 0n) break;
    value /= 1024n;
    suffix = next;
  }
  return `${negative ? '-' : ''}${value}${suffix}`;
}

function ceilDivide(value: bigint, by: bigint): bigint {
  return (value + by - 1n) / by;
}
