// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).

import type { Resource } from '../meta/resource.js';
import type * as types from './types/admissionregistration-v1beta1.js';
import { groupVersion } from './group-version.js';

const { clusterScoped } = groupVersion('admissionregistration.k8s.io', 'v1beta1');

/** The resources of admissionregistration.k8s.io, version v1beta1. */
export const admissionregistrationV1beta1: {
  /**
   * MutatingAdmissionPolicy, cluster-scoped. Describes the definition of an admission mutation policy that mutates the object
   * coming into admission chain.
   * @deprecated Since Kubernetes 1.37, to be removed in 1.40: use MutatingAdmissionPolicy of admissionregistration.k8s.io/v1.
   */
  readonly mutatingAdmissionPolicies: Resource<types.MutatingAdmissionPolicy, never>;
  /**
   * MutatingAdmissionPolicyBinding, cluster-scoped. Binds the MutatingAdmissionPolicy with parametrized resources.
   * @deprecated Since Kubernetes 1.37, to be removed in 1.40: use MutatingAdmissionPolicyBinding of
   * admissionregistration.k8s.io/v1.
   */
  readonly mutatingAdmissionPolicyBindings: Resource<types.MutatingAdmissionPolicyBinding, never>;
} = {
  mutatingAdmissionPolicies: clusterScoped('mutatingadmissionpolicies', 'MutatingAdmissionPolicy', {
    categories: ['api-extensions'],
  }),
  mutatingAdmissionPolicyBindings: clusterScoped(
    'mutatingadmissionpolicybindings',
    'MutatingAdmissionPolicyBinding',
    { categories: ['api-extensions'] },
  ),
};
