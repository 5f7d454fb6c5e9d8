import { inspectCustom } from '../util/builtin.js';
import type { CredentialsProvider, PemSource, ProxyUrl, RestConfig, TlsConfig } from './config.js';

/**
 * The object itself, which is used as before; printed or written as JSON it shows its fields' names and no values. For
 * credentials and keys, as a config is soon logged. Goes along when the config around it is copied.
 */
export function conceal<T extends object>(secret: T): T {
  const shown = (): Record<string, string> =>
    Object.fromEntries(Object.keys(secret).map((field) => [field, '[redacted]']));
  return Object.defineProperties(secret, {
    [inspectCustom]: { value: shown },
    toJSON: { value: shown },
  });
}

/** A proxy's URL as a config holds it: a text, or with a password in it an object that does not show it. */
export function concealProxyUrl(proxyUrl: string | ProxyUrl | undefined): string | ProxyUrl | undefined {
  const url = typeof proxyUrl === 'object' ? proxyUrl.url : proxyUrl;
  return url?.includes('@') === true ? conceal({ url }) : url;
}

/** A copy of a config that can be printed, and copied again: what is secret in it is concealed. */
export function concealConfig(config: RestConfig): RestConfig {
  const { credentials, tls, provider, proxyUrl } = config;
  return {
    ...config,
    ...(credentials === undefined ? {} : { credentials: conceal({ ...credentials }) }),
    ...(tls === undefined ? {} : { tls: concealTls(tls) }),
    ...(provider === undefined ? {} : { provider: concealProvider(provider) }),
    ...(proxyUrl === undefined ? {} : { proxyUrl: concealProxyUrl(proxyUrl) }),
  };
}

/** One that a user wrote may hold its token in a field. */
function concealProvider(provider: CredentialsProvider): CredentialsProvider {
  return {
    credentials: (call) => provider.credentials(call),
    invalidate: (rejected) => provider.invalidate(rejected),
  };
}

function concealTls(tls: TlsConfig): TlsConfig {
  const source = (pem: PemSource | undefined): PemSource | undefined =>
    pem !== undefined && 'data' in pem ? conceal({ data: pem.data }) : pem;
  return { ...tls, ca: source(tls.ca), cert: source(tls.cert), key: source(tls.key) };
}
