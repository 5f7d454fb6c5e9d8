// Generated from k8s.io/api 0.36.4 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).
// The comments of what autoscaling/v2 has as well are in autoscaling-v2.ts.
import type * as autoscalingv2 from './autoscaling-v2.js';
import type * as metav1 from '../../meta/meta-v1.js';

export type {
  CrossVersionObjectReference,
} from './autoscaling-v2.js';

/** Since Kubernetes 1.2. */
export interface HorizontalPodAutoscaler {
  apiVersion?: 'autoscaling/v1' | undefined;
  kind?: 'HorizontalPodAutoscaler' | undefined;
  metadata?: metav1.ObjectMeta | undefined;
  spec: HorizontalPodAutoscalerSpec;
  status?: HorizontalPodAutoscalerStatus | undefined;
}

export interface HorizontalPodAutoscalerList {
  apiVersion?: 'autoscaling/v1' | undefined;
  kind?: 'HorizontalPodAutoscalerList' | undefined;
  metadata?: metav1.ListMeta | undefined;
  items: HorizontalPodAutoscaler[];
}

export interface HorizontalPodAutoscalerSpec {
  scaleTargetRef: autoscalingv2.CrossVersionObjectReference;
  minReplicas?: number | undefined;
  maxReplicas: number;
  /**
   * The target average CPU utilization (represented as a percentage of requested CPU) over all the pods; if not specified the
   * default autoscaling policy will be used.
   */
  targetCPUUtilizationPercentage?: number | undefined;
}

export interface HorizontalPodAutoscalerStatus {
  observedGeneration?: number | undefined;
  lastScaleTime?: metav1.Time | undefined;
  currentReplicas: number;
  desiredReplicas: number;
  /**
   * The current average CPU utilization over all pods, represented as a percentage of requested CPU, e.g. 70 means that an
   * average pod is using now 70% of its requested CPU.
   */
  currentCPUUtilizationPercentage?: number | undefined;
}

export interface Scale {
  apiVersion?: 'autoscaling/v1' | undefined;
  kind?: 'Scale' | undefined;
  metadata?: metav1.ObjectMeta | undefined;
  spec?: ScaleSpec | undefined;
  status?: ScaleStatus | undefined;
}

export interface ScaleSpec {
  /**
   * The desired number of instances for the scaled object.
   * @default 0
   */
  replicas?: number | undefined;
}

export interface ScaleStatus {
  /** The actual number of observed instances of the scaled object. */
  replicas: number;
  /** The label query over pods that should match the replicas count. */
  selector?: string | undefined;
}
