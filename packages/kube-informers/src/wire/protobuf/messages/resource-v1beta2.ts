// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.

import type { MessageTable } from '../message-types.js';
import { coreV1 } from './core-v1.js';
import { metaV1 } from './meta-v1.js';

export const resourceV1beta2: MessageTable = {
  name: 'resource/v1beta2',
  uses: [coreV1, metaV1],
  messages: `
AllocatedDeviceStatus=driver 1 string;pool 2 string;device 3 string;shareID 7 *string o;conditions 4 []meta/v1.Condition;data 5 *%raw o;networkData 6 *NetworkDeviceData o
AllocationResult=devices 1 DeviceAllocationResult o;nodeSelector 3 *core/v1.NodeSelector o;allocationTimestamp 5 *%time o
CELDeviceSelector=expression 1 string
CapacityRequestPolicy=default 1 *%quantity;validValues 3 []%quantity o;validRange 4 *CapacityRequestPolicyRange o
CapacityRequestPolicyRange=min 1 *%quantity o;max 2 *%quantity o;step 3 *%quantity o
CapacityRequirements=requests 1 {}%quantity o
Counter=value 1 %quantity
CounterSet=name 1 string;counters 2 {}Counter o
Device=name 1 string;attributes 2 {}DeviceAttribute o;capacity 3 {}DeviceCapacity o;consumesCounters 4 []DeviceCounterConsumption o;nodeName 5 *string o;nodeSelector 6 *core/v1.NodeSelector o;allNodes 7 *bool o;taints 8 []DeviceTaint o;bindsToNode 9 *bool o;bindingConditions 10 []string o;bindingFailureConditions 11 []string o;allowMultipleAllocations 12 *bool o;nodeAllocatableResources 14 {}NodeAllocatableResource o
DeviceAllocationConfiguration=source 1 string;requests 2 []string o; 3 DeviceConfiguration
DeviceAllocationResult=results 1 []DeviceRequestAllocationResult o;config 2 []DeviceAllocationConfiguration o
DeviceAttribute=int 2 *int64 o;bool 3 *bool o;string 4 *string o;version 5 *string o;ints 6 []int64 o;bools 7 []bool o;strings 8 []string o;versions 9 []string o
DeviceCapacity=value 1 %quantity;requestPolicy 2 *CapacityRequestPolicy o
DeviceClaim=requests 1 []DeviceRequest;constraints 2 []DeviceConstraint o;config 3 []DeviceClaimConfiguration o
DeviceClaimConfiguration=requests 1 []string o; 2 DeviceConfiguration
DeviceClass=metadata 1 meta/v1.ObjectMeta o;spec 2 DeviceClassSpec
DeviceClassConfiguration= 1 DeviceConfiguration
DeviceClassSpec=selectors 1 []DeviceSelector o;config 2 []DeviceClassConfiguration o;extendedResourceName 4 *string o
DeviceConfiguration=opaque 1 *OpaqueDeviceConfiguration o
DeviceConstraint=requests 1 []string o;matchAttribute 2 *string o;distinctAttribute 3 *string o
DeviceCounterConsumption=counterSet 1 string;counters 2 {}Counter o;compatibilityGroups 3 []string o
DeviceDerivedAttribute=name 1 string;expression 2 string
DeviceRequest=name 1 string;exactly 2 *ExactDeviceRequest o;firstAvailable 3 []DeviceSubRequest o
DeviceRequestAllocationResult=request 1 string;driver 2 string;pool 3 string;device 4 string;adminAccess 5 *bool o;tolerations 6 []DeviceToleration o;bindingConditions 7 []string o;bindingFailureConditions 8 []string o;shareID 9 *string o;consumedCapacity 10 {}%quantity o;skipNodeOperations 11 []string o
DeviceSelector=cel 1 *CELDeviceSelector o
DeviceSubRequest=name 1 string;deviceClassName 2 string;selectors 3 []DeviceSelector o;allocationMode 4 string o;count 5 int64 o;tolerations 6 []DeviceToleration o;capacity 7 *CapacityRequirements o;derivedAttributes 8 []DeviceDerivedAttribute o
DeviceTaint=key 1 string;value 2 string o;effect 3 string;timeAdded 4 *%time o
DeviceTaintRule=metadata 1 meta/v1.ObjectMeta o;spec 2 DeviceTaintRuleSpec;status 3 DeviceTaintRuleStatus o
DeviceTaintRuleSpec=deviceSelector 1 *DeviceTaintSelector o;taint 2 DeviceTaint o
DeviceTaintRuleStatus=conditions 1 []meta/v1.Condition o
DeviceTaintSelector=driver 2 *string o;pool 3 *string o;device 4 *string o
DeviceToleration=key 1 string o;operator 2 string o;value 3 string o;effect 4 string o;tolerationSeconds 5 *int64 o
ExactDeviceRequest=deviceClassName 1 string;selectors 2 []DeviceSelector o;allocationMode 3 string o;count 4 int64 o;adminAccess 5 *bool o;tolerations 6 []DeviceToleration o;capacity 7 *CapacityRequirements o;derivedAttributes 8 []DeviceDerivedAttribute o
NetworkDeviceData=interfaceName 1 string o;ips 2 []string o;hardwareAddress 3 string o
NodeAllocatableMapping=capacityKey 1 *string o;capacityMultiplier 2 *%quantity o;deviceMultiplier 3 *%quantity o
NodeAllocatableOverhead=perPod 1 *%quantity o;perContainer 2 *%quantity o
NodeAllocatableResource=mapping 3 *NodeAllocatableMapping o;overhead 4 *NodeAllocatableOverhead o
OpaqueDeviceConfiguration=driver 1 string;parameters 2 %raw
ResourceClaim=metadata 1 meta/v1.ObjectMeta o;spec 2 ResourceClaimSpec;status 3 ResourceClaimStatus o
ResourceClaimConsumerReference=apiGroup 1 string o;resource 3 string;name 4 string;uid 5 string
ResourceClaimSpec=devices 1 DeviceClaim
ResourceClaimStatus=allocation 1 *AllocationResult o;reservedFor 2 []ResourceClaimConsumerReference o;devices 4 []AllocatedDeviceStatus o
ResourceClaimTemplate=metadata 1 meta/v1.ObjectMeta o;spec 2 ResourceClaimTemplateSpec
ResourceClaimTemplateSpec=metadata 1 meta/v1.ObjectMeta o;spec 2 ResourceClaimSpec
ResourcePool=name 1 string;generation 2 int64;resourceSliceCount 3 int64
ResourceSlice=metadata 1 meta/v1.ObjectMeta o;spec 2 ResourceSliceSpec
ResourceSliceSpec=driver 1 string;pool 2 ResourcePool;nodeName 3 *string o;nodeSelector 4 *core/v1.NodeSelector o;allNodes 5 *bool o;devices 6 []Device o;perDeviceNodeSelection 7 *bool o;sharedCounters 8 []CounterSet o;partitionTypeAttribute 9 *string o;skipNodeOperations 10 []string o
`,
};
