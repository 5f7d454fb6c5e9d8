import { textAt } from '@kube-informers/schema/internal';
import {
  Discovery,
  isNotFound,
  type Logger,
  type Resource,
  ResourceClient,
  type ServerResources,
} from 'kube-informers';
import { apiextensionsV1, asError } from 'kube-informers/internal';
import { RestClient } from 'kube-informers/rest';
import { CodegenError } from './codegen/codegen-error.js';
import type { Definition } from './codegen/definitions.js';
import { servedTypes } from './codegen/served-types.js';
import type { GroupVersionModel } from './codegen/type-file.js';
import type { CliIo } from './cli-io.js';
import { clusterConfig } from './cluster-config.js';
import type { ClusterFlags } from './cluster-config.js';

/** The cluster of `kube-informers types --from cluster`. */
export class TypesCluster implements AsyncDisposable {
  readonly #rest: RestClient;
  readonly #host: string;
  readonly #signal: AbortSignal;

  private constructor(rest: RestClient, host: string, signal: AbortSignal) {
    this.#rest = rest;
    this.#host = host;
    this.#signal = signal;
  }

  static async connect(flags: ClusterFlags, io: CliIo, log: Logger): Promise<TypesCluster> {
    const config = await clusterConfig(flags, io, log, (text) => void io.stderr.write(text));
    const rest = new RestClient(config, { logger: log, clock: io.clock });
    return new TypesCluster(rest, config.host ?? 'the cluster', io.signal);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#rest.close();
  }

  /** Returns the CustomResourceDefinitions. */
  async definitions(): Promise<Definition[]> {
    const client = new ResourceClient(this.#rest, apiextensionsV1.customResourceDefinitions);
    const { items } = await client.list({ signal: this.#signal });
    return items.map((item) => ({
      origin: `${this.#host}: ${item.metadata?.name ?? ''}`,
      // As it was on the wire: its fields are checked one by one.
      body: item as unknown as Definition['body'],
    }));
  }

  /** Returns the resources that the server serves by itself, without custom ones, and what could not be discovered. */
  async builtInResources(): Promise<Pick<ServerResources, 'resources' | 'failures'>> {
    const custom = new Set(
      (await this.definitions()).map(({ body }) => {
        return `${textAt(body, 'spec', 'names', 'plural')}.${textAt(body, 'spec', 'group')}`;
      }),
    );
    const { resources, failures } = await new Discovery(this.#rest).serverResources({ signal: this.#signal });
    return {
      resources: resources.filter(({ resource, group }) => !custom.has(`${resource}.${group}`)),
      failures,
    };
  }

  /** Returns the types of resources, by group-version, as the server's OpenAPI documents describe them. */
  async servedTypes(resources: readonly Resource[]): Promise<GroupVersionModel[]> {
    const models: GroupVersionModel[] = [];
    for (const apiVersion of new Set(resources.map((resource) => resource.apiVersion))) {
      const path = `/openapi/v3/${apiVersion.includes('/') ? 'apis' : 'api'}/${apiVersion}`;
      const own = resources.filter((resource) => resource.apiVersion === apiVersion);
      models.push(servedTypes(await this.#document(path), own, `${this.#host}${path}`));
    }
    return models;
  }

  async #document(path: string): Promise<unknown> {
    try {
      return await this.#rest.request<unknown>({ method: 'GET', path, signal: this.#signal });
    } catch (error) {
      if (!isNotFound(asError(error))) throw error;
      throw new CodegenError(
        `${this.#host} has no ${path}: --built-in needs a server with OpenAPI v3, as Kubernetes has since 1.27`,
        { cause: error },
      );
    }
  }
}
