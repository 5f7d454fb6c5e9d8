import type { Timer } from '../../util/clock.js';
import { asError } from '../../util/errors.js';
import { runSteps } from '../../util/steps.js';
import { resyncInSteps } from '../sliced-replace.js';
import { ReflectorError } from './reflector-errors.js';
import type { ReflectorSettings } from './reflector-options.js';

type Resyncable = Parameters<typeof resyncInSteps>[0];

/** The resyncs of one round of a Reflector: from its first watch to its end, as in client-go. */
export class RoundResync {
  readonly #store: Resyncable;
  readonly #settings: ReflectorSettings;
  readonly #signal: AbortSignal;
  readonly #onFailure: (error: ReflectorError) => void;
  #timer: Timer | undefined;
  #dueMs = 0;
  /** A resync that takes more than one slice; never rejects. */
  #running: Promise<void> | undefined;

  /** `onFailure` has to end the round: the next list repairs what the resync could not. There is no further resync. */
  constructor(
    store: Resyncable,
    settings: ReflectorSettings,
    signal: AbortSignal,
    onFailure: (error: ReflectorError) => void,
  ) {
    this.#store = store;
    this.#settings = settings;
    this.#signal = signal;
    this.#onFailure = onFailure;
  }

  /** Does nothing if it has started. */
  start(): void {
    if (this.#settings.resyncPeriodMs > 0 && this.#timer === undefined) this.#arm();
  }

  /** Resolves when no resync runs and none will. */
  async end(): Promise<void> {
    // First, since a resync sets the timer again when it is done.
    await this.#running;
    this.#timer?.cancel();
  }

  readonly #arm = (): void => {
    const { clock, resyncPeriodMs } = this.#settings;
    this.#dueMs = clock.monotonic() + resyncPeriodMs;
    this.#wait(resyncPeriodMs);
  };

  #wait(delayMs: number): void {
    const { clock } = this.#settings;
    this.#timer = clock.setTimer(() => {
      // Node's timers may fire up to 1 ms early: no handler would be due yet, and each would lose its resync.
      const earlyMs = this.#dueMs - clock.monotonic();
      if (earlyMs > 0) this.#wait(Math.max(1, earlyMs));
      else this.#resync();
    }, delayMs);
  }

  #resync(): void {
    try {
      const { shouldResync, clock } = this.#settings;
      const steps = shouldResync() ? resyncInSteps(this.#store) : undefined;
      const pending = steps && runSteps(steps, { clock, signal: this.#signal });
      if (pending === undefined) this.#arm();
      else this.#running = pending.then(this.#arm, this.#failed);
    } catch (thrown) {
      this.#failed(thrown);
    }
  }

  readonly #failed = (thrown: unknown): void => {
    const cause = asError(thrown);
    const message = `${this.#settings.name}: the store's resync failed: ${cause.message}`;
    this.#onFailure(new ReflectorError('ERR_RESYNC', message, { cause }));
  };
}
