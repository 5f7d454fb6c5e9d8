import { ConfigError } from '../util/errors.js';
import { requireMethods, typeOf } from '../util/require.js';
import { ClientBase } from './client-base.js';

/** A client that reads only metadata: a MetadataClient, or what a program puts around one. */
export interface MetadataOnly {
  /** Marks a client that reads only metadata. */
  readonly metadataOnly: true;
}

/** A client that reads whole objects. */
export interface WholeObjects {
  /** Absent in a client that reads whole objects. */
  readonly metadataOnly?: false | undefined;
}

function isMetadataOnly(client: unknown): boolean {
  return (client as Partial<MetadataOnly> | null | undefined)?.metadataOnly === true;
}

/** Throws ConfigError `ERR_OPTION` unless the client reads only metadata. */
export function requireMetadataOnly(what: string, client: unknown): void {
  if (!isMetadataOnly(client)) refuseClient(what, 'a MetadataClient', client);
}

/** Throws ConfigError `ERR_OPTION` for a client that reads only metadata. */
export function requireWholeObjects(what: string, client: unknown): void {
  if (isMetadataOnly(client)) refuseClient(what, 'a client of whole objects, such as a Clientset', client);
}

/**
 * Throws ConfigError `ERR_OPTION` unless `client` has the method `resource(resource, namespace)` of a Clientset, which that
 * of a DynamicClient or MetadataClient is not: it ignores the namespace.
 */
export function requireClientset(what: string, client: unknown): void {
  requireMethods(what, client, ['resource']);
  const isOther = client instanceof ClientBase && !('coreV1' in client);
  if (isOther || isMetadataOnly(client)) refuseClient(what, 'a Clientset', client);
}

function refuseClient(what: string, expected: string, client: unknown): never {
  const got = client instanceof ClientBase ? client.constructor.name : typeOf(client);
  throw new ConfigError('ERR_OPTION', `${what} must be ${expected}, got ${got}`);
}
