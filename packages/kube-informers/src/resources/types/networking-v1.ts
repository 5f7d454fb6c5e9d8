// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).
import type * as corev1 from './core-v1.js';
import type * as metav1 from '../../meta/meta-v1.js';

/** Associates a path with a backend. */
export interface HTTPIngressPath {
  /** path is matched against the path of an incoming request. */
  path?: string | undefined;
  /** Determines the interpretation of the path matching. */
  pathType: PathType;
  /** Defines the referenced service endpoint to which the traffic will be forwarded to. */
  backend: IngressBackend;
}

/** A list of http selectors pointing to backends. */
export interface HTTPIngressRuleValue {
  /** A collection of paths that map requests to backends. */
  paths: HTTPIngressPath[];
}

/** Represents a single IP of a single IP Family. Since Kubernetes 1.33. */
export interface IPAddress {
  /** API group and version. */
  apiVersion?: 'networking.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'IPAddress' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** The desired state of the IPAddress. */
  spec: IPAddressSpec;
}

/** List of IPAddress objects. */
export interface IPAddressList {
  /** API group and version. */
  apiVersion?: 'networking.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'IPAddressList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: IPAddress[];
}

/** Spec of an IPAddress. */
export interface IPAddressSpec {
  /** References the resource that an IPAddress is attached to. */
  parentRef: ParentReference;
}

/** Describes a particular CIDR (Ex. */
export interface IPBlock {
  /** A string representing the IPBlock Valid examples are "192.168.1.0/24" or "2001:db8::/64" */
  cidr: string;
  /**
   * A slice of CIDRs that should not be included within an IPBlock Valid examples are "192.168.1.0/24" or "2001:db8::/64"
   * Except values will be rejected if they are outside the cidr range
   */
  except?: string[] | undefined;
}

/** A collection of rules that allow inbound connections to reach the endpoints defined by a backend. Since Kubernetes 1.19. */
export interface Ingress {
  /** API group and version. */
  apiVersion?: 'networking.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'Ingress' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** The desired state of the Ingress. */
  spec?: IngressSpec | undefined;
  /** The current state of the Ingress. */
  status?: IngressStatus | undefined;
}

/** Describes all endpoints for a given service and port. */
export interface IngressBackend {
  /** References a service as a backend. */
  service?: IngressServiceBackend | undefined;
  /** An ObjectRef to another Kubernetes resource in the namespace of the Ingress object. */
  resource?: corev1.TypedLocalObjectReference | undefined;
}

/** Represents the class of the Ingress, referenced by the Ingress Spec. Since Kubernetes 1.19. */
export interface IngressClass {
  /** API group and version. */
  apiVersion?: 'networking.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'IngressClass' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** The desired state of the IngressClass. */
  spec?: IngressClassSpec | undefined;
}

/** List of IngressClass objects. */
export interface IngressClassList {
  /** API group and version. */
  apiVersion?: 'networking.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'IngressClassList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: IngressClass[];
}

/** Identifies an API object. */
export interface IngressClassParametersReference {
  /** The group for the resource being referenced. */
  apiGroup?: string | undefined;
  /** The type of resource being referenced. */
  kind: string;
  /** The name of resource being referenced. */
  name: string;
  /** Represents if this refers to a cluster or namespace scoped resource. */
  scope?: string | null | undefined;
  /** The namespace of the resource being referenced. */
  namespace?: string | undefined;
}

/** Spec of an IngressClass. */
export interface IngressClassSpec {
  /** Refers to the name of the controller that should handle this class. */
  controller?: string | undefined;
  /** A link to a custom resource containing additional configuration for the controller. */
  parameters?: IngressClassParametersReference | undefined;
}

/** List of Ingress objects. */
export interface IngressList {
  /** API group and version. */
  apiVersion?: 'networking.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'IngressList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: Ingress[];
}

/** Ingress load balancer ingress. */
export interface IngressLoadBalancerIngress {
  /** ip is set for load-balancer ingress points that are IP based. */
  ip?: string | undefined;
  /** hostname is set for load-balancer ingress points that are DNS based. */
  hostname?: string | undefined;
  /** Provides information about the ports exposed by this LoadBalancer. */
  ports?: IngressPortStatus[] | undefined;
}

/** Status of an IngressLoadBalancer. */
export interface IngressLoadBalancerStatus {
  /** A list containing ingress points for the load-balancer. */
  ingress?: IngressLoadBalancerIngress[] | undefined;
}

/** Status of an IngressPort. */
export interface IngressPortStatus {
  /** The port number of the ingress port. */
  port: number;
  /** The protocol of the ingress port. */
  protocol: corev1.Protocol;
  /**
   * error is to record the problem with the service port The format of the error shall comply with the following rules: -
   * built-in error values shall be specified in this file and those shall use CamelCase names - cloud provider specific error
   * values must have names that comply with the format foo.example.com/CamelCase.
   */
  error?: string | undefined;
}

/** Ingress rule. */
export interface IngressRule extends IngressRuleValue {
  /** The fully qualified domain name of a network host, as defined by RFC 3986. */
  host?: string | undefined;
}

/** Represents a rule to apply against incoming requests. */
export interface IngressRuleValue {
  /** A HTTP IngressRuleValue, which contains a list of http selectors */
  http?: HTTPIngressRuleValue | undefined;
}

/** References a Kubernetes Service as a Backend. */
export interface IngressServiceBackend {
  /** The referenced service. */
  name: string;
  /** port of the referenced service. */
  port?: ServiceBackendPort | undefined;
}

/** Spec of an Ingress. */
export interface IngressSpec {
  /** The name of an IngressClass cluster resource. */
  ingressClassName?: string | undefined;
  /** The backend that should handle requests that don't match any rule. */
  defaultBackend?: IngressBackend | undefined;
  /** Represents the TLS configuration. */
  tls?: IngressTLS[] | undefined;
  /** A list of host rules used to configure the Ingress. */
  rules?: IngressRule[] | undefined;
}

/** Status of an Ingress. */
export interface IngressStatus {
  /** Contains the current status of the load-balancer. */
  loadBalancer?: IngressLoadBalancerStatus | undefined;
}

/** Describes the transport layer security associated with an ingress. */
export interface IngressTLS {
  /** A list of hosts included in the TLS certificate. */
  hosts?: string[] | undefined;
  /** The name of the secret used to terminate TLS traffic on port 443. */
  secretName?: string | undefined;
}

/** Describes what network traffic is allowed for a set of Pods Since Kubernetes 1.7. */
export interface NetworkPolicy {
  /** API group and version. */
  apiVersion?: 'networking.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'NetworkPolicy' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** Spec. */
  spec?: NetworkPolicySpec | undefined;
}

/** Network policy egress rule. */
export interface NetworkPolicyEgressRule {
  /** A list of destination ports for outgoing traffic. */
  ports?: NetworkPolicyPort[] | undefined;
  /** A list of destinations for outgoing traffic of pods selected for this rule. */
  to?: NetworkPolicyPeer[] | undefined;
}

/** Network policy ingress rule. */
export interface NetworkPolicyIngressRule {
  /** A list of ports which should be made accessible on the pods selected for this rule. */
  ports?: NetworkPolicyPort[] | undefined;
  /** A list of sources which should be able to access the pods selected for this rule. */
  from?: NetworkPolicyPeer[] | undefined;
}

/** List of NetworkPolicy objects. */
export interface NetworkPolicyList {
  /** API group and version. */
  apiVersion?: 'networking.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'NetworkPolicyList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: NetworkPolicy[];
}

/** Describes a peer to allow traffic to/from. */
export interface NetworkPolicyPeer {
  /** A label selector which selects pods. */
  podSelector?: metav1.LabelSelector | undefined;
  /** Selects namespaces using cluster-scoped labels. */
  namespaceSelector?: metav1.LabelSelector | undefined;
  /** Defines policy on a particular IPBlock. */
  ipBlock?: IPBlock | undefined;
}

/** Describes a port to allow traffic on */
export interface NetworkPolicyPort {
  /** Represents the protocol (TCP, UDP, or SCTP) which traffic must match. */
  protocol?: corev1.Protocol | undefined;
  /** Represents the port on the given protocol. */
  port?: metav1.IntOrString | undefined;
  /** Indicates that the range of ports from port to endPort if set, inclusive, should be allowed by the policy. */
  endPort?: number | undefined;
}

/** Spec of a NetworkPolicy. */
export interface NetworkPolicySpec {
  /** Selects the pods to which this NetworkPolicy object applies. */
  podSelector?: metav1.LabelSelector | undefined;
  /** A list of ingress rules to be applied to the selected pods. */
  ingress?: NetworkPolicyIngressRule[] | undefined;
  /** A list of egress rules to be applied to the selected pods. */
  egress?: NetworkPolicyEgressRule[] | undefined;
  /** A list of rule types that the NetworkPolicy relates to. */
  policyTypes?: PolicyType[] | undefined;
}

/** Describes a reference to a parent object. */
export interface ParentReference {
  /** The group of the object being referenced. */
  group?: string | undefined;
  /** The resource of the object being referenced. */
  resource: string;
  /** The namespace of the object being referenced. */
  namespace?: string | undefined;
  /** The name of the object being referenced. */
  name: string;
}

/** Represents the type of path referred to by a HTTPIngressPath. */
export type PathType = 'Exact' | 'Prefix' | 'ImplementationSpecific' | (string & {});

/** Policy type. */
export type PolicyType = 'Ingress' | 'Egress' | (string & {});

/** The service port being referenced. */
export interface ServiceBackendPort {
  /** The name of the port on the Service. */
  name?: string | undefined;
  /** The numerical port number (e.g. 80) on the Service. */
  number?: number | undefined;
}

/** Defines a range of IP addresses using CIDR format (e.g. 192.168.0.0/24 or 2001:db2::/64). Since Kubernetes 1.33. */
export interface ServiceCIDR {
  /** API group and version. */
  apiVersion?: 'networking.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'ServiceCIDR' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** The desired state of the ServiceCIDR. */
  spec?: ServiceCIDRSpec | undefined;
  /** Represents the current state of the ServiceCIDR. */
  status?: ServiceCIDRStatus | undefined;
}

/** List of ServiceCIDR objects. */
export interface ServiceCIDRList {
  /** API group and version. */
  apiVersion?: 'networking.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'ServiceCIDRList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: ServiceCIDR[];
}

/** Spec of a ServiceCIDR. */
export interface ServiceCIDRSpec {
  /**
   * Defines the IP blocks in CIDR notation (e.g. "192.168.0.0/24" or "2001:db8::/64") from which to assign service cluster IPs.
   */
  cidrs?: string[] | undefined;
}

/** Status of a ServiceCIDR. */
export interface ServiceCIDRStatus {
  /** Holds an array of metav1.Condition that describe the state of the ServiceCIDR. */
  conditions?: metav1.Condition[] | undefined;
}
