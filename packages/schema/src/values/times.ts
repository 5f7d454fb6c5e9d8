/** metav1.Time, MicroTime and Duration: the forms in which the API writes them. */

const rfc3339 = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:[.,](\d+))?(Z|[+-]\d\d:\d\d)$/;
// A MicroTime has exactly six fractional digits.
const microDigits = 6;

/** Returns a time as the API writes it, to the second or the microsecond; undefined if it is invalid. */
export function canonicalTime(text: string, micro: boolean): string | undefined {
  const match = rfc3339.exec(text);
  if (match === null || (micro && match[7]?.length !== microDigits)) return undefined;
  const ms = Date.parse(text.replace(/[.,]\d+/, ''));
  if (Number.isNaN(ms)) return undefined;
  const whole = new Date(ms).toISOString().slice(0, 19);
  // An invalid date, such as February 30, changes when it is parsed.
  if (match[8] === 'Z' && !text.startsWith(whole)) return undefined;
  return micro ? `${whole}.${match[7] ?? ''}Z` : `${whole}Z`;
}

/** Returns Go's message for an invalid time. */
export function timeProblem(text: string, micro: boolean): string {
  const zone = [/^(Z|[+-]\d\d:\d\d)/, 'Z07:00'] as const;
  return micro
    ? problemOf(text, '2006-01-02T15:04:05.000000Z07:00', [...clock, [/^\.\d{6}/, '.000000'], zone])
    : problemOf(text, '2006-01-02T15:04:05Z07:00', [...clock, fractionOfSecond, zone]);
}

/** Returns Go's message for an invalid time of a schema: that of the last form which is tried, without a zone. */
export function dateTimeProblem(text: string): string {
  return problemOf(text, '2006-01-02T15:04:05', [...clock, fractionOfSecond]);
}

/** A pattern of a part, and how the layout writes it. */
type LayoutPart = readonly [RegExp, string];

const clock: readonly LayoutPart[] = [
  [/^\d{4}/, '2006'],
  [/^-/, '-'],
  [/^\d\d/, '01'],
  [/^-/, '-'],
  [/^\d\d/, '02'],
  [/^T/, 'T'],
  [/^\d\d/, '15'],
  [/^:/, ':'],
  [/^\d\d/, '04'],
  [/^:/, ':'],
  [/^\d\d/, '05'],
];

/** Whole seconds may have a fraction that is not in the layout. */
const fractionOfSecond: LayoutPart = [/^([.,]\d+)?/, ''];

function problemOf(text: string, layout: string, known: readonly LayoutPart[]): string {
  const parts = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)/.exec(text);
  if (parts !== null) {
    const [, , month, day, hour, minute, second] = parts.map(Number);
    const range =
      (month ?? 0) < 1 || (month ?? 0) > 12
        ? 'month'
        : (day ?? 0) < 1 || (day ?? 0) > 31
          ? 'day'
          : (hour ?? 0) > 23
            ? 'hour'
            : (minute ?? 0) > 59
              ? 'minute'
              : (second ?? 0) > 59
                ? 'second'
                : undefined;
    if (range !== undefined) return `parsing time ${quoteTime(text)}: ${range} out of range`;
  }
  let rest = text;
  for (const [pattern, element] of known) {
    const found = pattern.exec(rest);
    if (found === null)
      return `parsing time ${quoteTime(text)} as "${layout}": cannot parse ${quoteTime(rest)} as "${element}"`;
    rest = rest.slice(found[0].length);
  }
  return `parsing time ${quoteTime(text)}: ${rest === '' ? 'day out of range' : `extra text: ${quoteTime(rest)}`}`;
}

/** The package time quotes control characters, and bytes above ASCII, as bytes. */
function quoteTime(text: string): string {
  const shown = Array.from(Buffer.from(text), (byte) => {
    const char = String.fromCharCode(byte);
    if (byte < 0x20 || byte >= 0x80) return `\\x${byte.toString(16).padStart(2, '0')}`;
    return char === '"' || char === '\\' ? `\\${char}` : char;
  });
  return `"${shown.join('')}"`;
}

/** Formats seconds and nanoseconds since 1970 as the API does. */
export function timeOfUnix(seconds: number, nanos: number, micro: boolean): string {
  const whole = new Date(seconds * 1000).toISOString().slice(0, 19);
  return micro ? `${whole}.${String(Math.floor(nanos / 1000)).padStart(6, '0')}Z` : `${whole}Z`;
}

/** Formats nanoseconds as a Go duration: `1m30s`. */
export function durationText(nanos: bigint): string {
  if (nanos === 0n) return '0s';
  const negative = nanos < 0n;
  const value = negative ? -nanos : nanos;
  const sign = negative ? '-' : '';
  const second = 1_000_000_000n;
  if (value < second) {
    const [unit, size] = value < 1000n ? ['ns', 1n] : value < 1_000_000n ? ['µs', 1000n] : ['ms', 1_000_000n];
    return `${sign}${fraction(value, size as bigint)}${unit as string}`;
  }
  const hours = value / (3600n * second);
  const minutes = (value / (60n * second)) % 60n;
  const rest = value % (60n * second);
  const head = hours > 0n ? `${hours}h${minutes}m` : minutes > 0n ? `${minutes}m` : '';
  return `${sign}${head}${fraction(rest, second)}s`;
}

function fraction(value: bigint, unit: bigint): string {
  const digits = (value % unit)
    .toString()
    .padStart(unit.toString().length - 1, '0')
    .replace(/(?<!0)0+$/, '');
  return digits === '' || unit === 1n ? `${value / unit}` : `${value / unit}.${digits}`;
}
