import type { ListOptions } from '../meta/types.js';
import { ConfigError } from '../util/errors.js';
import { refuse, requireString } from '../util/require.js';
import { shownUrl } from '../util/shown.js';

/** Query parameters by their wire names; undefined and empty values are left out. */
export type Query = Readonly<Record<string, string | number | boolean | undefined>> | ListOptions;

/**
 * Returns the base of every URL: origin and path prefix, without a trailing slash.
 *
 * Throws ConfigError `ERR_OPTION` if the host is not an http or https URL, or has a user, a query or a fragment.
 */
export function baseUrl(host: string | undefined): string {
  if (typeof host !== 'string') {
    throw new ConfigError(
      'ERR_OPTION',
      `host of a RestConfig must be a URL, got ${typeof host}: pass { host: 'https://…' }, or await loadConfig()`,
    );
  }
  const url = httpUrl(host);
  const bad = (expected: string): ConfigError =>
    new ConfigError('ERR_OPTION', `host of a RestConfig must be ${expected}, got ${shownUrl(host)}`);
  if (url === undefined) throw bad('an http:// or https:// URL');
  if (url.username !== '' || url.password !== '') throw bad('a URL without user and password');
  if (url.search !== '' || url.hash !== '') throw bad('a URL without query and fragment');
  return url.origin + withoutEndSlashes(url.pathname);
}

/** Removes trailing slashes from a path. */
export function withoutEndSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end--;
  return path.slice(0, end);
}

/** Returns the URL of an http or https server; undefined if the string is not one. */
export function httpUrl(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return /^https?:/.test(url?.protocol ?? '') ? url : undefined;
}

/**
 * Joins base, path and query into a URL. The caller has escaped the names in the path.
 *
 * Throws ConfigError `ERR_OPTION` for a path that does not start with exactly one slash, or has a `?`, `#`, `.` or
 * `..` segment, or a character that is invalid in a URL: a name must not lead to a different object.
 */
export function requestUrl(base: string, path: string, query: Query | undefined): string {
  requireString('path of a request', path);
  const parts = path.split('/');
  if (
    !path.startsWith('/') ||
    path.startsWith('//') ||
    /[?#\\\s]/.test(path) ||
    parts.some((part) => /^(\.|%2e){1,2}$/i.test(part))
  ) {
    throw new ConfigError(
      'ERR_OPTION',
      `path of a request must be absolute, escaped and without query, "." and "..", got ${shownPath(path)}`,
    );
  }
  const search = encodeQuery(query);
  return base + path + (search === '' ? '' : `?${search}`);
}

/** Formats a path for a message, without query and fragment, which may contain a token. */
function shownPath(path: string): string {
  return path.startsWith('/')
    ? JSON.stringify(path.replace(/[?#].*$/s, (rest) => `${rest[0] ?? ''}…`))
    : shownUrl(path);
}

/**
 * Encodes a query: `labelSelector=app%3Dweb&limit=500`. Throws ConfigError `ERR_OPTION` for an invalid value, such as
 * null.
 */
export function encodeQuery(query: Query | undefined): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    // ListOptions and Query have only members of these types.
    const plain = value as string | number | boolean | undefined;
    if (plain === undefined || plain === '') continue;
    // Converted to a string, null would select a label named "null".
    if (!/^(string|number|boolean|bigint)$/.test(typeof plain))
      refuse(name, 'a string, a number or a boolean', plain);
    parameters.append(name, String(plain));
  }
  return parameters.toString();
}
