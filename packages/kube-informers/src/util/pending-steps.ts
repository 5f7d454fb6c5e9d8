import { finishSteps } from './steps.js';
import type { Steps } from './steps.js';

/**
 * Owns long work that is done in short steps and of which a part is done: at most one piece of work at a time.
 *
 * ```text
 *            begin, share                      last step, or a step threw
 *   idle ───────────────────▶ between steps ◀──────────────┐
 *    ▲                          │        ▲                 │
 *    │                 step,    │        │ step done       │
 *    │                 finish   ▼        │                 │
 *    └───────────────────── in a step ───┘─────────────────┘
 * ```
 *
 * Its owner keeps one rule: code that must not see half of the work calls `finish` first. Then these hold:
 *
 * - Each step runs once, in order, for any caller: the time slices of the driver, or `finish`.
 * - Steps never nest: within a step, `step` and `finish` do nothing, so a callback may write to the owner.
 * - An error of a step ends the work and reaches its caller; nothing is pending then.
 * - After `drop` no further step runs.
 */
export class PendingSteps {
  // Undefined when idle, and within a step.
  #steps: Steps | undefined;
  #last: unknown;
  #drops = 0;

  /** Whether a part of the work is done and the rest can be done now. */
  get isPending(): boolean {
    return this.#steps !== undefined;
  }

  /** What the last `step` of this work yielded. */
  get last(): unknown {
    return this.#last;
  }

  /** Takes over work that the owner drives by `step`. Nothing else may be pending. */
  begin(steps: Steps): void {
    this.#steps = steps;
    this.#last = undefined;
  }

  /** Does the next step; nothing if none can be done now. */
  step(): void {
    const steps = this.#steps;
    if (steps === undefined) return;
    this.#steps = undefined;
    const drops = this.#drops;
    this.#last = undefined;
    const { done, value } = steps.next();
    this.#last = value;
    // The step may have dropped the work.
    if (done !== true && drops === this.#drops) this.#steps = steps;
  }

  /** Does all that is left, now. */
  finish(): void {
    // Called before every write, and nearly always there is nothing to do.
    const steps = this.#steps;
    if (steps === undefined) return;
    this.#steps = undefined;
    finishSteps(steps);
  }

  /** Gives up all that is left. */
  drop(): void {
    this.#drops++;
    this.#steps = undefined;
  }

  /** Returns the steps for another driver; `finish` can run the rest at any time. Nothing else may be pending. */
  *share(steps: Steps): Generator<unknown, void, void> {
    for (;;) {
      // Ended when `finish` has done the rest.
      const { done, value } = steps.next();
      if (done === true) return;
      this.#steps = steps;
      try {
        yield value;
      } finally {
        if (this.#steps === steps) this.#steps = undefined;
      }
    }
  }
}
