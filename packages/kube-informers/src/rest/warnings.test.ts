import { describe, expect, test } from 'vitest';
import { deduplicateWarnings, parseWarnings } from './request-sender.js';
import type { Warning } from './request-sender.js';

const warning = (text: string, agent = '-', code = 299): Warning => ({ code, agent, text });

describe('TestParseWarningHeaders', () => {
  test.each<[string, string | string[] | undefined, Warning[]]>([
    ['none', undefined, []],
    ['empty', '', []],
    ['one', '299 - "text"', [warning('text')]],
    ['spaces around', '  299 - "text" ', [warning('text')]],
    ['an agent', '299 k8s.io:443 "text"', [warning('text', 'k8s.io:443')]],
    ['another code', '199 - "text"', [warning('text', '-', 199)]],
    ['a date', '299 - "text" "Tue, 15 Nov 1994 08:12:31 GMT"', [warning('text')]],
    ['escapes', '299 - "a \\"b\\" \\\\ \\c"', [warning('a "b" \\ c')]],
    [
      'several in one header',
      '299 - "a", 299 - "b" "date" ,299 - "c"',
      ['a', 'b', 'c'].map((text) => warning(text)),
    ],
    ['several headers', ['299 - "a"', '299 - "b"'], [warning('a'), warning('b')]],
    ['a comma and quotes in the text', '299 - "a, 299 - \\"b\\""', [warning('a, 299 - "b"')]],
    ['UTF-8', Buffer.from('299 - "ü"').toString('latin1'), [warning('ü')]],
    ['no code', '- "text"', []],
    ['a long code', '2990 - "text"', []],
    ['no agent', '299 "text"', []],
    ['no quotes', '299 - text', []],
    ['no closing quote', '299 - "text', []],
    ['a control character', '299 - "te\u0007xt"', []],
    ['garbage after a good one', '299 - "a" x, 299 - "b"', []],
    ['garbage in one header of two', ['299 - "a', '299 - "b"'], [warning('b')]],
  ])('%s', (_what, header, expected) => {
    expect(parseWarnings(header)).toEqual(expected);
  });
});

test('deduplicateWarnings passes each text on once, and forgets the oldest', () => {
  const passed: string[] = [];
  const handler = deduplicateWarnings(({ text }) => void passed.push(text), 2);
  for (const text of ['a', 'a', 'b', 'a', 'c', 'a']) handler(warning(text));
  expect(passed).toEqual(['a', 'b', 'c', 'a']);
  const byDefault = deduplicateWarnings(({ text }) => void passed.push(text));
  for (let number = 0; number < 3000; number++) byDefault(warning(`${number}`));
  const before = passed.length;
  for (const text of ['2000', '2999', '1999']) byDefault(warning(text));
  expect(passed.slice(before)).toEqual(['1999']);
});
