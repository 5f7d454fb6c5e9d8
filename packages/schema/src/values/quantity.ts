/** resource.Quantity: parsing and canonical form. */

/** The powers of two of the binary suffixes. */
export const binaryPowers: Readonly<Record<string, number>> = {
  Ki: 10,
  Mi: 20,
  Gi: 30,
  Ti: 40,
  Pi: 50,
  Ei: 60,
};
/** The powers of ten of the decimal suffixes. */
export const decimalPowers: Readonly<Record<string, number>> = {
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
// Go has no such limits, but work with BigInts of any length takes quadratic time. The exponent is a multiple of three.
export const maxQuantityExponent = 999;
export const maxQuantityLength = 1000;
// A quantity with a binary suffix is capped, whichever its sign (quantity.go, maxAllowed).
const maxBinary = (1n << 63n) - 1n;

/** Go's message for an invalid quantity. */
export const quantityProblem =
  "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";

/** Returns the canonical form of a quantity; undefined if it is invalid, or if either form exceeds 1,000 characters. */
export function canonicalQuantity(text: string): string | undefined {
  const canonical = text.length > maxQuantityLength ? undefined : canonicalForm(text);
  return canonical !== undefined && canonical.length > maxQuantityLength ? undefined : canonical;
}

function binaryFactor(suffix: string): bigint | undefined {
  const power = Object.hasOwn(binaryPowers, suffix) ? binaryPowers[suffix] : undefined;
  return power === undefined ? undefined : 1n << BigInt(power);
}

function canonicalForm(text: string): string | undefined {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?(.*)$/.exec(text.trim() === text ? text : '!');
  if (match === null) return undefined;
  const [, sign = '', whole = '', fraction = '', suffix = ''] = match;
  if (whole === '' && fraction === '') return undefined;
  const negative = sign === '-';
  const digits = BigInt(whole + fraction || '0');
  const factor = binaryFactor(suffix);
  if (factor !== undefined) return binaryText(digits * factor, fraction.length, negative);
  const power = Object.hasOwn(decimalPowers, suffix) ? decimalPowers[suffix] : undefined;
  if (power !== undefined) return decimalText(digits, power - fraction.length, negative, suffixText);
  const exponent = /^[eE]([+-]?\d+)$/.exec(suffix)?.[1];
  if (exponent === undefined || Math.abs(Number(exponent)) > maxQuantityExponent) return undefined;
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
  return Object.keys(decimalPowers).find((suffix) => decimalPowers[suffix] === exponent);
}

function exponentText(exponent: number): string | undefined {
  if (exponent > maxQuantityExponent) return undefined;
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
  for (const next of Object.keys(binaryPowers)) {
    if (value % 1024n !== 0n) break;
    value /= 1024n;
    suffix = next;
  }
  return `${negative ? '-' : ''}${value}${suffix}`;
}

function ceilDivide(value: bigint, by: bigint): bigint {
  return (value + by - 1n) / by;
}

/** A quantity's value, and the form it is written in. */
interface Amount {
  /** The value in units of 10^-9. */
  readonly nanos: bigint;
  readonly form: 'binary' | 'decimal' | 'exponent';
}

/** Reads a quantity in canonical form; undefined and malformed text are 0. */
function amountOf(text: unknown): Amount {
  const canonical = typeof text === 'string' ? (canonicalQuantity(text) ?? '0') : '0';
  const [, sign = '', digits = '0', suffix = ''] = /^(-?)(\d+)(.*)$/.exec(canonical) ?? [];
  const value = sign === '-' ? -BigInt(digits) : BigInt(digits);
  const factor = binaryFactor(suffix);
  if (factor !== undefined) return { nanos: value * factor * 10n ** BigInt(nano), form: 'binary' };
  const power = Object.hasOwn(decimalPowers, suffix) ? decimalPowers[suffix] : undefined;
  const shift = (power ?? Number(suffix.slice(1))) + nano;
  // An exponent below nano is not canonical: the value was rounded up to it.
  return {
    nanos: value * 10n ** BigInt(Math.max(0, shift)),
    form: power === undefined ? 'exponent' : 'decimal',
  };
}

function amountText({ nanos, form }: Amount): string {
  const size = nanos < 0n ? -nanos : nanos;
  const negative = nanos < 0n;
  if (form === 'binary') return binaryText(size, nano, negative);
  return decimalText(size, -nano, negative, form === 'exponent' ? exponentText : suffixText);
}

/** Quantity.Cmp: -1, 0 or 1. */
export function compareQuantities(a: unknown, b: unknown): number {
  const difference = amountOf(a).nanos - amountOf(b).nanos;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Quantity.Add: the sum, in the form of the first unless that is 0. */
export function addQuantities(a: unknown, b: unknown): string {
  const [first, second] = [amountOf(a), amountOf(b)];
  const form = first.nanos === 0n ? second.form : first.form;
  return amountText({ nanos: first.nanos + second.nanos, form });
}

/** Quantity.Mul: the product with a whole number. */
export function multiplyQuantity(text: unknown, by: number): string {
  const { nanos, form } = amountOf(text);
  return amountText({ nanos: nanos * BigInt(Math.trunc(by)), form });
}

/** Quantity.RoundUp: away from 0, to a multiple of 10^scale. */
export function roundUpQuantity(text: unknown, scale: number): string {
  const { nanos, form } = amountOf(text);
  const unit = 10n ** BigInt(nano + scale);
  if (nanos % unit === 0n) return String(text);
  return amountText({ nanos: (nanos / unit + (nanos < 0n ? -1n : 1n)) * unit, form });
}

/** Quantity.Value, MilliValue and ScaledValue: the value in units of 10^scale, rounded away from 0. */
export function quantityValue(text: unknown, scale = 0): number {
  const { nanos } = amountOf(text);
  const unit = 10n ** BigInt(nano + scale);
  const rest = nanos % unit === 0n ? 0n : nanos < 0n ? -1n : 1n;
  return Number(nanos / unit + rest);
}
