// Generated from k8s.io/api 0.36.4 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).
// The comments of what resource.k8s.io/v1 has as well are in resource-v1.ts.
import type * as metav1 from '../../meta/meta-v1.js';
import type * as resourcev1 from './resource-v1.js';

export type {
  AllocatedDeviceStatus, AllocationConfigSource, AllocationResult, CELDeviceSelector,
  CapacityRequestPolicy, CapacityRequestPolicyRange, CapacityRequirements, Counter, CounterSet, Device,
  DeviceAllocationConfiguration, DeviceAllocationMode, DeviceAllocationResult, DeviceAttribute,
  DeviceCapacity, DeviceClaim, DeviceClaimConfiguration, DeviceClassConfiguration, DeviceClassSpec,
  DeviceConfiguration, DeviceConstraint, DeviceCounterConsumption, DeviceRequest,
  DeviceRequestAllocationResult, DeviceSelector, DeviceSubRequest, DeviceTaint, DeviceTaintEffect,
  DeviceToleration, DeviceTolerationOperator, ExactDeviceRequest, NetworkDeviceData,
  NodeAllocatableResourceMapping, OpaqueDeviceConfiguration, ResourceClaimConsumerReference,
  ResourceClaimSpec, ResourceClaimStatus, ResourceClaimTemplateSpec, ResourcePool, ResourceSliceSpec,
} from './resource-v1.js';

/**
 * Since Kubernetes 1.33.
 * @deprecated Since Kubernetes 1.36, to be removed in 1.39.
 */
export interface DeviceClass {
  apiVersion?: 'resource.k8s.io/v1beta2';
  kind?: 'DeviceClass';
  metadata?: metav1.ObjectMeta;
  spec: resourcev1.DeviceClassSpec;
}

export interface DeviceClassList {
  apiVersion?: 'resource.k8s.io/v1beta2';
  kind?: 'DeviceClassList';
  metadata?: metav1.ListMeta;
  items: DeviceClass[];
}

/** Adds one taint to all devices which match the selector. Since Kubernetes 1.36. */
export interface DeviceTaintRule {
  apiVersion?: 'resource.k8s.io/v1beta2';
  kind?: 'DeviceTaintRule';
  metadata?: metav1.ObjectMeta;
  /** Specifies the selector and one taint. */
  spec: DeviceTaintRuleSpec;
  /** Provides information about what was requested in the spec. */
  status?: DeviceTaintRuleStatus;
}

export interface DeviceTaintRuleList {
  apiVersion?: 'resource.k8s.io/v1beta2';
  kind?: 'DeviceTaintRuleList';
  metadata?: metav1.ListMeta;
  items: DeviceTaintRule[];
}

export interface DeviceTaintRuleSpec {
  /** Defines which device(s) the taint is applied to. */
  deviceSelector?: DeviceTaintSelector;
  /** The taint that gets applied to matching devices. */
  taint: resourcev1.DeviceTaint;
}

export interface DeviceTaintRuleStatus {
  /**
   * Conditions provide information about the state of the DeviceTaintRule and the cluster at some point in time, in a
   * machine-readable and human-readable format.
   */
  conditions?: metav1.Condition[];
}

export interface DeviceTaintSelector {
  /** If driver is set, only devices from that driver are selected. */
  driver?: string;
  /** If pool is set, only devices in that pool are selected. */
  pool?: string;
  /** If device is set, only devices with that name are selected. */
  device?: string;
}

/**
 * Since Kubernetes 1.33.
 * @deprecated Since Kubernetes 1.36, to be removed in 1.39.
 */
export interface ResourceClaim {
  apiVersion?: 'resource.k8s.io/v1beta2';
  kind?: 'ResourceClaim';
  metadata?: metav1.ObjectMeta;
  spec: resourcev1.ResourceClaimSpec;
  status?: resourcev1.ResourceClaimStatus;
}

export interface ResourceClaimList {
  apiVersion?: 'resource.k8s.io/v1beta2';
  kind?: 'ResourceClaimList';
  metadata?: metav1.ListMeta;
  items: ResourceClaim[];
}

/**
 * Since Kubernetes 1.33.
 * @deprecated Since Kubernetes 1.36, to be removed in 1.39.
 */
export interface ResourceClaimTemplate {
  apiVersion?: 'resource.k8s.io/v1beta2';
  kind?: 'ResourceClaimTemplate';
  metadata?: metav1.ObjectMeta;
  spec: resourcev1.ResourceClaimTemplateSpec;
}

export interface ResourceClaimTemplateList {
  apiVersion?: 'resource.k8s.io/v1beta2';
  kind?: 'ResourceClaimTemplateList';
  metadata?: metav1.ListMeta;
  items: ResourceClaimTemplate[];
}

/**
 * Since Kubernetes 1.33.
 * @deprecated Since Kubernetes 1.36, to be removed in 1.39.
 */
export interface ResourceSlice {
  apiVersion?: 'resource.k8s.io/v1beta2';
  kind?: 'ResourceSlice';
  metadata?: metav1.ObjectMeta;
  spec: resourcev1.ResourceSliceSpec;
}

export interface ResourceSliceList {
  apiVersion?: 'resource.k8s.io/v1beta2';
  kind?: 'ResourceSliceList';
  metadata?: metav1.ListMeta;
  items: ResourceSlice[];
}
