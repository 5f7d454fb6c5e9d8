import { builtin } from '../util/builtin.js';
import { ConfigError } from '../util/errors.js';
import { shownUrl, shownValue } from '../util/shown.js';
import { optionsOf } from '../util/known-options.js';
import type { Check } from '../util/require.js';
import {
  hasMethods,
  hasStrings,
  refuse,
  requireList,
  requireBoolean,
  requireFunction,
  requireNumber,
  requirePositive,
  requireRecord,
  requireString,
  wholeFrom,
} from '../util/require.js';

/** How to reach an API server (client-go's rest.Config). */

/** Credentials of a request. */
export interface Credentials {
  /** The Authorization header's value: `Bearer …` or `Basic …`. */
  readonly authorization?: string | undefined;
  /** A client certificate from an exec plugin, PEM; replaces the one in `tls`. */
  readonly clientCertificate?:
    | {
        /** Certificate, PEM. */
        readonly cert: string;
        /** Key of the certificate, PEM. */
        readonly key: string;
      }
    | undefined;
}

/** Number of runs of a credential plugin with one result, as client-go counts them. */
export interface ExecCallCount {
  /** -1 if a signal ended the plugin, 1 if there is no exit code. */
  readonly exitCode: number;
  /** How the calls of the program ended, as in client-go's metrics. */
  readonly status: 'no_error' | 'plugin_execution_error' | 'plugin_not_found_error' | 'client_internal_error';
  /** Number of calls. */
  readonly count: number;
}

/** Provides credentials that change while the program runs: token files, exec plugins, OIDC. */
export interface CredentialsProvider {
  /** Returns the current credentials; concurrent requests share one refresh. */
  credentials(call: {
    /** Ends the request for credentials. */
    readonly signal?: AbortSignal | undefined;
  }): Promise<Credentials>;
  /**
   * Discards credentials that the server rejected with 401; `rejected` is the object that `credentials` returned.
   *
   * Returns true if asking again may return different ones.
   */
  invalidate(rejected: Credentials): boolean;
  /** When the current credentials expire, ms since the epoch; undefined if they do not, or that is unknown. */
  readonly expiresAtMs?: number | undefined;
  /** Runs of a credential plugin so far, by result: the same array until the next run. Undefined without a plugin. */
  readonly execCalls?: readonly ExecCallCount[] | undefined;
  /** Where the credentials come from, for the error of a 401: `exec plugin "aws"`. Never a secret. */
  readonly source?: string | undefined;
}

/** PEM data, or a file with it; files are read again when they change, so certificates can rotate. */
export type PemSource =
  | {
      /** PEM text. */
      readonly data: string;
    }
  | {
      /** File with PEM text, which is read again when it changes. */
      readonly file: string;
    };

/** TLS settings of a connection. */
export interface TlsConfig {
  /** Certificates that sign the server's certificate. Default: those of Node. */
  readonly ca?: PemSource | undefined;
  /** Client certificate. */
  readonly cert?: PemSource | undefined;
  /** Key of the client certificate. */
  readonly key?: PemSource | undefined;
  /** Name to request and verify instead of the host's (kubeconfig `tls-server-name`). */
  readonly serverName?: string | undefined;
  /** Accepts any server certificate. Default: false. */
  readonly insecureSkipVerify?: boolean | undefined;
}

/** A proxy URL that contains a user and a password. */
export interface ProxyUrl {
  /** URL of the proxy. */
  readonly url: string;
}

/** rest.ImpersonationConfig. */
export interface ImpersonationConfig {
  /** User to act as; not empty. */
  readonly userName: string;
  /** Uid to act as. */
  readonly uid?: string | undefined;
  /** Groups to act as. */
  readonly groups?: readonly string[] | undefined;
  /** Further attributes of the user. */
  readonly extra?: Readonly<Record<string, readonly string[]>> | undefined;
}

/** Called for each `Warning` header (code 299) the server sends. */
export type WarningHandler = (warning: {
  /** Code of the header; Kubernetes uses 299. */
  code: number;
  /** Who warns; `-` if unknown. */
  agent: string;
  /** What the server warns about. */
  text: string;
}) => void;

/** rest.Config. */
export interface RestConfig {
  /** Base URL of the server, with its path prefix if any: `https://10.0.0.1:6443`. */
  readonly host: string;
  /** Certificates and checks of TLS connections. */
  readonly tls?: TlsConfig | undefined;
  /** Fixed credentials; `provider` takes precedence. Without a token or certificate they are refused. Default: none. */
  readonly credentials?: Credentials | undefined;
  /** Provides credentials that change, such as tokens of a file. Default: none. */
  readonly provider?: CredentialsProvider | undefined;
  /** The kubeconfig's entries that the config was made from; the error of a 401 names them. */
  readonly kubeconfig?:
    | {
        /** Name of the user; "" for none. */
        readonly user: string;
        /** Name of the context; "" for none. */
        readonly context: string;
      }
    | undefined;
  /** User to act as. Default: none. */
  readonly impersonate?: ImpersonationConfig | undefined;
  /**
   * HTTP, HTTPS or SOCKS5 proxy; "" for none. Default: from HTTPS_PROXY, HTTP_PROXY and NO_PROXY.
   *
   * A kubeconfig's URL with a password becomes a ProxyUrl, which hides it when the config is printed.
   */
  readonly proxyUrl?: string | ProxyUrl | undefined;
  /** Requests uncompressed responses, which saves CPU on fast networks. Default: false. */
  readonly disableCompression?: boolean | undefined;
  /** Default: `kube-informers/VERSION (PLATFORM/ARCH)`. */
  readonly userAgent?: string | undefined;
  /** Requests per second (token bucket), watches excluded. Default: no limit (client-go: 5, burst 10). */
  readonly qps?: number | undefined;
  /** Size of the token bucket under `qps`. Default: 10 (client-go's DefaultBurst). */
  readonly burst?: number | undefined;
  /** Timeout of one request, watches excluded, ms. Default: none; the transport has timeouts too. */
  readonly requestTimeoutMs?: number | undefined;
  /** Longest headers of a response, bytes. Default: 1 MiB. A transport that you pass has its own limit. */
  readonly maxHeaderBytes?: number | undefined;
  /** Called with each warning of the server. Default: the logger's `warn`. */
  readonly onWarning?: WarningHandler | undefined;
  /** The context's namespace; `default` if it has none. Clients do not apply it to requests. */
  readonly namespace?: string | undefined;
}

/** Environment variables, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Throws ConfigError `ERR_PROXY_URL` if the value is neither a string nor a ProxyUrl. */
export function requireProxyUrl(what: string, proxyUrl: unknown): void {
  // Only the type of a ProxyUrl's member is checked here.
  const url: unknown = (proxyUrl as { readonly url?: unknown } | null | undefined)?.url;
  if (typeof proxyUrl === 'string' || typeof url === 'string') return;
  throw new ConfigError(
    'ERR_PROXY_URL',
    `${what} must be a URL, "" or { url }, got ${proxyUrl === null ? 'null' : typeof proxyUrl}`,
  );
}

/**
 * Returns the proxy for a server, or undefined for a direct connection.
 *
 * A configured `proxyUrl` applies to every server; "" means no proxy. Without it, HTTPS_PROXY, HTTP_PROXY and
 * NO_PROXY (or their lower-case forms) apply by Go's rules (golang.org/x/net/http/httpproxy). Throws ConfigError
 * `ERR_PROXY_URL` for an invalid URL; the schemes are http, https, socks5 and socks5h.
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
  if (url.protocol !== 'http:' && url.protocol !== 'https:' && !isSocks(url)) {
    throw new ConfigError(
      'ERR_PROXY_URL',
      `${where} must be an http, https or socks5 proxy (${url.protocol.slice(0, -1)} is not supported), got ${shown}`,
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

/** True for a SOCKS5 proxy. With both schemes the proxy resolves the server's name, as in Go. */
export function isSocks({ protocol }: URL): boolean {
  return protocol === 'socks5:' || protocol === 'socks5h:';
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

/** Throws ConfigError `ERR_OPTION` for an unknown or mistyped field of credentials. */
export const requireCredentials = optionsOf<Credentials>({
  authorization: (what, value) => {
    requireString(what, value);
    // Just checked.
    if (/^(bearer|basic)?$/i.test((value as string).trim())) refuseNobody(what);
  },
  clientCertificate: hasStrings('cert', 'key'),
});

/** A user's token that is missing must not become the rights of whom the connection belongs to. */
function refuseNobody(what: string): never {
  throw new ConfigError(
    'ERR_OPTION',
    `${what} must have a token, password or certificate, got none; requests would have the rights of nobody, or of the certificate in tls`,
  );
}

const requireUser: Check = (what, value) => {
  requireCredentials(what, value);
  // Just checked.
  const { authorization, clientCertificate } = value as Credentials;
  if (authorization === undefined && clientCertificate === undefined) refuseNobody(what);
};

/** Throws ConfigError `ERR_OPTION` for an unknown or mistyped TLS setting. */
export const requireTlsConfig = optionsOf<TlsConfig>({
  ca: requirePem,
  cert: requirePem,
  key: requirePem,
  serverName: requireString,
  insecureSkipVerify: requireBoolean,
});

const requireImpersonation = optionsOf<ImpersonationConfig>({
  userName: requireString,
  uid: requireString,
  groups: requireTexts,
  extra: (what, extra) => {
    requireRecord(what, extra);
    // Just checked.
    for (const [key, values] of Object.entries(extra as object))
      requireTexts(`${shownValue(key)} in ${what}`, values);
  },
});

/** Throws ConfigError `ERR_OPTION` unless a limit of headers leaves room for them. */
export const requireMaxHeaderBytes = wholeFrom(1024);

/** Throws ConfigError `ERR_OPTION` for an unknown or mistyped field of a RestConfig. The message contains no secrets. */
export const requireRestConfig = optionsOf<RestConfig>(
  {
    host: true, // see `baseUrl`
    tls: requireTlsConfig,
    credentials: requireUser,
    provider: hasMethods('credentials', 'invalidate'),
    kubeconfig: hasStrings('user', 'context'),
    impersonate: requireImpersonation,
    proxyUrl: requireProxyUrl,
    disableCompression: requireBoolean,
    userAgent: requireString,
    qps: requirePositive,
    burst: wholeFrom(1),
    requestTimeoutMs: requireNumber,
    maxHeaderBytes: requireMaxHeaderBytes,
    onWarning: requireFunction,
    namespace: requireString,
  },
  { token: 'credentials', server: 'host', headers: 'credentials' },
);

function requireTexts(what: string, values: unknown): void {
  requireList(what, values);
  // Just checked.
  for (const value of values as readonly unknown[]) requireString(what, value);
}

/** Shows no value: a JavaScript caller may have passed the text of a private key. */
export function requirePem(what: string, source: unknown): void {
  const expected = 'an object such as { file: path } or { data: pem }';
  if (typeof source !== 'object' || source === null) refuse(what, expected, source);
  if (!('data' in source) && !('file' in source)) refuse(what, expected, source);
  const field = 'data' in source ? 'data' : 'file';
  const value: unknown = 'data' in source ? source.data : source.file;
  if (typeof value !== 'string') refuse(`${field} of ${what}`, 'a string', value);
  if (field === 'file' && value.includes('-----BEGIN'))
    throw new ConfigError('ERR_OPTION', `file of ${what} must be a path, got PEM text: write { data: pem }`);
}
