// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).

import type * as types from './types/core-v1.js';
import { groupVersion } from './group-version.js';

const { clusterScoped, namespaced } = groupVersion('', 'v1');

/** The resources of the core group, version v1. */
export const coreV1 = {
  /** Binding, namespaced. Ties one object to another; for example, a pod is bound to a node by a scheduler. */
  bindings: namespaced<types.Binding, never, 'create'>('bindings', 'Binding', { verbs: ['create'] }),
  /**
   * ComponentStatus, cluster-scoped. ComponentStatus (and ComponentStatusList) holds the cluster validation info.
   * @deprecated This API is deprecated in v1.19+
   */
  componentStatuses: clusterScoped<types.ComponentStatus, never, 'get' | 'list'>(
    'componentstatuses',
    'ComponentStatus',
    { shortNames: ['cs'], verbs: ['get', 'list'] },
  ),
  /** ConfigMap, namespaced. Holds configuration data for pods to consume. */
  configMaps: namespaced<types.ConfigMap, never>('configmaps', 'ConfigMap', { shortNames: ['cm'] }),
  /**
   * Endpoints, namespaced. A collection of endpoints that implement the actual service.
   * @deprecated This API is deprecated in v1.33+.
   */
  endpoints: namespaced<types.Endpoints, never>('endpoints', 'Endpoints', { shortNames: ['ep'] }),
  /** Event, namespaced. A report of an event somewhere in the cluster. */
  events: namespaced<types.Event, never>('events', 'Event', { shortNames: ['ev'] }),
  /** LimitRange, namespaced. Sets resource usage limits for each kind of resource in a Namespace. */
  limitRanges: namespaced<types.LimitRange, never>('limitranges', 'LimitRange', { shortNames: ['limits'] }),
  /** Namespace, cluster-scoped. Provides a scope for Names. */
  namespaces: clusterScoped<types.Namespace, 'status'>('namespaces', 'Namespace', {
    shortNames: ['ns'],
    subresources: ['finalize', 'status'],
    verbs: ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch'],
  }),
  /** Node, cluster-scoped. A worker node in Kubernetes. */
  nodes: clusterScoped<types.Node, 'status'>('nodes', 'Node', {
    shortNames: ['no'],
    subresources: ['proxy', 'status'],
  }),
  /** PersistentVolumeClaim, namespaced. A user's request for and claim to a persistent volume */
  persistentVolumeClaims: namespaced<types.PersistentVolumeClaim, 'status'>(
    'persistentvolumeclaims',
    'PersistentVolumeClaim',
    { shortNames: ['pvc'], subresources: ['status'] },
  ),
  /** PersistentVolume, cluster-scoped. PersistentVolume (PV) is a storage resource provisioned by an administrator. */
  persistentVolumes: clusterScoped<types.PersistentVolume, 'status'>(
    'persistentvolumes',
    'PersistentVolume',
    { shortNames: ['pv'], subresources: ['status'] },
  ),
  /** PodTemplate, namespaced. Describes a template for creating copies of a predefined pod. */
  podTemplates: namespaced<types.PodTemplate, never>('podtemplates', 'PodTemplate'),
  /** Pod, namespaced. A collection of containers that can run on a host. */
  pods: namespaced<types.Pod, 'attach' | 'binding' | 'eviction' | 'exec' | 'log' | 'portforward' | 'status'>(
    'pods',
    'Pod',
    {
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
    },
  ),
  /** ReplicationController, namespaced. */
  replicationControllers: namespaced<types.ReplicationController, 'scale' | 'status'>(
    'replicationcontrollers',
    'ReplicationController',
    { shortNames: ['rc'], subresources: ['scale', 'status'], categories: ['all'] },
  ),
  /** ResourceQuota, namespaced. Sets aggregate quota restrictions enforced per namespace */
  resourceQuotas: namespaced<types.ResourceQuota, 'status'>('resourcequotas', 'ResourceQuota', {
    shortNames: ['quota'],
    subresources: ['status'],
  }),
  /** Secret, namespaced. Holds secret data of a certain type. */
  secrets: namespaced<types.Secret, never>('secrets', 'Secret'),
  /**
   * ServiceAccount, namespaced. Binds together: * a name, understood by users, and perhaps by peripheral systems, for an
   * identity * a principal that can be authenticated and authorized * a set of secrets
   */
  serviceAccounts: namespaced<types.ServiceAccount, 'token'>('serviceaccounts', 'ServiceAccount', {
    shortNames: ['sa'],
    subresources: ['token'],
  }),
  /**
   * Service, namespaced. A named abstraction of software service (for example, mysql) consisting of local port (for example
   * 3306) that the proxy listens on, and the selector that determines which pods will answer requests sent through the proxy.
   */
  services: namespaced<types.Service, 'status'>('services', 'Service', {
    shortNames: ['svc'],
    subresources: ['proxy', 'status'],
    categories: ['all'],
  }),
} as const;
