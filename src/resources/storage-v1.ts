// Written by scripts/derive-resources.mjs: change that or scripts/resource-facts.mjs, not this file.
import type {
  CSIDriver,
  CSINode,
  CSIStorageCapacity,
  StorageClass,
  VolumeAttachment,
} from 'kubernetes-types/storage/v1.js';
import { defineResource } from '../meta/resource.js';

/** The resources of storage.k8s.io, version v1. */
export const storageV1 = {
  csiDrivers: defineResource<CSIDriver>({
    group: 'storage.k8s.io',
    version: 'v1',
    resource: 'csidrivers',
    kind: 'CSIDriver',
    namespaced: false,
  }),
  csiNodes: defineResource<CSINode>({
    group: 'storage.k8s.io',
    version: 'v1',
    resource: 'csinodes',
    kind: 'CSINode',
    namespaced: false,
  }),
  csiStorageCapacities: defineResource<CSIStorageCapacity>({
    group: 'storage.k8s.io',
    version: 'v1',
    resource: 'csistoragecapacities',
    kind: 'CSIStorageCapacity',
    namespaced: true,
  }),
  storageClasses: defineResource<StorageClass>({
    group: 'storage.k8s.io',
    version: 'v1',
    resource: 'storageclasses',
    kind: 'StorageClass',
    namespaced: false,
    shortNames: ['sc'],
  }),
  volumeAttachments: defineResource<VolumeAttachment>({
    group: 'storage.k8s.io',
    version: 'v1',
    resource: 'volumeattachments',
    kind: 'VolumeAttachment',
    namespaced: false,
    subresources: ['status'],
  }),
} as const;
