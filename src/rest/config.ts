/**
 * How to reach an API server: what a kubeconfig boils down to (client-go's rest.Config).
 */

/** What a request is authenticated with. */
export interface Credentials {
  /** The whole Authorization header: `Bearer …` or `Basic …`. */
  readonly authorization?: string | undefined;
  /** A client certificate that an exec plugin gave, PEM; takes the place of the one in `tls`. */
  readonly clientCertificate?: { readonly cert: string; readonly key: string } | undefined;
}

/** Where credentials come from that change while the program runs: token files, exec plugins, OIDC. */
export interface CredentialsProvider {
  /** The credentials to use now; many waiting requests share one refresh. */
  credentials(call: { readonly signal?: AbortSignal | undefined }): Promise<Credentials>;
  /**
   * The server answered 401 to `rejected`, the very object that `credentials` gave: forget them. True when asking again
   * may give others.
   */
  invalidate(rejected: Credentials): boolean;
}

/** A PEM text, or a file to read it from; files are read again when they change, so that certificates can rotate. */
export type PemSource = { readonly data: string } | { readonly file: string };

/** TLS settings of a connection. */
export interface TlsConfig {
  readonly ca?: PemSource | undefined;
  readonly cert?: PemSource | undefined;
  readonly key?: PemSource | undefined;
  /** Name to ask for and verify instead of the host's (kubeconfig `tls-server-name`). */
  readonly serverName?: string | undefined;
  /** Accepts any certificate. Default: false. */
  readonly insecureSkipVerify?: boolean | undefined;
}

/** The URL of a proxy, with user and password in it. */
export interface ProxyUrl {
  readonly url: string;
}

/** rest.ImpersonationConfig. */
export interface ImpersonationConfig {
  readonly userName: string;
  readonly uid?: string | undefined;
  readonly groups?: readonly string[] | undefined;
  readonly extra?: Readonly<Record<string, readonly string[]>> | undefined;
}

/** Called for each `Warning` header (code 299) the server sends. */
export type WarningHandler = (warning: { code: number; agent: string; text: string }) => void;

/** rest.Config. */
export interface RestConfig {
  /** Base URL of the server, with a path prefix if there is one: `https://10.0.0.1:6443`. */
  readonly host: string;
  readonly tls?: TlsConfig | undefined;
  /** Fixed credentials; `provider` goes first. */
  readonly credentials?: Credentials | undefined;
  readonly provider?: CredentialsProvider | undefined;
  readonly impersonate?: ImpersonationConfig | undefined;
  /**
   * HTTP or HTTPS proxy to use; "" for none. `undefined`: as HTTPS_PROXY, HTTP_PROXY and NO_PROXY say. A URL with a
   * password comes out of a kubeconfig as a ProxyUrl, which does not show it when the config is printed.
   */
  readonly proxyUrl?: string | ProxyUrl | undefined;
  /** Asks for answers that are not zipped: saves work where the network is fast. Default: false. */
  readonly disableCompression?: boolean | undefined;
  /** Default: `kube-informers/VERSION (PLATFORM/ARCH)`. */
  readonly userAgent?: string | undefined;
  /** Requests a second by a token bucket; watches are not counted. Default: no limit (client-go: 5, burst 10). */
  readonly qps?: number | undefined;
  /** Requests that may go at once under `qps`. Default: 10 (client-go's DefaultBurst). */
  readonly burst?: number | undefined;
  /** Longest time of one request, watches excepted. Default: none of ours; see the transport's own timeouts. */
  readonly timeoutMs?: number | undefined;
  readonly onWarning?: WarningHandler | undefined;
  /** The context's namespace; `default` when it names none. Clients do not use it by themselves. */
  readonly namespace?: string | undefined;
}
