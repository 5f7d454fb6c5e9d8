import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from 'kube-informers';

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
}

/** Returns a header that is sent once. */
export function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}
