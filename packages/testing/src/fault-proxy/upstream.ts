import { request as httpRequest } from 'node:http';
import type { ClientRequest, RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { type Clock, ConfigError, type Credentials, type Logger, type RestConfig } from 'kube-informers';
import {
  credentialHeaders,
  requireOptions,
  requireTlsConfig,
  shownUrl,
  TlsFiles,
} from 'kube-informers/internal';
import type { UpstreamConnection } from './upstream-connection.js';

/** A request to send to the server. */
export interface UpstreamRequest {
  readonly method: string;
  /** Path and query exactly as the client wrote them. */
  readonly target: string;
  /** Names and values alternating, without headers of a single connection. */
  readonly headers: readonly string[];
}

/** The API server behind the proxy, with TLS settings and credentials. */
export class Upstream {
  readonly config: RestConfig;
  readonly #url: URL;
  readonly #prefix: string;
  readonly #tls: TlsFiles;

  private constructor(config: RestConfig, url: URL, tls: TlsFiles) {
    this.config = config;
    this.#url = url;
    this.#prefix = url.pathname.replace(/\/$/, '');
    this.#tls = tls;
  }

  /**
   * Creates an upstream. Throws ConfigError for an invalid host or TLS setting; files are read with the first
   * request.
   */
  static of(config: RestConfig, clock: Clock, logger: Logger): Upstream {
    requireOptions('target of a FaultProxy', config);
    if (typeof config.host !== 'string') {
      throw new ConfigError(
        'ERR_OPTION',
        'target of a FaultProxy must be a RestConfig such as { host: url }',
      );
    }
    const url = URL.canParse(config.host) ? new URL(config.host) : undefined;
    if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
      throw new ConfigError(
        'ERR_OPTION',
        `host of the target must be an http or https URL, got ${shownUrl(config.host)}`,
      );
    }
    if ((config.proxyUrl ?? '') !== '') {
      throw new ConfigError(
        'ERR_OPTION',
        `proxyUrl of the target must be absent: the fault proxy connects to the server itself`,
      );
    }
    if (config.tls !== undefined) requireTlsConfig('tls of the target of a FaultProxy', config.tls);
    return new Upstream(config, url, new TlsFiles(config.tls ?? {}, { clock, logger }));
  }

  /** Reads the TLS files; rejects with ConfigError `ERR_TLS_CONFIG`. */
  async prepare(): Promise<void> {
    if (this.#url.protocol === 'https:') await this.#tls.current();
  }

  /** Returns the provider's credentials, else the fixed ones. */
  async credentials(signal: AbortSignal): Promise<Credentials | undefined> {
    const { provider, credentials } = this.config;
    return provider === undefined ? credentials : provider.credentials({ signal });
  }

  /** Reports a 401; returns true if asking again may give different credentials. */
  refused(credentials: Credentials | undefined): boolean {
    const { provider } = this.config;
    return provider !== undefined && credentials !== undefined && provider.invalidate(credentials);
  }

  /** Starts a request on the connection; the caller writes its body. */
  async open(
    request: UpstreamRequest,
    connection: UpstreamConnection,
    credentials: Credentials | undefined,
  ): Promise<ClientRequest> {
    const secure = this.#url.protocol === 'https:';
    const own = credentialHeaders(credentials);
    const authorization = own['authorization'];
    const headers: string[] = ['Host', this.#url.host];
    for (let index = 0; index + 1 < request.headers.length; index += 2) {
      const name = request.headers[index] ?? '';
      // The config's credentials replace the client's.
      if (authorization !== undefined && name.toLowerCase() === 'authorization') continue;
      headers.push(name, request.headers[index + 1] ?? '');
    }
    if (typeof authorization === 'string') headers.push('Authorization', authorization);
    const options = {
      host: this.#url.hostname.replace(/^\[|\]$/g, ''),
      port: this.#url.port === '' ? (secure ? 443 : 80) : Number(this.#url.port),
      method: request.method,
      path: this.#prefix + request.target,
      maxHeaderSize: 2 ** 20,
      // Node accepts names and values alternating, which preserves order and case; its types do not declare it.
      headers: headers as unknown as Record<string, string>,
    };
    if (!secure) return httpRequest({ ...options, agent: connection.agent(this, 'http', '') });
    const tls = await this.#tls.current();
    const certificate = credentials?.clientCertificate;
    const key = `${tls.generation}\n${certificate?.cert ?? ''}`;
    // The agent passes these options to tls.connect.
    return httpsRequest({
      ...options,
      ...tls.forServer(certificate).optionsFor(options.host),
      agent: connection.agent(this, 'https', key),
    } as RequestOptions);
  }
}
