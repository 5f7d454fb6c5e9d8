// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).
import type * as metav1 from '../../meta/meta-v1.js';

/** Condition status. */
export type ConditionStatus = 'True' | 'False' | 'Unknown' | (string & {});

/** Describes the conversion request parameters. */
export interface ConversionRequest {
  /** An identifier for the individual request/response. */
  uid: string;
  /** The version to convert given objects to. e.g. "myapi.example.com/v1" */
  desiredAPIVersion: string;
  /** The list of custom resource objects to be converted. */
  objects: metav1.RawExtension[];
}

/** Describes a conversion response. */
export interface ConversionResponse {
  /** An identifier for the individual request/response. */
  uid: string;
  /** The list of converted version of `request.objects` if the `result` is successful, otherwise empty. */
  convertedObjects: metav1.RawExtension[];
  /** Contains the result of conversion with extra details if the conversion failed. */
  result: metav1.Status;
}

/** Describes a conversion request/response. */
export interface ConversionReview {
  /** API group and version. */
  apiVersion?: 'apiextensions.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'ConversionReview' | undefined;
  /** Describes the attributes for the conversion request. */
  request?: ConversionRequest | undefined;
  /** Describes the attributes for the conversion response. */
  response?: ConversionResponse | undefined;
}

/** Describes different conversion types. */
export type ConversionStrategyType = 'None' | 'Webhook' | (string & {});

/** Specifies a column for server side printing. */
export interface CustomResourceColumnDefinition {
  /** A human readable name for the column. */
  name: string;
  /** An OpenAPI type definition for this column. for details. */
  type: string;
  /** An optional OpenAPI type definition for this column. */
  format?: string | undefined;
  /** A human readable description of this column. */
  description?: string | undefined;
  /** An integer defining the relative importance of this column compared to others. */
  priority?: number | undefined;
  /**
   * A simple JSON path (i.e. with array notation) which is evaluated against each custom resource to produce the value for this
   * column.
   */
  jsonPath: string;
}

/** Describes how to convert different versions of a CR. */
export interface CustomResourceConversion {
  /** Specifies how custom resources are converted between versions. */
  strategy: ConversionStrategyType;
  /** Describes how to call the conversion webhook. */
  webhook?: WebhookConversion | undefined;
}

/** Represents a resource that should be exposed on the API server. Since Kubernetes 1.16. */
export interface CustomResourceDefinition {
  /** API group and version. */
  apiVersion?: 'apiextensions.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'CustomResourceDefinition' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** Describes how the user wants the resources to appear */
  spec: CustomResourceDefinitionSpec;
  /** Indicates the actual state of the CustomResourceDefinition */
  status?: CustomResourceDefinitionStatus | undefined;
}

/** Custom resource definition condition. */
export interface CustomResourceDefinitionCondition {
  /** The type of the condition. */
  type: CustomResourceDefinitionConditionType;
  /** The status of the condition. */
  status: ConditionStatus;
  /** lastTransitionTime last time the condition transitioned from one status to another. */
  lastTransitionTime?: metav1.Time | undefined;
  /** A unique, one-word, CamelCase reason for the condition's last transition. */
  reason?: string | undefined;
  /** A human-readable message indicating details about last transition. */
  message?: string | undefined;
  /** Represents the .metadata.generation that the condition was set based upon. Feature gate: CRDObservedGenerationTracking. */
  observedGeneration?: number | undefined;
}

/** Custom resource definition condition type. */
export type CustomResourceDefinitionConditionType = 'Established' | 'NamesAccepted' | 'NonStructuralSchema' | 'Terminating' | 'KubernetesAPIApprovalPolicyConformant' | 'StorageMigrating' | (string & {});

/** List of CustomResourceDefinition objects. */
export interface CustomResourceDefinitionList {
  /** API group and version. */
  apiVersion?: 'apiextensions.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'CustomResourceDefinitionList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: CustomResourceDefinition[];
}

/** Custom resource definition names. */
export interface CustomResourceDefinitionNames {
  /** The plural name of the resource to serve. */
  plural: string;
  /** The singular name of the resource. */
  singular?: string | undefined;
  /**
   * shortNames are short names for the resource, exposed in API discovery documents, and used by clients to support invocations
   * like `kubectl get <shortname>`.
   */
  shortNames?: string[] | undefined;
  /** The serialized kind of the resource. */
  kind: string;
  /** The serialized kind of the list for this resource. */
  listKind?: string | undefined;
  /** A list of grouped resources this custom resource belongs to (e.g. 'all'). */
  categories?: string[] | undefined;
}

/** Spec of a CustomResourceDefinition. */
export interface CustomResourceDefinitionSpec {
  /** The API group of the defined custom resource. */
  group: string;
  /** names specify the resource and kind names for the custom resource. */
  names: CustomResourceDefinitionNames;
  /** Indicates whether the defined custom resource is cluster- or namespace-scoped. */
  scope: ResourceScope;
  /** The list of all API versions of the defined custom resource. */
  versions: CustomResourceDefinitionVersion[];
  /** Defines conversion settings for the CRD. */
  conversion?: CustomResourceConversion | undefined;
  /**
   * Indicates that object fields which are not specified in the OpenAPI schema should be preserved when persisting to storage.
   * apiVersion, kind, metadata and known fields inside metadata are always preserved.
   */
  preserveUnknownFields?: boolean | undefined;
}

/** Status of a CustomResourceDefinition. */
export interface CustomResourceDefinitionStatus {
  /** conditions indicate state for particular aspects of a CustomResourceDefinition */
  conditions?: CustomResourceDefinitionCondition[] | null | undefined;
  /** acceptedNames are the names that are actually being used to serve discovery. */
  acceptedNames?: CustomResourceDefinitionNames | undefined;
  /** Lists all versions of CustomResources that were ever persisted. */
  storedVersions?: string[] | null | undefined;
  /** The generation observed by the CRD controller. Feature gate: CRDObservedGenerationTracking. */
  observedGeneration?: number | undefined;
}

/** Describes a version for CRD. */
export interface CustomResourceDefinitionVersion {
  /**
   * The version name, e.g. “v1”, “v2beta1”, etc. The custom resources are served under this version at
   * `/apis/<group>/<version>/...` if `served` is true.
   */
  name: string;
  /** A flag enabling/disabling this version from being served via REST APIs */
  served: boolean;
  /** Indicates this version should be used when persisting custom resources to storage. */
  storage: boolean;
  /** Indicates this version of the custom resource API is deprecated. */
  deprecated?: boolean | undefined;
  /** Overrides the default warning returned to API clients. */
  deprecationWarning?: string | undefined;
  /** Describes the schema used for validation, pruning, and defaulting of this version of the custom resource. */
  schema?: CustomResourceValidation | undefined;
  /** subresources specify what subresources this version of the defined custom resource have. */
  subresources?: CustomResourceSubresources | undefined;
  /** Specifies additional columns returned in Table output. */
  additionalPrinterColumns?: CustomResourceColumnDefinition[] | undefined;
  /** Specifies paths to fields that may be used as field selectors. Feature gate: CustomResourceFieldSelectors. */
  selectableFields?: SelectableField[] | undefined;
}

/** Custom resource subresource scale. */
export interface CustomResourceSubresourceScale {
  /** Defines the JSON path inside of a custom resource that corresponds to Scale `spec.replicas`. */
  specReplicasPath: string;
  /** Defines the JSON path inside of a custom resource that corresponds to Scale `status.replicas`. */
  statusReplicasPath: string;
  /** Defines the JSON path inside of a custom resource that corresponds to Scale `status.selector`. */
  labelSelectorPath?: string | undefined;
}

/** Status of a CustomResourceSubresource. */
export interface CustomResourceSubresourceStatus {
}

/** Custom resource subresources. */
export interface CustomResourceSubresources {
  /** Indicates the custom resource should serve a `/status` subresource. */
  status?: CustomResourceSubresourceStatus | undefined;
  /** Indicates the custom resource should serve a `/scale` subresource that returns an `autoscaling/v1` Scale object. */
  scale?: CustomResourceSubresourceScale | undefined;
}

/** A list of validation methods for CustomResources. */
export interface CustomResourceValidation {
  /** The OpenAPI v3 schema to use for validation and pruning. */
  openAPIV3Schema?: JSONSchemaProps | undefined;
}

/** External documentation. */
export interface ExternalDocumentation {
  /** Description. */
  description?: string | undefined;
  /** URL. */
  url?: string | undefined;
}

/** Field value error reason. */
export type FieldValueErrorReason = 'FieldValueRequired' | 'FieldValueDuplicate' | 'FieldValueInvalid' | 'FieldValueForbidden' | (string & {});

/** JSON schema props. */
export interface JSONSchemaProps {
  /** ID. */
  id?: string | undefined;
  /** $schema. */
  $schema?: string | undefined;
  /** $ref. */
  $ref?: string | undefined;
  /** Description. */
  description?: string | undefined;
  /** Type. */
  type?: string | undefined;
  /** An OpenAPI v3 format string. */
  format?: string | undefined;
  /** Title. */
  title?: string | undefined;
  /** A default value for undefined object fields. */
  default?: unknown;
  /** Maximum. */
  maximum?: number | undefined;
  /** Exclusive maximum. */
  exclusiveMaximum?: boolean | undefined;
  /** Minimum. */
  minimum?: number | undefined;
  /** Exclusive minimum. */
  exclusiveMinimum?: boolean | undefined;
  /** Max length. */
  maxLength?: number | undefined;
  /** Min length. */
  minLength?: number | undefined;
  /** Pattern. */
  pattern?: string | undefined;
  /** Max items. */
  maxItems?: number | undefined;
  /** Min items. */
  minItems?: number | undefined;
  /** Unique items. */
  uniqueItems?: boolean | undefined;
  /** Multiple of. */
  multipleOf?: number | undefined;
  /** Enum. */
  enum?: unknown[] | undefined;
  /** Max properties. */
  maxProperties?: number | undefined;
  /** Min properties. */
  minProperties?: number | undefined;
  /** Required. */
  required?: string[] | undefined;
  /** Items. */
  items?: JSONSchemaProps | JSONSchemaProps[] | undefined;
  /** All of. */
  allOf?: JSONSchemaProps[] | undefined;
  /** One of. */
  oneOf?: JSONSchemaProps[] | undefined;
  /** Any of. */
  anyOf?: JSONSchemaProps[] | undefined;
  /** Not. */
  not?: JSONSchemaProps | undefined;
  /** Properties. */
  properties?: { [key: string]: JSONSchemaProps } | undefined;
  /** Additional properties. */
  additionalProperties?: JSONSchemaProps | boolean | undefined;
  /** Pattern properties. */
  patternProperties?: { [key: string]: JSONSchemaProps } | undefined;
  /** Dependencies. */
  dependencies?: { [key: string]: JSONSchemaProps | string[] } | undefined;
  /** Additional items. */
  additionalItems?: JSONSchemaProps | boolean | undefined;
  /** Definitions. */
  definitions?: { [key: string]: JSONSchemaProps } | undefined;
  /** External docs. */
  externalDocs?: ExternalDocumentation | undefined;
  /** Example. */
  example?: unknown;
  /** Nullable. */
  nullable?: boolean | undefined;
  /**
   * x-kubernetes-preserve-unknown-fields stops the API server decoding step from pruning fields which are not specified in the
   * validation schema.
   */
  'x-kubernetes-preserve-unknown-fields'?: boolean | undefined;
  /**
   * x-kubernetes-embedded-resource defines that the value is an embedded Kubernetes runtime.Object, with TypeMeta and
   * ObjectMeta.
   */
  'x-kubernetes-embedded-resource'?: boolean | undefined;
  /** x-kubernetes-int-or-string specifies that this value is either an integer or a string. */
  'x-kubernetes-int-or-string'?: boolean | undefined;
  /**
   * x-kubernetes-list-map-keys annotates an array with the x-kubernetes-list-type `map` by specifying the keys used as the
   * index of the map.
   */
  'x-kubernetes-list-map-keys'?: string[] | undefined;
  /** x-kubernetes-list-type annotates an array to further describe its topology. */
  'x-kubernetes-list-type'?: string | undefined;
  /** x-kubernetes-map-type annotates an object to further describe its topology. */
  'x-kubernetes-map-type'?: string | undefined;
  /** x-kubernetes-validations describes a list of validation rules written in the CEL expression language. */
  'x-kubernetes-validations'?: ValidationRule[] | undefined;
}

/** Resource scope. */
export type ResourceScope = 'Cluster' | 'Namespaced' | (string & {});

/** Selectable field. */
export interface SelectableField {
  /** A simple JSON path which is evaluated against each custom resource to produce a field selector value. */
  jsonPath: string;
}

/** Holds a reference to Service.legacy.k8s.io */
export interface ServiceReference {
  /** The namespace of the service. */
  namespace: string;
  /** The name of the service. */
  name: string;
  /** An optional URL path at which the webhook will be contacted. */
  path?: string | undefined;
  /** An optional service port at which the webhook will be contacted. */
  port?: number | undefined;
}

/** Validation rule. */
export interface ValidationRule {
  /** Represents the expression which will be evaluated by CEL. */
  rule: string;
  /** Represents the message displayed when validation fails. */
  message?: string | undefined;
  /** Declares a CEL expression that evaluates to the validation failure message that is returned when this rule fails. */
  messageExpression?: string | undefined;
  /**
   * Provides a machine-readable validation failure reason that is returned to the caller when a request fails this validation
   * rule.
   */
  reason?: FieldValueErrorReason | undefined;
  /** Represents the field path returned when the validation fails. */
  fieldPath?: string | undefined;
  /**
   * optionalOldSelf is used to opt a transition rule into evaluation even when the object is first created, or if the old
   * object is missing the value. Feature gate: CRDValidationRatcheting.
   */
  optionalOldSelf?: boolean | undefined;
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

/** Describes how to call a conversion webhook */
export interface WebhookConversion {
  /** The instructions for how to call the webhook if strategy is `Webhook`. */
  clientConfig?: WebhookClientConfig | undefined;
  /** An ordered list of preferred `ConversionReview` versions the Webhook expects. */
  conversionReviewVersions: string[];
}
