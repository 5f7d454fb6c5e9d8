// Written by scripts/derive-resources.mjs: change that or scripts/resource-facts.mjs, not this file.
import type {
  LocalSubjectAccessReview,
  SelfSubjectAccessReview,
  SelfSubjectRulesReview,
  SubjectAccessReview,
} from 'kubernetes-types/authorization/v1.js';
import { defineResource } from '../meta/resource.js';

/** The resources of authorization.k8s.io, version v1. */
export const authorizationV1 = {
  localSubjectAccessReviews: defineResource<LocalSubjectAccessReview>({
    group: 'authorization.k8s.io',
    version: 'v1',
    resource: 'localsubjectaccessreviews',
    kind: 'LocalSubjectAccessReview',
    namespaced: true,
    verbs: ['create'],
  }),
  selfSubjectAccessReviews: defineResource<SelfSubjectAccessReview>({
    group: 'authorization.k8s.io',
    version: 'v1',
    resource: 'selfsubjectaccessreviews',
    kind: 'SelfSubjectAccessReview',
    namespaced: false,
    verbs: ['create'],
  }),
  selfSubjectRulesReviews: defineResource<SelfSubjectRulesReview>({
    group: 'authorization.k8s.io',
    version: 'v1',
    resource: 'selfsubjectrulesreviews',
    kind: 'SelfSubjectRulesReview',
    namespaced: false,
    verbs: ['create'],
  }),
  subjectAccessReviews: defineResource<SubjectAccessReview>({
    group: 'authorization.k8s.io',
    version: 'v1',
    resource: 'subjectaccessreviews',
    kind: 'SubjectAccessReview',
    namespaced: false,
    verbs: ['create'],
  }),
} as const;
