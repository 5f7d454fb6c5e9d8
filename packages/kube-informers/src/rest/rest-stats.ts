import { Histogram } from '../util/histogram.js';
import type { HistogramStats } from '../util/histogram.js';
import type { CredentialsProvider, ExecCallCount } from './config.js';

/** Number of requests with one method and result. */
export interface RequestCount {
  /** HTTP method. */
  readonly method: string;
  /** The status code, or `<error>` without a response. */
  readonly code: string;
  /** Number of requests. */
  readonly count: number;
}

/** A snapshot of a client's counters, which start with the client. The first four are client-go's `rest_client_*` metrics. */
export interface RestClientStats {
  /** Host and port of the server. */
  readonly host: string;
  /** Every attempt (`rest_client_requests_total`). */
  readonly requests: readonly RequestCount[];
  /** Every attempt after a request's first (`rest_client_request_retries_total`). */
  readonly retries: readonly RequestCount[];
  /** From the first attempt to the end of the response, by method; not for watches (`rest_client_request_duration_seconds`). */
  readonly durationSeconds: Readonly<Record<string, HistogramStats>>;
  /** Waits for the rate limit, by method (`rest_client_rate_limiter_duration_seconds`). */
  readonly rateLimiterSeconds: Readonly<Record<string, HistogramStats>>;
  /** Number of requests that wait for the rate limit now. */
  readonly throttled: number;
  /** Watches that are open now. */
  readonly openWatches: number;
  /**
   * Bytes of response bodies so far, watches included: as they arrive, so usually compressed.
   *
   * Headers and TLS are not counted. 0 with a transport that does not count.
   */
  readonly receivedBytes: number;
  /** Bytes of request bodies so far, each attempt counted. */
  readonly sentBytes: number;
  /**
   * Runs of the credential plugin by exit code and status (`rest_client_exec_plugin_call_total`); empty without one.
   *
   * Clients that share a config share the plugin and its runs.
   */
  readonly execCalls: readonly ExecCallCount[];
  /** When the current credentials expire, ms since the epoch; undefined if they do not, or that is unknown. */
  readonly credentialsExpireAt: number | undefined;
}

// client-go's buckets of rest_client_request_duration_seconds.
const durationBounds = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60];

/** Methods that are counted by name. A program may send any text as a method. */
const maxMethods = 20;

/** The counters behind `RestClientStats`. */
export class RestCounters {
  readonly #requests = new Map<string, { method: string; code: string; count: number }>();
  readonly #retries = new Map<string, { method: string; code: string; count: number }>();
  readonly #durations = new Map<string, Histogram>();
  readonly #rateLimiter = new Map<string, Histogram>();
  readonly #methods = new Set<string>();
  throttled = 0;
  openWatches = 0;
  /** The transport adds to it. */
  readonly received = { bytes: 0 };
  #sentBytes = 0;

  attempted(method: string, code: string, isRetry: boolean): void {
    const known = this.#known(method);
    count(this.#requests, known, code);
    if (isRetry) count(this.#retries, known, code);
  }

  took(method: string, seconds: number): void {
    observe(this.#durations, this.#known(method), seconds);
  }

  waited(method: string, seconds: number): void {
    observe(this.#rateLimiter, this.#known(method), seconds);
  }

  /** Counts the body of an attempt. */
  sent(body: string | Uint8Array | undefined): void {
    if (body !== undefined) this.#sentBytes += Buffer.byteLength(body);
  }

  stats(host: string, provider: CredentialsProvider | undefined): RestClientStats {
    const { throttled, openWatches } = this;
    return Object.freeze({
      host,
      requests: counts(this.#requests),
      retries: counts(this.#retries),
      durationSeconds: histograms(this.#durations),
      rateLimiterSeconds: histograms(this.#rateLimiter),
      throttled,
      openWatches,
      receivedBytes: this.received.bytes,
      sentBytes: this.#sentBytes,
      execCalls: provider?.execCalls ?? [],
      credentialsExpireAt: provider?.expiresAt,
    });
  }

  #known(method: string): string {
    if (this.#methods.has(method)) return method;
    if (this.#methods.size >= maxMethods) return 'other';
    this.#methods.add(method);
    return method;
  }
}

function count(
  counted: Map<string, { method: string; code: string; count: number }>,
  method: string,
  code: string,
): void {
  const key = `${method} ${code}`;
  const entry = counted.get(key);
  if (entry === undefined) counted.set(key, { method, code, count: 1 });
  else entry.count++;
}

function observe(byMethod: Map<string, Histogram>, method: string, seconds: number): void {
  let histogram = byMethod.get(method);
  if (histogram === undefined) byMethod.set(method, (histogram = new Histogram(durationBounds)));
  histogram.observe(seconds);
}

function counts(counted: ReadonlyMap<string, RequestCount>): readonly RequestCount[] {
  return Object.freeze(Array.from(counted.values(), (entry) => Object.freeze({ ...entry })));
}

function histograms(byMethod: ReadonlyMap<string, Histogram>): Readonly<Record<string, HistogramStats>> {
  return Object.freeze(
    Object.fromEntries(Array.from(byMethod, ([method, histogram]) => [method, histogram.stats()])),
  );
}
