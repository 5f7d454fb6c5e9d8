// Written by scripts/derive-resources.mjs: change that or scripts/resource-facts.mjs, not this file.
import type { CustomResourceDefinition } from 'kubernetes-types/apiextensions/v1.js';
import { defineResource } from '../meta/resource.js';

/** The resources of apiextensions.k8s.io, version v1. */
export const apiextensionsV1 = {
  customResourceDefinitions: defineResource<CustomResourceDefinition>({
    group: 'apiextensions.k8s.io',
    version: 'v1',
    resource: 'customresourcedefinitions',
    kind: 'CustomResourceDefinition',
    namespaced: false,
    shortNames: ['crd', 'crds'],
    subresources: ['status'],
    categories: ['api-extensions'],
  }),
} as const;
