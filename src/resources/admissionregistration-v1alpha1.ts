// Written by scripts/derive-resources.mjs: change that or scripts/resource-facts.mjs, not this file.
import type {
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyBinding,
} from 'kubernetes-types/admissionregistration/v1alpha1.js';
import { defineResource } from '../meta/resource.js';

/** The resources of admissionregistration.k8s.io, version v1alpha1. */
export const admissionregistrationV1alpha1 = {
  validatingAdmissionPolicies: defineResource<ValidatingAdmissionPolicy>({
    group: 'admissionregistration.k8s.io',
    version: 'v1alpha1',
    resource: 'validatingadmissionpolicies',
    kind: 'ValidatingAdmissionPolicy',
    namespaced: false,
    subresources: ['status'],
    categories: ['api-extensions'],
  }),
  validatingAdmissionPolicyBindings: defineResource<ValidatingAdmissionPolicyBinding>({
    group: 'admissionregistration.k8s.io',
    version: 'v1alpha1',
    resource: 'validatingadmissionpolicybindings',
    kind: 'ValidatingAdmissionPolicyBinding',
    namespaced: false,
    categories: ['api-extensions'],
  }),
} as const;
