// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.

import type { MessageTable } from '../message-types.js';
import { coreV1 } from './core-v1.js';
import { metaV1 } from './meta-v1.js';

export const storageV1: MessageTable = {
  name: 'storage/v1',
  uses: [coreV1, metaV1],
  messages: `
CSIDriver=metadata 1 meta/v1.ObjectMeta o;spec 2 CSIDriverSpec
CSIDriverSpec=attachRequired 1 *bool o;podInfoOnMount 2 *bool o;volumeLifecycleModes 3 []string o;storageCapacity 4 *bool o;fsGroupPolicy 5 *string o;tokenRequests 6 []TokenRequest o;requiresRepublish 7 *bool o;seLinuxMount 8 *bool o;nodeAllocatableUpdatePeriodSeconds 9 *int64 o;serviceAccountTokenInSecrets 10 *bool o;preventPodSchedulingIfMissing 11 *bool o
CSINode=metadata 1 meta/v1.ObjectMeta o;spec 2 CSINodeSpec;status 3 CSINodeStatus o
CSINodeDriver=name 1 string;nodeID 2 string;topologyKeys 3 []string;allocatable 4 *VolumeNodeResources o
CSINodeSpec=drivers 1 []CSINodeDriver
CSINodeStatus=storageHealth 1 []StorageHealth o
CSIStorageCapacity=metadata 1 meta/v1.ObjectMeta o;nodeTopology 2 *meta/v1.LabelSelector o;storageClassName 3 string;capacity 4 *%quantity o;maximumVolumeSize 5 *%quantity o
StorageClass=metadata 1 meta/v1.ObjectMeta o;provisioner 2 string;parameters 3 {}string o;reclaimPolicy 4 *string o;mountOptions 5 []string o;allowVolumeExpansion 6 *bool o;volumeBindingMode 7 *string o;allowedTopologies 8 []core/v1.TopologySelectorTerm o
StorageHealth=name 1 string;healthConditions 2 []StorageHealthCondition o
StorageHealthCondition=status 1 string;reason 2 string;message 3 string o;accessMode 4 *string o;volumeMode 5 *string o;lastTransitionTime 6 %time o
TokenRequest=audience 1 string;expirationSeconds 2 *int64 o
VolumeAttachment=metadata 1 meta/v1.ObjectMeta o;spec 2 VolumeAttachmentSpec;status 3 VolumeAttachmentStatus o
VolumeAttachmentSource=persistentVolumeName 1 *string o;inlineVolumeSpec 2 *core/v1.PersistentVolumeSpec o
VolumeAttachmentSpec=attacher 1 string;source 2 VolumeAttachmentSource;nodeName 3 string
VolumeAttachmentStatus=attached 1 bool;attachmentMetadata 2 {}string o;attachError 3 *VolumeError o;detachError 4 *VolumeError o
VolumeAttributesClass=metadata 1 meta/v1.ObjectMeta o;driverName 2 string;parameters 3 {}string o
VolumeError=time 1 %time o;message 2 string o;errorCode 3 *int32 o
VolumeNodeResources=count 1 *int32 o
`,
};
