import { refuseValue } from '../util/require.js';
import { isError } from '../util/type-checks.js';
import { StatusError } from '../meta/errors.js';
import { TransportError } from '../util/errors.js';
import { firstOf } from './headers.js';
import type { TransportResponse } from './transport.js';

/** client-go's default: ten retries after the first attempt. */
export const defaultMaxRetries = 10;

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
  /** ms to wait before the next attempt; valid after `isNextRetry` returned true. */
  waitMs = 0;

  /**
   * Creates the state of one request. Throws ConfigError `ERR_OPTION` unless maxRetries is a non-negative integer.
   */
  constructor(maxRetries: number) {
    if (!Number.isInteger(maxRetries) || maxRetries < 0)
      refuseValue('maxRetries', 'a whole number of 0 or more', maxRetries);
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
    if (previous === undefined || !isError(error) || error.message === previous)
      return this.#attempts > 1 ? mayBeSent(error) : error;
    const message = `${error.message} - error from a previous attempt: ${previous}`;
    if (error instanceof StatusError) return new StatusError({ ...error.status, message }, { cause: error });
    if (error instanceof TransportError) return new TransportError(error.code, message, { cause: error });
    return error;
  }
}

/** Returns the error of a later attempt: an earlier one was sent, and may have been carried out. */
function mayBeSent(error: unknown): unknown {
  if (!(error instanceof TransportError) || !error.notSent) return error;
  return new TransportError(error.code, error.message, { cause: error.cause });
}

/** Returns the seconds to wait after a 429 or 5xx; undefined without Retry-After in whole seconds. */
export function retryAfter(response: Pick<TransportResponse, 'status' | 'headers'>): number | undefined {
  if (response.status !== 429 && response.status < 500) return undefined;
  return retryAfterSeconds(response.headers);
}

/** Returns the Retry-After header in whole seconds; undefined if it is missing or a date. */
export function retryAfterSeconds(headers: TransportResponse['headers']): number | undefined {
  const text = firstOf(headers['retry-after']) ?? '';
  return /^[+-]?\d{1,9}$/.test(text) ? Number(text) : undefined;
}

/** True for client-go's retryable reads: the connection, possibly an idle one, broke before the response. */
export function isRetryableRead(error: unknown): boolean {
  return error instanceof TransportError && error.code === 'ERR_CONNECTION_RESET';
}
