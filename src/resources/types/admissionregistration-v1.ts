// Generated from k8s.io/api 0.36.4 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).
import type * as metav1 from '../../meta/meta-v1.js';

export interface ApplyConfiguration {
  /** expression will be evaluated by CEL to create an apply configuration. */
  expression?: string;
}

export interface AuditAnnotation {
  key: string;
  /** Represents the expression which is evaluated by CEL to produce an audit annotation value. */
  valueExpression: string;
}

export interface ExpressionWarning {
  /** The path to the field that refers to the expression. */
  fieldRef: string;
  /** Contains the content of type checking information in a human-readable form. */
  warning: string;
}

export type FailurePolicyType = 'Ignore' | 'Fail' | (string & {});

export interface JSONPatch {
  /** expression will be evaluated by CEL to create a [JSON patch](https://jsonpatch.com/). */
  expression?: string;
}

export interface MatchCondition {
  /**
   * An identifier for this match condition, used for strategic merging of MatchConditions, as well as providing an identifier
   * for logging purposes.
   */
  name: string;
  /** Represents the expression which will be evaluated by CEL. */
  expression: string;
}

export type MatchPolicyType = 'Exact' | 'Equivalent' | (string & {});

export interface MatchResources {
  /**
   * Decides whether to run the admission control policy on an object based on whether the namespace for that object matches the
   * selector.
   */
  namespaceSelector?: metav1.LabelSelector;
  /**
   * Decides whether to run the validation based on if the object has matching labels. objectSelector is evaluated against both
   * the oldObject and newObject that would be sent to the cel validation, and is considered to match if either object matches
   * the selector.
   */
  objectSelector?: metav1.LabelSelector;
  /** Describes what operations on what resources/subresources the ValidatingAdmissionPolicy matches. */
  resourceRules?: NamedRuleWithOperations[];
  /** Describes what operations on what resources/subresources the ValidatingAdmissionPolicy should not care about. */
  excludeResourceRules?: NamedRuleWithOperations[];
  /** Defines how the "MatchResources" list is used to match incoming requests. */
  matchPolicy?: MatchPolicyType;
}

/**
 * Describes the definition of an admission mutation policy that mutates the object coming into admission chain. Since
 * Kubernetes 1.36.
 */
export interface MutatingAdmissionPolicy {
  apiVersion?: 'admissionregistration.k8s.io/v1';
  kind?: 'MutatingAdmissionPolicy';
  metadata?: metav1.ObjectMeta;
  spec?: MutatingAdmissionPolicySpec;
}

/** Binds the MutatingAdmissionPolicy with parametrized resources. Since Kubernetes 1.36. */
export interface MutatingAdmissionPolicyBinding {
  apiVersion?: 'admissionregistration.k8s.io/v1';
  kind?: 'MutatingAdmissionPolicyBinding';
  metadata?: metav1.ObjectMeta;
  spec?: MutatingAdmissionPolicyBindingSpec;
}

export interface MutatingAdmissionPolicyBindingList {
  apiVersion?: 'admissionregistration.k8s.io/v1';
  kind?: 'MutatingAdmissionPolicyBindingList';
  metadata?: metav1.ListMeta;
  items: MutatingAdmissionPolicyBinding[];
}

export interface MutatingAdmissionPolicyBindingSpec {
  /** References a MutatingAdmissionPolicy name which the MutatingAdmissionPolicyBinding binds to. */
  policyName?: string;
  /** Specifies the parameter resource used to configure the admission control policy. */
  paramRef?: ParamRef;
  /** Limits what resources match this binding and may be mutated by it. */
  matchResources?: MatchResources;
}

export interface MutatingAdmissionPolicyList {
  apiVersion?: 'admissionregistration.k8s.io/v1';
  kind?: 'MutatingAdmissionPolicyList';
  metadata?: metav1.ListMeta;
  items: MutatingAdmissionPolicy[];
}

export interface MutatingAdmissionPolicySpec {
  /** Specifies the kind of resources used to parameterize this policy. */
  paramKind?: ParamKind;
  /** Specifies what resources this policy is designed to validate. */
  matchConstraints?: MatchResources;
  /** variables contain definitions of variables that can be used in composition of other expressions. */
  variables?: Variable[];
  /**
   * mutations contain operations to perform on matching objects. mutations may not be empty; a minimum of one mutation is
   * required. mutations are evaluated in order, and are reinvoked according to the reinvocationPolicy.
   */
  mutations?: Mutation[];
  /** Defines how to handle failures for the admission policy. */
  failurePolicy?: FailurePolicyType;
  /** A list of conditions that must be met for a request to be validated. */
  matchConditions?: MatchCondition[];
  /**
   * Indicates whether mutations may be called multiple times per MutatingAdmissionPolicyBinding as part of a single admission
   * evaluation.
   */
  reinvocationPolicy?: ReinvocationPolicyType;
}

export interface MutatingWebhook {
  /** The name of the admission webhook. */
  name: string;
  /** Defines how to communicate with the hook. */
  clientConfig: WebhookClientConfig;
  /** Describes what operations on what resources/subresources the webhook cares about. */
  rules?: RuleWithOperations[];
  /** Defines how unrecognized errors from the admission endpoint are handled - allowed values are Ignore or Fail. */
  failurePolicy?: FailurePolicyType;
  /** Defines how the "rules" list is used to match incoming requests. */
  matchPolicy?: MatchPolicyType;
  /** Decides whether to run the webhook on an object based on whether the namespace for that object matches the selector. */
  namespaceSelector?: metav1.LabelSelector;
  /**
   * Decides whether to run the webhook based on if the object has matching labels. objectSelector is evaluated against both the
   * oldObject and newObject that would be sent to the webhook, and is considered to match if either object matches the
   * selector.
   */
  objectSelector?: metav1.LabelSelector;
  sideEffects: SideEffectClass;
  timeoutSeconds?: number;
  /** An ordered list of preferred `AdmissionReview` versions the Webhook expects. */
  admissionReviewVersions: string[];
  /** Indicates whether this webhook should be called multiple times as part of a single admission evaluation. */
  reinvocationPolicy?: ReinvocationPolicyType;
  /** A list of conditions that must be met for a request to be sent to this webhook. */
  matchConditions?: MatchCondition[];
}

/**
 * Describes the configuration of and admission webhook that accept or reject and may change the object. Since Kubernetes 1.16.
 */
export interface MutatingWebhookConfiguration {
  apiVersion?: 'admissionregistration.k8s.io/v1';
  kind?: 'MutatingWebhookConfiguration';
  metadata?: metav1.ObjectMeta;
  /** A list of webhooks and the affected resources and operations. */
  webhooks?: MutatingWebhook[];
}

export interface MutatingWebhookConfigurationList {
  apiVersion?: 'admissionregistration.k8s.io/v1';
  kind?: 'MutatingWebhookConfigurationList';
  metadata?: metav1.ListMeta;
  items: MutatingWebhookConfiguration[];
}

export interface Mutation {
  /** Indicates the patch strategy used. */
  patchType: PatchType;
  applyConfiguration?: ApplyConfiguration;
  /** Defines a [JSON patch](https://jsonpatch.com/) operation to perform a mutation to the object. */
  jsonPatch?: JSONPatch;
}

export interface NamedRuleWithOperations extends RuleWithOperations {
  /** An optional white list of names that the rule applies to. */
  resourceNames?: string[];
}

export type OperationType = '*' | 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT' | (string & {});

export interface ParamKind {
  /** The API group version the resources belong to. */
  apiVersion?: string;
  /** The API kind the resources belong to. */
  kind?: string;
}

export interface ParamRef {
  /** The name of the resource being referenced. */
  name?: string;
  /** The namespace of the referenced resource. */
  namespace?: string;
  /** selector can be used to match multiple param objects based on their labels. */
  selector?: metav1.LabelSelector;
  /**
   * Controls the behavior of the binding when the resource exists, and name or selector is valid, but there are no parameters
   * matched by the binding.
   */
  parameterNotFoundAction?: ParameterNotFoundActionType;
}

export type ParameterNotFoundActionType = 'Allow' | 'Deny' | (string & {});

export type PatchType = 'ApplyConfiguration' | 'JSONPatch' | (string & {});

export type ReinvocationPolicyType = 'Never' | 'IfNeeded' | (string & {});

export interface Rule {
  /** The API groups the resources belong to. */
  apiGroups?: string[];
  /** The API versions the resources belong to. */
  apiVersions?: string[];
  /** A list of resources this rule applies to. */
  resources?: string[];
  scope?: ScopeType;
}

export interface RuleWithOperations extends Rule {
  /**
   * The operations the admission hook cares about - CREATE, UPDATE, DELETE, CONNECT or * for all of those operations and any
   * future admission operations that are added.
   */
  operations?: OperationType[];
}

export type ScopeType = 'Cluster' | 'Namespaced' | '*' | (string & {});

export interface ServiceReference {
  namespace: string;
  name: string;
  /** An optional URL path which will be sent in any request to this service. */
  path?: string;
  /** The port on the service that hosts the webhook. */
  port?: number;
}

export type SideEffectClass = 'Unknown' | 'None' | 'Some' | 'NoneOnDryRun' | (string & {});

export interface TypeChecking {
  expressionWarnings?: ExpressionWarning[];
}

/**
 * Describes the definition of an admission validation policy that accepts or rejects an object without changing it. Since
 * Kubernetes 1.30.
 */
export interface ValidatingAdmissionPolicy {
  apiVersion?: 'admissionregistration.k8s.io/v1';
  kind?: 'ValidatingAdmissionPolicy';
  metadata?: metav1.ObjectMeta;
  spec?: ValidatingAdmissionPolicySpec;
  /**
   * Represents the current status of the ValidatingAdmissionPolicy, including warnings that are useful to determine if the
   * policy behaves in the expected way.
   */
  status?: ValidatingAdmissionPolicyStatus;
}

/** Binds the ValidatingAdmissionPolicy with paramerized resources. Since Kubernetes 1.30. */
export interface ValidatingAdmissionPolicyBinding {
  apiVersion?: 'admissionregistration.k8s.io/v1';
  kind?: 'ValidatingAdmissionPolicyBinding';
  metadata?: metav1.ObjectMeta;
  spec: ValidatingAdmissionPolicyBindingSpec;
}

export interface ValidatingAdmissionPolicyBindingList {
  apiVersion?: 'admissionregistration.k8s.io/v1';
  kind?: 'ValidatingAdmissionPolicyBindingList';
  metadata?: metav1.ListMeta;
  items: ValidatingAdmissionPolicyBinding[];
}

export interface ValidatingAdmissionPolicyBindingSpec {
  /** References a ValidatingAdmissionPolicy name which the ValidatingAdmissionPolicyBinding binds to. */
  policyName: string;
  /** Specifies the parameter resource used to configure the admission control policy. */
  paramRef?: ParamRef;
  /** Declares what resources match this binding and will be validated by it. */
  matchResources?: MatchResources;
  /** Declares how Validations of the referenced ValidatingAdmissionPolicy are enforced. */
  validationActions: ValidationAction[];
}

export interface ValidatingAdmissionPolicyList {
  apiVersion?: 'admissionregistration.k8s.io/v1';
  kind?: 'ValidatingAdmissionPolicyList';
  metadata?: metav1.ListMeta;
  items: ValidatingAdmissionPolicy[];
}

export interface ValidatingAdmissionPolicySpec {
  /** Specifies the kind of resources used to parameterize this policy. */
  paramKind?: ParamKind;
  /** Specifies what resources this policy is designed to validate. */
  matchConstraints?: MatchResources;
  /** validations contain CEL expressions which is used to apply the validation. */
  validations?: Validation[];
  /** Defines how to handle failures for the admission policy. */
  failurePolicy?: FailurePolicyType;
  /**
   * Contains CEL expressions which are used to produce audit annotations for the audit event of the API request. validations
   * and auditAnnotations may not both be empty; a least one of validations or auditAnnotations is required.
   */
  auditAnnotations?: AuditAnnotation[];
  /** A list of conditions that must be met for a request to be validated. */
  matchConditions?: MatchCondition[];
  /** variables contain definitions of variables that can be used in composition of other expressions. */
  variables?: Variable[];
}

export interface ValidatingAdmissionPolicyStatus {
  /** The generation observed by the controller. */
  observedGeneration?: number;
  /** Contains the results of type checking for each expression. */
  typeChecking?: TypeChecking;
  /** conditions represent the latest available observations of a policy's current state. */
  conditions?: metav1.Condition[];
}

export interface ValidatingWebhook {
  /** The name of the admission webhook. */
  name: string;
  /** Defines how to communicate with the hook. */
  clientConfig: WebhookClientConfig;
  /** Describes what operations on what resources/subresources the webhook cares about. */
  rules?: RuleWithOperations[];
  /** Defines how unrecognized errors from the admission endpoint are handled - allowed values are Ignore or Fail. */
  failurePolicy?: FailurePolicyType;
  /** Defines how the "rules" list is used to match incoming requests. */
  matchPolicy?: MatchPolicyType;
  /** Decides whether to run the webhook on an object based on whether the namespace for that object matches the selector. */
  namespaceSelector?: metav1.LabelSelector;
  /**
   * Decides whether to run the webhook based on if the object has matching labels. objectSelector is evaluated against both the
   * oldObject and newObject that would be sent to the webhook, and is considered to match if either object matches the
   * selector.
   */
  objectSelector?: metav1.LabelSelector;
  sideEffects: SideEffectClass;
  timeoutSeconds?: number;
  /** An ordered list of preferred `AdmissionReview` versions the Webhook expects. */
  admissionReviewVersions: string[];
  /** A list of conditions that must be met for a request to be sent to this webhook. */
  matchConditions?: MatchCondition[];
}

/**
 * Describes the configuration of and admission webhook that accept or reject and object without changing it. Since Kubernetes
 * 1.16.
 */
export interface ValidatingWebhookConfiguration {
  apiVersion?: 'admissionregistration.k8s.io/v1';
  kind?: 'ValidatingWebhookConfiguration';
  metadata?: metav1.ObjectMeta;
  /** A list of webhooks and the affected resources and operations. */
  webhooks?: ValidatingWebhook[];
}

export interface ValidatingWebhookConfigurationList {
  apiVersion?: 'admissionregistration.k8s.io/v1';
  kind?: 'ValidatingWebhookConfigurationList';
  metadata?: metav1.ListMeta;
  items: ValidatingWebhookConfiguration[];
}

export interface Validation {
  /** Represents the expression which will be evaluated by CEL. */
  expression: string;
  /** Represents the message displayed when validation fails. */
  message?: string;
  /** Represents a machine-readable description of why this validation failed. */
  reason?: metav1.StatusReason;
  /** Declares a CEL expression that evaluates to the validation failure message that is returned when this rule fails. */
  messageExpression?: string;
}

export type ValidationAction = 'Deny' | 'Warn' | 'Audit' | (string & {});

export interface Variable {
  name: string;
  /** The expression that will be evaluated as the value of the variable. */
  expression: string;
}

export interface WebhookClientConfig {
  /** Gives the location of the webhook, in standard URL form (`scheme://host:port/path`). */
  url?: string;
  /** A reference to the service for this webhook. */
  service?: ServiceReference;
  /** A PEM encoded CA bundle which will be used to validate the webhook's server certificate. */
  caBundle?: string;
}
