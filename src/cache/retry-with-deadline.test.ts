import { describe, expect, test } from 'vitest';
import { afterRetryableError, shouldRetry } from './retry-with-deadline.js';
import type { RetryWindow } from './retry-with-deadline.js';

function after(...timesMs: number[]): RetryWindow {
  let window: RetryWindow | undefined;
  for (const nowMs of timesMs) window = afterRetryableError(window, nowMs);
  if (window === undefined) throw new Error('no error came');
  return window;
}

describe('TestRetryWithDeadline', () => {
  test('a duration of 0 never retries', () => {
    expect(shouldRetry(after(0), 0, 0)).toBe(false);
  });

  test('retries only inside the window from the first error', () => {
    expect(shouldRetry(after(0), 0, 1000)).toBe(true);
    expect(shouldRetry(after(0, 1000), 1000, 1000)).toBe(true);
    expect(shouldRetry(after(0, 1001), 1001, 1000)).toBe(false);
  });

  test('a quiet minute begins a new window; less does not', () => {
    expect(shouldRetry(after(0, 60_000), 60_500, 1000)).toBe(true);
    expect(shouldRetry(after(0, 59_999), 59_999, 1000)).toBe(false);
  });
});
