import { ConfigError } from '../util/errors.js';
import { shownValue } from '../util/shown.js';

const decimalExponents: Readonly<Record<string, number>> = {
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

/** Powers of 1024. */
const binaryPowers: Readonly<Record<string, number>> = { Ki: 1, Mi: 2, Gi: 3, Ti: 4, Pi: 5, Ei: 6 };

/**
 * Returns a quantity of the API as a number: 0.25 for `250m`, 134,217,728 for `128Mi`, 1000 for `1k` and `1e3`.
 *
 * For CPU this is cores, for memory bytes. The result is the nearest number, so `0.1` stays 0.1 and integers are exact up to
 * 2^53. Throws ConfigError `ERR_QUANTITY` for anything else than a quantity; `what` names it in the message.
 */
export function parseQuantity(quantity: string, what = 'a quantity'): number {
  const match = /^([+-]?(?:\d+(?:\.\d*)?|\.\d+))(?:([eE][+-]?\d{1,3})|([numkMGTPE]|[KMGTPE]i)?)$/.exec(
    typeof quantity === 'string' && quantity.length <= 1000 ? quantity : '',
  );
  if (match === null) {
    throw new ConfigError(
      'ERR_QUANTITY',
      `${what} must be a number with a suffix such as m, k or Mi, or none; got ${shownValue(quantity)}`,
    );
  }
  const [, digits = '', exponent, suffix = ''] = match;
  if (exponent !== undefined) return Number(digits + exponent);
  const power = binaryPowers[suffix];
  // With the exponent as text, the result is rounded once.
  if (power === undefined) return Number(`${digits}e${decimalExponents[suffix]}`);
  return Number(digits) * 1024 ** power;
}
