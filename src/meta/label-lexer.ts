/** The words of a label selector's grammar (apimachinery's labels.Lexer). */

/** `word` is a key or a value; `in` and `notin` are words too where no operator can stand. */
export type TokenType =
  'word' | 'in' | 'notin' | '=' | '==' | '!=' | '!' | '>' | '<' | '(' | ')' | ',' | 'end';

export interface Token {
  readonly type: TokenType;
  readonly text: string;
  /** Where it starts, counted from 0. */
  readonly position: number;
}

// Whatever is neither blank nor an operator's character belongs to a word; the rules for keys and values come later.
const tokenPattern = /[ \t\r\n]*(?:(==|!=|[=!()<>,])|([^=!()<>, \t\r\n]+)|$)/y;

/** Every text has tokens, the last one `end`; whether they mean something is the parser's business. */
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
  // The pattern admits no other symbols than the types name.
  if (symbol !== undefined) return symbol as TokenType;
  return lexeme === 'in' || lexeme === 'notin' ? lexeme : 'word';
}
