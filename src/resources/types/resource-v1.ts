// Generated from k8s.io/api 0.36.4 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).
import type * as corev1 from './core-v1.js';
import type * as metav1 from '../../meta/meta-v1.js';

export interface AllocatedDeviceStatus {
  /**
   * Specifies the name of the DRA driver whose kubelet plugin should be invoked to process the allocation once the claim is
   * needed on a node.
   */
  driver: string;
  /**
   * This name together with the driver name and the device name field identify which device was allocated (`<driver name>/<pool
   * name>/<device name>`).
   */
  pool: string;
  /** References one device instance via its name in the driver's resource pool. */
  device: string;
  /** ShareID uniquely identifies an individual allocation share of the device. Feature gate: DRAConsumableCapacity. */
  shareID?: string;
  /** Contains the latest observation of the device's state. */
  conditions?: metav1.Condition[] | null;
  /** Contains arbitrary driver-specific data. */
  data?: metav1.RawExtension;
  /** Contains network-related information specific to the device. */
  networkData?: NetworkDeviceData;
}

export type AllocationConfigSource = 'FromClass' | 'FromClaim' | (string & {});

export interface AllocationResult {
  /** The result of allocating devices. */
  devices?: DeviceAllocationResult;
  /** Defines where the allocated resources are available. */
  nodeSelector?: corev1.NodeSelector;
  /**
   * Stores the time when the resources were allocated. Feature gate: DRADeviceBindingConditions,DRAResourceClaimDeviceStatus.
   */
  allocationTimestamp?: metav1.Time;
}

export interface CELDeviceSelector {
  /** A CEL expression which evaluates a single device. */
  expression: string;
}

export interface CapacityRequestPolicy {
  /**
   * Specifies how much of this capacity is consumed by a request that does not contain an entry for it in DeviceRequest's
   * Capacity.
   */
  default?: metav1.Quantity | null;
  /** Defines a set of acceptable quantity values in consuming requests. */
  validValues?: metav1.Quantity[];
  /** Defines an acceptable quantity value range in consuming requests. */
  validRange?: CapacityRequestPolicyRange;
}

export interface CapacityRequestPolicyRange {
  /** Specifies the minimum capacity allowed for a consumption request. */
  min: metav1.Quantity;
  /** Defines the upper limit for capacity that can be requested. */
  max?: metav1.Quantity;
  /** Defines the step size between valid capacity amounts within the range. */
  step?: metav1.Quantity;
}

export interface CapacityRequirements {
  /**
   * Requests represent individual device resource requests for distinct resources, all of which must be provided by the device.
   */
  requests?: { [key: string]: metav1.Quantity };
}

export interface Counter {
  /** Defines how much of a certain device counter is available. */
  value: metav1.Quantity;
}

export interface CounterSet {
  name: string;
  /**
   * Defines the set of counters for this CounterSet The name of each counter must be unique in that set and must be a DNS
   * label.
   */
  counters: { [key: string]: Counter };
}

export interface Device {
  /** Name is unique identifier among all devices managed by the driver in the pool. */
  name: string;
  attributes?: { [key: string]: DeviceAttribute };
  capacity?: { [key: string]: DeviceCapacity };
  /**
   * Defines a list of references to sharedCounters and the set of counters that the device will consume from those counter
   * sets. Feature gate: DRAPartitionableDevices.
   */
  consumesCounters?: DeviceCounterConsumption[];
  /** Identifies the node where the device is available. Feature gate: DRAPartitionableDevices. */
  nodeName?: string;
  /** Defines the nodes where the device is available. Feature gate: DRAPartitionableDevices. */
  nodeSelector?: corev1.NodeSelector;
  /** Indicates that all nodes have access to the device. Feature gate: DRAPartitionableDevices. */
  allNodes?: boolean;
  /** If specified, these are the driver-defined taints. Feature gate: DRADeviceTaints. */
  taints?: DeviceTaint[];
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
  nodeAllocatableResourceMappings?: { [key: string]: NodeAllocatableResourceMapping };
}

export interface DeviceAllocationConfiguration extends DeviceConfiguration {
  /**
   * Records whether the configuration comes from a class and thus is not something that a normal user would have been able to
   * set or from a claim.
   */
  source: AllocationConfigSource;
  /** Lists the names of requests where the configuration applies. */
  requests?: string[];
}

export type DeviceAllocationMode = 'ExactCount' | 'All' | (string & {});

export interface DeviceAllocationResult {
  /** Lists all allocated devices. */
  results?: DeviceRequestAllocationResult[];
  /** This field is a combination of all the claim and class configuration parameters. */
  config?: DeviceAllocationConfiguration[];
}

export interface DeviceAttribute {
  /** IntValue is a number. */
  int?: number;
  /** BoolValue is a true/false value. */
  bool?: boolean;
  string?: string;
  /** VersionValue is a semantic version according to semver.org spec 2.0.0. */
  version?: string;
  /** IntValues is a non-empty list of numbers. Feature gate: DRAListTypeAttributes. */
  ints?: number[];
  /** BoolValues is a non-empty list of true/false values. Feature gate: DRAListTypeAttributes. */
  bools?: boolean[];
  /** StringValues is a non-empty list of strings. Feature gate: DRAListTypeAttributes. */
  strings?: string[];
  /**
   * VersionValues is a non-empty list of semantic versions according to semver.org spec 2.0.0. Feature gate:
   * DRAListTypeAttributes.
   */
  versions?: string[];
}

export interface DeviceCapacity {
  /** Defines how much of a certain capacity that device has. */
  value: metav1.Quantity;
  /**
   * Defines how this DeviceCapacity must be consumed when the device is allowed to be shared by multiple allocations. Feature
   * gate: DRAConsumableCapacity.
   */
  requestPolicy?: CapacityRequestPolicy;
}

export interface DeviceClaim {
  /** Requests represent individual requests for distinct devices which must all be satisfied. */
  requests?: DeviceRequest[] | null;
  /** These constraints must be satisfied by the set of devices that get allocated for the claim. */
  constraints?: DeviceConstraint[];
  /** This field holds configuration for multiple potential drivers which could satisfy requests in this claim. */
  config?: DeviceClaimConfiguration[];
}

export interface DeviceClaimConfiguration extends DeviceConfiguration {
  /** Lists the names of requests where the configuration applies. */
  requests?: string[];
}

/** A vendor- or admin-provided resource that contains device configuration and selectors. Since Kubernetes 1.34. */
export interface DeviceClass {
  apiVersion?: 'resource.k8s.io/v1';
  kind?: 'DeviceClass';
  metadata?: metav1.ObjectMeta;
  /** Defines what can be allocated and how to configure it. */
  spec: DeviceClassSpec;
}

export interface DeviceClassConfiguration extends DeviceConfiguration {
}

export interface DeviceClassList {
  apiVersion?: 'resource.k8s.io/v1';
  kind?: 'DeviceClassList';
  metadata?: metav1.ListMeta;
  items: DeviceClass[];
}

export interface DeviceClassSpec {
  /** Each selector must be satisfied by a device which is claimed via this class. */
  selectors?: DeviceSelector[];
  /** Defines configuration parameters that apply to each device that is claimed via this class. */
  config?: DeviceClassConfiguration[];
  /** Feature gate: DRAExtendedResource. */
  extendedResourceName?: string;
}

export interface DeviceConfiguration {
  /** Provides driver-specific configuration parameters. */
  opaque?: OpaqueDeviceConfiguration;
}

export interface DeviceConstraint {
  /** A list of the one or more requests in this claim which must co-satisfy this constraint. */
  requests?: string[];
  /**
   * Requires that all devices in question have this attribute and that its type and value are the same across those devices.
   */
  matchAttribute?: string;
  /**
   * Requires that all devices in question have this attribute and that its type and value are unique across those devices.
   * Feature gate: DRAConsumableCapacity.
   */
  distinctAttribute?: string;
}

export interface DeviceCounterConsumption {
  /** The name of the set from which the counters defined will be consumed. */
  counterSet: string;
  /** Defines the counters that will be consumed by the device. */
  counters: { [key: string]: Counter };
}

export interface DeviceRequest {
  /**
   * Name can be used to reference this request in a pod.spec.containers[].resources.claims entry and in a constraint of the
   * claim.
   */
  name: string;
  /** Specifies the details for a single request that must be met exactly for the request to be satisfied. */
  exactly?: ExactDeviceRequest;
  /** Contains subrequests, of which exactly one will be selected by the scheduler. Feature gate: DRAPrioritizedList. */
  firstAvailable?: DeviceSubRequest[];
}

export interface DeviceRequestAllocationResult {
  /** The name of the request in the claim which caused this device to be allocated. */
  request: string;
  /**
   * Specifies the name of the DRA driver whose kubelet plugin should be invoked to process the allocation once the claim is
   * needed on a node.
   */
  driver: string;
  /**
   * This name together with the driver name and the device name field identify which device was allocated (`<driver name>/<pool
   * name>/<device name>`).
   */
  pool: string;
  /** References one device instance via its name in the driver's resource pool. */
  device: string;
  /** Indicates that this device was allocated for administrative access. Feature gate: DRAAdminAccess. */
  adminAccess?: boolean;
  /**
   * A copy of all tolerations specified in the request at the time when the device got allocated. Feature gate:
   * DRADeviceTaints.
   */
  tolerations?: DeviceToleration[];
  /**
   * Contains a copy of the BindingConditions from the corresponding ResourceSlice at the time of allocation. Feature gate:
   * DRADeviceBindingConditions,DRAResourceClaimDeviceStatus.
   */
  bindingConditions?: string[];
  /**
   * Contains a copy of the BindingFailureConditions from the corresponding ResourceSlice at the time of allocation. Feature
   * gate: DRADeviceBindingConditions,DRAResourceClaimDeviceStatus.
   */
  bindingFailureConditions?: string[];
  /**
   * ShareID uniquely identifies an individual allocation share of the device, used when the device supports multiple
   * simultaneous allocations. Feature gate: DRAConsumableCapacity.
   */
  shareID?: string;
  /** Tracks the amount of capacity consumed per device as part of the claim request. Feature gate: DRAConsumableCapacity. */
  consumedCapacity?: { [key: string]: metav1.Quantity };
}

export interface DeviceSelector {
  /** Contains a CEL expression for selecting a device. */
  cel?: CELDeviceSelector;
}

export interface DeviceSubRequest {
  /** Name can be used to reference this subrequest in the list of constraints or the list of configurations for the claim. */
  name: string;
  /**
   * References a specific DeviceClass, which can define additional configuration and selectors to be inherited by this
   * subrequest.
   */
  deviceClassName: string;
  /**
   * Selectors define criteria which must be satisfied by a specific device in order for that device to be considered for this
   * subrequest.
   */
  selectors?: DeviceSelector[];
  /** AllocationMode and its related fields define how devices are allocated to satisfy this subrequest. */
  allocationMode?: DeviceAllocationMode;
  /** Count is used only when the count mode is "ExactCount". */
  count?: number;
  /** If specified, the request's tolerations. Feature gate: DRADeviceTaints. */
  tolerations?: DeviceToleration[];
  /** Capacity define resource requirements against each capacity. Feature gate: DRAConsumableCapacity. */
  capacity?: CapacityRequirements;
}

export interface DeviceTaint {
  /** The taint key to be applied to a device. */
  key: string;
  /** The taint value corresponding to the taint key. */
  value?: string;
  /** The effect of the taint on claims that do not tolerate the taint and through such claims on the pods using them. */
  effect: DeviceTaintEffect;
  /** Represents the time at which the taint was added or (only in a DeviceTaintRule) the effect was modified. */
  timeAdded?: metav1.Time;
}

export type DeviceTaintEffect = 'None' | 'NoSchedule' | 'NoExecute' | (string & {});

export interface DeviceToleration {
  /** The taint key that the toleration applies to. */
  key?: string;
  /**
   * Represents a key's relationship to the value.
   * @default 'Equal'
   */
  operator?: DeviceTolerationOperator;
  /** The taint value the toleration matches to. */
  value?: string;
  /** Indicates the taint effect to match. */
  effect?: DeviceTaintEffect;
  /**
   * Represents the period of time the toleration (which must be of effect NoExecute, otherwise this field is ignored) tolerates
   * the taint.
   */
  tolerationSeconds?: number;
}

export type DeviceTolerationOperator = 'Exists' | 'Equal' | (string & {});

export interface ExactDeviceRequest {
  /**
   * References a specific DeviceClass, which can define additional configuration and selectors to be inherited by this request.
   */
  deviceClassName: string;
  /**
   * Selectors define criteria which must be satisfied by a specific device in order for that device to be considered for this
   * request.
   */
  selectors?: DeviceSelector[];
  /** AllocationMode and its related fields define how devices are allocated to satisfy this request. */
  allocationMode?: DeviceAllocationMode;
  /** Count is used only when the count mode is "ExactCount". */
  count?: number;
  /** Indicates that this is a claim for administrative access to the device(s). Feature gate: DRAAdminAccess. */
  adminAccess?: boolean;
  /** If specified, the request's tolerations. Feature gate: DRADeviceTaints. */
  tolerations?: DeviceToleration[];
  /** Capacity define resource requirements against each capacity. Feature gate: DRAConsumableCapacity. */
  capacity?: CapacityRequirements;
}

export interface NetworkDeviceData {
  /** Specifies the name of the network interface associated with the allocated device. */
  interfaceName?: string;
  /** Lists the network addresses assigned to the device's network interface. */
  ips?: string[];
  /** Represents the hardware address (e.g. MAC Address) of the device's network interface. */
  hardwareAddress?: string;
}

export interface NodeAllocatableResourceMapping {
  /** References a capacity name defined as a key in the `spec.devices[*].capacity` map. */
  capacityKey?: string;
  /** AllocationMultiplier is used as a multiplier for the allocated device count or the allocated capacity in the claim. */
  allocationMultiplier?: metav1.Quantity;
}

export interface OpaqueDeviceConfiguration {
  /** Driver is used to determine which kubelet plugin needs to be passed these configuration parameters. */
  driver: string;
  /** Parameters can contain arbitrary data. */
  parameters: metav1.RawExtension;
}

/** Describes a request for access to resources in the cluster, for use by workloads. Since Kubernetes 1.34. */
export interface ResourceClaim {
  apiVersion?: 'resource.k8s.io/v1';
  kind?: 'ResourceClaim';
  metadata?: metav1.ObjectMeta;
  /** Describes what is being requested and how to configure it. */
  spec: ResourceClaimSpec;
  /** Describes whether the claim is ready to use and what has been allocated. */
  status?: ResourceClaimStatus;
}

export interface ResourceClaimConsumerReference {
  /** The group for the resource being referenced. */
  apiGroup?: string;
  /** The type of resource being referenced, for example "pods". */
  resource: string;
  /** The name of resource being referenced. */
  name: string;
  /** Identifies exactly one incarnation of the resource. */
  uid: string;
}

export interface ResourceClaimList {
  apiVersion?: 'resource.k8s.io/v1';
  kind?: 'ResourceClaimList';
  metadata?: metav1.ListMeta;
  items: ResourceClaim[];
}

export interface ResourceClaimSpec {
  /** Defines how to request devices. */
  devices?: DeviceClaim;
}

export interface ResourceClaimStatus {
  /** Allocation is set once the claim has been allocated successfully. */
  allocation?: AllocationResult;
  /** Indicates which entities are currently allowed to use the claim. */
  reservedFor?: ResourceClaimConsumerReference[];
  /**
   * Contains the status of each device allocated for this claim, as reported by the driver. Feature gate:
   * DRAResourceClaimDeviceStatus.
   */
  devices?: AllocatedDeviceStatus[];
}

/** ResourceClaimTemplate is used to produce ResourceClaim objects. Since Kubernetes 1.34. */
export interface ResourceClaimTemplate {
  apiVersion?: 'resource.k8s.io/v1';
  kind?: 'ResourceClaimTemplate';
  metadata?: metav1.ObjectMeta;
  /** Describes the ResourceClaim that is to be generated. */
  spec: ResourceClaimTemplateSpec;
}

export interface ResourceClaimTemplateList {
  apiVersion?: 'resource.k8s.io/v1';
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
  /** Tracks the change in a pool over time. */
  generation: number;
  /** The total number of ResourceSlices in the pool at this generation number. */
  resourceSliceCount: number;
}

/** Represents one or more resources in a pool of similar resources, managed by a common driver. Since Kubernetes 1.34. */
export interface ResourceSlice {
  apiVersion?: 'resource.k8s.io/v1';
  kind?: 'ResourceSlice';
  metadata?: metav1.ObjectMeta;
  /** Contains the information published by the driver. */
  spec: ResourceSliceSpec;
}

export interface ResourceSliceList {
  apiVersion?: 'resource.k8s.io/v1';
  kind?: 'ResourceSliceList';
  metadata?: metav1.ListMeta;
  items: ResourceSlice[];
}

export interface ResourceSliceSpec {
  /** Identifies the DRA driver providing the capacity information. */
  driver: string;
  /** Describes the pool that this ResourceSlice belongs to. */
  pool: ResourcePool;
  /** Identifies the node which provides the resources in this pool. */
  nodeName?: string;
  /** Defines which nodes have access to the resources in the pool, when that pool is not limited to a single node. */
  nodeSelector?: corev1.NodeSelector;
  /** Indicates that all nodes have access to the resources in the pool. */
  allNodes?: boolean;
  /** Lists some or all of the devices in this pool. */
  devices?: Device[];
  /**
   * Defines whether the access from nodes to resources in the pool is set on the ResourceSlice level or on each device. Feature
   * gate: DRAPartitionableDevices.
   */
  perDeviceNodeSelection?: boolean;
  /**
   * Defines a list of counter sets, each of which has a name and a list of counters available. Feature gate:
   * DRAPartitionableDevices.
   */
  sharedCounters?: CounterSet[];
}
