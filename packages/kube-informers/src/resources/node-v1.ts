// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).

import type { Resource } from '../meta/resource.js';
import type * as types from './types/node-v1.js';
import { groupVersion } from './group-version.js';

const { clusterScoped } = groupVersion('node.k8s.io', 'v1');

/** The resources of node.k8s.io, version v1. */
export const nodeV1: {
  /** RuntimeClass, cluster-scoped. Defines a class of container runtime supported in the cluster. */
  readonly runtimeClasses: Resource<types.RuntimeClass, never>;
} = {
  runtimeClasses: clusterScoped('runtimeclasses', 'RuntimeClass'),
};
