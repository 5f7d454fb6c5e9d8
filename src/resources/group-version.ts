import { defineResource } from '../meta/resource.js';
import type { Resource, ResourceDefinition } from '../meta/resource.js';
import type { KubernetesObject } from '../meta/types.js';

/** The subresources of built-in kinds that clients have calls for. Those of other kinds are only updated and patched. */
export interface BuiltInSubresources {
  Pod: 'binding' | 'eviction' | 'log';
  ServiceAccount: 'token';
  Deployment: 'scale';
  ReplicaSet: 'scale';
  ReplicationController: 'scale';
  StatefulSet: 'scale';
}

type SubresourcesOf<T extends KubernetesObject> =
  | 'status'
  | (NonNullable<T['kind']> extends keyof BuiltInSubresources
      ? BuiltInSubresources[NonNullable<T['kind']>]
      : never);

/** Defines a resource by its name in URLs and its kind. */
type Define = <T extends KubernetesObject>(
  resource: string,
  kind: string,
  more?: Partial<ResourceDefinition>,
) => Resource<T, SubresourcesOf<T>>;

/** Returns functions that define the resources of one group-version, for each scope. */
export function groupVersion(
  group: string,
  version: string,
): { readonly namespaced: Define; readonly clusterScoped: Define } {
  const define =
    (namespaced: boolean): Define =>
    (resource, kind, more) =>
      defineResource({ group, version, resource, kind, namespaced, ...more });
  return { namespaced: define(true), clusterScoped: define(false) };
}
