// Generated from k8s.io/api 0.36.4 by scripts/kubernetes-api/generate.mjs; do not edit.
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

/** APIGroup contains the name, the supported versions, and the preferred version of a group. */
export interface APIGroup {
  apiVersion?: string;
  kind?: string;
  /** name is the name of the group. */
  name: string;
  /** versions are the versions supported in this group. */
  versions: GroupVersionForDiscovery[];
  /** preferredVersion is the version preferred by the API server, which probably is the storage version. */
  preferredVersion?: GroupVersionForDiscovery;
  /** a map of client CIDR to server address that is serving this group. */
  serverAddressByClientCIDRs?: ServerAddressByClientCIDR[];
}

/** APIGroupList is a list of APIGroup, to allow clients to discover the API at /apis. */
export interface APIGroupList {
  apiVersion?: string;
  kind?: string;
  /** groups is a list of APIGroup. */
  groups: APIGroup[];
}

/** APIResource specifies the name of a resource and whether it is namespaced. */
export interface APIResource {
  /** name is the plural name of the resource. */
  name: string;
  /**
   * singularName is the singular name of the resource. This allows clients to handle plural and singular
   * opaquely.
   */
  singularName: string;
  /** namespaced indicates if a resource is namespaced or not. */
  namespaced: boolean;
  /**
   * group is the preferred group of the resource. Empty implies the group of the containing resource list.
   */
  group?: string;
  /** version is the preferred version of the resource. */
  version?: string;
  /** kind is the kind for the resource (e.g. 'Foo' is the kind for a resource 'foo') */
  kind: string;
  /**
   * verbs is a list of supported kube verbs (this includes get, list, watch, create, update, patch, delete,
   * deletecollection, and proxy)
   */
  verbs: string[];
  /** shortNames is a list of suggested short names of the resource. */
  shortNames?: string[];
  /** categories is a list of the grouped resources this resource belongs to (e.g. 'all') */
  categories?: string[];
  /**
   * The hash value of the storage version, the version this resource is converted to when written to the data
   * store.
   */
  storageVersionHash?: string;
}

/**
 * APIResourceList is a list of APIResource, it is used to expose the name of the resources supported in a
 * specific group and version, and if the resource is namespaced.
 */
export interface APIResourceList {
  apiVersion?: string;
  kind?: string;
  /** groupVersion is the group and version this APIResourceList is for. */
  groupVersion: string;
  /** resources contains the name of the resources and if they are namespaced. */
  resources: APIResource[];
}

/**
 * APIVersions lists the versions that are available, to allow clients to discover the API at /api, which is
 * the root path of the legacy v1 API.
 */
export interface APIVersions {
  apiVersion?: string;
  kind?: string;
  /** versions are the api versions that are available. */
  versions: string[];
  /** a map of client CIDR to server address that is serving this group. */
  serverAddressByClientCIDRs: ServerAddressByClientCIDR[];
}

/** CauseType is a machine readable value providing more detail about what occurred in a status response. */
export type CauseType = 'FieldValueNotFound' | 'FieldValueRequired' | 'FieldValueDuplicate' | 'FieldValueInvalid' | 'FieldValueNotSupported' | 'FieldValueForbidden' | 'FieldValueTooLong' | 'FieldValueTooMany' | 'InternalError' | 'FieldValueTypeInvalid' | 'UnexpectedServerResponse' | 'FieldManagerConflict' | 'ResourceVersionTooLarge' | (string & {});

/** Condition contains details for one aspect of the current state of this API Resource. */
export interface Condition {
  /** type of condition in CamelCase or in foo.example.com/CamelCase. */
  type: string;
  /** status of the condition, one of True, False, Unknown. */
  status: ConditionStatus;
  /** observedGeneration represents the .metadata.generation that the condition was set based upon. */
  observedGeneration?: number;
  /** lastTransitionTime is the last time the condition transitioned from one status to another. */
  lastTransitionTime: Time;
  /** reason contains a programmatic identifier indicating the reason for the condition's last transition. */
  reason: string;
  /**
   * message is a human readable message indicating details about the transition. This may be an empty string.
   */
  message: string;
}

export type ConditionStatus = 'True' | 'False' | 'Unknown' | (string & {});

/** CreateOptions may be provided when creating an API object. */
export interface CreateOptions {
  apiVersion?: string;
  kind?: string;
  /** When present, indicates that modifications should not be persisted. */
  dryRun?: string[];
  /** fieldManager is a name associated with the actor or entity that is making these changes. */
  fieldManager?: string;
  /**
   * fieldValidation instructs the server on how to handle objects in the request (POST/PUT/PATCH) containing
   * unknown or duplicate fields.
   */
  fieldValidation?: string;
}

/** DeleteOptions may be provided when deleting an API object. */
export interface DeleteOptions {
  apiVersion?: string;
  kind?: string;
  /** The duration in seconds before the object should be deleted. Value must be non-negative integer. */
  gracePeriodSeconds?: number;
  /**
   * Must be fulfilled before a deletion is carried out. If not possible, a 409 Conflict status will be
   * returned.
   */
  preconditions?: Preconditions;
  /**
   * @deprecated please use the PropagationPolicy, this field will be deprecated in 1.7. Should the dependent
   * objects be orphaned.
   */
  orphanDependents?: boolean;
  /**
   * Whether and how garbage collection will be performed. Either this field or OrphanDependents may be set,
   * but not both.
   */
  propagationPolicy?: DeletionPropagation;
  /** When present, indicates that modifications should not be persisted. */
  dryRun?: string[];
  /**
   * if set to true, it will trigger an unsafe deletion of the resource in case the normal deletion flow fails
   * with a corrupt object error.
   */
  ignoreStoreReadErrorWithClusterBreakingPotential?: boolean;
}

/**
 * DeletionPropagation decides if a deletion will propagate to the dependents of the object, and how the
 * garbage collector will handle the propagation.
 */
export type DeletionPropagation = 'Orphan' | 'Background' | 'Foreground' | (string & {});

/** A field selector operator is the set of operators that can be used in a selector requirement. */
export type FieldSelectorOperator = 'In' | 'NotIn' | 'Exists' | 'DoesNotExist' | (string & {});

/**
 * FieldSelectorRequirement is a selector that contains values, a key, and an operator that relates the key
 * and values.
 */
export interface FieldSelectorRequirement {
  /** key is the field selector key that the requirement applies to. */
  key: string;
  /**
   * operator represents a key's relationship to a set of values. Valid operators are In, NotIn, Exists,
   * DoesNotExist.
   */
  operator: FieldSelectorOperator;
  /**
   * values is an array of string values. If the operator is In or NotIn, the values array must be non-empty.
   */
  values?: string[];
}

/** GetOptions is the standard query options to the standard REST get call. */
export interface GetOptions {
  apiVersion?: string;
  kind?: string;
  /** resourceVersion sets a constraint on what resource versions a request may be served from. */
  resourceVersion?: string;
}

/** GroupResource specifies a Group and a Resource, but does not force a version. */
export interface GroupResource {
  group: string;
  resource: string;
}

/**
 * GroupVersion contains the "group/version" and "version" string of a version. It is made a struct to keep
 * extensibility.
 */
export interface GroupVersionForDiscovery {
  /** groupVersion specifies the API group and version in the form "group/version" */
  groupVersion: string;
  /** version specifies the version in the form of "version". */
  version: string;
}

/** GroupVersionKind unambiguously identifies a kind. */
export interface GroupVersionKind {
  group: string;
  version: string;
  kind: string;
}

/** GroupVersionResource unambiguously identifies a resource. */
export interface GroupVersionResource {
  group: string;
  version: string;
  resource: string;
}

/**
 * A label selector is a label query over a set of resources. The result of matchLabels and matchExpressions
 * are ANDed.
 */
export interface LabelSelector {
  /** matchLabels is a map of {key,value} pairs. */
  matchLabels?: { [key: string]: string };
  /** matchExpressions is a list of label selector requirements. The requirements are ANDed. */
  matchExpressions?: LabelSelectorRequirement[];
}

/** A label selector operator is the set of operators that can be used in a selector requirement. */
export type LabelSelectorOperator = 'In' | 'NotIn' | 'Exists' | 'DoesNotExist' | (string & {});

/**
 * A label selector requirement is a selector that contains values, a key, and an operator that relates the
 * key and values.
 */
export interface LabelSelectorRequirement {
  /** key is the label key that the selector applies to. */
  key: string;
  /**
   * operator represents a key's relationship to a set of values. Valid operators are In, NotIn, Exists and
   * DoesNotExist.
   */
  operator: LabelSelectorOperator;
  /**
   * values is an array of string values. If the operator is In or NotIn, the values array must be non-empty.
   */
  values?: string[];
}

/**
 * ListMeta describes metadata that synthetic resources must have, including lists and various status objects.
 */
export interface ListMeta {
  /** @deprecated selfLink is a legacy read-only field that is no longer populated by the system. */
  selfLink?: string;
  /**
   * String that identifies the server's internal version of this object that can be used by clients to
   * determine when objects have changed.
   */
  resourceVersion?: string;
  /**
   * continue may be set if the user set a limit on the number of items returned, and indicates that the
   * server has more data available.
   */
  continue?: string;
  /**
   * remainingItemCount is the number of subsequent items in the list which are not included in this list
   * response.
   */
  remainingItemCount?: number;
  /**
   * shardInfo is set when the list is a filtered subset of the full collection, as selected by a shard
   * selector on the request. Feature gate: ShardedListAndWatch.
   */
  shardInfo?: ShardInfo;
}

/**
 * ManagedFieldsEntry is a workflow-id, a FieldSet and the group version of the resource that the fieldset
 * applies to.
 */
export interface ManagedFieldsEntry {
  /** Manager is an identifier of the workflow managing these fields. */
  manager?: string;
  /** Operation is the type of operation which lead to this ManagedFieldsEntry being created. */
  operation?: ManagedFieldsOperationType;
  /** APIVersion defines the version of this resource that this field set applies to. */
  apiVersion?: string;
  /** Time is the timestamp of when the ManagedFields entry was added. */
  time?: Time;
  /** FieldsType is the discriminator for the different fields format and version. */
  fieldsType?: string;
  /** FieldsV1 holds the first JSON version format as described in the "FieldsV1" type. */
  fieldsV1?: FieldsV1;
  /**
   * Subresource is the name of the subresource used to update that object, or empty string if the object was
   * updated through the main resource.
   */
  subresource?: string;
}

/** ManagedFieldsOperationType is the type of operation which lead to a ManagedFieldsEntry being created. */
export type ManagedFieldsOperationType = 'Apply' | 'Update' | (string & {});

/**
 * ObjectMeta is metadata that all persisted resources must have, which includes all objects users must
 * create.
 */
export interface ObjectMeta {
  /** Name must be unique within a namespace. */
  name?: string;
  /**
   * GenerateName is an optional prefix, used by the server, to generate a unique name ONLY IF the Name field
   * has not been provided.
   */
  generateName?: string;
  /** Namespace defines the space within which each name must be unique. */
  namespace?: string;
  /** @deprecated selfLink is a legacy read-only field that is no longer populated by the system. */
  selfLink?: string;
  /** UID is the unique in time and space value for this object. */
  uid?: string;
  /**
   * An opaque value that represents the internal version of this object that can be used by clients to
   * determine when objects have changed.
   */
  resourceVersion?: string;
  /**
   * A sequence number representing a specific generation of the desired state. Populated by the system.
   * Read-only.
   */
  generation?: number;
  /** CreationTimestamp is a timestamp representing the server time when this object was created. */
  creationTimestamp?: Time;
  /** DeletionTimestamp is RFC 3339 date and time at which this resource will be deleted. */
  deletionTimestamp?: Time;
  /**
   * Number of seconds allowed for this object to gracefully terminate before it will be removed from the
   * system.
   */
  deletionGracePeriodSeconds?: number;
  /** Map of string keys and values that can be used to organize and categorize (scope and select) objects. */
  labels?: { [key: string]: string };
  /**
   * Annotations is an unstructured key value map stored with a resource that may be set by external tools to
   * store and retrieve arbitrary metadata.
   */
  annotations?: { [key: string]: string };
  /** List of objects depended by this object. */
  ownerReferences?: OwnerReference[];
  /** Must be empty before the object is deleted from the registry. */
  finalizers?: string[];
  /** ManagedFields maps workflow-id and version to the set of fields that are managed by that workflow. */
  managedFields?: ManagedFieldsEntry[];
}

/** OwnerReference contains enough information to let you identify an owning object. */
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
  controller?: boolean;
  /**
   * If true, AND if the owner has the "foregroundDeletion" finalizer, then the owner cannot be deleted from
   * the key-value store until this reference is removed.
   */
  blockOwnerDeletion?: boolean;
}

/**
 * PatchOptions may be provided when patching an API object. PatchOptions is meant to be a superset of
 * UpdateOptions.
 */
export interface PatchOptions {
  apiVersion?: string;
  kind?: string;
  /** When present, indicates that modifications should not be persisted. */
  dryRun?: string[];
  /**
   * Force is going to "force" Apply requests. It means user will re-acquire conflicting fields owned by other
   * people.
   */
  force?: boolean;
  /** fieldManager is a name associated with the actor or entity that is making these changes. */
  fieldManager?: string;
  /**
   * fieldValidation instructs the server on how to handle objects in the request (POST/PUT/PATCH) containing
   * unknown or duplicate fields.
   */
  fieldValidation?: string;
}

/** Preconditions must be fulfilled before an operation (update, delete, etc.) is carried out. */
export interface Preconditions {
  /** Specifies the target UID. */
  uid?: string;
  /** Specifies the target ResourceVersion */
  resourceVersion?: string;
}

/**
 * ServerAddressByClientCIDR helps the client to determine the server address that they should use, depending
 * on the clientCIDR that they match.
 */
export interface ServerAddressByClientCIDR {
  /** The CIDR with which clients can match their IP to figure out the server address that they should use. */
  clientCIDR: string;
  /** Address of this server, suitable for a client that matches the above CIDR. */
  serverAddress: string;
}

/** ShardInfo describes the shard selector that was applied to produce a list response. */
export interface ShardInfo {
  /**
   * selector is the shard selector string from the request, echoed back so clients can verify which shard
   * they received and merge responses from multiple shards.
   */
  selector: string;
}

/** Status is a return value for calls that don't return other objects. */
export interface Status {
  apiVersion?: string;
  kind?: string;
  metadata?: ListMeta;
  /** Status of the operation. One of: "Success" or "Failure". */
  status?: string;
  /** A human-readable description of the status of this operation. */
  message?: string;
  /** A machine-readable description of why this operation is in the "Failure" status. */
  reason?: StatusReason;
  /** Extended data associated with the reason. Each reason may define its own extended details. */
  details?: StatusDetails;
  /** Suggested HTTP return code for this status, 0 if not set. */
  code?: number;
}

/**
 * StatusCause provides more information about an api.Status failure, including cases when multiple errors are
 * encountered.
 */
export interface StatusCause {
  /**
   * A machine-readable description of the cause of the error. If this value is empty there is no information
   * available.
   */
  reason?: CauseType;
  /**
   * A human-readable description of the cause of the error. This field may be presented as-is to a reader.
   */
  message?: string;
  /** The field of the resource that has caused this error, as named by its JSON serialization. */
  field?: string;
}

/**
 * StatusDetails is a set of additional properties that MAY be set by the server to provide additional
 * information about a response.
 */
export interface StatusDetails {
  /**
   * The name attribute of the resource associated with the status StatusReason (when there is a single name
   * which can be described).
   */
  name?: string;
  /** The group attribute of the resource associated with the status StatusReason. */
  group?: string;
  /** The kind attribute of the resource associated with the status StatusReason. */
  kind?: string;
  /** UID of the resource. (when there is a single resource which can be described). */
  uid?: string;
  /** The Causes array includes more details associated with the StatusReason failure. */
  causes?: StatusCause[];
  /** If specified, the time in seconds before the operation should be retried. */
  retryAfterSeconds?: number;
}

/** StatusReason is an enumeration of possible failure causes. */
export type StatusReason = '' | 'Unauthorized' | 'Forbidden' | 'NotFound' | 'AlreadyExists' | 'Conflict' | 'Gone' | 'Invalid' | 'ServerTimeout' | 'StorageReadError' | 'Timeout' | 'TooManyRequests' | 'BadRequest' | 'MethodNotAllowed' | 'NotAcceptable' | 'RequestEntityTooLarge' | 'UnsupportedMediaType' | 'InternalError' | 'Expired' | 'ServiceUnavailable' | (string & {});

/** Table is a tabular representation of a set of API resources. */
export interface Table {
  apiVersion?: string;
  kind?: string;
  metadata?: ListMeta;
  /** columnDefinitions describes each column in the returned items array. */
  columnDefinitions: TableColumnDefinition[];
  /** rows is the list of items in the table. */
  rows: TableRow[];
}

/** TableColumnDefinition contains information about a column returned in the Table. */
export interface TableColumnDefinition {
  /** name is a human readable name for the column. */
  name: string;
  /**
   * type is an OpenAPI type definition for this column, such as number, integer, string, or array. for more.
   */
  type: string;
  /** format is an optional OpenAPI type modifier for this column. */
  format: string;
  /** description is a human readable description of this column. */
  description: string;
  /** priority is an integer defining the relative importance of this column compared to others. */
  priority: number;
}

/** TableRow is an individual row in a table. */
export interface TableRow {
  /**
   * cells will be as wide as the column definitions array and may contain strings, numbers (float64 or
   * int64), booleans, simple maps, lists, or null.
   */
  cells: unknown[];
  /** conditions describe additional status of a row that are relevant for a human user. */
  conditions?: TableRowCondition[];
  /**
   * This field contains the requested additional information about each object based on the includeObject
   * policy when requesting the Table.
   */
  object?: RawExtension;
}

/** TableRowCondition allows a row to be marked with additional information. */
export interface TableRowCondition {
  /** Type of row condition. */
  type: string;
  /** Status of the condition, one of True, False, Unknown. */
  status: ConditionStatus;
  /** (brief) machine readable reason for the condition's last transition. */
  reason?: string;
  /** Human readable message indicating details about last transition. */
  message?: string;
}

/** UpdateOptions may be provided when updating an API object. */
export interface UpdateOptions {
  apiVersion?: string;
  kind?: string;
  /** When present, indicates that modifications should not be persisted. */
  dryRun?: string[];
  /** fieldManager is a name associated with the actor or entity that is making these changes. */
  fieldManager?: string;
  /**
   * fieldValidation instructs the server on how to handle objects in the request (POST/PUT/PATCH) containing
   * unknown or duplicate fields.
   */
  fieldValidation?: string;
}
