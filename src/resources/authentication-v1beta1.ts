// Written by scripts/derive-resources.mjs: change that or scripts/resource-facts.mjs, not this file.
import type { SelfSubjectReview } from 'kubernetes-types/authentication/v1beta1.js';
import { defineResource } from '../meta/resource.js';

/** The resources of authentication.k8s.io, version v1beta1. */
export const authenticationV1beta1 = {
  selfSubjectReviews: defineResource<SelfSubjectReview>({
    group: 'authentication.k8s.io',
    version: 'v1beta1',
    resource: 'selfsubjectreviews',
    kind: 'SelfSubjectReview',
    namespaced: false,
    verbs: ['create'],
  }),
} as const;
