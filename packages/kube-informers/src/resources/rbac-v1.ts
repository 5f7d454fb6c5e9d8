// Generated from k8s.io/api 0.36.4 by scripts/kubernetes-api/generate.mjs; do not edit.

import type * as types from './types/rbac-v1.js';
import { groupVersion } from './group-version.js';

const { clusterScoped, namespaced } = groupVersion('rbac.authorization.k8s.io', 'v1');

/** The resources of rbac.authorization.k8s.io, version v1. */
export const rbacV1 = {
  clusterRoleBindings: clusterScoped<types.ClusterRoleBinding>('clusterrolebindings', 'ClusterRoleBinding'),
  clusterRoles: clusterScoped<types.ClusterRole>('clusterroles', 'ClusterRole'),
  roleBindings: namespaced<types.RoleBinding>('rolebindings', 'RoleBinding'),
  roles: namespaced<types.Role>('roles', 'Role'),
} as const;
