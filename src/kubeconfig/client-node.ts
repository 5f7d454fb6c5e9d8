import { isBytes, isError } from '../util/realm.js';
import { conceal, concealProxyUrl } from '../rest/conceal.js';
import type { Credentials, CredentialsProvider, PemSource, RestConfig } from '../rest/config.js';
import { asError, ConfigError } from '../util/errors.js';
import { CredentialsError, isHeaderValue } from './errors.js';
import { oneLine, printable, redactSecrets } from './redact.js';
import { defaultServerUrl } from './server-url.js';
import { SingleFlight } from './single-flight.js';

/** What `fromClientNode` needs of @kubernetes/client-node's KubeConfig (1.x and 2.x have it). */
export interface ClientNodeKubeConfig {
  getCurrentCluster(): ClientNodeCluster | null;
  /** Puts `headers`, `auth`, `cert` and `key` into the options, after a refresh where one is due. */
  applyToHTTPSOptions(options: ClientNodeHttpsOptions): Promise<void>;
  getCurrentUser?(): { readonly impersonateUser?: string | undefined } | null;
  getCurrentContext?(): string;
  getContextObject?(name: string): { readonly namespace?: string | undefined } | null;
}

/** @kubernetes/client-node's Cluster. */
export interface ClientNodeCluster {
  readonly name?: string | undefined;
  readonly server: string;
  /** Base64 of PEM. */
  readonly caData?: string | undefined;
  readonly caFile?: string | undefined;
  readonly skipTLSVerify?: boolean | undefined;
  readonly tlsServerName?: string | undefined;
  readonly proxyUrl?: string | undefined;
}

/** The part of node:https RequestOptions that is looked at. */
export interface ClientNodeHttpsOptions {
  headers?: Record<string, unknown>;
  auth?: unknown;
  cert?: unknown;
  key?: unknown;
  pfx?: unknown;
}

/**
 * The RestConfig of a @kubernetes/client-node KubeConfig, as it stands now: its current context's cluster, namespace
 * and impersonated user are taken once; its credentials are asked for with each request, so that its own exec plugins,
 * token files, OIDC and custom authenticators keep working.
 *
 * Any object of this shape will do; the package is not imported. Throws ConfigError `ERR_CLIENT_NODE` for another shape
 * or when there is no current cluster. Requests fail with CredentialsError `ERR_CLIENT_NODE` when it cannot give
 * credentials, or gives ones that cannot be used here (PKCS#12, headers other than Authorization).
 */
export function fromClientNode(kubeConfig: ClientNodeKubeConfig): RestConfig {
  // Called from JavaScript as well, where nothing checked the type.
  const given = kubeConfig as Partial<ClientNodeKubeConfig> | null | undefined;
  if (typeof given?.getCurrentCluster !== 'function' || typeof given.applyToHTTPSOptions !== 'function')
    throw new ConfigError(
      'ERR_CLIENT_NODE',
      'fromClientNode: expected an object with getCurrentCluster() and applyToHTTPSOptions(), as ' +
        "@kubernetes/client-node's KubeConfig has since 1.0",
    );
  const cluster = kubeConfig.getCurrentCluster();
  const context = kubeConfig.getCurrentContext?.() ?? '';
  if (cluster === null || typeof cluster?.server !== 'string' || cluster.server === '')
    throw new ConfigError(
      'ERR_CLIENT_NODE',
      `fromClientNode: the current context ${JSON.stringify(context)} leads to no cluster with a server; ` +
        'load a kubeconfig first, or set another context',
    );
  const host = defaultServerUrl(cluster.server, `server of cluster ${JSON.stringify(cluster.name ?? '')}`);
  const secure = host.startsWith('https:');
  const userName = kubeConfig.getCurrentUser?.()?.impersonateUser;
  return {
    host,
    // As with a kubeconfig: credentials go by https only.
    ...(secure
      ? {
          tls: {
            ca: caOf(cluster),
            serverName: cluster.tlsServerName,
            insecureSkipVerify: cluster.skipTLSVerify === true,
          },
          provider: new ClientNodeCredentials(kubeConfig),
        }
      : {}),
    impersonate: userName === undefined || userName === null ? undefined : { userName },
    proxyUrl: concealProxyUrl(cluster.proxyUrl),
    namespace: kubeConfig.getContextObject?.(context)?.namespace ?? 'default',
  };
}

function caOf({ caFile, caData, skipTLSVerify }: ClientNodeCluster): PemSource | undefined {
  // client-node lets skipTLSVerify win over a CA; a CA that is not used is not handed on.
  if (skipTLSVerify === true) return undefined;
  if (caFile !== undefined && caFile !== '') return { file: caFile };
  return caData === undefined || caData === ''
    ? undefined
    : { data: Buffer.from(caData, 'base64').toString('utf8') };
}

class ClientNodeCredentials implements CredentialsProvider {
  readonly #flight: SingleFlight<Credentials>;

  constructor(kubeConfig: ClientNodeKubeConfig) {
    this.#flight = new SingleFlight(() => ask(kubeConfig));
  }

  credentials(call: { readonly signal?: AbortSignal | undefined }): Promise<Credentials> {
    return this.#flight.get(call.signal);
  }

  /**
   * client-node cannot be told, but it is asked anew: 1.x then runs a plugin without expirationTimestamp again, 2.x
   * keeps what such a plugin gave for good.
   */
  invalidate(): boolean {
    return true;
  }
}

async function ask(kubeConfig: ClientNodeKubeConfig): Promise<Credentials> {
  const options: ClientNodeHttpsOptions = { headers: {} };
  try {
    await kubeConfig.applyToHTTPSOptions(options);
  } catch (error) {
    // No cause: client-node's errors hold what a plugin printed, a SyntaxError even pieces of its credentials.
    const reason =
      isError(error) && error.name === 'SyntaxError'
        ? 'what came is no JSON'
        : oneLine(redactSecrets(printable(asError(error).message))).slice(-1024);
    throw new CredentialsError(
      'ERR_CLIENT_NODE',
      `@kubernetes/client-node could not give credentials: ${reason}`,
    );
  }
  if (options.pfx !== undefined)
    throw new CredentialsError(
      'ERR_CLIENT_NODE',
      '@kubernetes/client-node gave a PKCS#12 certificate (pfx), expected cert and key',
    );
  const cert = pemText(options.cert);
  const key = pemText(options.key);
  return conceal({
    authorization: authorizationOf(options),
    clientCertificate: cert === undefined || key === undefined ? undefined : { cert, key },
  });
}

function authorizationOf({ headers = {}, auth }: ClientNodeHttpsOptions): string | undefined {
  let authorization: string | undefined;
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase();
    if (lower === 'impersonate-user') continue; // taken from the user
    if (lower !== 'authorization' || typeof value !== 'string')
      throw new CredentialsError(
        'ERR_CLIENT_NODE',
        `@kubernetes/client-node set the header ${JSON.stringify(name)}, expected only Authorization`,
      );
    authorization = value.trim();
  }
  if (typeof auth === 'string') authorization = `Basic ${Buffer.from(auth).toString('base64')}`;
  if (authorization !== undefined && !isHeaderValue(authorization))
    throw new CredentialsError(
      'ERR_CLIENT_NODE',
      '@kubernetes/client-node gave an Authorization header with control characters, expected one line',
    );
  return authorization;
}

function pemText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return isBytes(value) ? Buffer.from(value).toString('utf8') : undefined;
}
