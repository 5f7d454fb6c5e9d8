// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).
import type * as metav1 from '../../meta/meta-v1.js';

/** Defines the desired configuration values of an object. */
export interface ApplyConfiguration {
  /** expression will be evaluated by CEL to create an apply configuration. */
  expression?: string | undefined;
}

/** Describes how to produce an audit annotation for an API request. */
export interface AuditAnnotation {
  /** Specifies the audit annotation key. */
  key: string;
  /** Represents the expression which is evaluated by CEL to produce an audit annotation value. */
  valueExpression: string;
}

/** A warning information that targets a specific expression. */
export interface ExpressionWarning {
  /** The path to the field that refers to the expression. */
  fieldRef: string;
  /** Contains the content of type checking information in a human-readable form. */
  warning: string;
}

/** Failure policy type. */
export type FailurePolicyType = 'Ignore' | 'Fail' | (string & {});

/** Defines a JSON Patch. */
export interface JSONPatch {
  /** expression will be evaluated by CEL to create a [JSON patch](https://jsonpatch.com/). */
  expression?: string | undefined;
}

/** Match condition. */
export interface MatchCondition {
  /**
   * An identifier for this match condition, used for strategic merging of MatchConditions, as well as providing an identifier
   * for logging purposes.
   */
  name: string;
  /** Represents the expression which will be evaluated by CEL. */
  expression: string;
}

/** Specifies the type of match policy. */
export type MatchPolicyType = 'Exact' | 'Equivalent' | (string & {});

/** Match resources. */
export interface MatchResources {
  /**
   * Decides whether to run the admission control policy on an object based on whether the namespace for that object matches the
   * selector.
   */
  namespaceSelector?: metav1.LabelSelector | undefined;
  /**
   * Decides whether to run the validation based on if the object has matching labels. objectSelector is evaluated against both
   * the oldObject and newObject that would be sent to the cel validation, and is considered to match if either object matches
   * the selector.
   */
  objectSelector?: metav1.LabelSelector | undefined;
  /** Describes what operations on what resources/subresources the ValidatingAdmissionPolicy matches. */
  resourceRules?: NamedRuleWithOperations[] | undefined;
  /** Describes what operations on what resources/subresources the ValidatingAdmissionPolicy should not care about. */
  excludeResourceRules?: NamedRuleWithOperations[] | undefined;
  /** Defines how the "MatchResources" list is used to match incoming requests. */
  matchPolicy?: MatchPolicyType | undefined;
}

/**
 * Describes the definition of an admission mutation policy that mutates the object coming into admission chain. Since
 * Kubernetes 1.36.
 */
export interface MutatingAdmissionPolicy {
  /** API group and version. */
  apiVersion?: 'admissionregistration.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'MutatingAdmissionPolicy' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** Defines the desired behavior of the MutatingAdmissionPolicy. */
  spec?: MutatingAdmissionPolicySpec | undefined;
}

/** Binds the MutatingAdmissionPolicy with parametrized resources. Since Kubernetes 1.36. */
export interface MutatingAdmissionPolicyBinding {
  /** API group and version. */
  apiVersion?: 'admissionregistration.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'MutatingAdmissionPolicyBinding' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** Defines the desired behavior of the MutatingAdmissionPolicyBinding. */
  spec?: MutatingAdmissionPolicyBindingSpec | undefined;
}

/** List of MutatingAdmissionPolicyBinding objects. */
export interface MutatingAdmissionPolicyBindingList {
  /** API group and version. */
  apiVersion?: 'admissionregistration.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'MutatingAdmissionPolicyBindingList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: MutatingAdmissionPolicyBinding[];
}

/** Spec of a MutatingAdmissionPolicyBinding. */
export interface MutatingAdmissionPolicyBindingSpec {
  /** References a MutatingAdmissionPolicy name which the MutatingAdmissionPolicyBinding binds to. */
  policyName?: string | undefined;
  /** Specifies the parameter resource used to configure the admission control policy. */
  paramRef?: ParamRef | undefined;
  /** Limits what resources match this binding and may be mutated by it. */
  matchResources?: MatchResources | undefined;
}

/** List of MutatingAdmissionPolicy objects. */
export interface MutatingAdmissionPolicyList {
  /** API group and version. */
  apiVersion?: 'admissionregistration.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'MutatingAdmissionPolicyList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: MutatingAdmissionPolicy[];
}

/** Spec of a MutatingAdmissionPolicy. */
export interface MutatingAdmissionPolicySpec {
  /** Specifies the kind of resources used to parameterize this policy. */
  paramKind?: ParamKind | undefined;
  /** Specifies what resources this policy is designed to validate. */
  matchConstraints?: MatchResources | undefined;
  /** variables contain definitions of variables that can be used in composition of other expressions. */
  variables?: Variable[] | undefined;
  /**
   * mutations contain operations to perform on matching objects. mutations may not be empty; a minimum of one mutation is
   * required. mutations are evaluated in order, and are reinvoked according to the reinvocationPolicy.
   */
  mutations?: Mutation[] | undefined;
  /** Defines how to handle failures for the admission policy. */
  failurePolicy?: FailurePolicyType | undefined;
  /** A list of conditions that must be met for a request to be validated. */
  matchConditions?: MatchCondition[] | undefined;
  /**
   * Indicates whether mutations may be called multiple times per MutatingAdmissionPolicyBinding as part of a single admission
   * evaluation.
   */
  reinvocationPolicy?: ReinvocationPolicyType | undefined;
}

/** Mutating webhook. */
export interface MutatingWebhook {
  /** The name of the admission webhook. */
  name: string;
  /** Defines how to communicate with the hook. */
  clientConfig: WebhookClientConfig;
  /** Describes what operations on what resources/subresources the webhook cares about. */
  rules?: RuleWithOperations[] | undefined;
  /** Defines how unrecognized errors from the admission endpoint are handled - allowed values are Ignore or Fail. */
  failurePolicy?: FailurePolicyType | undefined;
  /** Defines how the "rules" list is used to match incoming requests. */
  matchPolicy?: MatchPolicyType | undefined;
  /** Decides whether to run the webhook on an object based on whether the namespace for that object matches the selector. */
  namespaceSelector?: metav1.LabelSelector | undefined;
  /**
   * Decides whether to run the webhook based on if the object has matching labels. objectSelector is evaluated against both the
   * oldObject and newObject that would be sent to the webhook, and is considered to match if either object matches the
   * selector.
   */
  objectSelector?: metav1.LabelSelector | undefined;
  /** States whether this webhook has side effects. */
  sideEffects: SideEffectClass;
  /** Specifies the timeout for this webhook. */
  timeoutSeconds?: number | undefined;
  /** An ordered list of preferred `AdmissionReview` versions the Webhook expects. */
  admissionReviewVersions: string[];
  /** Indicates whether this webhook should be called multiple times as part of a single admission evaluation. */
  reinvocationPolicy?: ReinvocationPolicyType | undefined;
  /** A list of conditions that must be met for a request to be sent to this webhook. */
  matchConditions?: MatchCondition[] | undefined;
}

/**
 * Describes the configuration of and admission webhook that accept or reject and may change the object. Since Kubernetes 1.16.
 */
export interface MutatingWebhookConfiguration {
  /** API group and version. */
  apiVersion?: 'admissionregistration.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'MutatingWebhookConfiguration' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** A list of webhooks and the affected resources and operations. */
  webhooks?: MutatingWebhook[] | undefined;
}

/** List of MutatingWebhookConfiguration objects. */
export interface MutatingWebhookConfigurationList {
  /** API group and version. */
  apiVersion?: 'admissionregistration.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'MutatingWebhookConfigurationList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: MutatingWebhookConfiguration[];
}

/** Specifies the CEL expression which is used to apply the Mutation. */
export interface Mutation {
  /** Indicates the patch strategy used. */
  patchType: PatchType;
  /** Defines the desired configuration values of an object. */
  applyConfiguration?: ApplyConfiguration | undefined;
  /** Defines a [JSON patch](https://jsonpatch.com/) operation to perform a mutation to the object. */
  jsonPatch?: JSONPatch | undefined;
}

/** Named rule with operations. */
export interface NamedRuleWithOperations extends RuleWithOperations {
  /** An optional white list of names that the rule applies to. */
  resourceNames?: string[] | undefined;
}

/** Specifies an operation for a request. */
export type OperationType = '*' | 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT' | (string & {});

/** A tuple of Group Kind and Version. */
export interface ParamKind {
  /** The API group version the resources belong to. */
  apiVersion?: string | undefined;
  /** The API kind the resources belong to. */
  kind?: string | undefined;
}

/** Param ref. */
export interface ParamRef {
  /** The name of the resource being referenced. */
  name?: string | undefined;
  /** The namespace of the referenced resource. */
  namespace?: string | undefined;
  /** selector can be used to match multiple param objects based on their labels. */
  selector?: metav1.LabelSelector | undefined;
  /**
   * Controls the behavior of the binding when the resource exists, and name or selector is valid, but there are no parameters
   * matched by the binding.
   */
  parameterNotFoundAction?: ParameterNotFoundActionType | undefined;
}

/** Parameter not found action type. */
export type ParameterNotFoundActionType = 'Allow' | 'Deny' | (string & {});

/** Specifies the type of patch operation for a mutation. */
export type PatchType = 'ApplyConfiguration' | 'JSONPatch' | (string & {});

/** Reinvocation policy type. */
export type ReinvocationPolicyType = 'Never' | 'IfNeeded' | (string & {});

/** Rule. */
export interface Rule {
  /** The API groups the resources belong to. */
  apiGroups?: string[] | undefined;
  /** The API versions the resources belong to. */
  apiVersions?: string[] | undefined;
  /** A list of resources this rule applies to. */
  resources?: string[] | undefined;
  /** Specifies the scope of this rule. */
  scope?: ScopeType | undefined;
}

/** A tuple of Operations and Resources. */
export interface RuleWithOperations extends Rule {
  /**
   * The operations the admission hook cares about - CREATE, UPDATE, DELETE, CONNECT or * for all of those operations and any
   * future admission operations that are added.
   */
  operations?: OperationType[] | undefined;
}

/** Specifies a scope for a Rule. */
export type ScopeType = 'Cluster' | 'Namespaced' | '*' | (string & {});

/** Holds a reference to Service.legacy.k8s.io */
export interface ServiceReference {
  /** The namespace of the service. */
  namespace: string;
  /** The name of the service. */
  name: string;
  /** An optional URL path which will be sent in any request to this service. */
  path?: string | undefined;
  /** The port on the service that hosts the webhook. */
  port?: number | undefined;
}

/** Specifies the types of side effects a webhook may have. */
export type SideEffectClass = 'Unknown' | 'None' | 'Some' | 'NoneOnDryRun' | (string & {});

/** Type checking. */
export interface TypeChecking {
  /** Contains the type checking warnings for each expression. */
  expressionWarnings?: ExpressionWarning[] | undefined;
}

/**
 * Describes the definition of an admission validation policy that accepts or rejects an object without changing it. Since
 * Kubernetes 1.30.
 */
export interface ValidatingAdmissionPolicy {
  /** API group and version. */
  apiVersion?: 'admissionregistration.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'ValidatingAdmissionPolicy' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** Defines the desired behavior of the ValidatingAdmissionPolicy. */
  spec?: ValidatingAdmissionPolicySpec | undefined;
  /**
   * Represents the current status of the ValidatingAdmissionPolicy, including warnings that are useful to determine if the
   * policy behaves in the expected way.
   */
  status?: ValidatingAdmissionPolicyStatus | undefined;
}

/** Binds the ValidatingAdmissionPolicy with paramerized resources. Since Kubernetes 1.30. */
export interface ValidatingAdmissionPolicyBinding {
  /** API group and version. */
  apiVersion?: 'admissionregistration.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'ValidatingAdmissionPolicyBinding' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** Defines the desired behavior of the ValidatingAdmissionPolicyBinding. */
  spec: ValidatingAdmissionPolicyBindingSpec;
}

/** List of ValidatingAdmissionPolicyBinding objects. */
export interface ValidatingAdmissionPolicyBindingList {
  /** API group and version. */
  apiVersion?: 'admissionregistration.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'ValidatingAdmissionPolicyBindingList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: ValidatingAdmissionPolicyBinding[];
}

/** Spec of a ValidatingAdmissionPolicyBinding. */
export interface ValidatingAdmissionPolicyBindingSpec {
  /** References a ValidatingAdmissionPolicy name which the ValidatingAdmissionPolicyBinding binds to. */
  policyName: string;
  /** Specifies the parameter resource used to configure the admission control policy. */
  paramRef?: ParamRef | undefined;
  /** Declares what resources match this binding and will be validated by it. */
  matchResources?: MatchResources | undefined;
  /** Declares how Validations of the referenced ValidatingAdmissionPolicy are enforced. */
  validationActions: ValidationAction[];
}

/** List of ValidatingAdmissionPolicy objects. */
export interface ValidatingAdmissionPolicyList {
  /** API group and version. */
  apiVersion?: 'admissionregistration.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'ValidatingAdmissionPolicyList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: ValidatingAdmissionPolicy[];
}

/** Spec of a ValidatingAdmissionPolicy. */
export interface ValidatingAdmissionPolicySpec {
  /** Specifies the kind of resources used to parameterize this policy. */
  paramKind?: ParamKind | undefined;
  /** Specifies what resources this policy is designed to validate. */
  matchConstraints?: MatchResources | undefined;
  /** validations contain CEL expressions which is used to apply the validation. */
  validations?: Validation[] | undefined;
  /** Defines how to handle failures for the admission policy. */
  failurePolicy?: FailurePolicyType | undefined;
  /**
   * Contains CEL expressions which are used to produce audit annotations for the audit event of the API request. validations
   * and auditAnnotations may not both be empty; a least one of validations or auditAnnotations is required.
   */
  auditAnnotations?: AuditAnnotation[] | undefined;
  /** A list of conditions that must be met for a request to be validated. */
  matchConditions?: MatchCondition[] | undefined;
  /** variables contain definitions of variables that can be used in composition of other expressions. */
  variables?: Variable[] | undefined;
}

/** Status of a ValidatingAdmissionPolicy. */
export interface ValidatingAdmissionPolicyStatus {
  /** The generation observed by the controller. */
  observedGeneration?: number | undefined;
  /** Contains the results of type checking for each expression. */
  typeChecking?: TypeChecking | undefined;
  /** conditions represent the latest available observations of a policy's current state. */
  conditions?: metav1.Condition[] | undefined;
}

/** Validating webhook. */
export interface ValidatingWebhook {
  /** The name of the admission webhook. */
  name: string;
  /** Defines how to communicate with the hook. */
  clientConfig: WebhookClientConfig;
  /** Describes what operations on what resources/subresources the webhook cares about. */
  rules?: RuleWithOperations[] | undefined;
  /** Defines how unrecognized errors from the admission endpoint are handled - allowed values are Ignore or Fail. */
  failurePolicy?: FailurePolicyType | undefined;
  /** Defines how the "rules" list is used to match incoming requests. */
  matchPolicy?: MatchPolicyType | undefined;
  /** Decides whether to run the webhook on an object based on whether the namespace for that object matches the selector. */
  namespaceSelector?: metav1.LabelSelector | undefined;
  /**
   * Decides whether to run the webhook based on if the object has matching labels. objectSelector is evaluated against both the
   * oldObject and newObject that would be sent to the webhook, and is considered to match if either object matches the
   * selector.
   */
  objectSelector?: metav1.LabelSelector | undefined;
  /** States whether this webhook has side effects. */
  sideEffects: SideEffectClass;
  /** Specifies the timeout for this webhook. */
  timeoutSeconds?: number | undefined;
  /** An ordered list of preferred `AdmissionReview` versions the Webhook expects. */
  admissionReviewVersions: string[];
  /** A list of conditions that must be met for a request to be sent to this webhook. */
  matchConditions?: MatchCondition[] | undefined;
}

/**
 * Describes the configuration of and admission webhook that accept or reject and object without changing it. Since Kubernetes
 * 1.16.
 */
export interface ValidatingWebhookConfiguration {
  /** API group and version. */
  apiVersion?: 'admissionregistration.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'ValidatingWebhookConfiguration' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** A list of webhooks and the affected resources and operations. */
  webhooks?: ValidatingWebhook[] | undefined;
}

/** List of ValidatingWebhookConfiguration objects. */
export interface ValidatingWebhookConfigurationList {
  /** API group and version. */
  apiVersion?: 'admissionregistration.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'ValidatingWebhookConfigurationList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: ValidatingWebhookConfiguration[];
}

/** Specifies the CEL expression which is used to apply the validation. */
export interface Validation {
  /** Represents the expression which will be evaluated by CEL. */
  expression: string;
  /** Represents the message displayed when validation fails. */
  message?: string | undefined;
  /** Represents a machine-readable description of why this validation failed. */
  reason?: metav1.StatusReason | undefined;
  /** Declares a CEL expression that evaluates to the validation failure message that is returned when this rule fails. */
  messageExpression?: string | undefined;
}

/** Specifies a policy enforcement action. */
export type ValidationAction = 'Deny' | 'Warn' | 'Audit' | (string & {});

/** The definition of a variable that is used for composition. */
export interface Variable {
  /** The name of the variable. */
  name: string;
  /** The expression that will be evaluated as the value of the variable. */
  expression: string;
}

/** Webhook client config. */
export interface WebhookClientConfig {
  /** Gives the location of the webhook, in standard URL form (`scheme://host:port/path`). */
  url?: string | undefined;
  /** A reference to the service for this webhook. */
  service?: ServiceReference | undefined;
  /** A PEM encoded CA bundle which will be used to validate the webhook's server certificate. */
  caBundle?: string | undefined;
}
