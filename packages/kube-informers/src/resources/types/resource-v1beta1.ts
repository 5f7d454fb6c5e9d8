// Generated from k8s.io/api 0.36.4 by scripts/kubernetes-api/generate.mjs; do not edit.
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
  DeviceConfiguration, DeviceConstraint, DeviceCounterConsumption, DeviceRequestAllocationResult,
  DeviceSelector, DeviceSubRequest, DeviceTaint, DeviceTaintEffect, DeviceToleration,
  DeviceTolerationOperator, NetworkDeviceData, NodeAllocatableResourceMapping,
  OpaqueDeviceConfiguration, ResourceClaimConsumerReference, ResourceClaimStatus, ResourcePool,
} from './resource-v1.js';

export interface BasicDevice {
  attributes?: { [key: string]: resourcev1.DeviceAttribute } | undefined;
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
  nodeAllocatableResourceMappings?: { [key: string]: resourcev1.NodeAllocatableResourceMapping } | undefined;
}

export interface Device {
  name: string;
  /** Defines one device instance. */
  basic?: BasicDevice | undefined;
}

export interface DeviceClaim {
  requests?: DeviceRequest[] | null | undefined;
  constraints?: resourcev1.DeviceConstraint[] | undefined;
  config?: resourcev1.DeviceClaimConfiguration[] | undefined;
}

/**
 * Since Kubernetes 1.32.
 * @deprecated Since Kubernetes 1.35, to be removed in 1.38.
 */
export interface DeviceClass {
  apiVersion?: 'resource.k8s.io/v1beta1' | undefined;
  kind?: 'DeviceClass' | undefined;
  metadata?: metav1.ObjectMeta | undefined;
  spec: resourcev1.DeviceClassSpec;
}

export interface DeviceClassList {
  apiVersion?: 'resource.k8s.io/v1beta1' | undefined;
  kind?: 'DeviceClassList' | undefined;
  metadata?: metav1.ListMeta | undefined;
  items: DeviceClass[];
}

export interface DeviceRequest {
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
}

/**
 * Since Kubernetes 1.32.
 * @deprecated Since Kubernetes 1.35, to be removed in 1.38.
 */
export interface ResourceClaim {
  apiVersion?: 'resource.k8s.io/v1beta1' | undefined;
  kind?: 'ResourceClaim' | undefined;
  metadata?: metav1.ObjectMeta | undefined;
  spec: ResourceClaimSpec;
  status?: resourcev1.ResourceClaimStatus | undefined;
}

export interface ResourceClaimList {
  apiVersion?: 'resource.k8s.io/v1beta1' | undefined;
  kind?: 'ResourceClaimList' | undefined;
  metadata?: metav1.ListMeta | undefined;
  items: ResourceClaim[];
}

export interface ResourceClaimSpec {
  devices?: DeviceClaim | undefined;
}

/**
 * Since Kubernetes 1.32.
 * @deprecated Since Kubernetes 1.35, to be removed in 1.38.
 */
export interface ResourceClaimTemplate {
  apiVersion?: 'resource.k8s.io/v1beta1' | undefined;
  kind?: 'ResourceClaimTemplate' | undefined;
  metadata?: metav1.ObjectMeta | undefined;
  spec: ResourceClaimTemplateSpec;
}

export interface ResourceClaimTemplateList {
  apiVersion?: 'resource.k8s.io/v1beta1' | undefined;
  kind?: 'ResourceClaimTemplateList' | undefined;
  metadata?: metav1.ListMeta | undefined;
  items: ResourceClaimTemplate[];
}

export interface ResourceClaimTemplateSpec {
  metadata?: metav1.ObjectMeta | undefined;
  spec: ResourceClaimSpec;
}

/**
 * Since Kubernetes 1.32.
 * @deprecated Since Kubernetes 1.35, to be removed in 1.38.
 */
export interface ResourceSlice {
  apiVersion?: 'resource.k8s.io/v1beta1' | undefined;
  kind?: 'ResourceSlice' | undefined;
  metadata?: metav1.ObjectMeta | undefined;
  spec: ResourceSliceSpec;
}

export interface ResourceSliceList {
  apiVersion?: 'resource.k8s.io/v1beta1' | undefined;
  kind?: 'ResourceSliceList' | undefined;
  metadata?: metav1.ListMeta | undefined;
  items: ResourceSlice[];
}

export interface ResourceSliceSpec {
  driver: string;
  pool: resourcev1.ResourcePool;
  nodeName?: string | undefined;
  nodeSelector?: corev1.NodeSelector | undefined;
  allNodes?: boolean | undefined;
  devices?: Device[] | undefined;
  /** Feature gate: DRAPartitionableDevices. */
  perDeviceNodeSelection?: boolean | undefined;
  /** Feature gate: DRAPartitionableDevices. */
  sharedCounters?: resourcev1.CounterSet[] | undefined;
}
