// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.

import type { MessageTable } from '../message-types.js';
import { metaV1 } from './meta-v1.js';

export const autoscalingV2: MessageTable = {
  name: 'autoscaling/v2',
  uses: [metaV1],
  messages: `
ContainerResourceMetricSource=name 1 string;target 2 MetricTarget;container 3 string
ContainerResourceMetricStatus=name 1 string;current 2 MetricValueStatus;container 3 string
CrossVersionObjectReference=kind 1 string;name 2 string;apiVersion 3 string o
ExternalMetricSource=metric 1 MetricIdentifier;target 2 MetricTarget
ExternalMetricStatus=metric 1 MetricIdentifier;current 2 MetricValueStatus
HPAScalingPolicy=type 1 string;value 2 int32;periodSeconds 3 int32
HPAScalingRules=stabilizationWindowSeconds 3 *int32 o;selectPolicy 1 *string o;policies 2 []HPAScalingPolicy o;tolerance 4 *%quantity o
HorizontalPodAutoscaler=metadata 1 meta/v1.ObjectMeta o;spec 2 HorizontalPodAutoscalerSpec o;status 3 HorizontalPodAutoscalerStatus o
HorizontalPodAutoscalerBehavior=scaleUp 1 *HPAScalingRules o;scaleDown 2 *HPAScalingRules o
HorizontalPodAutoscalerCondition=type 1 string;status 2 string;lastTransitionTime 3 %time o;reason 4 string o;message 5 string o;observedGeneration 6 *int64 o
HorizontalPodAutoscalerSpec=scaleTargetRef 1 CrossVersionObjectReference;minReplicas 2 *int32 o;maxReplicas 3 int32;metrics 4 []MetricSpec o;behavior 5 *HorizontalPodAutoscalerBehavior o
HorizontalPodAutoscalerStatus=observedGeneration 1 *int64 o;lastScaleTime 2 *%time o;currentReplicas 3 int32 o;desiredReplicas 4 int32;currentMetrics 5 []MetricStatus;conditions 6 []HorizontalPodAutoscalerCondition o
MetricIdentifier=name 1 string;selector 2 *meta/v1.LabelSelector o
MetricSpec=type 1 string;object 2 *ObjectMetricSource o;pods 3 *PodsMetricSource o;resource 4 *ResourceMetricSource o;containerResource 7 *ContainerResourceMetricSource o;external 5 *ExternalMetricSource o
MetricStatus=type 1 string;object 2 *ObjectMetricStatus o;pods 3 *PodsMetricStatus o;resource 4 *ResourceMetricStatus o;containerResource 7 *ContainerResourceMetricStatus o;external 5 *ExternalMetricStatus o
MetricTarget=type 1 string;value 2 *%quantity o;averageValue 3 *%quantity o;averageUtilization 4 *int32 o
MetricValueStatus=value 1 *%quantity o;averageValue 2 *%quantity o;averageUtilization 3 *int32 o
ObjectMetricSource=describedObject 1 CrossVersionObjectReference;target 2 MetricTarget;metric 3 MetricIdentifier
ObjectMetricStatus=metric 1 MetricIdentifier;current 2 MetricValueStatus;describedObject 3 CrossVersionObjectReference
PodsMetricSource=metric 1 MetricIdentifier;target 2 MetricTarget
PodsMetricStatus=metric 1 MetricIdentifier;current 2 MetricValueStatus
ResourceMetricSource=name 1 string;target 2 MetricTarget
ResourceMetricStatus=name 1 string;current 2 MetricValueStatus
`,
};
