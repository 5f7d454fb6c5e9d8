import { raceSignal, throwIfAborted } from '../util/signal.js';
import type { Clock } from '../util/clock.js';
import { callHook } from '../util/call-hook.js';
import { asError } from '../util/errors.js';
import type { Logger } from '../util/logger.js';
import { yieldToEventLoop } from '../util/time-slice.js';
import type { WaitToRetry } from '../util/wait-to-retry.js';
import type { Credentials, RestConfig, WarningHandler } from './config.js';
import { credentialHeaders, impersonationHeaders } from './headers.js';
import type { Headers } from './headers.js';
import type { RestCounters } from './rest-stats.js';
import { TokenBucket } from '../util/token-bucket.js';
import type { Redactor } from './redactor.js';
import { requestChannel, requestTrace } from './request-trace.js';
import type { RequestTrace } from './request-trace.js';
import { requireCredentials } from './require-config.js';
import { drain, genericError } from './response-error.js';
import type { RequestName } from './response-error.js';
import { RetryState } from './retry.js';
import type { AttemptOutcome } from './retry.js';
import type { Transport, TransportResponse } from './transport.js';
import { defaultUserAgent } from './user-agent.js';
import { parseWarnings } from './warnings.js';

/** Options of a RequestSender. */
export interface RequestSenderOptions {
  readonly config: RestConfig;
  readonly transport: Transport;
  readonly clock: Clock;
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
}

/** The outcome: a response of any status, or the error without one. */
export type SendResult = AttemptOutcome & { readonly response?: TransportResponse | undefined };

/** Sends requests with credentials, rate limit and retries, as client-go's rest.Request does. */
export class RequestSender {
  readonly #options: RequestSenderOptions;
  readonly #common: Headers;
  readonly #limiter: TokenBucket | undefined;
  readonly #onWarning: WarningHandler;

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

  /** Returns the retry state of one request. Throws ConfigError `ERR_OPTION` for an invalid `maxRetries`. */
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
    const { clock, logger } = this.#options;
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
      await raceSignal(wait(retry.waitMs, { error, signal }), signal);
      await this.throttle(name, signal);
    }
  }

  async #attempt(request: OutgoingRequest, credentials: Credentials | undefined): Promise<SendResult> {
    const { counters, redactor, transport } = this.#options;
    redactor.learn(credentials, request.headers);
    counters.sent(request.body);
    let refusal: { readonly error: unknown } | undefined;
    try {
      const response = await transport.send({
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
    requireCredentials('what provider.credentials of a RestConfig returns', provided ?? {});
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
