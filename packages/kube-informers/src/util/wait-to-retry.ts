/**
 * Waits before a request is sent again, instead of the sender's own clock, so that the caller can show the delay and end it.
 *
 * `error` is why the request is repeated, and `signal` ends the call. Resolves when the request should be sent; a rejection
 * ends the call with that error.
 */
export type WaitToRetry = (
  delayMs: number,
  retry: {
    /** Why the attempt failed. */
    readonly error: Error;
    /** Ends the wait. */
    readonly signal: AbortSignal;
  },
) => Promise<void>;
