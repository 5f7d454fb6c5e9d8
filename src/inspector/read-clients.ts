import type { RestClient } from '../rest/rest-client.js';
import type { ClientModel } from './model.js';

/** Reads what the clients have requested. */
export function readClients(clients: readonly RestClient[]): ClientModel[] {
  return clients.map((client) => ({ server: client.config.host, facts: [], byCode: [] }));
}
