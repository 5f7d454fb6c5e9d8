/** A parsed kubeconfig (client-go's clientcmd/api.Config): entries by name, base64 decoded, file paths absolute. */

/** One entry of `clusters`. */
export interface KubeConfigCluster {
  /** The file that contains this entry; undefined if it was parsed from a string. */
  readonly origin?: string | undefined;
  /** Fields that contained a relative path, with the original path. */
  readonly relativePaths?: Readonly<Record<string, string>> | undefined;
  /** Base URL of the API server; "" if absent. */
  readonly server: string;
  /** Name to expect in the server's certificate instead of the host. */
  readonly tlsServerName?: string | undefined;
  /** True accepts any certificate of the server. */
  readonly insecureSkipTlsVerify: boolean;
  /** Path of a PEM file. */
  readonly certificateAuthority?: string | undefined;
  /** PEM data. */
  readonly certificateAuthorityData?: string | undefined;
  /** URL of the proxy to the server. */
  readonly proxyUrl?: string | undefined;
  /** True asks for responses without gzip. */
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
  /** File with the client certificate. */
  readonly clientCertificate?: string | undefined;
  /** PEM data. */
  readonly clientCertificateData?: string | undefined;
  /** File with the key of the client certificate. */
  readonly clientKey?: string | undefined;
  /** PEM data. */
  readonly clientKeyData?: string | undefined;
  /** Bearer token. */
  readonly token?: string | undefined;
  /** Path of a file with a token that is renewed. */
  readonly tokenFile?: string | undefined;
  /** User name for basic authentication. */
  readonly username?: string | undefined;
  /** Password for basic authentication. */
  readonly password?: string | undefined;
  /** Kubeconfig `as`. */
  readonly impersonate?: string | undefined;
  /** Kubeconfig `as-uid`. */
  readonly impersonateUid?: string | undefined;
  /** Kubeconfig `as-groups`. */
  readonly impersonateGroups?: readonly string[] | undefined;
  /** Kubeconfig `as-user-extra`. */
  readonly impersonateUserExtra?: Readonly<Record<string, readonly string[]>> | undefined;
  /** Program that prints credentials. */
  readonly exec?: KubeConfigExec | undefined;
  /** Built-in provider of credentials, such as `oidc`. */
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
  /** Version of the ExecCredential: `client.authentication.k8s.io/v1`. */
  readonly apiVersion: string;
  /** A path, or a bare name that is looked up in PATH. */
  readonly command: string;
  /** Arguments of the command. */
  readonly args: readonly string[];
  /** Environment variables that are added to those of the process. */
  readonly env: readonly {
    /** Name of the variable. */
    readonly name: string;
    /** Value of the variable. */
    readonly value: string;
  }[];
  /** How to install the command; part of the error if it is not found. */
  readonly installHint: string;
  /** True passes the cluster to the command in KUBERNETES_EXEC_INFO. */
  readonly provideClusterInfo: boolean;
  /** `Never`, `IfAvailable` or `Always`; "" if absent. */
  readonly interactiveMode: string;
}

/** A user's `auth-provider`; `oidc` is the only supported one. */
export interface KubeConfigAuthProvider {
  /** Name of the provider: `oidc`. */
  readonly name: string;
  /** Settings of the provider. */
  readonly config: Readonly<Record<string, string>>;
}

/** The content of a kubeconfig file. */
export interface KubeConfigContents {
  /** Name of the default context; "" if absent. */
  readonly currentContext: string;
  /** Clusters by name. */
  readonly clusters: ReadonlyMap<string, KubeConfigCluster>;
  /** Users by name. */
  readonly users: ReadonlyMap<string, KubeConfigUser>;
  /** Contexts by name. */
  readonly contexts: ReadonlyMap<string, KubeConfigContext>;
}
