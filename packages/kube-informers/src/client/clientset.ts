import type { Resource, Verb } from '../meta/resource.js';
import type { KubernetesObject } from '../meta/types.js';
import { resources } from '../resources/index.js';
import type { ResourceTable } from '../resources/index.js';
import type { RestConfig } from '../rest/config.js';
import type { RestClient } from '../rest/rest-client.js';
import type { GroupVersionClients } from './built-in-clients.js';
import { ClientBase } from './client-base.js';
import type { ClientOptions } from './client-base.js';
import type { Requester } from './requester.js';
import type { ClientOf } from './subresource-calls.js';

// Clientset's constructor defines these members from the tables that the type is generated with.
const TypedClientBase = ClientBase as new (
  config: RestConfig | RestClient,
  options: ClientOptions,
  requester?: (rest: RestClient) => Requester,
) => ClientBase & GroupVersionClients;

/**
 * A typed client for every built-in resource, and by descriptor for any other (client-go's kubernetes.Clientset).
 *
 * ```ts
 * const clientset = new Clientset(await loadConfig());
 * await clientset.coreV1().pods('default').list({ labelSelector: 'app=web' });
 * await clientset.resource(Backups, 'default').get('nightly');
 * ```
 *
 * Without a namespace, lists and watches cover all namespaces. All clients of one Clientset share its connections.
 */
export class Clientset extends TypedClientBase {
  readonly #groupVersions = new Map<string, unknown>();

  /**
   * Creates a client. A RestClient that is passed in may be shared and is closed by its owner.
   *
   * `requester` wraps the connection that all methods but those of `restClient` and `discovery()` use.
   */
  constructor(
    config: RestConfig | RestClient,
    options: ClientOptions = {},
    requester?: (rest: RestClient) => Requester,
  ) {
    super(config, options, requester);
    for (const [accessor, table] of Object.entries<ResourceTable>(resources)) {
      Object.defineProperty(this, accessor, { value: () => this.#groupVersion(accessor, table) });
    }
  }

  /** Returns the client of any resource, built-in or created by `defineResource`. */
  resource<T extends KubernetesObject, S extends string = string, V extends Verb = Verb>(
    resource: Resource<T, S, V>,
    namespace?: string,
  ): ClientOf<T, S, V> {
    return this.clientOf<T, S, V>(resource, namespace);
  }

  /** Built on first use: most programs use two or three group-versions. */
  #groupVersion(accessor: string, table: ResourceTable): unknown {
    let client = this.#groupVersions.get(accessor);
    if (client === undefined) {
      client = Object.fromEntries(
        Object.entries(table).map(([name, resource]) => [
          name,
          (namespace?: string) => this.resource(resource, namespace),
        ]),
      );
      this.#groupVersions.set(accessor, client);
    }
    return client;
  }
}
