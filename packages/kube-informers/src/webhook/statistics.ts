import { Histogram } from '../util/histogram.js';
import type { HistogramStats } from '../util/histogram.js';

/** What the handlers of one kind and resource have answered. */
export interface WebhookCounts {
  /** Requests that were allowed, or converted. */
  readonly allowed: number;
  /** Requests that a handler has refused. */
  readonly refused: number;
  /** Requests for which a handler has thrown something else, or has taken too long. */
  readonly failed: number;
  /** Requests that are being answered. */
  readonly inFlight: number;
  /** Handlers that took too long, or whose client has gone, and that have not settled. They hold no place of `maxInFlight`. */
  readonly timedOut: number;
  /** Durations of the requests, by the HTTP status code of the answer: a refusal by a handler has 200. */
  readonly durationSeconds: Readonly<Record<string, HistogramStats>>;
}

/** A snapshot of the counters of Webhooks. */
export interface WebhooksStats {
  /** Requests that are being answered. */
  readonly inFlight: number;
  /**
   * Counters by `validate websites.v1.example.com/status`, `mutate …` and `convert Website.example.com`; of requests that have reached
   * no handler by `validate`, `mutate` and `convert`.
   */
  readonly handlers: Readonly<Record<string, WebhookCounts>>;
}

/** Prometheus' default buckets, which controller-runtime has for webhooks. */
const durationBounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Counts what one handler answers. */
export class HandlerCounts {
  allowed = 0;
  refused = 0;
  failed = 0;
  inFlight = 0;
  timedOut = 0;
  readonly #durations = new Map<number, Histogram>();

  answered(code: number, seconds: number): void {
    let histogram = this.#durations.get(code);
    if (histogram === undefined) this.#durations.set(code, (histogram = new Histogram(durationBounds)));
    histogram.observe(seconds);
  }

  stats(): WebhookCounts {
    const { allowed, refused, failed, inFlight, timedOut } = this;
    const byCode = Array.from(this.#durations, ([code, histogram]) => [code, histogram.stats()] as const);
    const durationSeconds = Object.freeze(Object.fromEntries(byCode));
    return Object.freeze({ allowed, refused, failed, inFlight, timedOut, durationSeconds });
  }
}
