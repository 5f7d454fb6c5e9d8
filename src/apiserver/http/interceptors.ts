import type { OptionNames } from '../../util/known-options.js';
import { requireKnownOptions } from '../../util/known-options.js';
import type { Exchange } from './exchange.js';
import { intercepted, requireAction, statusAction } from './intercept.js';
import type { InterceptAction, Interceptor } from './intercept.js';
import type { LoggedRequest } from './request-log.js';

/** Which requests an answer is meant for; without any condition, all. */
export interface RequestMatch {
  readonly verb?: string | undefined;
  readonly resource?: string | undefined;
  readonly method?: string | undefined;
  /** How often. Default: once. */
  readonly times?: number | undefined;
}

const requestMatchNames: OptionNames<RequestMatch> = {
  verb: true,
  resource: true,
  method: true,
  times: true,
};

/** An interceptor of an ApiServer. */
export interface Interception extends Disposable {
  /** Takes the interceptor away; a second call does nothing. */
  remove(): void;
}

/** Who looks at each request before the server does. */
export class Interceptors {
  readonly #all = new Set<Interceptor>();

  add(interceptor: Interceptor): Interception {
    this.#all.add(interceptor);
    const remove = (): void => void this.#all.delete(interceptor);
    return { remove, [Symbol.dispose]: remove };
  }

  /** One that answers the next requests that match. */
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

  /** True when one of them dealt with the request. */
  async intercept(exchange: Exchange, request: LoggedRequest): Promise<boolean> {
    for (const interceptor of this.#all) {
      const action = await interceptor(request);
      if (action === undefined) continue;
      intercepted(exchange, action);
      return true;
    }
    return false;
  }
}
