// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).
import type * as metav1 from '../../meta/meta-v1.js';

/** Represents a server for a particular GroupVersion. Since Kubernetes 1.10. */
export interface APIService {
  /** API group and version. */
  apiVersion?: 'apiregistration.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'APIService' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** Contains information for locating and communicating with a server */
  spec?: APIServiceSpec | undefined;
  /** Contains derived information about an API server */
  status?: APIServiceStatus | undefined;
}

/** Describes the state of an APIService at a particular point */
export interface APIServiceCondition {
  /** The type of the condition. */
  type: string;
  /** The status of the condition. */
  status: ConditionStatus;
  /** Last time the condition transitioned from one status to another. */
  lastTransitionTime?: metav1.Time | undefined;
  /** Unique, one-word, CamelCase reason for the condition's last transition. */
  reason?: string | undefined;
  /** Human-readable message indicating details about last transition. */
  message?: string | undefined;
}

/** List of APIService objects. */
export interface APIServiceList {
  /** API group and version. */
  apiVersion?: 'apiregistration.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'APIServiceList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: APIService[];
}

/** Spec of an APIService. */
export interface APIServiceSpec {
  /** A reference to the service for this API server. */
  service?: ServiceReference | undefined;
  /** The API group name this server hosts */
  group?: string | undefined;
  /** The API version this server hosts. */
  version?: string | undefined;
  /** Disables TLS certificate verification when communicating with this server. */
  insecureSkipTLSVerify?: boolean | undefined;
  /** A PEM encoded CA bundle which will be used to validate an API server's serving certificate. */
  caBundle?: string | undefined;
  /** The priority this group should have at least. */
  groupPriorityMinimum: number;
  /** Controls the ordering of this API version inside of its group. */
  versionPriority: number;
}

/** Status of an APIService. */
export interface APIServiceStatus {
  /** Current service state of apiService. */
  conditions?: APIServiceCondition[] | undefined;
}

/** Indicates the status of a condition (true, false, or unknown). */
export type ConditionStatus = 'True' | 'False' | 'Unknown' | (string & {});

/** Holds a reference to Service.legacy.k8s.io */
export interface ServiceReference {
  /** The namespace of the service */
  namespace?: string | undefined;
  /** The name of the service */
  name?: string | undefined;
  /** If specified, the port on the service that hosting webhook. */
  port?: number | undefined;
}
