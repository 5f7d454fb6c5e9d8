// Generated from k8s.io/api 0.36.4 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).
import type * as authenticationv1 from './authentication-v1.js';
import type * as metav1 from '../../meta/meta-v1.js';

export interface AdmissionRequest {
  /** uid is an identifier for the individual request/response. */
  uid?: string;
  /** kind is the fully-qualified type of object being submitted (for example, v1.Pod or autoscaling.v1.Scale) */
  kind?: metav1.GroupVersionKind;
  /** resource is the fully-qualified resource being requested (for example, v1.pods) */
  resource?: metav1.GroupVersionResource;
  /** subResource is the subresource being requested, if any (for example, "status" or "scale") */
  subResource?: string;
  /** requestKind is the fully-qualified type of the original API request (for example, v1.Pod or autoscaling.v1.Scale). */
  requestKind?: metav1.GroupVersionKind;
  /** requestResource is the fully-qualified resource of the original API request (for example, v1.pods). */
  requestResource?: metav1.GroupVersionResource;
  /**
   * requestSubResource is the name of the subresource of the original API request, if any (for example, "status" or "scale") If
   * this is specified and differs from the value in "subResource", an equivalent match and conversion was performed.
   */
  requestSubResource?: string;
  /** name is the name of the object as presented in the request. */
  name?: string;
  /** namespace is the namespace associated with the request (if any). */
  namespace?: string;
  /** operation is the operation being performed. */
  operation?: Operation;
  /** userInfo is information about the requesting user */
  userInfo?: authenticationv1.UserInfo;
  /** object is the object from the incoming request. */
  object?: metav1.RawExtension;
  /** oldObject is the existing object. */
  oldObject?: metav1.RawExtension;
  /** dryRun indicates that modifications will definitely not be persisted for this request. */
  dryRun?: boolean;
  /**
   * options is the operation option structure of the operation being performed. e.g. `meta.k8s.io/v1.DeleteOptions` or
   * `meta.k8s.io/v1.CreateOptions`.
   */
  options?: metav1.RawExtension;
}

export interface AdmissionResponse {
  /** uid is an identifier for the individual request/response. */
  uid?: string;
  /** allowed indicates whether or not the admission request was permitted. */
  allowed?: boolean;
  /** status is the result contains extra details into why an admission request was denied. */
  status?: metav1.Status;
  /** patch is the patch body. */
  patch?: string;
  patchType?: string;
  /** auditAnnotations is an unstructured key value map set by remote admission controller (e.g. error=image-blacklisted). */
  auditAnnotations?: { [key: string]: string };
  /** warnings is a list of warning messages to return to the requesting API client. */
  warnings?: string[];
}

export interface AdmissionReview {
  apiVersion?: 'admission.k8s.io/v1';
  kind?: 'AdmissionReview';
  /** request describes the attributes for the admission request. */
  request?: AdmissionRequest;
  /** response describes the attributes for the admission response. */
  response?: AdmissionResponse;
}

export type Operation = 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT' | (string & {});
