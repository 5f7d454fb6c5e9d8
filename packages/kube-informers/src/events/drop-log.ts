import type { Clock } from '../util/clock.js';
import type { Logger } from '../util/logger.js';

/** Why events were dropped. */
export interface DroppedEvents {
  /** The object had used up its budget for the reason, and a newer event took their place. */
  readonly spam: number;
  /** 1000 events were waiting to be sent. */
  readonly queueFull: number;
  /** The reason or the action is longer than the server accepts. */
  readonly invalid: number;
  /** The server refused them: no permission, a namespace that is being deleted. */
  readonly rejected: number;
  /** The server could not be reached in 12 tries, or until the stop. */
  readonly unreachable: number;
  /** They, or their count, had not been sent when 4096 newer events displaced them. */
  readonly displaced: number;
  /** They came after `stop`. */
  readonly stopped: number;
}

/** The shortest time between two log lines. */
const logMs = 60_000;

/** Counts dropped events by cause, and logs them at most once a minute. */
export class DropLog {
  readonly #controller: string;
  readonly #logger: Logger;
  readonly #clock: Clock;
  readonly #counts = {
    spam: 0,
    queueFull: 0,
    invalid: 0,
    rejected: 0,
    unreachable: 0,
    displaced: 0,
    stopped: 0,
  };
  #unlogged: Partial<Record<keyof DroppedEvents, number>> = {};
  #error: Error | undefined;
  #loggedTick = -logMs;

  constructor(controller: string, logger: Logger, clock: Clock) {
    this.#controller = controller;
    this.#logger = logger;
    this.#clock = clock;
  }

  counts(): DroppedEvents {
    return { ...this.#counts };
  }

  /** Counts events without logging them. */
  count(cause: keyof DroppedEvents, count: number): void {
    this.#counts[cause] += count;
  }

  /** Counts events and logs them; false if the line has to wait for `log`. */
  add(cause: keyof DroppedEvents, count: number, error?: Error): boolean {
    this.count(cause, count);
    this.#unlogged[cause] = (this.#unlogged[cause] ?? 0) + count;
    this.#error = error ?? this.#error;
    if (this.#clock.monotonic() - this.#loggedTick < logMs) return false;
    this.log();
    return true;
  }

  /** Logs what has been dropped since the last line. */
  log(): void {
    const dropped = this.#unlogged;
    if (Object.keys(dropped).length === 0) return;
    const err = this.#error;
    this.#unlogged = {};
    this.#error = undefined;
    this.#loggedTick = this.#clock.monotonic();
    const fields = { controller: this.#controller, dropped, ...(err === undefined ? {} : { err }) };
    this.#logger.warn(fields, 'events were dropped');
  }
}
