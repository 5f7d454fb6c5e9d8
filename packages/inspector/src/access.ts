import { hostName, isLocalName, isLoopback, originHost, sameText, shownValue } from 'kube-informers/internal';
import type { Exchange } from './exchange.js';
import { RefusedError } from './exchange.js';

/**
 * Who may use an inspector.
 *
 * - `loopback`: programs and browsers of the same machine or Pod, also through `kubectl port-forward`.
 * - `{ token }`: every caller that sends `Authorization: Bearer <token>`; the page asks for it.
 * - `any`: everyone who reaches the handler, because the program checks callers itself.
 */
export type InspectorAccess =
  | 'loopback'
  | 'any'
  | {
      /** Bearer token that every request must have. */
      readonly token: string;
    };

/** Headers that a reverse proxy adds: its address is then not the caller's. */
const proxyHeaders = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'] as const;

/**
 * Throws RefusedError for a request that the rule does not admit.
 *
 * With `loopback`, web pages are refused as well: those of another origin, and those of a public DNS name that was pointed
 * to this machine (DNS rebinding).
 */
export function requireAccess(exchange: Exchange, access: InspectorAccess): void {
  const { header } = exchange;
  const host = header('host');
  const origin = header('origin');
  if (origin !== '' && originHost(origin) !== host.toLowerCase())
    throw new RefusedError(403, 'web pages of another origin are refused');
  // A link of another site may be followed: what it opens is shown to the user alone.
  if (header('sec-fetch-site') === 'cross-site' && header('sec-fetch-dest') !== 'document')
    throw new RefusedError(403, 'requests of other web sites are refused');
  if (exchange.method === 'POST' && origin === '')
    throw new RefusedError(403, 'an action needs the header Origin with the address of the inspector');
  if (access === 'any') return;
  if (access !== 'loopback') {
    const given = header('authorization');
    if (sameText(given, `Bearer ${access.token}`)) return;
    if (given !== '') throw new RefusedError(401, 'that token is not correct');
    throw new RefusedError(401, 'send the token of the inspector: Authorization: Bearer <token>');
  }
  const refuse = (why: string): never => {
    throw new RefusedError(
      403,
      `${why}: this inspector answers only its own machine; set its option access to { token } to allow others`,
    );
  };
  const address = exchange.remoteAddress;
  if (address === undefined) refuse('the address of the caller is unknown');
  else if (!isLoopback(address)) refuse('the caller is another machine');
  if (proxyHeaders.some((name) => header(name) !== '')) refuse('the request came through a proxy');
  if (!isLocalName(host)) refuse(`the host ${shownValue(hostName(host))} is a public name`);
}
