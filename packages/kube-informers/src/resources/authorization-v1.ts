// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).

import type { Resource } from '../meta/resource.js';
import type * as types from './types/authorization-v1.js';
import { groupVersion } from './group-version.js';

const { clusterScoped, namespaced } = groupVersion('authorization.k8s.io', 'v1');

/** The resources of authorization.k8s.io, version v1. */
export const authorizationV1: {
  /** LocalSubjectAccessReview, namespaced. Checks whether or not a user or group can perform an action in a given namespace. */
  readonly localSubjectAccessReviews: Resource<types.LocalSubjectAccessReview, never, 'create'>;
  /** SelfSubjectAccessReview, cluster-scoped. Checks whether or the current user can perform an action. */
  readonly selfSubjectAccessReviews: Resource<types.SelfSubjectAccessReview, never, 'create'>;
  /** SelfSubjectRulesReview, cluster-scoped. Enumerates the set of actions the current user can perform within a namespace. */
  readonly selfSubjectRulesReviews: Resource<types.SelfSubjectRulesReview, never, 'create'>;
  /** SubjectAccessReview, cluster-scoped. Checks whether or not a user or group can perform an action. */
  readonly subjectAccessReviews: Resource<types.SubjectAccessReview, never, 'create'>;
} = {
  localSubjectAccessReviews: namespaced('localsubjectaccessreviews', 'LocalSubjectAccessReview', {
    verbs: ['create'],
  }),
  selfSubjectAccessReviews: clusterScoped('selfsubjectaccessreviews', 'SelfSubjectAccessReview', {
    verbs: ['create'],
  }),
  selfSubjectRulesReviews: clusterScoped('selfsubjectrulesreviews', 'SelfSubjectRulesReview', {
    verbs: ['create'],
  }),
  subjectAccessReviews: clusterScoped('subjectaccessreviews', 'SubjectAccessReview', { verbs: ['create'] }),
};
