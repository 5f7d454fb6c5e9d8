/** Timestamps and durations as Go reads and writes them. */
import { CelError, Duration, maxInt, minInt, Timestamp } from './values.js';

const second = 1_000_000_000n;
/** The first second of the year 1, Go's zero time. */
export const minSeconds = -62_135_596_800n;
const maxSeconds = 253_402_300_799n;

const rfc3339 =
  /^(\d{4})-(\d{2})-(\d{2})T(\d{1,2}):(\d{2}):(\d{2})(?:[.,](\d+))?(?:Z|([+-])(\d{2}):(\d{2}))$/;

/** Days from 1970-01-01; months from 1. */
function daysFromEpoch(year: number, month: number, day: number): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getTime() / 86_400_000;
}

/** Returns `undefined` for what is not an RFC 3339 time. */
export function parseTimestamp(text: string): Timestamp | CelError | undefined {
  const match = rfc3339.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, hour, minute, seconds] = match.slice(0, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const [, , , , , , , fraction = '', sign, offsetHour = '0', offsetMinute = '0'] = match;
  if (month < 1 || month > 12 || hour > 23 || minute > 59 || seconds > 59) return undefined;
  if (day < 1 || day > new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate()) return undefined;
  if (Number(offsetHour) > 24 || Number(offsetMinute) > 60) return undefined;
  const offset = (Number(offsetHour) * 60 + Number(offsetMinute)) * (sign === '-' ? -1 : 1);
  const time = BigInt(
    daysFromEpoch(year, month, day) * 86_400 + hour * 3600 + (minute - offset) * 60 + seconds,
  );
  return timestamp(time * second + BigInt(fraction.slice(0, 9).padEnd(9, '0')), offset);
}

/** An error outside of the years 1 to 9999. */
export function timestamp(nanoseconds: bigint, offsetMinutes = 0): Timestamp | CelError {
  const seconds = floorDivide(nanoseconds, second);
  if (seconds < minSeconds || seconds > maxSeconds) return new CelError('timestamp overflow');
  return new Timestamp(nanoseconds, offsetMinutes);
}

export function floorDivide(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return a % b < 0n ? quotient - 1n : quotient;
}

/** With as many digits of a fraction as are needed. */
export function formatTimestamp({ nanoseconds, offsetMinutes }: Timestamp): string {
  const local = nanoseconds + BigInt(offsetMinutes * 60) * second;
  const seconds = floorDivide(local, second);
  const fraction = String(local - seconds * second)
    .padStart(9, '0')
    .replace(/(?<!0)0+$/, '');
  const [date = '', time = ''] = new Date(Number(seconds) * 1000).toISOString().split('T');
  // A year above 9999 is possible with an offset.
  const shownDate = date.replace(/^\+00/, '').replace(/^\+0/, '');
  const offset = Math.abs(offsetMinutes);
  const zone =
    offsetMinutes === 0
      ? 'Z'
      : `${offsetMinutes < 0 ? '-' : '+'}${twoDigits(Math.floor(offset / 60))}:${twoDigits(offset % 60)}`;
  return `${shownDate}T${time.slice(0, 8)}${fraction === '' ? '' : `.${fraction}`}${zone}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

const units: ReadonlyMap<string, bigint> = new Map([
  ['ns', 1n],
  ['us', 1000n],
  ['\u00b5s', 1000n],
  ['\u03bcs', 1000n],
  ['ms', 1_000_000n],
  ['s', second],
  ['m', 60n * second],
  ['h', 3600n * second],
]);

/** Reads a duration as Go's `time.ParseDuration`; `undefined` if it is none, or too large. */
export function parseDuration(text: string): Duration | undefined {
  const negative = text.startsWith('-');
  let rest = text.replace(/^[+-]/, '');
  if (rest === '0') return new Duration(0n);
  if (rest === '') return undefined;
  let total = 0n;
  while (rest !== '') {
    const match = /^(\d*)(\.(\d*))?([^.\d]+)/.exec(rest);
    const [part = '', whole = '', , fraction = '', unitName = ''] = match ?? [];
    const unit = units.get(unitName);
    if (unit === undefined || (whole === '' && fraction === '')) return undefined;
    const significant = whole.replace(/^0+/, '');
    if (significant.length > 19) return undefined;
    total += BigInt(significant) * unit;
    // Digits that an int64 cannot hold are dropped, and the fraction is computed in floating point.
    let digits = fraction.slice(0, 19);
    while (BigInt(digits) > maxInt) digits = digits.slice(0, -1);
    if (digits !== '') total += BigInt(Math.trunc(Number(digits) * (Number(unit) / 10 ** digits.length)));
    if (total > maxInt + 1n) return undefined;
    rest = rest.slice(part.length);
  }
  const signed = negative ? -total : total;
  return signed > maxInt || signed < minInt ? undefined : new Duration(signed);
}

/** Whole seconds and a fraction, as a double has them. */
export function durationSeconds({ nanoseconds }: Duration): number {
  return Number(nanoseconds / second) + Number(nanoseconds % second) / 1e9;
}

/** The parts of a date and time in some zone. */
export interface LocalTime {
  readonly year: number;
  /** From 0, as the others that CEL returns. */
  readonly month: number;
  readonly dayOfMonth: number;
  readonly dayOfYear: number;
  /** Sunday is 0. */
  readonly dayOfWeek: number;
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
  readonly milliseconds: number;
}

/** `zone` is a name as `Europe/Berlin`, or an offset as `+01:00`. */
export function localTime(time: Timestamp, zone: string): LocalTime | CelError {
  const seconds = floorDivide(time.nanoseconds, second);
  const offset = zone.includes(':') ? fixedOffset(zone) : namedOffset(zone, Number(seconds));
  if (offset instanceof CelError) return offset;
  const date = new Date((Number(seconds) + offset) * 1000);
  const year = date.getUTCFullYear();
  return {
    year,
    month: date.getUTCMonth(),
    dayOfMonth: date.getUTCDate() - 1,
    dayOfYear: Math.floor(date.getTime() / 86_400_000) - daysFromEpoch(year, 1, 1),
    dayOfWeek: date.getUTCDay(),
    hours: date.getUTCHours(),
    minutes: date.getUTCMinutes(),
    seconds: date.getUTCSeconds(),
    milliseconds: Number((time.nanoseconds - seconds * second) / 1_000_000n),
  };
}

/** In seconds. */
function fixedOffset(zone: string): number | CelError {
  const colon = zone.indexOf(':');
  const numbers = [zone.slice(0, colon), zone.slice(colon + 1)];
  for (const part of numbers)
    if (!/^[+-]?\d{1,9}$/.test(part)) return new CelError(`strconv.Atoi: parsing "${part}": invalid syntax`);
  const [hours = 0, minutes = 0] = numbers.map(Number);
  return (zone.startsWith('-') ? hours * 60 - minutes : hours * 60 + minutes) * 60;
}

const zoneName = /^[A-Z][\w+-]*(?:\/[A-Z][\w+-]*)*$/;

/**
 * What is known of a zone: how to compute its offset, and the last offset computed.
 *
 * Shared by all evaluations, because a formatter takes long to make; there are as many as there are zones.
 */
const zones = new Map<string, { format: Intl.DateTimeFormat; quarter: number; offset: number }>();

function namedOffset(name: string, seconds: number): number | CelError {
  if (name === '' || name === 'UTC' || name === 'Local') return 0;
  if (/^[/\\]|\.\./.test(name)) return new CelError('time: invalid location name');
  let zone = zones.get(name);
  if (zone === undefined) {
    const format = zoneName.test(name) ? formatOf(name) : undefined;
    if (format === undefined) return new CelError(`unknown time zone ${name}`);
    zone = { format, quarter: Number.NaN, offset: 0 };
    zones.set(name, zone);
  }
  // Zones change their offset at whole quarters of an hour only.
  const quarter = Math.floor(seconds / 900);
  if (zone.quarter !== quarter) {
    zone.offset = offsetAt(zone.format, seconds);
    zone.quarter = quarter;
  }
  return zone.offset;
}

function formatOf(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      era: 'short',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function offsetAt(format: Intl.DateTimeFormat, seconds: number): number {
  const parts = new Map(format.formatToParts(seconds * 1000).map(({ type, value }) => [type, value]));
  const part = (name: Intl.DateTimeFormatPartTypes) => Number(parts.get(name));
  const year = parts.get('era')?.startsWith('B') === true ? 1 - part('year') : part('year');
  const days = daysFromEpoch(year, part('month'), part('day'));
  return days * 86_400 + part('hour') * 3600 + part('minute') * 60 + part('second') - seconds;
}
