import { inspectCustom } from '../util/builtin.js';
import type { CredentialsProvider, PemSource, ProxyUrl, RestConfig, TlsConfig } from './config.js';

/**
 * Hides an object's values from printing and JSON; shows only its field names.
 *
 * For credentials and keys, since configs get logged. Returns the same object; copies of the surrounding config keep
 * it hidden.
 */
export function conceal<T extends object>(secret: T): T {
  const shown = (): Record<string, string> =>
    Object.fromEntries(Object.keys(secret).map((field) => [field, '[redacted]']));
  return Object.defineProperties(secret, {
    [inspectCustom]: { value: shown },
    toJSON: { value: shown },
  });
}

/** Returns a proxy URL that does not print its password: an unchanged string, or a ProxyUrl. */
export function concealProxyUrl(proxyUrl: string | ProxyUrl | undefined): string | ProxyUrl | undefined {
  const url = typeof proxyUrl === 'object' ? proxyUrl.url : proxyUrl;
  return url?.includes('@') === true ? conceal({ url }) : url;
}

/** Returns a copy of a config whose secrets are not printed, nor in copies of it. */
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

/** A provider written by a user may hold its token in a field. */
function concealProvider(provider: CredentialsProvider): CredentialsProvider {
  return {
    credentials: (call) => provider.credentials(call),
    invalidate: (rejected) => provider.invalidate(rejected),
    get expiresAt() {
      return provider.expiresAt;
    },
    get execCalls() {
      return provider.execCalls;
    },
  };
}

function concealTls(tls: TlsConfig): TlsConfig {
  const source = (pem: PemSource | undefined): PemSource | undefined =>
    pem !== undefined && 'data' in pem ? conceal({ data: pem.data }) : pem;
  return { ...tls, ca: source(tls.ca), cert: source(tls.cert), key: source(tls.key) };
}
