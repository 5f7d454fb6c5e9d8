// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).

import type { Resource } from '../meta/resource.js';
import type * as types from './types/storage-v1.js';
import { groupVersion } from './group-version.js';

const { clusterScoped, namespaced } = groupVersion('storage.k8s.io', 'v1');

/** The resources of storage.k8s.io, version v1. */
export const storageV1: {
  /**
   * CSIDriver, cluster-scoped. Captures information about a Container Storage Interface (CSI) volume driver deployed on the
   * cluster.
   */
  readonly csiDrivers: Resource<types.CSIDriver, never>;
  /** CSINode, cluster-scoped. Holds information about all CSI drivers installed on a node. */
  readonly csiNodes: Resource<types.CSINode, 'status'>;
  /** CSIStorageCapacity, namespaced. Stores the result of one CSI GetCapacity call. */
  readonly csiStorageCapacities: Resource<types.CSIStorageCapacity, never>;
  /**
   * StorageClass, cluster-scoped. Describes the parameters for a class of storage for which PersistentVolumes can be
   * dynamically provisioned.
   */
  readonly storageClasses: Resource<types.StorageClass, never>;
  /**
   * VolumeAttachment, cluster-scoped. Captures the intent to attach or detach the specified volume to/from the specified node.
   */
  readonly volumeAttachments: Resource<types.VolumeAttachment, 'status'>;
  /**
   * VolumeAttributesClass, cluster-scoped. Represents a specification of mutable volume attributes defined by the CSI driver.
   */
  readonly volumeAttributesClasses: Resource<types.VolumeAttributesClass, never>;
} = {
  csiDrivers: clusterScoped('csidrivers', 'CSIDriver'),
  csiNodes: clusterScoped('csinodes', 'CSINode', { subresources: ['status'] }),
  csiStorageCapacities: namespaced('csistoragecapacities', 'CSIStorageCapacity'),
  storageClasses: clusterScoped('storageclasses', 'StorageClass', { shortNames: ['sc'] }),
  volumeAttachments: clusterScoped('volumeattachments', 'VolumeAttachment', { subresources: ['status'] }),
  volumeAttributesClasses: clusterScoped('volumeattributesclasses', 'VolumeAttributesClass', {
    shortNames: ['vac'],
  }),
};
