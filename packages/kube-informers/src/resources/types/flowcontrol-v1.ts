// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).
import type * as metav1 from '../../meta/meta-v1.js';

/** The status of the condition. */
export type ConditionStatus = 'True' | 'False' | 'Unknown' | (string & {});

/** Exempt priority level configuration. */
export interface ExemptPriorityLevelConfiguration {
  /**
   * `nominalConcurrencyShares` (NCS) contributes to the computation of the NominalConcurrencyLimit (NominalCL) of this level.
   */
  nominalConcurrencyShares?: number | undefined;
  /** `lendablePercent` prescribes the fraction of the level's NominalCL that can be borrowed by other priority levels. */
  lendablePercent?: number | undefined;
}

/** Specifies the method of a flow distinguisher. */
export interface FlowDistinguisherMethod {
  /** `type` is the type of flow distinguisher method The supported types are "ByUser" and "ByNamespace". */
  type: FlowDistinguisherMethodType;
}

/** The type of flow distinguisher method */
export type FlowDistinguisherMethodType = 'ByUser' | 'ByNamespace' | (string & {});

/** Defines the schema of a group of flows. Since Kubernetes 1.29. */
export interface FlowSchema {
  /** API group and version. */
  apiVersion?: 'flowcontrol.apiserver.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'FlowSchema' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** `spec` is the specification of the desired behavior of a FlowSchema. */
  spec: FlowSchemaSpec;
  /** `status` is the current status of a FlowSchema. */
  status?: FlowSchemaStatus | undefined;
}

/** Describes conditions for a FlowSchema. */
export interface FlowSchemaCondition {
  /** `type` is the type of the condition. */
  type: string;
  /** `status` is the status of the condition. */
  status?: ConditionStatus | undefined;
  /** `lastTransitionTime` is the last time the condition transitioned from one status to another. */
  lastTransitionTime?: metav1.Time | undefined;
  /** `reason` is a unique, one-word, CamelCase reason for the condition's last transition. */
  reason?: string | undefined;
  /** `message` is a human-readable message indicating details about last transition. */
  message?: string | undefined;
}

/** List of FlowSchema objects. */
export interface FlowSchemaList {
  /** API group and version. */
  apiVersion?: 'flowcontrol.apiserver.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'FlowSchemaList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: FlowSchema[];
}

/** Spec of a FlowSchema. */
export interface FlowSchemaSpec {
  /** `priorityLevelConfiguration` should reference a PriorityLevelConfiguration in the cluster. */
  priorityLevelConfiguration: PriorityLevelConfigurationReference;
  /** `matchingPrecedence` is used to choose among the FlowSchemas that match a given request. */
  matchingPrecedence?: number | undefined;
  /** `distinguisherMethod` defines how to compute the flow distinguisher for requests that match this schema. */
  distinguisherMethod?: FlowDistinguisherMethod | undefined;
  /** `rules` describes which requests will match this flow schema. */
  rules?: PolicyRulesWithSubjects[] | undefined;
}

/** Status of a FlowSchema. */
export interface FlowSchemaStatus {
  /** `conditions` is a list of the current states of FlowSchema. */
  conditions?: FlowSchemaCondition[] | undefined;
}

/** Holds detailed information for group-kind subject. */
export interface GroupSubject {
  /** The user group that matches, or "*" to match all user groups. for some well-known group names. */
  name: string;
}

/** Defines how to handle requests that can not be executed right now. */
export interface LimitResponse {
  /** `type` is "Queue" or "Reject". */
  type: LimitResponseType;
  /** `queuing` holds the configuration parameters for queuing. */
  queuing?: QueuingConfiguration | undefined;
}

/** Limit response type. */
export type LimitResponseType = 'Queue' | 'Reject' | (string & {});

/** Limited priority level configuration. */
export interface LimitedPriorityLevelConfiguration {
  /**
   * `nominalConcurrencyShares` (NCS) contributes to the computation of the NominalConcurrencyLimit (NominalCL) of this level.
   */
  nominalConcurrencyShares?: number | null | undefined;
  /** `limitResponse` indicates what to do with requests that can not be executed right now */
  limitResponse: LimitResponse;
  /** `lendablePercent` prescribes the fraction of the level's NominalCL that can be borrowed by other priority levels. */
  lendablePercent?: number | undefined;
  /**
   * `borrowingLimitPercent`, if present, configures a limit on how many seats this priority level can borrow from other
   * priority levels.
   */
  borrowingLimitPercent?: number | undefined;
}

/** Non resource policy rule. */
export interface NonResourcePolicyRule {
  /** `verbs` is a list of matching verbs and may not be empty. */
  verbs: string[];
  /** `nonResourceURLs` is a set of url prefixes that a user should have access to and may not be empty. */
  nonResourceURLs: string[];
}

/** Policy rules with subjects. */
export interface PolicyRulesWithSubjects {
  /** The list of normal user, serviceaccount, or group that this rule cares about. */
  subjects: Subject[];
  /**
   * `resourceRules` is a slice of ResourcePolicyRules that identify matching requests according to their verb and the target
   * resource.
   */
  resourceRules?: ResourcePolicyRule[] | undefined;
  /**
   * `nonResourceRules` is a list of NonResourcePolicyRules that identify matching requests according to their verb and the
   * target non-resource URL.
   */
  nonResourceRules?: NonResourcePolicyRule[] | undefined;
}

/** Since Kubernetes 1.29. */
export interface PriorityLevelConfiguration {
  /** API group and version. */
  apiVersion?: 'flowcontrol.apiserver.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'PriorityLevelConfiguration' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** `spec` is the specification of the desired behavior of a "request-priority". */
  spec: PriorityLevelConfigurationSpec;
  /** `status` is the current status of a "request-priority". */
  status?: PriorityLevelConfigurationStatus | undefined;
}

/** Defines the condition of priority level. */
export interface PriorityLevelConfigurationCondition {
  /** `type` is the type of the condition. */
  type: string;
  /** `status` is the status of the condition. */
  status?: ConditionStatus | undefined;
  /** `lastTransitionTime` is the last time the condition transitioned from one status to another. */
  lastTransitionTime?: metav1.Time | undefined;
  /** `reason` is a unique, one-word, CamelCase reason for the condition's last transition. */
  reason?: string | undefined;
  /** `message` is a human-readable message indicating details about last transition. */
  message?: string | undefined;
}

/** List of PriorityLevelConfiguration objects. */
export interface PriorityLevelConfigurationList {
  /** API group and version. */
  apiVersion?: 'flowcontrol.apiserver.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'PriorityLevelConfigurationList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: PriorityLevelConfiguration[];
}

/** Priority level configuration reference. */
export interface PriorityLevelConfigurationReference {
  /** `name` is the name of the priority level configuration being referenced Required. */
  name: string;
}

/** Spec of a PriorityLevelConfiguration. */
export interface PriorityLevelConfigurationSpec {
  /** `type` indicates whether this priority level is subject to limitation on request execution. */
  type: PriorityLevelEnablement;
  /** `limited` specifies how requests are handled for a Limited priority level. */
  limited?: LimitedPriorityLevelConfiguration | undefined;
  /** `exempt` specifies how requests are handled for an exempt priority level. */
  exempt?: ExemptPriorityLevelConfiguration | undefined;
}

/** Status of a PriorityLevelConfiguration. */
export interface PriorityLevelConfigurationStatus {
  /** `conditions` is the current state of "request-priority". */
  conditions?: PriorityLevelConfigurationCondition[] | undefined;
}

/** Priority level enablement. */
export type PriorityLevelEnablement = 'Exempt' | 'Limited' | (string & {});

/** Holds the configuration parameters for queuing */
export interface QueuingConfiguration {
  /** `queues` is the number of queues for this priority level. */
  queues?: number | undefined;
  /** `handSize` is a small positive number that configures the shuffle sharding of requests into queues. */
  handSize?: number | undefined;
  /**
   * `queueLengthLimit` is the maximum number of requests allowed to be waiting in a given queue of this priority level at a
   * time; excess requests are rejected.
   */
  queueLengthLimit?: number | undefined;
}

/** Resource policy rule. */
export interface ResourcePolicyRule {
  /** `verbs` is a list of matching verbs and may not be empty. */
  verbs: string[];
  /** `apiGroups` is a list of matching API groups and may not be empty. */
  apiGroups: string[];
  /** `resources` is a list of matching resources (i.e., lowercase and plural) with, if desired, subresource. */
  resources: string[];
  /**
   * `clusterScope` indicates whether to match requests that do not specify a namespace (which happens either because the
   * resource is not namespaced or the request targets all namespaces).
   */
  clusterScope?: boolean | undefined;
  /** `namespaces` is a list of target namespaces that restricts matches. */
  namespaces?: string[] | null | undefined;
}

/** Service account subject. */
export interface ServiceAccountSubject {
  /** `namespace` is the namespace of matching ServiceAccount objects. */
  namespace: string;
  /** `name` is the name of matching ServiceAccount objects, or "*" to match regardless of name. */
  name: string;
}

/** Subject. */
export interface Subject {
  /** `kind` indicates which one of the other fields is non-empty. */
  kind: SubjectKind;
  /** `user` matches based on username. */
  user?: UserSubject | undefined;
  /** `group` matches based on user group name. */
  group?: GroupSubject | undefined;
  /** `serviceAccount` matches ServiceAccounts. */
  serviceAccount?: ServiceAccountSubject | undefined;
}

/** The kind of subject. */
export type SubjectKind = 'User' | 'Group' | 'ServiceAccount' | (string & {});

/** Holds detailed information for user-kind subject. */
export interface UserSubject {
  /** `name` is the username that matches, or "*" to match all usernames. */
  name: string;
}
