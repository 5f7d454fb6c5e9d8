import type * as Yaml from 'yaml';
import { withIndentedQuotes } from './yaml-quotes.js';

/** A document nests too deeply. */
export class YamlDepthError extends Error {
  /** Offset in the text where it does. */
  readonly offset: number;

  constructor(maxDepth: number, offset: number) {
    super(`nested more than ${maxDepth} levels deep`);
    this.offset = offset;
  }
}

/**
 * Composes the documents of a YAML text one after another.
 *
 * Throws YamlDepthError at a document with more than `maxDepth` open blocks and brackets. The composer is recursive, and at the end of
 * the stack it may end the process: a RegExp compiled there is fatal. The parser of tokens before it keeps its own stack.
 */
export function* composeDocuments(
  text: string,
  options: Yaml.ParseOptions & Yaml.DocumentOptions & Yaml.SchemaOptions,
  maxDepth: number,
  library: typeof Yaml,
): Generator<Yaml.Document.Parsed, undefined> {
  const { lineCounter } = options;
  const composer = new library.Composer(options);
  const parser = new library.Parser(lineCounter?.addNewLine);
  lineCounter?.addNewLine(0);
  for (const lexeme of new library.Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) yield* composer.next(token);
    // With the document itself. Nodes nest at most twice as deep: `[a]: b` puts a map in the place of its key.
    if (parser.stack.length <= maxDepth + 1) continue;
    yield* composer.end();
    throw new YamlDepthError(maxDepth, parser.offset);
  }
  for (const token of parser.end()) yield* composer.next(token);
  yield* composer.end(false, text.length);
}

/** Composes all documents of a YAML text: of the text with its quotes indented if they were refused. Throws YamlDepthError. */
export function allDocuments(
  text: string,
  options: Parameters<typeof composeDocuments>[1],
  maxDepth: number,
  library: typeof Yaml,
): { readonly text: string; readonly documents: readonly Yaml.Document.Parsed[] } {
  const documents = [...composeDocuments(text, options, maxDepth, library)];
  const isValid = documents.every(({ errors }) => errors.length === 0);
  const indented = isValid ? undefined : withIndentedQuotes(text, library);
  if (indented === undefined) return { text, documents };
  options.lineCounter?.lineStarts.splice(0);
  return { text: indented, documents: [...composeDocuments(indented, options, maxDepth, library)] };
}
