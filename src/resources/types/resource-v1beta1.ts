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

/** BasicDevice defines one device instance. */
export interface BasicDevice {
  /**
   * Attributes defines the set of attributes for this device. The name of each attribute must be unique in
   * that set.
   */
  attributes?: { [key: string]: DeviceAttribute };
  /**
   * Capacity defines the set of capacities for this device. The name of each capacity must be unique in that
   * set.
   */
  capacity?: { [key: string]: DeviceCapacity };
  /**
   * ConsumesCounters defines a list of references to sharedCounters and the set of counters that the device
   * will consume from those counter sets. Feature gate: DRAPartitionableDevices.
   */
  consumesCounters?: DeviceCounterConsumption[];
  /** NodeName identifies the node where the device is available. Feature gate: DRAPartitionableDevices. */
  nodeName?: string;
  /** NodeSelector defines the nodes where the device is available. Must use exactly one term. */
  nodeSelector?: corev1.NodeSelector;
  /** AllNodes indicates that all nodes have access to the device. Feature gate: DRAPartitionableDevices. */
  allNodes?: boolean;
  /**
   * If specified, these are the driver-defined taints. The maximum number of taints is 16. Feature gate:
   * DRADeviceTaints.
   */
  taints?: DeviceTaint[];
  /**
   * BindsToNode indicates if the usage of an allocation involving this device has to be limited to exactly
   * the node that was chosen when allocating the claim. Feature gate:
   * DRADeviceBindingConditions,DRAResourceClaimDeviceStatus.
   */
  bindsToNode?: boolean;
  /**
   * BindingConditions defines the conditions for proceeding with binding. Feature gate:
   * DRADeviceBindingConditions,DRAResourceClaimDeviceStatus.
   */
  bindingConditions?: string[];
  /**
   * BindingFailureConditions defines the conditions for binding failure. Feature gate:
   * DRADeviceBindingConditions,DRAResourceClaimDeviceStatus.
   */
  bindingFailureConditions?: string[];
  /**
   * AllowMultipleAllocations marks whether the device is allowed to be allocated to multiple DeviceRequests.
   * Feature gate: DRAConsumableCapacity.
   */
  allowMultipleAllocations?: boolean;
  /**
   * NodeAllocatableResourceMappings defines the mapping of node resources that are managed by the DRA driver
   * exposing this device. Feature gate: DRANodeAllocatableResources.
   */
  nodeAllocatableResourceMappings?: { [key: string]: NodeAllocatableResourceMapping };
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
  /** Basic defines one device instance. */
  basic?: BasicDevice;
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
 * Since Kubernetes 1.32.
 * @deprecated Since Kubernetes 1.35, to be removed in 1.38.
 */
export interface DeviceClass {
  apiVersion?: 'resource.k8s.io/v1beta1';
  kind?: 'DeviceClass';
  metadata?: metav1.ObjectMeta;
  spec: DeviceClassSpec;
}

export interface DeviceClassConfiguration extends DeviceConfiguration {
}

export interface DeviceClassList {
  apiVersion?: 'resource.k8s.io/v1beta1';
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
  /**
   * DeviceClassName references a specific DeviceClass, which can define additional configuration and
   * selectors to be inherited by this request.
   */
  deviceClassName?: string;
  /**
   * Selectors define criteria which must be satisfied by a specific device in order for that device to be
   * considered for this request.
   */
  selectors?: DeviceSelector[];
  /** AllocationMode and its related fields define how devices are allocated to satisfy this request. */
  allocationMode?: DeviceAllocationMode;
  /** Count is used only when the count mode is "ExactCount". Must be greater than zero. */
  count?: number;
  /**
   * AdminAccess indicates that this is a claim for administrative access to the device(s). Feature gate:
   * DRAAdminAccess.
   */
  adminAccess?: boolean;
  /** Feature gate: DRAPrioritizedList. */
  firstAvailable?: DeviceSubRequest[];
  /** If specified, the request's tolerations. Feature gate: DRADeviceTaints. */
  tolerations?: DeviceToleration[];
  /** Capacity define resource requirements against each capacity. Feature gate: DRAConsumableCapacity. */
  capacity?: CapacityRequirements;
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

export interface DeviceToleration {
  key?: string;
  /** @default 'Equal' */
  operator?: DeviceTolerationOperator;
  value?: string;
  effect?: DeviceTaintEffect;
  tolerationSeconds?: number;
}

export type DeviceTolerationOperator = 'Exists' | 'Equal' | (string & {});

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
 * Since Kubernetes 1.32.
 * @deprecated Since Kubernetes 1.35, to be removed in 1.38.
 */
export interface ResourceClaim {
  apiVersion?: 'resource.k8s.io/v1beta1';
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
  apiVersion?: 'resource.k8s.io/v1beta1';
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

export interface ResourcePool {
  name: string;
  generation: number;
  resourceSliceCount: number;
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
