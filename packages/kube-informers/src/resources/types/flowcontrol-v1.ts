// Generated from k8s.io/api 0.36.4 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).
import type * as metav1 from '../../meta/meta-v1.js';

export type ConditionStatus = 'True' | 'False' | 'Unknown' | (string & {});

export interface ExemptPriorityLevelConfiguration {
  /**
   * `nominalConcurrencyShares` (NCS) contributes to the computation of the NominalConcurrencyLimit (NominalCL) of this level.
   */
  nominalConcurrencyShares?: number | undefined;
  /** `lendablePercent` prescribes the fraction of the level's NominalCL that can be borrowed by other priority levels. */
  lendablePercent?: number | undefined;
}

export interface FlowDistinguisherMethod {
  /** `type` is the type of flow distinguisher method The supported types are "ByUser" and "ByNamespace". */
  type: FlowDistinguisherMethodType;
}

export type FlowDistinguisherMethodType = 'ByUser' | 'ByNamespace' | (string & {});

/** Defines the schema of a group of flows. Since Kubernetes 1.29. */
export interface FlowSchema {
  apiVersion?: 'flowcontrol.apiserver.k8s.io/v1' | undefined;
  kind?: 'FlowSchema' | undefined;
  metadata?: metav1.ObjectMeta | undefined;
  spec?: FlowSchemaSpec | undefined;
  status?: FlowSchemaStatus | undefined;
}

export interface FlowSchemaCondition {
  type?: string | undefined;
  status?: ConditionStatus | undefined;
  /** `lastTransitionTime` is the last time the condition transitioned from one status to another. */
  lastTransitionTime?: metav1.Time | undefined;
  /** `reason` is a unique, one-word, CamelCase reason for the condition's last transition. */
  reason?: string | undefined;
  /** `message` is a human-readable message indicating details about last transition. */
  message?: string | undefined;
}

export interface FlowSchemaList {
  apiVersion?: 'flowcontrol.apiserver.k8s.io/v1' | undefined;
  kind?: 'FlowSchemaList' | undefined;
  metadata?: metav1.ListMeta | undefined;
  items: FlowSchema[];
}

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

export interface FlowSchemaStatus {
  conditions?: FlowSchemaCondition[] | undefined;
}

export interface GroupSubject {
  /** The user group that matches, or "*" to match all user groups. for some well-known group names. */
  name: string;
}

export interface LimitResponse {
  /** `type` is "Queue" or "Reject". */
  type: LimitResponseType;
  /** `queuing` holds the configuration parameters for queuing. */
  queuing?: QueuingConfiguration | undefined;
}

export type LimitResponseType = 'Queue' | 'Reject' | (string & {});

export interface LimitedPriorityLevelConfiguration {
  /**
   * `nominalConcurrencyShares` (NCS) contributes to the computation of the NominalConcurrencyLimit (NominalCL) of this level.
   */
  nominalConcurrencyShares?: number | null | undefined;
  /** `limitResponse` indicates what to do with requests that can not be executed right now */
  limitResponse?: LimitResponse | undefined;
  /** `lendablePercent` prescribes the fraction of the level's NominalCL that can be borrowed by other priority levels. */
  lendablePercent?: number | undefined;
  /**
   * `borrowingLimitPercent`, if present, configures a limit on how many seats this priority level can borrow from other
   * priority levels.
   */
  borrowingLimitPercent?: number | undefined;
}

export interface NonResourcePolicyRule {
  /** `verbs` is a list of matching verbs and may not be empty. */
  verbs: string[];
  /** `nonResourceURLs` is a set of url prefixes that a user should have access to and may not be empty. */
  nonResourceURLs: string[];
}

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
  apiVersion?: 'flowcontrol.apiserver.k8s.io/v1' | undefined;
  kind?: 'PriorityLevelConfiguration' | undefined;
  metadata?: metav1.ObjectMeta | undefined;
  /** `spec` is the specification of the desired behavior of a "request-priority". */
  spec?: PriorityLevelConfigurationSpec | undefined;
  /** `status` is the current status of a "request-priority". */
  status?: PriorityLevelConfigurationStatus | undefined;
}

export interface PriorityLevelConfigurationCondition {
  type?: string | undefined;
  status?: ConditionStatus | undefined;
  /** `lastTransitionTime` is the last time the condition transitioned from one status to another. */
  lastTransitionTime?: metav1.Time | undefined;
  /** `reason` is a unique, one-word, CamelCase reason for the condition's last transition. */
  reason?: string | undefined;
  /** `message` is a human-readable message indicating details about last transition. */
  message?: string | undefined;
}

export interface PriorityLevelConfigurationList {
  apiVersion?: 'flowcontrol.apiserver.k8s.io/v1' | undefined;
  kind?: 'PriorityLevelConfigurationList' | undefined;
  metadata?: metav1.ListMeta | undefined;
  items: PriorityLevelConfiguration[];
}

export interface PriorityLevelConfigurationReference {
  /** `name` is the name of the priority level configuration being referenced Required. */
  name: string;
}

export interface PriorityLevelConfigurationSpec {
  /** `type` indicates whether this priority level is subject to limitation on request execution. */
  type: PriorityLevelEnablement;
  /** `limited` specifies how requests are handled for a Limited priority level. */
  limited?: LimitedPriorityLevelConfiguration | undefined;
  /** `exempt` specifies how requests are handled for an exempt priority level. */
  exempt?: ExemptPriorityLevelConfiguration | undefined;
}

export interface PriorityLevelConfigurationStatus {
  /** `conditions` is the current state of "request-priority". */
  conditions?: PriorityLevelConfigurationCondition[] | undefined;
}

export type PriorityLevelEnablement = 'Exempt' | 'Limited' | (string & {});

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

export interface ServiceAccountSubject {
  /** `namespace` is the namespace of matching ServiceAccount objects. */
  namespace: string;
  /** `name` is the name of matching ServiceAccount objects, or "*" to match regardless of name. */
  name: string;
}

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

export type SubjectKind = 'User' | 'Group' | 'ServiceAccount' | (string & {});

export interface UserSubject {
  /** `name` is the username that matches, or "*" to match all usernames. */
  name: string;
}
