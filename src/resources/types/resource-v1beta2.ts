// Generated from k8s.io/api 0.36.4 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).
// The comments of what resource.k8s.io/v1 has as well are in resource-v1.ts.
import type * as corev1 from './core-v1.js';
import type * as metav1 from '../../meta/meta-v1.js';

export interface AllocatedDeviceStatus {
  driver: string;
  pool: string;
  device: string;
  /** Feature gate: DRAConsumableCapacity. */
  shareID?: string;
  conditions?: metav1.Condition[] | null;
  data?: metav1.RawExtension;
  networkData?: NetworkDeviceData;
}

export type AllocationConfigSource = 'FromClass' | 'FromClaim' | (string & {});

export interface AllocationResult {
  devices?: DeviceAllocationResult;
  nodeSelector?: corev1.NodeSelector;
  /** Feature gate: DRADeviceBindingConditions,DRAResourceClaimDeviceStatus. */
  allocationTimestamp?: metav1.Time;
}

export interface CELDeviceSelector {
  expression: string;
}

export interface CapacityRequestPolicy {
  default?: metav1.Quantity | null;
  validValues?: metav1.Quantity[];
  validRange?: CapacityRequestPolicyRange;
}

export interface CapacityRequestPolicyRange {
  min: metav1.Quantity;
  max?: metav1.Quantity;
  step?: metav1.Quantity;
}

export interface CapacityRequirements {
  requests?: { [key: string]: metav1.Quantity };
}

export interface Counter {
  value: metav1.Quantity;
}

export interface CounterSet {
  name: string;
  counters: { [key: string]: Counter };
}

export interface Device {
  name: string;
  attributes?: { [key: string]: DeviceAttribute };
  capacity?: { [key: string]: DeviceCapacity };
  /** Feature gate: DRAPartitionableDevices. */
  consumesCounters?: DeviceCounterConsumption[];
  /** Feature gate: DRAPartitionableDevices. */
  nodeName?: string;
  /** Feature gate: DRAPartitionableDevices. */
  nodeSelector?: corev1.NodeSelector;
  /** Feature gate: DRAPartitionableDevices. */
  allNodes?: boolean;
  /** Feature gate: DRADeviceTaints. */
  taints?: DeviceTaint[];
  /** Feature gate: DRADeviceBindingConditions,DRAResourceClaimDeviceStatus. */
  bindsToNode?: boolean;
  /** Feature gate: DRADeviceBindingConditions,DRAResourceClaimDeviceStatus. */
  bindingConditions?: string[];
  /** Feature gate: DRADeviceBindingConditions,DRAResourceClaimDeviceStatus. */
  bindingFailureConditions?: string[];
  /** Feature gate: DRAConsumableCapacity. */
  allowMultipleAllocations?: boolean;
  /** Feature gate: DRANodeAllocatableResources. */
  nodeAllocatableResourceMappings?: { [key: string]: NodeAllocatableResourceMapping };
}

export interface DeviceAllocationConfiguration extends DeviceConfiguration {
  source: AllocationConfigSource;
  requests?: string[];
}

export type DeviceAllocationMode = 'ExactCount' | 'All' | (string & {});

export interface DeviceAllocationResult {
  results?: DeviceRequestAllocationResult[];
  config?: DeviceAllocationConfiguration[];
}

export interface DeviceAttribute {
  int?: number;
  bool?: boolean;
  string?: string;
  version?: string;
  /** Feature gate: DRAListTypeAttributes. */
  ints?: number[];
  /** Feature gate: DRAListTypeAttributes. */
  bools?: boolean[];
  /** Feature gate: DRAListTypeAttributes. */
  strings?: string[];
  /** Feature gate: DRAListTypeAttributes. */
  versions?: string[];
}

export interface DeviceCapacity {
  value: metav1.Quantity;
  /** Feature gate: DRAConsumableCapacity. */
  requestPolicy?: CapacityRequestPolicy;
}

export interface DeviceClaim {
  requests?: DeviceRequest[] | null;
  constraints?: DeviceConstraint[];
  config?: DeviceClaimConfiguration[];
}

export interface DeviceClaimConfiguration extends DeviceConfiguration {
  requests?: string[];
}

/**
 * Since Kubernetes 1.33.
 * @deprecated Since Kubernetes 1.36, to be removed in 1.39.
 */
export interface DeviceClass {
  apiVersion?: 'resource.k8s.io/v1beta2';
  kind?: 'DeviceClass';
  metadata?: metav1.ObjectMeta;
  spec: DeviceClassSpec;
}

export interface DeviceClassConfiguration extends DeviceConfiguration {
}

export interface DeviceClassList {
  apiVersion?: 'resource.k8s.io/v1beta2';
  kind?: 'DeviceClassList';
  metadata?: metav1.ListMeta;
  items: DeviceClass[];
}

export interface DeviceClassSpec {
  selectors?: DeviceSelector[];
  config?: DeviceClassConfiguration[];
  /** Feature gate: DRAExtendedResource. */
  extendedResourceName?: string;
}

export interface DeviceConfiguration {
  opaque?: OpaqueDeviceConfiguration;
}

export interface DeviceConstraint {
  requests?: string[];
  matchAttribute?: string;
  /** Feature gate: DRAConsumableCapacity. */
  distinctAttribute?: string;
}

export interface DeviceCounterConsumption {
  counterSet: string;
  counters: { [key: string]: Counter };
}

export interface DeviceRequest {
  name: string;
  exactly?: ExactDeviceRequest;
  /** Feature gate: DRAPrioritizedList. */
  firstAvailable?: DeviceSubRequest[];
}

export interface DeviceRequestAllocationResult {
  request: string;
  driver: string;
  pool: string;
  device: string;
  /** Feature gate: DRAAdminAccess. */
  adminAccess?: boolean;
  /** Feature gate: DRADeviceTaints. */
  tolerations?: DeviceToleration[];
  /** Feature gate: DRADeviceBindingConditions,DRAResourceClaimDeviceStatus. */
  bindingConditions?: string[];
  /** Feature gate: DRADeviceBindingConditions,DRAResourceClaimDeviceStatus. */
  bindingFailureConditions?: string[];
  /** Feature gate: DRAConsumableCapacity. */
  shareID?: string;
  /** Feature gate: DRAConsumableCapacity. */
  consumedCapacity?: { [key: string]: metav1.Quantity };
}

export interface DeviceSelector {
  cel?: CELDeviceSelector;
}

export interface DeviceSubRequest {
  name: string;
  deviceClassName: string;
  selectors?: DeviceSelector[];
  allocationMode?: DeviceAllocationMode;
  count?: number;
  /** Feature gate: DRADeviceTaints. */
  tolerations?: DeviceToleration[];
  /** Feature gate: DRAConsumableCapacity. */
  capacity?: CapacityRequirements;
}

export interface DeviceTaint {
  key: string;
  value?: string;
  effect: DeviceTaintEffect;
  timeAdded?: metav1.Time;
}

export type DeviceTaintEffect = 'None' | 'NoSchedule' | 'NoExecute' | (string & {});

/** DeviceTaintRule adds one taint to all devices which match the selector. Since Kubernetes 1.36. */
export interface DeviceTaintRule {
  apiVersion?: 'resource.k8s.io/v1beta2';
  kind?: 'DeviceTaintRule';
  metadata?: metav1.ObjectMeta;
  /**
   * Spec specifies the selector and one taint. Changing the spec automatically increments the
   * metadata.generation number.
   */
  spec: DeviceTaintRuleSpec;
  /** Status provides information about what was requested in the spec. */
  status?: DeviceTaintRuleStatus;
}

export interface DeviceTaintRuleList {
  apiVersion?: 'resource.k8s.io/v1beta2';
  kind?: 'DeviceTaintRuleList';
  metadata?: metav1.ListMeta;
  items: DeviceTaintRule[];
}

/** DeviceTaintRuleSpec specifies the selector and one taint. */
export interface DeviceTaintRuleSpec {
  /** DeviceSelector defines which device(s) the taint is applied to. */
  deviceSelector?: DeviceTaintSelector;
  /** The taint that gets applied to matching devices. */
  taint: DeviceTaint;
}

/** DeviceTaintRuleStatus provides information about an on-going pod eviction. */
export interface DeviceTaintRuleStatus {
  /**
   * Conditions provide information about the state of the DeviceTaintRule and the cluster at some point in
   * time, in a machine-readable and human-readable format.
   */
  conditions?: metav1.Condition[];
}

/**
 * DeviceTaintSelector defines which device(s) a DeviceTaintRule applies to. The empty selector matches all
 * devices.
 */
export interface DeviceTaintSelector {
  /**
   * If driver is set, only devices from that driver are selected. This fields corresponds to
   * slice.spec.driver.
   */
  driver?: string;
  /** If pool is set, only devices in that pool are selected. */
  pool?: string;
  /**
   * If device is set, only devices with that name are selected. This field corresponds to
   * slice.spec.devices[].name.
   */
  device?: string;
}

export interface DeviceToleration {
  key?: string;
  /** @default 'Equal' */
  operator?: DeviceTolerationOperator;
  value?: string;
  effect?: DeviceTaintEffect;
  tolerationSeconds?: number;
}

export type DeviceTolerationOperator = 'Exists' | 'Equal' | (string & {});

export interface ExactDeviceRequest {
  deviceClassName: string;
  selectors?: DeviceSelector[];
  allocationMode?: DeviceAllocationMode;
  count?: number;
  /** Feature gate: DRAAdminAccess. */
  adminAccess?: boolean;
  /** Feature gate: DRADeviceTaints. */
  tolerations?: DeviceToleration[];
  /** Feature gate: DRAConsumableCapacity. */
  capacity?: CapacityRequirements;
}

export interface NetworkDeviceData {
  interfaceName?: string;
  ips?: string[];
  hardwareAddress?: string;
}

export interface NodeAllocatableResourceMapping {
  capacityKey?: string;
  allocationMultiplier?: metav1.Quantity;
}

export interface OpaqueDeviceConfiguration {
  driver: string;
  parameters: metav1.RawExtension;
}

/**
 * Since Kubernetes 1.33.
 * @deprecated Since Kubernetes 1.36, to be removed in 1.39.
 */
export interface ResourceClaim {
  apiVersion?: 'resource.k8s.io/v1beta2';
  kind?: 'ResourceClaim';
  metadata?: metav1.ObjectMeta;
  spec: ResourceClaimSpec;
  status?: ResourceClaimStatus;
}

export interface ResourceClaimConsumerReference {
  apiGroup?: string;
  resource: string;
  name: string;
  uid: string;
}

export interface ResourceClaimList {
  apiVersion?: 'resource.k8s.io/v1beta2';
  kind?: 'ResourceClaimList';
  metadata?: metav1.ListMeta;
  items: ResourceClaim[];
}

export interface ResourceClaimSpec {
  devices?: DeviceClaim;
}

export interface ResourceClaimStatus {
  allocation?: AllocationResult;
  reservedFor?: ResourceClaimConsumerReference[];
  /** Feature gate: DRAResourceClaimDeviceStatus. */
  devices?: AllocatedDeviceStatus[];
}

/**
 * Since Kubernetes 1.33.
 * @deprecated Since Kubernetes 1.36, to be removed in 1.39.
 */
export interface ResourceClaimTemplate {
  apiVersion?: 'resource.k8s.io/v1beta2';
  kind?: 'ResourceClaimTemplate';
  metadata?: metav1.ObjectMeta;
  spec: ResourceClaimTemplateSpec;
}

export interface ResourceClaimTemplateList {
  apiVersion?: 'resource.k8s.io/v1beta2';
  kind?: 'ResourceClaimTemplateList';
  metadata?: metav1.ListMeta;
  items: ResourceClaimTemplate[];
}

export interface ResourceClaimTemplateSpec {
  metadata?: metav1.ObjectMeta;
  spec: ResourceClaimSpec;
}

export interface ResourcePool {
  name: string;
  generation: number;
  resourceSliceCount: number;
}

/**
 * Since Kubernetes 1.33.
 * @deprecated Since Kubernetes 1.36, to be removed in 1.39.
 */
export interface ResourceSlice {
  apiVersion?: 'resource.k8s.io/v1beta2';
  kind?: 'ResourceSlice';
  metadata?: metav1.ObjectMeta;
  spec: ResourceSliceSpec;
}

export interface ResourceSliceList {
  apiVersion?: 'resource.k8s.io/v1beta2';
  kind?: 'ResourceSliceList';
  metadata?: metav1.ListMeta;
  items: ResourceSlice[];
}

export interface ResourceSliceSpec {
  driver: string;
  pool: ResourcePool;
  nodeName?: string;
  nodeSelector?: corev1.NodeSelector;
  allNodes?: boolean;
  devices?: Device[];
  /** Feature gate: DRAPartitionableDevices. */
  perDeviceNodeSelection?: boolean;
  /** Feature gate: DRAPartitionableDevices. */
  sharedCounters?: CounterSet[];
}
