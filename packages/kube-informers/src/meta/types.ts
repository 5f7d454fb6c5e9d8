/**
 * The API machinery's own types in wire form (k8s.io/apimachinery meta/v1): those of `meta-v1.ts` that every program meets,
 * and the bases of all objects and lists.
 *
 * Timestamps are RFC 3339 strings, and a resourceVersion is a string.
 */
import type { ListMeta, ObjectMeta } from './meta-v1.js';

export type {
  Condition,
  IntOrString,
  LabelSelector,
  LabelSelectorRequirement,
  ListMeta,
  ManagedFieldsEntry,
  MicroTime,
  ObjectMeta,
  OwnerReference,
  Quantity,
  Status,
  StatusCause,
  StatusDetails,
  Time,
} from './meta-v1.js';

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

/** A list. The clients here add apiVersion and kind to `items`, which the server omits. */
export interface KubernetesList<T> {
  apiVersion?: string | undefined;
  kind?: string | undefined;
  metadata: ListMeta;
  items: T[];
}

/** metav1.PartialObjectMetadata: an object of any kind without spec and status. */
export interface PartialObjectMetadata extends KubernetesObject {
  metadata: ObjectMeta;
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
