// Generated from k8s.io/api 0.36.4 by scripts/kubernetes-api/generate.mjs; do not edit.

import type * as types from './types/admissionregistration-v1beta1.js';
import { groupVersion } from './group-version.js';

const { clusterScoped } = groupVersion('admissionregistration.k8s.io', 'v1beta1');

/** The resources of admissionregistration.k8s.io, version v1beta1. */
export const admissionregistrationV1beta1 = {
  mutatingAdmissionPolicies: clusterScoped<types.MutatingAdmissionPolicy>(
    'mutatingadmissionpolicies',
    'MutatingAdmissionPolicy',
    { categories: ['api-extensions'] },
  ),
  mutatingAdmissionPolicyBindings: clusterScoped<types.MutatingAdmissionPolicyBinding>(
    'mutatingadmissionpolicybindings',
    'MutatingAdmissionPolicyBinding',
    { categories: ['api-extensions'] },
  ),
} as const;
