// Generated from k8s.io/api 0.36.4 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).
// The comments of what networking.k8s.io/v1 has as well are in networking-v1.ts.
import type * as metav1 from '../../meta/meta-v1.js';

/**
 * Since Kubernetes 1.31.
 * @deprecated Since Kubernetes 1.34, to be removed in 1.37.
 */
export interface IPAddress {
  apiVersion?: 'networking.k8s.io/v1beta1';
  kind?: 'IPAddress';
  metadata?: metav1.ObjectMeta;
  spec: IPAddressSpec;
}

export interface IPAddressList {
  apiVersion?: 'networking.k8s.io/v1beta1';
  kind?: 'IPAddressList';
  metadata?: metav1.ListMeta;
  items: IPAddress[];
}

export interface IPAddressSpec {
  parentRef: ParentReference;
}

export interface ParentReference {
  group?: string;
  resource: string;
  namespace?: string;
  name: string;
}

/**
 * Since Kubernetes 1.31.
 * @deprecated Since Kubernetes 1.34, to be removed in 1.37.
 */
export interface ServiceCIDR {
  apiVersion?: 'networking.k8s.io/v1beta1';
  kind?: 'ServiceCIDR';
  metadata?: metav1.ObjectMeta;
  spec?: ServiceCIDRSpec;
  status?: ServiceCIDRStatus;
}

export interface ServiceCIDRList {
  apiVersion?: 'networking.k8s.io/v1beta1';
  kind?: 'ServiceCIDRList';
  metadata?: metav1.ListMeta;
  items: ServiceCIDR[];
}

export interface ServiceCIDRSpec {
  cidrs?: string[];
}

export interface ServiceCIDRStatus {
  conditions?: metav1.Condition[];
}
