// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).
import type * as corev1 from './core-v1.js';
import type * as metav1 from '../../meta/meta-v1.js';

/** Container resource metric source. */
export interface ContainerResourceMetricSource {
  /** The name of the resource in question. */
  name: corev1.ResourceName;
  /** Specifies the target value for the given metric */
  target: MetricTarget;
  /** The name of the container in the pods of the scaling target */
  container: string;
}

/** Status of a ContainerResourceMetric. */
export interface ContainerResourceMetricStatus {
  /** The name of the resource in question. */
  name: corev1.ResourceName;
  /** Contains the current value for the given metric */
  current: MetricValueStatus;
  /** The name of the container in the pods of the scaling target */
  container: string;
}

/** Cross version object reference. */
export interface CrossVersionObjectReference {
  /** The kind of the referent; */
  kind: string;
  /** The name of the referent; */
  name: string;
  /** The API version of the referent */
  apiVersion?: string | undefined;
}

/** External metric source. */
export interface ExternalMetricSource {
  /** Identifies the target metric by name and selector */
  metric: MetricIdentifier;
  /** Specifies the target value for the given metric */
  target: MetricTarget;
}

/** Status of an ExternalMetric. */
export interface ExternalMetricStatus {
  /** Identifies the target metric by name and selector */
  metric: MetricIdentifier;
  /** Contains the current value for the given metric */
  current: MetricValueStatus;
}

/** HPA scaling policy. */
export interface HPAScalingPolicy {
  /** type is used to specify the scaling policy. */
  type: HPAScalingPolicyType;
  /** Contains the amount of change which is permitted by the policy. */
  value: number;
  /** Specifies the window of time for which the policy should hold true. */
  periodSeconds: number;
}

/** HPA scaling policy type. */
export type HPAScalingPolicyType = 'Pods' | 'Percent' | (string & {});

/** HPA scaling rules. */
export interface HPAScalingRules {
  /** The number of seconds for which past recommendations should be considered while scaling up or scaling down. */
  stabilizationWindowSeconds?: number | undefined;
  /** selectPolicy is used to specify which policy should be used. */
  selectPolicy?: ScalingPolicySelect | undefined;
  /** A list of potential scaling polices which can be used during scaling. */
  policies?: HPAScalingPolicy[] | undefined;
  /**
   * The tolerance on the ratio between the current and desired metric value under which no updates are made to the desired
   * number of replicas (e.g. 0.01 for 1%). Feature gate: HPAConfigurableTolerance.
   */
  tolerance?: metav1.Quantity | undefined;
}

/**
 * The configuration for a horizontal pod autoscaler, which automatically manages the replica count of any resource implementing
 * the scale subresource based on the metrics specified. Since Kubernetes 1.23.
 */
export interface HorizontalPodAutoscaler {
  /** API group and version. */
  apiVersion?: 'autoscaling/v2' | undefined;
  /** Kind of the object. */
  kind?: 'HorizontalPodAutoscaler' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** The specification for the behaviour of the autoscaler. */
  spec: HorizontalPodAutoscalerSpec;
  /** The current information about the autoscaler. */
  status?: HorizontalPodAutoscalerStatus | undefined;
}

/** Horizontal pod autoscaler behavior. */
export interface HorizontalPodAutoscalerBehavior {
  /** scaleUp is scaling policy for scaling Up. */
  scaleUp?: HPAScalingRules | undefined;
  /** scaleDown is scaling policy for scaling Down. */
  scaleDown?: HPAScalingRules | undefined;
}

/** Horizontal pod autoscaler condition. */
export interface HorizontalPodAutoscalerCondition {
  /** Describes the current condition */
  type: HorizontalPodAutoscalerConditionType;
  /** The status of the condition (True, False, Unknown) */
  status: corev1.ConditionStatus;
  /** The last time the condition transitioned from one status to another */
  lastTransitionTime?: metav1.Time | undefined;
  /** The reason for the condition's last transition. */
  reason?: string | undefined;
  /** A human-readable explanation containing details about the transition */
  message?: string | undefined;
  /** Represents the .metadata.generation that the condition was set based upon. */
  observedGeneration?: number | undefined;
}

/** Horizontal pod autoscaler condition type. */
export type HorizontalPodAutoscalerConditionType = 'ScalingActive' | 'AbleToScale' | 'ScalingLimited' | 'ScaledToZero' | (string & {});

/** List of HorizontalPodAutoscaler objects. */
export interface HorizontalPodAutoscalerList {
  /** API group and version. */
  apiVersion?: 'autoscaling/v2' | undefined;
  /** Kind of the object. */
  kind?: 'HorizontalPodAutoscalerList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: HorizontalPodAutoscaler[];
}

/** Spec of a HorizontalPodAutoscaler. */
export interface HorizontalPodAutoscalerSpec {
  /**
   * Points to the target resource to scale, and is used to the pods for which metrics should be collected, as well as to
   * actually change the replica count.
   */
  scaleTargetRef: CrossVersionObjectReference;
  /** The lower limit for the number of replicas to which the autoscaler can scale down. */
  minReplicas?: number | undefined;
  /** The upper limit for the number of replicas to which the autoscaler can scale up. */
  maxReplicas: number;
  /**
   * Contains the specifications for which to use to calculate the desired replica count (the maximum replica count across all
   * metrics will be used).
   */
  metrics?: MetricSpec[] | undefined;
  /**
   * Configures the scaling behavior of the target in both Up and Down directions (scaleUp and scaleDown fields respectively).
   */
  behavior?: HorizontalPodAutoscalerBehavior | undefined;
}

/** Status of a HorizontalPodAutoscaler. */
export interface HorizontalPodAutoscalerStatus {
  /** The most recent generation observed by this autoscaler. */
  observedGeneration?: number | undefined;
  /**
   * The last time the HorizontalPodAutoscaler scaled the number of pods, used by the autoscaler to control how often the number
   * of pods is changed.
   */
  lastScaleTime?: metav1.Time | undefined;
  /** currentReplicas is current number of replicas of pods managed by this autoscaler, as last seen by the autoscaler. */
  currentReplicas?: number | undefined;
  /** The desired number of replicas of pods managed by this autoscaler, as last calculated by the autoscaler. */
  desiredReplicas: number;
  /** The last read state of the metrics used by this autoscaler. */
  currentMetrics?: MetricStatus[] | null | undefined;
  /**
   * The set of conditions required for this autoscaler to scale its target, and indicates whether or not those conditions are
   * met.
   */
  conditions?: HorizontalPodAutoscalerCondition[] | undefined;
}

/** Defines the name and optionally selector for a metric */
export interface MetricIdentifier {
  /** The name of the given metric */
  name: string;
  /**
   * The string-encoded form of a standard kubernetes label selector for the given metric When set, it is passed as an
   * additional parameter to the metrics server for more specific metrics scoping.
   */
  selector?: metav1.LabelSelector | undefined;
}

/** Indicates the type of metric. */
export type MetricSourceType = 'Object' | 'Pods' | 'Resource' | 'ContainerResource' | 'External' | (string & {});

/** Spec of a Metric. */
export interface MetricSpec {
  /** The type of metric source. */
  type: MetricSourceType;
  /** Refers to a metric describing a single kubernetes object (for example, hits-per-second on an Ingress object). */
  object?: ObjectMetricSource | undefined;
  /** Refers to a metric describing each pod in the current scale target (for example, transactions-processed-per-second). */
  pods?: PodsMetricSource | undefined;
  /**
   * Refers to a resource metric (such as those specified in requests and limits) known to Kubernetes describing each pod in the
   * current scale target (e.g. CPU or memory).
   */
  resource?: ResourceMetricSource | undefined;
  /**
   * Refers to a resource metric (such as those specified in requests and limits) known to Kubernetes describing a single
   * container in each pod of the current scale target (e.g. CPU or memory).
   */
  containerResource?: ContainerResourceMetricSource | undefined;
  /** Refers to a global metric that is not associated with any Kubernetes object. */
  external?: ExternalMetricSource | undefined;
}

/** Status of a Metric. */
export interface MetricStatus {
  /** The type of metric source. */
  type: MetricSourceType;
  /** Refers to a metric describing a single kubernetes object (for example, hits-per-second on an Ingress object). */
  object?: ObjectMetricStatus | undefined;
  /** Refers to a metric describing each pod in the current scale target (for example, transactions-processed-per-second). */
  pods?: PodsMetricStatus | undefined;
  /**
   * Refers to a resource metric (such as those specified in requests and limits) known to Kubernetes describing each pod in the
   * current scale target (e.g. CPU or memory).
   */
  resource?: ResourceMetricStatus | undefined;
  /**
   * Refers to a resource metric (such as those specified in requests and limits) known to Kubernetes describing a single
   * container in each pod in the current scale target (e.g. CPU or memory).
   */
  containerResource?: ContainerResourceMetricStatus | undefined;
  /** Refers to a global metric that is not associated with any Kubernetes object. */
  external?: ExternalMetricStatus | undefined;
}

/** Metric target. */
export interface MetricTarget {
  /** Represents whether the metric type is Utilization, Value, or AverageValue */
  type: MetricTargetType;
  /** The target value of the metric (as a quantity). */
  value?: metav1.Quantity | undefined;
  /** The target value of the average of the metric across all relevant pods (as a quantity) */
  averageValue?: metav1.Quantity | undefined;
  /**
   * The target value of the average of the resource metric across all relevant pods, represented as a percentage of the
   * requested value of the resource for the pods.
   */
  averageUtilization?: number | undefined;
}

/** Metric target type. */
export type MetricTargetType = 'Utilization' | 'Value' | 'AverageValue' | (string & {});

/** Status of a MetricValue. */
export interface MetricValueStatus {
  /** The current value of the metric (as a quantity). */
  value?: metav1.Quantity | undefined;
  /** The current value of the average of the metric across all relevant pods (as a quantity) */
  averageValue?: metav1.Quantity | undefined;
  /**
   * The current value of the average of the resource metric across all relevant pods, represented as a percentage of the
   * requested value of the resource for the pods.
   */
  averageUtilization?: number | undefined;
}

/** Object metric source. */
export interface ObjectMetricSource {
  /** Specifies the descriptions of a object,such as kind,name apiVersion */
  describedObject: CrossVersionObjectReference;
  /** Specifies the target value for the given metric */
  target: MetricTarget;
  /** Identifies the target metric by name and selector */
  metric: MetricIdentifier;
}

/** Status of an ObjectMetric. */
export interface ObjectMetricStatus {
  /** Identifies the target metric by name and selector */
  metric: MetricIdentifier;
  /** Contains the current value for the given metric */
  current: MetricValueStatus;
  /** Specifies the descriptions of a object,such as kind,name apiVersion */
  describedObject: CrossVersionObjectReference;
}

/** Pods metric source. */
export interface PodsMetricSource {
  /** Identifies the target metric by name and selector */
  metric: MetricIdentifier;
  /** Specifies the target value for the given metric */
  target: MetricTarget;
}

/** Status of a PodsMetric. */
export interface PodsMetricStatus {
  /** Identifies the target metric by name and selector */
  metric: MetricIdentifier;
  /** Contains the current value for the given metric */
  current: MetricValueStatus;
}

/** Resource metric source. */
export interface ResourceMetricSource {
  /** The name of the resource in question. */
  name: corev1.ResourceName;
  /** Specifies the target value for the given metric */
  target: MetricTarget;
}

/** Status of a ResourceMetric. */
export interface ResourceMetricStatus {
  /** The name of the resource in question. */
  name: corev1.ResourceName;
  /** Contains the current value for the given metric */
  current: MetricValueStatus;
}

/** Scaling policy select. */
export type ScalingPolicySelect = 'Max' | 'Min' | 'Disabled' | (string & {});
