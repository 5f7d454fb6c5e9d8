import { shownKey } from '../util/shown.js';
import { conceal, concealProxyUrl } from '../rest/redactor.js';
import type { Credentials, CredentialsProvider, PemSource, RestConfig, TlsConfig } from '../rest/config.js';
import { systemClock } from '../util/clock.js';
import { containLogger } from '../util/logger.js';
import { readTextFile } from '../util/text-file.js';
import type { ReadFile } from '../util/text-file.js';
import { checkOutsidePaths } from './outside-paths.js';
import type { CredentialsOptions } from './credentials-options.js';
import { requirePluginPolicy } from './plugin-policy.js';
import type { Selection } from './select.js';
import { defaultServerUrl } from './server-url.js';
import { TokenFile, bearer } from './token-file.js';
import type { KubeConfigUser } from './types.js';
import { confirmUsable } from './validate.js';

/**
 * Converts a selection to a RestConfig, after `confirmUsable`.
 *
 * As in client-go, credentials are sent over https only: for an http server a user's token is ignored, and a warning
 * is logged.
 */
export async function restConfigOf(selection: Selection, options: CredentialsOptions): Promise<RestConfig> {
  const { readFile = readTextFile } = options;
  const { cluster, user } = selection;
  requirePluginPolicy(options);
  await checkOutsidePaths(selection, options);
  await confirmUsable(selection, readFile);
  const host = defaultServerUrl(cluster.server, `server of cluster ${shownKey(selection.clusterName)}`);
  const secure = host.startsWith('https:');
  const tls = secure ? tlsOf(selection) : undefined;
  if (!secure && hasCredentials(user))
    options.logger?.warn(
      { server: host, user: selection.userName },
      'credentials are sent by https only, and the server URL is http: requests go without them',
    );
  return {
    host,
    tls,
    ...(secure ? await credentialsOf(selection, tls, { ...options, readFile }) : {}),
    kubeconfig: { user: selection.userName, context: selection.contextName },
    impersonate:
      user.impersonate === undefined
        ? undefined
        : {
            userName: user.impersonate,
            uid: user.impersonateUid,
            groups: user.impersonateGroups,
            extra: user.impersonateUserExtra,
          },
    proxyUrl: concealProxyUrl(cluster.proxyUrl),
    disableCompression: cluster.disableCompression,
    namespace: selection.namespace,
  };
}

function hasCredentials(user: KubeConfigUser): boolean {
  const { token, tokenFile, username, password, exec, authProvider } = user;
  return (token ?? tokenFile ?? username ?? password ?? exec ?? authProvider) !== undefined;
}

function tlsOf({ cluster, user }: Selection): TlsConfig {
  const withCertificate = (user.clientCertificate ?? user.clientCertificateData) !== undefined;
  return {
    ca: pemSource(cluster.certificateAuthority, cluster.certificateAuthorityData),
    cert: withCertificate ? pemSource(user.clientCertificate, user.clientCertificateData) : undefined,
    key: withCertificate ? pemSource(user.clientKey, user.clientKeyData) : undefined,
    serverName: cluster.tlsServerName,
    insecureSkipVerify: cluster.insecureSkipTlsVerify,
  };
}

function pemSource(file: string | undefined, data: string | undefined): PemSource | undefined {
  if (data !== undefined) return conceal({ data });
  return file === undefined ? undefined : { file };
}

/**
 * Chooses a user's authentication method, as client-go does.
 *
 * Basic auth and tokens take precedence over auth-provider and exec. A client certificate is used with any of them,
 * but disables exec (exec.Authenticator.UpdateTransportConfig).
 */
async function credentialsOf(
  selection: Selection,
  tls: TlsConfig | undefined,
  options: CredentialsOptions & { readonly readFile: ReadFile },
): Promise<{ credentials?: Credentials; provider?: CredentialsProvider }> {
  const { user } = selection;
  const { clock = systemClock, readFile } = options;
  const logger = containLogger(options.logger);
  if (user.username !== undefined || user.password !== undefined) {
    const pair = `${user.username ?? ''}:${user.password ?? ''}`;
    return { credentials: conceal({ authorization: `Basic ${Buffer.from(pair).toString('base64')}` }) };
  }
  if (user.tokenFile !== undefined) {
    const provider = new TokenFile(user.tokenFile, { clock, logger, readFile, fallback: user.token });
    // A missing token file is invalid input, to be reported now instead of with the first request.
    await provider.credentials({});
    return { provider };
  }
  if (user.token !== undefined) return { credentials: bearer(user.token) };
  if (user.authProvider !== undefined || (user.exec !== undefined && tls?.cert === undefined)) {
    const { pluginCredentials } = await import('./plugin-credentials.js');
    return { provider: await pluginCredentials(selection, tls, options) };
  }
  return {};
}
