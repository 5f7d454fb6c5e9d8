import type { ListOptions } from '../meta/types.js';
import { ConfigError } from '../util/errors.js';
import { refuse, requireString } from '../util/require.js';
import { shownUrl } from '../util/shown.js';

/** Query parameters by their wire names; an undefined or empty one is left out. */
export type Query = Readonly<Record<string, string | number | boolean | undefined>> | ListOptions;

/**
 * The base of every URL: origin and path prefix, no slash at the end.
 *
 * Throws ConfigError `ERR_OPTION` for what is no http or https URL, or has a user, a query or a fragment.
 */
export function baseUrl(host: string | undefined): string {
  if (typeof host !== 'string') {
    throw new ConfigError(
      'ERR_OPTION',
      `host of a RestConfig must be a URL, got ${typeof host}: is an await missing where the config was loaded?`,
    );
  }
  const url = httpUrl(host);
  const bad = (expected: string): ConfigError =>
    new ConfigError('ERR_OPTION', `host of a RestConfig must be ${expected}, got ${shownUrl(host)}`);
  if (url === undefined) throw bad('a URL that begins with http:// or https://');
  if (url.username !== '' || url.password !== '') throw bad('a URL without user and password');
  if (url.search !== '' || url.hash !== '') throw bad('a URL without query and fragment');
  return url.origin + withoutEndSlashes(url.pathname);
}

/** A path without the slashes at its end. */
export function withoutEndSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end--;
  return path.slice(0, end);
}

/** The URL of an http or https server; undefined when the text is none. */
export function httpUrl(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return /^https?:/.test(url?.protocol ?? '') ? url : undefined;
}

/**
 * Base, path and query as one URL. The path is taken as it is, with its names escaped by the caller.
 *
 * Throws ConfigError `ERR_OPTION` for a path that does not begin with one slash, or that has a `?`, a `#`, a `.` or `..`
 * part, or a character that cannot stand in a URL: a name must not reach another object.
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

/** A path for a message, without its query and fragment, which may hold a token. */
function shownPath(path: string): string {
  return path.startsWith('/')
    ? JSON.stringify(path.replace(/[?#].*$/s, (rest) => `${rest[0] ?? ''}…`))
    : shownUrl(path);
}

/** `labelSelector=app%3Dweb&limit=500`. Throws ConfigError `ERR_OPTION` for a value that is none, such as null. */
export function encodeQuery(query: Query | undefined): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    // ListOptions' and Query's members are all of these types.
    const plain = value as string | number | boolean | undefined;
    if (plain === undefined || plain === '') continue;
    // As text, null would select by a label of that name.
    if (!/^(string|number|boolean|bigint)$/.test(typeof plain))
      refuse(name, 'a string, a number or a boolean', plain);
    parameters.append(name, String(plain));
  }
  return parameters.toString();
}

/** What a path is about, as far as it can be told: for the wording of errors. */
export function resourceOfPath(path: string): { group: string; resource: string; name: string } | undefined {
  const parts = path.split('/').slice(1);
  let group = '';
  const root = parts.shift();
  if (root === 'apis') group = parts.shift() ?? '';
  else if (root !== 'api') return undefined;
  parts.shift();
  if (parts[0] === 'namespaces' && parts.length > 2) parts.splice(0, 2);
  const [resource = '', name = ''] = parts;
  return resource === '' ? undefined : { group, resource, name: safeDecode(name) };
}

function safeDecode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // A stray percent sign: the name is for a message only, so it is shown as it came.
    return part;
  }
}
