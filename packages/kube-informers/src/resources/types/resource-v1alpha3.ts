// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).
// The comments of what resource.k8s.io/v1 has as well are in resource-v1.ts.
import type * as metav1 from '../../meta/meta-v1.js';
import type * as resourcev1 from './resource-v1.js';

export type {
  DeviceTaint, DeviceTaintEffect, DeviceTaintRuleSpec, DeviceTaintRuleStatus, DeviceTaintSelector,
} from './resource-v1.js';

/**
 * Since Kubernetes 1.33.
 * @deprecated Since Kubernetes 1.36, to be removed in 1.39.
 */
export interface DeviceTaintRule {
  /** API group and version. */
  apiVersion?: 'resource.k8s.io/v1alpha3' | undefined;
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
  apiVersion?: 'resource.k8s.io/v1alpha3' | undefined;
  /** Kind of the object. */
  kind?: 'DeviceTaintRuleList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: DeviceTaintRule[];
}

/** Status of a PartitionType. */
export interface PartitionTypeStatus {
  /** The fully qualified name of the device attribute whose value groups this entry. */
  attribute: string;
  /** The partition type value (e.g. "Full" or "Half"). */
  type: string;
  /** The number of devices of this partition type in the pool. */
  total: number;
  /**
   * The number of additional devices of this partition type that could still be allocated given current shared-counter
   * consumption.
   */
  allocatable: number;
}

/** Status of a Pool. */
export interface PoolStatus {
  /** The DRA driver name for this pool. */
  driver: string;
  /** The name of the pool. */
  poolName: string;
  /** The pool generation observed across all ResourceSlices in this pool. */
  generation: number;
  /** The number of ResourceSlices that make up this pool. */
  resourceSliceCount?: number | undefined;
  /** The total number of devices in the pool across all slices. */
  totalDevices?: number | undefined;
  /** The number of devices currently allocated to claims. */
  allocatedDevices?: number | undefined;
  /** The number of devices available for allocation. */
  availableDevices?: number | undefined;
  /** The number of devices that are not available due to taints or other conditions, but are not allocated. */
  unavailableDevices?: number | undefined;
  /** The node this pool is associated with. */
  nodeName?: string | undefined;
  /** ValidationError is set when the pool's data could not be fully validated (e.g., incomplete slice publication). */
  validationError?: string | undefined;
  /** Reports allocatability per (attribute, partition type) for a partitionable pool that publishes SharedCounters. */
  partitionSummary?: PartitionTypeStatus[] | undefined;
  /** Reports aggregate capacity for a pool that contains devices with AllowMultipleAllocations. */
  shareableSummary?: ShareableSummaryStatus | undefined;
}

/** Triggers a one-time calculation of resource pool status based on the provided filters. Since Kubernetes 1.36. */
export interface ResourcePoolStatusRequest {
  /** API group and version. */
  apiVersion?: 'resource.k8s.io/v1alpha3' | undefined;
  /** Kind of the object. */
  kind?: 'ResourcePoolStatusRequest' | undefined;
  /** Standard object metadata. */
  metadata: metav1.ObjectMeta;
  /** Defines the filters for which pools to include in the status. */
  spec: ResourcePoolStatusRequestSpec;
  /** Status is populated by the controller with the calculated pool status. */
  status?: ResourcePoolStatusRequestStatus | undefined;
}

/** List of ResourcePoolStatusRequest objects. */
export interface ResourcePoolStatusRequestList {
  /** API group and version. */
  apiVersion?: 'resource.k8s.io/v1alpha3' | undefined;
  /** Kind of the object. */
  kind?: 'ResourcePoolStatusRequestList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: ResourcePoolStatusRequest[];
}

/** Spec of a ResourcePoolStatusRequest. */
export interface ResourcePoolStatusRequestSpec {
  /** Specifies the DRA driver name to filter pools. */
  driver: string;
  /** PoolName optionally filters to a specific pool name. */
  poolName?: string | undefined;
  /**
   * Limit optionally specifies the maximum number of pools to return in the status.
   * @default 100
   */
  limit?: number | undefined;
  /**
   * DefaultPartitionTypeAttribute optionally names a device attribute (by its fully qualified name, e.g.
   * "gpu.example.com/profile") to use as the default grouping attribute for partitionable devices whose slice has not declared
   * one themselves. Feature gate: DRAPartitionableDevicesType.
   */
  defaultPartitionTypeAttribute?: string | undefined;
}

/** Status of a ResourcePoolStatusRequest. */
export interface ResourcePoolStatusRequestStatus {
  /** The total number of pools that matched the filter criteria, regardless of truncation. */
  poolCount: number;
  /** Contains the first `spec.limit` matching pools, sorted by driver then pool name. */
  pools?: PoolStatus[] | undefined;
  /** Conditions provide information about the state of the request. */
  conditions?: metav1.Condition[] | undefined;
}

/** Status of a ShareableCapacity. */
export interface ShareableCapacityStatus {
  /** The capacity name. */
  name: string;
  /** The sum of this capacity across shareable devices in the pool. */
  total: metav1.Quantity;
  /** The amount drawn by current allocations. */
  consumed: metav1.Quantity;
  /** Available is Total minus Consumed, never negative. */
  available: metav1.Quantity;
}

/** Status of a ShareableSummary. */
export interface ShareableSummaryStatus {
  /** The number of shareable devices with no capacity consumed. */
  fullyAvailableDevices: number;
  /** The number of shareable devices with some but not all capacity consumed. */
  partiallyAvailableDevices: number;
  /** Reports aggregate total, consumed, and available amounts per shareable capacity key across the pool. */
  capacity?: ShareableCapacityStatus[] | undefined;
}
