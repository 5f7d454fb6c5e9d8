// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).

import type { Resource } from '../meta/resource.js';
import type * as types from './types/apps-v1.js';
import { groupVersion } from './group-version.js';

const { namespaced } = groupVersion('apps', 'v1');

/** The resources of apps, version v1. */
export const appsV1: {
  /** ControllerRevision, namespaced. Implements an immutable snapshot of state data. */
  readonly controllerRevisions: Resource<types.ControllerRevision, never>;
  /** DaemonSet, namespaced. */
  readonly daemonSets: Resource<types.DaemonSet, 'status'>;
  /** Deployment, namespaced. Enables declarative updates for Pods and ReplicaSets. */
  readonly deployments: Resource<types.Deployment, 'scale' | 'status'>;
  /** ReplicaSet, namespaced. Ensures that a specified number of pod replicas are running at any given time. */
  readonly replicaSets: Resource<types.ReplicaSet, 'scale' | 'status'>;
  /** StatefulSet, namespaced. Represents a set of pods with consistent identities. */
  readonly statefulSets: Resource<types.StatefulSet, 'scale' | 'status'>;
} = {
  controllerRevisions: namespaced('controllerrevisions', 'ControllerRevision'),
  daemonSets: namespaced('daemonsets', 'DaemonSet', {
    shortNames: ['ds'],
    subresources: ['status'],
    categories: ['all'],
  }),
  deployments: namespaced('deployments', 'Deployment', {
    shortNames: ['deploy'],
    subresources: ['scale', 'status'],
    categories: ['all'],
  }),
  replicaSets: namespaced('replicasets', 'ReplicaSet', {
    shortNames: ['rs'],
    subresources: ['scale', 'status'],
    categories: ['all'],
  }),
  statefulSets: namespaced('statefulsets', 'StatefulSet', {
    shortNames: ['sts'],
    subresources: ['scale', 'status'],
    categories: ['all'],
  }),
};
