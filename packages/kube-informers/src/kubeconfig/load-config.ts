import type { OptionNames } from '../util/known-options.js';
import { pickOptions, requireKnownOptions } from '../util/known-options.js';
import { isError } from '../util/type-checks.js';
import { delimiter, join } from 'node:path';
import type { RestConfig } from '../rest/config.js';
import { builtin } from '../util/builtin.js';
import { ConfigError } from '../util/errors.js';
import { containLogger } from '../util/logger.js';
import type { ReadFile } from '../util/text-file.js';
import { inClusterOptionNames, inClusterConfig, inClusterPossible } from './in-cluster.js';
import { KubeConfig, toRestConfigOptionNames } from './kube-config.js';
import type { ToRestConfigOptions } from './kube-config.js';
import { emptyConfigCode, nonEmpty } from './select.js';
import { requireString } from '../util/require.js';

/** Options of `loadConfig`. */
export interface LoadConfigOptions extends ToRestConfigOptions {
  /** Path of the kubeconfig, like `--kubeconfig`; it must exist. Default: KUBECONFIG, then the home folder. */
  readonly kubeconfig?: string | undefined;
  /** Home folder, in which `.kube/config` is looked for. Default: HOME, else the operating system's home folder. */
  readonly homeDir?: string | undefined;
}

const loadConfigOptionNames: OptionNames<LoadConfigOptions> = {
  ...toRestConfigOptionNames,
  // The path of a file: anything else must not lead to the default kubeconfig and its cluster.
  kubeconfig: requireString,
  homeDir: requireString,
};

const { masterUrl: _masterUrl, ...fromFlagsOptionNames } = toRestConfigOptionNames;

/**
 * Loads the configuration for reaching the cluster, by client-go's rules.
 *
 * 1. `kubeconfig`, if given: only this file;
 * 2. otherwise the files of KUBECONFIG (separated by `:`, on Windows `;`), merged: the first file that has a name wins,
 *    and missing files are skipped;
 * 3. otherwise `~/.kube/config`;
 * 4. if none of these configures a cluster (no file, or no context chosen): the in-cluster configuration of a pod.
 *
 * Everything that can be checked without the server is checked. Throws one ConfigError for all problems:
 * `ERR_KUBECONFIG_MISSING` (a missing file), `ERR_KUBECONFIG_READ`, `ERR_KUBECONFIG_PARSE` (invalid YAML, not a
 * kubeconfig, a field of the wrong type, a repeated name), `ERR_KUBECONFIG_EMPTY` (no cluster configured),
 * `ERR_KUBECONFIG_CONTEXT`, `ERR_KUBECONFIG_CLUSTER`, `ERR_KUBECONFIG_USER` (an unknown name or an inconsistent entry),
 * `ERR_KUBECONFIG_SERVER`, `ERR_KUBECONFIG_FILE` (a missing certificate or key file), `ERR_KUBECONFIG_CERTIFICATE`
 * (invalid PEM, or a key of a different certificate), `ERR_KUBECONFIG_INSECURE`, `ERR_EXEC_CONFIG`,
 * `ERR_AUTH_PROVIDER`, `ERR_KUBECONFIG_OUTSIDE` (only with `outsidePaths: 'refuse'`), `ERR_KUBECONFIG_INVALID` (several
 * of these), `ERR_NOT_IN_CLUSTER`. An unreadable token file is CredentialsError `ERR_TOKEN_FILE`. Messages never contain
 * a token, a key or a password.
 *
 * Trust a kubeconfig like a program: it names commands to run (exec plugins) and files whose content is sent to a
 * server. Never load one from an untrusted source. Relative paths are resolved against its folder; paths that lead outside are
 * logged or rejected: see `outsidePaths`. Files over 10 MiB are rejected, and so are YAML aliases that expand to more
 * than a hundred nodes.
 *
 * client-go's migration of `~/.kube/.kubeconfig` (from 2014) is not implemented.
 */
export async function loadConfig(options: LoadConfigOptions = {}): Promise<RestConfig> {
  requireKnownOptions('loadConfig', options, loadConfigOptionNames);
  const { env = process.env } = options;
  const logger = containLogger(options.logger);
  const explicit = nonEmpty(options.kubeconfig);
  const listed = nonEmpty(env['KUBECONFIG']);
  const paths =
    explicit !== undefined
      ? [explicit]
      : listed !== undefined
        ? splitList(listed)
        : [
            join(
              nonEmpty(options.homeDir) ?? nonEmpty(env['HOME']) ?? builtin('node:os').homedir(),
              '.kube',
              'config',
            ),
          ];
  const { config, missing } = await loadFiles(paths, options.readFile, explicit !== undefined);
  try {
    return await config.toRestConfig(pickOptions(options, toRestConfigOptionNames));
  } catch (error) {
    if (!(error instanceof ConfigError) || error.code !== emptyConfigCode) throw error;
    if (missing.length > 0 && listed !== undefined && config.files.length === 0)
      logger.warn({ missing }, 'no file of KUBECONFIG exists');
    if (await inClusterPossible(options)) {
      logger.info({}, 'no kubeconfig, using the in-cluster configuration');
      return withNamespace(
        await inClusterConfig(pickOptions(options, inClusterOptionNames)),
        options.namespace,
      );
    }
    if (config.files.length > 0) throw error;
    throw new ConfigError(
      'ERR_KUBECONFIG_MISSING',
      `no kubeconfig found: ${paths.join(', ')} ${paths.length === 1 ? 'does' : 'do'} not exist` +
        `${listed === undefined ? ', KUBECONFIG is not set' : ' (KUBECONFIG)'} and not running in a pod; ` +
        'expected a kubeconfig in one of these places',
      { cause: error },
    );
  }
}

/**
 * Loads the configuration for the flags `--master` and `--kubeconfig` (client-go's clientcmd.BuildConfigFromFlags).
 *
 * If both are empty: the in-cluster configuration. Otherwise the kubeconfig, with the server's address replaced by
 * `masterUrl`. KUBECONFIG and the home folder are ignored. Throws as `loadConfig`.
 */
export async function buildConfigFromFlags(
  masterUrl: string,
  kubeconfigPath: string,
  options: Omit<LoadConfigOptions, 'kubeconfig' | 'masterUrl' | 'homeDir'> = {},
): Promise<RestConfig> {
  requireString('masterUrl of buildConfigFromFlags', masterUrl);
  requireString('kubeconfigPath of buildConfigFromFlags', kubeconfigPath);
  requireKnownOptions('buildConfigFromFlags', options, fromFlagsOptionNames);
  if (masterUrl !== '' || kubeconfigPath !== '') {
    const { config } = await loadFiles(kubeconfigPath === '' ? [] : [kubeconfigPath], options.readFile, true);
    return config.toRestConfig({ ...options, masterUrl });
  }
  const logger = containLogger(options.logger);
  logger.warn({}, 'neither a kubeconfig nor a master URL was given, using the in-cluster configuration');
  try {
    return withNamespace(
      await inClusterConfig(pickOptions(options, inClusterOptionNames)),
      options.namespace,
    );
  } catch (error) {
    throw new ConfigError(
      emptyConfigCode,
      `neither a kubeconfig nor a master URL was given, and ${isError(error) ? error.message : 'in-cluster failed'}`,
      { cause: error },
    );
  }
}

async function loadFiles(
  paths: readonly string[],
  readFile: ReadFile | undefined,
  mustExist: boolean,
): Promise<{ config: KubeConfig; missing: readonly string[] }> {
  const configs: KubeConfig[] = [];
  const missing: string[] = [];
  for (const path of paths) {
    try {
      configs.push(await KubeConfig.load(path, { readFile }));
    } catch (error) {
      const skip = !mustExist && error instanceof ConfigError && error.code === 'ERR_KUBECONFIG_MISSING';
      if (!skip) throw error;
      missing.push(path);
    }
  }
  return { config: KubeConfig.merge(configs), missing };
}

function splitList(list: string): readonly string[] {
  return [...new Set(list.split(delimiter))].filter((path) => path !== '');
}

function withNamespace(config: RestConfig, namespace: string | undefined): RestConfig {
  return nonEmpty(namespace) === undefined ? config : { ...config, namespace };
}
