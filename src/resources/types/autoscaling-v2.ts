// Generated from k8s.io/api 0.36.4 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).
import type * as corev1 from './core-v1.js';
import type * as metav1 from '../../meta/meta-v1.js';

export interface ContainerResourceMetricSource {
  /** name is the name of the resource in question. */
  name: corev1.ResourceName;
  target: MetricTarget;
  /** container is the name of the container in the pods of the scaling target */
  container: string;
}

export interface ContainerResourceMetricStatus {
  /** name is the name of the resource in question. */
  name: corev1.ResourceName;
  current: MetricValueStatus;
  /** container is the name of the container in the pods of the scaling target */
  container: string;
}

export interface CrossVersionObjectReference {
  /** kind is the kind of the referent; */
  kind: string;
  /** name is the name of the referent; */
  name: string;
  /** apiVersion is the API version of the referent */
  apiVersion?: string;
}

export interface ExternalMetricSource {
  /** metric identifies the target metric by name and selector */
  metric: MetricIdentifier;
  target: MetricTarget;
}

export interface ExternalMetricStatus {
  /** metric identifies the target metric by name and selector */
  metric: MetricIdentifier;
  current: MetricValueStatus;
}

export interface HPAScalingPolicy {
  type: HPAScalingPolicyType;
  /** value contains the amount of change which is permitted by the policy. */
  value: number;
  /** periodSeconds specifies the window of time for which the policy should hold true. */
  periodSeconds: number;
}

export type HPAScalingPolicyType = 'Pods' | 'Percent' | (string & {});

export interface HPAScalingRules {
  /**
   * stabilizationWindowSeconds is the number of seconds for which past recommendations should be considered while scaling up or
   * scaling down.
   */
  stabilizationWindowSeconds?: number;
  selectPolicy?: ScalingPolicySelect;
  /** policies is a list of potential scaling polices which can be used during scaling. */
  policies?: HPAScalingPolicy[];
  /**
   * tolerance is the tolerance on the ratio between the current and desired metric value under which no updates are made to the
   * desired number of replicas (e.g. 0.01 for 1%). Feature gate: HPAConfigurableTolerance.
   */
  tolerance?: metav1.Quantity;
}

/**
 * HorizontalPodAutoscaler is the configuration for a horizontal pod autoscaler, which automatically manages the replica count
 * of any resource implementing the scale subresource based on the metrics specified. Since Kubernetes 1.23.
 */
export interface HorizontalPodAutoscaler {
  apiVersion?: 'autoscaling/v2';
  kind?: 'HorizontalPodAutoscaler';
  metadata?: metav1.ObjectMeta;
  /** spec is the specification for the behaviour of the autoscaler. */
  spec: HorizontalPodAutoscalerSpec;
  /** status is the current information about the autoscaler. */
  status?: HorizontalPodAutoscalerStatus;
}

export interface HorizontalPodAutoscalerBehavior {
  /** scaleUp is scaling policy for scaling Up. */
  scaleUp?: HPAScalingRules;
  /** scaleDown is scaling policy for scaling Down. */
  scaleDown?: HPAScalingRules;
}

export interface HorizontalPodAutoscalerCondition {
  type: HorizontalPodAutoscalerConditionType;
  /** status is the status of the condition (True, False, Unknown) */
  status: corev1.ConditionStatus;
  /** lastTransitionTime is the last time the condition transitioned from one status to another */
  lastTransitionTime?: metav1.Time;
  /** reason is the reason for the condition's last transition. */
  reason?: string;
  /** message is a human-readable explanation containing details about the transition */
  message?: string;
}

export type HorizontalPodAutoscalerConditionType = 'ScalingActive' | 'AbleToScale' | 'ScalingLimited' | 'ScaledToZero' | (string & {});

export interface HorizontalPodAutoscalerList {
  apiVersion?: 'autoscaling/v2';
  kind?: 'HorizontalPodAutoscalerList';
  metadata?: metav1.ListMeta;
  items: HorizontalPodAutoscaler[];
}

export interface HorizontalPodAutoscalerSpec {
  /**
   * scaleTargetRef points to the target resource to scale, and is used to the pods for which metrics should be collected, as
   * well as to actually change the replica count.
   */
  scaleTargetRef: CrossVersionObjectReference;
  /** minReplicas is the lower limit for the number of replicas to which the autoscaler can scale down. */
  minReplicas?: number;
  /** maxReplicas is the upper limit for the number of replicas to which the autoscaler can scale up. */
  maxReplicas: number;
  /**
   * metrics contains the specifications for which to use to calculate the desired replica count (the maximum replica count
   * across all metrics will be used).
   */
  metrics?: MetricSpec[];
  /**
   * behavior configures the scaling behavior of the target in both Up and Down directions (scaleUp and scaleDown fields
   * respectively).
   */
  behavior?: HorizontalPodAutoscalerBehavior;
}

export interface HorizontalPodAutoscalerStatus {
  /** observedGeneration is the most recent generation observed by this autoscaler. */
  observedGeneration?: number;
  /**
   * lastScaleTime is the last time the HorizontalPodAutoscaler scaled the number of pods, used by the autoscaler to control how
   * often the number of pods is changed.
   */
  lastScaleTime?: metav1.Time;
  /** currentReplicas is current number of replicas of pods managed by this autoscaler, as last seen by the autoscaler. */
  currentReplicas?: number;
  /**
   * desiredReplicas is the desired number of replicas of pods managed by this autoscaler, as last calculated by the autoscaler.
   */
  desiredReplicas: number;
  /** currentMetrics is the last read state of the metrics used by this autoscaler. */
  currentMetrics?: MetricStatus[] | null;
  /**
   * conditions is the set of conditions required for this autoscaler to scale its target, and indicates whether or not those
   * conditions are met.
   */
  conditions?: HorizontalPodAutoscalerCondition[];
}

export interface MetricIdentifier {
  name: string;
  /**
   * selector is the string-encoded form of a standard kubernetes label selector for the given metric When set, it is passed as
   * an additional parameter to the metrics server for more specific metrics scoping.
   */
  selector?: metav1.LabelSelector;
}

export type MetricSourceType = 'Object' | 'Pods' | 'Resource' | 'ContainerResource' | 'External' | (string & {});

export interface MetricSpec {
  /** type is the type of metric source. */
  type: MetricSourceType;
  /** object refers to a metric describing a single kubernetes object (for example, hits-per-second on an Ingress object). */
  object?: ObjectMetricSource;
  /**
   * pods refers to a metric describing each pod in the current scale target (for example, transactions-processed-per-second).
   */
  pods?: PodsMetricSource;
  /**
   * resource refers to a resource metric (such as those specified in requests and limits) known to Kubernetes describing each
   * pod in the current scale target (e.g. CPU or memory).
   */
  resource?: ResourceMetricSource;
  /**
   * containerResource refers to a resource metric (such as those specified in requests and limits) known to Kubernetes
   * describing a single container in each pod of the current scale target (e.g. CPU or memory).
   */
  containerResource?: ContainerResourceMetricSource;
  /** external refers to a global metric that is not associated with any Kubernetes object. */
  external?: ExternalMetricSource;
}

export interface MetricStatus {
  /** type is the type of metric source. */
  type: MetricSourceType;
  /** object refers to a metric describing a single kubernetes object (for example, hits-per-second on an Ingress object). */
  object?: ObjectMetricStatus;
  /**
   * pods refers to a metric describing each pod in the current scale target (for example, transactions-processed-per-second).
   */
  pods?: PodsMetricStatus;
  /**
   * resource refers to a resource metric (such as those specified in requests and limits) known to Kubernetes describing each
   * pod in the current scale target (e.g. CPU or memory).
   */
  resource?: ResourceMetricStatus;
  /**
   * container resource refers to a resource metric (such as those specified in requests and limits) known to Kubernetes
   * describing a single container in each pod in the current scale target (e.g. CPU or memory).
   */
  containerResource?: ContainerResourceMetricStatus;
  /** external refers to a global metric that is not associated with any Kubernetes object. */
  external?: ExternalMetricStatus;
}

export interface MetricTarget {
  /** type represents whether the metric type is Utilization, Value, or AverageValue */
  type: MetricTargetType;
  /** value is the target value of the metric (as a quantity). */
  value?: metav1.Quantity;
  /** averageValue is the target value of the average of the metric across all relevant pods (as a quantity) */
  averageValue?: metav1.Quantity;
  /**
   * averageUtilization is the target value of the average of the resource metric across all relevant pods, represented as a
   * percentage of the requested value of the resource for the pods.
   */
  averageUtilization?: number;
}

export type MetricTargetType = 'Utilization' | 'Value' | 'AverageValue' | (string & {});

export interface MetricValueStatus {
  /** value is the current value of the metric (as a quantity). */
  value?: metav1.Quantity;
  /** averageValue is the current value of the average of the metric across all relevant pods (as a quantity) */
  averageValue?: metav1.Quantity;
  /**
   * currentAverageUtilization is the current value of the average of the resource metric across all relevant pods, represented
   * as a percentage of the requested value of the resource for the pods.
   */
  averageUtilization?: number;
}

export interface ObjectMetricSource {
  /** describedObject specifies the descriptions of a object,such as kind,name apiVersion */
  describedObject: CrossVersionObjectReference;
  target: MetricTarget;
  /** metric identifies the target metric by name and selector */
  metric: MetricIdentifier;
}

export interface ObjectMetricStatus {
  /** metric identifies the target metric by name and selector */
  metric: MetricIdentifier;
  current: MetricValueStatus;
  /** DescribedObject specifies the descriptions of a object,such as kind,name apiVersion */
  describedObject: CrossVersionObjectReference;
}

export interface PodsMetricSource {
  /** metric identifies the target metric by name and selector */
  metric: MetricIdentifier;
  target: MetricTarget;
}

export interface PodsMetricStatus {
  /** metric identifies the target metric by name and selector */
  metric: MetricIdentifier;
  current: MetricValueStatus;
}

export interface ResourceMetricSource {
  /** name is the name of the resource in question. */
  name: corev1.ResourceName;
  target: MetricTarget;
}

export interface ResourceMetricStatus {
  /** name is the name of the resource in question. */
  name: corev1.ResourceName;
  current: MetricValueStatus;
}

export type ScalingPolicySelect = 'Max' | 'Min' | 'Disabled' | (string & {});
