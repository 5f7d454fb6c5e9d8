import type { IncomingMessage } from 'node:http';
import { AccessReviews, Clientset, whoAmI } from 'kube-informers';
import type { AccessRule, AccessUser, RestConfig } from 'kube-informers';
import { RestClient, UndiciTransport } from 'kube-informers/rest';
import { headerOf, HttpError } from './http.js';
import { TokenOwners } from './token-owners.js';

/** Connections for requests, however many viewers there are. Watches, logs that are followed and exec have their own. */
export const maxConnections = 16;

export interface ViewersOptions {
  /**
   * Addresses of the proxies whose X-Remote-User and X-Remote-Group are believed. Default: none.
   *
   * Everything that can connect from such an address is believed, so nothing but the proxy may.
   */
  readonly trustedProxies?: readonly string[] | undefined;
  /** Tokens from one address that the API server refuses within 10 s, before other new ones are answered with 429. Default: 20. */
  readonly maxRefusedTokens?: number | undefined;
  /** How long the right to see something counts, ms. Default: 30,000. */
  readonly reviewTtlMs?: number | undefined;
}

/** Knows who sends a request, and what they may do. All viewers share the connections and the decisions. */
export class Viewers implements AsyncDisposable {
  /** The client of the program itself, which fills the caches and asks for access reviews. */
  readonly program: Clientset;
  readonly #config: RestConfig;
  readonly #trustedProxies: ReadonlySet<string>;
  readonly #transport: UndiciTransport;
  readonly #tokenTransport: UndiciTransport;
  readonly #reviews: AccessReviews;
  readonly #owners: TokenOwners;

  constructor(config: RestConfig, options: ViewersOptions = {}) {
    const { trustedProxies = [], maxRefusedTokens = 20, reviewTtlMs } = options;
    const { proxyUrl } = config;
    // An API server that gets a client certificate ignores the token, so a viewer would have the rights of the program.
    const { cert: _cert, key: _key, ...tls } = config.tls ?? {};
    this.#config = config;
    this.#trustedProxies = new Set(trustedProxies);
    this.#transport = new UndiciTransport({ tls: config.tls, proxyUrl, maxConnections });
    this.#tokenTransport = new UndiciTransport({ tls, proxyUrl, maxConnections });
    this.program = new Clientset(new RestClient(config, { transport: this.#transport }));
    this.#reviews = new AccessReviews(this.program, { ttlMs: reviewTtlMs });
    this.#owners = new TokenOwners({ maxRefused: maxRefusedTokens });
  }

  /** Finds out who sends a request. Rejects with the API server's 401 for a token that it does not accept. */
  async of(request: IncomingMessage, signal: AbortSignal): Promise<Viewer> {
    // An IPv4 address as a server that listens on IPv6 sees it.
    const address = request.socket.remoteAddress?.replace(/^::ffff:/, '') ?? 'unknown';
    const isProxy = this.#trustedProxies.has(address);
    const userName = isProxy ? headerOf(request, 'x-remote-user') : undefined;
    if (userName !== undefined && userName !== '') {
      const clientset = this.#impersonating(userName, request.headersDistinct['x-remote-group']);
      return new Viewer(clientset, await whoAmI(clientset, { signal }), this.#reviews);
    }
    const authorization = headerOf(request, 'authorization');
    if (authorization === undefined || !/^Bearer \S+$/i.test(authorization)) {
      const remedy = 'send the header Authorization: Bearer TOKEN, or come through a trusted proxy';
      throw new HttpError(401, `the request does not say who you are: ${remedy}`);
    }
    const clientset = this.#withToken(authorization);
    // A proxy speaks for many viewers. Without the signal: others may wait for the same answer.
    const sender = isProxy ? undefined : address;
    const user = await this.#owners.ownerOf(authorization, sender, () => whoAmI(clientset));
    return new Viewer(clientset, user, this.#reviews);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#transport.close();
    await this.#tokenTransport.close();
  }

  // A client costs no connection: there is one for each request.

  #impersonating(userName: string, groups: readonly string[] | undefined): Clientset {
    const config = { ...this.#config, impersonate: { userName, groups } };
    return new Clientset(new RestClient(config, { transport: this.#transport }));
  }

  #withToken(authorization: string): Clientset {
    const config = { host: this.#config.host, credentials: { authorization } };
    return new Clientset(new RestClient(config, { transport: this.#tokenTransport }));
  }
}

/** The user who sent a request. */
export class Viewer {
  /** Acts with the viewer's own rights. */
  readonly clientset: Clientset;
  readonly #user: AccessUser;
  readonly #reviews: AccessReviews;

  constructor(clientset: Clientset, user: AccessUser, reviews: AccessReviews) {
    this.clientset = clientset;
    this.#user = user;
    this.#reviews = reviews;
  }

  get name(): string {
    return this.#user.user ?? '';
  }

  /** True if the viewer may do this in all namespaces, or in this one. */
  async may(verb: string, resource: AccessRule['resource'], namespace?: string): Promise<boolean> {
    if (await this.#allows({ verb, resource })) return true;
    return namespace !== undefined && (await this.#allows({ verb, resource, namespace }));
  }

  async #allows(rule: AccessRule): Promise<boolean> {
    try {
      return (await this.#reviews.review(this.#user, rule)).allowed;
    } catch (cause) {
      // Not the viewer's fault, so neither 401 nor 403.
      throw new HttpError(502, `the console could not ask what ${this.name} may do: ${String(cause)}`, {
        cause,
      });
    }
  }
}
