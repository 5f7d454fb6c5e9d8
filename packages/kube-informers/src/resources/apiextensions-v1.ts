// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).

import type { Resource } from '../meta/resource.js';
import type * as types from './types/apiextensions-v1.js';
import { groupVersion } from './group-version.js';

const { clusterScoped } = groupVersion('apiextensions.k8s.io', 'v1');

/** The resources of apiextensions.k8s.io, version v1. */
export const apiextensionsV1: {
  /** CustomResourceDefinition, cluster-scoped. Represents a resource that should be exposed on the API server. */
  readonly customResourceDefinitions: Resource<types.CustomResourceDefinition, 'status'>;
} = {
  customResourceDefinitions: clusterScoped('customresourcedefinitions', 'CustomResourceDefinition', {
    shortNames: ['crd', 'crds'],
    subresources: ['status'],
    categories: ['api-extensions'],
  }),
};
