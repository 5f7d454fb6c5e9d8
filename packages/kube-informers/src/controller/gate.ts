import { raceSignal } from '../util/signal.js';

/** Wakes code that waits for a condition. */
export class Gate {
  readonly #waiting = new Set<() => void>();

  /** Lets everything that waits check its condition. */
  notify(): void {
    const waiting = Array.from(this.#waiting);
    this.#waiting.clear();
    for (const wake of waiting) wake();
  }

  /** Resolves when the condition is true. Rejects with the signal's reason. */
  async until(condition: () => boolean, signal?: AbortSignal): Promise<void> {
    while (!condition()) {
      let wake: () => void = () => undefined;
      const notified = new Promise<void>((resolve) => {
        wake = resolve;
      });
      this.#waiting.add(wake);
      try {
        await raceSignal(notified, signal);
      } finally {
        this.#waiting.delete(wake);
      }
    }
  }
}
