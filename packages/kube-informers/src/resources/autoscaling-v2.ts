// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).

import type { Resource } from '../meta/resource.js';
import type * as types from './types/autoscaling-v2.js';
import { groupVersion } from './group-version.js';

const { namespaced } = groupVersion('autoscaling', 'v2');

/** The resources of autoscaling, version v2. */
export const autoscalingV2: {
  /**
   * HorizontalPodAutoscaler, namespaced. The configuration for a horizontal pod autoscaler, which automatically manages the
   * replica count of any resource implementing the scale subresource based on the metrics specified.
   */
  readonly horizontalPodAutoscalers: Resource<types.HorizontalPodAutoscaler, 'status'>;
} = {
  horizontalPodAutoscalers: namespaced('horizontalpodautoscalers', 'HorizontalPodAutoscaler', {
    shortNames: ['hpa'],
    subresources: ['status'],
    categories: ['all'],
  }),
};
