import { requireKnownOptions } from '../util/known-options.js';
import type { OptionNames } from '../util/known-options.js';
import type { Clock } from '../util/clock.js';
import type { LogFields, Logger } from '../util/logger.js';
import { refuse } from '../util/require.js';

/** Times above which work counts as slow, ms. Infinity turns a warning off. */
export interface SlowThresholds {
  /** A list, from its request until the objects are in the queue. Default: 30 s. */
  readonly listMs?: number | undefined;
  /** Processing one item of the queue, or a batch: index functions and the store. Default: 100 ms. */
  readonly processMs?: number | undefined;
  /** A callback of a handler, until its promise has settled. Default: 10 s. */
  readonly handlerMs?: number | undefined;
}

const slowThresholdNames: OptionNames<SlowThresholds> = { listMs: true, processMs: true, handlerMs: true };

/** How often work was slow. */
export interface SlowStats {
  readonly lists: number;
  readonly processing: number;
  readonly handlers: number;
}

const defaults = { listMs: 30_000, processMs: 100, handlerMs: 10_000 };

/** Least time between two warnings about the same kind of work, ms. */
const warningIntervalMs = 60_000;

/** Counts the slow work of one informer, and logs it at level warn, each kind at most once a minute. */
export class SlowWork {
  readonly #limits: Required<{ [K in keyof SlowThresholds]: number }>;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #name: string;
  readonly #counts = { lists: 0, processing: 0, handlers: 0 };
  readonly #warnedMs = new Map<keyof SlowStats, number>();

  constructor(name: string, thresholds: SlowThresholds | undefined, clock: Clock, logger: Logger) {
    this.#name = name;
    this.#clock = clock;
    this.#logger = logger;
    this.#limits = { ...defaults, ...defined(thresholds) };
  }

  listTook(durationMs: number): void {
    if (durationMs > this.#limits.listMs) this.#slow('lists', 'a list was slow', { durationMs });
  }

  /** `items` is the number of items that took this time together. */
  processingTook(durationMs: number, items: number): void {
    // A slice ends after 10 ms, so that only its last item can take much longer.
    if (durationMs > this.#limits.processMs)
      this.#slow('processing', 'processing an item was slow', { durationMs, items });
  }

  handlerTook(durationMs: number, handler: string): void {
    if (durationMs > this.#limits.handlerMs)
      this.#slow('handlers', 'a callback of a handler was slow', { durationMs, handler });
  }

  stats(): SlowStats {
    return Object.freeze({ ...this.#counts });
  }

  #slow(kind: keyof SlowStats, message: string, fields: LogFields): void {
    this.#counts[kind]++;
    const nowMs = this.#clock.monotonic();
    const warnedMs = this.#warnedMs.get(kind);
    if (warnedMs !== undefined && nowMs - warnedMs < warningIntervalMs) return;
    this.#warnedMs.set(kind, nowMs);
    this.#logger.warn({ informer: this.#name, ...fields }, message);
  }
}

function defined(thresholds: SlowThresholds = {}): { [K in keyof SlowThresholds]?: number } {
  // Leaves out those that are undefined.
  return Object.fromEntries(Object.entries(thresholds).filter(([, value]) => value !== undefined)) as {
    [K in keyof SlowThresholds]?: number;
  };
}

/** Throws ConfigError `ERR_OPTION` for an unknown threshold, and for one that is not a number above 0. */
export function requireSlowThresholds(thresholds: SlowThresholds | undefined): void {
  if (thresholds === undefined) return;
  requireKnownOptions('slow of an informer', thresholds, slowThresholdNames);
  for (const [name, value] of Object.entries<unknown>({ ...thresholds }))
    if (value !== undefined && !(typeof value === 'number' && value > 0))
      refuse(`slow.${name} of an informer`, 'a number of milliseconds above 0', value);
}
