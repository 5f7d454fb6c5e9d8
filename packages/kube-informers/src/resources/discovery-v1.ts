// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).

import type { Resource } from '../meta/resource.js';
import type * as types from './types/discovery-v1.js';
import { groupVersion } from './group-version.js';

const { namespaced } = groupVersion('discovery.k8s.io', 'v1');

/** The resources of discovery.k8s.io, version v1. */
export const discoveryV1: {
  /** EndpointSlice, namespaced. Represents a set of service endpoints. */
  readonly endpointSlices: Resource<types.EndpointSlice, never>;
} = {
  endpointSlices: namespaced('endpointslices', 'EndpointSlice'),
};
