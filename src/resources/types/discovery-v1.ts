// Generated from k8s.io/api 0.36.4 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).
import type * as corev1 from './core-v1.js';
import type * as metav1 from '../../meta/meta-v1.js';

/** Endpoint represents a single logical "backend" implementing a service. */
export interface Endpoint {
  /** addresses of this endpoint. */
  addresses: string[];
  /** conditions contains information about the current status of the endpoint. */
  conditions?: EndpointConditions;
  /** hostname of this endpoint. */
  hostname?: string;
  /** targetRef is a reference to a Kubernetes object that represents this endpoint. */
  targetRef?: corev1.ObjectReference;
  /** deprecatedTopology contains topology information part of the v1beta1 API. */
  deprecatedTopology?: { [key: string]: string };
  /**
   * nodeName represents the name of the Node hosting this endpoint. This can be used to determine endpoints
   * local to a Node.
   */
  nodeName?: string;
  /** zone is the name of the Zone this endpoint exists in. */
  zone?: string;
  /** hints contains information associated with how an endpoint should be consumed. */
  hints?: EndpointHints;
}

/** EndpointConditions represents the current condition of an endpoint. */
export interface EndpointConditions {
  /**
   * ready indicates that this endpoint is ready to receive traffic, according to whatever system is managing
   * the endpoint.
   */
  ready?: boolean;
  /**
   * serving indicates that this endpoint is able to receive traffic, according to whatever system is managing
   * the endpoint.
   */
  serving?: boolean;
  /**
   * terminating indicates that this endpoint is terminating. A nil value should be interpreted as "false".
   */
  terminating?: boolean;
}

/** EndpointHints provides hints describing how an endpoint should be consumed. */
export interface EndpointHints {
  /** forZones indicates the zone(s) this endpoint should be consumed by when using topology aware routing. */
  forZones?: ForZone[];
  /** forNodes indicates the node(s) this endpoint should be consumed by when using topology aware routing. */
  forNodes?: ForNode[];
}

/** EndpointPort represents a Port used by an EndpointSlice */
export interface EndpointPort {
  /** name represents the name of this port. All ports in an EndpointSlice must have a unique name. */
  name?: string;
  /** protocol represents the IP protocol for this port. Must be UDP, TCP, or SCTP. Default is TCP. */
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
  addressType: string;
  /**
   * endpoints is a list of unique endpoints in this slice. Each slice may include a maximum of 1000
   * endpoints.
   */
  endpoints?: Endpoint[] | null;
  /**
   * ports specifies the list of network ports exposed by each endpoint in this slice. Each port must have a
   * unique name.
   */
  ports?: EndpointPort[] | null;
}

export interface EndpointSliceList {
  apiVersion?: 'discovery.k8s.io/v1';
  kind?: 'EndpointSliceList';
  metadata?: metav1.ListMeta;
  items: EndpointSlice[];
}

/** ForNode provides information about which nodes should consume this endpoint. */
export interface ForNode {
  /** name represents the name of the node. */
  name: string;
}

/** ForZone provides information about which zones should consume this endpoint. */
export interface ForZone {
  /** name represents the name of the zone. */
  name: string;
}
