/** When errors of one kind came: the window in which they are retried. */
export interface RetryWindow {
  readonly firstMs: number;
  readonly lastMs: number;
}

/** Quiet time after which a window begins anew, ms (client-go's reflector: one minute). */
export const retryWindowResetMs = 60_000;

/** cache.RetryWithDeadline.After: the window after an error of the kind at `nowMs`. Other errors are none of its business. */
export function afterRetryableError(window: RetryWindow | undefined, nowMs: number): RetryWindow {
  if (window === undefined || nowMs - window.lastMs >= retryWindowResetMs)
    return { firstMs: nowMs, lastMs: nowMs };
  return { firstMs: window.firstMs, lastMs: nowMs };
}

/** cache.RetryWithDeadline.ShouldRetry: true while the first error is no older than `maxRetryMs`; 0 never retries. */
export function shouldRetry(window: RetryWindow, nowMs: number, maxRetryMs: number): boolean {
  return maxRetryMs > 0 && nowMs - window.firstMs <= maxRetryMs;
}
