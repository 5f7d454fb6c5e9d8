import { inspect } from 'node:util';
import type { PemSource, ProxyUrl, RestConfig, TlsConfig } from './config.js';

/**
 * The object itself, which is used as before; printed or written as JSON it shows its fields' names and no values. For
 * credentials and keys, as a config is soon logged. Goes along when the config around it is copied.
 */
export function conceal<T extends object>(secret: T): T {
  return showAs(secret, () => Object.fromEntries(Object.keys(secret).map((field) => [field, '[redacted]'])));
}

/** A proxy's URL as a config holds it: a text, or with a password in it an object that does not show it. */
export function concealProxyUrl(proxyUrl: string | ProxyUrl | undefined): string | ProxyUrl | undefined {
  const url = typeof proxyUrl === 'object' ? proxyUrl.url : proxyUrl;
  return url?.includes('@') === true ? conceal({ url }) : url;
}

/**
 * A copy of a config that can be printed: what is secret in it is concealed, and a provider is named and not shown, since
 * one that a user wrote may hold its token in a field.
 */
export function concealConfig(config: RestConfig): RestConfig {
  const { credentials, tls, provider } = config;
  const copy: RestConfig = {
    ...config,
    ...(credentials === undefined ? {} : { credentials: conceal({ ...credentials }) }),
    ...(tls === undefined ? {} : { tls: concealTls(tls) }),
    ...(config.proxyUrl === undefined ? {} : { proxyUrl: concealProxyUrl(config.proxyUrl) }),
  };
  if (provider === undefined) return copy;
  const shown = { ...copy, provider: `[${provider.constructor.name}]` };
  return showAs(copy, () => shown);
}

function concealTls(tls: TlsConfig): TlsConfig {
  const source = (pem: PemSource | undefined): PemSource | undefined =>
    pem !== undefined && 'data' in pem ? conceal({ data: pem.data }) : pem;
  return { ...tls, ca: source(tls.ca), cert: source(tls.cert), key: source(tls.key) };
}

function showAs<T extends object>(object: T, shown: () => object): T {
  return Object.defineProperties(object, {
    [inspect.custom]: { value: shown },
    toJSON: { value: shown },
  });
}
