// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.

/**
 * The types of the objects by group-version, under the import names that Go programs use: `corev1.Pod`,
 * `appsv1.DeploymentSpec`, `metav1.LabelSelector`. They include the kinds of subresources (`autoscalingv1.Scale`,
 * `policyv1.Eviction`, `authenticationv1.TokenRequest`) and those of webhooks (`admissionv1.AdmissionReview`). They are the
 * types of Kubernetes 1.37.
 */
export type * as admissionv1 from './types/admission-v1.js';
export type * as admissionregistrationv1 from './types/admissionregistration-v1.js';
export type * as admissionregistrationv1alpha1 from './types/admissionregistration-v1alpha1.js';
export type * as admissionregistrationv1beta1 from './types/admissionregistration-v1beta1.js';
export type * as apiextensionsv1 from './types/apiextensions-v1.js';
export type * as apiregistrationv1 from './types/apiregistration-v1.js';
export type * as apiserverinternalv1alpha1 from './types/apiserverinternal-v1alpha1.js';
export type * as appsv1 from './types/apps-v1.js';
export type * as authenticationv1 from './types/authentication-v1.js';
export type * as authorizationv1 from './types/authorization-v1.js';
export type * as autoscalingv1 from './types/autoscaling-v1.js';
export type * as autoscalingv2 from './types/autoscaling-v2.js';
export type * as batchv1 from './types/batch-v1.js';
export type * as certificatesv1 from './types/certificates-v1.js';
export type * as certificatesv1alpha1 from './types/certificates-v1alpha1.js';
export type * as certificatesv1beta1 from './types/certificates-v1beta1.js';
export type * as coordinationv1 from './types/coordination-v1.js';
export type * as coordinationv1alpha2 from './types/coordination-v1alpha2.js';
export type * as coordinationv1beta1 from './types/coordination-v1beta1.js';
export type * as corev1 from './types/core-v1.js';
export type * as discoveryv1 from './types/discovery-v1.js';
export type * as eventsv1 from './types/events-v1.js';
export type * as flowcontrolv1 from './types/flowcontrol-v1.js';
export type * as lifecyclev1alpha1 from './types/lifecycle-v1alpha1.js';
export type * as metav1 from '../meta/meta-v1.js';
export type * as metricsv1 from './types/metrics-v1.js';
export type * as metricsv1beta1 from './types/metrics-v1beta1.js';
export type * as networkingv1 from './types/networking-v1.js';
export type * as networkingv1beta1 from './types/networking-v1beta1.js';
export type * as nodev1 from './types/node-v1.js';
export type * as policyv1 from './types/policy-v1.js';
export type * as rbacv1 from './types/rbac-v1.js';
export type * as resourcev1 from './types/resource-v1.js';
export type * as resourcev1alpha3 from './types/resource-v1alpha3.js';
export type * as resourcev1beta1 from './types/resource-v1beta1.js';
export type * as resourcev1beta2 from './types/resource-v1beta2.js';
export type * as schedulingv1 from './types/scheduling-v1.js';
export type * as schedulingv1alpha1 from './types/scheduling-v1alpha1.js';
export type * as schedulingv1alpha2 from './types/scheduling-v1alpha2.js';
export type * as schedulingv1alpha3 from './types/scheduling-v1alpha3.js';
export type * as schedulingv1beta1 from './types/scheduling-v1beta1.js';
export type * as storagev1 from './types/storage-v1.js';
export type * as storagev1alpha1 from './types/storage-v1alpha1.js';
export type * as storagev1beta1 from './types/storage-v1beta1.js';
export type * as storagemigrationv1 from './types/storagemigration-v1.js';
export type * as storagemigrationv1alpha1 from './types/storagemigration-v1alpha1.js';
export type * as storagemigrationv1beta1 from './types/storagemigration-v1beta1.js';
