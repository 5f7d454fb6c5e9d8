// Written by scripts/derive-resources.mjs: change that or scripts/resource-facts.mjs, not this file.
/**
 * The objects' types by group-version, under the names that Go programs import them by: `corev1.Pod`,
 * `appsv1.DeploymentSpec`, `metav1.LabelSelector`. So are the kinds that only a subresource takes or gives:
 * `autoscalingv1.Scale`, `policyv1.Eviction`, `authenticationv1.TokenRequest`.
 */
export type * as admissionregistrationv1 from 'kubernetes-types/admissionregistration/v1.js';
export type * as admissionregistrationv1alpha1 from 'kubernetes-types/admissionregistration/v1alpha1.js';
export type * as admissionregistrationv1beta1 from 'kubernetes-types/admissionregistration/v1beta1.js';
export type * as apiextensionsv1 from 'kubernetes-types/apiextensions/v1.js';
export type * as apiserverinternalv1alpha1 from 'kubernetes-types/apiserverinternal/v1alpha1.js';
export type * as appsv1 from 'kubernetes-types/apps/v1.js';
export type * as authenticationv1 from 'kubernetes-types/authentication/v1.js';
export type * as authenticationv1alpha1 from 'kubernetes-types/authentication/v1alpha1.js';
export type * as authenticationv1beta1 from 'kubernetes-types/authentication/v1beta1.js';
export type * as authorizationv1 from 'kubernetes-types/authorization/v1.js';
export type * as autoscalingv1 from 'kubernetes-types/autoscaling/v1.js';
export type * as autoscalingv2 from 'kubernetes-types/autoscaling/v2.js';
export type * as batchv1 from 'kubernetes-types/batch/v1.js';
export type * as certificatesv1 from 'kubernetes-types/certificates/v1.js';
export type * as certificatesv1alpha1 from 'kubernetes-types/certificates/v1alpha1.js';
export type * as coordinationv1 from 'kubernetes-types/coordination/v1.js';
export type * as corev1 from 'kubernetes-types/core/v1.js';
export type * as discoveryv1 from 'kubernetes-types/discovery/v1.js';
export type * as eventsv1 from 'kubernetes-types/events/v1.js';
export type * as flowcontrolv1 from 'kubernetes-types/flowcontrol/v1.js';
export type * as flowcontrolv1beta3 from 'kubernetes-types/flowcontrol/v1beta3.js';
export type * as metav1 from 'kubernetes-types/meta/v1.js';
export type * as networkingv1 from 'kubernetes-types/networking/v1.js';
export type * as networkingv1alpha1 from 'kubernetes-types/networking/v1alpha1.js';
export type * as nodev1 from 'kubernetes-types/node/v1.js';
export type * as policyv1 from 'kubernetes-types/policy/v1.js';
export type * as rbacv1 from 'kubernetes-types/rbac/v1.js';
export type * as resourcev1alpha2 from 'kubernetes-types/resource/v1alpha2.js';
export type * as schedulingv1 from 'kubernetes-types/scheduling/v1.js';
export type * as storagev1 from 'kubernetes-types/storage/v1.js';
export type * as storagev1alpha1 from 'kubernetes-types/storage/v1alpha1.js';
export type * as storagemigrationv1alpha1 from 'kubernetes-types/storagemigration/v1alpha1.js';
