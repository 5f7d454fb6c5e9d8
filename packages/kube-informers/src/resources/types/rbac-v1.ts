// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).
import type * as metav1 from '../../meta/meta-v1.js';

/** Aggregation rule. */
export interface AggregationRule {
  /** Holds a list of selectors which will be used to find ClusterRoles and create the rules. */
  clusterRoleSelectors?: metav1.LabelSelector[] | undefined;
}

/**
 * A cluster level, logical grouping of PolicyRules that can be referenced as a unit by a RoleBinding or ClusterRoleBinding.
 * Since Kubernetes 1.8.
 */
export interface ClusterRole {
  /** API group and version. */
  apiVersion?: 'rbac.authorization.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'ClusterRole' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** Holds all the PolicyRules for this ClusterRole */
  rules?: PolicyRule[] | null | undefined;
  /** An optional field that describes how to build the Rules for this ClusterRole. */
  aggregationRule?: AggregationRule | undefined;
}

/** References a ClusterRole, but not contain it. Since Kubernetes 1.8. */
export interface ClusterRoleBinding {
  /** API group and version. */
  apiVersion?: 'rbac.authorization.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'ClusterRoleBinding' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** Holds references to the objects the role applies to. */
  subjects?: Subject[] | undefined;
  /** roleRef can only reference a ClusterRole in the global namespace. */
  roleRef: RoleRef;
}

/** List of ClusterRoleBinding objects. */
export interface ClusterRoleBindingList {
  /** API group and version. */
  apiVersion?: 'rbac.authorization.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'ClusterRoleBindingList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: ClusterRoleBinding[];
}

/** List of ClusterRole objects. */
export interface ClusterRoleList {
  /** API group and version. */
  apiVersion?: 'rbac.authorization.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'ClusterRoleList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: ClusterRole[];
}

/** Policy rule. */
export interface PolicyRule {
  /** A list of Verbs that apply to ALL the ResourceKinds contained in this rule. */
  verbs: string[];
  /** The name of the APIGroup that contains the resources. */
  apiGroups?: string[] | undefined;
  /** A list of resources this rule applies to. */
  resources?: string[] | undefined;
  /** An optional white list of names that the rule applies to. */
  resourceNames?: string[] | undefined;
  /**
   * A set of partial urls that a user should have access to. *s are allowed, but only as the full, final step in the path Since
   * non-resource URLs are not namespaced, this field is only applicable for ClusterRoles referenced from a ClusterRoleBinding.
   */
  nonResourceURLs?: string[] | undefined;
}

/** A namespaced, logical grouping of PolicyRules that can be referenced as a unit by a RoleBinding. Since Kubernetes 1.8. */
export interface Role {
  /** API group and version. */
  apiVersion?: 'rbac.authorization.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'Role' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** Holds all the PolicyRules for this Role */
  rules?: PolicyRule[] | null | undefined;
}

/** References a role, but does not contain it. Since Kubernetes 1.8. */
export interface RoleBinding {
  /** API group and version. */
  apiVersion?: 'rbac.authorization.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'RoleBinding' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** Holds references to the objects the role applies to. */
  subjects?: Subject[] | undefined;
  /** roleRef can reference a Role in the current namespace or a ClusterRole in the global namespace. */
  roleRef: RoleRef;
}

/** List of RoleBinding objects. */
export interface RoleBindingList {
  /** API group and version. */
  apiVersion?: 'rbac.authorization.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'RoleBindingList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: RoleBinding[];
}

/** List of Role objects. */
export interface RoleList {
  /** API group and version. */
  apiVersion?: 'rbac.authorization.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'RoleList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: Role[];
}

/** Contains information that points to the role being used */
export interface RoleRef {
  /** The group for the resource being referenced */
  apiGroup?: string | undefined;
  /** The type of resource being referenced */
  kind: string;
  /** The name of resource being referenced */
  name: string;
}

/** Subject. */
export interface Subject {
  /** kind of object being referenced. */
  kind: string;
  /** Holds the API group of the referenced subject. */
  apiGroup?: string | undefined;
  /** name of the object being referenced. */
  name: string;
  /** namespace of the referenced object. */
  namespace?: string | undefined;
}
