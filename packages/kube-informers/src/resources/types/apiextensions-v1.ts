// Generated from k8s.io/api 0.36.4 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).
import type * as metav1 from '../../meta/meta-v1.js';

export type ConditionStatus = 'True' | 'False' | 'Unknown' | (string & {});

export interface ConversionRequest {
  /** An identifier for the individual request/response. */
  uid: string;
  /** The version to convert given objects to. e.g. "myapi.example.com/v1" */
  desiredAPIVersion: string;
  /** The list of custom resource objects to be converted. */
  objects: metav1.RawExtension[];
}

export interface ConversionResponse {
  /** An identifier for the individual request/response. */
  uid: string;
  /** The list of converted version of `request.objects` if the `result` is successful, otherwise empty. */
  convertedObjects: metav1.RawExtension[];
  /** Contains the result of conversion with extra details if the conversion failed. */
  result: metav1.Status;
}

export interface ConversionReview {
  apiVersion?: 'apiextensions.k8s.io/v1' | undefined;
  kind?: 'ConversionReview' | undefined;
  /** Describes the attributes for the conversion request. */
  request?: ConversionRequest | undefined;
  /** Describes the attributes for the conversion response. */
  response?: ConversionResponse | undefined;
}

export type ConversionStrategyType = 'None' | 'Webhook' | (string & {});

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

export interface CustomResourceConversion {
  /** Specifies how custom resources are converted between versions. */
  strategy: ConversionStrategyType;
  /** Describes how to call the conversion webhook. */
  webhook?: WebhookConversion | undefined;
}

/** Represents a resource that should be exposed on the API server. Since Kubernetes 1.16. */
export interface CustomResourceDefinition {
  apiVersion?: 'apiextensions.k8s.io/v1' | undefined;
  kind?: 'CustomResourceDefinition' | undefined;
  metadata?: metav1.ObjectMeta | undefined;
  /** Describes how the user wants the resources to appear */
  spec: CustomResourceDefinitionSpec;
  /** Indicates the actual state of the CustomResourceDefinition */
  status?: CustomResourceDefinitionStatus | undefined;
}

export interface CustomResourceDefinitionCondition {
  type: CustomResourceDefinitionConditionType;
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

export type CustomResourceDefinitionConditionType = 'Established' | 'NamesAccepted' | 'NonStructuralSchema' | 'Terminating' | 'KubernetesAPIApprovalPolicyConformant' | 'StorageMigrating' | (string & {});

export interface CustomResourceDefinitionList {
  apiVersion?: 'apiextensions.k8s.io/v1' | undefined;
  kind?: 'CustomResourceDefinitionList' | undefined;
  metadata?: metav1.ListMeta | undefined;
  items: CustomResourceDefinition[];
}

export interface CustomResourceDefinitionNames {
  /** The plural name of the resource to serve. */
  plural: string;
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

export interface CustomResourceDefinitionSpec {
  /** The API group of the defined custom resource. */
  group: string;
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
  /** @deprecated deprecated indicates this version of the custom resource API is deprecated. */
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

export interface CustomResourceSubresourceScale {
  /** Defines the JSON path inside of a custom resource that corresponds to Scale `spec.replicas`. */
  specReplicasPath: string;
  /** Defines the JSON path inside of a custom resource that corresponds to Scale `status.replicas`. */
  statusReplicasPath: string;
  /** Defines the JSON path inside of a custom resource that corresponds to Scale `status.selector`. */
  labelSelectorPath?: string | undefined;
}

export interface CustomResourceSubresourceStatus {
}

export interface CustomResourceSubresources {
  /** Indicates the custom resource should serve a `/status` subresource. */
  status?: CustomResourceSubresourceStatus | undefined;
  /** Indicates the custom resource should serve a `/scale` subresource that returns an `autoscaling/v1` Scale object. */
  scale?: CustomResourceSubresourceScale | undefined;
}

export interface CustomResourceValidation {
  /** The OpenAPI v3 schema to use for validation and pruning. */
  openAPIV3Schema?: JSONSchemaProps | undefined;
}

export interface ExternalDocumentation {
  description?: string | undefined;
  url?: string | undefined;
}

export type FieldValueErrorReason = 'FieldValueRequired' | 'FieldValueDuplicate' | 'FieldValueInvalid' | 'FieldValueForbidden' | (string & {});

export interface JSONSchemaProps {
  id?: string | undefined;
  $schema?: string | undefined;
  $ref?: string | undefined;
  description?: string | undefined;
  type?: string | undefined;
  /** An OpenAPI v3 format string. */
  format?: string | undefined;
  title?: string | undefined;
  /** A default value for undefined object fields. */
  default?: unknown;
  maximum?: number | undefined;
  exclusiveMaximum?: boolean | undefined;
  minimum?: number | undefined;
  exclusiveMinimum?: boolean | undefined;
  maxLength?: number | undefined;
  minLength?: number | undefined;
  pattern?: string | undefined;
  maxItems?: number | undefined;
  minItems?: number | undefined;
  uniqueItems?: boolean | undefined;
  multipleOf?: number | undefined;
  enum?: unknown[] | undefined;
  maxProperties?: number | undefined;
  minProperties?: number | undefined;
  required?: string[] | undefined;
  items?: JSONSchemaProps | JSONSchemaProps[] | undefined;
  allOf?: JSONSchemaProps[] | undefined;
  oneOf?: JSONSchemaProps[] | undefined;
  anyOf?: JSONSchemaProps[] | undefined;
  not?: JSONSchemaProps | undefined;
  properties?: { [key: string]: JSONSchemaProps } | undefined;
  additionalProperties?: JSONSchemaProps | boolean | undefined;
  patternProperties?: { [key: string]: JSONSchemaProps } | undefined;
  dependencies?: { [key: string]: JSONSchemaProps | string[] } | undefined;
  additionalItems?: JSONSchemaProps | boolean | undefined;
  definitions?: { [key: string]: JSONSchemaProps } | undefined;
  externalDocs?: ExternalDocumentation | undefined;
  example?: unknown;
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

export type ResourceScope = 'Cluster' | 'Namespaced' | (string & {});

export interface SelectableField {
  /** A simple JSON path which is evaluated against each custom resource to produce a field selector value. */
  jsonPath: string;
}

export interface ServiceReference {
  namespace: string;
  name: string;
  /** An optional URL path at which the webhook will be contacted. */
  path?: string | undefined;
  /** An optional service port at which the webhook will be contacted. */
  port?: number | undefined;
}

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

export interface WebhookClientConfig {
  /** Gives the location of the webhook, in standard URL form (`scheme://host:port/path`). */
  url?: string | undefined;
  /** A reference to the service for this webhook. */
  service?: ServiceReference | undefined;
  /** A PEM encoded CA bundle which will be used to validate the webhook's server certificate. */
  caBundle?: string | undefined;
}

export interface WebhookConversion {
  /** The instructions for how to call the webhook if strategy is `Webhook`. */
  clientConfig?: WebhookClientConfig | undefined;
  /** An ordered list of preferred `ConversionReview` versions the Webhook expects. */
  conversionReviewVersions: string[];
}
