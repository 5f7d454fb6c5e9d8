// Generated from k8s.io/api 0.36.4 by scripts/kubernetes-api/generate.mjs; do not edit.

import type * as types from './types/flowcontrol-v1.js';
import { groupVersion } from './group-version.js';

const { clusterScoped } = groupVersion('flowcontrol.apiserver.k8s.io', 'v1');

/** The resources of flowcontrol.apiserver.k8s.io, version v1. */
export const flowcontrolV1 = {
  flowSchemas: clusterScoped<types.FlowSchema, 'status'>('flowschemas', 'FlowSchema', {
    subresources: ['status'],
  }),
  priorityLevelConfigurations: clusterScoped<types.PriorityLevelConfiguration, 'status'>(
    'prioritylevelconfigurations',
    'PriorityLevelConfiguration',
    { subresources: ['status'] },
  ),
} as const;
