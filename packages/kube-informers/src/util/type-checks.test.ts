import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { asError } from './errors.js';
import { isAbortSignal, isBytes, isDate, isError, isRegExp, isThenable } from './type-checks.js';

test.each([
  ['isError', isError, 'new TypeError("x")', '({ message: "x" })'],
  ['isThenable', isThenable, 'Promise.resolve()', '({ then: 1 })'],
  ['isThenable', isThenable, '({ then() {} })', '"text"'],
  ['isBytes', isBytes, 'new Uint8Array(2)', 'new Uint16Array(2)'],
  ['isRegExp', isRegExp, '/x/', '"/x/"'],
  ['isDate', isDate, 'new Date(0)', '"1970-01-01"'],
] as const)('%s: true for values of a different realm, false for lookalikes', (_name, check, good, bad) => {
  expect(check(runInNewContext(good))).toBe(true);
  expect(check(runInNewContext(bad))).toBe(false);
});

test('accepts values of this realm, but not null and undefined', () => {
  expect([isError(new DOMException()), isBytes(Buffer.from('x')), isThenable(() => 1)]).toEqual([
    true,
    true,
    false,
  ]);
  expect([isAbortSignal(AbortSignal.abort()), isAbortSignal(new AbortController())]).toEqual([true, false]);
  for (const check of [isError, isThenable, isBytes, isRegExp, isDate, isAbortSignal]) {
    expect([check(null), check(undefined)]).toEqual([false, false]);
  }
});

test('an error from a different realm is returned unchanged', () => {
  const foreign: unknown = runInNewContext('new RangeError("far away")');
  expect(asError(foreign)).toBe(foreign);
});

test('anything else becomes an error, even values without a string form', () => {
  expect(asError('text').message).toBe('text');
  expect(asError(Object.create(null)).message).toBe('[object]');
  const thrower = {
    toString() {
      throw new Error('no text');
    },
  };
  expect(asError(thrower)).toMatchObject({ message: '[object]', cause: thrower });
});
