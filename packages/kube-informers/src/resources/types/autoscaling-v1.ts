// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).
// The comments of what autoscaling/v2 has as well are in autoscaling-v2.ts.
import type * as autoscalingv2 from './autoscaling-v2.js';
import type * as metav1 from '../../meta/meta-v1.js';

export type {
  CrossVersionObjectReference,
} from './autoscaling-v2.js';

/** Since Kubernetes 1.2. */
export interface HorizontalPodAutoscaler {
  /** API group and version. */
  apiVersion?: 'autoscaling/v1' | undefined;
  /** Kind of the object. */
  kind?: 'HorizontalPodAutoscaler' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** Spec. */
  spec: HorizontalPodAutoscalerSpec;
  /** Status. */
  status?: HorizontalPodAutoscalerStatus | undefined;
}

/** List of HorizontalPodAutoscaler objects. */
export interface HorizontalPodAutoscalerList {
  /** API group and version. */
  apiVersion?: 'autoscaling/v1' | undefined;
  /** Kind of the object. */
  kind?: 'HorizontalPodAutoscalerList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: HorizontalPodAutoscaler[];
}

/** Spec of a HorizontalPodAutoscaler. */
export interface HorizontalPodAutoscalerSpec {
  /** Scale target ref. */
  scaleTargetRef: autoscalingv2.CrossVersionObjectReference;
  /** Min replicas. */
  minReplicas?: number | undefined;
  /** Max replicas. */
  maxReplicas: number;
  /**
   * The target average CPU utilization (represented as a percentage of requested CPU) over all the pods; if not specified the
   * default autoscaling policy will be used.
   */
  targetCPUUtilizationPercentage?: number | undefined;
}

/** Status of a HorizontalPodAutoscaler. */
export interface HorizontalPodAutoscalerStatus {
  /** Observed generation. */
  observedGeneration?: number | undefined;
  /** Last scale time. */
  lastScaleTime?: metav1.Time | undefined;
  /** Current replicas. */
  currentReplicas: number;
  /** Desired replicas. */
  desiredReplicas: number;
  /**
   * The current average CPU utilization over all pods, represented as a percentage of requested CPU, e.g. 70 means that an
   * average pod is using now 70% of its requested CPU.
   */
  currentCPUUtilizationPercentage?: number | undefined;
}

/** Represents a scaling request for a resource. */
export interface Scale {
  /** API group and version. */
  apiVersion?: 'autoscaling/v1' | undefined;
  /** Kind of the object. */
  kind?: 'Scale' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** Defines the behavior of the scale. */
  spec?: ScaleSpec | undefined;
  /** The current status of the scale. */
  status?: ScaleStatus | undefined;
}

/** Spec of a Scale. */
export interface ScaleSpec {
  /**
   * The desired number of instances for the scaled object.
   * @default 0
   */
  replicas?: number | undefined;
}

/** Status of a Scale. */
export interface ScaleStatus {
  /** The actual number of observed instances of the scaled object. */
  replicas: number;
  /** The label query over pods that should match the replicas count. */
  selector?: string | undefined;
}
