import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ResourceVersionError, compareResourceVersion } from './resource-version.js';

// A fixed seed, so that every run has the same cases.

describe('TestCompareResourceVersion', () => {
  test.each<[string, string, -1 | 0 | 1]>([
    ['100', '200', -1],
    ['200', '100', 1],
    ['100', '100', 0],
    // By length first: as a string, "9" comes after "10".
    ['9', '10', -1],
    ['10', '9', 1],
    // Beyond 2^53 and 2^64 every digit counts.
    ['9007199254740993', '9007199254740992', 1],
    ['18446744073709551616', '18446744073709551615', 1],
    [`1${'0'.repeat(400)}`, `1${'0'.repeat(399)}1`, -1],
  ])('%s against %s', (a, b, expected) => {
    expect(compareResourceVersion(a, b)).toBe(expected);
  });

  test.each(['', '0', '01', '00', '-1', '+1', '1.0', '1e3', ' 1', '1 ', 'abc', '1a', '٣'])(
    '%j is not a valid version of an object',
    (value) => {
      expect(() => compareResourceVersion(value, '1')).toThrow(ResourceVersionError);
      expect(() => compareResourceVersion('1', value)).toThrow(JSON.stringify(value));
      expect(() => compareResourceVersion('1', value)).toThrow(
        expect.objectContaining({ code: 'ERR_RESOURCE_VERSION' }),
      );
    },
  );

  test('has the order of the numbers', () => {
    const version = fc.bigInt({ min: 1n, max: 1n << 80n });
    fc.assert(
      fc.property(version, version, (a, b) => {
        const expected = a < b ? -1 : a > b ? 1 : 0;
        expect(compareResourceVersion(String(a), String(b))).toBe(expected);
      }),
    );
  });
});
