import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { StatusError } from '../../meta/errors.js';
import { unauthorized } from './failure.js';

/** Whom a server lets in. */
export interface AccessRule {
  /** The token that every request must carry; undefined: none is asked for. */
  readonly token: string | undefined;
  /** The address it listens on. */
  readonly host: string;
}

/**
 * Throws the server's 401 for a request without the token that is demanded.
 *
 * Without one, whoever reaches the port may do everything, and that is every program of this machine; not so the pages in
 * its browsers: 403 for a request that a page of another origin sent (`Origin`), and, on a loopback address, for one that
 * was sent to a name of the public DNS, which an attacker may have pointed here (DNS rebinding).
 */
export function requireAccess(headers: IncomingHttpHeaders, { token, host }: AccessRule): void {
  if (token !== undefined) {
    if (!sameText(headers.authorization ?? '', `Bearer ${token}`)) throw unauthorized();
    return;
  }
  const { origin, host: asked = '' } = headers;
  if (origin !== undefined && originHost(origin) !== asked.toLowerCase())
    throw refused('a web page of another origin');
  if (isLoopback(host) && !isLocalName(asked)) throw refused(`a name of the public DNS (${hostName(asked)})`);
}

/** In a time that does not tell how much of it was right. */
function sameText(given: string, expected: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

function originHost(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).host : '';
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}

// Names that nobody can register: of this machine, of its network, of a cluster.
const localDomains = /(^|\.)(localhost|internal|local|test|svc)\.?$/;

/** An address, a name without a dot, or one of a domain that is in no public DNS. */
function isLocalName(hostHeader: string): boolean {
  const name = hostName(hostHeader);
  return !name.includes('.') || isIP(name) !== 0 || localDomains.test(name);
}

/** `[::1]:80` → `::1`, `LocalHost:80` → `localhost`. */
function hostName(hostHeader: string): string {
  const [, inBrackets, plain] = /^(?:\[([^\]]*)\]|([^:]*))/.exec(hostHeader) ?? [];
  return (inBrackets ?? plain ?? '').toLowerCase();
}

function refused(whom: string): StatusError {
  return new StatusError({
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    code: 403,
    reason: 'Forbidden',
    message: `this server answers programs of its machine and not ${whom}; start it with a token to allow any`,
  });
}
