// Written by scripts/derive-resources.mjs: change that or scripts/resource-facts.mjs, not this file.
import type { SelfSubjectReview, TokenReview } from 'kubernetes-types/authentication/v1.js';
import { defineResource } from '../meta/resource.js';

/** The resources of authentication.k8s.io, version v1. */
export const authenticationV1 = {
  selfSubjectReviews: defineResource<SelfSubjectReview>({
    group: 'authentication.k8s.io',
    version: 'v1',
    resource: 'selfsubjectreviews',
    kind: 'SelfSubjectReview',
    namespaced: false,
    verbs: ['create'],
  }),
  tokenReviews: defineResource<TokenReview>({
    group: 'authentication.k8s.io',
    version: 'v1',
    resource: 'tokenreviews',
    kind: 'TokenReview',
    namespaced: false,
    verbs: ['create'],
  }),
} as const;
