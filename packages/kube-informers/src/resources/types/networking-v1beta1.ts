// Generated from k8s.io/api 0.36.4 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).
// The comments of what networking.k8s.io/v1 has as well are in networking-v1.ts.
import type * as metav1 from '../../meta/meta-v1.js';
import type * as networkingv1 from './networking-v1.js';

export type {
  IPAddressSpec, ParentReference, ServiceCIDRSpec, ServiceCIDRStatus,
} from './networking-v1.js';

/**
 * Since Kubernetes 1.31.
 * @deprecated Since Kubernetes 1.34, to be removed in 1.37.
 */
export interface IPAddress {
  apiVersion?: 'networking.k8s.io/v1beta1' | undefined;
  kind?: 'IPAddress' | undefined;
  metadata?: metav1.ObjectMeta | undefined;
  spec: networkingv1.IPAddressSpec;
}

export interface IPAddressList {
  apiVersion?: 'networking.k8s.io/v1beta1' | undefined;
  kind?: 'IPAddressList' | undefined;
  metadata?: metav1.ListMeta | undefined;
  items: IPAddress[];
}

/**
 * Since Kubernetes 1.31.
 * @deprecated Since Kubernetes 1.34, to be removed in 1.37.
 */
export interface ServiceCIDR {
  apiVersion?: 'networking.k8s.io/v1beta1' | undefined;
  kind?: 'ServiceCIDR' | undefined;
  metadata?: metav1.ObjectMeta | undefined;
  spec?: networkingv1.ServiceCIDRSpec | undefined;
  status?: networkingv1.ServiceCIDRStatus | undefined;
}

export interface ServiceCIDRList {
  apiVersion?: 'networking.k8s.io/v1beta1' | undefined;
  kind?: 'ServiceCIDRList' | undefined;
  metadata?: metav1.ListMeta | undefined;
  items: ServiceCIDR[];
}
