import type { ResourceClient } from '../../client/resource-client.js';
import type { KubernetesObject } from '../../meta/types.js';
import { metadataOf, textOf } from '../../meta/unknown-object.js';
import type { DeepReadonly } from '../../util/deep-readonly.js';
import { requireMethods, requireObject } from '../../util/require.js';
import { ConfigError } from '../../util/errors.js';

/** Finds the client of an object by its apiVersion and kind, as the client of a reconcile does. */
export interface ClientFinder {
  /** Returns the client of the object's resource, for its namespace. */
  clientFor<T extends KubernetesObject>(object: DeepReadonly<T>): ResourceClient<T>;
}

/**
 * The client that a helper uses: the ResourceClient of the object's resource, or one that finds it.
 *
 * An object's own namespace takes precedence over that of the ResourceClient.
 */
export type ObjectClient<T extends KubernetesObject, Method extends keyof ResourceClient<T>> =
  | Pick<ResourceClient<T>, Method | 'namespace'>
  | ClientFinder;

/** Returns the client for an object's namespace. */
export function clientFor<T extends KubernetesObject, Method extends keyof ResourceClient<T>>(
  client: ObjectClient<T, Method>,
  object: DeepReadonly<T>,
): Pick<ResourceClient<T>, Method> {
  // JavaScript callers are not type-checked.
  const given = client as Partial<ClientFinder & ResourceClient<T>> | null | undefined;
  if (typeof given?.clientFor === 'function') return given.clientFor(object);
  requireMethods('client', client, ['namespace', 'get']);
  const { namespace } = metadataOf(object);
  // A ResourceClient has every method.
  const found = client as ResourceClient<T>;
  return typeof namespace === 'string' && namespace !== '' ? found.namespace(namespace) : found;
}

/** Returns the object's name. Throws ConfigError: `ERR_OPTION` if it is not an object, `ERR_NAME` without a name. */
export function requireName(call: string, object: unknown): string {
  requireObject(call, object);
  const name = textOf(metadataOf(object), 'name');
  if (name !== undefined) return name;
  throw new ConfigError('ERR_NAME', `${call} needs an object with metadata.name, got none`);
}
