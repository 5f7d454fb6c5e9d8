// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).
import type * as metav1 from '../../meta/meta-v1.js';

/** Indicates a field limited access. */
export interface FieldSelectorAttributes {
  /** The serialization of a field selector that would be included in a query parameter. */
  rawSelector?: string | undefined;
  /** The parsed interpretation of a field selector. */
  requirements?: metav1.FieldSelectorRequirement[] | undefined;
}

/** Indicates a label limited access. */
export interface LabelSelectorAttributes {
  /** The serialization of a field selector that would be included in a query parameter. */
  rawSelector?: string | undefined;
  /** The parsed interpretation of a label selector. */
  requirements?: metav1.LabelSelectorRequirement[] | undefined;
}

/** Checks whether or not a user or group can perform an action in a given namespace. Since Kubernetes 1.19. */
export interface LocalSubjectAccessReview {
  /** API group and version. */
  apiVersion?: 'authorization.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'LocalSubjectAccessReview' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /**
   * Holds information about the request being evaluated. spec.namespace must be equal to the namespace you made the request
   * against.
   */
  spec: SubjectAccessReviewSpec;
  /** status is filled in by the server and indicates whether the request is allowed or not */
  status?: SubjectAccessReviewStatus | undefined;
}

/** Non resource attributes. */
export interface NonResourceAttributes {
  /** The URL path of the request */
  path?: string | undefined;
  /** The standard HTTP verb */
  verb?: string | undefined;
}

/** Holds information that describes a rule for the non-resource */
export interface NonResourceRule {
  /** A list of kubernetes non-resource API verbs, like: get, post, put, delete, patch, head, options. */
  verbs: string[];
  /** A set of partial urls that a user should have access to. *s are allowed, but only as the full, final step in the path. */
  nonResourceURLs?: string[] | undefined;
}

/** Resource attributes. */
export interface ResourceAttributes {
  /** The namespace of the action being requested. */
  namespace?: string | undefined;
  /** A kubernetes resource API verb, like: get, list, watch, create, update, delete, proxy. */
  verb?: string | undefined;
  /** The API Group of the Resource. */
  group?: string | undefined;
  /** The API Version of the Resource. */
  version?: string | undefined;
  /** resource is one of the existing resource types. */
  resource?: string | undefined;
  /** subresource is one of the existing resource types. */
  subresource?: string | undefined;
  /** The name of the resource being requested for a "get" or deleted for a "delete". */
  name?: string | undefined;
  /** Describes the limitation on access based on field. */
  fieldSelector?: FieldSelectorAttributes | undefined;
  /** Describes the limitation on access based on labels. */
  labelSelector?: LabelSelectorAttributes | undefined;
}

/** Resource rule. */
export interface ResourceRule {
  /** A list of kubernetes resource API verbs, like: get, list, watch, create, update, delete, proxy. */
  verbs: string[];
  /** The name of the APIGroup that contains the resources. */
  apiGroups?: string[] | undefined;
  /** A list of resources this rule applies to. */
  resources?: string[] | undefined;
  /** An optional white list of names that the rule applies to. */
  resourceNames?: string[] | undefined;
}

/** Checks whether or the current user can perform an action. Since Kubernetes 1.19. */
export interface SelfSubjectAccessReview {
  /** API group and version. */
  apiVersion?: 'authorization.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'SelfSubjectAccessReview' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** Holds information about the request being evaluated. user and groups must be empty */
  spec: SelfSubjectAccessReviewSpec;
  /** status is filled in by the server and indicates whether the request is allowed or not */
  status?: SubjectAccessReviewStatus | undefined;
}

/** Spec of a SelfSubjectAccessReview. */
export interface SelfSubjectAccessReviewSpec {
  /** Describes information for a resource access request */
  resourceAttributes?: ResourceAttributes | undefined;
  /** Describes information for a non-resource access request */
  nonResourceAttributes?: NonResourceAttributes | undefined;
}

/** Enumerates the set of actions the current user can perform within a namespace. Since Kubernetes 1.19. */
export interface SelfSubjectRulesReview {
  /** API group and version. */
  apiVersion?: 'authorization.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'SelfSubjectRulesReview' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** Holds information about the request being evaluated. */
  spec: SelfSubjectRulesReviewSpec;
  /** status is filled in by the server and indicates the set of actions a user can perform. */
  status?: SubjectRulesReviewStatus | undefined;
}

/** Spec of a SelfSubjectRulesReview. */
export interface SelfSubjectRulesReviewSpec {
  /** namespace to evaluate rules for. */
  namespace?: string | undefined;
}

/** Checks whether or not a user or group can perform an action. Since Kubernetes 1.6. */
export interface SubjectAccessReview {
  /** API group and version. */
  apiVersion?: 'authorization.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'SubjectAccessReview' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** Holds information about the request being evaluated */
  spec: SubjectAccessReviewSpec;
  /** status is filled in by the server and indicates whether the request is allowed or not */
  status?: SubjectAccessReviewStatus | undefined;
}

/** Spec of a SubjectAccessReview. */
export interface SubjectAccessReviewSpec {
  /** Describes information for a resource access request */
  resourceAttributes?: ResourceAttributes | undefined;
  /** Describes information for a non-resource access request */
  nonResourceAttributes?: NonResourceAttributes | undefined;
  /** The user you're testing for. */
  user?: string | undefined;
  /** The groups you're testing for. */
  groups?: string[] | undefined;
  /** Corresponds to the user.Info.GetExtra() method from the authenticator. */
  extra?: { [key: string]: string[] } | undefined;
  /** uid information about the requesting user. */
  uid?: string | undefined;
}

/** Status of a SubjectAccessReview. */
export interface SubjectAccessReviewStatus {
  /** allowed is required. */
  allowed: boolean;
  /** denied is optional. */
  denied?: boolean | undefined;
  /** reason is optional. */
  reason?: string | undefined;
  /** An indication that some error occurred during the authorization check. */
  evaluationError?: string | undefined;
}

/** Status of a SubjectRulesReview. */
export interface SubjectRulesReviewStatus {
  /** The list of actions the subject is allowed to perform on resources. */
  resourceRules: ResourceRule[];
  /** The list of actions the subject is allowed to perform on non-resources. */
  nonResourceRules: NonResourceRule[];
  /** incomplete is true when the rules returned by this call are incomplete. */
  incomplete: boolean;
  /** evaluationError can appear in combination with Rules. */
  evaluationError?: string | undefined;
}
