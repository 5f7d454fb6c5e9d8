// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).
import type * as corev1 from './core-v1.js';
import type * as metav1 from '../../meta/meta-v1.js';

/**
 * Captures information about a Container Storage Interface (CSI) volume driver deployed on the cluster. Since Kubernetes 1.18.
 */
export interface CSIDriver {
  /** API group and version. */
  apiVersion?: 'storage.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'CSIDriver' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** Represents the specification of the CSI Driver. */
  spec: CSIDriverSpec;
}

/** List of CSIDriver objects. */
export interface CSIDriverList {
  /** API group and version. */
  apiVersion?: 'storage.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'CSIDriverList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: CSIDriver[];
}

/** Spec of a CSIDriver. */
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
  /** API group and version. */
  apiVersion?: 'storage.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'CSINode' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** The specification of CSINode */
  spec: CSINodeSpec;
  /** Contains health and status information for the node's storage. */
  status?: CSINodeStatus | undefined;
}

/** CSI node driver. */
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

/** List of CSINode objects. */
export interface CSINodeList {
  /** API group and version. */
  apiVersion?: 'storage.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'CSINodeList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: CSINode[];
}

/** Spec of a CSINode. */
export interface CSINodeSpec {
  /** A list of information of all CSI Drivers existing on a node. */
  drivers: CSINodeDriver[] | null;
}

/** Status of a CSINode. */
export interface CSINodeStatus {
  /** Contains backend health reports for CSI drivers registered on the node. Feature gate: CSIVolumeHealth. */
  storageHealth?: StorageHealth[] | undefined;
}

/** Stores the result of one CSI GetCapacity call. Since Kubernetes 1.24. */
export interface CSIStorageCapacity {
  /** API group and version. */
  apiVersion?: 'storage.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'CSIStorageCapacity' | undefined;
  /** Standard object metadata. */
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

/** List of CSIStorageCapacity objects. */
export interface CSIStorageCapacityList {
  /** API group and version. */
  apiVersion?: 'storage.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'CSIStorageCapacityList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: CSIStorageCapacity[];
}

/** FS group policy. */
export type FSGroupPolicy = 'ReadWriteOnceWithFSType' | 'File' | 'None' | (string & {});

/**
 * Describes the parameters for a class of storage for which PersistentVolumes can be dynamically provisioned. Since Kubernetes
 * 1.6.
 */
export interface StorageClass {
  /** API group and version. */
  apiVersion?: 'storage.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'StorageClass' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** Indicates the type of the provisioner. */
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

/** List of StorageClass objects. */
export interface StorageClassList {
  /** API group and version. */
  apiVersion?: 'storage.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'StorageClassList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: StorageClass[];
}

/** Storage health. */
export interface StorageHealth {
  /** The CSI driver name, matching CSINodeDriver.name. */
  name: string;
  /** healthConditions are the adverse storage backend conditions reported by the CSI driver. */
  healthConditions?: StorageHealthCondition[] | undefined;
}

/** Storage health condition. */
export interface StorageHealthCondition {
  /** The health status category. */
  status: StorageHealthStatusType;
  /** A brief CamelCase machine-parseable reason. */
  reason: string;
  /** A human-readable description. */
  message?: string | undefined;
  /** The access mode affected. */
  accessMode?: corev1.PersistentVolumeAccessMode | undefined;
  /** The volume mode affected. */
  volumeMode?: corev1.PersistentVolumeMode | undefined;
  /** lastTransitionTime is when this condition first appeared at its current state. */
  lastTransitionTime?: metav1.Time | undefined;
}

/** Storage health status type. */
export type StorageHealthStatusType = 'StorageUnreachable' | 'StorageDegraded' | (string & {});

/** Contains parameters of a service account token. */
export interface TokenRequest {
  /** The intended audience of the token in "TokenRequestSpec". */
  audience: string;
  /** The duration of validity of the token in "TokenRequestSpec". */
  expirationSeconds?: number | undefined;
}

/** Captures the intent to attach or detach the specified volume to/from the specified node. Since Kubernetes 1.13. */
export interface VolumeAttachment {
  /** API group and version. */
  apiVersion?: 'storage.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'VolumeAttachment' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** Represents specification of the desired attach/detach volume behavior. */
  spec: VolumeAttachmentSpec;
  /** Represents status of the VolumeAttachment request. */
  status?: VolumeAttachmentStatus | undefined;
}

/** List of VolumeAttachment objects. */
export interface VolumeAttachmentList {
  /** API group and version. */
  apiVersion?: 'storage.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'VolumeAttachmentList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: VolumeAttachment[];
}

/** Represents a volume that should be attached. */
export interface VolumeAttachmentSource {
  /** Represents the name of the persistent volume to attach. */
  persistentVolumeName?: string | undefined;
  /** Contains all the information necessary to attach a persistent volume defined by a pod's inline VolumeSource. */
  inlineVolumeSpec?: corev1.PersistentVolumeSpec | undefined;
}

/** Spec of a VolumeAttachment. */
export interface VolumeAttachmentSpec {
  /** Indicates the name of the volume driver that MUST handle this request. */
  attacher: string;
  /** Represents the volume that should be attached. */
  source: VolumeAttachmentSource;
  /** Represents the node that the volume should be attached to. */
  nodeName: string;
}

/** Status of a VolumeAttachment. */
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
  /** API group and version. */
  apiVersion?: 'storage.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'VolumeAttributesClass' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** The name of the CSI driver This field is immutable. */
  driverName: string;
  /** parameters hold volume attributes defined by the CSI driver. */
  parameters?: { [key: string]: string } | undefined;
}

/** List of VolumeAttributesClass objects. */
export interface VolumeAttributesClassList {
  /** API group and version. */
  apiVersion?: 'storage.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'VolumeAttributesClassList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: VolumeAttributesClass[];
}

/** Indicates how PersistentVolumeClaims should be bound. */
export type VolumeBindingMode = 'Immediate' | 'WaitForFirstConsumer' | (string & {});

/** Captures an error encountered during a volume operation. */
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

/** Volume lifecycle mode. */
export type VolumeLifecycleMode = 'Persistent' | 'Ephemeral' | (string & {});

/** A set of resource limits for scheduling of volumes. */
export interface VolumeNodeResources {
  /** Indicates the maximum number of unique volumes managed by the CSI driver that can be used on a node. */
  count?: number | undefined;
}
