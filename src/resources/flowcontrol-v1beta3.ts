// Written by scripts/derive-resources.mjs: change that or scripts/resource-facts.mjs, not this file.
import type { FlowSchema, PriorityLevelConfiguration } from 'kubernetes-types/flowcontrol/v1beta3.js';
import { defineResource } from '../meta/resource.js';

/** The resources of flowcontrol.apiserver.k8s.io, version v1beta3. */
export const flowcontrolV1beta3 = {
  flowSchemas: defineResource<FlowSchema>({
    group: 'flowcontrol.apiserver.k8s.io',
    version: 'v1beta3',
    resource: 'flowschemas',
    kind: 'FlowSchema',
    namespaced: false,
    subresources: ['status'],
  }),
  priorityLevelConfigurations: defineResource<PriorityLevelConfiguration>({
    group: 'flowcontrol.apiserver.k8s.io',
    version: 'v1beta3',
    resource: 'prioritylevelconfigurations',
    kind: 'PriorityLevelConfiguration',
    namespaced: false,
    subresources: ['status'],
  }),
} as const;
