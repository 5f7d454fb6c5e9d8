import type * as Yaml from 'yaml';

/** Longer texts, and longer scalars than `mostOpen`, are left as they are: each line is read again with what is open before it. */
const mostCharacters = 4 * 1024 * 1024;
const mostOpen = 8192;

/**
 * Indents the lines within quoted scalars, which Go's yaml.v2 reads with any indentation, and writes so itself.
 *
 * No value changes: the blanks at the beginning of these lines do not count. Undefined if there is nothing to indent.
 */
export function withIndentedQuotes(text: string, library: typeof Yaml): string | undefined {
  if (text.length > mostCharacters) return undefined;
  const { DOCUMENT, FLOW_END, SCALAR } = library.CST;
  const lexer = new library.Lexer();
  let written = '';
  /** What the lexer has not returned yet. */
  let open = '';
  let latest = '';
  let isIndented = false;
  for (let at = 0; at < text.length;) {
    let end = endOfLine(text, at);
    let part = text.slice(at, end);
    const quote = open.charAt(0);
    // A block scalar may begin with a quote, too.
    if (/["']/.test(quote) && !/^[|>]/.test(latest)) {
      const closing = endOfQuote(text, at, quote);
      if (closing === undefined) return undefined;
      end = endOfLine(text, closing);
      part = text.slice(at, end);
      if (/^(?:---|\.\.\.)(?:\s|$)/m.test(part)) return undefined;
      // Deeper than the line with the quote.
      const column = written.length - open.length - (written.lastIndexOf('\n', written.length - 2) + 1);
      part = part.replaceAll(/^(?=[^])/gm, ' '.repeat(Math.max(0, column) + 1));
      isIndented = true;
    }
    at = end;
    written += part;
    open += part;
    for (const lexeme of lexer.lex(part, true)) {
      if (lexeme === DOCUMENT || lexeme === FLOW_END || lexeme === SCALAR) continue;
      open = open.slice(lexeme.length);
      if (/^[^\s#]/.test(lexeme)) latest = lexeme;
    }
    if (open.length > mostOpen) return undefined;
  }
  return isIndented ? written : undefined;
}

function endOfLine(text: string, from: number): number {
  return text.indexOf('\n', from) + 1 || text.length;
}

/** The index of the quote that ends a scalar, which is open at `from`. */
function endOfQuote(text: string, from: number, quote: string): number | undefined {
  const end = quote === '"' ? /(?:[^"\\]|\\[^])*/y : /(?:[^']|'')*/y;
  end.lastIndex = from;
  const length = end.exec(text)?.[0].length ?? 0;
  return from + length < text.length ? from + length : undefined;
}
