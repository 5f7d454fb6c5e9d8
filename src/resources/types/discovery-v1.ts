// Generated from k8s.io/api 0.36.4 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).
import type * as corev1 from './core-v1.js';
import type * as metav1 from '../../meta/meta-v1.js';

export type AddressType = 'IPv4' | 'IPv6' | 'FQDN' | (string & {});

export interface Endpoint {
  addresses: string[];
  /** conditions contains information about the current status of the endpoint. */
  conditions?: EndpointConditions;
  hostname?: string;
  /** targetRef is a reference to a Kubernetes object that represents this endpoint. */
  targetRef?: corev1.ObjectReference;
  /** deprecatedTopology contains topology information part of the v1beta1 API. */
  deprecatedTopology?: { [key: string]: string };
  /** nodeName represents the name of the Node hosting this endpoint. */
  nodeName?: string;
  /** zone is the name of the Zone this endpoint exists in. */
  zone?: string;
  /** hints contains information associated with how an endpoint should be consumed. */
  hints?: EndpointHints;
}

export interface EndpointConditions {
  /** ready indicates that this endpoint is ready to receive traffic, according to whatever system is managing the endpoint. */
  ready?: boolean;
  /** serving indicates that this endpoint is able to receive traffic, according to whatever system is managing the endpoint. */
  serving?: boolean;
  terminating?: boolean;
}

export interface EndpointHints {
  /** forZones indicates the zone(s) this endpoint should be consumed by when using topology aware routing. */
  forZones?: ForZone[];
  /** forNodes indicates the node(s) this endpoint should be consumed by when using topology aware routing. */
  forNodes?: ForNode[];
}

export interface EndpointPort {
  name?: string;
  /** protocol represents the IP protocol for this port. */
  protocol?: corev1.Protocol;
  /** port represents the port number of the endpoint. */
  port?: number;
  /** The application protocol for this port. */
  appProtocol?: string;
}

/** EndpointSlice represents a set of service endpoints. Since Kubernetes 1.21. */
export interface EndpointSlice {
  apiVersion?: 'discovery.k8s.io/v1';
  kind?: 'EndpointSlice';
  metadata?: metav1.ObjectMeta;
  /** addressType specifies the type of address carried by this EndpointSlice. */
  addressType: AddressType;
  /** endpoints is a list of unique endpoints in this slice. */
  endpoints?: Endpoint[] | null;
  /** ports specifies the list of network ports exposed by each endpoint in this slice. */
  ports?: EndpointPort[] | null;
}

export interface EndpointSliceList {
  apiVersion?: 'discovery.k8s.io/v1';
  kind?: 'EndpointSliceList';
  metadata?: metav1.ListMeta;
  items: EndpointSlice[];
}

export interface ForNode {
  name: string;
}

export interface ForZone {
  name: string;
}
