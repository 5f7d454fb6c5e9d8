import { ConfigError } from '../util/errors.js';
import type { Credentials, ImpersonationConfig } from './config.js';

/** Headers that a request is sent with. */
export type Headers = Record<string, string | string[]>;

/**
 * client-go's ImpersonatingRoundTripper: who to act as. Keys of `extra` may hold anything, so what cannot stand in a
 * header's name is percent-encoded.
 *
 * Throws ConfigError `ERR_OPTION` for a uid, groups or extra without a user name: the server would refuse it.
 */
export function impersonationHeaders(impersonate: ImpersonationConfig | undefined): Headers {
  if (impersonate === undefined) return {};
  const { userName, uid, groups = [], extra = {} } = impersonate;
  const more = (uid ?? '') !== '' || groups.length > 0 || Object.keys(extra).length > 0;
  // From JavaScript it may be missing altogether.
  if (typeof userName !== 'string' || userName === '') {
    if (!more) return {};
    throw new ConfigError('ERR_OPTION', 'impersonate.userName must be set when uid, groups or extra are');
  }
  const headers: Headers = { 'impersonate-user': utf8(userName) };
  if (uid !== undefined && uid !== '') headers['impersonate-uid'] = utf8(uid);
  if (groups.length > 0) headers['impersonate-group'] = groups.map(utf8);
  for (const [key, values] of Object.entries(extra)) {
    if (values.length > 0) headers[`impersonate-extra-${escapeKey(key)}`] = values.map(utf8);
  }
  return headers;
}

// RFC 7230's token characters, without the percent sign, which begins an escape.
const tokenByte = /[A-Za-z0-9!#$&'*+.^_`|~-]/;

function escapeKey(key: string): string {
  let escaped = '';
  for (const byte of Buffer.from(key, 'utf8')) {
    const character = String.fromCharCode(byte);
    escaped += tokenByte.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }
  return escaped;
}

/** Node sends a header's characters as latin1; Go sends UTF-8. */
function utf8(value: string): string {
  return Buffer.from(value, 'utf8').toString('latin1');
}

/** The headers that credentials stand for. */
export function credentialHeaders(credentials: Credentials | undefined): Headers {
  return credentials?.authorization === undefined ? {} : { authorization: utf8(credentials.authorization) };
}

/** `application/json; charset=utf-8` → `application/json`; "" when there is no header. */
export function mediaType(header: string | string[] | undefined): string {
  return (firstOf(header)?.split(';')[0] ?? '').trim().toLowerCase();
}

/** A header that may have come several times: its first value. */
export function firstOf(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : header?.[0];
}
