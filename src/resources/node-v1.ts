// Written by scripts/derive-resources.mjs: change that or scripts/resource-facts.mjs, not this file.
import type { RuntimeClass } from 'kubernetes-types/node/v1.js';
import { defineResource } from '../meta/resource.js';

/** The resources of node.k8s.io, version v1. */
export const nodeV1 = {
  runtimeClasses: defineResource<RuntimeClass>({
    group: 'node.k8s.io',
    version: 'v1',
    resource: 'runtimeclasses',
    kind: 'RuntimeClass',
    namespaced: false,
  }),
} as const;
