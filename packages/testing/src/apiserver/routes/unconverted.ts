import { newStatus } from 'kube-informers/internal';
import { UndecodableError } from '../custom/undecodable-error.js';
import type { ServedResource } from '../registry/registry.js';

/** Runs a read or deletion of one object; one that cannot be converted counts as corrupt. */
export async function oneObject<T>(served: ServedResource, run: () => T | Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof UndecodableError)) throw error;
    const message = corrupt(served, error, '');
    throw newStatus({
      code: 500,
      reason: 'InternalError',
      message: `Internal error occurred: ${message}`,
      details: { causes: [{ message }] },
    });
  }
}

/** Runs a read of many objects; one that cannot be converted fails all of them. */
export async function manyObjects<T>(served: ServedResource, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof UndecodableError)) throw error;
    const { group, resource } = served.resource;
    const message = corrupt(served, error, '/registry');
    const field = `/registry${keyOf(served, error)}`;
    throw newStatus({
      code: 500,
      reason: 'StorageReadError',
      message: `failed to read one or more ${resource}.${group} from the storage: ${message}`,
      details: {
        name: 'list',
        group,
        kind: resource,
        causes: [{ reason: 'UnexpectedServerResponse', message, field }],
      },
    });
  }
}

function corrupt(served: ServedResource, error: UndecodableError, root: string): string {
  return `StorageError: corrupt object, Code: 7, Key: ${root}${keyOf(served, error)}, ResourceVersion: 0, AdditionalErrorMsg: ${error.message}`;
}

function keyOf({ resource: { group, resource } }: ServedResource, { key }: UndecodableError): string {
  return `/${group}/${resource}/${key}`;
}
