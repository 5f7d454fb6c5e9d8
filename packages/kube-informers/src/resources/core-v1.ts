// Generated from k8s.io/api 0.36.4 by scripts/kubernetes-api/generate.mjs; do not edit.

import type * as types from './types/core-v1.js';
import { groupVersion } from './group-version.js';

const { clusterScoped, namespaced } = groupVersion('', 'v1');

/** The resources of the core group, version v1. */
export const coreV1 = {
  bindings: namespaced<types.Binding, never, 'create'>('bindings', 'Binding', { verbs: ['create'] }),
  componentStatuses: clusterScoped<types.ComponentStatus, never, 'get' | 'list'>(
    'componentstatuses',
    'ComponentStatus',
    { shortNames: ['cs'], verbs: ['get', 'list'] },
  ),
  configMaps: namespaced<types.ConfigMap>('configmaps', 'ConfigMap', { shortNames: ['cm'] }),
  endpoints: namespaced<types.Endpoints>('endpoints', 'Endpoints', { shortNames: ['ep'] }),
  events: namespaced<types.Event>('events', 'Event', { shortNames: ['ev'] }),
  limitRanges: namespaced<types.LimitRange>('limitranges', 'LimitRange', { shortNames: ['limits'] }),
  namespaces: clusterScoped<types.Namespace, 'status'>('namespaces', 'Namespace', {
    shortNames: ['ns'],
    subresources: ['finalize', 'status'],
    verbs: ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch'],
  }),
  nodes: clusterScoped<types.Node, 'status'>('nodes', 'Node', {
    shortNames: ['no'],
    subresources: ['proxy', 'status'],
  }),
  persistentVolumeClaims: namespaced<types.PersistentVolumeClaim, 'status'>(
    'persistentvolumeclaims',
    'PersistentVolumeClaim',
    { shortNames: ['pvc'], subresources: ['status'] },
  ),
  persistentVolumes: clusterScoped<types.PersistentVolume, 'status'>(
    'persistentvolumes',
    'PersistentVolume',
    { shortNames: ['pv'], subresources: ['status'] },
  ),
  podTemplates: namespaced<types.PodTemplate>('podtemplates', 'PodTemplate'),
  pods: namespaced<types.Pod, 'binding' | 'eviction' | 'log' | 'status'>('pods', 'Pod', {
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
  replicationControllers: namespaced<types.ReplicationController, 'scale' | 'status'>(
    'replicationcontrollers',
    'ReplicationController',
    { shortNames: ['rc'], subresources: ['scale', 'status'], categories: ['all'] },
  ),
  resourceQuotas: namespaced<types.ResourceQuota, 'status'>('resourcequotas', 'ResourceQuota', {
    shortNames: ['quota'],
    subresources: ['status'],
  }),
  secrets: namespaced<types.Secret>('secrets', 'Secret'),
  serviceAccounts: namespaced<types.ServiceAccount, 'token'>('serviceaccounts', 'ServiceAccount', {
    shortNames: ['sa'],
    subresources: ['token'],
  }),
  services: namespaced<types.Service, 'status'>('services', 'Service', {
    shortNames: ['svc'],
    subresources: ['proxy', 'status'],
    categories: ['all'],
  }),
} as const;
