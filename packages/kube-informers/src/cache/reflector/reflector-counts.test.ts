import { describe, expect, test } from 'vitest';
import { StatusError } from '../../meta/errors.js';
import { TransportError } from '../../util/errors.js';
import { ListWatchCounters, listReasonAfter, watchEndOf } from './reflector-counts.js';

const code = (name: string): TransportError => new TransportError(name, name);
const status = (statusCode: number, reason: string): StatusError =>
  new StatusError({ code: statusCode, reason, message: reason });

describe('how a watch ended', () => {
  test.each([
    ['cut', 'watchError', code('ERR_WATCH_CUT')],
    ['silent', 'silent', code('ERR_WATCH_IDLE')],
    ['backwards', 'backwards', code('ERR_WATCH_BACKWARDS')],
    ['expired', 'expired', status(410, 'Expired')],
    ['tooManyRequests', 'watchError', status(429, 'TooManyRequests')],
    ['error', 'watchError', status(500, 'InternalError')],
    ['error', 'watchError', new Error('a defect')],
  ] as const)('%s, and the reason %s of the list after it', (end, reason, error) => {
    expect(watchEndOf(error)).toBe(end);
    expect(listReasonAfter(end)).toBe(reason);
  });
});

test('failures with more than 50 codes are counted together', () => {
  const counters = new ListWatchCounters();
  for (let index = 0; index < 60; index++) counters.failed(code(`ERR_${index}`));
  counters.failed(code('ERR_0'));
  const { failures } = counters.stats();
  expect(Object.keys(failures)).toHaveLength(51);
  expect(failures).toMatchObject({ ERR_0: 2, ERR_49: 1, other: 10 });
});

test('a code of "__proto__" is counted like any other', () => {
  const counters = new ListWatchCounters();
  counters.failed(code('__proto__'));
  expect(Object.keys(counters.stats().failures)).toEqual(['__proto__']);
});
