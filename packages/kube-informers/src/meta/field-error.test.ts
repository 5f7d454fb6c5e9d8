import { describe, expect, test } from 'vitest';
import { formatFieldError, formatFieldErrors, invalidField, notSupportedField } from './field-error.js';
import type { FieldError } from './field-error.js';

describe('a field error is worded as in Go', () => {
  test.each<[FieldError, string]>([
    [invalidField('a.b', 'x y', 'no blanks'), 'a.b: Invalid value: "x y": no blanks'],
    [invalidField('n', 5, 'must be below 5'), 'n: Invalid value: 5: must be below 5'],
    [invalidField('n', true, ''), 'n: Invalid value: true'],
    [invalidField('n', ['<a>'], 'x'), 'n: Invalid value: ["\\u003ca\\u003e"]: x'],
    [invalidField('n', undefined, 'x'), 'n: Invalid value: null: x'],
    [notSupportedField('op', 'z', ['a', 'b']), 'op: Unsupported value: "z": supported values: "a", "b"'],
    [notSupportedField('op', 'z', []), 'op: Unsupported value: "z"'],
    [invalidField('n', 1234567.5, ''), 'n: Invalid value: 1.2345675e+06'],
    [invalidField('n', 123456.5, ''), 'n: Invalid value: 123456.5'],
    [invalidField('n', 0.00001, ''), 'n: Invalid value: 1e-05'],
  ])('%j', (error, text) => {
    expect(formatFieldError(error)).toBe(text);
  });
});

test('several errors are joined in brackets, each once', () => {
  const a = invalidField('a', 1, '');
  const b = invalidField('b', 1, '');
  expect(formatFieldErrors([])).toBe('');
  expect(formatFieldErrors([a])).toBe('a: Invalid value: 1');
  expect(formatFieldErrors([a, a])).toBe('a: Invalid value: 1');
  expect(formatFieldErrors([a, b, a])).toBe('[a: Invalid value: 1, b: Invalid value: 1]');
});
