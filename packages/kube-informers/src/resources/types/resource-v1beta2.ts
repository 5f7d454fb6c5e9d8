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
  apiVersion?: 'resource.k8s.io/v1beta2' | undefined;
  kind?: 'DeviceClass' | undefined;
  metadata?: metav1.ObjectMeta | undefined;
  spec: resourcev1.DeviceClassSpec;
}

export interface DeviceClassList {
  apiVersion?: 'resource.k8s.io/v1beta2' | undefined;
  kind?: 'DeviceClassList' | undefined;
  metadata?: metav1.ListMeta | undefined;
  items: DeviceClass[];
}

/** Adds one taint to all devices which match the selector. Since Kubernetes 1.36. */
export interface DeviceTaintRule {
  apiVersion?: 'resource.k8s.io/v1beta2' | undefined;
  kind?: 'DeviceTaintRule' | undefined;
  metadata?: metav1.ObjectMeta | undefined;
  /** Specifies the selector and one taint. */
  spec: DeviceTaintRuleSpec;
  /** Provides information about what was requested in the spec. */
  status?: DeviceTaintRuleStatus | undefined;
}

export interface DeviceTaintRuleList {
  apiVersion?: 'resource.k8s.io/v1beta2' | undefined;
  kind?: 'DeviceTaintRuleList' | undefined;
  metadata?: metav1.ListMeta | undefined;
  items: DeviceTaintRule[];
}

export interface DeviceTaintRuleSpec {
  /** Defines which device(s) the taint is applied to. */
  deviceSelector?: DeviceTaintSelector | undefined;
  /** The taint that gets applied to matching devices. */
  taint: resourcev1.DeviceTaint;
}

export interface DeviceTaintRuleStatus {
  /**
   * Conditions provide information about the state of the DeviceTaintRule and the cluster at some point in time, in a
   * machine-readable and human-readable format.
   */
  conditions?: metav1.Condition[] | undefined;
}

export interface DeviceTaintSelector {
  /** If driver is set, only devices from that driver are selected. */
  driver?: string | undefined;
  /** If pool is set, only devices in that pool are selected. */
  pool?: string | undefined;
  /** If device is set, only devices with that name are selected. */
  device?: string | undefined;
}

/**
 * Since Kubernetes 1.33.
 * @deprecated Since Kubernetes 1.36, to be removed in 1.39.
 */
export interface ResourceClaim {
  apiVersion?: 'resource.k8s.io/v1beta2' | undefined;
  kind?: 'ResourceClaim' | undefined;
  metadata?: metav1.ObjectMeta | undefined;
  spec: resourcev1.ResourceClaimSpec;
  status?: resourcev1.ResourceClaimStatus | undefined;
}

export interface ResourceClaimList {
  apiVersion?: 'resource.k8s.io/v1beta2' | undefined;
  kind?: 'ResourceClaimList' | undefined;
  metadata?: metav1.ListMeta | undefined;
  items: ResourceClaim[];
}

/**
 * Since Kubernetes 1.33.
 * @deprecated Since Kubernetes 1.36, to be removed in 1.39.
 */
export interface ResourceClaimTemplate {
  apiVersion?: 'resource.k8s.io/v1beta2' | undefined;
  kind?: 'ResourceClaimTemplate' | undefined;
  metadata?: metav1.ObjectMeta | undefined;
  spec: resourcev1.ResourceClaimTemplateSpec;
}

export interface ResourceClaimTemplateList {
  apiVersion?: 'resource.k8s.io/v1beta2' | undefined;
  kind?: 'ResourceClaimTemplateList' | undefined;
  metadata?: metav1.ListMeta | undefined;
  items: ResourceClaimTemplate[];
}

/**
 * Since Kubernetes 1.33.
 * @deprecated Since Kubernetes 1.36, to be removed in 1.39.
 */
export interface ResourceSlice {
  apiVersion?: 'resource.k8s.io/v1beta2' | undefined;
  kind?: 'ResourceSlice' | undefined;
  metadata?: metav1.ObjectMeta | undefined;
  spec: resourcev1.ResourceSliceSpec;
}

export interface ResourceSliceList {
  apiVersion?: 'resource.k8s.io/v1beta2' | undefined;
  kind?: 'ResourceSliceList' | undefined;
  metadata?: metav1.ListMeta | undefined;
  items: ResourceSlice[];
}
