import type { Instant } from '../util/passed-time.js';
import type { ElectionLease } from '../leaderelection/lease-record.js';
import type { Claim, MemberRecord } from './member-lease.js';
import type { Slots } from './slots.js';

/** What does not change while a replica takes part. */
export interface ShardingPolicy {
  readonly identity: string;
  readonly leaseName: string;
  /** Number of slots. */
  readonly slots: number;
  readonly leaseDurationMs: number;
  readonly renewDeadlineMs: number;
  readonly retryPeriodMs: number;
}

/** Another replica, as its Lease shows it. */
export interface Member extends MemberRecord {
  /** Monotonic time at which this version of the Lease was first seen. */
  readonly sinceMs: number;
}

/** A request in flight. */
export type ShardingRequest =
  | {
      readonly kind: 'list';
      readonly sentAt: Instant;
      /** Claims that were stored when the list was sent. */
      readonly stored: Slots;
    }
  | { readonly kind: 'write'; readonly sentAt: Instant; readonly claim: Claim }
  | { readonly kind: 'delete'; readonly sentAt: Instant };

/** A write of the own Lease that the server has confirmed. Until `renewDeadlineMs` after its sending, its slots may be held. */
export interface Confirmed {
  readonly claim: Claim;
  readonly sentAt: Instant;
}

export interface ShardingState {
  readonly phase: 'stopped' | 'running' | 'leaving';
  readonly request: ShardingRequest | undefined;
  /** The request to send next without waiting. */
  readonly next: 'list' | 'write' | undefined;
  /** Monotonic time of the next renewal. */
  readonly renewAtMs: number;
  /** True once a write has failed since the last one that was due, so that the next failure waits. */
  readonly retried: boolean;
  /** The own Lease as last seen; undefined if it does not exist. */
  readonly lease: ElectionLease | undefined;
  /** True if a Lease may be stored. */
  readonly mayBeStored: boolean;
  /** The last confirmed write, while it is valid. */
  readonly confirmed: Confirmed | undefined;
  /** True if a write was sent after `confirmed` that may be stored as well. */
  readonly isUncertain: boolean;
  /** The other replicas whose Leases were in the last list, by the names of their Leases. */
  readonly others: ReadonlyMap<string, Member>;
  /** Names of the Leases of those that had not expired then. */
  readonly live: ReadonlySet<string>;
  /** False before the first list. */
  readonly hasListed: boolean;
  /** Slots that this replica is to have. */
  readonly target: Slots;
  /** Slots whose keys this replica may run, those that drain included. */
  readonly held: Slots;
  /** Slots of `held` that start no more runs. */
  readonly draining: Slots;
  /** Slots to which a write may be on its way, with the monotonic time after which it is not. They stay claimed. */
  readonly quietAtMs: ReadonlyMap<number, number>;
  /** Monotonic time since which nothing is claimed while leaving. */
  readonly emptySinceMs: number | undefined;
  /** Number of writes, for `microTime`. */
  readonly writes: number;
}

/** What happened. */
export type ShardingEvent =
  | { readonly type: 'start' }
  /** The timer fired, a slot has no more runs, or someone asks whether a slot is held. */
  | { readonly type: 'wake' }
  | { readonly type: 'listed'; readonly leases: readonly ElectionLease[] }
  | { readonly type: 'written'; readonly lease: ElectionLease }
  | { readonly type: 'deleted' }
  | { readonly type: 'failed'; readonly error: Error }
  /** A write for a key of the slot may still be carried out. */
  | { readonly type: 'unanswered'; readonly slot: number }
  | { readonly type: 'leave' };

export type ShardingInput = ShardingEvent & {
  readonly now: Instant;
  /** Slots with runs that have not settled. */
  readonly busy: Slots;
};

/** What the driver has to do. There is at most one timer and one request. */
export type ShardingEffect =
  | { readonly do: 'list' }
  | { readonly do: 'write'; readonly claim: Claim; readonly before: ElectionLease | undefined }
  | { readonly do: 'delete' }
  /** Removes the expired Lease of another replica, unless it has changed. */
  | { readonly do: 'removeExpired'; readonly leaseName: string; readonly resourceVersion: string }
  | { readonly do: 'abortRequest' }
  | { readonly do: 'timer'; readonly ms: number }
  /** The own Lease is valid, after a time without. */
  | { readonly do: 'startTerm'; readonly sentAt: Instant }
  | { readonly do: 'renewed'; readonly sentAt: Instant }
  /** The own Lease is in doubt: no slot is held any more. */
  | { readonly do: 'endTerm'; readonly reason: string }
  /** Keys of these slots may run. */
  | { readonly do: 'gained'; readonly slots: Slots }
  /** Keys of these slots start no more runs. */
  | { readonly do: 'drain'; readonly slots: Slots }
  /** Keys of these slots may run again; they were about to be given up. */
  | { readonly do: 'resume'; readonly slots: Slots }
  /** These slots have drained. */
  | { readonly do: 'released'; readonly slots: Slots }
  /** The Lease of another replica is not what one writes. */
  | { readonly do: 'memberProblem'; readonly leaseName: string; readonly problem: string }
  | { readonly do: 'report'; readonly error: Error }
  | { readonly do: 'leftToExpire' }
  | { readonly do: 'stop' };

export interface ShardingStep {
  readonly state: ShardingState;
  readonly effects: readonly ShardingEffect[];
}
