import type { RestClient } from '../rest/rest-client.js';

/** The part of a RestClient that clients use. */
export type Requester = Pick<RestClient, 'request' | 'list' | 'watch' | 'stream'>;
