import { describe, expect, test } from 'vitest';
import { StatusError, isInternalError } from '../../../packages/kube-informers/src/meta/errors.js';
import { TransportError } from '../../../packages/kube-informers/src/util/errors.js';
import { RetryState, isRetryableRead } from '../../../packages/kube-informers/src/rest/request-sender.js';
import { retryAfter } from '../../../packages/kube-informers/src/rest/request.js';
import type { AttemptOutcome } from '../../../packages/kube-informers/src/rest/request-sender.js';

const reset = new TransportError('ERR_CONNECTION_RESET', 'closed the connection');
const refused = new TransportError('ERR_CONNECTION_REFUSED', 'refused');
const never = (): boolean => false;
const always = (): boolean => true;

function answer(
  status: number,
  retryAfterHeader?: string,
): { response: { status: number; headers: Record<string, string> } } {
  return {
    response: { status, headers: retryAfterHeader === undefined ? {} : { 'retry-after': retryAfterHeader } },
  };
}

describe('TestIsNextRetry', () => {
  const fake = new Error('fake error');
  const isFake = (error: unknown): boolean => error === fake;

  test.each<[string, number, AttemptOutcome, (error: unknown) => boolean, [boolean, number?][]]>([
    ['bad input, response and err are nil', 2, { error: undefined }, never, [[false]]],
    ['zero maximum retry', 0, answer(500, '1'), never, [[false]]],
    ['server returned a retryable error', 3, { error: fake }, isFake, [[true, 1000]]],
    ['server returned a retryable HTTP 429 response', 3, answer(429, '2'), never, [[true, 2000]]],
    ['server returned a retryable HTTP 5xx response', 3, answer(503, '3'), never, [[true, 3000]]],
    ['server returned a response without a Retry-After header', 1, answer(429), never, [[false]]],
    [
      'all retries are exhausted',
      3,
      { error: fake },
      always,
      [[true, 1000], [true, 1000], [true, 1000], [false]],
    ],
  ])('%s', (_name, maxRetries, outcome, isRetryable, expected) => {
    const retry = new RetryState(maxRetries);
    const got = expected.map((): [boolean, number?] =>
      retry.isNextRetry(outcome, isRetryable) ? [true, retry.waitMs] : [false],
    );
    expect(got).toEqual(expected);
    expect(retry.attempts).toBe(expected.length);
  });
});

describe('TestRetryableConditions, TestCheckRetryHandles429And5xx', () => {
  test.each([
    [200, '1', undefined],
    [400, '1', undefined],
    [404, '1', undefined],
    [429, '1', 1],
    [429, '0', 0],
    [500, '5', 5],
    [503, '10', 10],
    [599, '1', 1],
    [429, undefined, undefined],
    [500, undefined, undefined],
    [429, 'Wed, 21 Oct 2026 07:28:00 GMT', undefined],
    [429, '1.5', undefined],
    [429, '', undefined],
  ])('status %j with Retry-After %j: %j', (status, header, expected) => {
    expect(retryAfter(answer(status, header).response)).toBe(expected);
    const retry = new RetryState(10);
    expect(retry.isNextRetry(answer(status, header), never)).toBe(expected !== undefined);
    if (expected !== undefined) expect(retry.waitMs).toBe(expected * 1000);
  });

  test('a negative Retry-After causes no wait', () => {
    const retry = new RetryState(1);
    expect(retry.isNextRetry(answer(429, '-3'), never)).toBe(true);
    expect(retry.waitMs).toBe(0);
  });

  test('retries an error that the request declares retryable, after a second', () => {
    const retry = new RetryState(10);
    expect(retry.isNextRetry({ error: reset }, isRetryableRead)).toBe(true);
    expect(retry.waitMs).toBe(1000);
    expect(new RetryState(10).isNextRetry({ error: refused }, isRetryableRead)).toBe(false);
    expect(new RetryState(10).isNextRetry({ error: reset }, never)).toBe(false);
  });

  test('ends after maxRetries', () => {
    const retry = new RetryState(2);
    expect([1, 2, 3].map(() => retry.isNextRetry({ error: reset }, always))).toEqual([true, true, false]);
    expect(new RetryState(0).isNextRetry(answer(429, '1'), never)).toBe(false);
  });
});

describe('TestWrapPreviousError', () => {
  const first = new TransportError('ERR_CONNECTION_RESET', 'first');
  const second = new TransportError('ERR_CONNECTION_REFUSED', 'second');

  test('returns the final error itself without an earlier error', () => {
    const retry = new RetryState(10);
    retry.isNextRetry({ error: second }, never);
    expect(retry.wrapPreviousError(second)).toBe(second);
  });

  test('names an earlier, different error and keeps class, code and cause', () => {
    const retry = new RetryState(10);
    retry.isNextRetry({ error: first }, always);
    retry.isNextRetry({ error: second }, never);
    const wrapped = retry.wrapPreviousError(second);
    expect(wrapped).toBeInstanceOf(TransportError);
    expect(wrapped).toMatchObject({
      code: 'ERR_CONNECTION_REFUSED',
      message: 'second - error from a previous attempt: first',
      cause: second,
    });
  });

  test('does not repeat the same message', () => {
    const retry = new RetryState(10);
    retry.isNextRetry({ error: first }, always);
    const again = new TransportError('ERR_CONNECTION_RESET', 'first');
    retry.isNextRetry({ error: again }, never);
    expect(retry.wrapPreviousError(again)).toBe(again);
  });

  test('responses between errors do not hide them, and a Status stays unchanged', () => {
    const retry = new RetryState(10);
    retry.isNextRetry({ error: first }, always);
    retry.isNextRetry(answer(429, '1'), never);
    retry.isNextRetry(answer(500), never);
    const status = new StatusError({
      status: 'Failure',
      reason: 'InternalError',
      code: 500,
      message: 'broken',
    });
    const wrapped = retry.wrapPreviousError(status);
    expect(isInternalError(wrapped)).toBe(true);
    expect((wrapped as Error).message).toBe('broken - error from a previous attempt: first');
  });

  test('names the last error when the time runs out', () => {
    const retry = new RetryState(10);
    retry.isNextRetry({ error: first }, always);
    const timeout = new TransportError('ERR_TIMEOUT', 'took too long');
    expect(retry.interrupted(timeout)).toMatchObject({
      code: 'ERR_TIMEOUT',
      message: 'took too long - error from a previous attempt: first',
    });
  });

  test('a cancel keeps its identity', () => {
    const retry = new RetryState(10);
    retry.isNextRetry({ error: first }, always);
    const reason = new Error('cancelled by the caller');
    expect(retry.interrupted(reason)).toBe(reason);
    expect(retry.interrupted('a string')).toBe('a string');
  });
});
