// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).

import type { Resource } from '../meta/resource.js';
import type * as types from './types/coordination-v1.js';
import { groupVersion } from './group-version.js';

const { namespaced } = groupVersion('coordination.k8s.io', 'v1');

/** The resources of coordination.k8s.io, version v1. */
export const coordinationV1: {
  /** Lease, namespaced. Defines a lease concept. */
  readonly leases: Resource<types.Lease, never>;
} = {
  leases: namespaced('leases', 'Lease'),
};
