// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).

import type * as types from './types/apps-v1.js';
import { groupVersion } from './group-version.js';

const { namespaced } = groupVersion('apps', 'v1');

/** The resources of apps, version v1. */
export const appsV1 = {
  /** ControllerRevision, namespaced. Implements an immutable snapshot of state data. */
  controllerRevisions: namespaced<types.ControllerRevision, never>(
    'controllerrevisions',
    'ControllerRevision',
  ),
  /** DaemonSet, namespaced. */
  daemonSets: namespaced<types.DaemonSet, 'status'>('daemonsets', 'DaemonSet', {
    shortNames: ['ds'],
    subresources: ['status'],
    categories: ['all'],
  }),
  /** Deployment, namespaced. Enables declarative updates for Pods and ReplicaSets. */
  deployments: namespaced<types.Deployment, 'scale' | 'status'>('deployments', 'Deployment', {
    shortNames: ['deploy'],
    subresources: ['scale', 'status'],
    categories: ['all'],
  }),
  /** ReplicaSet, namespaced. Ensures that a specified number of pod replicas are running at any given time. */
  replicaSets: namespaced<types.ReplicaSet, 'scale' | 'status'>('replicasets', 'ReplicaSet', {
    shortNames: ['rs'],
    subresources: ['scale', 'status'],
    categories: ['all'],
  }),
  /** StatefulSet, namespaced. Represents a set of pods with consistent identities. */
  statefulSets: namespaced<types.StatefulSet, 'scale' | 'status'>('statefulsets', 'StatefulSet', {
    shortNames: ['sts'],
    subresources: ['scale', 'status'],
    categories: ['all'],
  }),
} as const;
