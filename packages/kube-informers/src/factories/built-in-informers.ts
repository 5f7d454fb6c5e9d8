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
import type { InformerOf } from './informer-factory.js';

/** The informers of admissionregistration.k8s.io/v1: `factory.admissionregistration().v1()`. */
export interface AdmissionregistrationV1Informers {
  /**
   * The informer and lister of mutatingAdmissionPolicies. Describes the definition of an admission mutation policy that mutates
   * the object coming into admission chain.
   */
  readonly mutatingAdmissionPolicies: InformerOf<admissionregistrationv1.MutatingAdmissionPolicy>;
  /**
   * The informer and lister of mutatingAdmissionPolicyBindings. Binds the MutatingAdmissionPolicy with parametrized resources.
   */
  readonly mutatingAdmissionPolicyBindings: InformerOf<admissionregistrationv1.MutatingAdmissionPolicyBinding>;
  /**
   * The informer and lister of mutatingWebhookConfigurations. Describes the configuration of and admission webhook that accept
   * or reject and may change the object.
   */
  readonly mutatingWebhookConfigurations: InformerOf<admissionregistrationv1.MutatingWebhookConfiguration>;
  /**
   * The informer and lister of validatingAdmissionPolicies. Describes the definition of an admission validation policy that
   * accepts or rejects an object without changing it.
   */
  readonly validatingAdmissionPolicies: InformerOf<admissionregistrationv1.ValidatingAdmissionPolicy>;
  /**
   * The informer and lister of validatingAdmissionPolicyBindings. Binds the ValidatingAdmissionPolicy with paramerized
   * resources.
   */
  readonly validatingAdmissionPolicyBindings: InformerOf<admissionregistrationv1.ValidatingAdmissionPolicyBinding>;
  /**
   * The informer and lister of validatingWebhookConfigurations. Describes the configuration of and admission webhook that
   * accept or reject and object without changing it.
   */
  readonly validatingWebhookConfigurations: InformerOf<admissionregistrationv1.ValidatingWebhookConfiguration>;
}

/** The informers of admissionregistration.k8s.io/v1alpha1: `factory.admissionregistration().v1alpha1()`. */
export interface AdmissionregistrationV1alpha1Informers {
  /**
   * The informer and lister of mutatingAdmissionPolicies. Describes the definition of an admission mutation policy that mutates
   * the object coming into admission chain.
   * @deprecated Since Kubernetes 1.35, to be removed in 1.38.
   */
  readonly mutatingAdmissionPolicies: InformerOf<admissionregistrationv1alpha1.MutatingAdmissionPolicy>;
  /**
   * The informer and lister of mutatingAdmissionPolicyBindings. Binds the MutatingAdmissionPolicy with parametrized resources.
   * @deprecated Since Kubernetes 1.35, to be removed in 1.38.
   */
  readonly mutatingAdmissionPolicyBindings: InformerOf<admissionregistrationv1alpha1.MutatingAdmissionPolicyBinding>;
}

/** The informers of admissionregistration.k8s.io/v1beta1: `factory.admissionregistration().v1beta1()`. */
export interface AdmissionregistrationV1beta1Informers {
  /**
   * The informer and lister of mutatingAdmissionPolicies. Describes the definition of an admission mutation policy that mutates
   * the object coming into admission chain.
   * @deprecated Since Kubernetes 1.37, to be removed in 1.40: use MutatingAdmissionPolicy of admissionregistration.k8s.io/v1.
   */
  readonly mutatingAdmissionPolicies: InformerOf<admissionregistrationv1beta1.MutatingAdmissionPolicy>;
  /**
   * The informer and lister of mutatingAdmissionPolicyBindings. Binds the MutatingAdmissionPolicy with parametrized resources.
   * @deprecated Since Kubernetes 1.37, to be removed in 1.40: use MutatingAdmissionPolicyBinding of
   * admissionregistration.k8s.io/v1.
   */
  readonly mutatingAdmissionPolicyBindings: InformerOf<admissionregistrationv1beta1.MutatingAdmissionPolicyBinding>;
}

/** The informers of apiextensions.k8s.io/v1: `factory.apiextensions().v1()`. */
export interface ApiextensionsV1Informers {
  /** The informer and lister of customResourceDefinitions. Represents a resource that should be exposed on the API server. */
  readonly customResourceDefinitions: InformerOf<apiextensionsv1.CustomResourceDefinition>;
}

/** The informers of apiregistration.k8s.io/v1: `factory.apiregistration().v1()`. */
export interface ApiregistrationV1Informers {
  /** The informer and lister of apiServices. Represents a server for a particular GroupVersion. */
  readonly apiServices: InformerOf<apiregistrationv1.APIService>;
}

/** The informers of internal.apiserver.k8s.io/v1alpha1: `factory.internal().v1alpha1()`. */
export interface InternalV1alpha1Informers {
  /** The informer and lister of storageVersions. Storage version of a specific resource. */
  readonly storageVersions: InformerOf<apiserverinternalv1alpha1.StorageVersion>;
}

/** The informers of apps/v1: `factory.apps().v1()`. */
export interface AppsV1Informers {
  /** The informer and lister of controllerRevisions. Implements an immutable snapshot of state data. */
  readonly controllerRevisions: InformerOf<appsv1.ControllerRevision>;
  /** The informer and lister of daemonSets. */
  readonly daemonSets: InformerOf<appsv1.DaemonSet>;
  /** The informer and lister of deployments. Enables declarative updates for Pods and ReplicaSets. */
  readonly deployments: InformerOf<appsv1.Deployment>;
  /** The informer and lister of replicaSets. Ensures that a specified number of pod replicas are running at any given time. */
  readonly replicaSets: InformerOf<appsv1.ReplicaSet>;
  /** The informer and lister of statefulSets. Represents a set of pods with consistent identities. */
  readonly statefulSets: InformerOf<appsv1.StatefulSet>;
}

/** The informers of autoscaling/v1: `factory.autoscaling().v1()`. */
export interface AutoscalingV1Informers {
  /** The informer and lister of horizontalPodAutoscalers. */
  readonly horizontalPodAutoscalers: InformerOf<autoscalingv1.HorizontalPodAutoscaler>;
}

/** The informers of autoscaling/v2: `factory.autoscaling().v2()`. */
export interface AutoscalingV2Informers {
  /**
   * The informer and lister of horizontalPodAutoscalers. The configuration for a horizontal pod autoscaler, which automatically
   * manages the replica count of any resource implementing the scale subresource based on the metrics specified.
   */
  readonly horizontalPodAutoscalers: InformerOf<autoscalingv2.HorizontalPodAutoscaler>;
}

/** The informers of batch/v1: `factory.batch().v1()`. */
export interface BatchV1Informers {
  /** The informer and lister of cronJobs. Represents the configuration of a single cron job. */
  readonly cronJobs: InformerOf<batchv1.CronJob>;
  /** The informer and lister of jobs. Represents the configuration of a single job. */
  readonly jobs: InformerOf<batchv1.Job>;
}

/** The informers of certificates.k8s.io/v1: `factory.certificates().v1()`. */
export interface CertificatesV1Informers {
  /**
   * The informer and lister of certificateSigningRequests. CertificateSigningRequest objects provide a mechanism to obtain x509
   * certificates by submitting a certificate signing request, and having it asynchronously approved and issued.
   */
  readonly certificateSigningRequests: InformerOf<certificatesv1.CertificateSigningRequest>;
  /** The informer and lister of clusterTrustBundles. A cluster-scoped container for X.509 trust anchors (root certificates). */
  readonly clusterTrustBundles: InformerOf<certificatesv1.ClusterTrustBundle>;
  /** The informer and lister of podCertificateRequests. Encodes a pod requesting a certificate from a given signer. */
  readonly podCertificateRequests: InformerOf<certificatesv1.PodCertificateRequest>;
}

/** The informers of certificates.k8s.io/v1alpha1: `factory.certificates().v1alpha1()`. */
export interface CertificatesV1alpha1Informers {
  /**
   * The informer and lister of clusterTrustBundles. A cluster-scoped container for X.509 trust anchors (root certificates).
   * @deprecated Removed in Kubernetes 1.37, kept here until 2027-08-26.
   */
  readonly clusterTrustBundles: InformerOf<certificatesv1alpha1.ClusterTrustBundle>;
  /**
   * The informer and lister of podCertificateRequests. Encodes a pod requesting a certificate from a given signer.
   * @deprecated Removed in Kubernetes 1.35, kept here until 2026-12-17.
   */
  readonly podCertificateRequests: InformerOf<certificatesv1alpha1.PodCertificateRequest>;
}

/** The informers of certificates.k8s.io/v1beta1: `factory.certificates().v1beta1()`. */
export interface CertificatesV1beta1Informers {
  /**
   * The informer and lister of clusterTrustBundles. A cluster-scoped container for X.509 trust anchors (root certificates).
   * @deprecated Since Kubernetes 1.37, to be removed in 1.40: use ClusterTrustBundle of certificates.k8s.io/v1.
   */
  readonly clusterTrustBundles: InformerOf<certificatesv1beta1.ClusterTrustBundle>;
  /**
   * The informer and lister of podCertificateRequests. Encodes a pod requesting a certificate from a given signer.
   * @deprecated Since Kubernetes 1.37, to be removed in 1.40: use PodCertificateRequest of certificates.k8s.io/v1.
   */
  readonly podCertificateRequests: InformerOf<certificatesv1beta1.PodCertificateRequest>;
}

/** The informers of coordination.k8s.io/v1: `factory.coordination().v1()`. */
export interface CoordinationV1Informers {
  /** The informer and lister of leases. Defines a lease concept. */
  readonly leases: InformerOf<coordinationv1.Lease>;
}

/** The informers of coordination.k8s.io/v1alpha2: `factory.coordination().v1alpha2()`. */
export interface CoordinationV1alpha2Informers {
  /**
   * The informer and lister of leaseCandidates.
   * @deprecated Since Kubernetes 1.35, to be removed in 1.38.
   */
  readonly leaseCandidates: InformerOf<coordinationv1alpha2.LeaseCandidate>;
}

/** The informers of coordination.k8s.io/v1beta1: `factory.coordination().v1beta1()`. */
export interface CoordinationV1beta1Informers {
  /**
   * The informer and lister of leaseCandidates.
   * @deprecated Since Kubernetes 1.36, to be removed in 1.39.
   */
  readonly leaseCandidates: InformerOf<coordinationv1beta1.LeaseCandidate>;
}

/** The informers of core/v1: `factory.core().v1()`. */
export interface CoreV1Informers {
  /** The informer and lister of configMaps. Holds configuration data for pods to consume. */
  readonly configMaps: InformerOf<corev1.ConfigMap>;
  /**
   * The informer and lister of endpoints. A collection of endpoints that implement the actual service.
   * @deprecated This API is deprecated in v1.33+.
   */
  readonly endpoints: InformerOf<corev1.Endpoints>;
  /** The informer and lister of events. A report of an event somewhere in the cluster. */
  readonly events: InformerOf<corev1.Event>;
  /** The informer and lister of limitRanges. Sets resource usage limits for each kind of resource in a Namespace. */
  readonly limitRanges: InformerOf<corev1.LimitRange>;
  /** The informer and lister of namespaces. Provides a scope for Names. */
  readonly namespaces: InformerOf<corev1.Namespace>;
  /** The informer and lister of nodes. A worker node in Kubernetes. */
  readonly nodes: InformerOf<corev1.Node>;
  /** The informer and lister of persistentVolumeClaims. A user's request for and claim to a persistent volume */
  readonly persistentVolumeClaims: InformerOf<corev1.PersistentVolumeClaim>;
  /**
   * The informer and lister of persistentVolumes. PersistentVolume (PV) is a storage resource provisioned by an administrator.
   */
  readonly persistentVolumes: InformerOf<corev1.PersistentVolume>;
  /** The informer and lister of podTemplates. Describes a template for creating copies of a predefined pod. */
  readonly podTemplates: InformerOf<corev1.PodTemplate>;
  /** The informer and lister of pods. A collection of containers that can run on a host. */
  readonly pods: InformerOf<corev1.Pod>;
  /** The informer and lister of replicationControllers. */
  readonly replicationControllers: InformerOf<corev1.ReplicationController>;
  /** The informer and lister of resourceQuotas. Sets aggregate quota restrictions enforced per namespace */
  readonly resourceQuotas: InformerOf<corev1.ResourceQuota>;
  /** The informer and lister of secrets. Holds secret data of a certain type. */
  readonly secrets: InformerOf<corev1.Secret>;
  /**
   * The informer and lister of serviceAccounts. Binds together: * a name, understood by users, and perhaps by peripheral
   * systems, for an identity * a principal that can be authenticated and authorized * a set of secrets
   */
  readonly serviceAccounts: InformerOf<corev1.ServiceAccount>;
  /**
   * The informer and lister of services. A named abstraction of software service (for example, mysql) consisting of local port
   * (for example 3306) that the proxy listens on, and the selector that determines which pods will answer requests sent through
   * the proxy.
   */
  readonly services: InformerOf<corev1.Service>;
}

/** The informers of discovery.k8s.io/v1: `factory.discovery().v1()`. */
export interface DiscoveryV1Informers {
  /** The informer and lister of endpointSlices. Represents a set of service endpoints. */
  readonly endpointSlices: InformerOf<discoveryv1.EndpointSlice>;
}

/** The informers of events.k8s.io/v1: `factory.events().v1()`. */
export interface EventsV1Informers {
  /** The informer and lister of events. A report of an event somewhere in the cluster. */
  readonly events: InformerOf<eventsv1.Event>;
}

/** The informers of flowcontrol.apiserver.k8s.io/v1: `factory.flowcontrol().v1()`. */
export interface FlowcontrolV1Informers {
  /** The informer and lister of flowSchemas. Defines the schema of a group of flows. */
  readonly flowSchemas: InformerOf<flowcontrolv1.FlowSchema>;
  /** The informer and lister of priorityLevelConfigurations. */
  readonly priorityLevelConfigurations: InformerOf<flowcontrolv1.PriorityLevelConfiguration>;
}

/** The informers of lifecycle.k8s.io/v1alpha1: `factory.lifecycle().v1alpha1()`. */
export interface LifecycleV1alpha1Informers {
  /**
   * The informer and lister of evictionRequests. Defines a request that should ideally result in a graceful eviction of a
   * .spec.target (e.g. termination of a pod).
   */
  readonly evictionRequests: InformerOf<lifecyclev1alpha1.EvictionRequest>;
  /**
   * The informer and lister of evictions. Initiates an eviction process, which should ideally result in a graceful eviction of
   * a .spec.target (e.g. termination of a pod).
   */
  readonly evictions: InformerOf<lifecyclev1alpha1.Eviction>;
}

/** The informers of networking.k8s.io/v1: `factory.networking().v1()`. */
export interface NetworkingV1Informers {
  /** The informer and lister of ingressClasses. Represents the class of the Ingress, referenced by the Ingress Spec. */
  readonly ingressClasses: InformerOf<networkingv1.IngressClass>;
  /**
   * The informer and lister of ingresses. A collection of rules that allow inbound connections to reach the endpoints defined
   * by a backend.
   */
  readonly ingresses: InformerOf<networkingv1.Ingress>;
  /** The informer and lister of ipAddresses. Represents a single IP of a single IP Family. */
  readonly ipAddresses: InformerOf<networkingv1.IPAddress>;
  /** The informer and lister of networkPolicies. Describes what network traffic is allowed for a set of Pods */
  readonly networkPolicies: InformerOf<networkingv1.NetworkPolicy>;
  /**
   * The informer and lister of serviceCIDRs. Defines a range of IP addresses using CIDR format (e.g. 192.168.0.0/24 or
   * 2001:db2::/64).
   */
  readonly serviceCIDRs: InformerOf<networkingv1.ServiceCIDR>;
}

/** The informers of networking.k8s.io/v1beta1: `factory.networking().v1beta1()`. */
export interface NetworkingV1beta1Informers {
  /**
   * The informer and lister of ipAddresses. Represents a single IP of a single IP Family.
   * @deprecated Removed in Kubernetes 1.37, kept here until 2027-08-26.
   */
  readonly ipAddresses: InformerOf<networkingv1beta1.IPAddress>;
  /**
   * The informer and lister of serviceCIDRs. Defines a range of IP addresses using CIDR format (e.g. 192.168.0.0/24 or
   * 2001:db2::/64).
   * @deprecated Removed in Kubernetes 1.37, kept here until 2027-08-26.
   */
  readonly serviceCIDRs: InformerOf<networkingv1beta1.ServiceCIDR>;
}

/** The informers of node.k8s.io/v1: `factory.node().v1()`. */
export interface NodeV1Informers {
  /** The informer and lister of runtimeClasses. Defines a class of container runtime supported in the cluster. */
  readonly runtimeClasses: InformerOf<nodev1.RuntimeClass>;
}

/** The informers of policy/v1: `factory.policy().v1()`. */
export interface PolicyV1Informers {
  /**
   * The informer and lister of podDisruptionBudgets. An object to define the max disruption that can be caused to a collection
   * of pods
   */
  readonly podDisruptionBudgets: InformerOf<policyv1.PodDisruptionBudget>;
}

/** The informers of rbac.authorization.k8s.io/v1: `factory.rbac().v1()`. */
export interface RbacV1Informers {
  /** The informer and lister of clusterRoleBindings. References a ClusterRole, but not contain it. */
  readonly clusterRoleBindings: InformerOf<rbacv1.ClusterRoleBinding>;
  /**
   * The informer and lister of clusterRoles. A cluster level, logical grouping of PolicyRules that can be referenced as a unit
   * by a RoleBinding or ClusterRoleBinding.
   */
  readonly clusterRoles: InformerOf<rbacv1.ClusterRole>;
  /** The informer and lister of roleBindings. References a role, but does not contain it. */
  readonly roleBindings: InformerOf<rbacv1.RoleBinding>;
  /**
   * The informer and lister of roles. A namespaced, logical grouping of PolicyRules that can be referenced as a unit by a
   * RoleBinding.
   */
  readonly roles: InformerOf<rbacv1.Role>;
}

/** The informers of resource.k8s.io/v1: `factory.resource().v1()`. */
export interface ResourceV1Informers {
  /**
   * The informer and lister of deviceClasses. A vendor- or admin-provided resource that contains device configuration and
   * selectors.
   */
  readonly deviceClasses: InformerOf<resourcev1.DeviceClass>;
  /** The informer and lister of deviceTaintRules. Adds one taint to all devices which match the selector. */
  readonly deviceTaintRules: InformerOf<resourcev1.DeviceTaintRule>;
  /** The informer and lister of resourceClaimTemplates. ResourceClaimTemplate is used to produce ResourceClaim objects. */
  readonly resourceClaimTemplates: InformerOf<resourcev1.ResourceClaimTemplate>;
  /**
   * The informer and lister of resourceClaims. Describes a request for access to resources in the cluster, for use by
   * workloads.
   */
  readonly resourceClaims: InformerOf<resourcev1.ResourceClaim>;
  /**
   * The informer and lister of resourceSlices. Represents one or more resources in a pool of similar resources, managed by a
   * common driver.
   */
  readonly resourceSlices: InformerOf<resourcev1.ResourceSlice>;
}

/** The informers of resource.k8s.io/v1alpha3: `factory.resource().v1alpha3()`. */
export interface ResourceV1alpha3Informers {
  /**
   * The informer and lister of deviceTaintRules. Adds one taint to all devices which match the selector.
   * @deprecated Since Kubernetes 1.36, to be removed in 1.39.
   */
  readonly deviceTaintRules: InformerOf<resourcev1alpha3.DeviceTaintRule>;
  /**
   * The informer and lister of resourcePoolStatusRequests. Triggers a one-time calculation of resource pool status based on the
   * provided filters.
   */
  readonly resourcePoolStatusRequests: InformerOf<resourcev1alpha3.ResourcePoolStatusRequest>;
}

/** The informers of resource.k8s.io/v1beta1: `factory.resource().v1beta1()`. */
export interface ResourceV1beta1Informers {
  /**
   * The informer and lister of deviceClasses. A vendor- or admin-provided resource that contains device configuration and
   * selectors.
   * @deprecated Since Kubernetes 1.35, to be removed in 1.38.
   */
  readonly deviceClasses: InformerOf<resourcev1beta1.DeviceClass>;
  /**
   * The informer and lister of resourceClaimTemplates. ResourceClaimTemplate is used to produce ResourceClaim objects.
   * @deprecated Since Kubernetes 1.35, to be removed in 1.38.
   */
  readonly resourceClaimTemplates: InformerOf<resourcev1beta1.ResourceClaimTemplate>;
  /**
   * The informer and lister of resourceClaims. Describes a request for access to resources in the cluster, for use by
   * workloads.
   * @deprecated Since Kubernetes 1.35, to be removed in 1.38.
   */
  readonly resourceClaims: InformerOf<resourcev1beta1.ResourceClaim>;
  /**
   * The informer and lister of resourceSlices. Represents one or more resources in a pool of similar resources, managed by a
   * common driver.
   * @deprecated Since Kubernetes 1.35, to be removed in 1.38.
   */
  readonly resourceSlices: InformerOf<resourcev1beta1.ResourceSlice>;
}

/** The informers of resource.k8s.io/v1beta2: `factory.resource().v1beta2()`. */
export interface ResourceV1beta2Informers {
  /**
   * The informer and lister of deviceClasses. A vendor- or admin-provided resource that contains device configuration and
   * selectors.
   * @deprecated Since Kubernetes 1.36, to be removed in 1.39.
   */
  readonly deviceClasses: InformerOf<resourcev1beta2.DeviceClass>;
  /** The informer and lister of deviceTaintRules. Adds one taint to all devices which match the selector. */
  readonly deviceTaintRules: InformerOf<resourcev1beta2.DeviceTaintRule>;
  /**
   * The informer and lister of resourceClaimTemplates. ResourceClaimTemplate is used to produce ResourceClaim objects.
   * @deprecated Since Kubernetes 1.36, to be removed in 1.39.
   */
  readonly resourceClaimTemplates: InformerOf<resourcev1beta2.ResourceClaimTemplate>;
  /**
   * The informer and lister of resourceClaims. Describes a request for access to resources in the cluster, for use by
   * workloads.
   * @deprecated Since Kubernetes 1.36, to be removed in 1.39.
   */
  readonly resourceClaims: InformerOf<resourcev1beta2.ResourceClaim>;
  /**
   * The informer and lister of resourceSlices. Represents one or more resources in a pool of similar resources, managed by a
   * common driver.
   * @deprecated Since Kubernetes 1.36, to be removed in 1.39.
   */
  readonly resourceSlices: InformerOf<resourcev1beta2.ResourceSlice>;
}

/** The informers of scheduling.k8s.io/v1: `factory.scheduling().v1()`. */
export interface SchedulingV1Informers {
  /** The informer and lister of priorityClasses. Defines mapping from a priority class name to the priority integer value. */
  readonly priorityClasses: InformerOf<schedulingv1.PriorityClass>;
}

/** The informers of scheduling.k8s.io/v1alpha1: `factory.scheduling().v1alpha1()`. */
export interface SchedulingV1alpha1Informers {
  /**
   * The informer and lister of workloads. Allows for expressing scheduling constraints that should be used when managing
   * lifecycle of workloads from scheduling perspective, including scheduling, preemption, eviction and other phases.
   * @deprecated Removed in Kubernetes 1.36, kept here until 2027-04-22.
   */
  readonly workloads: InformerOf<schedulingv1alpha1.Workload>;
}

/** The informers of scheduling.k8s.io/v1alpha2: `factory.scheduling().v1alpha2()`. */
export interface SchedulingV1alpha2Informers {
  /**
   * The informer and lister of podGroups. Represents a runtime instance of pods grouped together.
   * @deprecated Removed in Kubernetes 1.37, kept here until 2027-08-26.
   */
  readonly podGroups: InformerOf<schedulingv1alpha2.PodGroup>;
  /**
   * The informer and lister of workloads. Allows for expressing scheduling constraints that should be used when managing the
   * lifecycle of workloads from the scheduling perspective, including scheduling, preemption, eviction and other phases.
   * @deprecated Removed in Kubernetes 1.37, kept here until 2027-08-26.
   */
  readonly workloads: InformerOf<schedulingv1alpha2.Workload>;
}

/** The informers of scheduling.k8s.io/v1alpha3: `factory.scheduling().v1alpha3()`. */
export interface SchedulingV1alpha3Informers {
  /** The informer and lister of compositePodGroups. Represents a runtime instance of pod groups grouped together. */
  readonly compositePodGroups: InformerOf<schedulingv1alpha3.CompositePodGroup>;
  /** The informer and lister of podGroups. Represents a runtime instance of pods grouped together. */
  readonly podGroups: InformerOf<schedulingv1alpha3.PodGroup>;
  /**
   * The informer and lister of workloads. Allows for expressing scheduling constraints that should be used when managing the
   * lifecycle of workloads from the scheduling perspective, including scheduling, preemption, eviction and other phases.
   */
  readonly workloads: InformerOf<schedulingv1alpha3.Workload>;
}

/** The informers of scheduling.k8s.io/v1beta1: `factory.scheduling().v1beta1()`. */
export interface SchedulingV1beta1Informers {
  /** The informer and lister of podGroups. Represents a runtime instance of pods grouped together. */
  readonly podGroups: InformerOf<schedulingv1beta1.PodGroup>;
  /**
   * The informer and lister of workloads. Allows for expressing scheduling constraints that should be used when managing the
   * lifecycle of workloads from the scheduling perspective, including scheduling, preemption, eviction and other phases.
   */
  readonly workloads: InformerOf<schedulingv1beta1.Workload>;
}

/** The informers of storage.k8s.io/v1: `factory.storage().v1()`. */
export interface StorageV1Informers {
  /**
   * The informer and lister of csiDrivers. Captures information about a Container Storage Interface (CSI) volume driver
   * deployed on the cluster.
   */
  readonly csiDrivers: InformerOf<storagev1.CSIDriver>;
  /** The informer and lister of csiNodes. Holds information about all CSI drivers installed on a node. */
  readonly csiNodes: InformerOf<storagev1.CSINode>;
  /** The informer and lister of csiStorageCapacities. Stores the result of one CSI GetCapacity call. */
  readonly csiStorageCapacities: InformerOf<storagev1.CSIStorageCapacity>;
  /**
   * The informer and lister of storageClasses. Describes the parameters for a class of storage for which PersistentVolumes can
   * be dynamically provisioned.
   */
  readonly storageClasses: InformerOf<storagev1.StorageClass>;
  /**
   * The informer and lister of volumeAttachments. Captures the intent to attach or detach the specified volume to/from the
   * specified node.
   */
  readonly volumeAttachments: InformerOf<storagev1.VolumeAttachment>;
  /**
   * The informer and lister of volumeAttributesClasses. Represents a specification of mutable volume attributes defined by the
   * CSI driver.
   */
  readonly volumeAttributesClasses: InformerOf<storagev1.VolumeAttributesClass>;
}

/** The informers of storage.k8s.io/v1alpha1: `factory.storage().v1alpha1()`. */
export interface StorageV1alpha1Informers {
  /**
   * The informer and lister of volumeAttributesClasses. Represents a specification of mutable volume attributes defined by the
   * CSI driver.
   * @deprecated Removed in Kubernetes 1.35, kept here until 2026-12-17: use VolumeAttributesClass of storage.k8s.io/v1.
   */
  readonly volumeAttributesClasses: InformerOf<storagev1alpha1.VolumeAttributesClass>;
}

/** The informers of storage.k8s.io/v1beta1: `factory.storage().v1beta1()`. */
export interface StorageV1beta1Informers {
  /**
   * The informer and lister of volumeAttributesClasses. Represents a specification of mutable volume attributes defined by the
   * CSI driver.
   * @deprecated Removed in Kubernetes 1.37, kept here until 2027-08-26: use VolumeAttributesClass of storage.k8s.io/v1.
   */
  readonly volumeAttributesClasses: InformerOf<storagev1beta1.VolumeAttributesClass>;
}

/** The informers of storagemigration.k8s.io/v1: `factory.storagemigration().v1()`. */
export interface StoragemigrationV1Informers {
  /**
   * The informer and lister of storageVersionMigrations. Represents a migration of stored data to the latest storage version.
   */
  readonly storageVersionMigrations: InformerOf<storagemigrationv1.StorageVersionMigration>;
}

/** The informers of storagemigration.k8s.io/v1alpha1: `factory.storagemigration().v1alpha1()`. */
export interface StoragemigrationV1alpha1Informers {
  /**
   * The informer and lister of storageVersionMigrations. Represents a migration of stored data to the latest storage version.
   * @deprecated Removed in Kubernetes 1.35, kept here until 2026-12-17.
   */
  readonly storageVersionMigrations: InformerOf<storagemigrationv1alpha1.StorageVersionMigration>;
}

/** The informers of storagemigration.k8s.io/v1beta1: `factory.storagemigration().v1beta1()`. */
export interface StoragemigrationV1beta1Informers {
  /**
   * The informer and lister of storageVersionMigrations. Represents a migration of stored data to the latest storage version.
   * @deprecated Since Kubernetes 1.37, to be removed in 1.40: use StorageVersionMigration of storagemigration.k8s.io/v1.
   */
  readonly storageVersionMigrations: InformerOf<storagemigrationv1beta1.StorageVersionMigration>;
}

/** The informers of a group by version: `factory.admissionregistration()`. */
export interface AdmissionregistrationInformers {
  /**
   * The informers of admissionregistration.k8s.io/v1: mutatingAdmissionPolicies, mutatingAdmissionPolicyBindings,
   * mutatingWebhookConfigurations, validatingAdmissionPolicies, validatingAdmissionPolicyBindings,
   * validatingWebhookConfigurations.
   */
  readonly v1: () => AdmissionregistrationV1Informers;
  /** The informers of admissionregistration.k8s.io/v1alpha1: mutatingAdmissionPolicies, mutatingAdmissionPolicyBindings. */
  readonly v1alpha1: () => AdmissionregistrationV1alpha1Informers;
  /** The informers of admissionregistration.k8s.io/v1beta1: mutatingAdmissionPolicies, mutatingAdmissionPolicyBindings. */
  readonly v1beta1: () => AdmissionregistrationV1beta1Informers;
}

/** The informers of a group by version: `factory.apiextensions()`. */
export interface ApiextensionsInformers {
  /** The informers of apiextensions.k8s.io/v1: customResourceDefinitions. */
  readonly v1: () => ApiextensionsV1Informers;
}

/** The informers of a group by version: `factory.apiregistration()`. */
export interface ApiregistrationInformers {
  /** The informers of apiregistration.k8s.io/v1: apiServices. */
  readonly v1: () => ApiregistrationV1Informers;
}

/** The informers of a group by version: `factory.internal()`. */
export interface InternalInformers {
  /** The informers of internal.apiserver.k8s.io/v1alpha1: storageVersions. */
  readonly v1alpha1: () => InternalV1alpha1Informers;
}

/** The informers of a group by version: `factory.apps()`. */
export interface AppsInformers {
  /** The informers of apps/v1: controllerRevisions, daemonSets, deployments, replicaSets, statefulSets. */
  readonly v1: () => AppsV1Informers;
}

/** The informers of a group by version: `factory.autoscaling()`. */
export interface AutoscalingInformers {
  /** The informers of autoscaling/v1: horizontalPodAutoscalers. */
  readonly v1: () => AutoscalingV1Informers;
  /** The informers of autoscaling/v2: horizontalPodAutoscalers. */
  readonly v2: () => AutoscalingV2Informers;
}

/** The informers of a group by version: `factory.batch()`. */
export interface BatchInformers {
  /** The informers of batch/v1: cronJobs, jobs. */
  readonly v1: () => BatchV1Informers;
}

/** The informers of a group by version: `factory.certificates()`. */
export interface CertificatesInformers {
  /** The informers of certificates.k8s.io/v1: certificateSigningRequests, clusterTrustBundles, podCertificateRequests. */
  readonly v1: () => CertificatesV1Informers;
  /** The informers of certificates.k8s.io/v1alpha1: clusterTrustBundles, podCertificateRequests. */
  readonly v1alpha1: () => CertificatesV1alpha1Informers;
  /** The informers of certificates.k8s.io/v1beta1: clusterTrustBundles, podCertificateRequests. */
  readonly v1beta1: () => CertificatesV1beta1Informers;
}

/** The informers of a group by version: `factory.coordination()`. */
export interface CoordinationInformers {
  /** The informers of coordination.k8s.io/v1: leases. */
  readonly v1: () => CoordinationV1Informers;
  /** The informers of coordination.k8s.io/v1alpha2: leaseCandidates. */
  readonly v1alpha2: () => CoordinationV1alpha2Informers;
  /** The informers of coordination.k8s.io/v1beta1: leaseCandidates. */
  readonly v1beta1: () => CoordinationV1beta1Informers;
}

/** The informers of a group by version: `factory.core()`. */
export interface CoreInformers {
  /**
   * The informers of core/v1: configMaps, endpoints, events, limitRanges, namespaces, nodes, persistentVolumeClaims,
   * persistentVolumes, podTemplates, pods, replicationControllers, resourceQuotas, secrets, serviceAccounts, services.
   */
  readonly v1: () => CoreV1Informers;
}

/** The informers of a group by version: `factory.discovery()`. */
export interface DiscoveryInformers {
  /** The informers of discovery.k8s.io/v1: endpointSlices. */
  readonly v1: () => DiscoveryV1Informers;
}

/** The informers of a group by version: `factory.events()`. */
export interface EventsInformers {
  /** The informers of events.k8s.io/v1: events. */
  readonly v1: () => EventsV1Informers;
}

/** The informers of a group by version: `factory.flowcontrol()`. */
export interface FlowcontrolInformers {
  /** The informers of flowcontrol.apiserver.k8s.io/v1: flowSchemas, priorityLevelConfigurations. */
  readonly v1: () => FlowcontrolV1Informers;
}

/** The informers of a group by version: `factory.lifecycle()`. */
export interface LifecycleInformers {
  /** The informers of lifecycle.k8s.io/v1alpha1: evictionRequests, evictions. */
  readonly v1alpha1: () => LifecycleV1alpha1Informers;
}

/** The informers of a group by version: `factory.networking()`. */
export interface NetworkingInformers {
  /** The informers of networking.k8s.io/v1: ingressClasses, ingresses, ipAddresses, networkPolicies, serviceCIDRs. */
  readonly v1: () => NetworkingV1Informers;
  /** The informers of networking.k8s.io/v1beta1: ipAddresses, serviceCIDRs. */
  readonly v1beta1: () => NetworkingV1beta1Informers;
}

/** The informers of a group by version: `factory.node()`. */
export interface NodeInformers {
  /** The informers of node.k8s.io/v1: runtimeClasses. */
  readonly v1: () => NodeV1Informers;
}

/** The informers of a group by version: `factory.policy()`. */
export interface PolicyInformers {
  /** The informers of policy/v1: podDisruptionBudgets. */
  readonly v1: () => PolicyV1Informers;
}

/** The informers of a group by version: `factory.rbac()`. */
export interface RbacInformers {
  /** The informers of rbac.authorization.k8s.io/v1: clusterRoleBindings, clusterRoles, roleBindings, roles. */
  readonly v1: () => RbacV1Informers;
}

/** The informers of a group by version: `factory.resource()`. */
export interface ResourceInformers {
  /**
   * The informers of resource.k8s.io/v1: deviceClasses, deviceTaintRules, resourceClaimTemplates, resourceClaims,
   * resourceSlices.
   */
  readonly v1: () => ResourceV1Informers;
  /** The informers of resource.k8s.io/v1alpha3: deviceTaintRules, resourcePoolStatusRequests. */
  readonly v1alpha3: () => ResourceV1alpha3Informers;
  /** The informers of resource.k8s.io/v1beta1: deviceClasses, resourceClaimTemplates, resourceClaims, resourceSlices. */
  readonly v1beta1: () => ResourceV1beta1Informers;
  /**
   * The informers of resource.k8s.io/v1beta2: deviceClasses, deviceTaintRules, resourceClaimTemplates, resourceClaims,
   * resourceSlices.
   */
  readonly v1beta2: () => ResourceV1beta2Informers;
}

/** The informers of a group by version: `factory.scheduling()`. */
export interface SchedulingInformers {
  /** The informers of scheduling.k8s.io/v1: priorityClasses. */
  readonly v1: () => SchedulingV1Informers;
  /** The informers of scheduling.k8s.io/v1alpha1: workloads. */
  readonly v1alpha1: () => SchedulingV1alpha1Informers;
  /** The informers of scheduling.k8s.io/v1alpha2: podGroups, workloads. */
  readonly v1alpha2: () => SchedulingV1alpha2Informers;
  /** The informers of scheduling.k8s.io/v1alpha3: compositePodGroups, podGroups, workloads. */
  readonly v1alpha3: () => SchedulingV1alpha3Informers;
  /** The informers of scheduling.k8s.io/v1beta1: podGroups, workloads. */
  readonly v1beta1: () => SchedulingV1beta1Informers;
}

/** The informers of a group by version: `factory.storage()`. */
export interface StorageInformers {
  /**
   * The informers of storage.k8s.io/v1: csiDrivers, csiNodes, csiStorageCapacities, storageClasses, volumeAttachments,
   * volumeAttributesClasses.
   */
  readonly v1: () => StorageV1Informers;
  /** The informers of storage.k8s.io/v1alpha1: volumeAttributesClasses. */
  readonly v1alpha1: () => StorageV1alpha1Informers;
  /** The informers of storage.k8s.io/v1beta1: volumeAttributesClasses. */
  readonly v1beta1: () => StorageV1beta1Informers;
}

/** The informers of a group by version: `factory.storagemigration()`. */
export interface StoragemigrationInformers {
  /** The informers of storagemigration.k8s.io/v1: storageVersionMigrations. */
  readonly v1: () => StoragemigrationV1Informers;
  /** The informers of storagemigration.k8s.io/v1alpha1: storageVersionMigrations. */
  readonly v1alpha1: () => StoragemigrationV1alpha1Informers;
  /** The informers of storagemigration.k8s.io/v1beta1: storageVersionMigrations. */
  readonly v1beta1: () => StoragemigrationV1beta1Informers;
}

/** The accessors of a SharedInformerFactory for the built-in groups: `core()`, `apps()`, … */
export interface GroupInformers {
  /**
   * The informers of admissionregistration.k8s.io/v1, admissionregistration.k8s.io/v1alpha1,
   * admissionregistration.k8s.io/v1beta1.
   */
  admissionregistration(): AdmissionregistrationInformers;
  /** The informers of apiextensions.k8s.io/v1. */
  apiextensions(): ApiextensionsInformers;
  /** The informers of apiregistration.k8s.io/v1. */
  apiregistration(): ApiregistrationInformers;
  /** The informers of internal.apiserver.k8s.io/v1alpha1. */
  internal(): InternalInformers;
  /** The informers of apps/v1. */
  apps(): AppsInformers;
  /** The informers of autoscaling/v1, autoscaling/v2. */
  autoscaling(): AutoscalingInformers;
  /** The informers of batch/v1. */
  batch(): BatchInformers;
  /** The informers of certificates.k8s.io/v1, certificates.k8s.io/v1alpha1, certificates.k8s.io/v1beta1. */
  certificates(): CertificatesInformers;
  /** The informers of coordination.k8s.io/v1, coordination.k8s.io/v1alpha2, coordination.k8s.io/v1beta1. */
  coordination(): CoordinationInformers;
  /** The informers of core/v1. */
  core(): CoreInformers;
  /** The informers of discovery.k8s.io/v1. */
  discovery(): DiscoveryInformers;
  /** The informers of events.k8s.io/v1. */
  events(): EventsInformers;
  /** The informers of flowcontrol.apiserver.k8s.io/v1. */
  flowcontrol(): FlowcontrolInformers;
  /** The informers of lifecycle.k8s.io/v1alpha1. */
  lifecycle(): LifecycleInformers;
  /** The informers of networking.k8s.io/v1, networking.k8s.io/v1beta1. */
  networking(): NetworkingInformers;
  /** The informers of node.k8s.io/v1. */
  node(): NodeInformers;
  /** The informers of policy/v1. */
  policy(): PolicyInformers;
  /** The informers of rbac.authorization.k8s.io/v1. */
  rbac(): RbacInformers;
  /** The informers of resource.k8s.io/v1, resource.k8s.io/v1alpha3, resource.k8s.io/v1beta1, resource.k8s.io/v1beta2. */
  resource(): ResourceInformers;
  /**
   * The informers of scheduling.k8s.io/v1, scheduling.k8s.io/v1alpha1, scheduling.k8s.io/v1alpha2, scheduling.k8s.io/v1alpha3,
   * scheduling.k8s.io/v1beta1.
   */
  scheduling(): SchedulingInformers;
  /** The informers of storage.k8s.io/v1, storage.k8s.io/v1alpha1, storage.k8s.io/v1beta1. */
  storage(): StorageInformers;
  /** The informers of storagemigration.k8s.io/v1, storagemigration.k8s.io/v1alpha1, storagemigration.k8s.io/v1beta1. */
  storagemigration(): StoragemigrationInformers;
}
