import { requireKnownOptions } from '../util/known-options.js';
import type { OptionNames } from '../util/known-options.js';
import { refuse, requireBooleans, requireMethods, requireObjects, requireStrings } from '../util/require.js';
import { ConfigError } from '../util/errors.js';
import type { Credentials, ImpersonationConfig, RestConfig, TlsConfig } from './config.js';
import { requireProxyUrl } from './proxy.js';

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
  onWarning: true,
  namespace: true,
};

const tlsConfigNames: OptionNames<TlsConfig> = {
  ca: true,
  cert: true,
  key: true,
  serverName: true,
  insecureSkipVerify: true,
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
  requireObjects(what, config, ['tls', 'credentials', 'impersonate']);
  const { tls, credentials, impersonate, provider } = config;
  if (tls !== undefined) requireTlsConfig(`tls of ${what}`, tls);
  if (credentials !== undefined) {
    requireKnownOptions(`credentials of ${what}`, credentials, credentialsNames);
    const { clientCertificate } = credentials;
    if (clientCertificate !== undefined)
      requireStrings(`clientCertificate of credentials of ${what}`, clientCertificate, ['cert', 'key']);
  }
  if (impersonate !== undefined)
    requireKnownOptions(`impersonate of ${what}`, impersonate, impersonationNames);
  if (provider !== undefined) requireMethods(`provider of ${what}`, provider, ['credentials', 'invalidate']);
  requireProxyUrl(config.proxyUrl);
}

/** Throws ConfigError `ERR_OPTION` for an unknown or mistyped TLS setting. The message contains no key or certificate. */
export function requireTlsConfig(what: string, tls: TlsConfig): void {
  requireKnownOptions(what, tls, tlsConfigNames);
  requireBooleans(what, tls, ['insecureSkipVerify']);
  for (const field of ['ca', 'cert', 'key'] as const) requirePem(`${field} of ${what}`, tls[field]);
}

/** Shows no value: a JavaScript caller may have passed the text of a private key. */
function requirePem(what: string, source: unknown): void {
  if (source === undefined) return;
  const expected = 'an object such as { file: path } or { data: pem }';
  if (typeof source !== 'object' || source === null) refuse(what, expected, source);
  if (!('data' in source) && !('file' in source)) refuse(what, expected, source);
  const field = 'data' in source ? 'data' : 'file';
  const value: unknown = 'data' in source ? source.data : source.file;
  if (typeof value !== 'string') refuse(`${field} of ${what}`, 'a string', value);
  if (field === 'file' && value.includes('-----BEGIN'))
    throw new ConfigError('ERR_OPTION', `file of ${what} must be a path, got PEM text: write { data: pem }`);
}
