// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).
// The comments of what resource.k8s.io/v1 has as well are in resource-v1.ts.
import type * as metav1 from '../../meta/meta-v1.js';
import type * as resourcev1 from './resource-v1.js';

export type {
  AllocatedDeviceStatus, AllocationConfigSource, AllocationResult, CELDeviceSelector,
  CapacityRequestPolicy, CapacityRequestPolicyRange, CapacityRequirements, Counter, CounterSet, Device,
  DeviceAllocationConfiguration, DeviceAllocationMode, DeviceAllocationResult, DeviceAttribute,
  DeviceCapacity, DeviceClaim, DeviceClaimConfiguration, DeviceClassConfiguration, DeviceClassSpec,
  DeviceConfiguration, DeviceConstraint, DeviceCounterConsumption, DeviceDerivedAttribute,
  DeviceRequest, DeviceRequestAllocationResult, DeviceSelector, DeviceSubRequest, DeviceTaint,
  DeviceTaintEffect, DeviceTaintRuleSpec, DeviceTaintRuleStatus, DeviceTaintSelector, DeviceToleration,
  DeviceTolerationOperator, ExactDeviceRequest, NetworkDeviceData, NodeAllocatableMapping,
  NodeAllocatableOverhead, NodeAllocatableResource, OpaqueDeviceConfiguration,
  ResourceClaimConsumerReference, ResourceClaimSpec, ResourceClaimStatus, ResourceClaimTemplateSpec,
  ResourcePool, ResourceSliceSpec, SkipNodeOperation,
} from './resource-v1.js';

/**
 * Since Kubernetes 1.33.
 * @deprecated Since Kubernetes 1.36, to be removed in 1.39.
 */
export interface DeviceClass {
  /** API group and version. */
  apiVersion?: 'resource.k8s.io/v1beta2' | undefined;
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
  apiVersion?: 'resource.k8s.io/v1beta2' | undefined;
  /** Kind of the object. */
  kind?: 'DeviceClassList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: DeviceClass[];
}

/** Since Kubernetes 1.36. */
export interface DeviceTaintRule {
  /** API group and version. */
  apiVersion?: 'resource.k8s.io/v1beta2' | undefined;
  /** Kind of the object. */
  kind?: 'DeviceTaintRule' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** Spec. */
  spec: resourcev1.DeviceTaintRuleSpec;
  /** Status. */
  status?: resourcev1.DeviceTaintRuleStatus | undefined;
}

/** List of DeviceTaintRule objects. */
export interface DeviceTaintRuleList {
  /** API group and version. */
  apiVersion?: 'resource.k8s.io/v1beta2' | undefined;
  /** Kind of the object. */
  kind?: 'DeviceTaintRuleList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: DeviceTaintRule[];
}

/**
 * Since Kubernetes 1.33.
 * @deprecated Since Kubernetes 1.36, to be removed in 1.39.
 */
export interface ResourceClaim {
  /** API group and version. */
  apiVersion?: 'resource.k8s.io/v1beta2' | undefined;
  /** Kind of the object. */
  kind?: 'ResourceClaim' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** Spec. */
  spec?: resourcev1.ResourceClaimSpec | undefined;
  /** Status. */
  status?: resourcev1.ResourceClaimStatus | undefined;
}

/** List of ResourceClaim objects. */
export interface ResourceClaimList {
  /** API group and version. */
  apiVersion?: 'resource.k8s.io/v1beta2' | undefined;
  /** Kind of the object. */
  kind?: 'ResourceClaimList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: ResourceClaim[];
}

/**
 * Since Kubernetes 1.33.
 * @deprecated Since Kubernetes 1.36, to be removed in 1.39.
 */
export interface ResourceClaimTemplate {
  /** API group and version. */
  apiVersion?: 'resource.k8s.io/v1beta2' | undefined;
  /** Kind of the object. */
  kind?: 'ResourceClaimTemplate' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** Spec. */
  spec?: resourcev1.ResourceClaimTemplateSpec | undefined;
}

/** List of ResourceClaimTemplate objects. */
export interface ResourceClaimTemplateList {
  /** API group and version. */
  apiVersion?: 'resource.k8s.io/v1beta2' | undefined;
  /** Kind of the object. */
  kind?: 'ResourceClaimTemplateList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: ResourceClaimTemplate[];
}

/**
 * Since Kubernetes 1.33.
 * @deprecated Since Kubernetes 1.36, to be removed in 1.39.
 */
export interface ResourceSlice {
  /** API group and version. */
  apiVersion?: 'resource.k8s.io/v1beta2' | undefined;
  /** Kind of the object. */
  kind?: 'ResourceSlice' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** Spec. */
  spec: resourcev1.ResourceSliceSpec;
}

/** List of ResourceSlice objects. */
export interface ResourceSliceList {
  /** API group and version. */
  apiVersion?: 'resource.k8s.io/v1beta2' | undefined;
  /** Kind of the object. */
  kind?: 'ResourceSliceList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: ResourceSlice[];
}
