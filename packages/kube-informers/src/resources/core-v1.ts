// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).

import type { Resource } from '../meta/resource.js';
import type * as types from './types/core-v1.js';
import { groupVersion } from './group-version.js';

const { clusterScoped, namespaced } = groupVersion('', 'v1');

/** The resources of the core group, version v1. */
export const coreV1: {
  /** Binding, namespaced. Ties one object to another; for example, a pod is bound to a node by a scheduler. */
  readonly bindings: Resource<types.Binding, never, 'create'>;
  /**
   * ComponentStatus, cluster-scoped. ComponentStatus (and ComponentStatusList) holds the cluster validation info.
   * @deprecated This API is deprecated in v1.19+
   */
  readonly componentStatuses: Resource<types.ComponentStatus, never, 'get' | 'list'>;
  /** ConfigMap, namespaced. Holds configuration data for pods to consume. */
  readonly configMaps: Resource<types.ConfigMap, never>;
  /**
   * Endpoints, namespaced. A collection of endpoints that implement the actual service.
   * @deprecated This API is deprecated in v1.33+.
   */
  readonly endpoints: Resource<types.Endpoints, never>;
  /** Event, namespaced. A report of an event somewhere in the cluster. */
  readonly events: Resource<types.Event, never>;
  /** LimitRange, namespaced. Sets resource usage limits for each kind of resource in a Namespace. */
  readonly limitRanges: Resource<types.LimitRange, never>;
  /** Namespace, cluster-scoped. Provides a scope for Names. */
  readonly namespaces: Resource<types.Namespace, 'status'>;
  /** Node, cluster-scoped. A worker node in Kubernetes. */
  readonly nodes: Resource<types.Node, 'status'>;
  /** PersistentVolumeClaim, namespaced. A user's request for and claim to a persistent volume */
  readonly persistentVolumeClaims: Resource<types.PersistentVolumeClaim, 'status'>;
  /** PersistentVolume, cluster-scoped. PersistentVolume (PV) is a storage resource provisioned by an administrator. */
  readonly persistentVolumes: Resource<types.PersistentVolume, 'status'>;
  /** PodTemplate, namespaced. Describes a template for creating copies of a predefined pod. */
  readonly podTemplates: Resource<types.PodTemplate, never>;
  /** Pod, namespaced. A collection of containers that can run on a host. */
  readonly pods: Resource<
    types.Pod,
    'attach' | 'binding' | 'eviction' | 'exec' | 'log' | 'portforward' | 'status'
  >;
  /** ReplicationController, namespaced. */
  readonly replicationControllers: Resource<types.ReplicationController, 'scale' | 'status'>;
  /** ResourceQuota, namespaced. Sets aggregate quota restrictions enforced per namespace */
  readonly resourceQuotas: Resource<types.ResourceQuota, 'status'>;
  /** Secret, namespaced. Holds secret data of a certain type. */
  readonly secrets: Resource<types.Secret, never>;
  /**
   * ServiceAccount, namespaced. Binds together: * a name, understood by users, and perhaps by peripheral systems, for an
   * identity * a principal that can be authenticated and authorized * a set of secrets
   */
  readonly serviceAccounts: Resource<types.ServiceAccount, 'token'>;
  /**
   * Service, namespaced. A named abstraction of software service (for example, mysql) consisting of local port (for example
   * 3306) that the proxy listens on, and the selector that determines which pods will answer requests sent through the proxy.
   */
  readonly services: Resource<types.Service, 'status'>;
} = {
  bindings: namespaced('bindings', 'Binding', { verbs: ['create'] }),
  componentStatuses: clusterScoped('componentstatuses', 'ComponentStatus', {
    shortNames: ['cs'],
    verbs: ['get', 'list'],
  }),
  configMaps: namespaced('configmaps', 'ConfigMap', { shortNames: ['cm'] }),
  endpoints: namespaced('endpoints', 'Endpoints', { shortNames: ['ep'] }),
  events: namespaced('events', 'Event', { shortNames: ['ev'] }),
  limitRanges: namespaced('limitranges', 'LimitRange', { shortNames: ['limits'] }),
  namespaces: clusterScoped('namespaces', 'Namespace', {
    shortNames: ['ns'],
    subresources: ['finalize', 'status'],
    verbs: ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch'],
  }),
  nodes: clusterScoped('nodes', 'Node', { shortNames: ['no'], subresources: ['proxy', 'status'] }),
  persistentVolumeClaims: namespaced('persistentvolumeclaims', 'PersistentVolumeClaim', {
    shortNames: ['pvc'],
    subresources: ['status'],
  }),
  persistentVolumes: clusterScoped('persistentvolumes', 'PersistentVolume', {
    shortNames: ['pv'],
    subresources: ['status'],
  }),
  podTemplates: namespaced('podtemplates', 'PodTemplate'),
  pods: namespaced('pods', 'Pod', {
    shortNames: ['po'],
    subresources: [
      'attach',
      'binding',
      'ephemeralcontainers',
      'eviction',
      'exec',
      'log',
      'portforward',
      'proxy',
      'resize',
      'status',
    ],
    categories: ['all'],
  }),
  replicationControllers: namespaced('replicationcontrollers', 'ReplicationController', {
    shortNames: ['rc'],
    subresources: ['scale', 'status'],
    categories: ['all'],
  }),
  resourceQuotas: namespaced('resourcequotas', 'ResourceQuota', {
    shortNames: ['quota'],
    subresources: ['status'],
  }),
  secrets: namespaced('secrets', 'Secret'),
  serviceAccounts: namespaced('serviceaccounts', 'ServiceAccount', {
    shortNames: ['sa'],
    subresources: ['token'],
  }),
  services: namespaced('services', 'Service', {
    shortNames: ['svc'],
    subresources: ['proxy', 'status'],
    categories: ['all'],
  }),
};
