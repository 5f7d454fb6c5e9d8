import type { Clock, Timer } from '../util/clock.js';
import type { Slots } from './slots.js';

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
