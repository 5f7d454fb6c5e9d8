import { shownKey } from '../util/shown.js';
import { isBytes, isError } from '../util/type-checks.js';
import { conceal, concealProxyUrl } from '../rest/redactor.js';
import type { Credentials, CredentialsProvider, PemSource, RestConfig } from '../rest/config.js';
import { decodeText } from '../util/text-file.js';
import { asError, ConfigError } from '../util/errors.js';
import { CredentialsError, isHeaderValue } from './errors.js';
import { oneLine, printable, redactSecrets } from './redact.js';
import { defaultServerUrl } from './server-url.js';
import { SingleFlight } from '../util/signal.js';

/** The part of @kubernetes/client-node's KubeConfig (0.20 and later) that `fromClientNode` uses. */
export interface ClientNodeKubeConfig {
  /** Returns the cluster of the current context. */
  getCurrentCluster(): ClientNodeCluster | null;
  /** Adds `headers`, `auth`, `cert` and `key` to the options, after a refresh if one is due. */
  applyToHTTPSOptions(options: ClientNodeHttpsOptions): Promise<void>;
  /** Returns the user of the current context. */
  getCurrentUser?(): {
    /** Name of the user in the kubeconfig. */
    readonly name?: string | undefined;
    /** User to impersonate. */
    readonly impersonateUser?: string | undefined;
  } | null;
  /** Returns the name of the current context. */
  getCurrentContext?(): string;
  /** Returns a context by its name. */
  getContextObject?(name: string): {
    /** Default namespace of the context. */
    readonly namespace?: string | undefined;
  } | null;
}

/** The same of client-node before 0.20, which spells a name differently. */
export interface OldClientNodeKubeConfig extends Omit<ClientNodeKubeConfig, 'applyToHTTPSOptions'> {
  /** Adds `headers`, `auth`, `cert` and `key` to the options, after a refresh if one is due. */
  applytoHTTPSOptions(options: ClientNodeHttpsOptions): Promise<void>;
}

/** A cluster of client-node's KubeConfig. */
export interface ClientNodeCluster {
  /** Name of the cluster in the kubeconfig. */
  readonly name?: string | undefined;
  /** URL of the API server. */
  readonly server: string;
  /** Base64-encoded PEM. */
  readonly caData?: string | undefined;
  /** File with the certificates that sign the server's certificate. */
  readonly caFile?: string | undefined;
  /** True accepts any certificate of the server. */
  readonly skipTLSVerify?: boolean | undefined;
  /** Name to expect in the server's certificate instead of the host. */
  readonly tlsServerName?: string | undefined;
  /** URL of the proxy to the server. */
  readonly proxyUrl?: string | undefined;
}

/**
 * The options that `applyToHTTPSOptions` adds credentials to.
 *
 * The members are unknown: client-node declares the parameter with types of @types/node and @types/ws, of any version,
 * and all of them must match.
 */
export interface ClientNodeHttpsOptions {
  /** Headers with credentials, such as Authorization. */
  headers?: unknown;
  /** User name and password, as `name:password`. */
  auth?: unknown;
  /** Client certificate, PEM. */
  cert?: unknown;
  /** Key of the client certificate, PEM. */
  key?: unknown;
  /** Client certificate and key as PKCS#12. */
  pfx?: unknown;
}

/**
 * Converts a @kubernetes/client-node KubeConfig to a RestConfig.
 *
 * The current context's cluster, namespace and impersonated user are read once. Credentials are requested from it for
 * each request, so its exec plugins, token files, OIDC and custom authenticators keep working.
 *
 * Accepts any object of this shape, of every version of client-node; the package is not imported. Throws ConfigError `ERR_CLIENT_NODE` for a different
 * shape or without a current cluster. Requests fail with CredentialsError `ERR_CLIENT_NODE` if it cannot provide
 * credentials, or provides unsupported ones (PKCS#12, headers other than Authorization).
 */
export function fromClientNode(kubeConfig: ClientNodeKubeConfig | OldClientNodeKubeConfig): RestConfig {
  // JavaScript callers are not type-checked.
  const given = kubeConfig as Partial<ClientNodeKubeConfig & OldClientNodeKubeConfig> | null | undefined;
  const apply = given?.applyToHTTPSOptions ?? given?.applytoHTTPSOptions;
  if (typeof given?.getCurrentCluster !== 'function' || typeof apply !== 'function')
    throw new ConfigError(
      'ERR_CLIENT_NODE',
      'fromClientNode: expected an object with getCurrentCluster() and applyToHTTPSOptions(), as ' +
        "@kubernetes/client-node's KubeConfig",
    );
  const cluster = kubeConfig.getCurrentCluster();
  const context = kubeConfig.getCurrentContext?.() ?? '';
  if (cluster === null || typeof cluster?.server !== 'string' || cluster.server === '')
    throw new ConfigError(
      'ERR_CLIENT_NODE',
      `fromClientNode: the current context ${shownKey(context)} has no cluster with a server; ` +
        'load a kubeconfig first, or set another context',
    );
  const host = defaultServerUrl(cluster.server, `server of cluster ${shownKey(cluster.name ?? '')}`);
  const secure = host.startsWith('https:');
  const user = kubeConfig.getCurrentUser?.();
  const userName = user?.impersonateUser;
  return {
    host,
    // As with a kubeconfig: credentials are sent over https only.
    ...(secure
      ? {
          tls: {
            ca: caOf(cluster),
            serverName: cluster.tlsServerName,
            insecureSkipVerify: cluster.skipTLSVerify === true,
          },
          provider: new ClientNodeCredentials((options) => apply.call(kubeConfig, options)),
        }
      : {}),
    kubeconfig: { user: typeof user?.name === 'string' ? user.name : '', context },
    // As in a kubeconfig, "" is nobody.
    impersonate: userName === undefined || userName === null || userName === '' ? undefined : { userName },
    proxyUrl: concealProxyUrl(cluster.proxyUrl),
    namespace: kubeConfig.getContextObject?.(context)?.namespace ?? 'default',
  };
}

function caOf({ caFile, caData, skipTLSVerify }: ClientNodeCluster): PemSource | undefined {
  // In client-node skipTLSVerify overrides a CA, so an unused CA is not passed on.
  if (skipTLSVerify === true) return undefined;
  if (caFile !== undefined && caFile !== '') return { file: caFile };
  return caData === undefined || caData === ''
    ? undefined
    : { data: decodeText(Buffer.from(caData, 'base64')) };
}

type ApplyOptions = (options: ClientNodeHttpsOptions) => Promise<void>;

class ClientNodeCredentials implements CredentialsProvider {
  readonly source = '@kubernetes/client-node';
  readonly #flight: SingleFlight<Credentials>;

  constructor(apply: ApplyOptions) {
    this.#flight = new SingleFlight(() => ask(apply));
  }

  credentials(call: { readonly signal?: AbortSignal | undefined }): Promise<Credentials> {
    return this.#flight.get(call.signal);
  }

  /**
   * Returns true: the next request asks client-node again, although its cache cannot be cleared.
   *
   * 1.x then reruns a plugin without expirationTimestamp; 2.x keeps such a plugin's credentials permanently.
   */
  invalidate(): boolean {
    return true;
  }
}

async function ask(apply: ApplyOptions): Promise<Credentials> {
  const options: ClientNodeHttpsOptions = { headers: {} };
  try {
    await apply(options);
  } catch (error) {
    // No cause: client-node's errors contain plugin output, and a SyntaxError even parts of the credentials.
    const reason =
      isError(error) && error.name === 'SyntaxError'
        ? 'the output is not valid JSON'
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

function authorizationOf({ headers, auth }: ClientNodeHttpsOptions): string | undefined {
  let authorization: string | undefined;
  // As passed to client-node: an object, unless that replaced it.
  for (const [name, value] of Object.entries((headers ?? {}) as Record<string, unknown>)) {
    const lower = name.toLowerCase();
    if (lower === 'impersonate-user') continue; // set from the user's impersonation fields
    if (lower !== 'authorization' || typeof value !== 'string')
      throw new CredentialsError(
        'ERR_CLIENT_NODE',
        `@kubernetes/client-node set the header ${shownKey(name)}, expected only Authorization`,
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
  return isBytes(value) ? decodeText(value) : undefined;
}
