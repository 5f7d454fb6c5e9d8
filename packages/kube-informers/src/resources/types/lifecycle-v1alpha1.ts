// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).
import type * as metav1 from '../../meta/meta-v1.js';

/**
 * Initiates an eviction process, which should ideally result in a graceful eviction of a .spec.target (e.g. termination of a
 * pod). Since Kubernetes 1.37.
 */
export interface Eviction {
  /** API group and version. */
  apiVersion?: 'lifecycle.k8s.io/v1alpha1' | undefined;
  /** Kind of the object. */
  kind?: 'Eviction' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /**
   * Defines the eviction specification.
   * https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#spec-and-status
   */
  spec: EvictionSpec;
  /** Represents the most recently observed status of the eviction. */
  status?: EvictionStatus | undefined;
}

/** List of Eviction objects. */
export interface EvictionList {
  /** API group and version. */
  apiVersion?: 'lifecycle.k8s.io/v1alpha1' | undefined;
  /** Kind of the object. */
  kind?: 'EvictionList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: Eviction[];
}

/** Eviction pod reference. */
export interface EvictionPodReference {
  /** name of the target. */
  name: string;
  /** uid of the target. */
  uid: string;
}

/**
 * Defines a request that should ideally result in a graceful eviction of a .spec.target (e.g. termination of a pod). Since
 * Kubernetes 1.37.
 */
export interface EvictionRequest {
  /** API group and version. */
  apiVersion?: 'lifecycle.k8s.io/v1alpha1' | undefined;
  /** Kind of the object. */
  kind?: 'EvictionRequest' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /**
   * Defines the eviction request specification.
   * https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#spec-and-status
   */
  spec: EvictionRequestSpec;
  /** Represents the most recently observed status of the eviction request. */
  status?: EvictionRequestStatus | undefined;
}

/** Specifies a requester intent. */
export type EvictionRequestIntent = 'Eviction' | 'Withdrawn' | (string & {});

/** List of EvictionRequest objects. */
export interface EvictionRequestList {
  /** API group and version. */
  apiVersion?: 'lifecycle.k8s.io/v1alpha1' | undefined;
  /** Kind of the object. */
  kind?: 'EvictionRequestList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: EvictionRequest[];
}

/** Eviction request pod reference. */
export interface EvictionRequestPodReference {
  /** name of the target. */
  name: string;
  /** uid of the target. */
  uid: string;
}

/** Spec of an EvictionRequest. */
export interface EvictionRequestSpec {
  /** Contains a reference to an object (e.g. a pod) that should be evicted. */
  target: EvictionRequestTarget;
  /** Allows you to identify the entity, that requested the eviction of the target. */
  requester: string;
  /** Specifies the action that should be taken for the specified target. */
  intent: EvictionRequestIntent;
}

/** Status of an EvictionRequest. */
export interface EvictionRequestStatus {
  /** conditions contain information about the eviction request. */
  conditions?: metav1.Condition[] | undefined;
  /** observedGeneration is EvictionRequest's .metadata.generation observed by the evictionrequest-controller. */
  observedGeneration?: number | undefined;
}

/** Contains a reference to an object that should be evicted. */
export interface EvictionRequestTarget {
  /** References a pod that is subject to eviction/termination. */
  pod?: EvictionRequestPodReference | undefined;
}

/** Spec of an Eviction. */
export interface EvictionSpec {
  /** Contains a reference to an object (e.g. a pod) that should be evicted. */
  target: EvictionTarget;
}

/** Status of an Eviction. */
export interface EvictionStatus {
  /** conditions contain information about the eviction request. */
  conditions?: metav1.Condition[] | undefined;
  /** observedGeneration is Eviction's .metadata.generation observed by the evictionrequest-controller. */
  observedGeneration?: number | undefined;
  /** requesters allow you to identify the entities, that requested the eviction of the target. */
  requesters?: Requester[] | undefined;
  /**
   * targetResponders reference responders that should eventually respond to this eviction to help with the graceful eviction of
   * a target.
   */
  targetResponders?: TargetResponder[] | undefined;
  /** Represents the eviction process status of each declared responder. */
  responders?: ResponderStatus[] | undefined;
}

/** Contains a reference to an object that should be evicted. */
export interface EvictionTarget {
  /** References a pod that is subject to eviction/termination. */
  pod?: EvictionPodReference | undefined;
}

/** Requester. */
export interface Requester {
  /** Allows you to identify the entity, that requested the eviction of the target. */
  name: string;
  /** Specifies the action that should be taken for the specified target. */
  intent: RequesterIntent;
}

/** Specifies a requester intent. */
export type RequesterIntent = 'Eviction' | 'Withdrawn' | (string & {});

/** Responder state type. */
export type ResponderStateType = 'Inactive' | 'Active' | 'Interrupted' | 'Canceled' | 'Completed' | (string & {});

/** Status of a Responder. */
export interface ResponderStatus {
  /** Allows you to identify the responder reacting to the Eviction. */
  name: string;
  /** Tracks the time at which this responder was designated as active and should start processing the eviction request. */
  startTime?: metav1.Time | undefined;
  /** The last time at which the eviction process was reported to be in progress by the responder. */
  heartbeatTime?: metav1.Time | undefined;
  /** The time at which the eviction process step is expected to end for the responder. */
  expectedCompletionTime?: metav1.Time | undefined;
  /** Tracks the time at which the Responder stopped processing the eviction request. */
  completionTime?: metav1.Time | undefined;
  /** Provides human-readable details about the state of the responder and the eviction process. */
  message?: string | undefined;
}

/** Allows you to specify the responder reacting to the Eviction. */
export interface TargetResponder {
  /** Allows you to identify the responder reacting to the Eviction. */
  name: string;
  /** priority for this responder. */
  priority: number;
  /** Specifies a state that is assigned by the evictionrequest-controller. */
  state: ResponderStateType;
}
