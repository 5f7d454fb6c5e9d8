import { once } from 'node:events';
import { ConfigError, StatusError } from 'kube-informers';
import {
  numberFrom,
  oneOf,
  type OptionNames,
  requireKnownOptions,
  requireString,
} from 'kube-informers/internal';
import { sendStatus } from './answer.js';
import type { Exchange } from './exchange.js';
import { intercepted, requireAction, statusAction } from './intercept.js';
import type { InterceptAction, Interceptor, PassedResponse } from './intercept.js';
import type { LoggedRequest } from './request-log.js';

/** Selects requests; without conditions, all. */
export interface RequestMatch {
  /** `get`, `list`, `watch`, `create`, `update`, `patch`, `delete` or `deletecollection`. */
  readonly verb?: string | undefined;
  /** Plural name of the resource: `pods`. Default: any. */
  readonly resource?: string | undefined;
  /** HTTP method. Default: any. */
  readonly method?: string | undefined;
  /** Number of requests. Default: 1. */
  readonly times?: number | undefined;
}

const requestMatchNames: OptionNames<RequestMatch> = {
  verb: oneOf('get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection'),
  resource: requireString,
  method: requireString,
  times: numberFrom(1),
};

/** An interceptor of an ApiServer. */
export interface Interception extends Disposable {
  /** Number of requests that it answered. */
  readonly hits: number;
  /** Removes the interceptor; a second call does nothing. */
  remove(): void;
}

/** The interceptors of a server. */
export class Interceptors {
  readonly #all = new Map<Interceptor, { hits: number }>();

  /** Adds an interceptor. */
  add(interceptor: Interceptor): Interception {
    const counter = { hits: 0 };
    this.#all.set(interceptor, counter);
    const remove = (): void => void this.#all.delete(interceptor);
    return {
      remove,
      [Symbol.dispose]: remove,
      get hits() {
        return counter.hits;
      },
    };
  }

  /** Adds an interceptor that answers the next matching requests. */
  failNext(action: number | InterceptAction, match: RequestMatch): Interception {
    requireKnownOptions('failNext', match, requestMatchNames);
    const answer = typeof action === 'number' ? statusAction(action) : action;
    requireAction(answer);
    let left = match.times ?? 1;
    const interception = this.add((request) => {
      if (match.verb !== undefined && match.verb !== request.verb) return undefined;
      if (match.resource !== undefined && match.resource !== request.resource) return undefined;
      if (match.method !== undefined && match.method !== request.method) return undefined;
      if (--left <= 0) interception.remove();
      return answer;
    });
    return interception;
  }

  /** Calls the interceptors one after another, and `serve` unless one of them answers. */
  async intercept(exchange: Exchange, request: LoggedRequest, serve: () => Promise<void>): Promise<void> {
    const all = [...this.#all];
    const pass = async (index: number): Promise<void> => {
      const [interceptor, counter] = all[index] ?? [];
      if (interceptor === undefined || counter === undefined) return serve();
      if (!this.#all.has(interceptor)) return pass(index + 1);
      let passed: Promise<PassedResponse> | undefined;
      const action = await interceptor(request, () => (passed ??= passedOn(exchange, pass(index + 1))));
      if (passed !== undefined) {
        await passed;
        if (action !== undefined)
          throw new ConfigError(
            'ERR_OPTION',
            'an interceptor that calls next must return undefined: the response has been sent',
          );
        return;
      }
      if (action === undefined) return pass(index + 1);
      counter.hits++;
      intercepted(exchange, action);
    };
    return pass(0);
  }
}

/** Resolves when the response has ended, after sending that of a failure. */
function passedOn(exchange: Exchange, served: Promise<void>): Promise<PassedResponse> {
  const passed = answered(exchange, served);
  // The router awaits it as well, and reports a failure; an interceptor that does not await it must not end the process.
  passed.catch(() => undefined);
  return passed;
}

async function answered(exchange: Exchange, served: Promise<void>): Promise<PassedResponse> {
  const { response, signal } = exchange;
  try {
    await served;
  } catch (thrown) {
    const isTaken = signal.aborted || response.headersSent || response.socket === null;
    if (!(thrown instanceof StatusError) || isTaken) throw thrown;
    await sendStatus(exchange, thrown);
  }
  // An upgraded connection is no longer that of the response.
  const status = response.socket === null && !response.headersSent ? 101 : response.statusCode;
  // The handlers of watches and other streams return before the end.
  if (!response.writableEnded && !signal.aborted) await once(signal, 'abort');
  return { status };
}
