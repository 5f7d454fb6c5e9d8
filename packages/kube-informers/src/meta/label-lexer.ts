/** The tokens of a label selector (apimachinery's labels.Lexer). */

/** `word` is a key or a value; `in` and `notin` are words too where no operator is allowed. */
export type TokenType =
  | 'word'
  | 'in'
  | 'notin'
  | '='
  | '=='
  | '!='
  | '!'
  | '>'
  | '<'
  | '('
  | ')'
  | ','
  | 'end';

export interface Token {
  readonly type: TokenType;
  readonly text: string;
  /** Start in the text, counted from 0. */
  readonly position: number;
}

// Everything except whitespace and operators belongs to a word; keys and values are validated later.
const tokenPattern = /[ \t\r\n]*(?:(==|!=|[=!()<>,])|([^=!()<>, \t\r\n]+)|$)/y;

/** Tokenises any string; the last token is `end`. The parser decides whether the tokens are valid. */
export function lex(text: string): Token[] {
  const tokens: Token[] = [];
  tokenPattern.lastIndex = 0;
  for (;;) {
    const match = tokenPattern.exec(text);
    const [, symbol, word] = match ?? [];
    const lexeme = symbol ?? word;
    if (lexeme === undefined) break;
    const position = tokenPattern.lastIndex - lexeme.length;
    tokens.push({ type: typeOf(symbol, lexeme), text: lexeme, position });
  }
  tokens.push({ type: 'end', text: '', position: text.length });
  return tokens;
}

function typeOf(symbol: string | undefined, lexeme: string): TokenType {
  // The pattern matches no symbols other than those of the type.
  if (symbol !== undefined) return symbol as TokenType;
  return lexeme === 'in' || lexeme === 'notin' ? lexeme : 'word';
}
