import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Exchange } from './exchange.js';
import { failure } from './failure.js';
import type { LoggedRequest } from './request-log.js';

/** What an interceptor does with a request in place of the server. */
export type InterceptAction =
  /** Answers with this. A body that is no text or bytes is sent as JSON. */
  | {
      readonly status: number;
      readonly body?: unknown;
      readonly headers?: Readonly<Record<string, string>> | undefined;
    }
  /** Breaks the connection without an answer. */
  | { readonly reset: true }
  /** Never answers; the connection stays open until the client or the server closes it. */
  | { readonly hang: true }
  /** Does with the request whatever it likes. */
  | { readonly handle: (request: IncomingMessage, response: ServerResponse) => void };

/** Looks at each request before the server does; `undefined` lets it through. */
export type Interceptor = (
  request: LoggedRequest,
) => InterceptAction | undefined | Promise<InterceptAction | undefined>;

/** Carries out what an interceptor decided. */
export function intercepted(exchange: Exchange, action: InterceptAction): void {
  const { request, response } = exchange;
  if ('handle' in action) action.handle(request, response);
  else if ('reset' in action) request.socket.resetAndDestroy();
  else if ('status' in action) {
    const { status, body, headers } = action;
    const raw = body === undefined || typeof body === 'string' || body instanceof Uint8Array;
    response.writeHead(status, {
      ...(raw ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    });
    if (body === undefined) response.end();
    else response.end(raw ? body : JSON.stringify(body));
  }
}

/** Answers with a Status of this code, with the reason that belongs to it. */
export function statusAction(code: number): InterceptAction {
  const reasons: Readonly<Record<number, string>> = {
    401: 'Unauthorized',
    403: 'Forbidden',
    404: 'NotFound',
    409: 'Conflict',
    410: 'Expired',
    429: 'TooManyRequests',
    500: 'InternalError',
    503: 'ServiceUnavailable',
    504: 'Timeout',
  };
  const { status } = failure({ code, reason: reasons[code], message: `staged failure ${code}` });
  return { status: code, body: status };
}
