/** As Go's `%g`, which is also `%v`. */
export function formatDouble(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? '+Inf' : '-Inf';
  if (Object.is(value, -0)) return '-0';
  const [mantissa = '', exponentText = ''] = value.toExponential().split('e');
  const exponent = Number(exponentText);
  if (exponent < -4 || exponent >= 6) {
    const sign = exponent < 0 ? '-' : '+';
    return `${mantissa}e${sign}${String(Math.abs(exponent)).padStart(2, '0')}`;
  }
  return formatFixed(value);
}

/** All digits, without an exponent. */
export function formatFixed(value: number): string {
  const text = String(value);
  const [mantissa = '', exponentText] = text.split('e');
  if (exponentText === undefined) return text;
  const exponent = Number(exponentText);
  const negative = mantissa.startsWith('-');
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const digits = whole + fraction;
  const point = whole.length + exponent;
  const shown =
    point <= 0
      ? `0.${'0'.repeat(-point)}${digits}`
      : point >= digits.length
        ? digits.padEnd(point, '0')
        : `${digits.slice(0, point)}.${digits.slice(point)}`;
  return negative ? `-${shown}` : shown;
}

/** A number of JSON as Go's `%v` shows it. Beyond 2^53, only a bigint was written as an integer. */
export function formatNumber(value: number | bigint): string {
  return typeof value === 'bigint' || Number.isSafeInteger(value)
    ? BigInt(value).toString()
    : formatDouble(value);
}
