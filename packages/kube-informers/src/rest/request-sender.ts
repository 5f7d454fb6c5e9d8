import { Histogram } from '../util/histogram.js';
import type { HistogramStats } from '../util/histogram.js';
import type {
  Credentials,
  CredentialsProvider,
  ExecCallCount,
  RestConfig,
  WarningHandler,
} from './config.js';
import { TraceChannel } from '../util/trace-channel.js';
import type { Redactor } from './redactor.js';
import type { RequestName } from './errors.js';
import { requireFunction, requireNumber } from '../util/require.js';
import { version } from './version.js';
import { isError } from '../util/type-checks.js';
import { StatusError, withoutCall } from '../meta/errors.js';
import { TransportError, asError } from '../util/errors.js';
import { credentialHeaders, impersonationHeaders, retryAfter } from './request.js';
import type { Transport, TransportResponse } from './transport.js';
import { raceSignal, throwIfAborted } from '../util/signal.js';
import { Moment } from '../util/clock.js';
import type { Clock, Random } from '../util/clock.js';
import { callHook } from '../util/call-hook.js';
import type { Logger } from '../util/logger.js';
import { yieldToEventLoop } from '../util/steps.js';
import type { WaitToRetry } from '../meta/calls.js';
import type { Headers } from './request.js';
import { TokenBucket } from '../util/token-bucket.js';
import { requireCredentials } from './config.js';
import { drain, genericError } from './errors.js';

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
  readonly credentialsExpireAtMs: number | undefined;
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
      credentialsExpireAtMs: provider?.expiresAtMs,
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

/**
 * The message of the tracing channel `kube-informers:request`: a request from its first attempt to the beginning of the
 * response, with all retries. It has no headers, query or body, and no credentials.
 */
export interface RequestTrace {
  /** HTTP method. */
  readonly method: string;
  /** Origin and path. */
  readonly url: string;
  /** Kubernetes' verb, such as `deletecollection`; for a request without a target, the method in lower case. */
  readonly verb: string;
  /** "" for the core group, and without a target. */
  readonly group: string;
  /** Plural, with its subresource: `deployments/status`; "" without a target. */
  readonly resource: string;
  /** "" for a resource of the cluster, and for all namespaces. */
  readonly namespace: string;
  /** Attempts so far. */
  attempts: number;
  /** Of the last response; undefined without one. */
  statusCode?: number | undefined;
  /** Why there is no response. Undefined for every response, such as a 404. */
  error?: unknown;
}

export const requestChannel = new TraceChannel<RequestTrace>('kube-informers:request');

/** Returns the message of a request. */
export function requestTrace({ method, verb, url, target }: RequestName, redactor: Redactor): RequestTrace {
  const resource = [target?.resource, target?.subresource].filter(Boolean).join('/');
  return {
    method,
    url: redactor.text(url),
    verb,
    group: redactor.text(target?.group ?? ''),
    resource: redactor.text(resource),
    namespace: redactor.text(target?.namespace ?? ''),
    attempts: 0,
  };
}

/** One warning of a `Warning` header (RFC 7234, 5.5). */
export interface Warning {
  readonly code: number;
  readonly agent: string;
  readonly text: string;
}

/**
 * Parses the warnings of a response's `Warning` headers, in order; a header may contain several.
 *
 * As in apimachinery, parsing of a header stops at the first invalid warning without an error: the request itself
 * succeeded.
 */
export function parseWarnings(header: string | readonly string[] | undefined): Warning[] {
  const found: Warning[] = [];
  for (const value of typeof header === 'string' ? [header] : (header ?? [])) {
    let rest = utf8(value).trim();
    while (rest !== '') {
      const match = warningPattern.exec(rest);
      if (match === null) break;
      const [whole, code = '', agent = '', quoted = ''] = match;
      rest = rest.slice(whole.length);
      const text = quoted.replaceAll(/\\([\s\S])/g, '$1');
      if (/\p{Cc}/u.test(agent + text)) break;
      found.push({ code: Number(code), agent, text });
    }
  }
  return found;
}

// code agent "text" ["date"], then a comma or the end.
const warningPattern = /^(\d{3}) ([^\s"]+) "((?:[^"\\]|\\[\s\S])*)"(?:\s*"[^"]*")?\s*(?:,\s*|$)/;

/** Node decodes a header's bytes as latin1; Go's servers write UTF-8. */
function utf8(value: string): string {
  return Buffer.from(value, 'latin1').toString('utf8');
}

/**
 * Returns a handler that passes each text on once (client-go's WarningWriterOptions.Deduplicate).
 *
 * Remembers only the last `remembered` texts, so that long-running processes do not grow.
 */
export function deduplicateWarnings(handler: WarningHandler, remembered = 1000): WarningHandler {
  requireFunction('handler of deduplicateWarnings', handler);
  requireNumber('remembered of deduplicateWarnings', remembered);
  const seen = new Set<string>();
  return (warning) => {
    if (seen.has(warning.text)) return;
    seen.add(warning.text);
    if (seen.size > remembered) {
      for (const oldest of seen) {
        seen.delete(oldest);
        break;
      }
    }
    handler(warning);
  };
}

/** Returns the default User-Agent: `kube-informers/1.2.3 (linux/x64)`. */
export function defaultUserAgent(): string {
  return `kube-informers/${version} (${process.platform}/${process.arch})`;
}

/** client-go's default: ten retries after the first attempt. */
export const defaultMaxRetries = 10;

/**
 * A retry is delayed by up to this share of what the server asked for, at random: the clients that an API server refuses while it
 * starts would otherwise all return at the same instant, as client-go's do.
 */
const retrySpread = 0.5;

/** The outcome of an attempt: a response of any status, or the error without one. */
export type AttemptOutcome =
  | { readonly response: Pick<TransportResponse, 'status' | 'headers'>; readonly error?: undefined }
  | { readonly response?: undefined; readonly error: unknown };

/** Decides whether a request is retried (client-go rest/with_retry.go); holds the state of one request. */
export class RetryState {
  readonly #maxRetries: number;
  #attempts = 0;
  #previous: unknown;
  #current: unknown;
  /** Least time to wait before the next attempt, ms; valid after `isNextRetry` returned true. */
  waitMs = 0;

  constructor(maxRetries: number) {
    this.#maxRetries = maxRetries;
  }

  /** Number of finished attempts. */
  get attempts(): number {
    return this.#attempts;
  }

  /**
   * True if the request should be retried after `waitMs`.
   *
   * That is a response of 429 or 5xx with whole seconds in Retry-After, or an error that `isRetryable` accepts (after
   * one second).
   */
  isNextRetry(outcome: AttemptOutcome, isRetryable: (error: unknown) => boolean): boolean {
    this.#track(outcome.error);
    this.#attempts++;
    if (this.#attempts > this.#maxRetries) return false;
    const seconds =
      outcome.response === undefined
        ? isRetryable(outcome.error)
          ? 1
          : undefined
        : retryAfter(outcome.response);
    if (seconds === undefined) return false;
    this.waitMs = Math.max(0, seconds) * 1000;
    return true;
  }

  /** Returns the final error of a request that ran out of time; see `wrapPreviousError`. */
  interrupted(error: unknown): unknown {
    this.#track(error);
    return this.wrapPreviousError(error);
  }

  #track(error: unknown): void {
    if (this.#current !== undefined) this.#previous = this.#current;
    this.#current = error;
  }

  /**
   * Returns the final error, extended by an earlier, different one, such as refused connections before a timeout.
   *
   * Keeps class, code and Status; errors not created by this library (an abort's reason) are returned unchanged.
   */
  wrapPreviousError(error: unknown): unknown {
    const previous = isError(this.#previous) ? this.#previous.message : undefined;
    if (previous === undefined || !isError(error) || withoutCall(error) === previous)
      return this.#attempts > 1 ? mayBeSent(error) : error;
    const message = `${withoutCall(error)} - error from a previous attempt: ${previous}`;
    if (error instanceof StatusError)
      return new StatusError(error.status, { call: error.call, problem: message, cause: error });
    if (error instanceof TransportError) return new TransportError(error.code, message, { cause: error });
    return error;
  }
}

/** Returns the error of a later attempt: an earlier one was sent, and may have been carried out. */
function mayBeSent(error: unknown): unknown {
  if (!(error instanceof TransportError) || !error.notSent) return error;
  return new TransportError(error.code, error.message, { cause: error.cause });
}

/** True for client-go's retryable reads: the connection, possibly an idle one, broke before the response. */
export function isRetryableRead(error: unknown): boolean {
  return error instanceof TransportError && error.code === 'ERR_CONNECTION_RESET';
}

/** Options of a RequestSender. */
export interface RequestSenderOptions {
  readonly config: RestConfig;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly counters: RestCounters;
  readonly maxRetries: number;
  readonly redactor: Redactor;
}

/** A request without credentials and retries. */
export interface OutgoingRequest {
  readonly name: RequestName;
  readonly url: string;
  readonly headers: Headers;
  readonly body: string | Uint8Array | undefined;
  readonly streaming: boolean;
  /** Default: the transport's. 0: none. */
  readonly headersTimeoutMs?: number | undefined;
  readonly signal: AbortSignal;
  /** Called immediately before each attempt; a throw ends the call. */
  readonly beforeSend: (() => void) | undefined;
  /** Called with the status of each attempt's response. */
  readonly onResponse: ((status: number) => void) | undefined;
  /** Default: waits on the sender's clock. */
  readonly waitToRetry: WaitToRetry | undefined;
  /** True for transport errors that should be retried. */
  readonly isRetryable: (error: unknown) => boolean;
  /** Sends an attempt. Default: the transport's `send`. */
  readonly exchange?: Transport['send'] | undefined;
}

/** The outcome: a response of any status, or the error without one. */
export type SendResult = AttemptOutcome & { readonly response?: TransportResponse | undefined };

/** Sends requests with credentials, rate limit and retries, as client-go's rest.Request does. */
export class RequestSender {
  readonly #options: RequestSenderOptions;
  readonly #common: Headers;
  readonly #limiter: TokenBucket | undefined;
  readonly #onWarning: WarningHandler;
  /** When an attempt met a connection error or a response of 5xx. */
  readonly trouble = new Moment();

  /** Creates a sender. Throws ConfigError `ERR_OPTION` for an invalid rate limit or number of retries. */
  constructor(options: RequestSenderOptions) {
    const { config, clock, logger } = options;
    this.#options = options;
    // Validates maxRetries.
    this.newRetry();
    this.#common = {
      'user-agent': config.userAgent ?? defaultUserAgent(),
      ...(config.disableCompression === true ? { 'accept-encoding': 'identity' } : {}),
      ...impersonationHeaders(config.impersonate),
    };
    this.#limiter =
      config.qps === undefined
        ? undefined
        : new TokenBucket({ qps: config.qps, burst: config.burst ?? 10, clock });
    this.#onWarning =
      config.onWarning ?? (({ text }) => logger.warn({ warning: text }, 'warning from the API server'));
  }

  /** Returns the retry state of one request. */
  newRetry(maxRetries = this.#options.maxRetries): RetryState {
    return new RetryState(maxRetries);
  }

  /** Waits for the rate limit, before the first attempt of every request except watches. */
  async throttle(name: RequestName, signal: AbortSignal): Promise<void> {
    if (this.#limiter === undefined) return;
    const { counters } = this.#options;
    counters.throttled++;
    try {
      counters.waited(name.method, (await this.#limiter.wait({ signal })) / 1000);
    } finally {
      counters.throttled--;
    }
  }

  /**
   * Sends with retries; resolves with the response or its error.
   *
   * Rejects with `signal.reason` if aborted, and with the credentials provider's error if that fails.
   */
  send(request: OutgoingRequest, retry: RetryState): Promise<SendResult> {
    return requestChannel.isObserved ? this.#sendObserved(request, retry) : this.#send(request, retry);
  }

  async #sendObserved(request: OutgoingRequest, retry: RetryState): Promise<SendResult> {
    const { redactor } = this.#options;
    const trace = requestChannel.operation(requestTrace(request.name, redactor));
    const { message } = trace;
    try {
      const result = await trace.run(() => this.#send(request, retry, message));
      message.statusCode = result.response?.status;
      trace.end(result.error);
      return result;
    } catch (thrown) {
      trace.end(redactor.error(thrown));
      throw thrown;
    }
  }

  async #send(request: OutgoingRequest, retry: RetryState, message?: RequestTrace): Promise<SendResult> {
    const { clock, logger, random } = this.#options;
    const { name, signal } = request;
    const wait: WaitToRetry = request.waitToRetry ?? ((delayMs) => clock.sleep(delayMs, { signal }));
    let triedFreshCredentials = false;
    for (let attempt = 0; ; attempt++) {
      throwIfAborted(signal);
      const credentials = await this.#credentials(signal);
      request.beforeSend?.();
      if (message !== undefined) message.attempts++;
      const outcome = await this.#attempt(request, credentials);
      const { response } = outcome;
      const { onResponse } = request;
      if (response !== undefined && onResponse !== undefined)
        callHook('onResponse', logger, () => onResponse(response.status));
      const code = response === undefined ? '<error>' : String(response.status);
      this.#options.counters.attempted(name.method, code, attempt > 0);
      logger.debug({ method: name.method, url: name.url, code, err: outcome.error }, 'sent a request');
      throwIfAborted(signal);
      if (response === undefined || response.status >= 500) this.trouble.mark(clock);
      if (response !== undefined) this.#warn(response);
      if (response?.status === 401 && !triedFreshCredentials && this.#invalidate(credentials)) {
        // A 401 means that the request was not carried out, so it can be sent again.
        triedFreshCredentials = true;
        logger.debug(
          { method: name.method, url: name.url },
          'credentials were rejected, requesting new ones',
        );
        await drain(response, clock);
        // undici returns a connection to its pool one turn after the response's end; without the yield it would open
        // a second one.
        await yieldToEventLoop();
        await yieldToEventLoop();
        continue;
      }
      if (!retry.isNextRetry(outcome, request.isRetryable)) return outcome;
      if (response !== undefined) await drain(response, clock);
      logger.debug(
        {
          method: name.method,
          url: name.url,
          attempt: retry.attempts,
          status: response?.status,
          err: outcome.error,
        },
        'retrying the request',
      );
      const error = response === undefined ? asError(outcome.error) : genericError(response, name);
      const delayMs = retry.waitMs * (1 + retrySpread * random());
      await raceSignal(wait(delayMs, { error, signal }), signal);
      await this.throttle(name, signal);
    }
  }

  async #attempt(request: OutgoingRequest, credentials: Credentials | undefined): Promise<SendResult> {
    const { counters, redactor, transport } = this.#options;
    redactor.learn(credentials, request.headers);
    counters.sent(request.body);
    let refusal: { readonly error: unknown } | undefined;
    try {
      const { exchange = (sent) => transport.send(sent) } = request;
      const response = await exchange({
        method: request.name.method,
        url: request.url,
        headers: { ...this.#common, ...request.headers, ...credentialHeaders(credentials) },
        body: request.body,
        signal: request.signal,
        streaming: request.streaming,
        headersTimeoutMs: request.headersTimeoutMs,
        clientCertificate: credentials?.clientCertificate,
        received: counters.received,
        beforeWrite: () => {
          try {
            request.beforeSend?.();
          } catch (error) {
            refusal = { error };
            throw error;
          }
        },
      });
      return { response };
    } catch (error) {
      if (refusal !== undefined) throw refusal.error;
      return { error: redactor.error(error) };
    }
  }

  async #credentials(signal: AbortSignal): Promise<Credentials | undefined> {
    const { provider, credentials } = this.#options.config;
    if (provider === undefined) return credentials;
    const provided = await provider.credentials({ signal });
    // A program's own provider may return anything.
    const { authorization, clientCertificate } = (provided as Credentials | null) ?? {};
    requireCredentials('what provider.credentials of a RestConfig returns', {
      authorization,
      clientCertificate,
    });
    return provided;
  }

  #invalidate(rejected: Credentials | undefined): boolean {
    const { provider } = this.#options.config;
    return provider !== undefined && rejected !== undefined && provider.invalidate(rejected);
  }

  #warn(response: TransportResponse): void {
    const { logger, redactor } = this.#options;
    for (const { code, agent, text } of parseWarnings(response.headers['warning'])) {
      if (code !== 299 || text === '') continue;
      const warning = { code, agent: redactor.text(agent), text: redactor.text(text) };
      callHook('onWarning', logger, () => this.#onWarning(warning));
    }
  }
}
