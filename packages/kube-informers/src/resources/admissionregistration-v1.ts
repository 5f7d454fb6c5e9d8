// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).

import type { Resource } from '../meta/resource.js';
import type * as types from './types/admissionregistration-v1.js';
import { groupVersion } from './group-version.js';

const { clusterScoped } = groupVersion('admissionregistration.k8s.io', 'v1');

/** The resources of admissionregistration.k8s.io, version v1. */
export const admissionregistrationV1: {
  /**
   * MutatingAdmissionPolicy, cluster-scoped. Describes the definition of an admission mutation policy that mutates the object
   * coming into admission chain.
   */
  readonly mutatingAdmissionPolicies: Resource<types.MutatingAdmissionPolicy, never>;
  /** MutatingAdmissionPolicyBinding, cluster-scoped. Binds the MutatingAdmissionPolicy with parametrized resources. */
  readonly mutatingAdmissionPolicyBindings: Resource<types.MutatingAdmissionPolicyBinding, never>;
  /**
   * MutatingWebhookConfiguration, cluster-scoped. Describes the configuration of and admission webhook that accept or reject
   * and may change the object.
   */
  readonly mutatingWebhookConfigurations: Resource<types.MutatingWebhookConfiguration, never>;
  /**
   * ValidatingAdmissionPolicy, cluster-scoped. Describes the definition of an admission validation policy that accepts or
   * rejects an object without changing it.
   */
  readonly validatingAdmissionPolicies: Resource<types.ValidatingAdmissionPolicy, 'status'>;
  /** ValidatingAdmissionPolicyBinding, cluster-scoped. Binds the ValidatingAdmissionPolicy with paramerized resources. */
  readonly validatingAdmissionPolicyBindings: Resource<types.ValidatingAdmissionPolicyBinding, never>;
  /**
   * ValidatingWebhookConfiguration, cluster-scoped. Describes the configuration of and admission webhook that accept or reject
   * and object without changing it.
   */
  readonly validatingWebhookConfigurations: Resource<types.ValidatingWebhookConfiguration, never>;
} = {
  mutatingAdmissionPolicies: clusterScoped('mutatingadmissionpolicies', 'MutatingAdmissionPolicy', {
    categories: ['api-extensions'],
  }),
  mutatingAdmissionPolicyBindings: clusterScoped(
    'mutatingadmissionpolicybindings',
    'MutatingAdmissionPolicyBinding',
    { categories: ['api-extensions'] },
  ),
  mutatingWebhookConfigurations: clusterScoped(
    'mutatingwebhookconfigurations',
    'MutatingWebhookConfiguration',
    { categories: ['api-extensions'] },
  ),
  validatingAdmissionPolicies: clusterScoped('validatingadmissionpolicies', 'ValidatingAdmissionPolicy', {
    subresources: ['status'],
    categories: ['api-extensions'],
  }),
  validatingAdmissionPolicyBindings: clusterScoped(
    'validatingadmissionpolicybindings',
    'ValidatingAdmissionPolicyBinding',
    { categories: ['api-extensions'] },
  ),
  validatingWebhookConfigurations: clusterScoped(
    'validatingwebhookconfigurations',
    'ValidatingWebhookConfiguration',
    { categories: ['api-extensions'] },
  ),
};
