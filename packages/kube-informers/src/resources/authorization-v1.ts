// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).

import type * as types from './types/authorization-v1.js';
import { groupVersion } from './group-version.js';

const { clusterScoped, namespaced } = groupVersion('authorization.k8s.io', 'v1');

/** The resources of authorization.k8s.io, version v1. */
export const authorizationV1 = {
  /** LocalSubjectAccessReview, namespaced. Checks whether or not a user or group can perform an action in a given namespace. */
  localSubjectAccessReviews: namespaced<types.LocalSubjectAccessReview, never, 'create'>(
    'localsubjectaccessreviews',
    'LocalSubjectAccessReview',
    { verbs: ['create'] },
  ),
  /** SelfSubjectAccessReview, cluster-scoped. Checks whether or the current user can perform an action. */
  selfSubjectAccessReviews: clusterScoped<types.SelfSubjectAccessReview, never, 'create'>(
    'selfsubjectaccessreviews',
    'SelfSubjectAccessReview',
    { verbs: ['create'] },
  ),
  /** SelfSubjectRulesReview, cluster-scoped. Enumerates the set of actions the current user can perform within a namespace. */
  selfSubjectRulesReviews: clusterScoped<types.SelfSubjectRulesReview, never, 'create'>(
    'selfsubjectrulesreviews',
    'SelfSubjectRulesReview',
    { verbs: ['create'] },
  ),
  /** SubjectAccessReview, cluster-scoped. Checks whether or not a user or group can perform an action. */
  subjectAccessReviews: clusterScoped<types.SubjectAccessReview, never, 'create'>(
    'subjectaccessreviews',
    'SubjectAccessReview',
    { verbs: ['create'] },
  ),
} as const;
