import { expect, test } from 'vitest';
import { parseBoolean, parseInteger, resourceVersionSyntax } from './query-values.js';

test('numbers and booleans in a query are parsed as by the real server', () => {
  expect(['true', '1', '', 'foo', '0', 'false', 'False', null].map(parseBoolean)).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
    false,
    undefined,
  ]);
  expect(['5', '-1', '+7', '9223372036854775807', null].map(parseInteger)).toEqual([
    5,
    -1,
    7,
    2 ** 63,
    undefined,
  ]);
  expect(() => parseInteger('')).toThrow('strconv.ParseInt: parsing "": invalid syntax');
  expect(() => parseInteger('1e3')).toThrow('strconv.ParseInt: parsing "1e3": invalid syntax');
  expect(() => parseInteger('99999999999999999999')).toThrow('value out of range');
  expect(resourceVersionSyntax('18446744073709551615')).toBeUndefined();
  expect(resourceVersionSyntax('18446744073709551616')).toBe(
    'strconv.ParseUint: parsing "18446744073709551616": value out of range',
  );
  expect(resourceVersionSyntax('-1')).toBe('strconv.ParseUint: parsing "-1": invalid syntax');
});
