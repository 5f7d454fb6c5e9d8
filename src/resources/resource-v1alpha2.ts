// Written by scripts/derive-resources.mjs: change that or scripts/resource-facts.mjs, not this file.
import type {
  PodSchedulingContext,
  ResourceClaim,
  ResourceClaimParameters,
  ResourceClaimTemplate,
  ResourceClass,
  ResourceClassParameters,
  ResourceSlice,
} from 'kubernetes-types/resource/v1alpha2.js';
import { defineResource } from '../meta/resource.js';

/** The resources of resource.k8s.io, version v1alpha2. */
export const resourceV1alpha2 = {
  podSchedulingContexts: defineResource<PodSchedulingContext>({
    group: 'resource.k8s.io',
    version: 'v1alpha2',
    resource: 'podschedulingcontexts',
    kind: 'PodSchedulingContext',
    namespaced: true,
    subresources: ['status'],
  }),
  resourceClaimParameters: defineResource<ResourceClaimParameters>({
    group: 'resource.k8s.io',
    version: 'v1alpha2',
    resource: 'resourceclaimparameters',
    kind: 'ResourceClaimParameters',
    namespaced: true,
  }),
  resourceClaimTemplates: defineResource<ResourceClaimTemplate>({
    group: 'resource.k8s.io',
    version: 'v1alpha2',
    resource: 'resourceclaimtemplates',
    kind: 'ResourceClaimTemplate',
    namespaced: true,
  }),
  resourceClaims: defineResource<ResourceClaim>({
    group: 'resource.k8s.io',
    version: 'v1alpha2',
    resource: 'resourceclaims',
    kind: 'ResourceClaim',
    namespaced: true,
    subresources: ['status'],
  }),
  resourceClassParameters: defineResource<ResourceClassParameters>({
    group: 'resource.k8s.io',
    version: 'v1alpha2',
    resource: 'resourceclassparameters',
    kind: 'ResourceClassParameters',
    namespaced: true,
  }),
  resourceClasses: defineResource<ResourceClass>({
    group: 'resource.k8s.io',
    version: 'v1alpha2',
    resource: 'resourceclasses',
    kind: 'ResourceClass',
    namespaced: false,
  }),
  resourceSlices: defineResource<ResourceSlice>({
    group: 'resource.k8s.io',
    version: 'v1alpha2',
    resource: 'resourceslices',
    kind: 'ResourceSlice',
    namespaced: false,
  }),
} as const;
