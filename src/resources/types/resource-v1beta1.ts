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
  attributes?: { [key: string]: resourcev1.DeviceAttribute };
  capacity?: { [key: string]: resourcev1.DeviceCapacity };
  /**
   * Defines a list of references to sharedCounters and the set of counters that the device will consume from those counter
   * sets. Feature gate: DRAPartitionableDevices.
   */
  consumesCounters?: resourcev1.DeviceCounterConsumption[];
  /** Identifies the node where the device is available. Feature gate: DRAPartitionableDevices. */
  nodeName?: string;
  /** Defines the nodes where the device is available. */
  nodeSelector?: corev1.NodeSelector;
  /** Indicates that all nodes have access to the device. Feature gate: DRAPartitionableDevices. */
  allNodes?: boolean;
  /** If specified, these are the driver-defined taints. Feature gate: DRADeviceTaints. */
  taints?: resourcev1.DeviceTaint[];
  /**
   * Indicates if the usage of an allocation involving this device has to be limited to exactly the node that was chosen when
   * allocating the claim. Feature gate: DRADeviceBindingConditions,DRAResourceClaimDeviceStatus.
   */
  bindsToNode?: boolean;
  /**
   * Defines the conditions for proceeding with binding. Feature gate: DRADeviceBindingConditions,DRAResourceClaimDeviceStatus.
   */
  bindingConditions?: string[];
  /** Feature gate: DRADeviceBindingConditions,DRAResourceClaimDeviceStatus. */
  bindingFailureConditions?: string[];
  /** Marks whether the device is allowed to be allocated to multiple DeviceRequests. Feature gate: DRAConsumableCapacity. */
  allowMultipleAllocations?: boolean;
  /**
   * Defines the mapping of node resources that are managed by the DRA driver exposing this device. Feature gate:
   * DRANodeAllocatableResources.
   */
  nodeAllocatableResourceMappings?: { [key: string]: resourcev1.NodeAllocatableResourceMapping };
}

export interface Device {
  name: string;
  /** Defines one device instance. */
  basic?: BasicDevice;
}

export interface DeviceClaim {
  requests?: DeviceRequest[] | null;
  constraints?: resourcev1.DeviceConstraint[];
  config?: resourcev1.DeviceClaimConfiguration[];
}

/**
 * Since Kubernetes 1.32.
 * @deprecated Since Kubernetes 1.35, to be removed in 1.38.
 */
export interface DeviceClass {
  apiVersion?: 'resource.k8s.io/v1beta1';
  kind?: 'DeviceClass';
  metadata?: metav1.ObjectMeta;
  spec: resourcev1.DeviceClassSpec;
}

export interface DeviceClassList {
  apiVersion?: 'resource.k8s.io/v1beta1';
  kind?: 'DeviceClassList';
  metadata?: metav1.ListMeta;
  items: DeviceClass[];
}

export interface DeviceRequest {
  name: string;
  /**
   * References a specific DeviceClass, which can define additional configuration and selectors to be inherited by this request.
   */
  deviceClassName?: string;
  /**
   * Selectors define criteria which must be satisfied by a specific device in order for that device to be considered for this
   * request.
   */
  selectors?: resourcev1.DeviceSelector[];
  /** AllocationMode and its related fields define how devices are allocated to satisfy this request. */
  allocationMode?: resourcev1.DeviceAllocationMode;
  /** Count is used only when the count mode is "ExactCount". */
  count?: number;
  /** Indicates that this is a claim for administrative access to the device(s). Feature gate: DRAAdminAccess. */
  adminAccess?: boolean;
  /** Feature gate: DRAPrioritizedList. */
  firstAvailable?: resourcev1.DeviceSubRequest[];
  /** If specified, the request's tolerations. Feature gate: DRADeviceTaints. */
  tolerations?: resourcev1.DeviceToleration[];
  /** Capacity define resource requirements against each capacity. Feature gate: DRAConsumableCapacity. */
  capacity?: resourcev1.CapacityRequirements;
}

/**
 * Since Kubernetes 1.32.
 * @deprecated Since Kubernetes 1.35, to be removed in 1.38.
 */
export interface ResourceClaim {
  apiVersion?: 'resource.k8s.io/v1beta1';
  kind?: 'ResourceClaim';
  metadata?: metav1.ObjectMeta;
  spec: ResourceClaimSpec;
  status?: resourcev1.ResourceClaimStatus;
}

export interface ResourceClaimList {
  apiVersion?: 'resource.k8s.io/v1beta1';
  kind?: 'ResourceClaimList';
  metadata?: metav1.ListMeta;
  items: ResourceClaim[];
}

export interface ResourceClaimSpec {
  devices?: DeviceClaim;
}

/**
 * Since Kubernetes 1.32.
 * @deprecated Since Kubernetes 1.35, to be removed in 1.38.
 */
export interface ResourceClaimTemplate {
  apiVersion?: 'resource.k8s.io/v1beta1';
  kind?: 'ResourceClaimTemplate';
  metadata?: metav1.ObjectMeta;
  spec: ResourceClaimTemplateSpec;
}

export interface ResourceClaimTemplateList {
  apiVersion?: 'resource.k8s.io/v1beta1';
  kind?: 'ResourceClaimTemplateList';
  metadata?: metav1.ListMeta;
  items: ResourceClaimTemplate[];
}

export interface ResourceClaimTemplateSpec {
  metadata?: metav1.ObjectMeta;
  spec: ResourceClaimSpec;
}

/**
 * Since Kubernetes 1.32.
 * @deprecated Since Kubernetes 1.35, to be removed in 1.38.
 */
export interface ResourceSlice {
  apiVersion?: 'resource.k8s.io/v1beta1';
  kind?: 'ResourceSlice';
  metadata?: metav1.ObjectMeta;
  spec: ResourceSliceSpec;
}

export interface ResourceSliceList {
  apiVersion?: 'resource.k8s.io/v1beta1';
  kind?: 'ResourceSliceList';
  metadata?: metav1.ListMeta;
  items: ResourceSlice[];
}

export interface ResourceSliceSpec {
  driver: string;
  pool: resourcev1.ResourcePool;
  nodeName?: string;
  nodeSelector?: corev1.NodeSelector;
  allNodes?: boolean;
  devices?: Device[];
  /** Feature gate: DRAPartitionableDevices. */
  perDeviceNodeSelection?: boolean;
  /** Feature gate: DRAPartitionableDevices. */
  sharedCounters?: resourcev1.CounterSet[];
}
