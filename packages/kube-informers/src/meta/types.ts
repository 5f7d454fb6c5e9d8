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
  /** Group and version of the object: `apps/v1`. */
  apiVersion?: string | undefined;
  /** Kind of the object: `Deployment`. */
  kind?: string | undefined;
  /** Standard metadata: name, namespace, labels, annotations, … */
  metadata?: ObjectMeta | undefined;
}

/** A list. The clients here add apiVersion and kind to `items`, which the server omits. */
export interface KubernetesList<T> {
  /** Group and version of the list. */
  apiVersion?: string | undefined;
  /** Kind of the list: `PodList`. */
  kind?: string | undefined;
  /** Version of the list, and the token of the next page. */
  metadata: ListMeta;
  /** Objects of this page. */
  items: T[];
}

/** metav1.PartialObjectMetadata: an object of any kind without spec and status. */
export interface PartialObjectMetadata extends KubernetesObject {
  /** Standard metadata: name, namespace, labels, annotations, … */
  metadata: ObjectMeta;
}

/** metav1.ListOptions: the query of a list or watch, with the wire's field names. */
export interface ListOptions {
  /** Selects objects by their labels: `app=web,tier!=db`. */
  labelSelector?: string | undefined;
  /** Selects objects by fields: `spec.nodeName=node-1`. */
  fieldSelector?: string | undefined;
  /** True asks for a stream of changes instead of a list. */
  watch?: boolean | undefined;
  /** True asks for bookmarks, which keep the version of an idle watch current. */
  allowWatchBookmarks?: boolean | undefined;
  /** Version to list at or to watch from. */
  resourceVersion?: string | undefined;
  /** How a list applies `resourceVersion`: `Exact` or `NotOlderThan`. */
  resourceVersionMatch?: string | undefined;
  /** Time after which the server ends the call, seconds. */
  timeoutSeconds?: number | undefined;
  /** Most objects of one page. */
  limit?: number | undefined;
  /** Token of the next page, from the previous one. */
  continue?: string | undefined;
  /** True begins a watch with the existing objects (watch-list). */
  sendInitialEvents?: boolean | undefined;
  /** Selects objects by the hash of a field. */
  shardSelector?: string | undefined;
}
