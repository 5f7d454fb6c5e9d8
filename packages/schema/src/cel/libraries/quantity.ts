/** `quantity` of Kubernetes: exact decimal numbers, kept as apimachinery's resource.Quantity keeps them. */
import type { Overload } from '../functions.js';
import { BOOL, CelError, CelObject, DOUBLE, INT, maxInt, minInt, objectType, STRING } from '../values.js';
import type { CelValue } from '../values.js';
import {
  binaryPowers,
  decimalPowers,
  maxQuantityExponent,
  maxQuantityLength,
  quantityProblem,
} from '../../values/quantity.js';
import { fn, method, noSuchOverload, readsFirst } from './define.js';

export const QUANTITY = objectType('kubernetes.Quantity');

const nano = -9;

/** `digits * 10 ** exponent`. */
export class QuantityValue extends CelObject {
  readonly type = QUANTITY;
  readonly digits: bigint;
  readonly exponent: number;
  /** True if Go keeps it in 64 bits. The answers of `isInteger` and `asApproximateFloat` depend on that. */
  readonly small: boolean;

  constructor(digits: bigint, exponent: number, small: boolean) {
    super();
    this.digits = digits;
    this.exponent = exponent;
    this.small = small;
  }

  static parse(text: string): QuantityValue | CelError {
    if (text.length > maxQuantityLength)
      return new CelError(`quantities may not be longer than ${maxQuantityLength} characters`);
    const [, sign = '', written = '', fraction = '', suffix = ''] =
      /^([+-]?)(\d*)(?:\.(\d*))?(.*)$/s.exec(text) ?? [];
    if (text === '' || !/^[eEinumkKMGTP]*[-+]?\d*$/.test(suffix)) return new CelError(quantityProblem);
    const whole = written.replace(/^0+/, '');
    const power = Object.hasOwn(binaryPowers, suffix) ? binaryPowers[suffix] : undefined;
    const exponent = power === undefined ? decimalExponent(suffix) : 0;
    if (exponent === undefined) return new CelError("unable to parse quantity's suffix");
    if (Math.abs(exponent) > maxQuantityExponent) {
      return new CelError(
        `the exponent of a quantity must be between -${maxQuantityExponent} and ${maxQuantityExponent}, got ${suffix}`,
      );
    }
    const digits = BigInt(sign + (whole + fraction || '0'));
    const length = Math.max(whole.length, 1) + fraction.length;
    const scale = exponent - fraction.length;
    if (power === undefined) {
      if (length <= 18 && scale >= nano) return new QuantityValue(digits, scale, true);
    } else if (fraction === '' && 15 - length - Math.trunc((power * 3) / 10) - 1 >= 0) {
      const value = digits << BigInt(power);
      if (isInt64(value)) return new QuantityValue(value, 0, true);
    }
    if (written + fraction === '') return new CelError('unable to parse numeric part of quantity');
    return roundedToNano(digits * 2n ** BigInt(power ?? 0), scale, power !== undefined);
  }

  compareTo(other: QuantityValue): number {
    const bySign = Number(this.sign - other.sign);
    // Lengths first, so that numbers of very different exponents are not expanded.
    const byLength = this.#magnitude - other.#magnitude;
    if (bySign !== 0) return Math.sign(bySign);
    if (this.digits === 0n) return 0;
    if (byLength !== 0) return Math.sign(byLength) * Number(this.sign);
    const [a, b] = aligned(this, other);
    return a < b ? -1 : a > b ? 1 : 0;
  }

  get #magnitude(): number {
    return String(this.digits).replace('-', '').length + this.exponent;
  }

  get sign(): bigint {
    return this.digits < 0n ? -1n : this.digits > 0n ? 1n : 0n;
  }

  plus(other: QuantityValue): QuantityValue {
    if (this.small && other.small) {
      if (other.digits === 0n) return this;
      if (this.digits === 0n) return other;
      const exponent = Math.min(this.exponent, other.exponent);
      const [a, b] = aligned(this, other);
      if (isInt64(a) && isInt64(b) && isInt64(a + b)) return new QuantityValue(a + b, exponent, true);
    }
    const [a, b] = aligned(this, other);
    return new QuantityValue(a + b, Math.min(this.exponent, other.exponent), false);
  }

  minus(other: QuantityValue): QuantityValue {
    // Go's smallest int is its own negative.
    const digits = other.small ? BigInt.asIntN(64, -other.digits) : -other.digits;
    return this.plus(new QuantityValue(digits, other.exponent, other.small));
  }

  /** The value, if Go finds without division that it is an int. */
  get integer(): bigint | undefined {
    if (!this.small || this.exponent < 0) return undefined;
    const value = this.digits * 10n ** BigInt(this.exponent);
    return isInt64(value) ? value : undefined;
  }

  /** Rounded twice, as Go does: the digits and the power. */
  get approximately(): number {
    return this.exponent === 0 ? Number(this.digits) : Number(this.digits) * powerOfTen(this.exponent);
  }

  equals(other: CelValue): boolean | CelError {
    return other instanceof QuantityValue && !(other instanceof ComputedQuantity)
      ? this.compareTo(other) === 0
      : noSuchOverload;
  }
}

/** A sum or difference. To the server it has another type than what it is compared with: only on the left of `==` it equals. */
class ComputedQuantity extends QuantityValue {}

function decimalExponent(suffix: string): number | undefined {
  if (Object.hasOwn(decimalPowers, suffix)) return decimalPowers[suffix];
  const digits = /^[eE]([-+]?\d+)$/.exec(suffix)?.[1];
  return digits === undefined || !isInt64(BigInt(digits.replace('+', ''))) ? undefined : Number(digits);
}

function isInt64(value: bigint): boolean {
  return value >= minInt && value <= maxInt;
}

/** Away from 0; with a binary suffix the largest int is the limit, above 0 and below. */
function roundedToNano(digits: bigint, exponent: number, isBinary: boolean): QuantityValue {
  if (digits === 0n) return new QuantityValue(0n, exponent, false);
  const size = digits < 0n ? -digits : digits;
  const shift = exponent - nano;
  const divisor = 10n ** BigInt(Math.max(0, -shift));
  const nanos = (size * 10n ** BigInt(Math.max(0, shift)) + divisor - 1n) / divisor;
  const capped = isBinary && nanos > maxInt * 10n ** 9n;
  const result = capped ? maxInt : nanos;
  return new QuantityValue(digits < 0n ? -result : result, capped ? 0 : nano, false);
}

/** The digits of both at the smaller exponent. */
function aligned(a: QuantityValue, b: QuantityValue): readonly [bigint, bigint] {
  const exponent = Math.min(a.exponent, b.exponent);
  return [a.digits * 10n ** BigInt(a.exponent - exponent), b.digits * 10n ** BigInt(b.exponent - exponent)];
}

/** math.Pow10: a product of two powers, rounded. */
function powerOfTen(exponent: number): number {
  if (exponent > 308) return Number.POSITIVE_INFINITY;
  if (exponent < -323) return 0;
  const size = Math.abs(exponent);
  const high = Number(`1e${exponent < 0 ? '-' : ''}${32 * Math.floor(size / 32)}`);
  const low = Number(`1e${size % 32}`);
  return exponent < 0 ? high / low : high * low;
}

function computed({ digits, exponent, small }: QuantityValue): QuantityValue {
  return new ComputedQuantity(digits, exponent, small);
}

function whole(value: bigint): QuantityValue {
  return new QuantityValue(value, 0, true);
}

export const quantity: readonly Overload[] = [
  fn(
    'quantity',
    'string_to_quantity',
    [STRING],
    QUANTITY,
    (text: string) => QuantityValue.parse(text),
    readsFirst,
  ),
  fn(
    'isQuantity',
    'is_quantity_string',
    [STRING],
    BOOL,
    (text: string) => QuantityValue.parse(text) instanceof QuantityValue,
    readsFirst,
  ),
  fn('sign', 'quantity_sign', [QUANTITY], INT, (value: QuantityValue) => value.sign),
  method(
    'isGreaterThan',
    'quantity_is_greater_than',
    [QUANTITY, QUANTITY],
    BOOL,
    (a: QuantityValue, b: QuantityValue) => a.compareTo(b) > 0,
  ),
  method(
    'isLessThan',
    'quantity_is_less_than',
    [QUANTITY, QUANTITY],
    BOOL,
    (a: QuantityValue, b: QuantityValue) => a.compareTo(b) < 0,
  ),
  method(
    'compareTo',
    'quantity_compare_to',
    [QUANTITY, QUANTITY],
    INT,
    (a: QuantityValue, b: QuantityValue) => BigInt(a.compareTo(b)),
  ),
  method(
    'asApproximateFloat',
    'quantity_get_float',
    [QUANTITY],
    DOUBLE,
    (value: QuantityValue) => value.approximately,
  ),
  method(
    'asInteger',
    'quantity_get_int',
    [QUANTITY],
    INT,
    (value: QuantityValue) => value.integer ?? new CelError('cannot convert value to integer'),
  ),
  method(
    'isInteger',
    'quantity_is_integer',
    [QUANTITY],
    BOOL,
    (value: QuantityValue) => value.integer !== undefined,
  ),
  method('add', 'quantity_add', [QUANTITY, QUANTITY], QUANTITY, (a: QuantityValue, b: QuantityValue) =>
    computed(a.plus(b)),
  ),
  method('add', 'quantity_add_int', [QUANTITY, INT], QUANTITY, (a: QuantityValue, b: bigint) =>
    computed(a.plus(whole(b))),
  ),
  method('sub', 'quantity_sub', [QUANTITY, QUANTITY], QUANTITY, (a: QuantityValue, b: QuantityValue) =>
    computed(a.minus(b)),
  ),
  method('sub', 'quantity_sub_int', [QUANTITY, INT], QUANTITY, (a: QuantityValue, b: bigint) =>
    computed(a.minus(whole(b))),
  ),
];
