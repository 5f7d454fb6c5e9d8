import type { KubernetesObject, ListOptions } from '../meta/types.js';
import { ConfigError } from '../util/errors.js';
import {
  hasMethods,
  refuse,
  requireAbortSignal,
  requireBoolean,
  requireFunction,
  requireList,
  requireNumber,
  requireRecord,
  requireString,
  wholeFrom,
} from '../util/require.js';
import { shownUrl, shownValue } from '../util/shown.js';
import type { Credentials, ImpersonationConfig } from './config.js';
import type { TransportResponse } from './transport.js';
import type { ObjectFormat } from '../meta/wire-format.js';
import type { OptionNames } from '../util/known-options.js';
import type { SourceCallOptions, WaitToRetry } from '../meta/calls.js';
import type { FieldMask } from '../meta/field-mask.js';

/** Query parameters by their wire names; undefined and empty values are left out, an array repeats its parameter. */
export type Query =
  | Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>
  | ListOptions;

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
    const plain = value as string | number | boolean | readonly string[] | undefined;
    if (Array.isArray(plain)) {
      for (const part of plain as readonly unknown[]) {
        requireString(`every value of ${name}`, part);
        parameters.append(name, String(part));
      }
      continue;
    }
    if (plain === undefined || plain === '') continue;
    // Converted to a string, null would select a label named "null".
    if (!/^(string|number|boolean|bigint)$/.test(typeof plain)) {
      const isSelector = name === 'labelSelector' || name === 'fieldSelector';
      refuse(name, isSelector ? 'a string such as "app=web"' : 'a string, a number or a boolean', plain);
    }
    parameters.append(name, String(plain));
  }
  return parameters.toString();
}

/** Headers of a request. */
export type Headers = Record<string, string | string[]>;

/**
 * Returns the headers that impersonate a user (client-go's ImpersonatingRoundTripper).
 *
 * Keys of `extra` are percent-encoded where a header name requires it. Throws ConfigError `ERR_OPTION` without a user name:
 * the request would have the rights of the program's own user.
 */
export function impersonationHeaders(impersonate: ImpersonationConfig | undefined): Headers {
  if (impersonate === undefined) return {};
  const { userName, uid, groups = [], extra = {} } = impersonate;
  // JavaScript callers may omit it. A header's value begins and ends without spaces.
  if (typeof userName !== 'string' || userName.trim() === '')
    throw new ConfigError(
      'ERR_OPTION',
      `impersonate.userName must be the name of a user, got ${shownValue(userName)}; without impersonate, requests have the rights of the program's own user`,
    );
  const headers: Headers = { 'impersonate-user': utf8(userName) };
  if (uid !== undefined && uid !== '') headers['impersonate-uid'] = utf8(uid);
  if (groups.length > 0) headers['impersonate-group'] = groups.map(utf8);
  for (const [key, values] of Object.entries(extra)) {
    if (values.length > 0) headers[`impersonate-extra-${escapeKey(key)}`] = values.map(utf8);
  }
  return headers;
}

// RFC 7230's token characters except the percent sign, which starts an escape.
const tokenByte = /[A-Za-z0-9!#$&'*+.^_`|~-]/;

function escapeKey(key: string): string {
  let escaped = '';
  for (const byte of Buffer.from(key, 'utf8')) {
    const character = String.fromCharCode(byte);
    escaped += tokenByte.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }
  return escaped;
}

/** Node sends a header's characters as latin1; Go servers expect UTF-8. */
function utf8(value: string): string {
  return Buffer.from(value, 'utf8').toString('latin1');
}

/** The Content-Type of server-side apply. JSON is YAML. */
export const applyContentType = 'application/apply-patch+yaml';

/** Returns the headers for credentials. */
export function credentialHeaders(credentials: Credentials | undefined): Headers {
  return credentials?.authorization === undefined ? {} : { authorization: utf8(credentials.authorization) };
}

/**
 * Returns the media type without parameters: `application/json; charset=utf-8` → `application/json`; "" if absent.
 */
export function mediaType(header: string | string[] | undefined): string {
  return (firstOf(header)?.split(';')[0] ?? '').trim().toLowerCase();
}

/** Returns the first value of a header that may be repeated. */
export function firstOf(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : header?.[0];
}

/** Returns the seconds to wait after a 429 or 5xx; undefined without Retry-After in whole seconds. */
export function retryAfter(response: Pick<TransportResponse, 'status' | 'headers'>): number | undefined {
  if (response.status !== 429 && response.status < 500) return undefined;
  return retryAfterSeconds(response.headers);
}

/** Returns the Retry-After header in whole seconds; undefined if it is missing or a date. */
export function retryAfterSeconds(headers: TransportResponse['headers']): number | undefined {
  const text = firstOf(headers['retry-after']) ?? '';
  return /^[+-]?\d{1,9}$/.test(text) ? Number(text) : undefined;
}

/** What a request reads or writes. */
export interface RequestTarget {
  /** API group; "" is the core group. */
  readonly group: string;
  /** API version: `v1`. */
  readonly version: string;
  /** Plural, lower case: `pods`. */
  readonly resource: string;
  /** "" for a resource of the cluster, and for all namespaces. */
  readonly namespace: string;
  /** "" for a collection. */
  readonly name: string;
  /** "" without one. */
  readonly subresource: string;
}

const ofOtherKinds: ReadonlySet<string> = new Set(['scale', 'proxy', 'binding', 'eviction', 'token']);

/**
 * True for a subresource whose bodies are objects of another kind, some with the uid and resourceVersion of their parent; those of
 * the others, such as `status`, `resize` and `approval`, are the object.
 */
export function isOfOtherKind(subresource: string): boolean {
  return ofOtherKinds.has(subresource);
}

/** Fields of every request. */
export interface RestCall {
  /** Absolute path below the host, with escaped names: `/api/v1/namespaces/default/pods`. */
  readonly path: string;
  /**
   * What the path names, for traces, messages and a controller's own writes; clients of resources set it.
   *
   * Default: unknown, as for `/version`.
   */
  readonly target?: RequestTarget | undefined;
  /** Parameters of the URL. */
  readonly query?: Query | undefined;
  /** Default: `application/json`. */
  readonly accept?: string | undefined;
  /** Headers by name. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Ends the request early; it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Timeout of the whole call including retries, ms. Default: the config's `requestTimeoutMs`. Not for watches. */
  readonly requestTimeoutMs?: number | undefined;
  /** Retries after the first attempt. Default: the RestClient's. */
  readonly maxRetries?: number | undefined;
  /** Waits before each retry. Default: waits on the RestClient's clock. */
  readonly waitToRetry?: WaitToRetry | undefined;
}

/**
 * Longest response that is read as a whole, uncompressed bytes. Lists and watches are not limited by it.
 *
 * They are decoded object by object. etcd limits objects to 1.5 MiB.
 */
export const defaultMaxBodyBytes = 64 * 1024 * 1024;

/** A request of any verb. */
export interface RestRequest extends RestCall {
  /** Longest response, uncompressed bytes; beyond it TransportError `ERR_BODY_SIZE`. Default: 64 MiB. */
  readonly maxBodyBytes?: number | undefined;
  /** HTTP method. */
  readonly method: string;
  /** An object is sent as JSON; a string is sent unchanged. */
  readonly body?: object | string | undefined;
  /** Content type of the body. Default: `application/json`. */
  readonly contentType?: string | undefined;
  /**
   * Called before each attempt is sent, after waiting for the rate limit, credentials and retries, and once more after waiting
   * for a connection, immediately before the request is written (by an UndiciTransport; a transport may leave it out).
   *
   * If it throws, nothing is sent and the call rejects with that error. Default: none.
   */
  readonly beforeSend?: (() => void) | undefined;
  /** Called with the HTTP status of each response, when its headers have arrived, before any retry. Default: none. */
  readonly onResponse?: ((status: number) => void) | undefined;
  /**
   * The fields that are kept of the object in the response. Default: all.
   * @internal
   */
  readonly mask?: FieldMask | undefined;
}

/** A list request. */
export interface RestListRequest extends RestCall {
  /** Options of the list. */
  readonly query?: ListOptions | undefined;
  /** Default apiVersion and kind of items without their own. Default: from the list's kind. */
  readonly apiVersion?: string | undefined;
  /** Kind of the objects. */
  readonly kind?: string | undefined;
  /**
   * How items are represented. Default: plain objects.
   * @internal
   */
  readonly format?: ObjectFormat<KubernetesObject> | undefined;
  /** Called with the list's continue token as soon as it has arrived; see `SourceCallOptions`. Default: none. */
  readonly onContinue?: SourceCallOptions['onContinue'];
}

/** A watch request; `watch=true` is added. */
export interface RestWatchRequest extends Omit<RestCall, 'requestTimeoutMs'> {
  /** Options of the watch. */
  readonly query?: ListOptions | undefined;
  /**
   * How the events' objects are represented. Default: plain objects.
   * @internal
   */
  readonly format?: ObjectFormat<KubernetesObject> | undefined;
}

/** A request for a response that is read as it arrives. */
export interface RestStreamRequest extends Omit<RestCall, 'requestTimeoutMs'> {
  /**
   * True for a response that may pause for any time, such as a log that is followed: it has no timeouts, and a
   * connection of its own. Default: false.
   */
  readonly longRunning?: boolean | undefined;
}

/** A request to open a WebSocket. */
export interface RestWebSocketRequest extends Omit<RestCall, 'accept' | 'requestTimeoutMs'> {
  /** Subprotocols, the preferred one first; the server must choose one of them. */
  readonly protocols: readonly string[];
  /** Time between pings, which keep idle proxies from closing the connection, ms. Default: 15 s; 0: no pings. */
  readonly pingIntervalMs?: number | undefined;
}

const restStreamNames: OptionNames<Omit<RestCall, 'requestTimeoutMs'>> = {
  path: true, // see `requestUrl`
  target: requireRecord,
  query: requireRecord,
  accept: requireString,
  headers: requireRecord,
  signal: requireAbortSignal,
  maxRetries: wholeFrom(0),
  waitToRetry: requireFunction,
};

const requireFormat = hasMethods('itemsReader', 'watchDecoder');

export const restRequestNames: OptionNames<RestRequest> = {
  ...restStreamNames,
  requestTimeoutMs: requireNumber,
  maxBodyBytes: requireNumber,
  method: true,
  body: (what, body) => {
    if (typeof body !== 'string' && (typeof body !== 'object' || body === null))
      refuse(what, 'an object or a string', body);
  },
  contentType: requireString,
  beforeSend: requireFunction,
  onResponse: requireFunction,
  mask: true, // of `FieldMask.of`, which checks it
};

export const restListRequestNames: OptionNames<RestListRequest> = {
  ...restStreamNames,
  requestTimeoutMs: requireNumber,
  apiVersion: requireString,
  kind: requireString,
  format: requireFormat,
  onContinue: requireFunction,
};

export const restStreamRequestNames: OptionNames<RestStreamRequest> = {
  ...restStreamNames,
  longRunning: requireBoolean,
};

export const restWatchRequestNames: OptionNames<RestWatchRequest> = {
  ...restStreamNames,
  format: requireFormat,
};

const { accept: _accept, ...restConnectNames } = restStreamNames;

export const restWebSocketRequestNames: OptionNames<RestWebSocketRequest> = {
  ...restConnectNames,
  protocols: requireList,
  pingIntervalMs: requireNumber,
};
