// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).
import type * as metav1 from '../../meta/meta-v1.js';

/** Defines a lease concept. Since Kubernetes 1.14. */
export interface Lease {
  /** API group and version. */
  apiVersion?: 'coordination.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'Lease' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** Contains the specification of the Lease. */
  spec?: LeaseSpec | undefined;
}

/** List of Lease objects. */
export interface LeaseList {
  /** API group and version. */
  apiVersion?: 'coordination.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'LeaseList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: Lease[];
}

/** Spec of a Lease. */
export interface LeaseSpec {
  /** Contains the identity of the holder of a current lease. */
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
