// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).

import type { Resource } from '../meta/resource.js';
import type * as types from './types/apiregistration-v1.js';
import { groupVersion } from './group-version.js';

const { clusterScoped } = groupVersion('apiregistration.k8s.io', 'v1');

/** The resources of apiregistration.k8s.io, version v1. */
export const apiregistrationV1: {
  /** APIService, cluster-scoped. Represents a server for a particular GroupVersion. */
  readonly apiServices: Resource<types.APIService, 'status'>;
} = {
  apiServices: clusterScoped('apiservices', 'APIService', {
    subresources: ['status'],
    categories: ['api-extensions'],
  }),
};
