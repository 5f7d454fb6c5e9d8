// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).
// The comments of what coordination.k8s.io/v1 has as well are in coordination-v1.ts.
import type * as metav1 from '../../meta/meta-v1.js';

/**
 * Since Kubernetes 1.32.
 * @deprecated Since Kubernetes 1.35, to be removed in 1.38.
 */
export interface LeaseCandidate {
  /** API group and version. */
  apiVersion?: 'coordination.k8s.io/v1alpha2' | undefined;
  /** Kind of the object. */
  kind?: 'LeaseCandidate' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** Contains the specification of the Lease. */
  spec: LeaseCandidateSpec;
}

/** List of LeaseCandidate objects. */
export interface LeaseCandidateList {
  /** API group and version. */
  apiVersion?: 'coordination.k8s.io/v1alpha2' | undefined;
  /** Kind of the object. */
  kind?: 'LeaseCandidateList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: LeaseCandidate[];
}

/** Spec of a LeaseCandidate. */
export interface LeaseCandidateSpec {
  /** The name of the lease for which this candidate is contending. */
  leaseName: string;
  /** The last time that the server has requested the LeaseCandidate to renew. */
  pingTime?: metav1.MicroTime | undefined;
  /** The time that the LeaseCandidate was last updated. */
  renewTime?: metav1.MicroTime | undefined;
  /** The binary version. */
  binaryVersion: string;
  /** The emulation version. */
  emulationVersion?: string | undefined;
  /** The strategy that coordinated leader election will use for picking the leader. */
  strategy: string;
}
