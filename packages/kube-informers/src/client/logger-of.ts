import type { Logger } from '../util/logger.js';
import { ClientBase } from './client-base.js';

/** Returns the logger of a client, the default of what is built on it; undefined without one, and for a client of another kind. */
export function loggerOf(client: unknown): Logger | undefined {
  return client instanceof ClientBase ? client.restClient.logger : undefined;
}
