import { ConfigError } from 'kube-informers';
import { type StatusReason } from 'kube-informers/internal';
import { isBytes, newStatus, shownList, shownValue } from 'kube-informers/internal';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { answer } from './answer.js';
import type { Exchange } from './exchange.js';
import type { LoggedRequest } from './request-log.js';

/** What an interceptor does with a request instead of the server. */
export type InterceptAction =
  /** Sends this response. A body that is neither a string nor bytes is sent as JSON. */
  | {
      /** HTTP status code of the response. */
      readonly status: number;
      /** Body of the response, written as JSON. */
      readonly body?: unknown;
      /** Headers of the response. */
      readonly headers?: Readonly<Record<string, string>> | undefined;
    }
  /** Breaks the connection without a response. */
  | {
      /** Resets the connection. */
      readonly reset: true;
    }
  /** Never responds; the connection stays open until the client or the server closes it. */
  | {
      /** Keeps the connection open and never answers. */
      readonly hang: true;
    }
  /** Handles the request. */
  | {
      /** Writes the response. */
      readonly handle: (request: IncomingMessage, response: ServerResponse) => void;
    };

/** What the server answered to a request that an interceptor passed on. */
export interface PassedResponse {
  /** HTTP status code; 101 for a connection that was upgraded. */
  readonly status: number;
}

/**
 * Passes a request on, to the interceptors that were added later and then to the server. Further calls return the same promise.
 *
 * Resolves when the response has been written; that of a watch or another stream, when it has ended. Failures of the server are
 * responses too: `{ status: 404 }`.
 */
export type PassOn = () => Promise<PassedResponse>;

/**
 * Called with each request before the server. `undefined` lets it pass.
 *
 * One that does something after the server calls `next`, and then returns undefined:
 *
 * ```ts
 * server.intercept(async ({ verb, path }, next) => {
 *   const { status } = await next();
 *   console.log(verb, path, status);
 * });
 * ```
 */
export type Interceptor = (
  request: LoggedRequest,
  next: PassOn,
  // oxlint-disable-next-line typescript/no-invalid-void-type -- an async function without a return has this type
) => InterceptAction | undefined | void | Promise<InterceptAction | undefined | void>;

/** Throws ConfigError `ERR_OPTION` for an invalid action, so that a misspelled field does not hang the request. */
export function requireAction(action: unknown): asserts action is InterceptAction {
  const known = ['status', 'reset', 'hang', 'handle'];
  const said = typeof action === 'object' && action !== null ? action : {};
  const given = known.filter((name) => name in said);
  const expected = 'one of { status }, { reset: true }, { hang: true } and { handle }, or undefined';
  if (given.length !== 1) {
    throw new ConfigError('ERR_OPTION', `an intercept action must be ${expected}, got ${shown(action)}`);
  }
  const { status, reset, hang, handle } = said as Readonly<Record<string, unknown>>;
  if (
    given[0] === 'status' &&
    !(Number.isInteger(status) && Number(status) >= 200 && Number(status) <= 599)
  ) {
    const range = 'a whole number from 200 to 599';
    throw new ConfigError(
      'ERR_OPTION',
      `status of an intercept action must be ${range}, got ${shown(status)}`,
    );
  }
  if ((given[0] === 'reset' && reset !== true) || (given[0] === 'hang' && hang !== true)) {
    throw new ConfigError('ERR_OPTION', `an intercept action must be ${expected}, got ${shown(action)}`);
  }
  if (given[0] === 'handle' && typeof handle !== 'function') {
    throw new ConfigError(
      'ERR_OPTION',
      `handle of an intercept action must be a function, got ${shown(handle)}`,
    );
  }
}

/** The names of an object's members, not their values: a body may be a Secret. */
function shown(value: unknown): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return shownValue(value);
  return `an object with ${shownList(Object.keys(value))}`;
}

/** Executes an interceptor's action. */
export function intercepted(exchange: Exchange, action: InterceptAction): void {
  requireAction(action);
  const { request, response } = exchange;
  if ('handle' in action) action.handle(request, response);
  else if ('reset' in action) request.socket.resetAndDestroy();
  else if ('status' in action) {
    const { status, body, headers } = action;
    const raw = body === undefined || typeof body === 'string' || isBytes(body);
    if (!raw) response.setHeader('Content-Type', 'application/json');
    answer(exchange, status, headers ?? {}, raw ? body : JSON.stringify(body));
  }
}

/** Returns the action that responds with a Status of this code and its usual reason. */
export function statusAction(code: number): InterceptAction {
  const reasons: Readonly<Record<number, StatusReason>> = {
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
  const { status } = newStatus({ code, reason: reasons[code] ?? '', message: `staged failure ${code}` });
  return { status: code, body: status };
}
