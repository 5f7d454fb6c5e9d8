// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).
// The comments of what resource.k8s.io/v1 has as well are in resource-v1.ts.
import type * as corev1 from './core-v1.js';
import type * as metav1 from '../../meta/meta-v1.js';
import type * as resourcev1 from './resource-v1.js';

export type {
  AllocatedDeviceStatus, AllocationConfigSource, AllocationResult, CELDeviceSelector,
  CapacityRequestPolicy, CapacityRequestPolicyRange, CapacityRequirements, Counter, CounterSet,
  DeviceAllocationConfiguration, DeviceAllocationMode, DeviceAllocationResult, DeviceAttribute,
  DeviceCapacity, DeviceClaimConfiguration, DeviceClassConfiguration, DeviceClassSpec,
  DeviceConfiguration, DeviceConstraint, DeviceCounterConsumption, DeviceDerivedAttribute,
  DeviceRequestAllocationResult, DeviceSelector, DeviceSubRequest, DeviceTaint, DeviceTaintEffect,
  DeviceToleration, DeviceTolerationOperator, NetworkDeviceData, NodeAllocatableMapping,
  NodeAllocatableOverhead, NodeAllocatableResource, OpaqueDeviceConfiguration,
  ResourceClaimConsumerReference, ResourceClaimStatus, ResourcePool, SkipNodeOperation,
} from './resource-v1.js';

/** Defines one device instance. */
export interface BasicDevice {
  /** Defines the set of attributes for this device. */
  attributes?: { [key: string]: resourcev1.DeviceAttribute } | undefined;
  /** Defines the set of capacities for this device. */
  capacity?: { [key: string]: resourcev1.DeviceCapacity } | undefined;
  /**
   * Defines a list of references to sharedCounters and the set of counters that the device will consume from those counter
   * sets. Feature gate: DRAPartitionableDevices.
   */
  consumesCounters?: resourcev1.DeviceCounterConsumption[] | undefined;
  /** Identifies the node where the device is available. Feature gate: DRAPartitionableDevices. */
  nodeName?: string | undefined;
  /** Defines the nodes where the device is available. */
  nodeSelector?: corev1.NodeSelector | undefined;
  /** Indicates that all nodes have access to the device. Feature gate: DRAPartitionableDevices. */
  allNodes?: boolean | undefined;
  /** If specified, these are the driver-defined taints. Feature gate: DRADeviceTaints. */
  taints?: resourcev1.DeviceTaint[] | undefined;
  /**
   * Indicates if the usage of an allocation involving this device has to be limited to exactly the node that was chosen when
   * allocating the claim. Feature gate: DRADeviceBindingConditions,DRAResourceClaimDeviceStatus.
   */
  bindsToNode?: boolean | undefined;
  /**
   * Defines the conditions for proceeding with binding. Feature gate: DRADeviceBindingConditions,DRAResourceClaimDeviceStatus.
   */
  bindingConditions?: string[] | undefined;
  /** Feature gate: DRADeviceBindingConditions,DRAResourceClaimDeviceStatus. */
  bindingFailureConditions?: string[] | undefined;
  /** Marks whether the device is allowed to be allocated to multiple DeviceRequests. Feature gate: DRAConsumableCapacity. */
  allowMultipleAllocations?: boolean | undefined;
  /**
   * Defines the mapping of node resources that are managed by the DRA driver exposing this device. Feature gate:
   * DRANodeAllocatableResources.
   */
  nodeAllocatableResources?: { [key: string]: resourcev1.NodeAllocatableResource } | undefined;
}

/** Device. */
export interface Device {
  /** Name. */
  name: string;
  /** Defines one device instance. */
  basic?: BasicDevice | undefined;
}

/** Defines how to request devices with a ResourceClaim. */
export interface DeviceClaim {
  /** Requests. */
  requests?: DeviceRequest[] | null | undefined;
  /** Constraints. */
  constraints?: resourcev1.DeviceConstraint[] | undefined;
  /** Config. */
  config?: resourcev1.DeviceClaimConfiguration[] | undefined;
}

/**
 * Since Kubernetes 1.32.
 * @deprecated Since Kubernetes 1.35, to be removed in 1.38.
 */
export interface DeviceClass {
  /** API group and version. */
  apiVersion?: 'resource.k8s.io/v1beta1' | undefined;
  /** Kind of the object. */
  kind?: 'DeviceClass' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** Spec. */
  spec?: resourcev1.DeviceClassSpec | undefined;
}

/** List of DeviceClass objects. */
export interface DeviceClassList {
  /** API group and version. */
  apiVersion?: 'resource.k8s.io/v1beta1' | undefined;
  /** Kind of the object. */
  kind?: 'DeviceClassList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: DeviceClass[];
}

/** A request for devices required for a claim. */
export interface DeviceRequest {
  /** Name. */
  name: string;
  /**
   * References a specific DeviceClass, which can define additional configuration and selectors to be inherited by this request.
   */
  deviceClassName?: string | undefined;
  /**
   * Selectors define criteria which must be satisfied by a specific device in order for that device to be considered for this
   * request.
   */
  selectors?: resourcev1.DeviceSelector[] | undefined;
  /** AllocationMode and its related fields define how devices are allocated to satisfy this request. */
  allocationMode?: resourcev1.DeviceAllocationMode | undefined;
  /** Count is used only when the count mode is "ExactCount". */
  count?: number | undefined;
  /** Indicates that this is a claim for administrative access to the device(s). Feature gate: DRAAdminAccess. */
  adminAccess?: boolean | undefined;
  /** Feature gate: DRAPrioritizedList. */
  firstAvailable?: resourcev1.DeviceSubRequest[] | undefined;
  /** If specified, the request's tolerations. Feature gate: DRADeviceTaints. */
  tolerations?: resourcev1.DeviceToleration[] | undefined;
  /** Capacity define resource requirements against each capacity. Feature gate: DRAConsumableCapacity. */
  capacity?: resourcev1.CapacityRequirements | undefined;
  /**
   * Defines a set of virtual attributes computed via CEL expressions for each candidate device. Feature gate:
   * DRADerivedAttributes.
   */
  derivedAttributes?: resourcev1.DeviceDerivedAttribute[] | undefined;
}

/**
 * Since Kubernetes 1.32.
 * @deprecated Since Kubernetes 1.35, to be removed in 1.38.
 */
export interface ResourceClaim {
  /** API group and version. */
  apiVersion?: 'resource.k8s.io/v1beta1' | undefined;
  /** Kind of the object. */
  kind?: 'ResourceClaim' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** Spec. */
  spec?: ResourceClaimSpec | undefined;
  /** Status. */
  status?: resourcev1.ResourceClaimStatus | undefined;
}

/** List of ResourceClaim objects. */
export interface ResourceClaimList {
  /** API group and version. */
  apiVersion?: 'resource.k8s.io/v1beta1' | undefined;
  /** Kind of the object. */
  kind?: 'ResourceClaimList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: ResourceClaim[];
}

/** Spec of a ResourceClaim. */
export interface ResourceClaimSpec {
  /** Devices. */
  devices?: DeviceClaim | undefined;
}

/**
 * Since Kubernetes 1.32.
 * @deprecated Since Kubernetes 1.35, to be removed in 1.38.
 */
export interface ResourceClaimTemplate {
  /** API group and version. */
  apiVersion?: 'resource.k8s.io/v1beta1' | undefined;
  /** Kind of the object. */
  kind?: 'ResourceClaimTemplate' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** Spec. */
  spec?: ResourceClaimTemplateSpec | undefined;
}

/** List of ResourceClaimTemplate objects. */
export interface ResourceClaimTemplateList {
  /** API group and version. */
  apiVersion?: 'resource.k8s.io/v1beta1' | undefined;
  /** Kind of the object. */
  kind?: 'ResourceClaimTemplateList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: ResourceClaimTemplate[];
}

/** Spec of a ResourceClaimTemplate. */
export interface ResourceClaimTemplateSpec {
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** Spec. */
  spec?: ResourceClaimSpec | undefined;
}

/**
 * Since Kubernetes 1.32.
 * @deprecated Since Kubernetes 1.35, to be removed in 1.38.
 */
export interface ResourceSlice {
  /** API group and version. */
  apiVersion?: 'resource.k8s.io/v1beta1' | undefined;
  /** Kind of the object. */
  kind?: 'ResourceSlice' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** Spec. */
  spec: ResourceSliceSpec;
}

/** List of ResourceSlice objects. */
export interface ResourceSliceList {
  /** API group and version. */
  apiVersion?: 'resource.k8s.io/v1beta1' | undefined;
  /** Kind of the object. */
  kind?: 'ResourceSliceList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: ResourceSlice[];
}

/** Spec of a ResourceSlice. */
export interface ResourceSliceSpec {
  /** Driver. */
  driver: string;
  /** Pool. */
  pool: resourcev1.ResourcePool;
  /** Node name. */
  nodeName?: string | undefined;
  /** Node selector. */
  nodeSelector?: corev1.NodeSelector | undefined;
  /** All nodes. */
  allNodes?: boolean | undefined;
  /** Devices. */
  devices?: Device[] | undefined;
  /** Feature gate: DRAPartitionableDevices. */
  perDeviceNodeSelection?: boolean | undefined;
  /** Feature gate: DRAPartitionableDevices. */
  sharedCounters?: resourcev1.CounterSet[] | undefined;
  /** Feature gate: DRAPartitionableDevicesType. */
  partitionTypeAttribute?: string | undefined;
  /** Feature gate: DRAOptionalNodeOperations. */
  skipNodeOperations?: resourcev1.SkipNodeOperation[] | undefined;
}
