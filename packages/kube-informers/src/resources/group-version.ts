import { defineResource } from '../meta/resource.js';
import type { Resource, ResourceDefinition, Verb } from '../meta/resource.js';
import type { KubernetesObject } from '../meta/types.js';

/** Defines a resource by its name in URLs and its kind, with the subresources and verbs that clients have calls for. */
type Define = <T extends KubernetesObject, S extends string = never, V extends Verb = Verb>(
  resource: string,
  kind: string,
  more?: Partial<ResourceDefinition>,
) => Resource<T, S, V>;

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
