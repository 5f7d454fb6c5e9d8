import type { Instant, Clock, Timer } from '../util/clock.js';
import type { Fence } from '../leaderelection/fence.js';
import { ShardingError } from './errors.js';
import type { Slots } from './slots.js';

/** The time during which the Lease of a replica is valid without a break. */
export class ShardTerm {
  /** When the last confirmed write of the Lease was sent. */
  renewedAt: Instant;
  readonly #name: string;
  readonly #isCurrent: () => boolean;
  readonly #controller = new AbortController();

  /** `isCurrent` judges by the clocks, even if no timer could fire. */
  constructor(name: string, renewedAt: Instant, isCurrent: () => boolean) {
    this.renewedAt = renewedAt;
    this.#name = name;
    this.#isCurrent = isCurrent;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get isValid(): boolean {
    return !this.#controller.signal.aborted && this.#isCurrent();
  }

  assertValid(): void {
    if (this.isValid) return;
    throw this.#controller.signal.aborted
      ? (this.#controller.signal.reason as Error)
      : new ShardingError('ERR_SHARD_LOST', `${this.#name}: the Lease of this replica is in doubt`);
  }

  end(reason: string): void {
    const message = `${this.#name}: this replica no longer holds its slots: ${reason}`;
    this.#controller.abort(new ShardingError('ERR_SHARD_LOST', message));
  }
}

/** The work for one key of a slot. Until it has ended, the slot stays with this replica while the Lease is valid. */
export interface ShardRun extends Fence {
  unanswered(): void;
  /** The work has settled. */
  end(): void;
}

interface Entry {
  readonly term: ShardTerm;
  readonly abort: (reason: Error) => void;
}

/** The runs of one replica by slot. */
export class ShardRuns {
  readonly #runs = new Map<number, Set<Entry>>();
  readonly #busy = new Set<number>();

  /** Slots with runs that have not ended. */
  get busy(): Slots {
    return this.#busy;
  }

  get count(): number {
    let count = 0;
    for (const runs of this.#runs.values()) count += runs.size;
    return count;
  }

  /** The number of runs that have not ended, by the term in which they began. */
  byTerm(): ReadonlyMap<ShardTerm, number> {
    const counts = new Map<ShardTerm, number>();
    for (const runs of this.#runs.values())
      for (const { term } of runs) counts.set(term, (counts.get(term) ?? 0) + 1);
    return counts;
  }

  /** Adds a run; `ended` is called when it was the last one of its slot. */
  add(
    slot: number,
    term: ShardTerm,
    hooks: { readonly abort: Entry['abort']; unanswered(): void; ended(): void },
  ): ShardRun {
    const entry: Entry = { term, abort: hooks.abort };
    const runs = this.#runs.get(slot) ?? new Set();
    this.#runs.set(slot, runs);
    runs.add(entry);
    this.#busy.add(slot);
    return {
      signal: term.signal,
      assertValid: () => term.assertValid(),
      unanswered: () => hooks.unanswered(),
      end: () => {
        if (!runs.delete(entry) || runs.size > 0) return;
        this.#runs.delete(slot);
        this.#busy.delete(slot);
        hooks.ended();
      },
    };
  }

  /** Asks the runs of a slot to end. */
  abort(slot: number, reason: Error): void {
    for (const { abort } of this.#runs.get(slot) ?? []) abort(reason);
  }
}

/** Timers that abort the runs of draining slots. */
export class DrainTimers {
  readonly #clock: Clock;
  readonly #graceMs: number;
  readonly #timers = new Map<number, Timer>();

  constructor(clock: Clock, graceMs: number) {
    this.#clock = clock;
    this.#graceMs = graceMs;
  }

  /** Calls back for each slot after the grace period. */
  start(slots: Slots, abort: (slot: number) => void): void {
    for (const slot of slots) {
      const late = (): void => {
        this.#timers.delete(slot);
        abort(slot);
      };
      this.#timers.set(slot, this.#clock.setTimer(late, this.#graceMs));
    }
  }

  cancel(slots: Iterable<number>): void {
    for (const slot of slots) {
      this.#timers.get(slot)?.cancel();
      this.#timers.delete(slot);
    }
  }

  cancelAll(): void {
    this.cancel([...this.#timers.keys()]);
  }
}
