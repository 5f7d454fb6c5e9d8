import { isIPv6 } from 'node:net';

/**
 * The string formats that kube-apiserver validates (kube-openapi's strfmt), by name without dashes.
 *
 * Other formats are not validated.
 */
const checks: Readonly<Record<string, (text: string) => boolean>> = {
  bsonobjectid: (text) => /^[0-9a-fA-F]{24}$/.test(text),
  uri: isRequestUri,
  email: isEmail,
  hostname: isHostname,
  ipv4: isIpv4,
  ipv6: isPlainIpv6,
  cidr: isCidr,
  mac: isMac,
  uuid: (text) => /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i.test(text),
  uuid3: (text) => /^[0-9a-f]{8}-?[0-9a-f]{4}-?3[0-9a-f]{3}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i.test(text),
  uuid4: (text) => /^[0-9a-f]{8}-?[0-9a-f]{4}-?4[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$/i.test(text),
  uuid5: (text) => /^[0-9a-f]{8}-?[0-9a-f]{4}-?5[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$/i.test(text),
  isbn: (text) => isIsbn10(text) || isIsbn13(text),
  isbn10: isIsbn10,
  isbn13: isIsbn13,
  creditcard: isCreditCard,
  ssn: (text) => text.length === 11 && /^\d{3}[- ]?\d{2}[- ]?\d{4}$/.test(text),
  hexcolor: (text) => /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.test(text),
  rgbcolor: isRgbColor,
  byte: (text) => text !== '' && text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text),
  password: () => true,
  date: isDate,
  duration: isDuration,
  datetime: isDateTime,
  k8sshortname: (text) => text.length <= 63 && /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(text),
  k8slongname: (text) =>
    text.length <= 253 && text.split('.').every((part) => /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(part)),
};

/** True for a format that is validated in values of `type` (one type, or "" for several or none). */
export function isKnownFormat(format: string, type: string): boolean {
  switch (type) {
    case '':
    case 'string':
      return Object.hasOwn(checks, plainName(format));
    case 'integer':
      return format === 'int32' || format === 'int64';
    case 'number':
      return format === 'float' || format === 'double';
    default:
      return false;
  }
}

/** True if `text` has a format; undefined for numeric and unknown formats. */
export function hasFormat(text: string, format: string): boolean | undefined {
  const name = plainName(format);
  return Object.hasOwn(checks, name) ? checks[name]?.(text) : undefined;
}

function plainName(format: string): string {
  return format.replaceAll('-', '');
}

/** net/url.ParseRequestURI: an absolute URI or an absolute path. */
function isRequestUri(text: string): boolean {
  if (text === '' || /\p{Cc}/u.test(text)) return false;
  if (text === '*') return true;
  const scheme = /^([a-zA-Z][a-zA-Z0-9+.-]*):/.exec(text);
  let rest = scheme === null ? text : text.slice(scheme[0].length);
  if (scheme === null && text.startsWith(':')) return false;
  rest = rest.split('?')[0] ?? '';
  if (!rest.startsWith('/')) return scheme !== null;
  const authority = /^\/\/([^/]*)/.exec(rest);
  if (authority !== null && (scheme !== null || !rest.startsWith('///'))) {
    if (!isAuthority(authority[1] ?? '')) return false;
    rest = rest.slice(authority[0].length);
  }
  return !/%(?![0-9a-fA-F]{2})/.test(rest);
}

function isAuthority(text: string): boolean {
  const host = text.slice(text.lastIndexOf('@') + 1);
  const user = text.includes('@') ? text.slice(0, text.lastIndexOf('@')) : '';
  if (!/^[A-Za-z0-9\-._:~!$&'()*+,;=%@]*$/.test(user)) return false;
  if (host.startsWith('[')) return /^\[[^\]]*\](:\d*)?$/.test(host);
  const [name = '', ...port] = host.split(':');
  if (port.length > 1 || !/^\d*$/.test(port[0] ?? '')) return false;
  return !/[\s"<>\\^`{|}#?[\]]/.test(name) && !/%(?![0-9a-fA-F]{2})/.test(name);
}

/** net/mail.ParseAddress, without comments and groups: `me@example.com`, `Me <me@example.com>`. */
function isEmail(text: string): boolean {
  const trimmed = text.trim();
  const angle = /^(.*)<([^<>]*)>$/s.exec(trimmed);
  if (angle !== null) {
    const name = (angle[1] ?? '').trim();
    return isPhrase(name) && isAddress(angle[2] ?? '');
  }
  return isAddress(trimmed);
}

const atomText = /^[A-Za-z0-9!#$%&'*+\-/=?^_`{|}~\u0080-\u{10ffff}]+$/u;

function isPhrase(text: string): boolean {
  if (text === '' || /^"(?:[^"\\]|\\.)*"$/.test(text)) return true;
  return text
    .split(/\s+/)
    .every((word) => word.split('.').every((part) => part === '' || atomText.test(part)));
}

function isAddress(text: string): boolean {
  const at = text.lastIndexOf('@');
  if (at < 1) return false;
  const local = text.slice(0, at);
  const domain = text.slice(at + 1);
  const quoted = /^"(?:[^"\\\r\n]|\\.)+"$/.test(local);
  if (!quoted && !local.split('.').every((part) => atomText.test(part))) return false;
  return /^\[[^[\]]*\]$/.test(domain) || domain.split('.').every((part) => atomText.test(part));
}

function isHostname(text: string): boolean {
  // Each label has its own rule; the last of several has only letters; at most 255 bytes in total.
  if (text === '' || Buffer.byteLength(text) > 255) return false;
  const labels = text.split('.');
  if (labels.some((label) => Buffer.byteLength(label) > 63)) return false;
  const [only = ''] = labels;
  if (labels.length === 1) return /^[a-zA-Z0-9\p{S}\p{L}](-?[a-zA-Z0-9\p{S}\p{L}]{0,62})?$/u.test(only);
  const last = labels.pop() ?? '';
  return (
    /^[a-zA-Z\p{L}]{2,63}$/u.test(last) &&
    labels.every((label) =>
      /^[a-zA-Z0-9\p{S}\p{L}]([-a-zA-Z0-9\p{S}\p{L}]{0,61}[a-zA-Z0-9\p{S}\p{L}])?$/u.test(label),
    )
  );
}

/** As in older Go versions, leading zeros are allowed. */
function isDottedQuad(text: string): boolean {
  const parts = text.split('.');
  return parts.length === 4 && parts.every((part) => /^\d{1,10}$/.test(part) && Number(part) <= 255);
}

function isPlainIpv6(text: string): boolean {
  return isIPv6(text) && !text.includes('%');
}

function isIpv4(text: string): boolean {
  return isDottedQuad(text) || (text.includes('.') && isPlainIpv6(text));
}

function isCidr(text: string): boolean {
  const [address = '', length = '', ...rest] = text.split('/');
  if (rest.length > 0 || !/^\d{1,3}$/.test(length)) return false;
  if (isDottedQuad(address)) return Number(length) <= 32;
  return isPlainIpv6(address) && Number(length) <= 128;
}

function isMac(text: string): boolean {
  const size = (count: number): string =>
    [6, 8, 20].includes(count) ? '' : 'no length of a hardware address';
  for (const separator of [':', '-']) {
    const parts = text.split(separator);
    if (parts.length > 1)
      return size(parts.length) === '' && parts.every((part) => /^[0-9a-f]{2}$/i.test(part));
  }
  if (/^(?:[0-9a-f]{2})+$/i.test(text)) return size(text.length / 2) === '';
  const groups = text.split('.');
  return size(groups.length * 2) === '' && groups.every((group) => /^[0-9a-f]{4}$/i.test(group));
}

function isIsbn10(text: string): boolean {
  const digits = text.replace(/[\s-]+/g, '');
  if (!/^(?:[0-9]{9}X|[0-9]{10})$/.test(digits)) return false;
  let sum = 0;
  for (let index = 0; index < 10; index++) {
    sum += (index + 1) * (digits[index] === 'X' ? 10 : Number(digits[index]));
  }
  return sum % 11 === 0;
}

function isIsbn13(text: string): boolean {
  const digits = text.replace(/[\s-]+/g, '');
  if (!/^[0-9]{13}$/.test(digits)) return false;
  let sum = 0;
  for (let index = 0; index < 12; index++) sum += (index % 2 === 0 ? 1 : 3) * Number(digits[index]);
  return (10 - (sum % 10)) % 10 === Number(digits[12]);
}

const cardNumber =
  /^(?:4[0-9]{12}(?:[0-9]{3})?|5[1-5][0-9]{14}|6(?:011|5[0-9][0-9])[0-9]{12}|3[47][0-9]{13}|3(?:0[0-5]|[68][0-9])[0-9]{11}|(?:2131|1800|35\d{3})\d{11})$/;

function isCreditCard(text: string): boolean {
  const digits = text.replace(/[^0-9]+/g, '');
  if (!cardNumber.test(digits)) return false;
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index]) * (index % 2 === 0 ? 1 : 2);
    sum += digit >= 10 ? (digit % 10) + 1 : digit;
  }
  return sum % 10 === 0;
}

function isRgbColor(text: string): boolean {
  const match = /^rgb\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)$/.exec(text);
  return match?.slice(1).every((part) => String(Number(part)) === part && Number(part) <= 255) ?? false;
}

function isDate(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (match === null) return false;
  const [year, month, day] = match.slice(1).map(Number);
  if (year === undefined || month === undefined || day === undefined) return false;
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
  return day >= 1 && day <= days;
}

function isDateTime(text: string): boolean {
  const [date = '', time] = text.toLowerCase().split('t');
  if (time === undefined || !isDate(date)) return false;
  const match = /^([0-9]{2}):([0-9]{2}):([0-9]{2})(.[0-9]+)?(z|([+-][0-9]{2}:[0-9]{2}))$/.exec(time);
  if (match === null) return false;
  const [, hour = '', minute = '', second = ''] = match;
  return hour <= '23' && minute <= '59' && second <= '59';
}

/** Go's `1h30m`, or numbers with unit names as in Scala: `22 ns`, `2 weeks`. */
function isDuration(text: string): boolean {
  if (/^[+-]?(0|((\d+(\.\d*)?|\.\d+)(ns|us|µs|μs|ms|s|m|h))+)$/.test(text)) return true;
  let some = false;
  for (const [, unit = ''] of text.matchAll(/\d\s*([A-Za-zµ]+)/g)) {
    some ||= isUnit(unit.toLowerCase());
  }
  return some;
}

const exactUnits = ['ns', 'us', 'µs', 'ms', 's', 'm', 'h', 'hr', 'd', 'w', 'wk'];
const unitBeginnings = ['nano', 'micro', 'milli', 'sec', 'min', 'hour', 'day', 'week'];

function isUnit(unit: string): boolean {
  return exactUnits.includes(unit) || unitBeginnings.some((beginning) => unit.startsWith(beginning));
}
