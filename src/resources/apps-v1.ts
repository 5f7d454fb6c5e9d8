// Written by scripts/derive-resources.mjs: change that or scripts/resource-facts.mjs, not this file.
import type {
  ControllerRevision,
  DaemonSet,
  Deployment,
  ReplicaSet,
  StatefulSet,
} from 'kubernetes-types/apps/v1.js';
import { defineResource } from '../meta/resource.js';

/** The resources of apps, version v1. */
export const appsV1 = {
  controllerRevisions: defineResource<ControllerRevision>({
    group: 'apps',
    version: 'v1',
    resource: 'controllerrevisions',
    kind: 'ControllerRevision',
    namespaced: true,
  }),
  daemonSets: defineResource<DaemonSet>({
    group: 'apps',
    version: 'v1',
    resource: 'daemonsets',
    kind: 'DaemonSet',
    namespaced: true,
    shortNames: ['ds'],
    subresources: ['status'],
    categories: ['all'],
  }),
  deployments: defineResource<Deployment>({
    group: 'apps',
    version: 'v1',
    resource: 'deployments',
    kind: 'Deployment',
    namespaced: true,
    shortNames: ['deploy'],
    subresources: ['scale', 'status'],
    categories: ['all'],
  }),
  replicaSets: defineResource<ReplicaSet>({
    group: 'apps',
    version: 'v1',
    resource: 'replicasets',
    kind: 'ReplicaSet',
    namespaced: true,
    shortNames: ['rs'],
    subresources: ['scale', 'status'],
    categories: ['all'],
  }),
  statefulSets: defineResource<StatefulSet>({
    group: 'apps',
    version: 'v1',
    resource: 'statefulsets',
    kind: 'StatefulSet',
    namespaced: true,
    shortNames: ['sts'],
    subresources: ['scale', 'status'],
    categories: ['all'],
  }),
} as const;
