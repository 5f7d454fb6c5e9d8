// Generated from k8s.io/api 0.36.4 by scripts/kubernetes-api/generate.mjs; do not edit.

import type * as types from './types/admissionregistration-v1alpha1.js';
import { groupVersion } from './group-version.js';

const { clusterScoped } = groupVersion('admissionregistration.k8s.io', 'v1alpha1');

/** The resources of admissionregistration.k8s.io, version v1alpha1. */
export const admissionregistrationV1alpha1 = {
  /** @deprecated Since Kubernetes 1.35, to be removed in 1.38. */
  mutatingAdmissionPolicies: clusterScoped<types.MutatingAdmissionPolicy>(
    'mutatingadmissionpolicies',
    'MutatingAdmissionPolicy',
    { categories: ['api-extensions'] },
  ),
  /** @deprecated Since Kubernetes 1.35, to be removed in 1.38. */
  mutatingAdmissionPolicyBindings: clusterScoped<types.MutatingAdmissionPolicyBinding>(
    'mutatingadmissionpolicybindings',
    'MutatingAdmissionPolicyBinding',
    { categories: ['api-extensions'] },
  ),
} as const;
