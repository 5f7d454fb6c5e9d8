// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).

import type { Resource } from '../meta/resource.js';
import type * as types from './types/flowcontrol-v1.js';
import { groupVersion } from './group-version.js';

const { clusterScoped } = groupVersion('flowcontrol.apiserver.k8s.io', 'v1');

/** The resources of flowcontrol.apiserver.k8s.io, version v1. */
export const flowcontrolV1: {
  /** FlowSchema, cluster-scoped. Defines the schema of a group of flows. */
  readonly flowSchemas: Resource<types.FlowSchema, 'status'>;
  /** PriorityLevelConfiguration, cluster-scoped. */
  readonly priorityLevelConfigurations: Resource<types.PriorityLevelConfiguration, 'status'>;
} = {
  flowSchemas: clusterScoped('flowschemas', 'FlowSchema', { subresources: ['status'] }),
  priorityLevelConfigurations: clusterScoped('prioritylevelconfigurations', 'PriorityLevelConfiguration', {
    subresources: ['status'],
  }),
};
