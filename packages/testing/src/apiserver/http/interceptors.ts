import { ConfigError } from 'kube-informers';
import {
  type OptionNames,
  requireKnownOptions,
  requireNumber,
  requireTexts,
  shownValue,
} from 'kube-informers/internal';
import type { Exchange } from './exchange.js';
import { intercepted, requireAction, statusAction } from './intercept.js';
import type { InterceptAction, Interceptor } from './intercept.js';
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
  verb: true,
  resource: true,
  method: true,
  times: true,
};

const verbs = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection'];

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
    requireTexts('failNext', match, ['resource', 'method']);
    requireNumber('times of failNext', match.times, 1);
    const answer = typeof action === 'number' ? statusAction(action) : action;
    requireAction(answer);
    if (match.verb !== undefined && !verbs.includes(match.verb)) {
      throw new ConfigError(
        'ERR_OPTION',
        `verb of failNext must be one of ${verbs.join(', ')}; got ${shownValue(match.verb)}`,
      );
    }
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

  /** Returns true if an interceptor handled the request. */
  async intercept(exchange: Exchange, request: LoggedRequest): Promise<boolean> {
    for (const [interceptor, counter] of this.#all) {
      const action = await interceptor(request);
      if (action === undefined) continue;
      counter.hits++;
      intercepted(exchange, action);
      return true;
    }
    return false;
  }
}
