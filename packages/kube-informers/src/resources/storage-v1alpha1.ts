// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).

import type { Resource } from '../meta/resource.js';
import type * as types from './types/storage-v1alpha1.js';
import { groupVersion } from './group-version.js';

const { clusterScoped } = groupVersion('storage.k8s.io', 'v1alpha1');

/** The resources of storage.k8s.io, version v1alpha1. */
export const storageV1alpha1: {
  /**
   * VolumeAttributesClass, cluster-scoped. Represents a specification of mutable volume attributes defined by the CSI driver.
   * @deprecated Removed in Kubernetes 1.35, kept here until 2026-12-17: use VolumeAttributesClass of storage.k8s.io/v1.
   */
  readonly volumeAttributesClasses: Resource<types.VolumeAttributesClass, never>;
} = {
  volumeAttributesClasses: clusterScoped('volumeattributesclasses', 'VolumeAttributesClass', {
    shortNames: ['vac'],
  }),
};
