import { ConfigError } from '../util/errors.js';
import type { Credentials, ImpersonationConfig } from './config.js';

/** Headers of a request. */
export type Headers = Record<string, string | string[]>;

/**
 * Returns the headers that impersonate a user (client-go's ImpersonatingRoundTripper).
 *
 * Keys of `extra` are percent-encoded where a header name requires it. Throws ConfigError `ERR_OPTION` for a uid,
 * groups or extra without a user name, which the server would reject.
 */
export function impersonationHeaders(impersonate: ImpersonationConfig | undefined): Headers {
  if (impersonate === undefined) return {};
  const { userName, uid, groups = [], extra = {} } = impersonate;
  const more = (uid ?? '') !== '' || groups.length > 0 || Object.keys(extra).length > 0;
  // JavaScript callers may omit it.
  if (typeof userName !== 'string' || userName === '') {
    if (!more) return {};
    throw new ConfigError('ERR_OPTION', 'impersonate.userName must be set if uid, groups or extra is set');
  }
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
