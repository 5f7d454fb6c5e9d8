// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).
import type * as corev1 from './core-v1.js';
import type * as metav1 from '../../meta/meta-v1.js';

/** Status of an AllocatedDevice. */
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
  shareID?: string | undefined;
  /** Contains the latest observation of the device's state. */
  conditions?: metav1.Condition[] | null | undefined;
  /** Contains arbitrary driver-specific data. */
  data?: metav1.RawExtension | undefined;
  /** Contains network-related information specific to the device. */
  networkData?: NetworkDeviceData | undefined;
}

/** Allocation config source. */
export type AllocationConfigSource = 'FromClass' | 'FromClaim' | (string & {});

/** Contains attributes of an allocated resource. */
export interface AllocationResult {
  /** The result of allocating devices. */
  devices?: DeviceAllocationResult | undefined;
  /** Defines where the allocated resources are available. */
  nodeSelector?: corev1.NodeSelector | undefined;
  /**
   * Stores the time when the resources were allocated. Feature gate: DRADeviceBindingConditions,DRAResourceClaimDeviceStatus.
   */
  allocationTimestamp?: metav1.Time | undefined;
}

/** Contains a CEL expression for selecting a device. */
export interface CELDeviceSelector {
  /** A CEL expression which evaluates a single device. */
  expression: string;
}

/** Defines how requests consume device capacity. */
export interface CapacityRequestPolicy {
  /**
   * Specifies how much of this capacity is consumed by a request that does not contain an entry for it in DeviceRequest's
   * Capacity.
   */
  default?: metav1.Quantity | null | undefined;
  /** Defines a set of acceptable quantity values in consuming requests. */
  validValues?: metav1.Quantity[] | undefined;
  /** Defines an acceptable quantity value range in consuming requests. */
  validRange?: CapacityRequestPolicyRange | undefined;
}

/** Defines a valid range for consumable capacity values. */
export interface CapacityRequestPolicyRange {
  /** Specifies the minimum capacity allowed for a consumption request. */
  min: metav1.Quantity;
  /** Defines the upper limit for capacity that can be requested. */
  max?: metav1.Quantity | undefined;
  /** Defines the step size between valid capacity amounts within the range. */
  step?: metav1.Quantity | undefined;
}

/** Capacity requirements. */
export interface CapacityRequirements {
  /**
   * Requests represent individual device resource requests for distinct resources, all of which must be provided by the device.
   */
  requests?: { [key: string]: metav1.Quantity } | undefined;
}

/** Describes a quantity associated with a device. */
export interface Counter {
  /** Defines how much of a certain device counter is available. */
  value: metav1.Quantity;
}

/** Counter set. */
export interface CounterSet {
  /** Defines the name of the counter set. */
  name: string;
  /**
   * Defines the set of counters for this CounterSet The name of each counter must be unique in that set and must be a DNS
   * label.
   */
  counters: { [key: string]: Counter };
}

/** Device. */
export interface Device {
  /** Name is unique identifier among all devices managed by the driver in the pool. */
  name: string;
  /** Defines the set of attributes for this device. */
  attributes?: { [key: string]: DeviceAttribute } | undefined;
  /** Defines the set of capacities for this device. */
  capacity?: { [key: string]: DeviceCapacity } | undefined;
  /**
   * Defines a list of references to sharedCounters and the set of counters that the device will consume from those counter
   * sets. Feature gate: DRAPartitionableDevices.
   */
  consumesCounters?: DeviceCounterConsumption[] | undefined;
  /** Identifies the node where the device is available. Feature gate: DRAPartitionableDevices. */
  nodeName?: string | undefined;
  /** Defines the nodes where the device is available. Feature gate: DRAPartitionableDevices. */
  nodeSelector?: corev1.NodeSelector | undefined;
  /** Indicates that all nodes have access to the device. Feature gate: DRAPartitionableDevices. */
  allNodes?: boolean | undefined;
  /** If specified, these are the driver-defined taints. Feature gate: DRADeviceTaints. */
  taints?: DeviceTaint[] | undefined;
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
  nodeAllocatableResources?: { [key: string]: NodeAllocatableResource } | undefined;
}

/** Gets embedded in an AllocationResult. */
export interface DeviceAllocationConfiguration extends DeviceConfiguration {
  /**
   * Records whether the configuration comes from a class and thus is not something that a normal user would have been able to
   * set or from a claim.
   */
  source: AllocationConfigSource;
  /** Lists the names of requests where the configuration applies. */
  requests?: string[] | undefined;
}

/** Device allocation mode. */
export type DeviceAllocationMode = 'ExactCount' | 'All' | (string & {});

/** The result of allocating devices. */
export interface DeviceAllocationResult {
  /** Lists all allocated devices. */
  results?: DeviceRequestAllocationResult[] | undefined;
  /** This field is a combination of all the claim and class configuration parameters. */
  config?: DeviceAllocationConfiguration[] | undefined;
}

/** DeviceAttribute must have exactly one field set. */
export interface DeviceAttribute {
  /** IntValue is a number. */
  int?: number | undefined;
  /** BoolValue is a true/false value. */
  bool?: boolean | undefined;
  /** StringValue is a string. */
  string?: string | undefined;
  /** VersionValue is a semantic version according to semver.org spec 2.0.0. */
  version?: string | undefined;
  /** IntValues is a non-empty list of numbers. Feature gate: DRAListTypeAttributes. */
  ints?: number[] | undefined;
  /** BoolValues is a non-empty list of true/false values. Feature gate: DRAListTypeAttributes. */
  bools?: boolean[] | undefined;
  /** StringValues is a non-empty list of strings. Feature gate: DRAListTypeAttributes. */
  strings?: string[] | undefined;
  /**
   * VersionValues is a non-empty list of semantic versions according to semver.org spec 2.0.0. Feature gate:
   * DRAListTypeAttributes.
   */
  versions?: string[] | undefined;
}

/** Describes a quantity associated with a device. */
export interface DeviceCapacity {
  /** Defines how much of a certain capacity that device has. */
  value: metav1.Quantity;
  /**
   * Defines how this DeviceCapacity must be consumed when the device is allowed to be shared by multiple allocations. Feature
   * gate: DRAConsumableCapacity.
   */
  requestPolicy?: CapacityRequestPolicy | undefined;
}

/** Defines how to request devices with a ResourceClaim. */
export interface DeviceClaim {
  /** Requests represent individual requests for distinct devices which must all be satisfied. */
  requests?: DeviceRequest[] | null | undefined;
  /** These constraints must be satisfied by the set of devices that get allocated for the claim. */
  constraints?: DeviceConstraint[] | undefined;
  /** This field holds configuration for multiple potential drivers which could satisfy requests in this claim. */
  config?: DeviceClaimConfiguration[] | undefined;
}

/** DeviceClaimConfiguration is used for configuration parameters in DeviceClaim. */
export interface DeviceClaimConfiguration extends DeviceConfiguration {
  /** Lists the names of requests where the configuration applies. */
  requests?: string[] | undefined;
}

/** A vendor- or admin-provided resource that contains device configuration and selectors. Since Kubernetes 1.34. */
export interface DeviceClass {
  /** API group and version. */
  apiVersion?: 'resource.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'DeviceClass' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** Defines what can be allocated and how to configure it. */
  spec?: DeviceClassSpec | undefined;
}

/** DeviceClassConfiguration is used in DeviceClass. */
export interface DeviceClassConfiguration extends DeviceConfiguration {
}

/** List of DeviceClass objects. */
export interface DeviceClassList {
  /** API group and version. */
  apiVersion?: 'resource.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'DeviceClassList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: DeviceClass[];
}

/** Spec of a DeviceClass. */
export interface DeviceClassSpec {
  /** Each selector must be satisfied by a device which is claimed via this class. */
  selectors?: DeviceSelector[] | undefined;
  /** Defines configuration parameters that apply to each device that is claimed via this class. */
  config?: DeviceClassConfiguration[] | undefined;
  /** Feature gate: DRAExtendedResource. */
  extendedResourceName?: string | undefined;
}

/** DeviceConfiguration must have exactly one field set. */
export interface DeviceConfiguration {
  /** Provides driver-specific configuration parameters. */
  opaque?: OpaqueDeviceConfiguration | undefined;
}

/** DeviceConstraint must have exactly one field set besides Requests. */
export interface DeviceConstraint {
  /** A list of the one or more requests in this claim which must co-satisfy this constraint. */
  requests?: string[] | undefined;
  /**
   * Requires that all devices in question have this attribute and that its type and value are the same across those devices.
   */
  matchAttribute?: string | undefined;
  /**
   * Requires that all devices in question have this attribute and that its type and value are unique across those devices.
   * Feature gate: DRAConsumableCapacity.
   */
  distinctAttribute?: string | undefined;
}

/** Device counter consumption. */
export interface DeviceCounterConsumption {
  /** The name of the set from which the counters defined will be consumed. */
  counterSet: string;
  /** Defines the counters that will be consumed by the device. */
  counters: { [key: string]: Counter };
  /** A list of opaque group names for this counter set consumption. Feature gate: DRADeviceCompatibilityGroups. */
  compatibilityGroups?: string[] | undefined;
}

/** Defines a derived attribute computed via CEL. */
export interface DeviceDerivedAttribute {
  /** The identifier for this derived attribute, used in constraints. */
  name: string;
  /** A CEL expression evaluated against each candidate device. */
  expression: string;
}

/** A request for devices required for a claim. */
export interface DeviceRequest {
  /**
   * Name can be used to reference this request in a pod.spec.containers[].resources.claims entry and in a constraint of the
   * claim.
   */
  name: string;
  /** Specifies the details for a single request that must be met exactly for the request to be satisfied. */
  exactly?: ExactDeviceRequest | undefined;
  /** Contains subrequests, of which exactly one will be selected by the scheduler. Feature gate: DRAPrioritizedList. */
  firstAvailable?: DeviceSubRequest[] | undefined;
}

/** Contains the allocation result for one request. */
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
  adminAccess?: boolean | undefined;
  /**
   * A copy of all tolerations specified in the request at the time when the device got allocated. Feature gate:
   * DRADeviceTaints.
   */
  tolerations?: DeviceToleration[] | undefined;
  /**
   * Contains a copy of the BindingConditions from the corresponding ResourceSlice at the time of allocation. Feature gate:
   * DRADeviceBindingConditions,DRAResourceClaimDeviceStatus.
   */
  bindingConditions?: string[] | undefined;
  /**
   * Contains a copy of the BindingFailureConditions from the corresponding ResourceSlice at the time of allocation. Feature
   * gate: DRADeviceBindingConditions,DRAResourceClaimDeviceStatus.
   */
  bindingFailureConditions?: string[] | undefined;
  /**
   * ShareID uniquely identifies an individual allocation share of the device, used when the device supports multiple
   * simultaneous allocations. Feature gate: DRAConsumableCapacity.
   */
  shareID?: string | undefined;
  /** Tracks the amount of capacity consumed per device as part of the claim request. Feature gate: DRAConsumableCapacity. */
  consumedCapacity?: { [key: string]: metav1.Quantity } | undefined;
  /**
   * Lists node-local resource operations (gRPC calls) that will be skipped for this allocated device when determining whether
   * operations are necessary on the node. Feature gate: DRAOptionalNodeOperations.
   */
  skipNodeOperations?: SkipNodeOperation[] | undefined;
}

/** DeviceSelector must have exactly one field set. */
export interface DeviceSelector {
  /** Contains a CEL expression for selecting a device. */
  cel?: CELDeviceSelector | undefined;
}

/** Device sub request. */
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
  selectors?: DeviceSelector[] | undefined;
  /** AllocationMode and its related fields define how devices are allocated to satisfy this subrequest. */
  allocationMode?: DeviceAllocationMode | undefined;
  /** Count is used only when the count mode is "ExactCount". */
  count?: number | undefined;
  /** If specified, the request's tolerations. Feature gate: DRADeviceTaints. */
  tolerations?: DeviceToleration[] | undefined;
  /** Capacity define resource requirements against each capacity. Feature gate: DRAConsumableCapacity. */
  capacity?: CapacityRequirements | undefined;
  /**
   * Defines a set of virtual attributes computed via CEL expressions for each candidate device. Feature gate:
   * DRADerivedAttributes.
   */
  derivedAttributes?: DeviceDerivedAttribute[] | undefined;
}

/** Device taint. */
export interface DeviceTaint {
  /** The taint key to be applied to a device. */
  key: string;
  /** The taint value corresponding to the taint key. */
  value?: string | undefined;
  /** The effect of the taint on claims that do not tolerate the taint and through such claims on the pods using them. */
  effect: DeviceTaintEffect;
  /** Represents the time at which the taint was added or (only in a DeviceTaintRule) the effect was modified. */
  timeAdded?: metav1.Time | undefined;
}

/** Device taint effect. */
export type DeviceTaintEffect = 'None' | 'NoSchedule' | 'NoExecute' | (string & {});

/** Adds one taint to all devices which match the selector. Since Kubernetes 1.37. */
export interface DeviceTaintRule {
  /** API group and version. */
  apiVersion?: 'resource.k8s.io/v1' | undefined;
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
  apiVersion?: 'resource.k8s.io/v1' | undefined;
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
  taint: DeviceTaint;
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

/** Device toleration. */
export interface DeviceToleration {
  /** The taint key that the toleration applies to. */
  key?: string | undefined;
  /**
   * Represents a key's relationship to the value.
   * @default 'Equal'
   */
  operator?: DeviceTolerationOperator | undefined;
  /** The taint value the toleration matches to. */
  value?: string | undefined;
  /** Indicates the taint effect to match. */
  effect?: DeviceTaintEffect | undefined;
  /**
   * Represents the period of time the toleration (which must be of effect NoExecute, otherwise this field is ignored) tolerates
   * the taint.
   */
  tolerationSeconds?: number | undefined;
}

/** A toleration operator is the set of operators that can be used in a toleration. */
export type DeviceTolerationOperator = 'Exists' | 'Equal' | (string & {});

/** A request for one or more identical devices. */
export interface ExactDeviceRequest {
  /**
   * References a specific DeviceClass, which can define additional configuration and selectors to be inherited by this request.
   */
  deviceClassName: string;
  /**
   * Selectors define criteria which must be satisfied by a specific device in order for that device to be considered for this
   * request.
   */
  selectors?: DeviceSelector[] | undefined;
  /** AllocationMode and its related fields define how devices are allocated to satisfy this request. */
  allocationMode?: DeviceAllocationMode | undefined;
  /** Count is used only when the count mode is "ExactCount". */
  count?: number | undefined;
  /** Indicates that this is a claim for administrative access to the device(s). Feature gate: DRAAdminAccess. */
  adminAccess?: boolean | undefined;
  /** If specified, the request's tolerations. Feature gate: DRADeviceTaints. */
  tolerations?: DeviceToleration[] | undefined;
  /** Capacity define resource requirements against each capacity. Feature gate: DRAConsumableCapacity. */
  capacity?: CapacityRequirements | undefined;
  /**
   * Defines a set of virtual attributes computed via CEL expressions for each candidate device. Feature gate:
   * DRADerivedAttributes.
   */
  derivedAttributes?: DeviceDerivedAttribute[] | undefined;
}

/** Provides network-related details for the allocated device. */
export interface NetworkDeviceData {
  /** Specifies the name of the network interface associated with the allocated device. */
  interfaceName?: string | undefined;
  /** Lists the network addresses assigned to the device's network interface. */
  ips?: string[] | undefined;
  /** Represents the hardware address (e.g. MAC Address) of the device's network interface. */
  hardwareAddress?: string | undefined;
}

/** Node allocatable mapping. */
export interface NodeAllocatableMapping {
  /** References a capacity name defined as a key in the `spec.devices[*].capacity` map. */
  capacityKey?: string | undefined;
  /** CapacityMultiplier is used as a multiplier for the allocated capacity consumed. */
  capacityMultiplier?: metav1.Quantity | undefined;
  /** DeviceMultiplier is used as a multiplier for the allocated device count in the claim. */
  deviceMultiplier?: metav1.Quantity | undefined;
}

/** Node allocatable overhead. */
export interface NodeAllocatableOverhead {
  /** PerPod is overhead applied once per pod referencing the claim on this node. */
  perPod?: metav1.Quantity | undefined;
  /** PerContainer is applied per container reference to the claim. */
  perContainer?: metav1.Quantity | undefined;
}

/** Node allocatable resource. */
export interface NodeAllocatableResource {
  /**
   * Mapping is used when the device directly models a node allocatable resource like standard CPU or memory (e.g., with a CPU
   * DRA driver).
   */
  mapping?: NodeAllocatableMapping | undefined;
  /**
   * Contains fields for modeling auxiliary overhead incurred on node allocatable resources when allocating devices that are not
   * themselves modeling a node allocatable resource (e.g., host memory overhead for GPUs).
   */
  overhead?: NodeAllocatableOverhead | undefined;
}

/** Opaque device configuration. */
export interface OpaqueDeviceConfiguration {
  /** Driver is used to determine which kubelet plugin needs to be passed these configuration parameters. */
  driver: string;
  /** Parameters can contain arbitrary data. */
  parameters: metav1.RawExtension;
}

/** Describes a request for access to resources in the cluster, for use by workloads. Since Kubernetes 1.34. */
export interface ResourceClaim {
  /** API group and version. */
  apiVersion?: 'resource.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'ResourceClaim' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** Describes what is being requested and how to configure it. */
  spec?: ResourceClaimSpec | undefined;
  /** Describes whether the claim is ready to use and what has been allocated. */
  status?: ResourceClaimStatus | undefined;
}

/** Resource claim consumer reference. */
export interface ResourceClaimConsumerReference {
  /** The group for the resource being referenced. */
  apiGroup?: string | undefined;
  /** The type of resource being referenced, for example "pods". */
  resource: string;
  /** The name of resource being referenced. */
  name: string;
  /** Identifies exactly one incarnation of the resource. */
  uid: string;
}

/** List of ResourceClaim objects. */
export interface ResourceClaimList {
  /** API group and version. */
  apiVersion?: 'resource.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'ResourceClaimList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: ResourceClaim[];
}

/** Spec of a ResourceClaim. */
export interface ResourceClaimSpec {
  /** Defines how to request devices. */
  devices?: DeviceClaim | undefined;
}

/** Status of a ResourceClaim. */
export interface ResourceClaimStatus {
  /** Allocation is set once the claim has been allocated successfully. */
  allocation?: AllocationResult | undefined;
  /** Indicates which entities are currently allowed to use the claim. */
  reservedFor?: ResourceClaimConsumerReference[] | undefined;
  /**
   * Contains the status of each device allocated for this claim, as reported by the driver. Feature gate:
   * DRAResourceClaimDeviceStatus.
   */
  devices?: AllocatedDeviceStatus[] | undefined;
}

/** ResourceClaimTemplate is used to produce ResourceClaim objects. Since Kubernetes 1.34. */
export interface ResourceClaimTemplate {
  /** API group and version. */
  apiVersion?: 'resource.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'ResourceClaimTemplate' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** Describes the ResourceClaim that is to be generated. */
  spec?: ResourceClaimTemplateSpec | undefined;
}

/** List of ResourceClaimTemplate objects. */
export interface ResourceClaimTemplateList {
  /** API group and version. */
  apiVersion?: 'resource.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'ResourceClaimTemplateList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: ResourceClaimTemplate[];
}

/** Spec of a ResourceClaimTemplate. */
export interface ResourceClaimTemplateSpec {
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** Spec for the ResourceClaim. */
  spec?: ResourceClaimSpec | undefined;
}

/** Describes the pool that ResourceSlices belong to. */
export interface ResourcePool {
  /** Name is used to identify the pool. */
  name: string;
  /** Tracks the change in a pool over time. */
  generation: number;
  /** The total number of ResourceSlices in the pool at this generation number. */
  resourceSliceCount: number;
}

/** Represents one or more resources in a pool of similar resources, managed by a common driver. Since Kubernetes 1.34. */
export interface ResourceSlice {
  /** API group and version. */
  apiVersion?: 'resource.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'ResourceSlice' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** Contains the information published by the driver. */
  spec: ResourceSliceSpec;
}

/** List of ResourceSlice objects. */
export interface ResourceSliceList {
  /** API group and version. */
  apiVersion?: 'resource.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'ResourceSliceList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: ResourceSlice[];
}

/** Spec of a ResourceSlice. */
export interface ResourceSliceSpec {
  /** Identifies the DRA driver providing the capacity information. */
  driver: string;
  /** Describes the pool that this ResourceSlice belongs to. */
  pool: ResourcePool;
  /** Identifies the node which provides the resources in this pool. */
  nodeName?: string | undefined;
  /** Defines which nodes have access to the resources in the pool, when that pool is not limited to a single node. */
  nodeSelector?: corev1.NodeSelector | undefined;
  /** Indicates that all nodes have access to the resources in the pool. */
  allNodes?: boolean | undefined;
  /** Lists some or all of the devices in this pool. */
  devices?: Device[] | undefined;
  /**
   * Defines whether the access from nodes to resources in the pool is set on the ResourceSlice level or on each device. Feature
   * gate: DRAPartitionableDevices.
   */
  perDeviceNodeSelection?: boolean | undefined;
  /**
   * Defines a list of counter sets, each of which has a name and a list of counters available. Feature gate:
   * DRAPartitionableDevices.
   */
  sharedCounters?: CounterSet[] | undefined;
  /**
   * Names a string device attribute (by fully qualified name, e.g. "gpu.example.com/profile") whose value labels each device
   * with its partition type, such as "Full" or "Half" for a MIG-style GPU. Feature gate: DRAPartitionableDevicesType.
   */
  partitionTypeAttribute?: string | undefined;
  /**
   * Lists node-local resource operations (gRPC calls) that will be skipped for the devices in this slice when determining
   * whether operations are necessary on the node. Feature gate: DRAOptionalNodeOperations.
   */
  skipNodeOperations?: SkipNodeOperation[] | undefined;
}

/** Skip node operation. */
export type SkipNodeOperation = 'NodePrepareResources' | 'NodeUnprepareResources' | '*' | (string & {});
