import { microTime, recordOf } from '../leaderelection/lease-lock.js';
import type { ElectionLease } from '../leaderelection/lease-lock.js';
import { slotsFromText, slotsToText } from './slots.js';
import type { ClaimedSlots, Slots } from './slots.js';

/** Label of the Leases of one sharding; its value is the sharding's name. */
export const shardingLabel = 'kube-informers/sharding';

/** Annotation with the slots that a replica claims, as `slotsToText` writes them. */
const claimsAnnotation = 'kube-informers/shard-claims';

/** Annotation of a replica that wants no slots, "true". */
const leavingAnnotation = 'kube-informers/shard-leaving';

/** What the Lease of a replica says. */
export interface MemberRecord {
  readonly leaseName: string;
  readonly identity: string;
  readonly resourceVersion: string;
  /** 0 if the Lease has no valid duration. */
  readonly durationMs: number;
  /** Undefined if the claims cannot be read: written for another number of slots, or by someone else. */
  readonly claims: ClaimedSlots | undefined;
  readonly leaving: boolean;
  /** What is wrong with the Lease; undefined if a replica of this sharding may have written it. */
  readonly problem: string | undefined;
}

/** What a replica writes into its Lease. */
export interface Claim {
  readonly slots: Slots;
  readonly leaving: boolean;
}

/** Reads a Lease, which anyone may have written. */
export function memberOf(lease: ElectionLease, slotCount: number): MemberRecord {
  const { holderIdentity, leaseDurationSeconds } = recordOf(lease);
  const { name = '', resourceVersion = '', annotations } = lease.metadata ?? {};
  const marks: Readonly<Record<string, unknown>> = { ...annotations };
  const claims = slotsFromText(marks[claimsAnnotation], slotCount);
  return {
    leaseName: name,
    identity: holderIdentity,
    resourceVersion,
    durationMs: leaseDurationSeconds * 1000,
    claims,
    leaving: marks[leavingAnnotation] === 'true',
    problem: claims === undefined ? claimsProblem(marks[claimsAnnotation], slotCount) : undefined,
  };
}

/** Says why claims cannot be read, and what follows. */
function claimsProblem(text: unknown, slotCount: number): string {
  const isHex = typeof text === 'string' && /^[0-9a-f]+$/.test(text);
  const what =
    text === undefined
      ? 'is missing'
      : isHex
        ? `is for ${text.length * 4} slots, this replica has ${slotCount}`
        : 'is not a number of hexadecimal digits';
  return `its annotation ${claimsAnnotation} ${what}: it counts as claiming all slots, so no other replica takes one until the Lease expires or is deleted`;
}

/** What every Lease of one replica has. */
export interface MemberLeaseOptions {
  readonly namespace: string;
  /** Name of the sharding. */
  readonly name: string;
  readonly leaseName: string;
  readonly identity: string;
  readonly leaseDurationMs: number;
  readonly slots: number;
}

/** Returns the Lease to write; `before` is the stored one. */
export function memberLease(
  options: MemberLeaseOptions,
  claim: Claim,
  before: ElectionLease | undefined,
  nowMs: number,
  sequence: number,
): ElectionLease {
  const renewTime = microTime(nowMs, sequence);
  const annotations: Record<string, string> = {
    ...before?.metadata?.annotations,
    [claimsAnnotation]: slotsToText(claim.slots, options.slots),
  };
  if (claim.leaving) annotations[leavingAnnotation] = 'true';
  else delete annotations[leavingAnnotation];
  return {
    ...before,
    metadata: {
      ...before?.metadata,
      namespace: options.namespace,
      name: options.leaseName,
      labels: { ...before?.metadata?.labels, [shardingLabel]: options.name },
      annotations,
    },
    spec: {
      ...before?.spec,
      holderIdentity: options.identity,
      leaseDurationSeconds: Math.floor(options.leaseDurationMs / 1000),
      acquireTime: before?.spec?.acquireTime ?? renewTime,
      renewTime,
    },
  };
}
