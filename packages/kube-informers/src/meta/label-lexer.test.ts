import { expect, test, describe } from 'vitest';
import { lex } from './label-lexer.js';
import type { TokenType } from './label-lexer.js';

describe('TestLexer, TestLexerSequence, TestParserLookahead', () => {
  test.each<[string, TokenType[]]>([
    ['', []],
    [' \t\r\n', []],
    [',', [',']],
    ['notin', ['notin']],
    ['in', ['in']],
    ['=', ['=']],
    ['==', ['==']],
    ['===', ['==', '=']],
    ['=!=', ['=', '!=']],
    ['>', ['>']],
    ['<', ['<']],
    ['!', ['!']],
    ['!=', ['!=']],
    ['(', ['(']],
    [')', [')']],
    ['~', ['word']],
    ['||', ['word']],
    ['key in ( value )', ['word', 'in', '(', 'word', ')']],
    ['key notin ( value )', ['word', 'notin', '(', 'word', ')']],
    ['key in ( value1, value2 )', ['word', 'in', '(', 'word', ',', 'word', ')']],
    ['key', ['word']],
    ['!key', ['!', 'word']],
    ['()', ['(', ')']],
    ['x in (),y', ['word', 'in', '(', ')', ',', 'word']],
    ['== != (), = notin', ['==', '!=', '(', ')', ',', '=', 'notin']],
    ['key>2', ['word', '>', 'word']],
    ['key<1', ['word', '<', 'word']],
    ['inn notinn', ['word', 'word']],
  ])('%j', (text, types) => {
    const tokens = lex(text);
    expect(tokens.map((token) => token.type)).toEqual([...types, 'end']);
    for (const { text: word, position } of tokens) expect(text.startsWith(word, position)).toBe(true);
  });
});
