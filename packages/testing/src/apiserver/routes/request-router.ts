import { parseFieldSelector, SelectorError } from 'kube-informers';
import type { Authorization } from '../access/authorizer.js';
import { authenticate, impersonationOf } from '../access/users.js';
import type { AccessAttributes, AccessRule } from '../access/users.js';
import type { AuthenticatedUser } from '../http/authenticated-user.js';
import { headerOf } from '../http/exchange.js';
import type { Exchange } from '../http/exchange.js';
import type { Interceptors } from '../http/interceptors.js';
import { addWarning } from '../http/warnings.js';
import { withinDeadline } from '../http/request-deadline.js';
import { parseResourcePath, verbOf } from '../http/request-info.js';
import type { ResourcePath } from '../http/request-info.js';
import { loggedHeaders } from '../http/request-log.js';
import type { RequestLog, RequestRecord } from '../http/request-log.js';
import { storageKey } from '../registry/context.js';
import type { HandlerOptions } from './handler-options.js';
import { handleResource } from './handlers.js';
import { handlePlainPath } from './plain-paths.js';

/** Options of a RequestRouter. */
export interface RequestRouterOptions {
  readonly access: AccessRule;
  readonly authorization: Authorization;
  readonly requests: RequestLog;
  readonly interceptors: Interceptors;
  readonly handlers: HandlerOptions;
  /** The reported Kubernetes version. */
  readonly gitVersion: string;
  /** The server's base URL. */
  url(): string;
}

/** kube-apiserver's long-running subresources. */
const longRunning: ReadonlySet<string> = new Set(['attach', 'exec', 'log', 'portforward']);

const createdByGet: ReadonlySet<string> = new Set(['pods/attach', 'pods/exec', 'pods/portforward']);

/** The name that a list or watch selects: roles with `resourceNames` are asked about it (apiserver's requestinfo.go). */
function selectedName(query: URLSearchParams): string {
  try {
    return parseFieldSelector(query.get('fieldSelector') ?? '').requiresExactMatch('metadata.name') ?? '';
  } catch (error) {
    // The handler refuses it.
    if (error instanceof SelectorError) return '';
    throw error;
  }
}

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
    const { requests, interceptors } = this.#options;
    requests.add(logged);
    const served = { ...exchange, onBody: (body: Buffer) => requests.addBody(logged, body) };
    await interceptors.intercept(served, logged, () => this.#serve(served, path, logged));
  }

  async #serve(exchange: Exchange, path: ResourcePath | undefined, logged: RequestRecord): Promise<void> {
    // A watch ends by its own timeoutSeconds, and streams have no deadline.
    if (logged.verb === 'watch' || longRunning.has(path?.subresource ?? ''))
      await this.#answer(exchange, path, logged);
    else await withinDeadline(exchange, (within) => this.#answer(within, path, logged));
  }

  async #answer(exchange: Exchange, path: ResourcePath | undefined, logged: RequestRecord): Promise<void> {
    const { handlers, gitVersion } = this.#options;
    const user = await this.#user(exchange);
    logged.user = user.name;
    await this.#authorize(exchange, path, user);
    if (path !== undefined && this.#isResource(path))
      await handleResource(
        { ...handlers, guard: this.#options.authorization.guardOf(user) },
        { ...exchange, user },
        path,
      );
    else {
      const { registry, tokens } = handlers.context;
      const { authorization } = this.#options;
      const url = this.#options.url();
      await handlePlainPath({ registry, tokens, url, gitVersion, authorization, user }, exchange);
    }
  }

  /** Who asks, or as whom. Throws 401, and 403 for an impersonation that is not allowed. */
  async #user({ request, response }: Exchange): Promise<AuthenticatedUser> {
    const { access, authorization } = this.#options;
    const user = authenticate(request.headers, access);
    const impersonation = impersonationOf(request.headersDistinct);
    if (impersonation === undefined) return user;
    if (!authorization.isOn)
      addWarning(response, 'Impersonate-User: the embedded API server allows everything to everyone');
    for (const need of impersonation.needs)
      await authorization.require({ user, verb: 'impersonate', path: '', ...need });
    return impersonation.user;
  }

  /** Throws 403 for what the user may not do. */
  async #authorize(
    exchange: Exchange,
    path: ResourcePath | undefined,
    user: AuthenticatedUser,
  ): Promise<void> {
    const { authorization } = this.#options;
    if (!authorization.isOn) return;
    const attributes: AccessAttributes =
      path === undefined
        ? {
            user,
            verb: exchange.method.toLowerCase(),
            group: '',
            resource: '',
            subresource: '',
            namespace: '',
            name: '',
            path: exchange.path,
          }
        : {
            user,
            verb: verbOf(exchange.method, path, exchange.query),
            group: path.group,
            resource: path.resource,
            subresource: path.subresource,
            // A namespace counts as being in itself.
            namespace: path.group === '' && path.resource === 'namespaces' ? path.name : path.namespace,
            name: path.name === '' ? selectedName(exchange.query) : path.name,
            path: '',
          };
    await authorization.require(attributes);
    // A WebSocket begins with GET, and still needs the verb of a POST.
    if (attributes.verb === 'get' && createdByGet.has(`${attributes.resource}/${attributes.subresource}`))
      await authorization.require({ ...attributes, verb: 'create' });
    if (path !== undefined && this.#creates(exchange, path))
      await authorization.require({ ...attributes, verb: 'create' });
  }

  /** True for a PUT or an apply that creates the object, which needs the verb of a POST as well. */
  #creates(
    { method, request }: Exchange,
    { group, version, resource, subresource, namespace, name }: ResourcePath,
  ): boolean {
    const isApply =
      method === 'PATCH' && /^application\/apply-patch\b/.test(headerOf(request, 'content-type') ?? '');
    if (subresource !== '' || !(isApply || method === 'PUT')) return false;
    const served = this.#options.handlers.context.registry.find(group, version, resource);
    return (
      served !== undefined &&
      (isApply || served.rules.createOnUpdate) &&
      served.table.get(storageKey(served, namespace, name)) === undefined
    );
  }

  /** False for an unknown group-version, whose path is handled as an unknown path. */
  #isResource(path: ResourcePath): boolean {
    const { registry } = this.#options.handlers.context;
    return path.group === '' || registry.stores(path.group, path.version);
  }

  #logged(exchange: Exchange, path: ResourcePath | undefined): RequestRecord {
    const { method, query } = exchange;
    return {
      method,
      path: exchange.path,
      query: query.toString(),
      verb: path === undefined ? method.toLowerCase() : verbOf(method, path, query),
      resource: path?.resource ?? '',
      userAgent: headerOf(exchange.request, 'user-agent') ?? '',
      atMs: this.#options.handlers.context.clock.now(),
      headers: loggedHeaders(exchange.request.headers),
      user: '',
      body: undefined,
    };
  }
}
