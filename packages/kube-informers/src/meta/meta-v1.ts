// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).

/** A point in time, in whole seconds: RFC 3339, as in `2026-11-23T08:00:00Z`. */
export type Time = string;

/** A point in time, in microseconds: RFC 3339, as in `2026-11-23T08:00:00.000000Z`. */
export type MicroTime = string;

/** A length of time in Go's notation: `1h30m0s`. */
export type Duration = string;

/** An amount of a resource: `500m`, `1Gi`. The server answers with its shortest form, so compare values, not texts. */
export type Quantity = string;

/** A number, or a name or percentage: `8080`, `'http'`, `'25%'`. */
export type IntOrString = number | string;

/** An object of any kind. */
export type RawExtension = object;

/** Which fields a manager owns: a tree of field paths. */
export type FieldsV1 = object;

/** API group. */
export interface APIGroup {
  /** API group and version. */
  apiVersion?: string | undefined;
  /** Kind of the object. */
  kind?: string | undefined;
  /** The name of the group. */
  name: string;
  /** versions are the versions supported in this group. */
  versions: GroupVersionForDiscovery[];
  /** The version preferred by the API server, which probably is the storage version. */
  preferredVersion?: GroupVersionForDiscovery | undefined;
  /** a map of client CIDR to server address that is serving this group. */
  serverAddressByClientCIDRs?: ServerAddressByClientCIDR[] | undefined;
}

/** List of APIGroup objects. */
export interface APIGroupList {
  /** API group and version. */
  apiVersion?: string | undefined;
  /** Kind of the object. */
  kind?: string | undefined;
  /** A list of APIGroup. */
  groups: APIGroup[];
}

/** Specifies the name of a resource and whether it is namespaced. */
export interface APIResource {
  /** The plural name of the resource. */
  name: string;
  /** The singular name of the resource. */
  singularName: string;
  /** Indicates if a resource is namespaced or not. */
  namespaced: boolean;
  /** The preferred group of the resource. */
  group?: string | undefined;
  /** The preferred version of the resource. */
  version?: string | undefined;
  /** The kind for the resource (e.g. 'Foo' is the kind for a resource 'foo') */
  kind: string;
  /**
   * A list of supported kube verbs (this includes get, list, watch, create, update, patch, delete, deletecollection, and proxy)
   */
  verbs: string[];
  /** A list of suggested short names of the resource. */
  shortNames?: string[] | undefined;
  /** A list of the grouped resources this resource belongs to (e.g. 'all') */
  categories?: string[] | undefined;
  /** The hash value of the storage version, the version this resource is converted to when written to the data store. */
  storageVersionHash?: string | undefined;
}

/** List of APIResource objects. */
export interface APIResourceList {
  /** API group and version. */
  apiVersion?: string | undefined;
  /** Kind of the object. */
  kind?: string | undefined;
  /** The group and version this APIResourceList is for. */
  groupVersion: string;
  /** Contains the name of the resources and if they are namespaced. */
  resources: APIResource[];
}

/** API versions. */
export interface APIVersions {
  /** API group and version. */
  apiVersion?: string | undefined;
  /** Kind of the object. */
  kind?: string | undefined;
  /** versions are the api versions that are available. */
  versions: string[];
  /** a map of client CIDR to server address that is serving this group. */
  serverAddressByClientCIDRs: ServerAddressByClientCIDR[];
}

/** Cause type. */
export type CauseType = 'FieldValueNotFound' | 'FieldValueRequired' | 'FieldValueDuplicate' | 'FieldValueInvalid' | 'FieldValueNotSupported' | 'FieldValueForbidden' | 'FieldValueTooLong' | 'FieldValueTooMany' | 'InternalError' | 'FieldValueTypeInvalid' | 'UnexpectedServerResponse' | 'FieldManagerConflict' | 'ResourceVersionTooLarge' | (string & {});

/** Condition. */
export interface Condition {
  /** type of condition in CamelCase or in foo.example.com/CamelCase. */
  type: string;
  /** status of the condition, one of True, False, Unknown. */
  status: ConditionStatus;
  /** Represents the .metadata.generation that the condition was set based upon. */
  observedGeneration?: number | undefined;
  /** The last time the condition transitioned from one status to another. */
  lastTransitionTime: Time;
  /** Contains a programmatic identifier indicating the reason for the condition's last transition. */
  reason: string;
  /** A human readable message indicating details about the transition. */
  message: string;
}

/** Condition status. */
export type ConditionStatus = 'True' | 'False' | 'Unknown' | (string & {});

/** CreateOptions may be provided when creating an API object. */
export interface CreateOptions {
  /** API group and version. */
  apiVersion?: string | undefined;
  /** Kind of the object. */
  kind?: string | undefined;
  /** When present, indicates that modifications should not be persisted. */
  dryRun?: string[] | undefined;
  /** A name associated with the actor or entity that is making these changes. */
  fieldManager?: string | undefined;
  /** Instructs the server on how to handle objects in the request (POST/PUT/PATCH) containing unknown or duplicate fields. */
  fieldValidation?: string | undefined;
}

/** DeleteOptions may be provided when deleting an API object. */
export interface DeleteOptions {
  /** API group and version. */
  apiVersion?: string | undefined;
  /** Kind of the object. */
  kind?: string | undefined;
  /** The duration in seconds before the object should be deleted. */
  gracePeriodSeconds?: number | undefined;
  /** Must be fulfilled before a deletion is carried out. */
  preconditions?: Preconditions | undefined;
  /**
   * Orphan dependents.
   * @deprecated please use the PropagationPolicy, this field will be deprecated in 1.7.
   */
  orphanDependents?: boolean | undefined;
  /** Whether and how garbage collection will be performed. */
  propagationPolicy?: DeletionPropagation | undefined;
  /** When present, indicates that modifications should not be persisted. */
  dryRun?: string[] | undefined;
  /**
   * if set to true, it will trigger an unsafe deletion of the resource in case the normal deletion flow fails with a corrupt
   * object error.
   */
  ignoreStoreReadErrorWithClusterBreakingPotential?: boolean | undefined;
}

/** Deletion propagation. */
export type DeletionPropagation = 'Orphan' | 'Background' | 'Foreground' | (string & {});

/** Field selector operator. */
export type FieldSelectorOperator = 'In' | 'NotIn' | 'Exists' | 'DoesNotExist' | (string & {});

/** Field selector requirement. */
export interface FieldSelectorRequirement {
  /** The field selector key that the requirement applies to. */
  key: string;
  /** Represents a key's relationship to a set of values. */
  operator: FieldSelectorOperator;
  /** An array of string values. */
  values?: string[] | undefined;
}

/** The standard query options to the standard REST get call. */
export interface GetOptions {
  /** API group and version. */
  apiVersion?: string | undefined;
  /** Kind of the object. */
  kind?: string | undefined;
  /** Sets a constraint on what resource versions a request may be served from. */
  resourceVersion?: string | undefined;
}

/** Specifies a Group and a Resource, but does not force a version. */
export interface GroupResource {
  /** Group. */
  group: string;
  /** Resource. */
  resource: string;
}

/** GroupVersion contains the "group/version" and "version" string of a version. */
export interface GroupVersionForDiscovery {
  /** Specifies the API group and version in the form "group/version" */
  groupVersion: string;
  /** Specifies the version in the form of "version". */
  version: string;
}

/** GroupVersionKind unambiguously identifies a kind. */
export interface GroupVersionKind {
  /** Group. */
  group: string;
  /** Version. */
  version: string;
  /** Kind. */
  kind: string;
}

/** GroupVersionResource unambiguously identifies a resource. */
export interface GroupVersionResource {
  /** Group. */
  group: string;
  /** Version. */
  version: string;
  /** Resource. */
  resource: string;
}

/** A label selector is a label query over a set of resources. */
export interface LabelSelector {
  /** A map of {key,value} pairs. */
  matchLabels?: { [key: string]: string } | undefined;
  /** A list of label selector requirements. */
  matchExpressions?: LabelSelectorRequirement[] | undefined;
}

/** Label selector operator. */
export type LabelSelectorOperator = 'In' | 'NotIn' | 'Exists' | 'DoesNotExist' | (string & {});

/** Label selector requirement. */
export interface LabelSelectorRequirement {
  /** The label key that the selector applies to. */
  key: string;
  /** Represents a key's relationship to a set of values. */
  operator: LabelSelectorOperator;
  /** An array of string values. */
  values?: string[] | undefined;
}

/** List meta. */
export interface ListMeta {
  /**
   * Self link.
   * @deprecated selfLink is a legacy read-only field that is no longer populated by the system.
   */
  selfLink?: string | undefined;
  /**
   * String that identifies the server's internal version of this object that can be used by clients to determine when objects
   * have changed.
   */
  resourceVersion?: string | undefined;
  /**
   * continue may be set if the user set a limit on the number of items returned, and indicates that the server has more data
   * available.
   */
  continue?: string | undefined;
  /** The number of subsequent items in the list which are not included in this list response. */
  remainingItemCount?: number | undefined;
  /**
   * shardInfo is set when the list is a filtered subset of the full collection, as selected by a shard selector on the request.
   * Feature gate: ShardedListAndWatch.
   */
  shardInfo?: ShardInfo | undefined;
}

/** Managed fields entry. */
export interface ManagedFieldsEntry {
  /** An identifier of the workflow managing these fields. */
  manager?: string | undefined;
  /** The type of operation which lead to this ManagedFieldsEntry being created. */
  operation?: ManagedFieldsOperationType | undefined;
  /** Defines the version of this resource that this field set applies to. */
  apiVersion?: string | undefined;
  /** The timestamp of when the ManagedFields entry was added. */
  time?: Time | undefined;
  /** The discriminator for the different fields format and version. */
  fieldsType?: string | undefined;
  /** Holds the first JSON version format as described in the "FieldsV1" type. */
  fieldsV1?: FieldsV1 | undefined;
  /**
   * The name of the subresource used to update that object, or empty string if the object was updated through the main
   * resource.
   */
  subresource?: string | undefined;
}

/** Managed fields operation type. */
export type ManagedFieldsOperationType = 'Apply' | 'Update' | (string & {});

/** Object meta. */
export interface ObjectMeta {
  /** Name must be unique within a namespace. */
  name?: string | undefined;
  /** An optional prefix, used by the server, to generate a unique name ONLY IF the Name field has not been provided. */
  generateName?: string | undefined;
  /** Defines the space within which each name must be unique. */
  namespace?: string | undefined;
  /**
   * Self link.
   * @deprecated selfLink is a legacy read-only field that is no longer populated by the system.
   */
  selfLink?: string | undefined;
  /** The unique in time and space value for this object. */
  uid?: string | undefined;
  /**
   * An opaque value that represents the internal version of this object that can be used by clients to determine when objects
   * have changed.
   */
  resourceVersion?: string | undefined;
  /** A sequence number representing a specific generation of the desired state. */
  generation?: number | undefined;
  /** A timestamp representing the server time when this object was created. */
  creationTimestamp?: Time | undefined;
  /** DeletionTimestamp is RFC 3339 date and time at which this resource will be deleted. */
  deletionTimestamp?: Time | undefined;
  /** Number of seconds allowed for this object to gracefully terminate before it will be removed from the system. */
  deletionGracePeriodSeconds?: number | undefined;
  /** Map of string keys and values that can be used to organize and categorize (scope and select) objects. */
  labels?: { [key: string]: string } | undefined;
  /**
   * An unstructured key value map stored with a resource that may be set by external tools to store and retrieve arbitrary
   * metadata.
   */
  annotations?: { [key: string]: string } | undefined;
  /** List of objects depended by this object. */
  ownerReferences?: OwnerReference[] | undefined;
  /** Must be empty before the object is deleted from the registry. */
  finalizers?: string[] | undefined;
  /** Maps workflow-id and version to the set of fields that are managed by that workflow. */
  managedFields?: ManagedFieldsEntry[] | undefined;
}

/** Contains enough information to let you identify an owning object. */
export interface OwnerReference {
  /** API version of the referent. */
  apiVersion: string;
  /** Kind of the referent. */
  kind: string;
  /** Name of the referent. */
  name: string;
  /** UID of the referent. */
  uid: string;
  /** If true, this reference points to the managing controller. */
  controller?: boolean | undefined;
  /**
   * If true, AND if the owner has the "foregroundDeletion" finalizer, then the owner cannot be deleted from the key-value store
   * until this reference is removed.
   */
  blockOwnerDeletion?: boolean | undefined;
}

/** PatchOptions may be provided when patching an API object. */
export interface PatchOptions {
  /** API group and version. */
  apiVersion?: string | undefined;
  /** Kind of the object. */
  kind?: string | undefined;
  /** When present, indicates that modifications should not be persisted. */
  dryRun?: string[] | undefined;
  /** Force is going to "force" Apply requests. */
  force?: boolean | undefined;
  /** A name associated with the actor or entity that is making these changes. */
  fieldManager?: string | undefined;
  /** Instructs the server on how to handle objects in the request (POST/PUT/PATCH) containing unknown or duplicate fields. */
  fieldValidation?: string | undefined;
}

/** Preconditions. */
export interface Preconditions {
  /** Specifies the target UID. */
  uid?: string | undefined;
  /** Specifies the target ResourceVersion */
  resourceVersion?: string | undefined;
}

/** Server address by client CIDR. */
export interface ServerAddressByClientCIDR {
  /** The CIDR with which clients can match their IP to figure out the server address that they should use. */
  clientCIDR: string;
  /** Address of this server, suitable for a client that matches the above CIDR. */
  serverAddress: string;
}

/** Shard info. */
export interface ShardInfo {
  /**
   * The shard selector string from the request, echoed back so clients can verify which shard they received and merge responses
   * from multiple shards.
   */
  selector: string;
}

/** A return value for calls that don't return other objects. */
export interface Status {
  /** API group and version. */
  apiVersion?: string | undefined;
  /** Kind of the object. */
  kind?: string | undefined;
  /** Standard object metadata. */
  metadata?: ListMeta | undefined;
  /** Status of the operation. */
  status?: string | undefined;
  /** A human-readable description of the status of this operation. */
  message?: string | undefined;
  /** A machine-readable description of why this operation is in the "Failure" status. */
  reason?: StatusReason | undefined;
  /** Extended data associated with the reason. */
  details?: StatusDetails | undefined;
  /** Suggested HTTP return code for this status, 0 if not set. */
  code?: number | undefined;
}

/** Status cause. */
export interface StatusCause {
  /** A machine-readable description of the cause of the error. */
  reason?: CauseType | undefined;
  /** A human-readable description of the cause of the error. */
  message?: string | undefined;
  /** The field of the resource that has caused this error, as named by its JSON serialization. */
  field?: string | undefined;
}

/** Status details. */
export interface StatusDetails {
  /**
   * The name attribute of the resource associated with the status StatusReason (when there is a single name which can be
   * described).
   */
  name?: string | undefined;
  /** The group attribute of the resource associated with the status StatusReason. */
  group?: string | undefined;
  /** The kind attribute of the resource associated with the status StatusReason. */
  kind?: string | undefined;
  /** UID of the resource. */
  uid?: string | undefined;
  /** The Causes array includes more details associated with the StatusReason failure. */
  causes?: StatusCause[] | undefined;
  /** If specified, the time in seconds before the operation should be retried. */
  retryAfterSeconds?: number | undefined;
}

/** An enumeration of possible failure causes. */
export type StatusReason = '' | 'Unauthorized' | 'Forbidden' | 'NotFound' | 'AlreadyExists' | 'Conflict' | 'Gone' | 'Invalid' | 'ServerTimeout' | 'StorageReadError' | 'Timeout' | 'TooManyRequests' | 'BadRequest' | 'MethodNotAllowed' | 'NotAcceptable' | 'RequestEntityTooLarge' | 'UnsupportedMediaType' | 'InternalError' | 'Expired' | 'ServiceUnavailable' | (string & {});

/** A tabular representation of a set of API resources. */
export interface Table {
  /** API group and version. */
  apiVersion?: string | undefined;
  /** Kind of the object. */
  kind?: string | undefined;
  /** Standard object metadata. */
  metadata?: ListMeta | undefined;
  /** Describes each column in the returned items array. */
  columnDefinitions: TableColumnDefinition[];
  /** The list of items in the table. */
  rows: TableRow[];
}

/** Contains information about a column returned in the Table. */
export interface TableColumnDefinition {
  /** A human readable name for the column. */
  name: string;
  /** An OpenAPI type definition for this column, such as number, integer, string, or array. for more. */
  type: string;
  /** An optional OpenAPI type modifier for this column. */
  format: string;
  /** A human readable description of this column. */
  description: string;
  /** An integer defining the relative importance of this column compared to others. */
  priority: number;
}

/** An individual row in a table. */
export interface TableRow {
  /**
   * cells will be as wide as the column definitions array and may contain strings, numbers (float64 or int64), booleans, simple
   * maps, lists, or null.
   */
  cells: unknown[];
  /** conditions describe additional status of a row that are relevant for a human user. */
  conditions?: TableRowCondition[] | undefined;
  /**
   * This field contains the requested additional information about each object based on the includeObject policy when
   * requesting the Table.
   */
  object?: RawExtension | undefined;
}

/** Allows a row to be marked with additional information. */
export interface TableRowCondition {
  /** Type of row condition. */
  type: string;
  /** Status of the condition, one of True, False, Unknown. */
  status: ConditionStatus;
  /** (brief) machine readable reason for the condition's last transition. */
  reason?: string | undefined;
  /** Human readable message indicating details about last transition. */
  message?: string | undefined;
}

/** UpdateOptions may be provided when updating an API object. */
export interface UpdateOptions {
  /** API group and version. */
  apiVersion?: string | undefined;
  /** Kind of the object. */
  kind?: string | undefined;
  /** When present, indicates that modifications should not be persisted. */
  dryRun?: string[] | undefined;
  /** A name associated with the actor or entity that is making these changes. */
  fieldManager?: string | undefined;
  /** Instructs the server on how to handle objects in the request (POST/PUT/PATCH) containing unknown or duplicate fields. */
  fieldValidation?: string | undefined;
}
