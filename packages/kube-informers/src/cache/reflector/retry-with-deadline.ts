/** The time window in which errors of one kind are retried. */
export interface RetryWindow {
  readonly firstMs: number;
  readonly lastMs: number;
}

/** Time without errors after which a new window begins, ms (client-go's reflector: one minute). */
export const retryWindowResetMs = 60_000;

/** cache.RetryWithDeadline.After: the window after an error of the kind at `nowMs`. Do not call it for other errors. */
export function afterRetryableError(window: RetryWindow | undefined, nowMs: number): RetryWindow {
  if (window === undefined || nowMs - window.lastMs >= retryWindowResetMs)
    return { firstMs: nowMs, lastMs: nowMs };
  return { firstMs: window.firstMs, lastMs: nowMs };
}

/** cache.RetryWithDeadline.ShouldRetry: true until `maxRetryMs` have passed since the first error; 0 never retries. */
export function shouldRetry(window: RetryWindow, nowMs: number, maxRetryMs: number): boolean {
  return maxRetryMs > 0 && nowMs - window.firstMs <= maxRetryMs;
}
