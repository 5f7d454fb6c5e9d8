// Generated from k8s.io/api 0.36.4 by scripts/kubernetes-api/generate.mjs; do not edit.

import type * as types from './types/storage-v1.js';
import { groupVersion } from './group-version.js';

const { clusterScoped, namespaced } = groupVersion('storage.k8s.io', 'v1');

/** The resources of storage.k8s.io, version v1. */
export const storageV1 = {
  csiDrivers: clusterScoped<types.CSIDriver>('csidrivers', 'CSIDriver'),
  csiNodes: clusterScoped<types.CSINode>('csinodes', 'CSINode'),
  csiStorageCapacities: namespaced<types.CSIStorageCapacity>('csistoragecapacities', 'CSIStorageCapacity'),
  storageClasses: clusterScoped<types.StorageClass>('storageclasses', 'StorageClass', { shortNames: ['sc'] }),
  volumeAttachments: clusterScoped<types.VolumeAttachment, 'status'>(
    'volumeattachments',
    'VolumeAttachment',
    { subresources: ['status'] },
  ),
  volumeAttributesClasses: clusterScoped<types.VolumeAttributesClass>(
    'volumeattributesclasses',
    'VolumeAttributesClass',
    { shortNames: ['vac'] },
  ),
} as const;
