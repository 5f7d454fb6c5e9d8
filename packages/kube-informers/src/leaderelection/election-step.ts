import type { Instant } from '../util/passed-time.js';
import type { ElectionLease, LeaderElectionRecord } from './lease-record.js';

/** What does not change during an election. */
export interface ElectionPolicy {
  readonly identity: string;
  readonly leaseDurationMs: number;
  readonly renewDeadlineMs: number;
  readonly retryPeriodMs: number;
  readonly releaseOnCancel: boolean;
  /** The server chooses the leader: never create a Lease, never take one. */
  readonly coordinated: boolean;
}

/** What is known of the Lease, of this elector or another. */
export interface Observed {
  /** The last one, if the Lease was deleted. */
  readonly record: LeaderElectionRecord;
  /** Undefined if the Lease was deleted. */
  readonly uid: string | undefined;
  /** Monotonic time at which this record was first seen: it expires a lease duration later. */
  readonly sinceMs: number;
  /** The highest that was ever seen: the next term counts on, even if the Lease starts anew. */
  readonly transitions: number;
}

/** The Lease as this elector last wrote it. */
export interface Held {
  readonly lease: ElectionLease;
  readonly record: LeaderElectionRecord;
  /** When the write was sent; the term's validity and the expiry of the Lease count from here. */
  readonly sentAt: Instant;
}

/** A renewal in progress. */
export interface Renewal {
  readonly startedAt: Instant;
  readonly step: 'fast' | 'reading' | 'slow';
  /** The write in flight; undefined while reading. */
  readonly write: Write | undefined;
}

/** A write in flight. */
export interface Write {
  readonly record: LeaderElectionRecord;
  readonly sentAt: Instant;
}

export type ElectionPhase =
  | { readonly phase: 'stopped' }
  /** A candidate that waits for its next attempt. */
  | { readonly phase: 'waiting' }
  /** A candidate that reads the Lease. */
  | { readonly phase: 'reading' }
  /** A candidate that writes the Lease. */
  | { readonly phase: 'acquiring'; readonly write: Write }
  | {
      readonly phase: 'leading';
      readonly held: Held;
      readonly renewal: Renewal | undefined;
      /** Monotonic time of the next renewal. */
      readonly renewAtMs: number;
    }
  /** The term has ended; the loop body has not. */
  | {
      readonly phase: 'ending';
      readonly held: Held;
      readonly reported: boolean;
      /** The Lease is to be released when the body has ended, although the elector goes on to compete. */
      readonly givesWay: boolean;
    }
  | {
      readonly phase: 'releasing';
      readonly startedAt: Instant;
      readonly tries: number;
      readonly step: 'reading' | 'writing';
      readonly next: 'stop' | 'compete';
    };

/** What an elector knows in every phase. */
export interface ElectionKnowledge {
  readonly observed: Observed | undefined;
  /** Whom `onNewLeader` was last called with. */
  readonly reportedLeader: string;
  /**
   * renewTimes of this elector's writes that may be stored: the last confirmed one and those of later writes.
   *
   * Only a Lease with one of them is released: another process may use the same identity.
   */
  readonly renewTimes: readonly string[];
  /** The iteration is to end. */
  readonly cancelled: boolean;
  /** Monotonic time before which a write of the last term may still reach the server. */
  readonly quietAtMs: number;
  /** Monotonic time before which a term that the Lease no longer shows may be valid: see `follows`. */
  readonly vacantAtMs: number;
  /** Number of writes, for `microTime`. */
  readonly writes: number;
}

export type ElectionState = ElectionKnowledge & ElectionPhase;

/** What happened. */
export type ElectionEvent =
  | { readonly type: 'start' }
  /** The timer fired, or someone asks whether the term is still valid. */
  | { readonly type: 'wake' }
  | { readonly type: 'read'; readonly lease: ElectionLease | undefined }
  | { readonly type: 'written'; readonly lease: ElectionLease }
  | { readonly type: 'failed'; readonly error: Error }
  /** A write of the term's work may still be carried out. */
  | { readonly type: 'unanswered' }
  | { readonly type: 'bodyEnded' }
  | { readonly type: 'cancel' };

export type ElectionInput = ElectionEvent & { readonly now: Instant };

/** What the driver has to do. There is at most one timer and one request; each replaces the one before. */
export type ElectionEffect =
  | { readonly do: 'get' }
  | { readonly do: 'create'; readonly record: LeaderElectionRecord }
  | { readonly do: 'update'; readonly lease: ElectionLease; readonly record: LeaderElectionRecord }
  | { readonly do: 'abortRequest' }
  | { readonly do: 'timer'; readonly ms: number }
  /** A timer at the jittered retry period of a candidate. */
  | { readonly do: 'retryTimer' }
  | { readonly do: 'startTerm'; readonly held: Held }
  | { readonly do: 'renewed'; readonly held: Held }
  /** The term has ended. Without a reason: it was cancelled, or its work is done. */
  | { readonly do: 'endTerm'; readonly held: Held; readonly lost: string | undefined }
  | { readonly do: 'newLeader'; readonly identity: string }
  /** The Lease was deleted, replaced or restored: for so long the term that was seen may go on. */
  | { readonly do: 'leaseBroken'; readonly forMs: number }
  | { readonly do: 'slowPath' }
  | { readonly do: 'report'; readonly error: Error }
  | { readonly do: 'released' }
  /** The Lease was not released and stays with this elector until it expires. */
  | { readonly do: 'leftToExpire'; readonly reason: string }
  | { readonly do: 'bodyOutlivesLease' }
  | { readonly do: 'stop' };

export interface ElectionStep {
  readonly state: ElectionState;
  readonly effects: readonly ElectionEffect[];
}

export type StateIn<P extends ElectionPhase['phase']> = ElectionKnowledge &
  Extract<ElectionPhase, { phase: P }>;

export type Input<T extends ElectionEvent['type']> = { readonly now: Instant } & Extract<
  ElectionEvent,
  { type: T }
>;
