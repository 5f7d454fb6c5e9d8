import type { OptionNames } from '../util/known-options.js';
import { requireKnownOptions } from '../util/known-options.js';
import type { RestConfig } from '../rest/config.js';
import { inspectCustom } from '../util/builtin.js';
import { refuse, requireFunction, requireList, requireString } from '../util/require.js';
import { ConfigError } from '../util/errors.js';
import { fileProblem } from './errors.js';
import { readTextFile } from '../util/text-file.js';
import type { ReadFile } from '../util/text-file.js';
import { credentialsOptionNames } from './credentials-options.js';
import type { CredentialsOptions } from './credentials-options.js';
import { kubeConfigOverrideNames, select } from './select.js';
import type { KubeConfigOverrides } from './select.js';
import type { KubeConfigCluster, KubeConfigContents, KubeConfigContext, KubeConfigUser } from './types.js';

/** Options of `KubeConfig.toRestConfig`. */
export interface ToRestConfigOptions extends KubeConfigOverrides, CredentialsOptions {}

export const toRestConfigOptionNames: OptionNames<ToRestConfigOptions> = {
  ...kubeConfigOverrideNames,
  ...credentialsOptionNames,
};

/**
 * A kubeconfig, parsed from one file or merged from several.
 *
 * Printing it shows the names of its contexts, never its credentials.
 */
export class KubeConfig implements KubeConfigContents {
  readonly #contents: KubeConfigContents;
  /** The files it was read from, in order of precedence; empty if it was parsed from a string. */
  readonly files: readonly string[];

  private constructor(contents: KubeConfigContents, files: readonly string[]) {
    this.#contents = contents;
    this.files = files;
  }

  /**
   * Parses YAML or JSON.
   *
   * `file` is the origin of the text: errors name it and relative paths are resolved against its folder. Throws
   * ConfigError `ERR_KUBECONFIG_PARSE`.
   */
  static async parse(text: string, file?: string): Promise<KubeConfig> {
    requireString('text of KubeConfig.parse', text);
    if (file !== undefined) requireString('file of KubeConfig.parse', file);
    // A program in a pod has no kubeconfig.
    const { parseKubeConfig } = await import('./parse.js');
    return new KubeConfig(await parseKubeConfig(text, file), file === undefined ? [] : [file]);
  }

  /** Reads and parses a file. Throws ConfigError `ERR_KUBECONFIG_MISSING`, `ERR_KUBECONFIG_READ` or `…_PARSE`. */
  static async load(
    file: string,
    options: {
      /** Reads a file; for tests. Default: Node's file system. */
      readonly readFile?: ReadFile | undefined;
    } = {},
  ): Promise<KubeConfig> {
    requireString('file of KubeConfig.load', file);
    requireKnownOptions('KubeConfig.load', options, { readFile: requireFunction });
    const { readFile = readTextFile } = options;
    let text: string;
    try {
      text = await readFile(file);
    } catch (error) {
      const problem = fileProblem(error);
      throw new ConfigError(
        problem === 'does not exist' ? 'ERR_KUBECONFIG_MISSING' : 'ERR_KUBECONFIG_READ',
        `kubeconfig ${file} ${problem}`,
        { cause: error },
      );
    }
    return KubeConfig.parse(text, file);
  }

  /** Merges configs: for each name, and for current-context, the first config that has it wins entirely. */
  static merge(configs: readonly KubeConfig[]): KubeConfig {
    requireList('configs of KubeConfig.merge', configs);
    for (const config of configs)
      if (!(config instanceof KubeConfig)) refuse('a config of KubeConfig.merge', 'a KubeConfig', config);
    const clusters = new Map<string, KubeConfigCluster>();
    const users = new Map<string, KubeConfigUser>();
    const contexts = new Map<string, KubeConfigContext>();
    for (const config of configs) {
      addMissing(clusters, config.clusters);
      addMissing(users, config.users);
      addMissing(contexts, config.contexts);
    }
    const currentContext = configs.find((config) => config.currentContext !== '')?.currentContext ?? '';
    return new KubeConfig(
      { currentContext, clusters, users, contexts },
      configs.flatMap((config) => config.files),
    );
  }

  /** Name of the default context; "" if the file sets no default. */
  get currentContext(): string {
    return this.#contents.currentContext;
  }

  /** Clusters by name. */
  get clusters(): ReadonlyMap<string, KubeConfigCluster> {
    return this.#contents.clusters;
  }

  /** Users by name; they hold credentials. */
  get users(): ReadonlyMap<string, KubeConfigUser> {
    return this.#contents.users;
  }

  /** Contexts by name. */
  get contexts(): ReadonlyMap<string, KubeConfigContext> {
    return this.#contents.contexts;
  }

  /**
   * Converts a context to a RestConfig.
   *
   * Everything that can be checked without the server is checked. Throws ConfigError with the codes listed at
   * `loadConfig`.
   */
  async toRestConfig(options: ToRestConfigOptions = {}): Promise<RestConfig> {
    requireKnownOptions('toRestConfig', options, toRestConfigOptionNames);
    const selection = select(this.#contents, options, this.#where());
    const { restConfigOf } = await import('./rest-config.js');
    return restConfigOf(selection, options);
  }

  /** Returns files, current context and names of the contexts, without credentials. */
  toJSON(): unknown {
    return { files: this.files, currentContext: this.currentContext, contexts: [...this.contexts.keys()] };
  }

  [inspectCustom](): string {
    return `KubeConfig ${JSON.stringify(this.toJSON())}`;
  }

  #where(): string {
    return this.files.length === 0 ? 'the kubeconfig' : this.files.join(', ');
  }
}

function addMissing<T>(into: Map<string, T>, from: ReadonlyMap<string, T>): void {
  for (const [name, entry] of from) if (!into.has(name)) into.set(name, entry);
}
