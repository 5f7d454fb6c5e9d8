// Generated from k8s.io/api 0.36.4 by scripts/kubernetes-api/generate.mjs; do not edit.

import type * as types from './types/storage-v1beta1.js';
import { groupVersion } from './group-version.js';

const { clusterScoped } = groupVersion('storage.k8s.io', 'v1beta1');

/** The resources of storage.k8s.io, version v1beta1. */
export const storageV1beta1 = {
  /** @deprecated Since Kubernetes 1.34, to be removed in 1.37: use VolumeAttributesClass of storage.k8s.io/v1. */
  volumeAttributesClasses: clusterScoped<types.VolumeAttributesClass>(
    'volumeattributesclasses',
    'VolumeAttributesClass',
    { shortNames: ['vac'] },
  ),
} as const;
