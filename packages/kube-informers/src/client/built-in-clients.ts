// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).

import type {
  admissionregistrationv1,
  admissionregistrationv1alpha1,
  admissionregistrationv1beta1,
  apiextensionsv1,
  apiregistrationv1,
  apiserverinternalv1alpha1,
  appsv1,
  authenticationv1,
  authorizationv1,
  autoscalingv1,
  autoscalingv2,
  batchv1,
  certificatesv1,
  certificatesv1alpha1,
  certificatesv1beta1,
  coordinationv1,
  coordinationv1alpha2,
  coordinationv1beta1,
  corev1,
  discoveryv1,
  eventsv1,
  flowcontrolv1,
  lifecyclev1alpha1,
  metricsv1,
  metricsv1beta1,
  networkingv1,
  networkingv1beta1,
  nodev1,
  policyv1,
  rbacv1,
  resourcev1,
  resourcev1alpha3,
  resourcev1beta1,
  resourcev1beta2,
  schedulingv1,
  schedulingv1alpha1,
  schedulingv1alpha2,
  schedulingv1alpha3,
  schedulingv1beta1,
  storagev1,
  storagev1alpha1,
  storagev1beta1,
  storagemigrationv1,
  storagemigrationv1alpha1,
  storagemigrationv1beta1,
} from '../resources/types.js';
import type { ClientOf } from './subresource-calls.js';

/** The clients of admissionregistration.k8s.io/v1: `clientset.admissionregistrationV1()`. */
export interface AdmissionregistrationV1Client {
  /**
   * The client of mutatingAdmissionPolicies, which are cluster-scoped. Describes the definition of an admission mutation policy
   * that mutates the object coming into admission chain.
   */
  readonly mutatingAdmissionPolicies: () => ClientOf<admissionregistrationv1.MutatingAdmissionPolicy, never>;
  /**
   * The client of mutatingAdmissionPolicyBindings, which are cluster-scoped. Binds the MutatingAdmissionPolicy with
   * parametrized resources.
   */
  readonly mutatingAdmissionPolicyBindings: () => ClientOf<
    admissionregistrationv1.MutatingAdmissionPolicyBinding,
    never
  >;
  /**
   * The client of mutatingWebhookConfigurations, which are cluster-scoped. Describes the configuration of and admission webhook
   * that accept or reject and may change the object.
   */
  readonly mutatingWebhookConfigurations: () => ClientOf<
    admissionregistrationv1.MutatingWebhookConfiguration,
    never
  >;
  /**
   * The client of validatingAdmissionPolicies, which are cluster-scoped. Describes the definition of an admission validation
   * policy that accepts or rejects an object without changing it.
   */
  readonly validatingAdmissionPolicies: () => ClientOf<
    admissionregistrationv1.ValidatingAdmissionPolicy,
    'status'
  >;
  /**
   * The client of validatingAdmissionPolicyBindings, which are cluster-scoped. Binds the ValidatingAdmissionPolicy with
   * paramerized resources.
   */
  readonly validatingAdmissionPolicyBindings: () => ClientOf<
    admissionregistrationv1.ValidatingAdmissionPolicyBinding,
    never
  >;
  /**
   * The client of validatingWebhookConfigurations, which are cluster-scoped. Describes the configuration of and admission
   * webhook that accept or reject and object without changing it.
   */
  readonly validatingWebhookConfigurations: () => ClientOf<
    admissionregistrationv1.ValidatingWebhookConfiguration,
    never
  >;
}

/** The clients of admissionregistration.k8s.io/v1alpha1: `clientset.admissionregistrationV1alpha1()`. */
export interface AdmissionregistrationV1alpha1Client {
  /**
   * The client of mutatingAdmissionPolicies, which are cluster-scoped. Describes the definition of an admission mutation policy
   * that mutates the object coming into admission chain.
   * @deprecated Since Kubernetes 1.35, to be removed in 1.38.
   */
  readonly mutatingAdmissionPolicies: () => ClientOf<
    admissionregistrationv1alpha1.MutatingAdmissionPolicy,
    never
  >;
  /**
   * The client of mutatingAdmissionPolicyBindings, which are cluster-scoped. Binds the MutatingAdmissionPolicy with
   * parametrized resources.
   * @deprecated Since Kubernetes 1.35, to be removed in 1.38.
   */
  readonly mutatingAdmissionPolicyBindings: () => ClientOf<
    admissionregistrationv1alpha1.MutatingAdmissionPolicyBinding,
    never
  >;
}

/** The clients of admissionregistration.k8s.io/v1beta1: `clientset.admissionregistrationV1beta1()`. */
export interface AdmissionregistrationV1beta1Client {
  /**
   * The client of mutatingAdmissionPolicies, which are cluster-scoped. Describes the definition of an admission mutation policy
   * that mutates the object coming into admission chain.
   * @deprecated Since Kubernetes 1.37, to be removed in 1.40: use MutatingAdmissionPolicy of admissionregistration.k8s.io/v1.
   */
  readonly mutatingAdmissionPolicies: () => ClientOf<
    admissionregistrationv1beta1.MutatingAdmissionPolicy,
    never
  >;
  /**
   * The client of mutatingAdmissionPolicyBindings, which are cluster-scoped. Binds the MutatingAdmissionPolicy with
   * parametrized resources.
   * @deprecated Since Kubernetes 1.37, to be removed in 1.40: use MutatingAdmissionPolicyBinding of
   * admissionregistration.k8s.io/v1.
   */
  readonly mutatingAdmissionPolicyBindings: () => ClientOf<
    admissionregistrationv1beta1.MutatingAdmissionPolicyBinding,
    never
  >;
}

/** The clients of apiextensions.k8s.io/v1: `clientset.apiextensionsV1()`. */
export interface ApiextensionsV1Client {
  /**
   * The client of customResourceDefinitions, which are cluster-scoped. Represents a resource that should be exposed on the API
   * server.
   */
  readonly customResourceDefinitions: () => ClientOf<apiextensionsv1.CustomResourceDefinition, 'status'>;
}

/** The clients of apiregistration.k8s.io/v1: `clientset.apiregistrationV1()`. */
export interface ApiregistrationV1Client {
  /** The client of apiServices, which are cluster-scoped. Represents a server for a particular GroupVersion. */
  readonly apiServices: () => ClientOf<apiregistrationv1.APIService, 'status'>;
}

/** The clients of internal.apiserver.k8s.io/v1alpha1: `clientset.internalV1alpha1()`. */
export interface InternalV1alpha1Client {
  /** The client of storageVersions, which are cluster-scoped. Storage version of a specific resource. */
  readonly storageVersions: () => ClientOf<apiserverinternalv1alpha1.StorageVersion, 'status'>;
}

/** The clients of apps/v1: `clientset.appsV1()`. */
export interface AppsV1Client {
  /**
   * The client of controllerRevisions in a namespace, or in all if none is given. Implements an immutable snapshot of state
   * data.
   */
  readonly controllerRevisions: (namespace?: string) => ClientOf<appsv1.ControllerRevision, never>;
  /** The client of daemonSets in a namespace, or in all if none is given. */
  readonly daemonSets: (namespace?: string) => ClientOf<appsv1.DaemonSet, 'status'>;
  /**
   * The client of deployments in a namespace, or in all if none is given. Enables declarative updates for Pods and ReplicaSets.
   */
  readonly deployments: (namespace?: string) => ClientOf<appsv1.Deployment, 'scale' | 'status'>;
  /**
   * The client of replicaSets in a namespace, or in all if none is given. Ensures that a specified number of pod replicas are
   * running at any given time.
   */
  readonly replicaSets: (namespace?: string) => ClientOf<appsv1.ReplicaSet, 'scale' | 'status'>;
  /**
   * The client of statefulSets in a namespace, or in all if none is given. Represents a set of pods with consistent identities.
   */
  readonly statefulSets: (namespace?: string) => ClientOf<appsv1.StatefulSet, 'scale' | 'status'>;
}

/** The clients of authentication.k8s.io/v1: `clientset.authenticationV1()`. */
export interface AuthenticationV1Client {
  /**
   * The client of selfSubjectReviews, which are cluster-scoped. Contains the user information that the kube-apiserver has about
   * the user making this request.
   */
  readonly selfSubjectReviews: () => ClientOf<authenticationv1.SelfSubjectReview, never, 'create'>;
  /** The client of tokenReviews, which are cluster-scoped. Attempts to authenticate a token to a known user. */
  readonly tokenReviews: () => ClientOf<authenticationv1.TokenReview, never, 'create'>;
}

/** The clients of authorization.k8s.io/v1: `clientset.authorizationV1()`. */
export interface AuthorizationV1Client {
  /**
   * The client of localSubjectAccessReviews in a namespace, or in all if none is given. Checks whether or not a user or group
   * can perform an action in a given namespace.
   */
  readonly localSubjectAccessReviews: (
    namespace?: string,
  ) => ClientOf<authorizationv1.LocalSubjectAccessReview, never, 'create'>;
  /**
   * The client of selfSubjectAccessReviews, which are cluster-scoped. Checks whether or the current user can perform an action.
   */
  readonly selfSubjectAccessReviews: () => ClientOf<authorizationv1.SelfSubjectAccessReview, never, 'create'>;
  /**
   * The client of selfSubjectRulesReviews, which are cluster-scoped. Enumerates the set of actions the current user can perform
   * within a namespace.
   */
  readonly selfSubjectRulesReviews: () => ClientOf<authorizationv1.SelfSubjectRulesReview, never, 'create'>;
  /**
   * The client of subjectAccessReviews, which are cluster-scoped. Checks whether or not a user or group can perform an action.
   */
  readonly subjectAccessReviews: () => ClientOf<authorizationv1.SubjectAccessReview, never, 'create'>;
}

/** The clients of autoscaling/v1: `clientset.autoscalingV1()`. */
export interface AutoscalingV1Client {
  /** The client of horizontalPodAutoscalers in a namespace, or in all if none is given. */
  readonly horizontalPodAutoscalers: (
    namespace?: string,
  ) => ClientOf<autoscalingv1.HorizontalPodAutoscaler, 'status'>;
}

/** The clients of autoscaling/v2: `clientset.autoscalingV2()`. */
export interface AutoscalingV2Client {
  /**
   * The client of horizontalPodAutoscalers in a namespace, or in all if none is given. The configuration for a horizontal pod
   * autoscaler, which automatically manages the replica count of any resource implementing the scale subresource based on the
   * metrics specified.
   */
  readonly horizontalPodAutoscalers: (
    namespace?: string,
  ) => ClientOf<autoscalingv2.HorizontalPodAutoscaler, 'status'>;
}

/** The clients of batch/v1: `clientset.batchV1()`. */
export interface BatchV1Client {
  /** The client of cronJobs in a namespace, or in all if none is given. Represents the configuration of a single cron job. */
  readonly cronJobs: (namespace?: string) => ClientOf<batchv1.CronJob, 'status'>;
  /** The client of jobs in a namespace, or in all if none is given. Represents the configuration of a single job. */
  readonly jobs: (namespace?: string) => ClientOf<batchv1.Job, 'status'>;
}

/** The clients of certificates.k8s.io/v1: `clientset.certificatesV1()`. */
export interface CertificatesV1Client {
  /**
   * The client of certificateSigningRequests, which are cluster-scoped. CertificateSigningRequest objects provide a mechanism
   * to obtain x509 certificates by submitting a certificate signing request, and having it asynchronously approved and issued.
   */
  readonly certificateSigningRequests: () => ClientOf<certificatesv1.CertificateSigningRequest, 'status'>;
  /**
   * The client of clusterTrustBundles, which are cluster-scoped. A cluster-scoped container for X.509 trust anchors (root
   * certificates).
   */
  readonly clusterTrustBundles: () => ClientOf<certificatesv1.ClusterTrustBundle, never>;
  /**
   * The client of podCertificateRequests in a namespace, or in all if none is given. Encodes a pod requesting a certificate
   * from a given signer.
   */
  readonly podCertificateRequests: (
    namespace?: string,
  ) => ClientOf<certificatesv1.PodCertificateRequest, 'status'>;
}

/** The clients of certificates.k8s.io/v1alpha1: `clientset.certificatesV1alpha1()`. */
export interface CertificatesV1alpha1Client {
  /**
   * The client of clusterTrustBundles, which are cluster-scoped. A cluster-scoped container for X.509 trust anchors (root
   * certificates).
   * @deprecated Removed in Kubernetes 1.37, kept here until 2027-08-26.
   */
  readonly clusterTrustBundles: () => ClientOf<certificatesv1alpha1.ClusterTrustBundle, never>;
  /**
   * The client of podCertificateRequests in a namespace, or in all if none is given. Encodes a pod requesting a certificate
   * from a given signer.
   * @deprecated Removed in Kubernetes 1.35, kept here until 2026-12-17.
   */
  readonly podCertificateRequests: (
    namespace?: string,
  ) => ClientOf<certificatesv1alpha1.PodCertificateRequest, 'status'>;
}

/** The clients of certificates.k8s.io/v1beta1: `clientset.certificatesV1beta1()`. */
export interface CertificatesV1beta1Client {
  /**
   * The client of clusterTrustBundles, which are cluster-scoped. A cluster-scoped container for X.509 trust anchors (root
   * certificates).
   * @deprecated Since Kubernetes 1.37, to be removed in 1.40: use ClusterTrustBundle of certificates.k8s.io/v1.
   */
  readonly clusterTrustBundles: () => ClientOf<certificatesv1beta1.ClusterTrustBundle, never>;
  /**
   * The client of podCertificateRequests in a namespace, or in all if none is given. Encodes a pod requesting a certificate
   * from a given signer.
   * @deprecated Since Kubernetes 1.37, to be removed in 1.40: use PodCertificateRequest of certificates.k8s.io/v1.
   */
  readonly podCertificateRequests: (
    namespace?: string,
  ) => ClientOf<certificatesv1beta1.PodCertificateRequest, 'status'>;
}

/** The clients of coordination.k8s.io/v1: `clientset.coordinationV1()`. */
export interface CoordinationV1Client {
  /** The client of leases in a namespace, or in all if none is given. Defines a lease concept. */
  readonly leases: (namespace?: string) => ClientOf<coordinationv1.Lease, never>;
}

/** The clients of coordination.k8s.io/v1alpha2: `clientset.coordinationV1alpha2()`. */
export interface CoordinationV1alpha2Client {
  /**
   * The client of leaseCandidates in a namespace, or in all if none is given.
   * @deprecated Since Kubernetes 1.35, to be removed in 1.38.
   */
  readonly leaseCandidates: (namespace?: string) => ClientOf<coordinationv1alpha2.LeaseCandidate, never>;
}

/** The clients of coordination.k8s.io/v1beta1: `clientset.coordinationV1beta1()`. */
export interface CoordinationV1beta1Client {
  /**
   * The client of leaseCandidates in a namespace, or in all if none is given.
   * @deprecated Since Kubernetes 1.36, to be removed in 1.39.
   */
  readonly leaseCandidates: (namespace?: string) => ClientOf<coordinationv1beta1.LeaseCandidate, never>;
}

/** The clients of core/v1: `clientset.coreV1()`. */
export interface CoreV1Client {
  /**
   * The client of bindings in a namespace, or in all if none is given. Ties one object to another; for example, a pod is bound
   * to a node by a scheduler.
   */
  readonly bindings: (namespace?: string) => ClientOf<corev1.Binding, never, 'create'>;
  /**
   * The client of componentStatuses, which are cluster-scoped. ComponentStatus (and ComponentStatusList) holds the cluster
   * validation info.
   * @deprecated This API is deprecated in v1.19+
   */
  readonly componentStatuses: () => ClientOf<corev1.ComponentStatus, never, 'get' | 'list'>;
  /** The client of configMaps in a namespace, or in all if none is given. Holds configuration data for pods to consume. */
  readonly configMaps: (namespace?: string) => ClientOf<corev1.ConfigMap, never>;
  /**
   * The client of endpoints in a namespace, or in all if none is given. A collection of endpoints that implement the actual
   * service.
   * @deprecated This API is deprecated in v1.33+.
   */
  readonly endpoints: (namespace?: string) => ClientOf<corev1.Endpoints, never>;
  /** The client of events in a namespace, or in all if none is given. A report of an event somewhere in the cluster. */
  readonly events: (namespace?: string) => ClientOf<corev1.Event, never>;
  /**
   * The client of limitRanges in a namespace, or in all if none is given. Sets resource usage limits for each kind of resource
   * in a Namespace.
   */
  readonly limitRanges: (namespace?: string) => ClientOf<corev1.LimitRange, never>;
  /** The client of namespaces, which are cluster-scoped. Provides a scope for Names. */
  readonly namespaces: () => ClientOf<corev1.Namespace, 'status'>;
  /** The client of nodes, which are cluster-scoped. A worker node in Kubernetes. */
  readonly nodes: () => ClientOf<corev1.Node, 'status'>;
  /**
   * The client of persistentVolumeClaims in a namespace, or in all if none is given. A user's request for and claim to a
   * persistent volume
   */
  readonly persistentVolumeClaims: (namespace?: string) => ClientOf<corev1.PersistentVolumeClaim, 'status'>;
  /**
   * The client of persistentVolumes, which are cluster-scoped. PersistentVolume (PV) is a storage resource provisioned by an
   * administrator.
   */
  readonly persistentVolumes: () => ClientOf<corev1.PersistentVolume, 'status'>;
  /**
   * The client of podTemplates in a namespace, or in all if none is given. Describes a template for creating copies of a
   * predefined pod.
   */
  readonly podTemplates: (namespace?: string) => ClientOf<corev1.PodTemplate, never>;
  /** The client of pods in a namespace, or in all if none is given. A collection of containers that can run on a host. */
  readonly pods: (
    namespace?: string,
  ) => ClientOf<corev1.Pod, 'attach' | 'binding' | 'eviction' | 'exec' | 'log' | 'portforward' | 'status'>;
  /** The client of replicationControllers in a namespace, or in all if none is given. */
  readonly replicationControllers: (
    namespace?: string,
  ) => ClientOf<corev1.ReplicationController, 'scale' | 'status'>;
  /**
   * The client of resourceQuotas in a namespace, or in all if none is given. Sets aggregate quota restrictions enforced per
   * namespace
   */
  readonly resourceQuotas: (namespace?: string) => ClientOf<corev1.ResourceQuota, 'status'>;
  /** The client of secrets in a namespace, or in all if none is given. Holds secret data of a certain type. */
  readonly secrets: (namespace?: string) => ClientOf<corev1.Secret, never>;
  /**
   * The client of serviceAccounts in a namespace, or in all if none is given. Binds together: * a name, understood by users,
   * and perhaps by peripheral systems, for an identity * a principal that can be authenticated and authorized * a set of
   * secrets
   */
  readonly serviceAccounts: (namespace?: string) => ClientOf<corev1.ServiceAccount, 'token'>;
  /**
   * The client of services in a namespace, or in all if none is given. A named abstraction of software service (for example,
   * mysql) consisting of local port (for example 3306) that the proxy listens on, and the selector that determines which pods
   * will answer requests sent through the proxy.
   */
  readonly services: (namespace?: string) => ClientOf<corev1.Service, 'status'>;
}

/** The clients of discovery.k8s.io/v1: `clientset.discoveryV1()`. */
export interface DiscoveryV1Client {
  /** The client of endpointSlices in a namespace, or in all if none is given. Represents a set of service endpoints. */
  readonly endpointSlices: (namespace?: string) => ClientOf<discoveryv1.EndpointSlice, never>;
}

/** The clients of events.k8s.io/v1: `clientset.eventsV1()`. */
export interface EventsV1Client {
  /** The client of events in a namespace, or in all if none is given. A report of an event somewhere in the cluster. */
  readonly events: (namespace?: string) => ClientOf<eventsv1.Event, never>;
}

/** The clients of flowcontrol.apiserver.k8s.io/v1: `clientset.flowcontrolV1()`. */
export interface FlowcontrolV1Client {
  /** The client of flowSchemas, which are cluster-scoped. Defines the schema of a group of flows. */
  readonly flowSchemas: () => ClientOf<flowcontrolv1.FlowSchema, 'status'>;
  /** The client of priorityLevelConfigurations, which are cluster-scoped. */
  readonly priorityLevelConfigurations: () => ClientOf<flowcontrolv1.PriorityLevelConfiguration, 'status'>;
}

/** The clients of lifecycle.k8s.io/v1alpha1: `clientset.lifecycleV1alpha1()`. */
export interface LifecycleV1alpha1Client {
  /**
   * The client of evictionRequests in a namespace, or in all if none is given. Defines a request that should ideally result in
   * a graceful eviction of a .spec.target (e.g. termination of a pod).
   */
  readonly evictionRequests: (namespace?: string) => ClientOf<lifecyclev1alpha1.EvictionRequest, 'status'>;
  /**
   * The client of evictions in a namespace, or in all if none is given. Initiates an eviction process, which should ideally
   * result in a graceful eviction of a .spec.target (e.g. termination of a pod).
   */
  readonly evictions: (namespace?: string) => ClientOf<lifecyclev1alpha1.Eviction, 'status'>;
}

/** The clients of metrics.k8s.io/v1: `clientset.metricsV1()`. */
export interface MetricsV1Client {
  /** The client of nodeMetricses, which are cluster-scoped. Sets resource usage metrics of a node. */
  readonly nodeMetricses: () => ClientOf<metricsv1.NodeMetrics, never, 'get' | 'list'>;
  /** The client of podMetricses in a namespace, or in all if none is given. Sets resource usage metrics of a pod. */
  readonly podMetricses: (namespace?: string) => ClientOf<metricsv1.PodMetrics, never, 'get' | 'list'>;
}

/** The clients of metrics.k8s.io/v1beta1: `clientset.metricsV1beta1()`. */
export interface MetricsV1beta1Client {
  /** The client of nodeMetricses, which are cluster-scoped. Sets resource usage metrics of a node. */
  readonly nodeMetricses: () => ClientOf<metricsv1beta1.NodeMetrics, never, 'get' | 'list'>;
  /** The client of podMetricses in a namespace, or in all if none is given. Sets resource usage metrics of a pod. */
  readonly podMetricses: (namespace?: string) => ClientOf<metricsv1beta1.PodMetrics, never, 'get' | 'list'>;
}

/** The clients of networking.k8s.io/v1: `clientset.networkingV1()`. */
export interface NetworkingV1Client {
  /**
   * The client of ingressClasses, which are cluster-scoped. Represents the class of the Ingress, referenced by the Ingress
   * Spec.
   */
  readonly ingressClasses: () => ClientOf<networkingv1.IngressClass, never>;
  /**
   * The client of ingresses in a namespace, or in all if none is given. A collection of rules that allow inbound connections to
   * reach the endpoints defined by a backend.
   */
  readonly ingresses: (namespace?: string) => ClientOf<networkingv1.Ingress, 'status'>;
  /** The client of ipAddresses, which are cluster-scoped. Represents a single IP of a single IP Family. */
  readonly ipAddresses: () => ClientOf<networkingv1.IPAddress, never>;
  /**
   * The client of networkPolicies in a namespace, or in all if none is given. Describes what network traffic is allowed for a
   * set of Pods
   */
  readonly networkPolicies: (namespace?: string) => ClientOf<networkingv1.NetworkPolicy, never>;
  /**
   * The client of serviceCIDRs, which are cluster-scoped. Defines a range of IP addresses using CIDR format (e.g.
   * 192.168.0.0/24 or 2001:db2::/64).
   */
  readonly serviceCIDRs: () => ClientOf<networkingv1.ServiceCIDR, 'status'>;
}

/** The clients of networking.k8s.io/v1beta1: `clientset.networkingV1beta1()`. */
export interface NetworkingV1beta1Client {
  /**
   * The client of ipAddresses, which are cluster-scoped. Represents a single IP of a single IP Family.
   * @deprecated Removed in Kubernetes 1.37, kept here until 2027-08-26.
   */
  readonly ipAddresses: () => ClientOf<networkingv1beta1.IPAddress, never>;
  /**
   * The client of serviceCIDRs, which are cluster-scoped. Defines a range of IP addresses using CIDR format (e.g.
   * 192.168.0.0/24 or 2001:db2::/64).
   * @deprecated Removed in Kubernetes 1.37, kept here until 2027-08-26.
   */
  readonly serviceCIDRs: () => ClientOf<networkingv1beta1.ServiceCIDR, 'status'>;
}

/** The clients of node.k8s.io/v1: `clientset.nodeV1()`. */
export interface NodeV1Client {
  /** The client of runtimeClasses, which are cluster-scoped. Defines a class of container runtime supported in the cluster. */
  readonly runtimeClasses: () => ClientOf<nodev1.RuntimeClass, never>;
}

/** The clients of policy/v1: `clientset.policyV1()`. */
export interface PolicyV1Client {
  /**
   * The client of podDisruptionBudgets in a namespace, or in all if none is given. An object to define the max disruption that
   * can be caused to a collection of pods
   */
  readonly podDisruptionBudgets: (namespace?: string) => ClientOf<policyv1.PodDisruptionBudget, 'status'>;
}

/** The clients of rbac.authorization.k8s.io/v1: `clientset.rbacV1()`. */
export interface RbacV1Client {
  /** The client of clusterRoleBindings, which are cluster-scoped. References a ClusterRole, but not contain it. */
  readonly clusterRoleBindings: () => ClientOf<rbacv1.ClusterRoleBinding, never>;
  /**
   * The client of clusterRoles, which are cluster-scoped. A cluster level, logical grouping of PolicyRules that can be
   * referenced as a unit by a RoleBinding or ClusterRoleBinding.
   */
  readonly clusterRoles: () => ClientOf<rbacv1.ClusterRole, never>;
  /** The client of roleBindings in a namespace, or in all if none is given. References a role, but does not contain it. */
  readonly roleBindings: (namespace?: string) => ClientOf<rbacv1.RoleBinding, never>;
  /**
   * The client of roles in a namespace, or in all if none is given. A namespaced, logical grouping of PolicyRules that can be
   * referenced as a unit by a RoleBinding.
   */
  readonly roles: (namespace?: string) => ClientOf<rbacv1.Role, never>;
}

/** The clients of resource.k8s.io/v1: `clientset.resourceV1()`. */
export interface ResourceV1Client {
  /**
   * The client of deviceClasses, which are cluster-scoped. A vendor- or admin-provided resource that contains device
   * configuration and selectors.
   */
  readonly deviceClasses: () => ClientOf<resourcev1.DeviceClass, never>;
  /** The client of deviceTaintRules, which are cluster-scoped. Adds one taint to all devices which match the selector. */
  readonly deviceTaintRules: () => ClientOf<resourcev1.DeviceTaintRule, 'status'>;
  /**
   * The client of resourceClaimTemplates in a namespace, or in all if none is given. ResourceClaimTemplate is used to produce
   * ResourceClaim objects.
   */
  readonly resourceClaimTemplates: (namespace?: string) => ClientOf<resourcev1.ResourceClaimTemplate, never>;
  /**
   * The client of resourceClaims in a namespace, or in all if none is given. Describes a request for access to resources in the
   * cluster, for use by workloads.
   */
  readonly resourceClaims: (namespace?: string) => ClientOf<resourcev1.ResourceClaim, 'status'>;
  /**
   * The client of resourceSlices, which are cluster-scoped. Represents one or more resources in a pool of similar resources,
   * managed by a common driver.
   */
  readonly resourceSlices: () => ClientOf<resourcev1.ResourceSlice, never>;
}

/** The clients of resource.k8s.io/v1alpha3: `clientset.resourceV1alpha3()`. */
export interface ResourceV1alpha3Client {
  /**
   * The client of deviceTaintRules, which are cluster-scoped. Adds one taint to all devices which match the selector.
   * @deprecated Since Kubernetes 1.36, to be removed in 1.39.
   */
  readonly deviceTaintRules: () => ClientOf<resourcev1alpha3.DeviceTaintRule, 'status'>;
  /**
   * The client of resourcePoolStatusRequests, which are cluster-scoped. Triggers a one-time calculation of resource pool status
   * based on the provided filters.
   */
  readonly resourcePoolStatusRequests: () => ClientOf<resourcev1alpha3.ResourcePoolStatusRequest, 'status'>;
}

/** The clients of resource.k8s.io/v1beta1: `clientset.resourceV1beta1()`. */
export interface ResourceV1beta1Client {
  /**
   * The client of deviceClasses, which are cluster-scoped. A vendor- or admin-provided resource that contains device
   * configuration and selectors.
   * @deprecated Since Kubernetes 1.35, to be removed in 1.38.
   */
  readonly deviceClasses: () => ClientOf<resourcev1beta1.DeviceClass, never>;
  /**
   * The client of resourceClaimTemplates in a namespace, or in all if none is given. ResourceClaimTemplate is used to produce
   * ResourceClaim objects.
   * @deprecated Since Kubernetes 1.35, to be removed in 1.38.
   */
  readonly resourceClaimTemplates: (
    namespace?: string,
  ) => ClientOf<resourcev1beta1.ResourceClaimTemplate, never>;
  /**
   * The client of resourceClaims in a namespace, or in all if none is given. Describes a request for access to resources in the
   * cluster, for use by workloads.
   * @deprecated Since Kubernetes 1.35, to be removed in 1.38.
   */
  readonly resourceClaims: (namespace?: string) => ClientOf<resourcev1beta1.ResourceClaim, 'status'>;
  /**
   * The client of resourceSlices, which are cluster-scoped. Represents one or more resources in a pool of similar resources,
   * managed by a common driver.
   * @deprecated Since Kubernetes 1.35, to be removed in 1.38.
   */
  readonly resourceSlices: () => ClientOf<resourcev1beta1.ResourceSlice, never>;
}

/** The clients of resource.k8s.io/v1beta2: `clientset.resourceV1beta2()`. */
export interface ResourceV1beta2Client {
  /**
   * The client of deviceClasses, which are cluster-scoped. A vendor- or admin-provided resource that contains device
   * configuration and selectors.
   * @deprecated Since Kubernetes 1.36, to be removed in 1.39.
   */
  readonly deviceClasses: () => ClientOf<resourcev1beta2.DeviceClass, never>;
  /** The client of deviceTaintRules, which are cluster-scoped. Adds one taint to all devices which match the selector. */
  readonly deviceTaintRules: () => ClientOf<resourcev1beta2.DeviceTaintRule, 'status'>;
  /**
   * The client of resourceClaimTemplates in a namespace, or in all if none is given. ResourceClaimTemplate is used to produce
   * ResourceClaim objects.
   * @deprecated Since Kubernetes 1.36, to be removed in 1.39.
   */
  readonly resourceClaimTemplates: (
    namespace?: string,
  ) => ClientOf<resourcev1beta2.ResourceClaimTemplate, never>;
  /**
   * The client of resourceClaims in a namespace, or in all if none is given. Describes a request for access to resources in the
   * cluster, for use by workloads.
   * @deprecated Since Kubernetes 1.36, to be removed in 1.39.
   */
  readonly resourceClaims: (namespace?: string) => ClientOf<resourcev1beta2.ResourceClaim, 'status'>;
  /**
   * The client of resourceSlices, which are cluster-scoped. Represents one or more resources in a pool of similar resources,
   * managed by a common driver.
   * @deprecated Since Kubernetes 1.36, to be removed in 1.39.
   */
  readonly resourceSlices: () => ClientOf<resourcev1beta2.ResourceSlice, never>;
}

/** The clients of scheduling.k8s.io/v1: `clientset.schedulingV1()`. */
export interface SchedulingV1Client {
  /**
   * The client of priorityClasses, which are cluster-scoped. Defines mapping from a priority class name to the priority integer
   * value.
   */
  readonly priorityClasses: () => ClientOf<schedulingv1.PriorityClass, never>;
}

/** The clients of scheduling.k8s.io/v1alpha1: `clientset.schedulingV1alpha1()`. */
export interface SchedulingV1alpha1Client {
  /**
   * The client of workloads in a namespace, or in all if none is given. Allows for expressing scheduling constraints that
   * should be used when managing lifecycle of workloads from scheduling perspective, including scheduling, preemption, eviction
   * and other phases.
   * @deprecated Removed in Kubernetes 1.36, kept here until 2027-04-22.
   */
  readonly workloads: (namespace?: string) => ClientOf<schedulingv1alpha1.Workload, never>;
}

/** The clients of scheduling.k8s.io/v1alpha2: `clientset.schedulingV1alpha2()`. */
export interface SchedulingV1alpha2Client {
  /**
   * The client of podGroups in a namespace, or in all if none is given. Represents a runtime instance of pods grouped together.
   * @deprecated Removed in Kubernetes 1.37, kept here until 2027-08-26.
   */
  readonly podGroups: (namespace?: string) => ClientOf<schedulingv1alpha2.PodGroup, 'status'>;
  /**
   * The client of workloads in a namespace, or in all if none is given. Allows for expressing scheduling constraints that
   * should be used when managing the lifecycle of workloads from the scheduling perspective, including scheduling, preemption,
   * eviction and other phases.
   * @deprecated Removed in Kubernetes 1.37, kept here until 2027-08-26.
   */
  readonly workloads: (namespace?: string) => ClientOf<schedulingv1alpha2.Workload, never>;
}

/** The clients of scheduling.k8s.io/v1alpha3: `clientset.schedulingV1alpha3()`. */
export interface SchedulingV1alpha3Client {
  /**
   * The client of compositePodGroups in a namespace, or in all if none is given. Represents a runtime instance of pod groups
   * grouped together.
   */
  readonly compositePodGroups: (
    namespace?: string,
  ) => ClientOf<schedulingv1alpha3.CompositePodGroup, 'status'>;
  /**
   * The client of podGroups in a namespace, or in all if none is given. Represents a runtime instance of pods grouped together.
   */
  readonly podGroups: (namespace?: string) => ClientOf<schedulingv1alpha3.PodGroup, 'status'>;
  /**
   * The client of workloads in a namespace, or in all if none is given. Allows for expressing scheduling constraints that
   * should be used when managing the lifecycle of workloads from the scheduling perspective, including scheduling, preemption,
   * eviction and other phases.
   */
  readonly workloads: (namespace?: string) => ClientOf<schedulingv1alpha3.Workload, never>;
}

/** The clients of scheduling.k8s.io/v1beta1: `clientset.schedulingV1beta1()`. */
export interface SchedulingV1beta1Client {
  /**
   * The client of podGroups in a namespace, or in all if none is given. Represents a runtime instance of pods grouped together.
   */
  readonly podGroups: (namespace?: string) => ClientOf<schedulingv1beta1.PodGroup, 'status'>;
  /**
   * The client of workloads in a namespace, or in all if none is given. Allows for expressing scheduling constraints that
   * should be used when managing the lifecycle of workloads from the scheduling perspective, including scheduling, preemption,
   * eviction and other phases.
   */
  readonly workloads: (namespace?: string) => ClientOf<schedulingv1beta1.Workload, never>;
}

/** The clients of storage.k8s.io/v1: `clientset.storageV1()`. */
export interface StorageV1Client {
  /**
   * The client of csiDrivers, which are cluster-scoped. Captures information about a Container Storage Interface (CSI) volume
   * driver deployed on the cluster.
   */
  readonly csiDrivers: () => ClientOf<storagev1.CSIDriver, never>;
  /** The client of csiNodes, which are cluster-scoped. Holds information about all CSI drivers installed on a node. */
  readonly csiNodes: () => ClientOf<storagev1.CSINode, 'status'>;
  /**
   * The client of csiStorageCapacities in a namespace, or in all if none is given. Stores the result of one CSI GetCapacity
   * call.
   */
  readonly csiStorageCapacities: (namespace?: string) => ClientOf<storagev1.CSIStorageCapacity, never>;
  /**
   * The client of storageClasses, which are cluster-scoped. Describes the parameters for a class of storage for which
   * PersistentVolumes can be dynamically provisioned.
   */
  readonly storageClasses: () => ClientOf<storagev1.StorageClass, never>;
  /**
   * The client of volumeAttachments, which are cluster-scoped. Captures the intent to attach or detach the specified volume
   * to/from the specified node.
   */
  readonly volumeAttachments: () => ClientOf<storagev1.VolumeAttachment, 'status'>;
  /**
   * The client of volumeAttributesClasses, which are cluster-scoped. Represents a specification of mutable volume attributes
   * defined by the CSI driver.
   */
  readonly volumeAttributesClasses: () => ClientOf<storagev1.VolumeAttributesClass, never>;
}

/** The clients of storage.k8s.io/v1alpha1: `clientset.storageV1alpha1()`. */
export interface StorageV1alpha1Client {
  /**
   * The client of volumeAttributesClasses, which are cluster-scoped. Represents a specification of mutable volume attributes
   * defined by the CSI driver.
   * @deprecated Removed in Kubernetes 1.35, kept here until 2026-12-17: use VolumeAttributesClass of storage.k8s.io/v1.
   */
  readonly volumeAttributesClasses: () => ClientOf<storagev1alpha1.VolumeAttributesClass, never>;
}

/** The clients of storage.k8s.io/v1beta1: `clientset.storageV1beta1()`. */
export interface StorageV1beta1Client {
  /**
   * The client of volumeAttributesClasses, which are cluster-scoped. Represents a specification of mutable volume attributes
   * defined by the CSI driver.
   * @deprecated Removed in Kubernetes 1.37, kept here until 2027-08-26: use VolumeAttributesClass of storage.k8s.io/v1.
   */
  readonly volumeAttributesClasses: () => ClientOf<storagev1beta1.VolumeAttributesClass, never>;
}

/** The clients of storagemigration.k8s.io/v1: `clientset.storagemigrationV1()`. */
export interface StoragemigrationV1Client {
  /**
   * The client of storageVersionMigrations, which are cluster-scoped. Represents a migration of stored data to the latest
   * storage version.
   */
  readonly storageVersionMigrations: () => ClientOf<storagemigrationv1.StorageVersionMigration, 'status'>;
}

/** The clients of storagemigration.k8s.io/v1alpha1: `clientset.storagemigrationV1alpha1()`. */
export interface StoragemigrationV1alpha1Client {
  /**
   * The client of storageVersionMigrations, which are cluster-scoped. Represents a migration of stored data to the latest
   * storage version.
   * @deprecated Removed in Kubernetes 1.35, kept here until 2026-12-17.
   */
  readonly storageVersionMigrations: () => ClientOf<
    storagemigrationv1alpha1.StorageVersionMigration,
    'status'
  >;
}

/** The clients of storagemigration.k8s.io/v1beta1: `clientset.storagemigrationV1beta1()`. */
export interface StoragemigrationV1beta1Client {
  /**
   * The client of storageVersionMigrations, which are cluster-scoped. Represents a migration of stored data to the latest
   * storage version.
   * @deprecated Since Kubernetes 1.37, to be removed in 1.40: use StorageVersionMigration of storagemigration.k8s.io/v1.
   */
  readonly storageVersionMigrations: () => ClientOf<
    storagemigrationv1beta1.StorageVersionMigration,
    'status'
  >;
}

/** The accessors of a Clientset for the built-in group-versions: `coreV1()`, `appsV1()`, … */
export interface GroupVersionClients {
  /**
   * The clients of admissionregistration.k8s.io/v1: mutatingAdmissionPolicies, mutatingAdmissionPolicyBindings,
   * mutatingWebhookConfigurations, validatingAdmissionPolicies, validatingAdmissionPolicyBindings,
   * validatingWebhookConfigurations.
   */
  admissionregistrationV1(): AdmissionregistrationV1Client;
  /** The clients of admissionregistration.k8s.io/v1alpha1: mutatingAdmissionPolicies, mutatingAdmissionPolicyBindings. */
  admissionregistrationV1alpha1(): AdmissionregistrationV1alpha1Client;
  /** The clients of admissionregistration.k8s.io/v1beta1: mutatingAdmissionPolicies, mutatingAdmissionPolicyBindings. */
  admissionregistrationV1beta1(): AdmissionregistrationV1beta1Client;
  /** The clients of apiextensions.k8s.io/v1: customResourceDefinitions. */
  apiextensionsV1(): ApiextensionsV1Client;
  /** The clients of apiregistration.k8s.io/v1: apiServices. */
  apiregistrationV1(): ApiregistrationV1Client;
  /** The clients of internal.apiserver.k8s.io/v1alpha1: storageVersions. */
  internalV1alpha1(): InternalV1alpha1Client;
  /** The clients of apps/v1: controllerRevisions, daemonSets, deployments, replicaSets, statefulSets. */
  appsV1(): AppsV1Client;
  /** The clients of authentication.k8s.io/v1: selfSubjectReviews, tokenReviews. */
  authenticationV1(): AuthenticationV1Client;
  /**
   * The clients of authorization.k8s.io/v1: localSubjectAccessReviews, selfSubjectAccessReviews, selfSubjectRulesReviews,
   * subjectAccessReviews.
   */
  authorizationV1(): AuthorizationV1Client;
  /** The clients of autoscaling/v1: horizontalPodAutoscalers. */
  autoscalingV1(): AutoscalingV1Client;
  /** The clients of autoscaling/v2: horizontalPodAutoscalers. */
  autoscalingV2(): AutoscalingV2Client;
  /** The clients of batch/v1: cronJobs, jobs. */
  batchV1(): BatchV1Client;
  /** The clients of certificates.k8s.io/v1: certificateSigningRequests, clusterTrustBundles, podCertificateRequests. */
  certificatesV1(): CertificatesV1Client;
  /** The clients of certificates.k8s.io/v1alpha1: clusterTrustBundles, podCertificateRequests. */
  certificatesV1alpha1(): CertificatesV1alpha1Client;
  /** The clients of certificates.k8s.io/v1beta1: clusterTrustBundles, podCertificateRequests. */
  certificatesV1beta1(): CertificatesV1beta1Client;
  /** The clients of coordination.k8s.io/v1: leases. */
  coordinationV1(): CoordinationV1Client;
  /** The clients of coordination.k8s.io/v1alpha2: leaseCandidates. */
  coordinationV1alpha2(): CoordinationV1alpha2Client;
  /** The clients of coordination.k8s.io/v1beta1: leaseCandidates. */
  coordinationV1beta1(): CoordinationV1beta1Client;
  /**
   * The clients of core/v1: bindings, componentStatuses, configMaps, endpoints, events, limitRanges, namespaces, nodes,
   * persistentVolumeClaims, persistentVolumes, podTemplates, pods, replicationControllers, resourceQuotas, secrets,
   * serviceAccounts, services.
   */
  coreV1(): CoreV1Client;
  /** The clients of discovery.k8s.io/v1: endpointSlices. */
  discoveryV1(): DiscoveryV1Client;
  /** The clients of events.k8s.io/v1: events. */
  eventsV1(): EventsV1Client;
  /** The clients of flowcontrol.apiserver.k8s.io/v1: flowSchemas, priorityLevelConfigurations. */
  flowcontrolV1(): FlowcontrolV1Client;
  /** The clients of lifecycle.k8s.io/v1alpha1: evictionRequests, evictions. */
  lifecycleV1alpha1(): LifecycleV1alpha1Client;
  /** The clients of metrics.k8s.io/v1: nodeMetricses, podMetricses. */
  metricsV1(): MetricsV1Client;
  /** The clients of metrics.k8s.io/v1beta1: nodeMetricses, podMetricses. */
  metricsV1beta1(): MetricsV1beta1Client;
  /** The clients of networking.k8s.io/v1: ingressClasses, ingresses, ipAddresses, networkPolicies, serviceCIDRs. */
  networkingV1(): NetworkingV1Client;
  /** The clients of networking.k8s.io/v1beta1: ipAddresses, serviceCIDRs. */
  networkingV1beta1(): NetworkingV1beta1Client;
  /** The clients of node.k8s.io/v1: runtimeClasses. */
  nodeV1(): NodeV1Client;
  /** The clients of policy/v1: podDisruptionBudgets. */
  policyV1(): PolicyV1Client;
  /** The clients of rbac.authorization.k8s.io/v1: clusterRoleBindings, clusterRoles, roleBindings, roles. */
  rbacV1(): RbacV1Client;
  /**
   * The clients of resource.k8s.io/v1: deviceClasses, deviceTaintRules, resourceClaimTemplates, resourceClaims, resourceSlices.
   */
  resourceV1(): ResourceV1Client;
  /** The clients of resource.k8s.io/v1alpha3: deviceTaintRules, resourcePoolStatusRequests. */
  resourceV1alpha3(): ResourceV1alpha3Client;
  /** The clients of resource.k8s.io/v1beta1: deviceClasses, resourceClaimTemplates, resourceClaims, resourceSlices. */
  resourceV1beta1(): ResourceV1beta1Client;
  /**
   * The clients of resource.k8s.io/v1beta2: deviceClasses, deviceTaintRules, resourceClaimTemplates, resourceClaims,
   * resourceSlices.
   */
  resourceV1beta2(): ResourceV1beta2Client;
  /** The clients of scheduling.k8s.io/v1: priorityClasses. */
  schedulingV1(): SchedulingV1Client;
  /** The clients of scheduling.k8s.io/v1alpha1: workloads. */
  schedulingV1alpha1(): SchedulingV1alpha1Client;
  /** The clients of scheduling.k8s.io/v1alpha2: podGroups, workloads. */
  schedulingV1alpha2(): SchedulingV1alpha2Client;
  /** The clients of scheduling.k8s.io/v1alpha3: compositePodGroups, podGroups, workloads. */
  schedulingV1alpha3(): SchedulingV1alpha3Client;
  /** The clients of scheduling.k8s.io/v1beta1: podGroups, workloads. */
  schedulingV1beta1(): SchedulingV1beta1Client;
  /**
   * The clients of storage.k8s.io/v1: csiDrivers, csiNodes, csiStorageCapacities, storageClasses, volumeAttachments,
   * volumeAttributesClasses.
   */
  storageV1(): StorageV1Client;
  /** The clients of storage.k8s.io/v1alpha1: volumeAttributesClasses. */
  storageV1alpha1(): StorageV1alpha1Client;
  /** The clients of storage.k8s.io/v1beta1: volumeAttributesClasses. */
  storageV1beta1(): StorageV1beta1Client;
  /** The clients of storagemigration.k8s.io/v1: storageVersionMigrations. */
  storagemigrationV1(): StoragemigrationV1Client;
  /** The clients of storagemigration.k8s.io/v1alpha1: storageVersionMigrations. */
  storagemigrationV1alpha1(): StoragemigrationV1alpha1Client;
  /** The clients of storagemigration.k8s.io/v1beta1: storageVersionMigrations. */
  storagemigrationV1beta1(): StoragemigrationV1beta1Client;
}
