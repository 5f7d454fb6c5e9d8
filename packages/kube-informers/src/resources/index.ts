// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.

import type { KubernetesObject } from '../meta/types.js';
import type { Resource } from '../meta/resource.js';
import { admissionregistrationV1 } from './admissionregistration-v1.js';
import { admissionregistrationV1alpha1 } from './admissionregistration-v1alpha1.js';
import { admissionregistrationV1beta1 } from './admissionregistration-v1beta1.js';
import { apiextensionsV1 } from './apiextensions-v1.js';
import { apiregistrationV1 } from './apiregistration-v1.js';
import { internalV1alpha1 } from './apiserverinternal-v1alpha1.js';
import { appsV1 } from './apps-v1.js';
import { authenticationV1 } from './authentication-v1.js';
import { authorizationV1 } from './authorization-v1.js';
import { autoscalingV1 } from './autoscaling-v1.js';
import { autoscalingV2 } from './autoscaling-v2.js';
import { batchV1 } from './batch-v1.js';
import { certificatesV1 } from './certificates-v1.js';
import { certificatesV1alpha1 } from './certificates-v1alpha1.js';
import { certificatesV1beta1 } from './certificates-v1beta1.js';
import { coordinationV1 } from './coordination-v1.js';
import { coordinationV1alpha2 } from './coordination-v1alpha2.js';
import { coordinationV1beta1 } from './coordination-v1beta1.js';
import { coreV1 } from './core-v1.js';
import { discoveryV1 } from './discovery-v1.js';
import { eventsV1 } from './events-v1.js';
import { flowcontrolV1 } from './flowcontrol-v1.js';
import { lifecycleV1alpha1 } from './lifecycle-v1alpha1.js';
import { metricsV1 } from './metrics-v1.js';
import { metricsV1beta1 } from './metrics-v1beta1.js';
import { networkingV1 } from './networking-v1.js';
import { networkingV1beta1 } from './networking-v1beta1.js';
import { nodeV1 } from './node-v1.js';
import { policyV1 } from './policy-v1.js';
import { rbacV1 } from './rbac-v1.js';
import { resourceV1 } from './resource-v1.js';
import { resourceV1alpha3 } from './resource-v1alpha3.js';
import { resourceV1beta1 } from './resource-v1beta1.js';
import { resourceV1beta2 } from './resource-v1beta2.js';
import { schedulingV1 } from './scheduling-v1.js';
import { schedulingV1alpha1 } from './scheduling-v1alpha1.js';
import { schedulingV1alpha2 } from './scheduling-v1alpha2.js';
import { schedulingV1alpha3 } from './scheduling-v1alpha3.js';
import { schedulingV1beta1 } from './scheduling-v1beta1.js';
import { storageV1 } from './storage-v1.js';
import { storageV1alpha1 } from './storage-v1alpha1.js';
import { storageV1beta1 } from './storage-v1beta1.js';
import { storagemigrationV1 } from './storagemigration-v1.js';
import { storagemigrationV1alpha1 } from './storagemigration-v1alpha1.js';
import { storagemigrationV1beta1 } from './storagemigration-v1beta1.js';

export {
  admissionregistrationV1,
  admissionregistrationV1alpha1,
  admissionregistrationV1beta1,
  apiextensionsV1,
  apiregistrationV1,
  internalV1alpha1,
  appsV1,
  authenticationV1,
  authorizationV1,
  autoscalingV1,
  autoscalingV2,
  batchV1,
  certificatesV1,
  certificatesV1alpha1,
  certificatesV1beta1,
  coordinationV1,
  coordinationV1alpha2,
  coordinationV1beta1,
  coreV1,
  discoveryV1,
  eventsV1,
  flowcontrolV1,
  lifecycleV1alpha1,
  metricsV1,
  metricsV1beta1,
  networkingV1,
  networkingV1beta1,
  nodeV1,
  policyV1,
  rbacV1,
  resourceV1,
  resourceV1alpha3,
  resourceV1beta1,
  resourceV1beta2,
  schedulingV1,
  schedulingV1alpha1,
  schedulingV1alpha2,
  schedulingV1alpha3,
  schedulingV1beta1,
  storageV1,
  storageV1alpha1,
  storageV1beta1,
  storagemigrationV1,
  storagemigrationV1alpha1,
  storagemigrationV1beta1,
};
export type * from './types.js';

/** The resources of one group-version by client-go's accessor in lower camel case (`pods`, `configMaps`). */
export type ResourceTable = Readonly<Record<string, Resource<KubernetesObject, string, never>>>;

/**
 * All resource tables by client-go's clientset accessor in lower camel case: `resources.coreV1.pods` is the resource of
 * `clientset.coreV1().pods(namespace)`.
 */
export const resources: {
  /** The resources of admissionregistration.k8s.io/v1. */
  readonly admissionregistrationV1: typeof admissionregistrationV1;
  /** The resources of admissionregistration.k8s.io/v1alpha1. */
  readonly admissionregistrationV1alpha1: typeof admissionregistrationV1alpha1;
  /** The resources of admissionregistration.k8s.io/v1beta1. */
  readonly admissionregistrationV1beta1: typeof admissionregistrationV1beta1;
  /** The resources of apiextensions.k8s.io/v1. */
  readonly apiextensionsV1: typeof apiextensionsV1;
  /** The resources of apiregistration.k8s.io/v1. */
  readonly apiregistrationV1: typeof apiregistrationV1;
  /** The resources of internal.apiserver.k8s.io/v1alpha1. */
  readonly internalV1alpha1: typeof internalV1alpha1;
  /** The resources of apps/v1. */
  readonly appsV1: typeof appsV1;
  /** The resources of authentication.k8s.io/v1. */
  readonly authenticationV1: typeof authenticationV1;
  /** The resources of authorization.k8s.io/v1. */
  readonly authorizationV1: typeof authorizationV1;
  /** The resources of autoscaling/v1. */
  readonly autoscalingV1: typeof autoscalingV1;
  /** The resources of autoscaling/v2. */
  readonly autoscalingV2: typeof autoscalingV2;
  /** The resources of batch/v1. */
  readonly batchV1: typeof batchV1;
  /** The resources of certificates.k8s.io/v1. */
  readonly certificatesV1: typeof certificatesV1;
  /** The resources of certificates.k8s.io/v1alpha1. */
  readonly certificatesV1alpha1: typeof certificatesV1alpha1;
  /** The resources of certificates.k8s.io/v1beta1. */
  readonly certificatesV1beta1: typeof certificatesV1beta1;
  /** The resources of coordination.k8s.io/v1. */
  readonly coordinationV1: typeof coordinationV1;
  /** The resources of coordination.k8s.io/v1alpha2. */
  readonly coordinationV1alpha2: typeof coordinationV1alpha2;
  /** The resources of coordination.k8s.io/v1beta1. */
  readonly coordinationV1beta1: typeof coordinationV1beta1;
  /** The resources of core/v1. */
  readonly coreV1: typeof coreV1;
  /** The resources of discovery.k8s.io/v1. */
  readonly discoveryV1: typeof discoveryV1;
  /** The resources of events.k8s.io/v1. */
  readonly eventsV1: typeof eventsV1;
  /** The resources of flowcontrol.apiserver.k8s.io/v1. */
  readonly flowcontrolV1: typeof flowcontrolV1;
  /** The resources of lifecycle.k8s.io/v1alpha1. */
  readonly lifecycleV1alpha1: typeof lifecycleV1alpha1;
  /** The resources of metrics.k8s.io/v1. */
  readonly metricsV1: typeof metricsV1;
  /** The resources of metrics.k8s.io/v1beta1. */
  readonly metricsV1beta1: typeof metricsV1beta1;
  /** The resources of networking.k8s.io/v1. */
  readonly networkingV1: typeof networkingV1;
  /** The resources of networking.k8s.io/v1beta1. */
  readonly networkingV1beta1: typeof networkingV1beta1;
  /** The resources of node.k8s.io/v1. */
  readonly nodeV1: typeof nodeV1;
  /** The resources of policy/v1. */
  readonly policyV1: typeof policyV1;
  /** The resources of rbac.authorization.k8s.io/v1. */
  readonly rbacV1: typeof rbacV1;
  /** The resources of resource.k8s.io/v1. */
  readonly resourceV1: typeof resourceV1;
  /** The resources of resource.k8s.io/v1alpha3. */
  readonly resourceV1alpha3: typeof resourceV1alpha3;
  /** The resources of resource.k8s.io/v1beta1. */
  readonly resourceV1beta1: typeof resourceV1beta1;
  /** The resources of resource.k8s.io/v1beta2. */
  readonly resourceV1beta2: typeof resourceV1beta2;
  /** The resources of scheduling.k8s.io/v1. */
  readonly schedulingV1: typeof schedulingV1;
  /** The resources of scheduling.k8s.io/v1alpha1. */
  readonly schedulingV1alpha1: typeof schedulingV1alpha1;
  /** The resources of scheduling.k8s.io/v1alpha2. */
  readonly schedulingV1alpha2: typeof schedulingV1alpha2;
  /** The resources of scheduling.k8s.io/v1alpha3. */
  readonly schedulingV1alpha3: typeof schedulingV1alpha3;
  /** The resources of scheduling.k8s.io/v1beta1. */
  readonly schedulingV1beta1: typeof schedulingV1beta1;
  /** The resources of storage.k8s.io/v1. */
  readonly storageV1: typeof storageV1;
  /** The resources of storage.k8s.io/v1alpha1. */
  readonly storageV1alpha1: typeof storageV1alpha1;
  /** The resources of storage.k8s.io/v1beta1. */
  readonly storageV1beta1: typeof storageV1beta1;
  /** The resources of storagemigration.k8s.io/v1. */
  readonly storagemigrationV1: typeof storagemigrationV1;
  /** The resources of storagemigration.k8s.io/v1alpha1. */
  readonly storagemigrationV1alpha1: typeof storagemigrationV1alpha1;
  /** The resources of storagemigration.k8s.io/v1beta1. */
  readonly storagemigrationV1beta1: typeof storagemigrationV1beta1;
} = {
  admissionregistrationV1,
  admissionregistrationV1alpha1,
  admissionregistrationV1beta1,
  apiextensionsV1,
  apiregistrationV1,
  internalV1alpha1,
  appsV1,
  authenticationV1,
  authorizationV1,
  autoscalingV1,
  autoscalingV2,
  batchV1,
  certificatesV1,
  certificatesV1alpha1,
  certificatesV1beta1,
  coordinationV1,
  coordinationV1alpha2,
  coordinationV1beta1,
  coreV1,
  discoveryV1,
  eventsV1,
  flowcontrolV1,
  lifecycleV1alpha1,
  metricsV1,
  metricsV1beta1,
  networkingV1,
  networkingV1beta1,
  nodeV1,
  policyV1,
  rbacV1,
  resourceV1,
  resourceV1alpha3,
  resourceV1beta1,
  resourceV1beta2,
  schedulingV1,
  schedulingV1alpha1,
  schedulingV1alpha2,
  schedulingV1alpha3,
  schedulingV1beta1,
  storageV1,
  storageV1alpha1,
  storageV1beta1,
  storagemigrationV1,
  storagemigrationV1alpha1,
  storagemigrationV1beta1,
};

/**
 * All resource tables by client-go's informer accessors: `groupTables.core.v1.pods` is the resource of
 * `factory.core().v1().pods()`.
 *
 * For a typed view of all resources, use a mapped type over this constant: `{ [G in keyof GroupTables]: () => { [V in keyof
 * GroupTables[G]]: () => { [R in keyof GroupTables[G][V]]: () => View<ObjectOf<GroupTables[G][V][R]>> } } }`.
 */
export const groupTables = {
  /** The resource tables of the group by version. */
  admissionregistration: {
    /** The resources of admissionregistration.k8s.io/v1. */
    v1: admissionregistrationV1,
    /** The resources of admissionregistration.k8s.io/v1alpha1. */
    v1alpha1: admissionregistrationV1alpha1,
    /** The resources of admissionregistration.k8s.io/v1beta1. */
    v1beta1: admissionregistrationV1beta1,
  },
  /** The resource tables of the group by version. */
  apiextensions: {
    /** The resources of apiextensions.k8s.io/v1. */
    v1: apiextensionsV1,
  },
  /** The resource tables of the group by version. */
  apiregistration: {
    /** The resources of apiregistration.k8s.io/v1. */
    v1: apiregistrationV1,
  },
  /** The resource tables of the group by version. */
  internal: {
    /** The resources of internal.apiserver.k8s.io/v1alpha1. */
    v1alpha1: internalV1alpha1,
  },
  /** The resource tables of the group by version. */
  apps: {
    /** The resources of apps/v1. */
    v1: appsV1,
  },
  /** The resource tables of the group by version. */
  authentication: {
    /** The resources of authentication.k8s.io/v1. */
    v1: authenticationV1,
  },
  /** The resource tables of the group by version. */
  authorization: {
    /** The resources of authorization.k8s.io/v1. */
    v1: authorizationV1,
  },
  /** The resource tables of the group by version. */
  autoscaling: {
    /** The resources of autoscaling/v1. */
    v1: autoscalingV1,
    /** The resources of autoscaling/v2. */
    v2: autoscalingV2,
  },
  /** The resource tables of the group by version. */
  batch: {
    /** The resources of batch/v1. */
    v1: batchV1,
  },
  /** The resource tables of the group by version. */
  certificates: {
    /** The resources of certificates.k8s.io/v1. */
    v1: certificatesV1,
    /** The resources of certificates.k8s.io/v1alpha1. */
    v1alpha1: certificatesV1alpha1,
    /** The resources of certificates.k8s.io/v1beta1. */
    v1beta1: certificatesV1beta1,
  },
  /** The resource tables of the group by version. */
  coordination: {
    /** The resources of coordination.k8s.io/v1. */
    v1: coordinationV1,
    /** The resources of coordination.k8s.io/v1alpha2. */
    v1alpha2: coordinationV1alpha2,
    /** The resources of coordination.k8s.io/v1beta1. */
    v1beta1: coordinationV1beta1,
  },
  /** The resource tables of the group by version. */
  core: {
    /** The resources of core/v1. */
    v1: coreV1,
  },
  /** The resource tables of the group by version. */
  discovery: {
    /** The resources of discovery.k8s.io/v1. */
    v1: discoveryV1,
  },
  /** The resource tables of the group by version. */
  events: {
    /** The resources of events.k8s.io/v1. */
    v1: eventsV1,
  },
  /** The resource tables of the group by version. */
  flowcontrol: {
    /** The resources of flowcontrol.apiserver.k8s.io/v1. */
    v1: flowcontrolV1,
  },
  /** The resource tables of the group by version. */
  lifecycle: {
    /** The resources of lifecycle.k8s.io/v1alpha1. */
    v1alpha1: lifecycleV1alpha1,
  },
  /** The resource tables of the group by version. */
  metrics: {
    /** The resources of metrics.k8s.io/v1. */
    v1: metricsV1,
    /** The resources of metrics.k8s.io/v1beta1. */
    v1beta1: metricsV1beta1,
  },
  /** The resource tables of the group by version. */
  networking: {
    /** The resources of networking.k8s.io/v1. */
    v1: networkingV1,
    /** The resources of networking.k8s.io/v1beta1. */
    v1beta1: networkingV1beta1,
  },
  /** The resource tables of the group by version. */
  node: {
    /** The resources of node.k8s.io/v1. */
    v1: nodeV1,
  },
  /** The resource tables of the group by version. */
  policy: {
    /** The resources of policy/v1. */
    v1: policyV1,
  },
  /** The resource tables of the group by version. */
  rbac: {
    /** The resources of rbac.authorization.k8s.io/v1. */
    v1: rbacV1,
  },
  /** The resource tables of the group by version. */
  resource: {
    /** The resources of resource.k8s.io/v1. */
    v1: resourceV1,
    /** The resources of resource.k8s.io/v1alpha3. */
    v1alpha3: resourceV1alpha3,
    /** The resources of resource.k8s.io/v1beta1. */
    v1beta1: resourceV1beta1,
    /** The resources of resource.k8s.io/v1beta2. */
    v1beta2: resourceV1beta2,
  },
  /** The resource tables of the group by version. */
  scheduling: {
    /** The resources of scheduling.k8s.io/v1. */
    v1: schedulingV1,
    /** The resources of scheduling.k8s.io/v1alpha1. */
    v1alpha1: schedulingV1alpha1,
    /** The resources of scheduling.k8s.io/v1alpha2. */
    v1alpha2: schedulingV1alpha2,
    /** The resources of scheduling.k8s.io/v1alpha3. */
    v1alpha3: schedulingV1alpha3,
    /** The resources of scheduling.k8s.io/v1beta1. */
    v1beta1: schedulingV1beta1,
  },
  /** The resource tables of the group by version. */
  storage: {
    /** The resources of storage.k8s.io/v1. */
    v1: storageV1,
    /** The resources of storage.k8s.io/v1alpha1. */
    v1alpha1: storageV1alpha1,
    /** The resources of storage.k8s.io/v1beta1. */
    v1beta1: storageV1beta1,
  },
  /** The resource tables of the group by version. */
  storagemigration: {
    /** The resources of storagemigration.k8s.io/v1. */
    v1: storagemigrationV1,
    /** The resources of storagemigration.k8s.io/v1alpha1. */
    v1alpha1: storagemigrationV1alpha1,
    /** The resources of storagemigration.k8s.io/v1beta1. */
    v1beta1: storagemigrationV1beta1,
  },
} as const;

/** The type of `resources`, for mapped types over all built-in resources. */
export type GroupVersionTables = typeof resources;
/** The type of `groupTables`, for mapped types by group and version. */
export type GroupTables = typeof groupTables;

/**
 * Every built-in resource of every version, without those of metrics.k8s.io, which another server serves.
 *
 * Some lack verbs, which their type does not tell here: see `verbs`.
 */
export const builtInResources: readonly Resource<KubernetesObject>[] = Object.values<ResourceTable>(resources)
  .flatMap((table) => Object.values(table) as Resource<KubernetesObject>[])
  .filter(({ group }) => group !== 'metrics.k8s.io');
