import type { Clock, Timer } from '../../util/clock.js';
import { warnWithoutLogger } from '../../util/call-hook.js';
import type { Logger } from '../../util/logger.js';

/** Time after which a wait for an informer is reported, ms. */
const warnAfterMs = 5000;

/** The informer that is waited for. */
export interface AwaitedInformer {
  readonly name: string;
  readonly isStarted: boolean;
  readonly isAbsent: boolean;
  readonly lastWatchError: Error | undefined;
}

/**
 * Warns once that an informer has not synced 5 s after the first wait for it: who waits, why, and what to call.
 *
 * It is logged at level warn; without a logger, it is a process warning. A resource that is not installed is reported by itself.
 */
export class UnsyncedWarning {
  readonly #informer: AwaitedInformer;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #handlers = new Set<string>();
  #timer: Timer | undefined;

  constructor(
    informer: AwaitedInformer,
    { clock, logger }: { readonly clock: Clock; readonly logger: Logger },
  ) {
    this.#informer = informer;
    this.#clock = clock;
    this.#logger = logger;
  }

  /** The program waits for the informer, or for the initial objects of this handler. */
  expect(handler?: string): void {
    if (handler !== undefined) this.#handlers.add(handler);
    this.#timer ??= this.#clock.setTimer(() => this.#warn(), warnAfterMs, { unref: true });
  }

  /** The informer has synced, or never will. */
  cancel(): void {
    this.#timer?.cancel();
  }

  #warn(): void {
    const { name, isStarted, isAbsent, lastWatchError } = this.#informer;
    if (isAbsent) return;
    const why = isStarted
      ? (lastWatchError?.message ?? 'the first list is not complete, without an error so far')
      : 'it was not started: call start() of its factory (again, if it was created after the last call), or give the factory to the manager';
    const handlers = [...this.#handlers];
    this.#logger.warn({ informer: name, handlers, why }, 'a cache has not synced');
    const waiting = handlers.length === 0 ? '' : `, and the handlers wait (${handlers.join(', ')})`;
    warnWithoutLogger(
      this.#logger,
      `informer ${name} has not synced after ${warnAfterMs} ms${waiting}: ${why}`,
      'The wait goes on. This warning is not repeated.',
    );
  }
}
