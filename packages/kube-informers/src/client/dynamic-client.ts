import type { RestConfig } from '../rest/config.js';
import type { RestClient } from '../rest/rest-client.js';
import { ClientBase } from './client-base.js';
import type { ClientOptions } from './client-base.js';
import type { ResourceTarget } from './paths.js';
import type { Requester } from './requester.js';
import type { ClientOf } from './subresource-calls.js';
import type { Unstructured } from './unstructured.js';

/**
 * Reads and writes objects of resources that are known only at run time (client-go's dynamic.DynamicClient).
 *
 * ```ts
 * const crontabs = { group: 'stable.example.com', version: 'v1', resource: 'crontabs' };
 * await dynamic.resource(crontabs).namespace('default').get('nightly');
 * ```
 *
 * A descriptor (from `defineResource`, or from `discovery().resolve('ct')`) offers more than a plain group, version and
 * resource: the scope is checked before a request, and created objects need no apiVersion and kind.
 */
export class DynamicClient extends ClientBase {
  /** Creates a client. `requester` wraps the connection, as for a Clientset. */
  constructor(
    config: RestConfig | RestClient,
    options: ClientOptions = {},
    requester?: (rest: RestClient) => Requester,
  ) {
    super(config, options, requester);
  }

  /** Returns the client of a resource. Calls of subresources that a descriptor lacks are a ConfigError `ERR_RESOURCE`. */
  resource(resource: ResourceTarget): ClientOf<Unstructured> {
    return this.clientOf<Unstructured>(resource);
  }
}
