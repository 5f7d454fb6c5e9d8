// Generated from k8s.io/api 0.36.4 by scripts/kubernetes-api/generate.mjs; do not edit.

import type * as types from './types/apps-v1.js';
import { groupVersion } from './group-version.js';

const { namespaced } = groupVersion('apps', 'v1');

/** The resources of apps, version v1. */
export const appsV1 = {
  controllerRevisions: namespaced<types.ControllerRevision>('controllerrevisions', 'ControllerRevision'),
  daemonSets: namespaced<types.DaemonSet, 'status'>('daemonsets', 'DaemonSet', {
    shortNames: ['ds'],
    subresources: ['status'],
    categories: ['all'],
  }),
  deployments: namespaced<types.Deployment, 'scale' | 'status'>('deployments', 'Deployment', {
    shortNames: ['deploy'],
    subresources: ['scale', 'status'],
    categories: ['all'],
  }),
  replicaSets: namespaced<types.ReplicaSet, 'scale' | 'status'>('replicasets', 'ReplicaSet', {
    shortNames: ['rs'],
    subresources: ['scale', 'status'],
    categories: ['all'],
  }),
  statefulSets: namespaced<types.StatefulSet, 'scale' | 'status'>('statefulsets', 'StatefulSet', {
    shortNames: ['sts'],
    subresources: ['scale', 'status'],
    categories: ['all'],
  }),
} as const;
