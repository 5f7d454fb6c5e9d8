// Written by scripts/derive-resources.mjs: change that or scripts/resource-facts.mjs, not this file.
import type { FlowSchema, PriorityLevelConfiguration } from 'kubernetes-types/flowcontrol/v1.js';
import { defineResource } from '../meta/resource.js';

/** The resources of flowcontrol.apiserver.k8s.io, version v1. */
export const flowcontrolV1 = {
  flowSchemas: defineResource<FlowSchema>({
    group: 'flowcontrol.apiserver.k8s.io',
    version: 'v1',
    resource: 'flowschemas',
    kind: 'FlowSchema',
    namespaced: false,
    subresources: ['status'],
  }),
  priorityLevelConfigurations: defineResource<PriorityLevelConfiguration>({
    group: 'flowcontrol.apiserver.k8s.io',
    version: 'v1',
    resource: 'prioritylevelconfigurations',
    kind: 'PriorityLevelConfiguration',
    namespaced: false,
    subresources: ['status'],
  }),
} as const;
