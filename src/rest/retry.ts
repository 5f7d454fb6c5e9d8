import { isError } from '../util/realm.js';
import { StatusError } from '../meta/errors.js';
import { ConfigError, TransportError } from '../util/errors.js';
import { firstOf } from './headers.js';
import type { TransportResponse } from './transport.js';

/** client-go's default: ten tries after the first. */
export const defaultMaxRetries = 10;

/** How an attempt went: an answer of whatever status, or the error there was instead. */
export type AttemptOutcome =
  | { readonly response: Pick<TransportResponse, 'status' | 'headers'>; readonly error?: undefined }
  | { readonly response?: undefined; readonly error: unknown };

/** Decides whether a request is sent again (client-go rest/with_retry.go); holds the state of one request. */
export class RetryState {
  readonly #maxRetries: number;
  #attempts = 0;
  #previous: unknown;
  #current: unknown;
  /** ms to wait before the next attempt; meaningful after `isNextRetry` said yes. */
  waitMs = 0;

  /** Throws ConfigError `ERR_OPTION` for what is no whole number of 0 or more. */
  constructor(maxRetries: number) {
    if (!Number.isInteger(maxRetries) || maxRetries < 0)
      throw new ConfigError(
        'ERR_OPTION',
        `maxRetries must be a whole number of 0 or more, got ${maxRetries}`,
      );
    this.#maxRetries = maxRetries;
  }

  /** Attempts that have been judged. */
  get attempts(): number {
    return this.#attempts;
  }

  /**
   * True when the request should go again after `waitMs`: an answer of 429 or from 500 up with a whole number in
   * Retry-After, or an error that `isRetryable` accepts (then after one second).
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

  /** The final error of a request that ran out of time between or in attempts; see `wrapPreviousError`. */
  interrupted(error: unknown): unknown {
    this.#track(error);
    return this.wrapPreviousError(error);
  }

  #track(error: unknown): void {
    if (this.#current !== undefined) this.#previous = this.#current;
    this.#current = error;
  }

  /**
   * The final error, which also names an earlier, different one: a timeout after many refused connections says so. Keeps
   * class, code and Status; errors of others (an abort's reason) are returned as they are.
   */
  wrapPreviousError(error: unknown): unknown {
    const previous = isError(this.#previous) ? this.#previous.message : undefined;
    if (previous === undefined || !isError(error) || error.message === previous) return error;
    const message = `${error.message} - error from a previous attempt: ${previous}`;
    if (error instanceof StatusError) return new StatusError({ ...error.status, message }, { cause: error });
    if (error instanceof TransportError) return new TransportError(error.code, message, { cause: error });
    return error;
  }
}

/** Seconds that a 429 or 5xx asks to wait; undefined when it does not ask, or not in whole seconds. */
export function retryAfter(response: Pick<TransportResponse, 'status' | 'headers'>): number | undefined {
  if (response.status !== 429 && response.status < 500) return undefined;
  return retryAfterSeconds(response.headers);
}

/** The Retry-After header in whole seconds; undefined when it is missing or a date. */
export function retryAfterSeconds(headers: TransportResponse['headers']): number | undefined {
  const text = firstOf(headers['retry-after']) ?? '';
  return /^[+-]?\d{1,9}$/.test(text) ? Number(text) : undefined;
}

/** client-go's rule for reads: a connection that broke before the answer; it may have been an idle one that just ended. */
export function isRetryableRead(error: unknown): boolean {
  return error instanceof TransportError && error.code === 'ERR_CONNECTION_RESET';
}
