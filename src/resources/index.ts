// Written by scripts/derive-resources.mjs: change that or scripts/resource-facts.mjs, not this file.
import type { KubernetesObject } from '../meta/types.js';
import type { Resource } from '../meta/resource.js';
import { admissionregistrationV1 } from './admissionregistration-v1.js';
import { admissionregistrationV1alpha1 } from './admissionregistration-v1alpha1.js';
import { admissionregistrationV1beta1 } from './admissionregistration-v1beta1.js';
import { apiextensionsV1 } from './apiextensions-v1.js';
import { internalV1alpha1 } from './apiserverinternal-v1alpha1.js';
import { appsV1 } from './apps-v1.js';
import { authenticationV1 } from './authentication-v1.js';
import { authenticationV1alpha1 } from './authentication-v1alpha1.js';
import { authenticationV1beta1 } from './authentication-v1beta1.js';
import { authorizationV1 } from './authorization-v1.js';
import { autoscalingV1 } from './autoscaling-v1.js';
import { autoscalingV2 } from './autoscaling-v2.js';
import { batchV1 } from './batch-v1.js';
import { certificatesV1 } from './certificates-v1.js';
import { certificatesV1alpha1 } from './certificates-v1alpha1.js';
import { coordinationV1 } from './coordination-v1.js';
import { coreV1 } from './core-v1.js';
import { discoveryV1 } from './discovery-v1.js';
import { eventsV1 } from './events-v1.js';
import { flowcontrolV1 } from './flowcontrol-v1.js';
import { flowcontrolV1beta3 } from './flowcontrol-v1beta3.js';
import { networkingV1 } from './networking-v1.js';
import { networkingV1alpha1 } from './networking-v1alpha1.js';
import { nodeV1 } from './node-v1.js';
import { policyV1 } from './policy-v1.js';
import { rbacV1 } from './rbac-v1.js';
import { resourceV1alpha2 } from './resource-v1alpha2.js';
import { schedulingV1 } from './scheduling-v1.js';
import { storageV1 } from './storage-v1.js';
import { storageV1alpha1 } from './storage-v1alpha1.js';
import { storagemigrationV1alpha1 } from './storagemigration-v1alpha1.js';

export {
  admissionregistrationV1,
  admissionregistrationV1alpha1,
  admissionregistrationV1beta1,
  apiextensionsV1,
  internalV1alpha1,
  appsV1,
  authenticationV1,
  authenticationV1alpha1,
  authenticationV1beta1,
  authorizationV1,
  autoscalingV1,
  autoscalingV2,
  batchV1,
  certificatesV1,
  certificatesV1alpha1,
  coordinationV1,
  coreV1,
  discoveryV1,
  eventsV1,
  flowcontrolV1,
  flowcontrolV1beta3,
  networkingV1,
  networkingV1alpha1,
  nodeV1,
  policyV1,
  rbacV1,
  resourceV1alpha2,
  schedulingV1,
  storageV1,
  storageV1alpha1,
  storagemigrationV1alpha1,
};
export type * from './types.js';

/** The resources of one group-version: key is client-go's accessor in lower camel case (`pods`, `configMaps`). */
export type ResourceTable = Readonly<Record<string, Resource>>;

/**
 * Every table by client-go's clientset accessor in lower camel case: `clientset.coreV1().pods(namespace)` is
 * `resources.coreV1.pods`.
 */
export const resources = {
  admissionregistrationV1,
  admissionregistrationV1alpha1,
  admissionregistrationV1beta1,
  apiextensionsV1,
  internalV1alpha1,
  appsV1,
  authenticationV1,
  authenticationV1alpha1,
  authenticationV1beta1,
  authorizationV1,
  autoscalingV1,
  autoscalingV2,
  batchV1,
  certificatesV1,
  certificatesV1alpha1,
  coordinationV1,
  coreV1,
  discoveryV1,
  eventsV1,
  flowcontrolV1,
  flowcontrolV1beta3,
  networkingV1,
  networkingV1alpha1,
  nodeV1,
  policyV1,
  rbacV1,
  resourceV1alpha2,
  schedulingV1,
  storageV1,
  storageV1alpha1,
  storagemigrationV1alpha1,
} as const;

/**
 * Every table by client-go's informer accessors: `factory.core().v1().pods()` is `groupTables.core.v1.pods`.
 *
 * A typed view over all of them is a mapped type over this constant: `{ [G in keyof GroupTables]: () => { [V in keyof
 * GroupTables[G]]: () => { [R in keyof GroupTables[G][V]]: () => View<ObjectOf<GroupTables[G][V][R]>> } } }`.
 */
export const groupTables = {
  admissionregistration: {
    v1: admissionregistrationV1,
    v1alpha1: admissionregistrationV1alpha1,
    v1beta1: admissionregistrationV1beta1,
  },
  apiextensions: { v1: apiextensionsV1 },
  internal: { v1alpha1: internalV1alpha1 },
  apps: { v1: appsV1 },
  authentication: { v1: authenticationV1, v1alpha1: authenticationV1alpha1, v1beta1: authenticationV1beta1 },
  authorization: { v1: authorizationV1 },
  autoscaling: { v1: autoscalingV1, v2: autoscalingV2 },
  batch: { v1: batchV1 },
  certificates: { v1: certificatesV1, v1alpha1: certificatesV1alpha1 },
  coordination: { v1: coordinationV1 },
  core: { v1: coreV1 },
  discovery: { v1: discoveryV1 },
  events: { v1: eventsV1 },
  flowcontrol: { v1: flowcontrolV1, v1beta3: flowcontrolV1beta3 },
  networking: { v1: networkingV1, v1alpha1: networkingV1alpha1 },
  node: { v1: nodeV1 },
  policy: { v1: policyV1 },
  rbac: { v1: rbacV1 },
  resource: { v1alpha2: resourceV1alpha2 },
  scheduling: { v1: schedulingV1 },
  storage: { v1: storageV1, v1alpha1: storageV1alpha1 },
  storagemigration: { v1alpha1: storagemigrationV1alpha1 },
} as const;

export type GroupVersionTables = typeof resources;
export type GroupTables = typeof groupTables;

/** One group-version: its accessors, its names on the wire, its resources. */
export interface BuiltInGroupVersion {
  /** client-go's name of the group: `core`, `rbac`. */
  readonly accessor: keyof GroupTables;
  readonly version: string;
  /** The group on the wire: "" for core, `rbac.authorization.k8s.io`. */
  readonly group: string;
  /** `v1`, `apps/v1`. */
  readonly apiVersion: string;
  readonly resources: ResourceTable;
}

/** Every built-in group-version. */
export const groupVersions: readonly BuiltInGroupVersion[] = [
  {
    accessor: 'admissionregistration',
    version: 'v1',
    group: 'admissionregistration.k8s.io',
    apiVersion: 'admissionregistration.k8s.io/v1',
    resources: admissionregistrationV1,
  },
  {
    accessor: 'admissionregistration',
    version: 'v1alpha1',
    group: 'admissionregistration.k8s.io',
    apiVersion: 'admissionregistration.k8s.io/v1alpha1',
    resources: admissionregistrationV1alpha1,
  },
  {
    accessor: 'admissionregistration',
    version: 'v1beta1',
    group: 'admissionregistration.k8s.io',
    apiVersion: 'admissionregistration.k8s.io/v1beta1',
    resources: admissionregistrationV1beta1,
  },
  {
    accessor: 'apiextensions',
    version: 'v1',
    group: 'apiextensions.k8s.io',
    apiVersion: 'apiextensions.k8s.io/v1',
    resources: apiextensionsV1,
  },
  {
    accessor: 'internal',
    version: 'v1alpha1',
    group: 'internal.apiserver.k8s.io',
    apiVersion: 'internal.apiserver.k8s.io/v1alpha1',
    resources: internalV1alpha1,
  },
  { accessor: 'apps', version: 'v1', group: 'apps', apiVersion: 'apps/v1', resources: appsV1 },
  {
    accessor: 'authentication',
    version: 'v1',
    group: 'authentication.k8s.io',
    apiVersion: 'authentication.k8s.io/v1',
    resources: authenticationV1,
  },
  {
    accessor: 'authentication',
    version: 'v1alpha1',
    group: 'authentication.k8s.io',
    apiVersion: 'authentication.k8s.io/v1alpha1',
    resources: authenticationV1alpha1,
  },
  {
    accessor: 'authentication',
    version: 'v1beta1',
    group: 'authentication.k8s.io',
    apiVersion: 'authentication.k8s.io/v1beta1',
    resources: authenticationV1beta1,
  },
  {
    accessor: 'authorization',
    version: 'v1',
    group: 'authorization.k8s.io',
    apiVersion: 'authorization.k8s.io/v1',
    resources: authorizationV1,
  },
  {
    accessor: 'autoscaling',
    version: 'v1',
    group: 'autoscaling',
    apiVersion: 'autoscaling/v1',
    resources: autoscalingV1,
  },
  {
    accessor: 'autoscaling',
    version: 'v2',
    group: 'autoscaling',
    apiVersion: 'autoscaling/v2',
    resources: autoscalingV2,
  },
  { accessor: 'batch', version: 'v1', group: 'batch', apiVersion: 'batch/v1', resources: batchV1 },
  {
    accessor: 'certificates',
    version: 'v1',
    group: 'certificates.k8s.io',
    apiVersion: 'certificates.k8s.io/v1',
    resources: certificatesV1,
  },
  {
    accessor: 'certificates',
    version: 'v1alpha1',
    group: 'certificates.k8s.io',
    apiVersion: 'certificates.k8s.io/v1alpha1',
    resources: certificatesV1alpha1,
  },
  {
    accessor: 'coordination',
    version: 'v1',
    group: 'coordination.k8s.io',
    apiVersion: 'coordination.k8s.io/v1',
    resources: coordinationV1,
  },
  { accessor: 'core', version: 'v1', group: '', apiVersion: 'v1', resources: coreV1 },
  {
    accessor: 'discovery',
    version: 'v1',
    group: 'discovery.k8s.io',
    apiVersion: 'discovery.k8s.io/v1',
    resources: discoveryV1,
  },
  {
    accessor: 'events',
    version: 'v1',
    group: 'events.k8s.io',
    apiVersion: 'events.k8s.io/v1',
    resources: eventsV1,
  },
  {
    accessor: 'flowcontrol',
    version: 'v1',
    group: 'flowcontrol.apiserver.k8s.io',
    apiVersion: 'flowcontrol.apiserver.k8s.io/v1',
    resources: flowcontrolV1,
  },
  {
    accessor: 'flowcontrol',
    version: 'v1beta3',
    group: 'flowcontrol.apiserver.k8s.io',
    apiVersion: 'flowcontrol.apiserver.k8s.io/v1beta3',
    resources: flowcontrolV1beta3,
  },
  {
    accessor: 'networking',
    version: 'v1',
    group: 'networking.k8s.io',
    apiVersion: 'networking.k8s.io/v1',
    resources: networkingV1,
  },
  {
    accessor: 'networking',
    version: 'v1alpha1',
    group: 'networking.k8s.io',
    apiVersion: 'networking.k8s.io/v1alpha1',
    resources: networkingV1alpha1,
  },
  { accessor: 'node', version: 'v1', group: 'node.k8s.io', apiVersion: 'node.k8s.io/v1', resources: nodeV1 },
  { accessor: 'policy', version: 'v1', group: 'policy', apiVersion: 'policy/v1', resources: policyV1 },
  {
    accessor: 'rbac',
    version: 'v1',
    group: 'rbac.authorization.k8s.io',
    apiVersion: 'rbac.authorization.k8s.io/v1',
    resources: rbacV1,
  },
  {
    accessor: 'resource',
    version: 'v1alpha2',
    group: 'resource.k8s.io',
    apiVersion: 'resource.k8s.io/v1alpha2',
    resources: resourceV1alpha2,
  },
  {
    accessor: 'scheduling',
    version: 'v1',
    group: 'scheduling.k8s.io',
    apiVersion: 'scheduling.k8s.io/v1',
    resources: schedulingV1,
  },
  {
    accessor: 'storage',
    version: 'v1',
    group: 'storage.k8s.io',
    apiVersion: 'storage.k8s.io/v1',
    resources: storageV1,
  },
  {
    accessor: 'storage',
    version: 'v1alpha1',
    group: 'storage.k8s.io',
    apiVersion: 'storage.k8s.io/v1alpha1',
    resources: storageV1alpha1,
  },
  {
    accessor: 'storagemigration',
    version: 'v1alpha1',
    group: 'storagemigration.k8s.io',
    apiVersion: 'storagemigration.k8s.io/v1alpha1',
    resources: storagemigrationV1alpha1,
  },
];

/** Every built-in resource of every version. */
export const builtInResources: readonly Resource<KubernetesObject>[] = groupVersions.flatMap((groupVersion) =>
  Object.values(groupVersion.resources),
);
