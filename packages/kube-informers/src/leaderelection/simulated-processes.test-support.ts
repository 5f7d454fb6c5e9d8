import { sleepWith } from '../util/clock.js';
import type { Clock, SleepOptions, Timer } from '../util/clock.js';
import { IndexedHeap } from '../util/indexed-heap.js';

/** Clocks run between 1 / maxRate and maxRate times real time. */
export const maxRate = 1.05;

interface Entry {
  readonly atMs: number;
  readonly order: number;
  readonly run: () => void;
  index: number;
}

/** Real time, and what happens in it. */
export class World {
  nowMs = 0;
  #order = 0;
  readonly #entries = new IndexedHeap<Entry>(
    (a, b) => a.atMs < b.atMs || (a.atMs === b.atMs && a.order < b.order),
  );

  at(delayMs: number, run: () => void): Timer {
    const entry = { atMs: this.nowMs + Math.max(0, delayMs), order: this.#order++, run, index: 0 };
    this.#entries.add(entry);
    return { cancel: () => this.#remove(entry) };
  }

  async runUntil(endMs: number): Promise<void> {
    await turn();
    let sameTime = 0;
    for (
      let next = this.#entries.peek();
      next !== undefined && next.atMs <= endMs;
      next = this.#entries.peek()
    ) {
      sameTime = next.atMs > this.nowMs ? 0 : sameTime + 1;
      if (sameTime > 1000) throw new Error('time stands still: a timer is set again without delay');
      this.#remove(next);
      this.nowMs = next.atMs;
      next.run();
      await turn();
    }
    this.nowMs = endMs;
  }

  #remove(entry: Entry): void {
    if (entry.index < 0) return;
    this.#entries.remove(entry);
    entry.index = -1;
  }
}

/** All promises that are ready have settled after one turn of the event loop. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** A process with clocks of its own, which can be paused and killed. */
export class Process implements Clock {
  readonly #world: World;
  readonly #rate: number;
  readonly #random: () => number;
  #offsetMs: number;
  #isPaused = false;
  #isDead = false;
  #sleptMs = 0;
  #isAsleep = false;
  /** The clock was set back, and the process has not read it since. */
  #isSetBack = false;
  #held: (() => void)[] = [];

  constructor(world: World, offsetMs: number, rate: number, random: () => number) {
    this.#world = world;
    this.#rate = rate;
    this.#random = random;
    this.#offsetMs = offsetMs;
  }

  now(): number {
    this.#isSetBack = false;
    return Math.floor(Date.UTC(2026, 0, 1) + this.#offsetMs + this.#world.nowMs * this.#rate);
  }

  monotonic(): number {
    return (this.#world.nowMs - this.#sleptMs) * this.#rate;
  }

  setTimer(callback: () => void, delayMs: number): Timer {
    let isCancelled = false;
    const timer = this.#world.at(delayMs / this.#rate, () =>
      this.deliver(() => {
        if (!isCancelled) callback();
      }),
    );
    return {
      cancel: () => {
        isCancelled = true;
        timer.cancel();
      },
    };
  }

  sleep(delayMs: number, options: SleepOptions = {}): Promise<void> {
    return sleepWith(this, delayMs, options.signal);
  }

  /** Runs code of the process, or holds it back while the process does not run. */
  deliver(run: () => void): void {
    if (this.#isDead) return;
    if (this.#isPaused) this.#held.push(run);
    else run();
  }

  /** Sets the wall clock. No clock shows a sleep during which it is set back, so that does not happen here. */
  setWallClock(jumpMs: number): void {
    if (jumpMs < 0 && this.#isAsleep) return;
    this.#isSetBack ||= jumpMs < 0;
    this.#offsetMs += jumpMs;
  }

  pause(forMs: number, suspended: boolean): void {
    if (this.#isPaused || this.#isDead) return;
    const sleeps = suspended && !this.#isSetBack;
    this.#isPaused = true;
    this.#isAsleep = sleeps;
    this.#world.at(forMs, () => {
      this.#isPaused = false;
      this.#isAsleep = false;
      if (sleeps) this.#sleptMs += forMs;
      const held = this.#held;
      this.#held = [];
      // Timers and responses that waited come in any order.
      held.sort(() => this.#random() - 0.5);
      // Promises settle between two callbacks, as between two timers of Node.
      for (const run of held) this.#world.at(0, () => this.deliver(run));
    });
  }

  kill(): void {
    this.#isDead = true;
  }
}

/** xorshift32: the same seed gives the same faults. */
export function chance(seed: number): () => number {
  let state = seed | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
