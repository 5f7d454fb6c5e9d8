// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).

import type * as types from './types/storage-v1.js';
import { groupVersion } from './group-version.js';

const { clusterScoped, namespaced } = groupVersion('storage.k8s.io', 'v1');

/** The resources of storage.k8s.io, version v1. */
export const storageV1 = {
  /**
   * CSIDriver, cluster-scoped. Captures information about a Container Storage Interface (CSI) volume driver deployed on the
   * cluster.
   */
  csiDrivers: clusterScoped<types.CSIDriver, never>('csidrivers', 'CSIDriver'),
  /** CSINode, cluster-scoped. Holds information about all CSI drivers installed on a node. */
  csiNodes: clusterScoped<types.CSINode, 'status'>('csinodes', 'CSINode', { subresources: ['status'] }),
  /** CSIStorageCapacity, namespaced. Stores the result of one CSI GetCapacity call. */
  csiStorageCapacities: namespaced<types.CSIStorageCapacity, never>(
    'csistoragecapacities',
    'CSIStorageCapacity',
  ),
  /**
   * StorageClass, cluster-scoped. Describes the parameters for a class of storage for which PersistentVolumes can be
   * dynamically provisioned.
   */
  storageClasses: clusterScoped<types.StorageClass, never>('storageclasses', 'StorageClass', {
    shortNames: ['sc'],
  }),
  /**
   * VolumeAttachment, cluster-scoped. Captures the intent to attach or detach the specified volume to/from the specified node.
   */
  volumeAttachments: clusterScoped<types.VolumeAttachment, 'status'>(
    'volumeattachments',
    'VolumeAttachment',
    { subresources: ['status'] },
  ),
  /**
   * VolumeAttributesClass, cluster-scoped. Represents a specification of mutable volume attributes defined by the CSI driver.
   */
  volumeAttributesClasses: clusterScoped<types.VolumeAttributesClass, never>(
    'volumeattributesclasses',
    'VolumeAttributesClass',
    { shortNames: ['vac'] },
  ),
} as const;
