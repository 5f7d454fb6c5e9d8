/** Credentials that another program or server gives: an exec plugin, an OIDC identity provider. Loaded when a user has one. */
import { caProblem } from '../rest/tls.js';
import type { CredentialsProvider, TlsConfig } from '../rest/config.js';
import { builtin } from '../util/builtin.js';
import { systemClock } from '../util/clock.js';
import { ConfigError } from '../util/errors.js';
import { containLogger } from '../util/logger.js';
import { shownKey } from '../util/shown.js';
import { decodeText, readTextFile } from '../util/text-file.js';
import type { ReadFile } from '../util/text-file.js';
import type { CredentialsOptions } from './credentials-options.js';
import { fileProblem } from './errors.js';
import { execCluster } from './exec-credential.js';
import { ExecPlugin } from './exec-plugin.js';
import { transportFetch } from './http-fetch.js';
import { OidcProvider } from './oidc.js';
import type { OidcStore } from './oidc.js';
import { KubeConfigOidcStore } from './oidc-store.js';
import type { Selection } from './select.js';
import type { KubeConfigExec, KubeConfigUser } from './types.js';

type Options = CredentialsOptions & { readonly readFile: ReadFile };

/** The provider of a user with `authProvider` or `exec`; the first takes precedence. */
export async function pluginCredentials(
  selection: Selection,
  tls: TlsConfig | undefined,
  options: Options,
): Promise<CredentialsProvider> {
  const { exec, authProvider } = selection.user;
  return exec === undefined || authProvider !== undefined
    ? oidcProvider(selection, options)
    : execPlugin(exec, selection, tls, options);
}

async function execPlugin(
  exec: KubeConfigExec,
  { cluster }: Selection,
  tls: TlsConfig | undefined,
  options: Options,
): Promise<ExecPlugin> {
  const { certificateAuthority: file, certificateAuthorityData: data } = cluster;
  const ca = async (): Promise<string | undefined> =>
    data ?? (file === undefined ? undefined : options.readFile(file));
  return new ExecPlugin(exec, {
    clock: options.clock ?? systemClock,
    logger: containLogger(options.logger),
    env: options.env ?? process.env,
    cluster: exec.provideClusterInfo ? execCluster(cluster, tls, await ca()) : undefined,
    stdinIsTerminal: options.stdinIsTerminal ?? builtin('node:tty').isatty(0),
    stdinUnavailable: options.stdinUnavailable,
    credentialPluginPolicy: options.credentialPluginPolicy,
    credentialPluginAllowlist: options.credentialPluginAllowlist,
  });
}

async function oidcProvider({ user, userName }: Selection, options: Options): Promise<OidcProvider> {
  const { clock = systemClock, readFile } = options;
  const config = user.authProvider?.config ?? {};
  return new OidcProvider(config, {
    user: userName,
    clock,
    fetch: options.fetch ?? transportFetch(options.env ?? process.env, clock),
    ca: await identityProviderCa(config, userName, readFile),
    store: oidcStore(user, userName, options),
  });
}

function oidcStore(
  user: KubeConfigUser,
  userName: string,
  { clock = systemClock, persistOidcTokens: persist = 'kubeconfig', readFile }: CredentialsOptions,
): OidcStore | undefined {
  if (typeof persist === 'function') return { save: (tokens) => persist(userName, tokens) };
  return persist === 'kubeconfig' && readFile === readTextFile && user.origin !== undefined
    ? new KubeConfigOidcStore(user.origin, userName, clock)
    : undefined;
}

async function identityProviderCa(
  config: Readonly<Record<string, string>>,
  userName: string,
  readFile: ReadFile,
): Promise<string | undefined> {
  const data = config['idp-certificate-authority-data'] ?? '';
  const file = config['idp-certificate-authority'] ?? '';
  if (data === '' && file === '') return undefined;
  const field = data === '' ? `idp-certificate-authority ${file}` : 'idp-certificate-authority-data';
  const bad = (problem: string, code: string): ConfigError =>
    new ConfigError(code, `user ${shownKey(userName)}: auth-provider.config.${field}: ${problem}`);
  let ca: string;
  try {
    ca = data === '' ? await readFile(file) : decodeText(Buffer.from(data, 'base64'));
  } catch (error) {
    throw bad(fileProblem(error), 'ERR_KUBECONFIG_FILE');
  }
  const problem = caProblem(ca);
  if (problem !== undefined) throw bad(problem, 'ERR_KUBECONFIG_CERTIFICATE');
  return ca;
}
