// Written by scripts/derive-resources.mjs: change that or scripts/resource-facts.mjs, not this file.
import type {
  MutatingWebhookConfiguration,
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyBinding,
  ValidatingWebhookConfiguration,
} from 'kubernetes-types/admissionregistration/v1.js';
import { defineResource } from '../meta/resource.js';

/** The resources of admissionregistration.k8s.io, version v1. */
export const admissionregistrationV1 = {
  mutatingWebhookConfigurations: defineResource<MutatingWebhookConfiguration>({
    group: 'admissionregistration.k8s.io',
    version: 'v1',
    resource: 'mutatingwebhookconfigurations',
    kind: 'MutatingWebhookConfiguration',
    namespaced: false,
    categories: ['api-extensions'],
  }),
  validatingAdmissionPolicies: defineResource<ValidatingAdmissionPolicy>({
    group: 'admissionregistration.k8s.io',
    version: 'v1',
    resource: 'validatingadmissionpolicies',
    kind: 'ValidatingAdmissionPolicy',
    namespaced: false,
    subresources: ['status'],
    categories: ['api-extensions'],
  }),
  validatingAdmissionPolicyBindings: defineResource<ValidatingAdmissionPolicyBinding>({
    group: 'admissionregistration.k8s.io',
    version: 'v1',
    resource: 'validatingadmissionpolicybindings',
    kind: 'ValidatingAdmissionPolicyBinding',
    namespaced: false,
    categories: ['api-extensions'],
  }),
  validatingWebhookConfigurations: defineResource<ValidatingWebhookConfiguration>({
    group: 'admissionregistration.k8s.io',
    version: 'v1',
    resource: 'validatingwebhookconfigurations',
    kind: 'ValidatingWebhookConfiguration',
    namespaced: false,
    categories: ['api-extensions'],
  }),
} as const;
