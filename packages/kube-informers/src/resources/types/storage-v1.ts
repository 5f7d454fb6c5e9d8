// Generated from k8s.io/api 0.36.4 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).
import type * as corev1 from './core-v1.js';
import type * as metav1 from '../../meta/meta-v1.js';

/**
 * Captures information about a Container Storage Interface (CSI) volume driver deployed on the cluster. Since Kubernetes 1.18.
 */
export interface CSIDriver {
  apiVersion?: 'storage.k8s.io/v1' | undefined;
  kind?: 'CSIDriver' | undefined;
  metadata?: metav1.ObjectMeta | undefined;
  spec: CSIDriverSpec;
}

export interface CSIDriverList {
  apiVersion?: 'storage.k8s.io/v1' | undefined;
  kind?: 'CSIDriverList' | undefined;
  metadata?: metav1.ListMeta | undefined;
  items: CSIDriver[];
}

export interface CSIDriverSpec {
  /**
   * Indicates this CSI volume driver requires an attach operation (because it implements the CSI ControllerPublishVolume()
   * method), and that the Kubernetes attach detach controller should call the attach volume interface which checks the
   * volumeattachment status and waits until the volume is attached before proceeding to mounting.
   */
  attachRequired?: boolean | undefined;
  /**
   * Indicates this CSI volume driver requires additional pod information (like podName, podUID, etc.) during mount operations,
   * if set to true.
   */
  podInfoOnMount?: boolean | undefined;
  /** Defines what kind of volumes this CSI volume driver supports. */
  volumeLifecycleModes?: VolumeLifecycleMode[] | undefined;
  /**
   * Indicates that the CSI volume driver wants pod scheduling to consider the storage capacity that the driver deployment will
   * report by creating CSIStorageCapacity objects with capacity information, if set to true. Feature gate: CSIStorageCapacity.
   */
  storageCapacity?: boolean | undefined;
  /** Defines if the underlying volume supports changing ownership and permission of the volume before being mounted. */
  fsGroupPolicy?: FSGroupPolicy | undefined;
  /** Indicates the CSI driver needs pods' service account tokens it is mounting volume for to do necessary authentication. */
  tokenRequests?: TokenRequest[] | undefined;
  /**
   * Indicates the CSI driver wants `NodePublishVolume` being periodically called to reflect any possible change in the mounted
   * volume.
   */
  requiresRepublish?: boolean | undefined;
  /** Specifies if the CSI driver supports "-o context" mount option. Feature gate: SELinuxMountReadWriteOncePod. */
  seLinuxMount?: boolean | undefined;
  /**
   * Specifies the interval between periodic updates of the CSINode allocatable capacity for this driver. Feature gate:
   * MutableCSINodeAllocatableCount.
   */
  nodeAllocatableUpdatePeriodSeconds?: number | undefined;
  /**
   * An opt-in for CSI drivers to indicate that service account tokens should be passed via the Secrets field in
   * NodePublishVolumeRequest instead of the VolumeContext field. Feature gate: CSIServiceAccountTokenSecrets.
   */
  serviceAccountTokenInSecrets?: boolean | undefined;
  /**
   * Indicates that the CSI driver wants to prevent pod scheduling if the CSI driver on the node is missing. Feature gate:
   * VolumeLimitScaling.
   */
  preventPodSchedulingIfMissing?: boolean | undefined;
}

/** Holds information about all CSI drivers installed on a node. Since Kubernetes 1.17. */
export interface CSINode {
  apiVersion?: 'storage.k8s.io/v1' | undefined;
  kind?: 'CSINode' | undefined;
  metadata?: metav1.ObjectMeta | undefined;
  spec: CSINodeSpec;
}

export interface CSINodeDriver {
  /** Represents the name of the CSI driver that this object refers to. */
  name: string;
  /** nodeID of the node from the driver point of view. */
  nodeID: string;
  /** The list of keys supported by the driver. */
  topologyKeys?: string[] | null | undefined;
  /** Represents the volume resources of a node that are available for scheduling. */
  allocatable?: VolumeNodeResources | undefined;
}

export interface CSINodeList {
  apiVersion?: 'storage.k8s.io/v1' | undefined;
  kind?: 'CSINodeList' | undefined;
  metadata?: metav1.ListMeta | undefined;
  items: CSINode[];
}

export interface CSINodeSpec {
  /** A list of information of all CSI Drivers existing on a node. */
  drivers: CSINodeDriver[] | null;
}

/** Stores the result of one CSI GetCapacity call. Since Kubernetes 1.24. */
export interface CSIStorageCapacity {
  apiVersion?: 'storage.k8s.io/v1' | undefined;
  kind?: 'CSIStorageCapacity' | undefined;
  metadata?: metav1.ObjectMeta | undefined;
  /** Defines which nodes have access to the storage for which capacity was reported. */
  nodeTopology?: metav1.LabelSelector | undefined;
  /** Represents the name of the StorageClass that the reported capacity applies to. */
  storageClassName: string;
  /**
   * The value reported by the CSI driver in its GetCapacityResponse for a GetCapacityRequest with topology and parameters that
   * match the previous fields.
   */
  capacity?: metav1.Quantity | undefined;
  /**
   * The value reported by the CSI driver in its GetCapacityResponse for a GetCapacityRequest with topology and parameters that
   * match the previous fields.
   */
  maximumVolumeSize?: metav1.Quantity | undefined;
}

export interface CSIStorageCapacityList {
  apiVersion?: 'storage.k8s.io/v1' | undefined;
  kind?: 'CSIStorageCapacityList' | undefined;
  metadata?: metav1.ListMeta | undefined;
  items: CSIStorageCapacity[];
}

export type FSGroupPolicy = 'ReadWriteOnceWithFSType' | 'File' | 'None' | (string & {});

/**
 * Describes the parameters for a class of storage for which PersistentVolumes can be dynamically provisioned. Since Kubernetes
 * 1.6.
 */
export interface StorageClass {
  apiVersion?: 'storage.k8s.io/v1' | undefined;
  kind?: 'StorageClass' | undefined;
  metadata?: metav1.ObjectMeta | undefined;
  provisioner: string;
  /** Holds the parameters for the provisioner that should create volumes of this storage class. */
  parameters?: { [key: string]: string } | undefined;
  /** Controls the reclaimPolicy for dynamically provisioned PersistentVolumes of this storage class. */
  reclaimPolicy?: corev1.PersistentVolumeReclaimPolicy | undefined;
  /** Controls the mountOptions for dynamically provisioned PersistentVolumes of this storage class. e.g. ["ro", "soft"]. */
  mountOptions?: string[] | undefined;
  /** Shows whether the storage class allow volume expand. */
  allowVolumeExpansion?: boolean | undefined;
  /** Indicates how PersistentVolumeClaims should be provisioned and bound. */
  volumeBindingMode?: VolumeBindingMode | undefined;
  /** allowedTopologies restrict the node topologies where volumes can be dynamically provisioned. */
  allowedTopologies?: corev1.TopologySelectorTerm[] | undefined;
}

export interface StorageClassList {
  apiVersion?: 'storage.k8s.io/v1' | undefined;
  kind?: 'StorageClassList' | undefined;
  metadata?: metav1.ListMeta | undefined;
  items: StorageClass[];
}

export interface TokenRequest {
  /** The intended audience of the token in "TokenRequestSpec". */
  audience: string;
  /** The duration of validity of the token in "TokenRequestSpec". */
  expirationSeconds?: number | undefined;
}

/** Captures the intent to attach or detach the specified volume to/from the specified node. Since Kubernetes 1.13. */
export interface VolumeAttachment {
  apiVersion?: 'storage.k8s.io/v1' | undefined;
  kind?: 'VolumeAttachment' | undefined;
  metadata?: metav1.ObjectMeta | undefined;
  /** Represents specification of the desired attach/detach volume behavior. */
  spec: VolumeAttachmentSpec;
  /** Represents status of the VolumeAttachment request. */
  status?: VolumeAttachmentStatus | undefined;
}

export interface VolumeAttachmentList {
  apiVersion?: 'storage.k8s.io/v1' | undefined;
  kind?: 'VolumeAttachmentList' | undefined;
  metadata?: metav1.ListMeta | undefined;
  items: VolumeAttachment[];
}

export interface VolumeAttachmentSource {
  /** Represents the name of the persistent volume to attach. */
  persistentVolumeName?: string | undefined;
  /** Contains all the information necessary to attach a persistent volume defined by a pod's inline VolumeSource. */
  inlineVolumeSpec?: corev1.PersistentVolumeSpec | undefined;
}

export interface VolumeAttachmentSpec {
  /** Indicates the name of the volume driver that MUST handle this request. */
  attacher: string;
  /** Represents the volume that should be attached. */
  source: VolumeAttachmentSource;
  /** Represents the node that the volume should be attached to. */
  nodeName: string;
}

export interface VolumeAttachmentStatus {
  /** Indicates the volume is successfully attached. */
  attached: boolean;
  /**
   * attachmentMetadata is populated with any information returned by the attach operation, upon successful attach, that must be
   * passed into subsequent WaitForAttach or Mount calls.
   */
  attachmentMetadata?: { [key: string]: string } | undefined;
  /** Represents the last error encountered during attach operation, if any. */
  attachError?: VolumeError | undefined;
  /** Represents the last error encountered during detach operation, if any. */
  detachError?: VolumeError | undefined;
}

/** Represents a specification of mutable volume attributes defined by the CSI driver. Since Kubernetes 1.34. */
export interface VolumeAttributesClass {
  apiVersion?: 'storage.k8s.io/v1' | undefined;
  kind?: 'VolumeAttributesClass' | undefined;
  metadata?: metav1.ObjectMeta | undefined;
  /** Name of the CSI driver This field is immutable. */
  driverName: string;
  /** parameters hold volume attributes defined by the CSI driver. */
  parameters?: { [key: string]: string } | undefined;
}

export interface VolumeAttributesClassList {
  apiVersion?: 'storage.k8s.io/v1' | undefined;
  kind?: 'VolumeAttributesClassList' | undefined;
  metadata?: metav1.ListMeta | undefined;
  items: VolumeAttributesClass[];
}

export type VolumeBindingMode = 'Immediate' | 'WaitForFirstConsumer' | (string & {});

export interface VolumeError {
  /** Represents the time the error was encountered. */
  time?: metav1.Time | undefined;
  /** Represents the error encountered during Attach or Detach operation. */
  message?: string | undefined;
  /**
   * A numeric gRPC code representing the error encountered during Attach or Detach operations. Feature gate:
   * MutableCSINodeAllocatableCount.
   */
  errorCode?: number | undefined;
}

export type VolumeLifecycleMode = 'Persistent' | 'Ephemeral' | (string & {});

export interface VolumeNodeResources {
  /** Indicates the maximum number of unique volumes managed by the CSI driver that can be used on a node. */
  count?: number | undefined;
}
