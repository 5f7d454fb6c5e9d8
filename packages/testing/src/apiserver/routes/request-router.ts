import { requireAccess } from '../http/access.js';
import type { AccessRule } from '../http/access.js';
import { headerOf } from '../http/exchange.js';
import type { Exchange } from '../http/exchange.js';
import type { Interceptors } from '../http/interceptors.js';
import { withinDeadline } from '../http/request-deadline.js';
import { parseResourcePath, verbOf } from '../http/request-info.js';
import type { ResourcePath } from '../http/request-info.js';
import type { LoggedRequest, RequestLog } from '../http/request-log.js';
import type { HandlerOptions } from './handler-options.js';
import { handleResource } from './handlers.js';
import { handlePlainPath } from './plain-paths.js';

/** Options of a RequestRouter. */
export interface RequestRouterOptions {
  readonly access: AccessRule;
  readonly requests: RequestLog;
  readonly interceptors: Interceptors;
  readonly handlers: HandlerOptions;
  /** The reported Kubernetes version. */
  readonly gitVersion: string;
  port(): number;
}

/** kube-apiserver's long-running subresources. */
const longRunning: ReadonlySet<string> = new Set(['attach', 'exec', 'log', 'portforward']);

/** Dispatches every request: log, interceptors, access check, then the handler. */
export class RequestRouter {
  readonly #options: RequestRouterOptions;

  constructor(options: RequestRouterOptions) {
    this.#options = options;
  }

  /** Handles a request. Throws StatusError for every failed Status. */
  async handle(exchange: Exchange): Promise<void> {
    const path = parseResourcePath(exchange.path);
    const logged = this.#logged(exchange, path);
    this.#options.requests.add(logged);
    await this.#options.interceptors.intercept(exchange, logged, () =>
      this.#serve(exchange, path, logged.verb),
    );
  }

  async #serve(exchange: Exchange, path: ResourcePath | undefined, verb: string): Promise<void> {
    // A watch ends by its own timeoutSeconds, and streams have no deadline.
    if (verb === 'watch' || longRunning.has(path?.subresource ?? '')) await this.#answer(exchange, path);
    else await withinDeadline(exchange, (within) => this.#answer(within, path));
  }

  async #answer(exchange: Exchange, path: ResourcePath | undefined): Promise<void> {
    const { access, handlers, gitVersion } = this.#options;
    requireAccess(exchange.request.headers, access);
    if (path !== undefined && this.#isResource(path)) await handleResource(handlers, exchange, path);
    else {
      const { registry } = handlers.context;
      const host = `${access.host}:${this.#options.port()}`;
      await handlePlainPath({ registry, host, gitVersion }, exchange);
    }
  }

  /** False for an unknown group-version, whose path is handled as an unknown path. */
  #isResource(path: ResourcePath): boolean {
    const { registry } = this.#options.handlers.context;
    return path.group === '' || registry.versions(path.group).includes(path.version);
  }

  #logged(exchange: Exchange, path: ResourcePath | undefined): LoggedRequest {
    const { method, query } = exchange;
    return {
      method,
      path: exchange.path,
      query: query.toString(),
      verb: path === undefined ? method.toLowerCase() : verbOf(method, path, query),
      resource: path?.resource ?? '',
      userAgent: headerOf(exchange.request, 'user-agent') ?? '',
      atMs: this.#options.handlers.context.clock.now(),
    };
  }
}
