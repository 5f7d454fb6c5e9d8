// Generated from k8s.io/api 0.36.4 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).
// The comments of what resource.k8s.io/v1 has as well are in resource-v1.ts.
import type * as metav1 from '../../meta/meta-v1.js';
import type * as resourcev1 from './resource-v1.js';

export type {
  DeviceTaint, DeviceTaintEffect,
} from './resource-v1.js';

/**
 * Adds one taint to all devices which match the selector. Since Kubernetes 1.33.
 * @deprecated Since Kubernetes 1.36, to be removed in 1.39.
 */
export interface DeviceTaintRule {
  /** API group and version. */
  apiVersion?: 'resource.k8s.io/v1alpha3' | undefined;
  /** Kind of the object. */
  kind?: 'DeviceTaintRule' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** Specifies the selector and one taint. */
  spec: DeviceTaintRuleSpec;
  /** Provides information about what was requested in the spec. */
  status?: DeviceTaintRuleStatus | undefined;
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

/** Spec of a DeviceTaintRule. */
export interface DeviceTaintRuleSpec {
  /** Defines which device(s) the taint is applied to. */
  deviceSelector?: DeviceTaintSelector | undefined;
  /** The taint that gets applied to matching devices. */
  taint: resourcev1.DeviceTaint;
}

/** Status of a DeviceTaintRule. */
export interface DeviceTaintRuleStatus {
  /**
   * Conditions provide information about the state of the DeviceTaintRule and the cluster at some point in time, in a
   * machine-readable and human-readable format.
   */
  conditions?: metav1.Condition[] | undefined;
}

/** Defines which device(s) a DeviceTaintRule applies to. */
export interface DeviceTaintSelector {
  /** If driver is set, only devices from that driver are selected. */
  driver?: string | undefined;
  /** If pool is set, only devices in that pool are selected. */
  pool?: string | undefined;
  /** If device is set, only devices with that name are selected. */
  device?: string | undefined;
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
