/**
 * A kubeconfig as it was parsed (client-go's clientcmd/api.Config): names resolved to entries, base64 decoded, file
 * paths absolute.
 */

/** One entry of `clusters`. */
export interface KubeConfigCluster {
  /** The file this entry stands in; undefined when it was parsed from a text. */
  readonly origin?: string | undefined;
  /** Fields that held a relative path, which starts at the file's folder: as it stands there. */
  readonly relativePaths?: Readonly<Record<string, string>> | undefined;
  /** Base URL of the API server; "" when the entry names none. */
  readonly server: string;
  readonly tlsServerName?: string | undefined;
  readonly insecureSkipTlsVerify: boolean;
  /** Path of a PEM file. */
  readonly certificateAuthority?: string | undefined;
  /** PEM text. */
  readonly certificateAuthorityData?: string | undefined;
  readonly proxyUrl?: string | undefined;
  readonly disableCompression: boolean;
  /** The extension `client.authentication.k8s.io/exec`: handed to exec plugins as it is. Other extensions are ignored. */
  readonly execConfig?: unknown;
}

/** One entry of `users` (client-go's AuthInfo). */
export interface KubeConfigUser {
  /** The file this entry stands in; undefined when it was parsed from a text. */
  readonly origin?: string | undefined;
  /** Fields that held a relative path, which starts at the file's folder: as it stands there. */
  readonly relativePaths?: Readonly<Record<string, string>> | undefined;
  readonly clientCertificate?: string | undefined;
  /** PEM text. */
  readonly clientCertificateData?: string | undefined;
  readonly clientKey?: string | undefined;
  /** PEM text. */
  readonly clientKeyData?: string | undefined;
  readonly token?: string | undefined;
  /** Path of a file that holds a token and changes. */
  readonly tokenFile?: string | undefined;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  /** Kubeconfig `as`. */
  readonly impersonate?: string | undefined;
  /** Kubeconfig `as-uid`. */
  readonly impersonateUid?: string | undefined;
  /** Kubeconfig `as-groups`. */
  readonly impersonateGroups?: readonly string[] | undefined;
  /** Kubeconfig `as-user-extra`. */
  readonly impersonateUserExtra?: Readonly<Record<string, readonly string[]>> | undefined;
  readonly exec?: KubeConfigExec | undefined;
  readonly authProvider?: KubeConfigAuthProvider | undefined;
}

/** One entry of `contexts`. */
export interface KubeConfigContext {
  /** The file this entry stands in; undefined when it was parsed from a text. */
  readonly origin?: string | undefined;
  /** Name of a cluster; "" when the entry names none. */
  readonly cluster: string;
  /** Name of a user; "" when the entry names none. */
  readonly user: string;
  /** "" when the entry names none. */
  readonly namespace: string;
}

/** How a user's credentials are had from a command (client-go's ExecConfig). */
export interface KubeConfigExec {
  readonly apiVersion: string;
  /** A path, or a bare name that is looked up in PATH. */
  readonly command: string;
  readonly args: readonly string[];
  readonly env: readonly { readonly name: string; readonly value: string }[];
  readonly installHint: string;
  readonly provideClusterInfo: boolean;
  /** `Never`, `IfAvailable` or `Always`; "" when the entry says nothing. */
  readonly interactiveMode: string;
}

/** A user's `auth-provider`; `oidc` is the only one that is still there. */
export interface KubeConfigAuthProvider {
  readonly name: string;
  readonly config: Readonly<Record<string, string>>;
}

/** What a kubeconfig file holds. */
export interface KubeConfigContents {
  /** "" when the file names none. */
  readonly currentContext: string;
  readonly clusters: ReadonlyMap<string, KubeConfigCluster>;
  readonly users: ReadonlyMap<string, KubeConfigUser>;
  readonly contexts: ReadonlyMap<string, KubeConfigContext>;
}
