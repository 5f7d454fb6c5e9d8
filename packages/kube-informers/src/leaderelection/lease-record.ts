import type { KubernetesObject } from '../meta/types.js';
import { defineResource } from '../meta/resource.js';

/** The spec of a Lease of coordination.k8s.io/v1; every field may be absent. */
export interface ElectionLeaseSpec {
  readonly holderIdentity?: string;
  readonly leaseDurationSeconds?: number;
  readonly acquireTime?: string;
  readonly renewTime?: string;
  readonly leaseTransitions?: number;
  /** Set by the server's coordinated election. */
  readonly strategy?: string;
  readonly preferredHolder?: string;
}

/** A Lease with the fields of coordinated election, which the built-in type lacks. */
export interface ElectionLease extends KubernetesObject {
  readonly spec?: ElectionLeaseSpec;
}

/** Leases of coordination.k8s.io/v1. */
export const electionLeases = defineResource<ElectionLease>({
  group: 'coordination.k8s.io',
  version: 'v1',
  resource: 'leases',
  kind: 'Lease',
  namespaced: true,
});

/** client-go's LeaderElectionRecord: the spec of a Lease with a zero value for each absent field. */
export interface LeaderElectionRecord {
  /** "" if the Lease has no holder. */
  readonly holderIdentity: string;
  readonly leaseDurationSeconds: number;
  /** RFC 3339 with six digits after the point, as the server writes it; "" if absent. */
  readonly acquireTime: string;
  readonly renewTime: string;
  /** How often the Lease has changed hands. */
  readonly leaderTransitions: number;
  readonly strategy: string;
  readonly preferredHolder: string;
}

/** Returns the record of a Lease. Fields of a wrong type count as absent: anyone may have written the object. */
export function recordOf(lease: ElectionLease): LeaderElectionRecord {
  const spec: Readonly<Record<string, unknown>> = { ...lease.spec };
  const text = (name: string): string => (typeof spec[name] === 'string' ? spec[name] : '');
  const count = (name: string): number =>
    Number.isSafeInteger(spec[name]) && (spec[name] as number) > 0 ? (spec[name] as number) : 0;
  return {
    holderIdentity: text('holderIdentity'),
    leaseDurationSeconds: count('leaseDurationSeconds'),
    acquireTime: text('acquireTime'),
    renewTime: text('renewTime'),
    leaderTransitions: count('leaseTransitions'),
    strategy: text('strategy'),
    preferredHolder: text('preferredHolder'),
  };
}

/** Returns the spec to write for a record, as client-go writes it. */
export function leaseSpecOf(record: LeaderElectionRecord): ElectionLeaseSpec {
  const { strategy, preferredHolder, acquireTime, renewTime } = record;
  return {
    holderIdentity: record.holderIdentity,
    leaseDurationSeconds: record.leaseDurationSeconds,
    ...(acquireTime === '' ? {} : { acquireTime }),
    ...(renewTime === '' ? {} : { renewTime }),
    leaseTransitions: record.leaderTransitions,
    ...(strategy === '' ? {} : { strategy }),
    ...(preferredHolder === '' ? {} : { preferredHolder }),
  };
}

/**
 * Formats a time as metav1.MicroTime.
 *
 * JavaScript's clock has no microseconds. Their digits hold `sequence`, so that each write of an elector has its own
 * renewTime even if the clock stands still: others judge by a change of the record whether its holder is alive.
 */
export function microTime(nowMs: number, sequence = 0): string {
  const micros = String(sequence % 1000).padStart(3, '0');
  return `${new Date(nowMs).toISOString().slice(0, -1)}${micros}Z`;
}
