// Written by scripts/derive-resources.mjs: change that or scripts/resource-facts.mjs, not this file.
import type { ClusterRole, ClusterRoleBinding, Role, RoleBinding } from 'kubernetes-types/rbac/v1.js';
import { defineResource } from '../meta/resource.js';

/** The resources of rbac.authorization.k8s.io, version v1. */
export const rbacV1 = {
  clusterRoleBindings: defineResource<ClusterRoleBinding>({
    group: 'rbac.authorization.k8s.io',
    version: 'v1',
    resource: 'clusterrolebindings',
    kind: 'ClusterRoleBinding',
    namespaced: false,
  }),
  clusterRoles: defineResource<ClusterRole>({
    group: 'rbac.authorization.k8s.io',
    version: 'v1',
    resource: 'clusterroles',
    kind: 'ClusterRole',
    namespaced: false,
  }),
  roleBindings: defineResource<RoleBinding>({
    group: 'rbac.authorization.k8s.io',
    version: 'v1',
    resource: 'rolebindings',
    kind: 'RoleBinding',
    namespaced: true,
  }),
  roles: defineResource<Role>({
    group: 'rbac.authorization.k8s.io',
    version: 'v1',
    resource: 'roles',
    kind: 'Role',
    namespaced: true,
  }),
} as const;
