import { ClientBase } from '../client/clientset.js';
import type { RestClient } from '../rest/rest-client.js';

/** Returns the RestClient of a factory's client; undefined for a client of the program's own. */
export function restClientOf(client: unknown): RestClient | undefined {
  return client instanceof ClientBase ? client.restClient : undefined;
}
