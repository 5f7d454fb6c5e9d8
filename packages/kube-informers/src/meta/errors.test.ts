import { describe, expect, test } from 'vitest';
import { TransportError } from '../util/errors.js';
import {
  StatusError,
  asStatusError,
  hasStatusCause,
  isAlreadyExists,
  isBadRequest,
  isConflict,
  isConnectionRefused,
  isExpired,
  isForbidden,
  isGone,
  isInternalError,
  isInvalid,
  isMethodNotSupported,
  isNotFound,
  isRequestEntityTooLarge,
  isResourceExpired,
  isServerTimeout,
  isServiceUnavailable,
  isTimeout,
  isTooLargeResourceVersion,
  isTooManyRequests,
  isTransportError,
  isUnauthorized,
  isUnexpectedServerError,
  reasonForError,
  suggestsClientDelay,
} from './errors.js';
import type { Status } from './types.js';

const failure = (status: Status) => new StatusError(status);
const wrapped = (status: Status) =>
  new Error('listing failed', { cause: new Error('request failed', { cause: failure(status) }) });

describe('TestIsErrorTypesByReasonAndCode', () => {
  // Some predicates go by reason only, some by code even with a known reason.
  const known: [string, (error: unknown) => boolean, string, number, 'reason' | 'both' | 'code'][] = [
    ['isRequestEntityTooLarge', isRequestEntityTooLarge, 'RequestEntityTooLarge', 413, 'code'],
    ['isTooManyRequests', isTooManyRequests, 'TooManyRequests', 429, 'code'],
    ['isNotFound', isNotFound, 'NotFound', 404, 'both'],
    ['isConflict', isConflict, 'Conflict', 409, 'both'],
    ['isInvalid', isInvalid, 'Invalid', 422, 'both'],
    ['isGone', isGone, 'Gone', 410, 'both'],
    ['isMethodNotSupported', isMethodNotSupported, 'MethodNotAllowed', 405, 'both'],
    ['isServiceUnavailable', isServiceUnavailable, 'ServiceUnavailable', 503, 'both'],
    ['isBadRequest', isBadRequest, 'BadRequest', 400, 'both'],
    ['isUnauthorized', isUnauthorized, 'Unauthorized', 401, 'both'],
    ['isForbidden', isForbidden, 'Forbidden', 403, 'both'],
    ['isTimeout', isTimeout, 'Timeout', 504, 'both'],
    ['isInternalError', isInternalError, 'InternalError', 500, 'both'],
    ['isAlreadyExists', isAlreadyExists, 'AlreadyExists', 409, 'reason'],
    ['isResourceExpired', isResourceExpired, 'Expired', 410, 'reason'],
    ['isServerTimeout', isServerTimeout, 'ServerTimeout', 500, 'reason'],
  ];

  test.each(known)('%s', (_, predicate, reason, code, by) => {
    const other = reason === 'NotFound' ? 'Conflict' : 'NotFound';
    const otherCode = code === 404 ? 409 : 404;
    expect(predicate(failure({ reason, code }))).toBe(true);
    expect(predicate(failure({ reason }))).toBe(true);
    expect(predicate(failure({ reason, code: otherCode }))).toBe(true);
    expect(predicate(failure({ code }))).toBe(by !== 'reason');
    expect(predicate(failure({ reason: 'InventedHere', code }))).toBe(by !== 'reason');
    expect(predicate(failure({ reason: other, code }))).toBe(by === 'code');
    expect(predicate(failure({ reason: other, code: otherCode }))).toBe(false);
    expect(predicate(failure({}))).toBe(false);
  });

  test.each(known)('%s follows causes and accepts any value', (_, predicate, reason) => {
    expect(predicate(wrapped({ reason }))).toBe(true);
    expect(predicate(new AggregateError([new Error('first'), failure({ reason })], 'both failed'))).toBe(
      true,
    );
    for (const nothing of [undefined, null, 'NotFound', 404, {}, { reason }, new Error(reason)]) {
      expect(predicate(nothing)).toBe(false);
    }
  });
});

test('TestReasonForError: the reason of the first Status among the causes', () => {
  expect(reasonForError(undefined)).toBe('');
  expect(reasonForError(new Error('x'))).toBe('');
  expect(reasonForError(failure({}))).toBe('');
  expect(reasonForError(wrapped({ reason: 'Gone' }))).toBe('Gone');
  const outer = new StatusError({ reason: 'Timeout' }, { cause: failure({ reason: 'Gone' }) });
  expect(reasonForError(outer)).toBe('Timeout');
});

test('cyclic causes terminate', () => {
  const a = new Error('a');
  const b = new Error('b', { cause: a });
  a.cause = b;
  expect(asStatusError(a)).toBeUndefined();
  const status = failure({ reason: 'NotFound' });
  expect(asStatusError(new AggregateError([a, status]))).toBe(status);
  // The first of several errors counts, then the cause of all.
  const second = failure({ reason: 'Gone' });
  expect(asStatusError(new AggregateError([status, second]))).toBe(status);
  expect(asStatusError(new AggregateError([a], 'x', { cause: second }))).toBe(second);
});

test('isExpired: Expired, and Gone from servers before 1.18', () => {
  expect(isExpired(failure({ reason: 'Expired', code: 410 }))).toBe(true);
  expect(isExpired(failure({ reason: 'Gone', code: 410 }))).toBe(true);
  expect(isExpired(failure({ code: 410 }))).toBe(true);
  expect(isExpired(failure({ reason: 'NotFound', code: 410 }))).toBe(false);
  expect(isExpired(undefined)).toBe(false);
});

describe('isTooLargeResourceVersion, in three forms', () => {
  const message = 'Too large resource version';
  test.each<[string, Status, boolean]>([
    [
      'since 1.18.6: the type of a cause',
      { details: { causes: [{ reason: 'ResourceVersionTooLarge' }] } },
      true,
    ],
    [
      'from 1.17.0: the message of a cause of a Timeout',
      { reason: 'Timeout', details: { causes: [{ message: 'other' }, { message }] } },
      true,
    ],
    [
      'before 1.17.0: the message of a Timeout',
      { reason: 'Timeout', details: { retryAfterSeconds: 1 }, message: `Timeout: ${message}: 3, current: 2` },
      true,
    ],
    ['a Timeout by its code', { code: 504, details: {}, message }, true],
    ['the same message of a different failure', { reason: 'BadRequest', details: {}, message }, false],
    ['another timeout', { reason: 'Timeout', details: {}, message: 'Timeout: slow' }, false],
    ['a Timeout without details, as in client-go', { reason: 'Timeout', message }, false],
    ['nothing at all', {}, false],
  ])('%s', (_, status, expected) => {
    expect(isTooLargeResourceVersion(failure(status))).toBe(expected);
    expect(isTooLargeResourceVersion(wrapped(status))).toBe(expected);
  });

  test('accepts anything', () => {
    expect(isTooLargeResourceVersion(undefined)).toBe(false);
    expect(isTooLargeResourceVersion(new Error(message))).toBe(false);
  });
});

test('TestStatusCause, TestIsUnexpectedServerError: by the type of any cause', () => {
  const status = { details: { causes: [{ reason: 'Other' }, { reason: 'UnexpectedServerResponse' }] } };
  expect(hasStatusCause(wrapped(status), 'Other')).toBe(true);
  expect(hasStatusCause(wrapped(status), 'Missing')).toBe(false);
  expect(hasStatusCause(failure({ details: {} }), 'Other')).toBe(false);
  expect(hasStatusCause(new Error('x'), 'Other')).toBe(false);
  expect(isUnexpectedServerError(wrapped(status))).toBe(true);
  expect(isUnexpectedServerError(failure({ reason: 'InternalError' }))).toBe(false);
});

test.each<[Status, number | undefined]>([
  [{ reason: 'ServerTimeout', details: { retryAfterSeconds: 10 } }, 10],
  [{ reason: 'ServerTimeout', details: {} }, 0],
  [{ reason: 'ServerTimeout' }, undefined],
  [{ reason: 'Timeout', details: { retryAfterSeconds: 1 } }, 1],
  [{ reason: 'Timeout', details: {} }, undefined],
  [{ reason: 'TooManyRequests', details: { retryAfterSeconds: 3 } }, 3],
  [{ code: 429 }, undefined],
])('TestSuggestsClientDelay: %j → %s seconds', (status, expected) => {
  expect(suggestsClientDelay(failure(status))).toBe(expected);
  expect(suggestsClientDelay(wrapped(status))).toBe(expected);
  expect(suggestsClientDelay(new Error('x'))).toBeUndefined();
});

test('distinguishes a broken connection from a response', () => {
  const refused = new TransportError('ERR_CONNECTION_REFUSED', 'no server is listening');
  const reset = new TransportError('ERR_CONNECTION_RESET', 'closed');
  const cut = new TransportError('ERR_BODY_CUT', 'closed in the body');
  const all = [refused, reset, cut, new Error('x', { cause: refused }), failure({ code: 503 }), undefined];
  expect(all.map(isConnectionRefused)).toEqual([true, false, false, true, false, false]);
  expect(all.map(isTransportError)).toEqual([true, true, true, true, false, false]);
});

describe('a StatusError', () => {
  test('has the message of its Status', () => {
    const error = failure({
      message: 'pods "x" not found',
      reason: 'NotFound',
      code: 404,
      details: { retryAfterSeconds: 2 },
    });
    expect(error.message).toBe('pods "x" not found');
    expect(error).toMatchObject({
      code: 'ERR_STATUS',
      statusCode: 404,
      reason: 'NotFound',
      retryAfterSeconds: 2,
    });
  });

  test('has defaults for an empty Status', () => {
    expect(failure({})).toMatchObject({ statusCode: 0, reason: '', retryAfterSeconds: undefined });
    expect(failure({ reason: 'Gone' }).message).toBe('Gone');
    expect(failure({ code: 500 }).message).toBe('status 500');
  });
});
