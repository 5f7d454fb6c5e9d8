// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).

import type { Resource } from '../meta/resource.js';
import type * as types from './types/apiserverinternal-v1alpha1.js';
import { groupVersion } from './group-version.js';

const { clusterScoped } = groupVersion('internal.apiserver.k8s.io', 'v1alpha1');

/** The resources of internal.apiserver.k8s.io, version v1alpha1. */
export const internalV1alpha1: {
  /** StorageVersion, cluster-scoped. Storage version of a specific resource. */
  readonly storageVersions: Resource<types.StorageVersion, 'status'>;
} = {
  storageVersions: clusterScoped('storageversions', 'StorageVersion', { subresources: ['status'] }),
};
