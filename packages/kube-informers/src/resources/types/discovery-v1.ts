// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).
import type * as corev1 from './core-v1.js';
import type * as metav1 from '../../meta/meta-v1.js';

/** Represents the type of address referred to by an endpoint. */
export type AddressType = 'IPv4' | 'IPv6' | 'FQDN' | (string & {});

/** Represents a single logical "backend" implementing a service. */
export interface Endpoint {
  /** addresses of this endpoint. */
  addresses: string[];
  /** Contains information about the current status of the endpoint. */
  conditions?: EndpointConditions | undefined;
  /** hostname of this endpoint. */
  hostname?: string | undefined;
  /** A reference to a Kubernetes object that represents this endpoint. */
  targetRef?: corev1.ObjectReference | undefined;
  /** Contains topology information part of the v1beta1 API. */
  deprecatedTopology?: { [key: string]: string } | undefined;
  /** Represents the name of the Node hosting this endpoint. */
  nodeName?: string | undefined;
  /** The name of the Zone this endpoint exists in. */
  zone?: string | undefined;
  /** Contains information associated with how an endpoint should be consumed. */
  hints?: EndpointHints | undefined;
}

/** Represents the current condition of an endpoint. */
export interface EndpointConditions {
  /** Indicates that this endpoint is ready to receive traffic, according to whatever system is managing the endpoint. */
  ready?: boolean | undefined;
  /** Indicates that this endpoint is able to receive traffic, according to whatever system is managing the endpoint. */
  serving?: boolean | undefined;
  /** Indicates that this endpoint is terminating. */
  terminating?: boolean | undefined;
}

/** Provides hints describing how an endpoint should be consumed. */
export interface EndpointHints {
  /** Indicates the zone(s) this endpoint should be consumed by when using topology aware routing. */
  forZones?: ForZone[] | undefined;
  /** Indicates the node(s) this endpoint should be consumed by when using topology aware routing. */
  forNodes?: ForNode[] | undefined;
}

/** Represents a Port used by an EndpointSlice */
export interface EndpointPort {
  /** Represents the name of this port. */
  name?: string | undefined;
  /** Represents the IP protocol for this port. */
  protocol?: corev1.Protocol | undefined;
  /** Represents the port number of the endpoint. */
  port?: number | undefined;
  /** The application protocol for this port. */
  appProtocol?: string | undefined;
}

/** Represents a set of service endpoints. Since Kubernetes 1.21. */
export interface EndpointSlice {
  /** API group and version. */
  apiVersion?: 'discovery.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'EndpointSlice' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** Specifies the type of address carried by this EndpointSlice. */
  addressType: AddressType;
  /** A list of unique endpoints in this slice. */
  endpoints?: Endpoint[] | null | undefined;
  /** Specifies the list of network ports exposed by each endpoint in this slice. */
  ports?: EndpointPort[] | null | undefined;
}

/** List of EndpointSlice objects. */
export interface EndpointSliceList {
  /** API group and version. */
  apiVersion?: 'discovery.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'EndpointSliceList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: EndpointSlice[];
}

/** Provides information about which nodes should consume this endpoint. */
export interface ForNode {
  /** Represents the name of the node. */
  name: string;
}

/** Provides information about which zones should consume this endpoint. */
export interface ForZone {
  /** Represents the name of the zone. */
  name: string;
}
