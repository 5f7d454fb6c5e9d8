import { shownKey } from '../util/shown.js';
import type { OptionNames } from '../util/known-options.js';
import { requireString } from '../util/require.js';
import { ConfigError } from '../util/errors.js';
import { expectedOneOf } from './errors.js';
import type { KubeConfigCluster, KubeConfigContents, KubeConfigContext, KubeConfigUser } from './types.js';

/** Settings that override the kubeconfig (client-go's ConfigOverrides), such as command-line flags. */
export interface KubeConfigOverrides {
  /** Name of a context. Default: the kubeconfig's current-context. */
  readonly context?: string | undefined;
  /** Name of a cluster. Default: the context's. */
  readonly cluster?: string | undefined;
  /** Name of a user. Default: the context's. */
  readonly user?: string | undefined;
  /** Namespace. Default: the context's, or `default`. */
  readonly namespace?: string | undefined;
  /**
   * Address of the server instead of the cluster's: a URL, a host or host:port.
   *
   * The cluster's tls-server-name is dropped together with its address.
   */
  readonly masterUrl?: string | undefined;
}

export const kubeConfigOverrideNames: OptionNames<KubeConfigOverrides> = {
  context: requireString,
  cluster: requireString,
  user: requireString,
  namespace: requireString,
  masterUrl: requireString,
};

/** The entries that a context refers to. */
export interface Selection {
  readonly contextName: string;
  readonly clusterName: string;
  readonly cluster: KubeConfigCluster;
  readonly userName: string;
  readonly user: KubeConfigUser;
  readonly namespace: string;
}

/** Code of the error "there is no configuration here", on which a program in a pod falls back to in-cluster. */
export const emptyConfigCode = 'ERR_KUBECONFIG_EMPTY';

const noCluster: KubeConfigCluster = { server: '', insecureSkipTlsVerify: false, disableCompression: false };

/**
 * Resolves context, cluster and user by name.
 *
 * client-go silently treats an unknown name as an anonymous user or an empty cluster; here it is an error that lists
 * the existing names: `ERR_KUBECONFIG_CONTEXT`, `ERR_KUBECONFIG_CLUSTER` or `ERR_KUBECONFIG_USER`.
 * `ERR_KUBECONFIG_EMPTY` means that nothing specifies a server.
 *
 * `where` names the files, for messages.
 */
export function select(config: KubeConfigContents, overrides: KubeConfigOverrides, where: string): Selection {
  const contextName = nonEmpty(overrides.context) ?? config.currentContext;
  const context = contextOf(config, contextName, where);
  const clusterName = nonEmpty(overrides.cluster) ?? context?.cluster ?? '';
  const userName = nonEmpty(overrides.user) ?? context?.user ?? '';
  const by = (override: string | undefined, thing: string): string =>
    nonEmpty(override) === undefined
      ? `context ${shownKey(contextName)} names the ${thing}`
      : `the chosen ${thing}`;

  const cluster = config.clusters.get(clusterName);
  if (cluster === undefined && clusterName !== '')
    throw new ConfigError(
      'ERR_KUBECONFIG_CLUSTER',
      `${by(overrides.cluster, 'cluster')} ${shownKey(clusterName)}, which does not exist in ${where}: ` +
        expectedOneOf(config.clusters.keys(), 'clusters'),
    );
  const user = config.users.get(userName);
  if (user === undefined && userName !== '')
    throw new ConfigError(
      'ERR_KUBECONFIG_USER',
      `${by(overrides.user, 'user')} ${shownKey(userName)}, which does not exist in ${where}: ` +
        expectedOneOf(config.users.keys(), 'users'),
    );

  const masterUrl = nonEmpty(overrides.masterUrl);
  if (cluster === undefined && masterUrl === undefined) throw nothingChosen(config, contextName, where);
  return {
    contextName,
    clusterName,
    cluster:
      masterUrl === undefined
        ? (cluster ?? noCluster)
        : { ...(cluster ?? noCluster), server: masterUrl, tlsServerName: undefined },
    userName,
    user: user ?? {},
    namespace: nonEmpty(overrides.namespace) ?? nonEmpty(context?.namespace) ?? 'default',
  };
}

function contextOf(config: KubeConfigContents, name: string, where: string): KubeConfigContext | undefined {
  if (name === '') return undefined;
  const context = config.contexts.get(name);
  if (context === undefined)
    throw new ConfigError(
      'ERR_KUBECONFIG_CONTEXT',
      `context ${shownKey(name)} does not exist in ${where}: ${expectedOneOf(config.contexts.keys(), 'contexts')}`,
    );
  return context;
}

function nothingChosen(config: KubeConfigContents, contextName: string, where: string): ConfigError {
  if (contextName !== '')
    return new ConfigError(
      'ERR_KUBECONFIG_CLUSTER',
      `context ${shownKey(contextName)} in ${where} names no cluster: ` +
        expectedOneOf(config.clusters.keys(), 'clusters'),
    );
  if (config.contexts.size > 0)
    return new ConfigError(
      emptyConfigCode,
      `${where} has no current-context and none was chosen: ${expectedOneOf(config.contexts.keys(), 'contexts')}`,
    );
  return new ConfigError(
    emptyConfigCode,
    `no configuration in ${where}: expected a cluster, a context and a current-context`,
  );
}

/** Returns undefined for "", which client-go treats as "not given" everywhere. */
export function nonEmpty(value: string | undefined): string | undefined {
  return value === '' ? undefined : value;
}
