// Generated from k8s.io/api 0.36.4 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).
import type * as metav1 from '../../meta/meta-v1.js';

/** Defines a lease concept. Since Kubernetes 1.14. */
export interface Lease {
  apiVersion?: 'coordination.k8s.io/v1' | undefined;
  kind?: 'Lease' | undefined;
  metadata?: metav1.ObjectMeta | undefined;
  spec?: LeaseSpec | undefined;
}

export interface LeaseList {
  apiVersion?: 'coordination.k8s.io/v1' | undefined;
  kind?: 'LeaseList' | undefined;
  metadata?: metav1.ListMeta | undefined;
  items: Lease[];
}

export interface LeaseSpec {
  holderIdentity?: string | undefined;
  /** A duration that candidates for a lease need to wait to force acquire it. */
  leaseDurationSeconds?: number | undefined;
  /** A time when the current lease was acquired. */
  acquireTime?: metav1.MicroTime | undefined;
  /** A time when the current holder of a lease has last updated the lease. */
  renewTime?: metav1.MicroTime | undefined;
  /** The number of transitions of a lease between holders. */
  leaseTransitions?: number | undefined;
  /** Indicates the strategy for picking the leader for coordinated leader election. Feature gate: CoordinatedLeaderElection. */
  strategy?: string | undefined;
  /**
   * Signals to a lease holder that the lease has a more optimal holder and should be given up. Feature gate:
   * CoordinatedLeaderElection.
   */
  preferredHolder?: string | undefined;
}
