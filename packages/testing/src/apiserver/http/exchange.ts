import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Clock } from 'kube-informers';
import type { AuthenticatedUser } from './authenticated-user.js';

/** One request and its response. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** Aborts when the client disconnects or the server closes. */
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /** Called with the body when it was read. */
  readonly onBody: ((body: Buffer) => void) | undefined;
  /** Who asks; undefined before the credentials are checked. */
  readonly user: AuthenticatedUser | undefined;
  /** The connection of a request with an Upgrade header; undefined for others. */
  readonly upgrade: Upgrade | undefined;
}

/** A connection that can be taken over for another protocol. */
export interface Upgrade {
  /** What the client sent after the request. */
  readonly head: Buffer;
  /** Takes the connection over: no response is sent. The exchange's signal aborts when it closes. */
  take(): Duplex;
}

/** Returns a header that is sent once. */
export function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}
