// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.

import type { MessageTable } from '../message-types.js';
import { metaV1 } from './meta-v1.js';

export const resourceV1alpha3: MessageTable = {
  name: 'resource/v1alpha3',
  uses: [metaV1],
  messages: `
DeviceTaint=key 1 string;value 2 string o;effect 3 string;timeAdded 4 *%time o
DeviceTaintRule=metadata 1 meta/v1.ObjectMeta o;spec 2 DeviceTaintRuleSpec;status 3 DeviceTaintRuleStatus o
DeviceTaintRuleSpec=deviceSelector 1 *DeviceTaintSelector o;taint 2 DeviceTaint o
DeviceTaintRuleStatus=conditions 1 []meta/v1.Condition o
DeviceTaintSelector=driver 2 *string o;pool 3 *string o;device 4 *string o
PartitionTypeStatus=attribute 4 string o;type 1 string o;total 2 *int32 o;allocatable 3 *int32 o
PoolStatus=driver 1 string o;poolName 2 string o;generation 9 int64;resourceSliceCount 8 *int32 o;totalDevices 4 *int32 o;allocatedDevices 5 *int32 o;availableDevices 6 *int32 o;unavailableDevices 7 *int32 o;nodeName 3 *string o;validationError 10 *string o;partitionSummary 11 []PartitionTypeStatus o;shareableSummary 13 *ShareableSummaryStatus o
ResourcePoolStatusRequest=metadata 1 meta/v1.ObjectMeta o;spec 2 ResourcePoolStatusRequestSpec;status 3 *ResourcePoolStatusRequestStatus o
ResourcePoolStatusRequestSpec=driver 1 string;poolName 2 *string o;limit 3 *int32 o;defaultPartitionTypeAttribute 4 *string o
ResourcePoolStatusRequestStatus=poolCount 6 *int32 o;pools 2 []PoolStatus o;conditions 3 []meta/v1.Condition o
ShareableCapacityStatus=name 1 string o;total 2 *%quantity o;consumed 3 *%quantity o;available 4 *%quantity o
ShareableSummaryStatus=fullyAvailableDevices 1 *int32 o;partiallyAvailableDevices 2 *int32 o;capacity 3 []ShareableCapacityStatus o
`,
};
