// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).
// The comments of what networking.k8s.io/v1 has as well are in networking-v1.ts.
import type * as metav1 from '../../meta/meta-v1.js';
import type * as networkingv1 from './networking-v1.js';

export type {
  IPAddressSpec, ParentReference, ServiceCIDRSpec, ServiceCIDRStatus,
} from './networking-v1.js';

/**
 * Since Kubernetes 1.31.
 * @deprecated Removed in Kubernetes 1.37, kept here until 2027-08-26.
 */
export interface IPAddress {
  /** API group and version. */
  apiVersion?: 'networking.k8s.io/v1beta1' | undefined;
  /** Kind of the object. */
  kind?: 'IPAddress' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** Spec. */
  spec: networkingv1.IPAddressSpec;
}

/** List of IPAddress objects. */
export interface IPAddressList {
  /** API group and version. */
  apiVersion?: 'networking.k8s.io/v1beta1' | undefined;
  /** Kind of the object. */
  kind?: 'IPAddressList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: IPAddress[];
}

/**
 * Since Kubernetes 1.31.
 * @deprecated Removed in Kubernetes 1.37, kept here until 2027-08-26.
 */
export interface ServiceCIDR {
  /** API group and version. */
  apiVersion?: 'networking.k8s.io/v1beta1' | undefined;
  /** Kind of the object. */
  kind?: 'ServiceCIDR' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** Spec. */
  spec?: networkingv1.ServiceCIDRSpec | undefined;
  /** Status. */
  status?: networkingv1.ServiceCIDRStatus | undefined;
}

/** List of ServiceCIDR objects. */
export interface ServiceCIDRList {
  /** API group and version. */
  apiVersion?: 'networking.k8s.io/v1beta1' | undefined;
  /** Kind of the object. */
  kind?: 'ServiceCIDRList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: ServiceCIDR[];
}
