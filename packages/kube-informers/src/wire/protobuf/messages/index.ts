// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.

import type { MessageTable } from '../message-types.js';

/** Loads the messages of a group-version, by its apiVersion. */
export const messageTables: Readonly<Record<string, (() => Promise<MessageTable>) | undefined>> = {
  'admissionregistration.k8s.io/v1': async () =>
    (await import('./admissionregistration-v1.js')).admissionregistrationV1,
  'admissionregistration.k8s.io/v1alpha1': async () =>
    (await import('./admissionregistration-v1alpha1.js')).admissionregistrationV1alpha1,
  'admissionregistration.k8s.io/v1beta1': async () =>
    (await import('./admissionregistration-v1beta1.js')).admissionregistrationV1beta1,
  'apiextensions.k8s.io/v1': async () => (await import('./apiextensions-v1.js')).apiextensionsV1,
  'apiregistration.k8s.io/v1': async () => (await import('./apiregistration-v1.js')).apiregistrationV1,
  'internal.apiserver.k8s.io/v1alpha1': async () =>
    (await import('./apiserverinternal-v1alpha1.js')).internalV1alpha1,
  'apps/v1': async () => (await import('./apps-v1.js')).appsV1,
  'autoscaling/v1': async () => (await import('./autoscaling-v1.js')).autoscalingV1,
  'autoscaling/v2': async () => (await import('./autoscaling-v2.js')).autoscalingV2,
  'batch/v1': async () => (await import('./batch-v1.js')).batchV1,
  'certificates.k8s.io/v1': async () => (await import('./certificates-v1.js')).certificatesV1,
  'certificates.k8s.io/v1alpha1': async () =>
    (await import('./certificates-v1alpha1.js')).certificatesV1alpha1,
  'certificates.k8s.io/v1beta1': async () => (await import('./certificates-v1beta1.js')).certificatesV1beta1,
  'coordination.k8s.io/v1': async () => (await import('./coordination-v1.js')).coordinationV1,
  'coordination.k8s.io/v1alpha2': async () =>
    (await import('./coordination-v1alpha2.js')).coordinationV1alpha2,
  'coordination.k8s.io/v1beta1': async () => (await import('./coordination-v1beta1.js')).coordinationV1beta1,
  v1: async () => (await import('./core-v1.js')).coreV1,
  'discovery.k8s.io/v1': async () => (await import('./discovery-v1.js')).discoveryV1,
  'events.k8s.io/v1': async () => (await import('./events-v1.js')).eventsV1,
  'flowcontrol.apiserver.k8s.io/v1': async () => (await import('./flowcontrol-v1.js')).flowcontrolV1,
  'lifecycle.k8s.io/v1alpha1': async () => (await import('./lifecycle-v1alpha1.js')).lifecycleV1alpha1,
  'networking.k8s.io/v1': async () => (await import('./networking-v1.js')).networkingV1,
  'networking.k8s.io/v1beta1': async () => (await import('./networking-v1beta1.js')).networkingV1beta1,
  'node.k8s.io/v1': async () => (await import('./node-v1.js')).nodeV1,
  'policy/v1': async () => (await import('./policy-v1.js')).policyV1,
  'rbac.authorization.k8s.io/v1': async () => (await import('./rbac-v1.js')).rbacV1,
  'resource.k8s.io/v1': async () => (await import('./resource-v1.js')).resourceV1,
  'resource.k8s.io/v1alpha3': async () => (await import('./resource-v1alpha3.js')).resourceV1alpha3,
  'resource.k8s.io/v1beta1': async () => (await import('./resource-v1beta1.js')).resourceV1beta1,
  'resource.k8s.io/v1beta2': async () => (await import('./resource-v1beta2.js')).resourceV1beta2,
  'scheduling.k8s.io/v1': async () => (await import('./scheduling-v1.js')).schedulingV1,
  'scheduling.k8s.io/v1alpha1': async () => (await import('./scheduling-v1alpha1.js')).schedulingV1alpha1,
  'scheduling.k8s.io/v1alpha2': async () => (await import('./scheduling-v1alpha2.js')).schedulingV1alpha2,
  'scheduling.k8s.io/v1alpha3': async () => (await import('./scheduling-v1alpha3.js')).schedulingV1alpha3,
  'scheduling.k8s.io/v1beta1': async () => (await import('./scheduling-v1beta1.js')).schedulingV1beta1,
  'storage.k8s.io/v1': async () => (await import('./storage-v1.js')).storageV1,
  'storage.k8s.io/v1alpha1': async () => (await import('./storage-v1alpha1.js')).storageV1alpha1,
  'storage.k8s.io/v1beta1': async () => (await import('./storage-v1beta1.js')).storageV1beta1,
  'storagemigration.k8s.io/v1': async () => (await import('./storagemigration-v1.js')).storagemigrationV1,
  'storagemigration.k8s.io/v1alpha1': async () =>
    (await import('./storagemigration-v1alpha1.js')).storagemigrationV1alpha1,
  'storagemigration.k8s.io/v1beta1': async () =>
    (await import('./storagemigration-v1beta1.js')).storagemigrationV1beta1,
};
