import type { IncomingHttpHeaders } from 'node:http';
import { newUnauthorized, StatusError } from 'kube-informers';
import { hostName, isLocalName, isLoopback, originHost, sameText } from 'kube-informers/internal';

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
