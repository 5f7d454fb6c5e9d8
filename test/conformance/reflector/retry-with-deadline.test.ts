import { describe, expect, test } from 'vitest';
import { StatusError } from '../../../packages/kube-informers/src/meta/errors.js';
import {
  initialReflectorState,
  nextStep,
  afterRetryableError,
  shouldRetry,
} from '../../../packages/kube-informers/src/cache/reflector/reflector-state.js';
import { reflectorSettings } from '../../../packages/kube-informers/src/cache/reflector/reflector-options.js';
import type { RetryWindow } from '../../../packages/kube-informers/src/cache/reflector/reflector-state.js';

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

  test.each<[string, number, ('500' | '429' | '403')[], string[]]>([
    ['Never retry when duration is zero', 0, ['500'], ['end']],
    [
      'Retry when internal error happens only within duration',
      1000,
      ['500', '500', '500'],
      ['again', 'again', 'end'],
    ],
    ["Don't retry when other error happens", 1000, ['403'], ['end']],
    // 429 has a retry rule of its own; it neither starts nor moves the window.
    [
      'Ignore other errors for retries',
      2000,
      ['500', '429', '500', '500'],
      ['again', 'again', 'again', 'end'],
    ],
  ])('%s', (_name, maxInternalErrorRetryDurationMs, errors, expected) => {
    const policy = {
      ...reflectorSettings({ name: 'pods', maxInternalErrorRetryDurationMs }),
      watchListSupported: true,
      asksForPages: false,
      healthyWatchMs: 10_000,
    };
    let state = nextStep(policy, initialReflectorState, { type: 'begin' }, 0).state;
    state = nextStep(policy, state, { type: 'listed', resourceVersion: '1', paginated: false }, 0).state;
    const met = errors.map((code, second) => {
      const error = new StatusError({ code: Number(code), reason: code === '500' ? 'InternalError' : '' });
      const stream = { durationMs: 1000, items: 1, resourceVersion: '1' };
      const step = nextStep(policy, state, { type: 'broken', error, stream }, second * 1000);
      state = step.state;
      return step.effects.at(-1)?.do === 'openWatch' ? 'again' : 'end';
    });
    expect(met).toEqual(expected);
  });

  test('a minute without errors starts a new window; less does not', () => {
    expect(shouldRetry(after(0, 60_000), 60_500, 1000)).toBe(true);
    expect(shouldRetry(after(0, 59_999), 59_999, 1000)).toBe(false);
  });
});
