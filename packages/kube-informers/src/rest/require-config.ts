import { shownValue } from '../util/shown.js';
import { requireKnownOptions } from '../util/known-options.js';
import type { OptionNames } from '../util/known-options.js';
import {
  requireArray,
  requireBooleans,
  requireFunctions,
  requireMethods,
  requireObjects,
  requireString,
  requireStrings,
  requireTexts,
} from '../util/require.js';
import type { Credentials, ImpersonationConfig, RestConfig } from './config.js';
import { requireProxyUrl } from './proxy.js';
import { requireTlsConfig } from './tls-material.js';

const restConfigNames: OptionNames<RestConfig> = {
  host: true,
  tls: true,
  credentials: true,
  provider: true,
  impersonate: true,
  proxyUrl: true,
  disableCompression: true,
  userAgent: true,
  qps: true,
  burst: true,
  timeoutMs: true,
  maxHeaderBytes: true,
  onWarning: true,
  namespace: true,
};

const credentialsNames: OptionNames<Credentials> = { authorization: true, clientCertificate: true };

const impersonationNames: OptionNames<ImpersonationConfig> = {
  userName: true,
  uid: true,
  groups: true,
  extra: true,
};

const restConfigAliases = { token: 'credentials', server: 'host', headers: 'credentials' };

/**
 * Throws ConfigError `ERR_OPTION` for an unknown or mistyped field of a RestConfig. The message contains no values.
 */
export function requireRestConfig(config: RestConfig): void {
  const what = 'a RestConfig';
  requireKnownOptions(what, config, restConfigNames, restConfigAliases);
  requireBooleans(what, config, ['disableCompression']);
  requireTexts(what, config, ['userAgent', 'namespace']);
  requireFunctions(what, config, ['onWarning']);
  requireObjects(what, config, ['tls', 'credentials', 'impersonate']);
  const { tls, credentials, impersonate, provider } = config;
  if (tls !== undefined) requireTlsConfig(`tls of ${what}`, tls);
  if (credentials !== undefined) {
    requireKnownOptions(`credentials of ${what}`, credentials, credentialsNames);
    requireCredentials(`credentials of ${what}`, credentials);
  }
  if (impersonate !== undefined) requireImpersonation(`impersonate of ${what}`, impersonate);
  if (provider !== undefined) requireMethods(`provider of ${what}`, provider, ['credentials', 'invalidate']);
  requireProxyUrl(config.proxyUrl);
}

/** Throws ConfigError `ERR_OPTION` for a mistyped field of credentials. The message contains no values. */
export function requireCredentials(what: string, { authorization, clientCertificate }: Credentials): void {
  requireTexts(what, { authorization }, ['authorization']);
  if (clientCertificate !== undefined)
    requireStrings(`clientCertificate of ${what}`, clientCertificate, ['cert', 'key']);
}

function requireImpersonation(what: string, impersonate: ImpersonationConfig): void {
  requireKnownOptions(what, impersonate, impersonationNames);
  requireObjects(what, impersonate, ['extra']);
  requireTexts(what, impersonate, ['userName', 'uid']);
  const { groups, extra = {} } = impersonate;
  const lists = Object.entries(extra).map(
    ([key, values]) => [`${shownValue(key)} in extra`, values] as const,
  );
  for (const [name, values = []] of [['groups', groups] as const, ...lists]) {
    requireArray(`${name} of ${what}`, values);
    for (const value of values) requireString(`${name} of ${what}`, value);
  }
}
