// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).
import type * as authenticationv1 from './authentication-v1.js';
import type * as metav1 from '../../meta/meta-v1.js';

/** Describes the admission.Attributes for the admission request. */
export interface AdmissionRequest {
  /** An identifier for the individual request/response. */
  uid?: string | undefined;
  /** The fully-qualified type of object being submitted (for example, v1.Pod or autoscaling.v1.Scale) */
  kind?: metav1.GroupVersionKind | undefined;
  /** The fully-qualified resource being requested (for example, v1.pods) */
  resource?: metav1.GroupVersionResource | undefined;
  /** The subresource being requested, if any (for example, "status" or "scale") */
  subResource?: string | undefined;
  /** The fully-qualified type of the original API request (for example, v1.Pod or autoscaling.v1.Scale). */
  requestKind?: metav1.GroupVersionKind | undefined;
  /** The fully-qualified resource of the original API request (for example, v1.pods). */
  requestResource?: metav1.GroupVersionResource | undefined;
  /**
   * The name of the subresource of the original API request, if any (for example, "status" or "scale") If this is specified and
   * differs from the value in "subResource", an equivalent match and conversion was performed.
   */
  requestSubResource?: string | undefined;
  /** The name of the object as presented in the request. */
  name?: string | undefined;
  /** The namespace associated with the request (if any). */
  namespace?: string | undefined;
  /** The operation being performed. */
  operation?: Operation | undefined;
  /** userInfo is information about the requesting user */
  userInfo?: authenticationv1.UserInfo | undefined;
  /** The object from the incoming request. */
  object?: metav1.RawExtension | undefined;
  /** The existing object. */
  oldObject?: metav1.RawExtension | undefined;
  /** Indicates that modifications will definitely not be persisted for this request. */
  dryRun?: boolean | undefined;
  /**
   * The operation option structure of the operation being performed. e.g. `meta.k8s.io/v1.DeleteOptions` or
   * `meta.k8s.io/v1.CreateOptions`.
   */
  options?: metav1.RawExtension | undefined;
}

/** Describes an admission response. */
export interface AdmissionResponse {
  /** An identifier for the individual request/response. */
  uid?: string | undefined;
  /** Indicates whether or not the admission request was permitted. */
  allowed?: boolean | undefined;
  /** The result contains extra details into why an admission request was denied. */
  status?: metav1.Status | undefined;
  /** The patch body. */
  patch?: string | undefined;
  /** The type of Patch. */
  patchType?: string | undefined;
  /** An unstructured key value map set by remote admission controller (e.g. error=image-blacklisted). */
  auditAnnotations?: { [key: string]: string } | undefined;
  /** A list of warning messages to return to the requesting API client. */
  warnings?: string[] | undefined;
}

/** Describes an admission review request/response. */
export interface AdmissionReview {
  /** API group and version. */
  apiVersion?: 'admission.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'AdmissionReview' | undefined;
  /** Describes the attributes for the admission request. */
  request?: AdmissionRequest | undefined;
  /** Describes the attributes for the admission response. */
  response?: AdmissionResponse | undefined;
}

/** The type of resource operation being checked for admission control */
export type Operation = 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT' | (string & {});
