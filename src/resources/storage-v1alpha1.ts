// Written by scripts/derive-resources.mjs: change that or scripts/resource-facts.mjs, not this file.
import type { VolumeAttributesClass } from 'kubernetes-types/storage/v1alpha1.js';
import { defineResource } from '../meta/resource.js';

/** The resources of storage.k8s.io, version v1alpha1. */
export const storageV1alpha1 = {
  volumeAttributesClasses: defineResource<VolumeAttributesClass>({
    group: 'storage.k8s.io',
    version: 'v1alpha1',
    resource: 'volumeattributesclasses',
    kind: 'VolumeAttributesClass',
    namespaced: false,
    shortNames: ['vac'],
  }),
} as const;
