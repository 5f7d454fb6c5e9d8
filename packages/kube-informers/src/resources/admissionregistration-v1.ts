// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).

import type * as types from './types/admissionregistration-v1.js';
import { groupVersion } from './group-version.js';

const { clusterScoped } = groupVersion('admissionregistration.k8s.io', 'v1');

/** The resources of admissionregistration.k8s.io, version v1. */
export const admissionregistrationV1 = {
  /**
   * MutatingAdmissionPolicy, cluster-scoped. Describes the definition of an admission mutation policy that mutates the object
   * coming into admission chain.
   */
  mutatingAdmissionPolicies: clusterScoped<types.MutatingAdmissionPolicy, never>(
    'mutatingadmissionpolicies',
    'MutatingAdmissionPolicy',
    { categories: ['api-extensions'] },
  ),
  /** MutatingAdmissionPolicyBinding, cluster-scoped. Binds the MutatingAdmissionPolicy with parametrized resources. */
  mutatingAdmissionPolicyBindings: clusterScoped<types.MutatingAdmissionPolicyBinding, never>(
    'mutatingadmissionpolicybindings',
    'MutatingAdmissionPolicyBinding',
    { categories: ['api-extensions'] },
  ),
  /**
   * MutatingWebhookConfiguration, cluster-scoped. Describes the configuration of and admission webhook that accept or reject
   * and may change the object.
   */
  mutatingWebhookConfigurations: clusterScoped<types.MutatingWebhookConfiguration, never>(
    'mutatingwebhookconfigurations',
    'MutatingWebhookConfiguration',
    { categories: ['api-extensions'] },
  ),
  /**
   * ValidatingAdmissionPolicy, cluster-scoped. Describes the definition of an admission validation policy that accepts or
   * rejects an object without changing it.
   */
  validatingAdmissionPolicies: clusterScoped<types.ValidatingAdmissionPolicy, 'status'>(
    'validatingadmissionpolicies',
    'ValidatingAdmissionPolicy',
    { subresources: ['status'], categories: ['api-extensions'] },
  ),
  /** ValidatingAdmissionPolicyBinding, cluster-scoped. Binds the ValidatingAdmissionPolicy with paramerized resources. */
  validatingAdmissionPolicyBindings: clusterScoped<types.ValidatingAdmissionPolicyBinding, never>(
    'validatingadmissionpolicybindings',
    'ValidatingAdmissionPolicyBinding',
    { categories: ['api-extensions'] },
  ),
  /**
   * ValidatingWebhookConfiguration, cluster-scoped. Describes the configuration of and admission webhook that accept or reject
   * and object without changing it.
   */
  validatingWebhookConfigurations: clusterScoped<types.ValidatingWebhookConfiguration, never>(
    'validatingwebhookconfigurations',
    'ValidatingWebhookConfiguration',
    { categories: ['api-extensions'] },
  ),
} as const;
