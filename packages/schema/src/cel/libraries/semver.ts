/** `semver` of Kubernetes in version 1, with the rules and messages of github.com/blang/semver. */
import type { Overload } from '../functions.js';
import { BOOL, CelError, CelObject, compareStrings, INT, maxUint, objectType, STRING } from '../values.js';
import type { CelValue } from '../values.js';
import { goQuote } from '../../values/go-quote.js';
import { fn, method, noSuchOverload, readsFirst } from './define.js';

export const SEMVER = objectType('kubernetes.Semver');

export class SemverValue extends CelObject {
  readonly type = SEMVER;
  /** Major, minor and patch. */
  readonly numbers: readonly bigint[];
  /** A number for a part that has only digits. */
  readonly prerelease: readonly (bigint | string)[];

  constructor(numbers: readonly bigint[], prerelease: readonly (bigint | string)[]) {
    super();
    this.numbers = numbers;
    this.prerelease = prerelease;
  }

  /** Build metadata has no order. */
  compareTo(other: SemverValue): number {
    for (const [index, number] of this.numbers.entries()) {
      const theirs = other.numbers[index] ?? 0n;
      if (number !== theirs) return number < theirs ? -1 : 1;
    }
    const [mine, theirs] = [this.prerelease, other.prerelease];
    // A version is above its prereleases.
    if (mine.length === 0 || theirs.length === 0) return Math.sign(theirs.length - mine.length);
    for (const [index, part] of mine.entries()) {
      const theirPart = theirs[index];
      if (theirPart === undefined) return 1;
      const order = compareParts(part, theirPart);
      if (order !== 0) return order;
    }
    return mine.length < theirs.length ? -1 : 0;
  }

  equals(other: CelValue): boolean | CelError {
    return other instanceof SemverValue ? this.compareTo(other) === 0 : noSuchOverload;
  }
}

/** Numbers are below texts. */
function compareParts(a: bigint | string, b: bigint | string): number {
  if (typeof a === 'string') return typeof b === 'string' ? Math.sign(compareStrings(a, b)) : 1;
  if (typeof b === 'string') return -1;
  return a < b ? -1 : a > b ? 1 : 0;
}

function uint64(text: string): bigint | CelError {
  const reason = text === '' ? 'invalid syntax' : BigInt(text) > maxUint ? 'value out of range' : undefined;
  return reason === undefined
    ? BigInt(text)
    : new CelError(`strconv.ParseUint: parsing ${goQuote(text)}: ${reason}`);
}

function number(text: string, name: string): bigint | CelError {
  const lower = name.toLowerCase();
  if (!/^\d*$/.test(text))
    return new CelError(`Invalid character(s) found in ${lower} number ${goQuote(text)}`);
  if (/^0./.test(text))
    return new CelError(`${name} number must not contain leading zeroes ${goQuote(text)}`);
  return uint64(text);
}

function prereleasePart(text: string): bigint | string | CelError {
  if (text === '') return new CelError('Prerelease is empty');
  if (!/^\d+$/.test(text)) {
    if (/^[a-zA-Z0-9-]+$/.test(text)) return text;
    return new CelError(`Invalid character(s) found in prerelease ${goQuote(text)}`);
  }
  if (/^0./.test(text)) {
    return new CelError(`Numeric PreRelease version must not contain leading zeroes ${goQuote(text)}`);
  }
  return uint64(text);
}

/** The text before the first `separator`, and the parts behind it. */
function cut(text: string, separator: string): readonly [string, readonly string[]] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, []] : [text.slice(0, at), text.slice(at + 1).split('.')];
}

/** Major, minor, and all behind them. */
function splitVersion(text: string): string[] {
  const [major = '', minor, ...rest] = text.split('.');
  if (minor === undefined) return [major];
  return rest.length === 0 ? [major, minor] : [major, minor, rest.join('.')];
}

function parse(text: string): SemverValue | CelError {
  if (text === '') return new CelError('Version string empty');
  const [majorText = '', minorText = '', rest] = splitVersion(text);
  if (rest === undefined) return new CelError('No Major.Minor.Patch elements found');
  const [withoutBuild, build] = cut(rest, '+');
  const [patchText, prerelease] = cut(withoutBuild, '-');
  const numbers: bigint[] = [];
  for (const [value, name] of [
    [majorText, 'Major'],
    [minorText, 'Minor'],
    [patchText, 'Patch'],
  ] as const) {
    const parsed = number(value, name);
    if (parsed instanceof CelError) return parsed;
    numbers.push(parsed);
  }
  const parts: (bigint | string)[] = [];
  for (const part of prerelease) {
    const parsed = prereleasePart(part);
    if (parsed instanceof CelError) return parsed;
    parts.push(parsed);
  }
  for (const part of build) {
    if (part === '') return new CelError('Build meta data is empty');
    if (!/^[a-zA-Z0-9-]+$/.test(part)) {
      return new CelError(`Invalid character(s) found in build meta data ${goQuote(part)}`);
    }
  }
  return new SemverValue(numbers, parts);
}

/** Without a leading `v` and zeros in front of a number, and with the numbers that are missing. */
function normalized(text: string): string | CelError {
  const parts = splitVersion(text.replace(/^v/, '')).map((part) =>
    Buffer.byteLength(part) > 1 ? part.replace(/^0+/, '').replace(/^(?!\d)/, '0') : part,
  );
  if (parts.length < 3 && /[+-]/.test(parts.at(-1) ?? '')) {
    return new CelError('short version cannot contain PreRelease/Build meta data');
  }
  while (parts.length < 3) parts.push('0');
  return parts.join('.');
}

function semver(text: string, normalize = false): SemverValue | CelError {
  const version = normalize ? normalized(text) : text;
  return version instanceof CelError ? version : parse(version);
}

function isSemver(text: string, normalize = false): boolean {
  return semver(text, normalize) instanceof SemverValue;
}

function part(index: number): (version: SemverValue) => bigint {
  return (version) => BigInt.asIntN(64, version.numbers[index] ?? 0n);
}

export const semvers: readonly Overload[] = [
  fn('semver', 'string_to_semver', [STRING], SEMVER, semver, readsFirst),
  fn('semver', 'string_bool_to_semver', [STRING, BOOL], SEMVER, semver, readsFirst),
  fn('isSemver', 'is_semver_string', [STRING], BOOL, isSemver, readsFirst),
  fn('isSemver', 'is_semver_string_bool', [STRING, BOOL], BOOL, isSemver, readsFirst),
  method(
    'isGreaterThan',
    'semver_is_greater_than',
    [SEMVER, SEMVER],
    BOOL,
    (a: SemverValue, b: SemverValue) => a.compareTo(b) > 0,
  ),
  method(
    'isLessThan',
    'semver_is_less_than',
    [SEMVER, SEMVER],
    BOOL,
    (a: SemverValue, b: SemverValue) => a.compareTo(b) < 0,
  ),
  method('compareTo', 'semver_compare_to', [SEMVER, SEMVER], INT, (a: SemverValue, b: SemverValue) =>
    BigInt(a.compareTo(b)),
  ),
  method('major', 'semver_major', [SEMVER], INT, part(0)),
  method('minor', 'semver_minor', [SEMVER], INT, part(1)),
  method('patch', 'semver_patch', [SEMVER], INT, part(2)),
];
