// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).

import type { Resource } from '../meta/resource.js';
import type * as types from './types/rbac-v1.js';
import { groupVersion } from './group-version.js';

const { clusterScoped, namespaced } = groupVersion('rbac.authorization.k8s.io', 'v1');

/** The resources of rbac.authorization.k8s.io, version v1. */
export const rbacV1: {
  /** ClusterRoleBinding, cluster-scoped. References a ClusterRole, but not contain it. */
  readonly clusterRoleBindings: Resource<types.ClusterRoleBinding, never>;
  /**
   * ClusterRole, cluster-scoped. A cluster level, logical grouping of PolicyRules that can be referenced as a unit by a
   * RoleBinding or ClusterRoleBinding.
   */
  readonly clusterRoles: Resource<types.ClusterRole, never>;
  /** RoleBinding, namespaced. References a role, but does not contain it. */
  readonly roleBindings: Resource<types.RoleBinding, never>;
  /** Role, namespaced. A namespaced, logical grouping of PolicyRules that can be referenced as a unit by a RoleBinding. */
  readonly roles: Resource<types.Role, never>;
} = {
  clusterRoleBindings: clusterScoped('clusterrolebindings', 'ClusterRoleBinding'),
  clusterRoles: clusterScoped('clusterroles', 'ClusterRole'),
  roleBindings: namespaced('rolebindings', 'RoleBinding'),
  roles: namespaced('roles', 'Role'),
};
