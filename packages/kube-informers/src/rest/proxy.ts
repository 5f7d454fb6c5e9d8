import { builtin } from '../util/builtin.js';
import { ConfigError } from '../util/errors.js';
import type { ProxyUrl } from './config.js';
import { shownUrl } from '../util/shown.js';

/** Environment variables, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Throws ConfigError `ERR_PROXY_URL` if the value is neither a string nor a ProxyUrl. */
export function requireProxyUrl(proxyUrl: unknown): void {
  // Only the type of a ProxyUrl's member is checked here.
  const url: unknown = (proxyUrl as { readonly url?: unknown } | null | undefined)?.url;
  if (proxyUrl === undefined || typeof proxyUrl === 'string' || typeof url === 'string') return;
  throw new ConfigError(
    'ERR_PROXY_URL',
    `proxyUrl must be a URL, "" or { url }, got ${proxyUrl === null ? 'null' : typeof proxyUrl}`,
  );
}

/**
 * Returns the proxy for a server, or undefined for a direct connection.
 *
 * A configured `proxyUrl` applies to every server; "" means no proxy. Without it, HTTPS_PROXY, HTTP_PROXY and
 * NO_PROXY (or their lower-case forms) apply by Go's rules (golang.org/x/net/http/httpproxy). Throws ConfigError
 * `ERR_PROXY_URL` for an invalid URL; the schemes are http and https.
 */
export function proxyFor(
  server: URL,
  proxyUrl: string | ProxyUrl | undefined,
  env: Environment,
): URL | undefined {
  const configured = typeof proxyUrl === 'object' ? proxyUrl.url : proxyUrl;
  if (configured !== undefined) return configured === '' ? undefined : parseProxy('proxy-url', configured);
  const names = server.protocol === 'https:' ? ['HTTPS_PROXY', 'https_proxy'] : ['HTTP_PROXY', 'http_proxy'];
  const name = names.find((candidate) => (env[candidate] ?? '') !== '');
  if (name === undefined) return undefined;
  const noProxy = env['NO_PROXY'] || env['no_proxy'] || '';
  return bypassesProxy(server, noProxy) ? undefined : parseProxy(name, env[name] ?? '');
}

function parseProxy(where: string, value: string): URL {
  // As in Go, a URL without scheme, such as `proxy.example.com:3128`, is http.
  const text = /^[A-Za-z][A-Za-z0-9+.-]*:\/\//.test(value) ? value : `http://${value}`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const shown = shownUrl(text);
  if (url === undefined || url.hostname === '')
    throw new ConfigError('ERR_PROXY_URL', `${where} must be a URL, got ${shown}`);
  if (!isDecodable(url.username) || !isDecodable(url.password)) {
    throw new ConfigError(
      'ERR_PROXY_URL',
      `${where} must have its user and password percent-encoded ("%25" for "%"), got ${shown}`,
    );
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new ConfigError(
      'ERR_PROXY_URL',
      `${where} must be an http or https proxy (${url.protocol.slice(0, -1)} is not supported), got ${shown}`,
    );
  }
  return url;
}

function isDecodable(part: string): boolean {
  try {
    // An expression, not a statement: the bundler would remove the call as free of side effects.
    return decodeURIComponent(part).length >= 0;
  } catch {
    // An invalid percent escape.
    return false;
  }
}

/** True if NO_PROXY lists the server or the server is a loopback address. */
export function bypassesProxy(server: URL, noProxy: string): boolean {
  const host = withoutBrackets(server.hostname).toLowerCase();
  const port = server.port === '' ? (server.protocol === 'https:' ? '443' : '80') : server.port;
  if (host === 'localhost' || isLoopback(host)) return true;
  return noProxy.split(',').some((entry) => matches(entry.trim().toLowerCase(), host, port));
}

function matches(entry: string, host: string, port: string): boolean {
  if (entry === '') return false;
  if (entry === '*') return true;
  if (entry.includes('/')) return inSubnet(entry, host);
  const [name, wantedPort] = splitHostPort(entry);
  if (name === '' || (wantedPort !== undefined && wantedPort !== port)) return false;
  if (builtin('node:net').isIP(name) !== 0) return sameAddress(name, host);
  // `*.example.com` and `.example.com` match subdomains; `example.com` also matches itself.
  const domain = name.startsWith('*.') ? name.slice(1) : name;
  return domain.startsWith('.') ? host.endsWith(domain) : host === domain || host.endsWith(`.${domain}`);
}

/** Splits `[::1]:443`, `10.0.0.1:443` or `host:443`; an IPv6 address without brackets has no port. */
function splitHostPort(entry: string): readonly [string, string | undefined] {
  const parts = /^(?:\[([^\]]*)\]|([^:]*))(?::(\d+))?$/.exec(entry);
  return parts === null ? [entry, undefined] : [parts[1] ?? parts[2] ?? '', parts[3]];
}

function inSubnet(entry: string, host: string): boolean {
  const { BlockList, isIP } = builtin('node:net');
  const slash = entry.indexOf('/');
  const network = entry.slice(0, slash);
  const prefix = entry.slice(slash + 1);
  const family = isIP(network);
  const ipOfHost = isIP(host);
  if (family === 0 || ipOfHost === 0 || !/^\d{1,3}$/.test(prefix)) return false;
  if (Number(prefix) > (family === 6 ? 128 : 32)) return false;
  const list = new BlockList();
  list.addSubnet(network, Number(prefix), family === 6 ? 'ipv6' : 'ipv4');
  return list.check(host, ipOfHost === 6 ? 'ipv6' : 'ipv4');
}

function sameAddress(address: string, host: string): boolean {
  return inSubnet(`${address}/${address.includes(':') ? 128 : 32}`, host);
}

function isLoopback(host: string): boolean {
  return inSubnet('127.0.0.0/8', host) || sameAddress('::1', host);
}

/** Removes the brackets around an IPv6 host of a URL. */
export function withoutBrackets(hostname: string): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
}

/** Returns the proxy without its user and password, for messages. */
export function shownProxy(proxy: URL): string {
  return `proxy ${proxy.protocol}//${proxy.host}`;
}

/** Returns the header with the user and password of the proxy's URL; empty without them. */
export function proxyAuthorization(proxy: URL): Readonly<Record<string, string>> {
  const { username, password } = proxy;
  if (username === '' && password === '') return {};
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(credentials).toString('base64')}` };
}
