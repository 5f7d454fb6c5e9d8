// Generated from k8s.io/api 0.36.4 by scripts/kubernetes-api/generate.mjs; do not edit.

import type * as types from './types/coordination-v1.js';
import { groupVersion } from './group-version.js';

const { namespaced } = groupVersion('coordination.k8s.io', 'v1');

/** The resources of coordination.k8s.io, version v1. */
export const coordinationV1 = {
  leases: namespaced<types.Lease>('leases', 'Lease'),
} as const;
