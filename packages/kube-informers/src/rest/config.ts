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
  readonly expiresAt?: number | undefined;
  /** Runs of a credential plugin so far, by result: the same array until the next run. Undefined without a plugin. */
  readonly execCalls?: readonly ExecCallCount[] | undefined;
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
  /** User to act as. */
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
  /** Fixed credentials; `provider` takes precedence. */
  readonly credentials?: Credentials | undefined;
  /** Provides credentials that change, such as tokens of a file. Default: none. */
  readonly provider?: CredentialsProvider | undefined;
  /** User to act as. Default: none. */
  readonly impersonate?: ImpersonationConfig | undefined;
  /**
   * HTTP or HTTPS proxy; "" for none. Default: from HTTPS_PROXY, HTTP_PROXY and NO_PROXY.
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
  readonly timeoutMs?: number | undefined;
  /** Longest headers of a response, bytes. Default: 1 MiB. A transport that you pass has its own limit. */
  readonly maxHeaderBytes?: number | undefined;
  /** Called with each warning of the server. Default: the logger's `warn`. */
  readonly onWarning?: WarningHandler | undefined;
  /** The context's namespace; `default` if it has none. Clients do not apply it to requests. */
  readonly namespace?: string | undefined;
}
