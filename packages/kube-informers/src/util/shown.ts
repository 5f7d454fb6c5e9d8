// Characters that control a terminal (C0, DEL, C1), break lines (U+2028, U+2029) or reorder text (bidirectional
// controls and marks), and the invisible byte order mark.
const unsafe =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

function escaped(character: string): string {
  const escape = JSON.stringify(character).slice(1, -1);
  return escape === character ? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}` : escape;
}

/**
 * Returns the text on one line, with control characters as JSON escapes (`\n`, `\u001b`).
 *
 * A user who may write an object must not be able to control the terminal of a user who looks at it (CVE-2021-25743).
 */
export function printable(text: string): string {
  return text.replace(unsafe, escaped);
}

/**
 * Returns the text, or its beginning and its length if it has more than `most` characters.
 *
 * For what others wrote into logs, errors and tables: an object of 1 MB must not fill them with each line.
 */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const beginning = text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
  return `${beginning}… (${text.length} characters)`;
}

/** Like `printable`, for multi-line text: line ends and tabs are kept. */
export function printableLines(text: string): string {
  return text.replace(unsafe, (character) =>
    character === '\n' || character === '\t' ? character : escaped(character),
  );
}

const mostValueCharacters = 100;
const mostMembers = 5;
/** A namespace of 63 characters, a slash, and a name of 253. */
const mostKeyCharacters = 317;

/**
 * Formats an invalid value of an option for a message: a string in quotes, so that `"5"` and 5 differ; of an object its
 * type only, without a call to its own methods. Shows at most 100 characters, with control characters escaped.
 */
export function shownValue(value: unknown): string {
  if (typeof value === 'string') return printable(JSON.stringify(value.slice(0, mostValueCharacters)));
  if (value === null || (typeof value !== 'object' && typeof value !== 'function'))
    return printable(`${String(value)}${typeof value === 'bigint' ? 'n' : ''}`.slice(0, mostValueCharacters));
  return isArray(value) ? 'an array' : typeof value;
}

/** Like `shownValue`; of an array its first members too. */
export function shownList(value: unknown): string {
  if (!isArray(value)) return shownValue(value);
  const values = value as readonly unknown[];
  const rest = values.length > mostMembers ? ',…' : '';
  return `[${values.slice(0, mostMembers).map(shownValue).join(',')}${rest}]`;
}

/** Formats the name or key of an object for a message: in quotes, whole if it is valid, with control characters escaped. */
export function shownKey(key: unknown): string {
  if (typeof key !== 'string') return shownValue(key);
  return printable(JSON.stringify(key.slice(0, mostKeyCharacters)));
}

function isArray(value: unknown): boolean {
  try {
    return Array.isArray(value);
  } catch {
    return false; // A revoked Proxy has no type that can be read.
  }
}

/**
 * Formats a word from outside, such as a kind or an apiVersion, for a message.
 *
 * Shows a few letters or an apiVersion in quotes; anything else becomes `(something else)`, since a damaged file, a
 * plugin or a server may have put a credential there.
 */
export function shownWord(value: unknown): string {
  if (value === undefined) return '(missing)';
  return typeof value === 'string' &&
    /^([A-Za-z]{0,32}|([a-z.]{1,64}(k8s\.io)?\/)?v\d{1,2}((alpha|beta)\d{1,2})?)$/.test(value)
    ? JSON.stringify(value)
    : '(something else)';
}

/**
 * Formats a URL for a message: scheme, host and port in quotes, `…` for everything else. `host:port` is shown
 * unchanged.
 *
 * For other strings only the length is shown, since any part may be a password or a token. That includes a URL with
 * an `@` outside its user and password, as an unescaped password may look like host and path.
 */
export function shownUrl(text: string): string {
  if (/^([A-Za-z0-9.-]{1,253}:\d{1,5})?$/.test(text)) return JSON.stringify(text);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const user = url?.username === '' && url.password === '' ? '' : '…@';
  if (url === undefined || url.host === '' || url.href.split('@').length > (user === '' ? 1 : 2))
    return `(${text.length} characters, not shown)`;
  const rest = /^\/?$/.test(url.pathname) && url.search === '' && url.hash === '' ? '' : '/…';
  return JSON.stringify(`${url.protocol}//${user}${url.host}${rest}`);
}

/** Formats a duration as kubectl does (apimachinery's duration.HumanDuration): `12s`, `3m4s`, `5h`, `7d`. */
export function humanDuration(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  if (seconds < -1) return '<invalid>';
  if (seconds < 0) return '0s';
  if (seconds < 120) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 10) return withRest(minutes, 'm', seconds % 60, 's');
  if (minutes < 180) return `${minutes}m`;
  const hours = Math.floor(minutes / 60);
  if (hours < 8) return withRest(hours, 'h', minutes % 60, 'm');
  if (hours < 48) return `${hours}h`;
  const days = Math.floor(hours / 24);
  if (days < 8) return withRest(days, 'd', hours % 24, 'h');
  if (days < 730) return `${days}d`;
  const years = Math.floor(days / 365);
  return years < 8 ? withRest(years, 'y', days % 365, 'd') : `${years}y`;
}

/** Formats a time in ms since the epoch as ISO 8601; `unknown` for a number that is not a time, as a token may contain. */
export function isoTime(epochMs: number): string {
  const time = new Date(epochMs);
  return Number.isNaN(time.getTime()) ? 'unknown' : time.toISOString();
}

/** Formats the age since `timestamp` (RFC 3339); `<unknown>` without one. */
export function age(timestamp: unknown, nowMs: number): string {
  const start = typeof timestamp === 'string' ? Date.parse(timestamp) : Number.NaN;
  return Number.isNaN(start) ? '<unknown>' : humanDuration(nowMs - start);
}

function withRest(count: number, unit: string, rest: number, restUnit: string): string {
  return rest === 0 ? `${count}${unit}` : `${count}${unit}${rest}${restUnit}`;
}
