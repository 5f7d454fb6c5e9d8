import { expect, test } from 'vitest';
import { goQuote } from './go-quote.js';

// Right column: what Go's fmt.Printf("%q") prints.
test.each([
  ['web', '"web"'],
  ['', '""'],
  ['a "b" \\ c', '"a \\"b\\" \\\\ c"'],
  ['tab\tline\nreturn\r', '"tab\\tline\\nreturn\\r"'],
  ['\u0007\b\f\v', '"\\a\\b\\f\\v"'],
  ['\u0000\u001b\u007f', '"\\x00\\x1b\\x7f"'],
  ['é ü 漢字 😀', '"é ü 漢字 😀"'],
  ['\u00a0\u2028\ufeff', '"\\u00a0\\u2028\\ufeff"'],
  ['\u{e0001}', '"\\U000e0001"'],
  ['<&>', '"<&>"'],
  ['\ud800', '"\ufffd"'],
])('quotes %j as Go does', (text, quoted) => {
  expect(goQuote(text)).toBe(quoted);
});
