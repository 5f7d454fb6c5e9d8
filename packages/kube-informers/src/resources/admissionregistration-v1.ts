// Generated from k8s.io/api 0.36.4 by scripts/kubernetes-api/generate.mjs; do not edit.

import type * as types from './types/admissionregistration-v1.js';
import { groupVersion } from './group-version.js';

const { clusterScoped } = groupVersion('admissionregistration.k8s.io', 'v1');

/** The resources of admissionregistration.k8s.io, version v1. */
export const admissionregistrationV1 = {
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
  mutatingWebhookConfigurations: clusterScoped<types.MutatingWebhookConfiguration>(
    'mutatingwebhookconfigurations',
    'MutatingWebhookConfiguration',
    { categories: ['api-extensions'] },
  ),
  validatingAdmissionPolicies: clusterScoped<types.ValidatingAdmissionPolicy, 'status'>(
    'validatingadmissionpolicies',
    'ValidatingAdmissionPolicy',
    { subresources: ['status'], categories: ['api-extensions'] },
  ),
  validatingAdmissionPolicyBindings: clusterScoped<types.ValidatingAdmissionPolicyBinding>(
    'validatingadmissionpolicybindings',
    'ValidatingAdmissionPolicyBinding',
    { categories: ['api-extensions'] },
  ),
  validatingWebhookConfigurations: clusterScoped<types.ValidatingWebhookConfiguration>(
    'validatingwebhookconfigurations',
    'ValidatingWebhookConfiguration',
    { categories: ['api-extensions'] },
  ),
} as const;
