// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).

import type * as types from './types/rbac-v1.js';
import { groupVersion } from './group-version.js';

const { clusterScoped, namespaced } = groupVersion('rbac.authorization.k8s.io', 'v1');

/** The resources of rbac.authorization.k8s.io, version v1. */
export const rbacV1 = {
  /** ClusterRoleBinding, cluster-scoped. References a ClusterRole, but not contain it. */
  clusterRoleBindings: clusterScoped<types.ClusterRoleBinding, never>(
    'clusterrolebindings',
    'ClusterRoleBinding',
  ),
  /**
   * ClusterRole, cluster-scoped. A cluster level, logical grouping of PolicyRules that can be referenced as a unit by a
   * RoleBinding or ClusterRoleBinding.
   */
  clusterRoles: clusterScoped<types.ClusterRole, never>('clusterroles', 'ClusterRole'),
  /** RoleBinding, namespaced. References a role, but does not contain it. */
  roleBindings: namespaced<types.RoleBinding, never>('rolebindings', 'RoleBinding'),
  /** Role, namespaced. A namespaced, logical grouping of PolicyRules that can be referenced as a unit by a RoleBinding. */
  roles: namespaced<types.Role, never>('roles', 'Role'),
} as const;
