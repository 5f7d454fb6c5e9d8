/** What a replica learns about the others from a list of the Leases. */
import type { Instant } from '../util/passed-time.js';
import type { ElectionLease } from '../leaderelection/lease-record.js';
import { memberOf } from './member-lease.js';
import type { MemberRecord } from './member-lease.js';
import type { Member, ShardingEffect, ShardingPolicy } from './sharding-step.js';

/**
 * How many times longer than the own one the leaseDurationMs of another replica may be.
 *
 * Anyone who may write a Lease can write a duration of 68 years into it, and a replica that does not exist would keep its slots for
 * so long. Replicas of one sharding have the same options except during a rollout, for which a factor of ten is enough.
 */
export const maxDurationRatio = 10;

/** Records when each version of the other Leases was first seen. */
export function observe(
  policy: ShardingPolicy,
  others: ReadonlyMap<string, Member>,
  { leases, now }: { readonly leases: readonly ElectionLease[]; readonly now: Instant },
): ReadonlyMap<string, Member> {
  const seen = new Map<string, Member>();
  for (const lease of leases) {
    const record = memberOf(lease, policy.slots);
    const { leaseName, resourceVersion } = record;
    if (leaseName === policy.leaseName) continue;
    const before = others.get(leaseName);
    const isNew = before?.resourceVersion !== resourceVersion;
    const sinceMs = isNew ? now.monotonicMs : before.sinceMs;
    seen.set(leaseName, { ...record, sinceMs, problem: record.problem ?? durationProblem(policy, record) });
  }
  return seen;
}

/** True if a list that was sent then does not show that the Lease of the replica has expired. */
export function isLive(policy: ShardingPolicy, member: Member, listedAt: Instant): boolean {
  return listedAt.monotonicMs - member.sinceMs < believedMs(policy, member);
}

/** Problems that are reported of one list: anyone may write thousands of Leases. */
const maxProblems = 10;

/** Returns a report for each problem that the last list did not show, up to a limit. */
export function newProblems(
  before: ReadonlyMap<string, Member>,
  now: ReadonlyMap<string, Member>,
): readonly ShardingEffect[] {
  const reports = [...now.values()].flatMap(({ leaseName, problem }) =>
    problem === undefined || before.get(leaseName)?.problem === problem
      ? []
      : [{ do: 'memberProblem', leaseName, problem } as const],
  );
  return reports.slice(0, maxProblems);
}

/** True if this replica is the one that removes expired Leases. */
export function firstOf(policy: ShardingPolicy, live: readonly Member[]): boolean {
  return live.every(({ leaseName }) => policy.leaseName < leaseName);
}

export function removeExpired({ leaseName, resourceVersion }: Member): ShardingEffect {
  return { do: 'removeExpired', leaseName, resourceVersion };
}

/** How long a version of a Lease counts, ms. */
function believedMs(policy: ShardingPolicy, { durationMs }: MemberRecord): number {
  if (durationMs === 0) return policy.leaseDurationMs;
  return Math.min(durationMs, policy.leaseDurationMs * maxDurationRatio);
}

function durationProblem(policy: ShardingPolicy, member: MemberRecord): string | undefined {
  const seconds = believedMs(policy, member) / 1000;
  if (member.durationMs <= seconds * 1000) return undefined;
  return `its leaseDurationSeconds is ${member.durationMs / 1000}, of which this replica waits for ${seconds}, ${maxDurationRatio} times its own`;
}
