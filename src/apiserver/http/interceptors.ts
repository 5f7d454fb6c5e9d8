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

/** Who looks at each request before the server does. */
export class Interceptors {
  readonly #all = new Set<Interceptor>();

  /** Returns what takes it away again. */
  add(interceptor: Interceptor): () => void {
    this.#all.add(interceptor);
    return () => this.#all.delete(interceptor);
  }

  /** One that answers the next requests that match. */
  failNext(action: number | InterceptAction, match: RequestMatch): () => void {
    requireKnownOptions('failNext', match, requestMatchNames);
    const answer = typeof action === 'number' ? statusAction(action) : action;
    requireAction(answer);
    let left = match.times ?? 1;
    const remove = this.add((request) => {
      if (match.verb !== undefined && match.verb !== request.verb) return undefined;
      if (match.resource !== undefined && match.resource !== request.resource) return undefined;
      if (match.method !== undefined && match.method !== request.method) return undefined;
      if (--left <= 0) remove();
      return answer;
    });
    return remove;
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
