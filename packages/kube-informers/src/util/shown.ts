import { printable } from './printable.js';

const mostCharacters = 100;
const mostMembers = 5;
/** A namespace of 63 characters, a slash, and a name of 253. */
const mostKeyCharacters = 317;

/**
 * Formats an invalid value of an option for a message: a string in quotes, so that `"5"` and 5 differ; of an object its
 * type only, without a call to its own methods. Shows at most 100 characters, with control characters escaped.
 */
export function shownValue(value: unknown): string {
  if (typeof value === 'string') return printable(JSON.stringify(value.slice(0, mostCharacters)));
  if (value === null || (typeof value !== 'object' && typeof value !== 'function'))
    return printable(`${String(value)}${typeof value === 'bigint' ? 'n' : ''}`.slice(0, mostCharacters));
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
