// Generated from k8s.io/api 0.36.4 by scripts/kubernetes-api/generate.mjs; do not edit.

import type * as types from './types/authorization-v1.js';
import { groupVersion } from './group-version.js';

const { clusterScoped, namespaced } = groupVersion('authorization.k8s.io', 'v1');

/** The resources of authorization.k8s.io, version v1. */
export const authorizationV1 = {
  localSubjectAccessReviews: namespaced<types.LocalSubjectAccessReview, never, 'create'>(
    'localsubjectaccessreviews',
    'LocalSubjectAccessReview',
    { verbs: ['create'] },
  ),
  selfSubjectAccessReviews: clusterScoped<types.SelfSubjectAccessReview, never, 'create'>(
    'selfsubjectaccessreviews',
    'SelfSubjectAccessReview',
    { verbs: ['create'] },
  ),
  selfSubjectRulesReviews: clusterScoped<types.SelfSubjectRulesReview, never, 'create'>(
    'selfsubjectrulesreviews',
    'SelfSubjectRulesReview',
    { verbs: ['create'] },
  ),
  subjectAccessReviews: clusterScoped<types.SubjectAccessReview, never, 'create'>(
    'subjectaccessreviews',
    'SubjectAccessReview',
    { verbs: ['create'] },
  ),
} as const;
