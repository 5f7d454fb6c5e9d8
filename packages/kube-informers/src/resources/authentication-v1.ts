// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).

import type { Resource } from '../meta/resource.js';
import type * as types from './types/authentication-v1.js';
import { groupVersion } from './group-version.js';

const { clusterScoped } = groupVersion('authentication.k8s.io', 'v1');

/** The resources of authentication.k8s.io, version v1. */
export const authenticationV1: {
  /**
   * SelfSubjectReview, cluster-scoped. Contains the user information that the kube-apiserver has about the user making this
   * request.
   */
  readonly selfSubjectReviews: Resource<types.SelfSubjectReview, never, 'create'>;
  /** TokenReview, cluster-scoped. Attempts to authenticate a token to a known user. */
  readonly tokenReviews: Resource<types.TokenReview, never, 'create'>;
} = {
  selfSubjectReviews: clusterScoped('selfsubjectreviews', 'SelfSubjectReview', { verbs: ['create'] }),
  tokenReviews: clusterScoped('tokenreviews', 'TokenReview', { verbs: ['create'] }),
};
