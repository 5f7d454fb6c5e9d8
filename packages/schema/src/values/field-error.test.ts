import { describe, expect, test } from 'vitest';
import {
  duplicateField,
  forbiddenField,
  formatFieldError,
  formatFieldErrors,
  invalidField,
  notSupportedField,
  requiredField,
  tooLongField,
  tooManyField,
  typeInvalidField,
} from './field-error.js';
import type { FieldError } from './field-error.js';

describe('a field error is worded as in Go', () => {
  test.each<[FieldError, string]>([
    [invalidField('a.b', 'x y', 'no blanks'), 'a.b: Invalid value: "x y": no blanks'],
    [invalidField('n', 5, 'must be below 5'), 'n: Invalid value: 5: must be below 5'],
    [invalidField('n', 1234567, ''), 'n: Invalid value: 1234567'],
    [invalidField('n', 1234567.5, ''), 'n: Invalid value: 1.2345675e+06'],
    [invalidField('n', 0.00001, ''), 'n: Invalid value: 1e-05'],
    [invalidField('n', 2 ** 63, ''), 'n: Invalid value: 9.223372036854776e+18'],
    [invalidField('n', [1234567.5], ''), 'n: Invalid value: [1234567.5]'],
    [invalidField('n', true, ''), 'n: Invalid value: true'],
    [invalidField('n', ['<a>'], 'x'), 'n: Invalid value: ["\\u003ca\\u003e"]: x'],
    [invalidField('n', undefined, 'x'), 'n: Invalid value: null: x'],
    [typeInvalidField('n', 'x', 'must be a number'), 'n: Invalid value: "x": must be a number'],
    [requiredField('metadata.name'), 'metadata.name: Required value'],
    [requiredField('metadata.name', 'give one'), 'metadata.name: Required value: give one'],
    [duplicateField('a[1]', 'x'), 'a[1]: Duplicate value: "x"'],
    [notSupportedField('op', 'z', ['a', 'b']), 'op: Unsupported value: "z": supported values: "a", "b"'],
    [notSupportedField('op', 'z', []), 'op: Unsupported value: "z"'],
    [forbiddenField('spec', 'not here'), 'spec: Forbidden: not here'],
    [tooLongField('a', 10), 'a: Too long: may not be more than 10 bytes'],
    [tooLongField('a', 1), 'a: Too long: may not be more than 1 byte'],
    [tooManyField('a', 3, 2), 'a: Too many: 3: must have at most 2 items'],
    [tooManyField('a', 3, 1), 'a: Too many: 3: must have at most 1 item'],
  ])('%j', (error, text) => {
    expect(formatFieldError(error)).toBe(text);
  });
});

test('several errors are joined in brackets, each once', () => {
  const a = requiredField('a');
  const b = requiredField('b');
  expect(formatFieldErrors([])).toBe('');
  expect(formatFieldErrors([a])).toBe('a: Required value');
  expect(formatFieldErrors([a, a])).toBe('a: Required value');
  expect(formatFieldErrors([a, b, a])).toBe('[a: Required value, b: Required value]');
});
