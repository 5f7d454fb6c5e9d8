import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../../util/clock.js';

/** One request and the way to answer it. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** Aborts when the client is gone or the server closes. */
  readonly signal: AbortSignal;
  readonly clock: Clock;
}

/** A header that is sent once. */
export function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}
