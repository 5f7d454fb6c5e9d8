import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { StatusError } from '../../meta/errors.js';
import { newUnauthorized } from '../../meta/status.js';

/** Who may access a server. */
export interface AccessRule {
  /** The required token; undefined: none. */
  readonly token: string | undefined;
  /** The address that the server listens on. */
  readonly host: string;
}

/**
 * Throws the server's 401 for a request without the required token.
 *
 * Without a token every program on this machine has full access, but web pages in its browsers have not: 403 for a
 * request from a page of a different origin (`Origin`), and, on a loopback address, for a request to a public DNS
 * name, which an attacker may have pointed here (DNS rebinding).
 */
export function requireAccess(headers: IncomingHttpHeaders, { token, host }: AccessRule): void {
  if (token !== undefined) {
    if (!sameText(headers.authorization ?? '', `Bearer ${token}`)) throw newUnauthorized();
    return;
  }
  const { origin, host: asked = '' } = headers;
  if (origin !== undefined && originHost(origin) !== asked.toLowerCase())
    throw refused('a web page of another origin');
  if (isLoopback(host) && !isLocalName(asked)) throw refused(`a name of the public DNS (${hostName(asked)})`);
}

/** Compares in a time that does not reveal how much of the string was right. */
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

// Names that cannot be registered publicly: of this machine, its network, or a cluster.
const localDomains = /(^|\.)(localhost|internal|local|test|svc)\.?$/;

/** True for an address, a name without a dot, or a name in a domain outside the public DNS. */
function isLocalName(hostHeader: string): boolean {
  const name = hostName(hostHeader);
  return !name.includes('.') || isIP(name) !== 0 || localDomains.test(name);
}

/** Returns the host of a Host header: `[::1]:80` → `::1`, `LocalHost:80` → `localhost`. */
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
