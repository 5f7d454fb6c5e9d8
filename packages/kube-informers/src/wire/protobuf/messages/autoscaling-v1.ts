// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.

import type { MessageTable } from '../message-types.js';
import { metaV1 } from './meta-v1.js';

export const autoscalingV1: MessageTable = {
  name: 'autoscaling/v1',
  uses: [metaV1],
  messages: `
CrossVersionObjectReference=kind 1 string;name 2 string;apiVersion 3 string o
HorizontalPodAutoscaler=metadata 1 meta/v1.ObjectMeta o;spec 2 HorizontalPodAutoscalerSpec o;status 3 HorizontalPodAutoscalerStatus o
HorizontalPodAutoscalerSpec=scaleTargetRef 1 CrossVersionObjectReference;minReplicas 2 *int32 o;maxReplicas 3 int32;targetCPUUtilizationPercentage 4 *int32 o
HorizontalPodAutoscalerStatus=observedGeneration 1 *int64 o;lastScaleTime 2 *%time o;currentReplicas 3 int32;desiredReplicas 4 int32;currentCPUUtilizationPercentage 5 *int32 o
`,
};
