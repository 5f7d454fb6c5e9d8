/**
 * The API machinery's own types in wire form (k8s.io/apimachinery meta/v1).
 *
 * Timestamps are RFC 3339 strings, and a resourceVersion is a string. The built-in kinds' types of `kubernetes-types`
 * are compatible.
 */

/** metav1.OwnerReference. */
export interface OwnerReference {
  apiVersion: string;
  kind: string;
  name: string;
  uid: string;
  controller?: boolean;
  blockOwnerDeletion?: boolean;
}

/** metav1.ManagedFieldsEntry. */
export interface ManagedFieldsEntry {
  manager?: string;
  operation?: string;
  apiVersion?: string;
  time?: string;
  fieldsType?: string;
  fieldsV1?: object;
  subresource?: string;
}

/** metav1.ObjectMeta. */
export interface ObjectMeta {
  name?: string;
  generateName?: string;
  namespace?: string;
  uid?: string;
  resourceVersion?: string;
  generation?: number;
  creationTimestamp?: string;
  deletionTimestamp?: string;
  deletionGracePeriodSeconds?: number;
  labels?: { [key: string]: string };
  annotations?: { [key: string]: string };
  ownerReferences?: OwnerReference[];
  finalizers?: string[];
  managedFields?: ManagedFieldsEntry[];
  selfLink?: string;
}

/**
 * Any object of the API: the base of every cached type.
 *
 * The `undefined`s make `DeepReadonly<T>` of a generic T compatible under exactOptionalPropertyTypes.
 */
export interface KubernetesObject {
  apiVersion?: string | undefined;
  kind?: string | undefined;
  metadata?: ObjectMeta | undefined;
}

/** metav1.ListMeta. */
export interface ListMeta {
  resourceVersion?: string;
  continue?: string;
  remainingItemCount?: number;
  selfLink?: string;
}

/** A list. The clients here add apiVersion and kind to `items`, which the server omits. */
export interface KubernetesList<T> {
  apiVersion?: string;
  kind?: string;
  metadata: ListMeta;
  items: T[];
}

/** metav1.PartialObjectMetadata: an object of any kind without spec and status. */
export interface PartialObjectMetadata extends KubernetesObject {
  metadata: ObjectMeta;
}

/** metav1.StatusCause. */
export interface StatusCause {
  reason?: string;
  message?: string;
  field?: string;
}

/** metav1.StatusDetails. */
export interface StatusDetails {
  name?: string;
  group?: string;
  kind?: string;
  uid?: string;
  causes?: StatusCause[];
  retryAfterSeconds?: number;
}

/** metav1.Status: the API's response without an object. */
export interface Status {
  apiVersion?: string;
  kind?: string;
  metadata?: ListMeta;
  status?: string;
  message?: string;
  reason?: string;
  details?: StatusDetails;
  code?: number;
}

/** metav1.LabelSelectorRequirement. */
export interface LabelSelectorRequirement {
  key: string;
  operator: string;
  values?: string[];
}

/** metav1.LabelSelector, as in a Deployment's `spec.selector`. */
export interface LabelSelector {
  matchLabels?: { [key: string]: string };
  matchExpressions?: LabelSelectorRequirement[];
}

/** metav1.ListOptions: the query of a list or watch, with the wire's field names. */
export interface ListOptions {
  labelSelector?: string | undefined;
  fieldSelector?: string | undefined;
  watch?: boolean | undefined;
  allowWatchBookmarks?: boolean | undefined;
  resourceVersion?: string | undefined;
  resourceVersionMatch?: string | undefined;
  timeoutSeconds?: number | undefined;
  limit?: number | undefined;
  continue?: string | undefined;
  sendInitialEvents?: boolean | undefined;
  shardSelector?: string | undefined;
}
