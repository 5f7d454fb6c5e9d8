/** A parsed kubeconfig (client-go's clientcmd/api.Config): entries by name, base64 decoded, file paths absolute. */

/** One entry of `clusters`. */
export interface KubeConfigCluster {
  /** The file that contains this entry; undefined if it was parsed from a string. */
  readonly origin?: string | undefined;
  /** Fields that contained a relative path, with the original path. */
  readonly relativePaths?: Readonly<Record<string, string>> | undefined;
  /** Base URL of the API server; "" if absent. */
  readonly server: string;
  readonly tlsServerName?: string | undefined;
  readonly insecureSkipTlsVerify: boolean;
  /** Path of a PEM file. */
  readonly certificateAuthority?: string | undefined;
  /** PEM data. */
  readonly certificateAuthorityData?: string | undefined;
  readonly proxyUrl?: string | undefined;
  readonly disableCompression: boolean;
  /** The extension `client.authentication.k8s.io/exec`, passed to exec plugins unchanged. Others are ignored. */
  readonly execConfig?: unknown;
}

/** One entry of `users` (client-go's AuthInfo). */
export interface KubeConfigUser {
  /** The file that contains this entry; undefined if it was parsed from a string. */
  readonly origin?: string | undefined;
  /** Fields that contained a relative path, with the original path. */
  readonly relativePaths?: Readonly<Record<string, string>> | undefined;
  readonly clientCertificate?: string | undefined;
  /** PEM data. */
  readonly clientCertificateData?: string | undefined;
  readonly clientKey?: string | undefined;
  /** PEM data. */
  readonly clientKeyData?: string | undefined;
  readonly token?: string | undefined;
  /** Path of a file with a token that is renewed. */
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
  /** The file that contains this entry; undefined if it was parsed from a string. */
  readonly origin?: string | undefined;
  /** Name of a cluster; "" if absent. */
  readonly cluster: string;
  /** Name of a user; "" if absent. */
  readonly user: string;
  /** Namespace; "" if absent. */
  readonly namespace: string;
}

/** A command that returns a user's credentials (client-go's ExecConfig). */
export interface KubeConfigExec {
  readonly apiVersion: string;
  /** A path, or a bare name that is looked up in PATH. */
  readonly command: string;
  readonly args: readonly string[];
  readonly env: readonly { readonly name: string; readonly value: string }[];
  readonly installHint: string;
  readonly provideClusterInfo: boolean;
  /** `Never`, `IfAvailable` or `Always`; "" if absent. */
  readonly interactiveMode: string;
}

/** A user's `auth-provider`; `oidc` is the only supported one. */
export interface KubeConfigAuthProvider {
  readonly name: string;
  readonly config: Readonly<Record<string, string>>;
}

/** The content of a kubeconfig file. */
export interface KubeConfigContents {
  /** Name of the default context; "" if absent. */
  readonly currentContext: string;
  readonly clusters: ReadonlyMap<string, KubeConfigCluster>;
  readonly users: ReadonlyMap<string, KubeConfigUser>;
  readonly contexts: ReadonlyMap<string, KubeConfigContext>;
}
