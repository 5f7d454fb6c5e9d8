import { describe, expect, test } from 'vitest';
import {
  defaultBackoff,
  defaultRetry,
  retryOnConflict,
} from '../../../packages/kube-informers/src/controller/objects/retry.js';
import { StatusError } from '../../../packages/kube-informers/src/meta/errors.js';
import { newConflict, newServiceUnavailable } from '../../../packages/kube-informers/src/meta/status.js';
import { FakeClock } from '@kube-informers/testing';

const conflict = (): StatusError => newConflict({ group: '', resource: 'pods' }, 'a', 'changed');

/** Fails with these errors, then succeeds; the clock moves on by itself. */
async function retried(
  failures: readonly Error[],
  options: { readonly signal?: AbortSignal } = {},
): Promise<{ calls: number; result: unknown }> {
  const clock = new FakeClock();
  let calls = 0;
  const ended = retryOnConflict(
    () => {
      const failure = failures[calls++];
      if (failure !== undefined) throw failure;
      return 'done';
    },
    { ...options, clock, random: () => 0.5 },
  ).catch((error: unknown) => error);
  await clock.advance(10_000);
  return { calls, result: await ended };
}

describe('TestRetryOnConflict', () => {
  test('always a conflict: rejects with the last conflict after 5 tries', async () => {
    const conflicts = Array.from({ length: 10 }, conflict);
    const { calls, result } = await retried(conflicts);
    expect(calls).toBe(5);
    expect(result).toBe(conflicts[4]);
  });

  test('success: one call', async () => {
    expect(await retried([])).toMatchObject({ calls: 1, result: 'done' });
  });

  test('another error: one call', async () => {
    const error = newServiceUnavailable('away');
    expect(await retried([error, error])).toMatchObject({ calls: 1, result: error });
  });

  test('two conflicts, then success', async () => {
    expect(await retried([conflict(), conflict()])).toMatchObject({ calls: 3, result: 'done' });
  });
});

test('TestRetryOnConflictPreservesContextErrorWithoutLastError: aborted before the first try', async () => {
  const reason = new Error('stopped');
  expect(await retried([], { signal: AbortSignal.abort(reason) })).toMatchObject({
    calls: 0,
    result: reason,
  });
});

test('TestRetryOnConflictPreservesContextErrorWithoutLastError: an abort during the wait rejects with the reason of the signal', async () => {
  const clock = new FakeClock();
  const stop = new AbortController();
  const ended = retryOnConflict(() => Promise.reject(conflict()), { signal: stop.signal, clock });
  const failure = expect(ended).rejects.toThrow('stopped');
  await clock.advance(5);
  stop.abort(new Error('stopped'));
  await failure;
  expect(clock.pendingTimers).toBe(0);
});

test.each([
  ['defaultRetry', defaultRetry, [10.5, 10.5, 10.5, 10.5]],
  ['defaultBackoff', defaultBackoff, [10.5, 52.5, 262.5]],
])('TestRetryOnConflict: %s waits this long between its tries, ms', async (_name, backoff, expected) => {
  const clock = new FakeClock();
  const times: number[] = [];
  const ended = retryOnConflict(
    () => {
      times.push(clock.monotonic());
      return Promise.reject(conflict());
    },
    { backoff, clock, random: () => 0.5 },
  );
  const failure = expect(ended).rejects.toThrow(StatusError);
  await clock.advance(10_000);
  await failure;
  expect(times.slice(1).map((time, index) => time - (times[index] ?? 0))).toEqual(expected);
});

test.each([
  [{ backoff: { baseMs: 10, steps: 0 } }, "steps of retryOnConflict's backoff must be 1 or more, got 0"],
  [{ retries: 3 }, 'unknown option "retries" of retryOnConflict'],
  [{ signal: new AbortController() }, 'signal of retryOnConflict must be an AbortSignal'],
])('refuses the options %o', async (options, message) => {
  await expect(retryOnConflict(() => 1, options as object)).rejects.toThrow(message);
});
