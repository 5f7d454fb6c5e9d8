import { composeDocuments, YamlDepthError } from './yaml-documents.js';
import { maxDepth, parserOptions, readValue, template, UnusableYaml } from './yaml-values.js';

/** The errors of the parser in words: its own messages may quote the text, which may be secret. */
const syntaxErrors: Readonly<Partial<Record<string, string>>> = {
  BAD_ALIAS: 'an alias without a name; quote a value that begins with *',
  BAD_DIRECTIVE: 'a line that begins with % and is no directive of YAML',
  BAD_DQ_ESCAPE: 'an unknown escape in double quotes; write \\\\ for a backslash, or use single quotes',
  BAD_INDENT: 'a line is indented differently from its neighbours, or a bracket or brace is not closed',
  BAD_SCALAR_START: 'a value begins with a character that YAML reserves, such as @, % or `; quote it',
  BLOCK_AS_IMPLICIT_KEY:
    'a mapping in the line of another one; quote a value that contains a colon and a space',
  BLOCK_IN_FLOW: `a mapping or list of several lines within braces or brackets; ${template}`,
  DUPLICATE_KEY: 'a key occurs twice in the same mapping',
  MISSING_CHAR: 'a quote, bracket or brace is not closed, or a comma or colon is missing',
  MULTILINE_IMPLICIT_KEY: 'a key of several lines; a colon, or a dash before it, may be missing',
  MULTIPLE_DOCS: 'a second document begins without a line `---`',
  TAB_AS_INDENT: 'a tab in the indentation; YAML allows only spaces there',
  TAG_RESOLVE_FAILED: 'a tag that is not known here; quote a value that begins with !',
  UNEXPECTED_TOKEN: `something does not belong here; quote values with special characters; ${template}`,
};

/** Describes an error of the parser without the text. */
export function describeSyntaxError(code: string): string {
  return (Object.hasOwn(syntaxErrors, code) ? syntaxErrors[code] : undefined) ?? `not valid YAML (${code})`;
}

/** The first document of a YAML text, undefined if there is none; or why it cannot be read. */
export type ParsedYaml = { readonly value: unknown } | { readonly problem: string };

/**
 * Parses the first document of a YAML or JSON text, with the values that client-go gives it; the last value of a repeated key wins.
 *
 * `problem` continues a sentence that starts with the name of the text. It contains the position, never the text there,
 * which may be secret.
 */
export async function parseYaml(text: string): Promise<ParsedYaml> {
  // Imported lazily, since a program in a pod never reads YAML.
  const yaml = await import('yaml');
  const lineCounter = new yaml.LineCounter();
  const unusable = (what: string, offset: number | undefined, reason: string): ParsedYaml => {
    const { line, col } = lineCounter.linePos(offset ?? 0);
    return { problem: `is not ${what} YAML: line ${line}, column ${col}: ${reason}` };
  };
  try {
    const documents = composeDocuments(text, { ...parserOptions, lineCounter }, maxDepth, yaml);
    const { value: first } = documents.next();
    if (first === undefined) return { value: undefined };
    const error = first.errors[0];
    if (error !== undefined) return unusable('valid', error.pos[0], describeSyntaxError(error.code));
    return { value: readValue(first, yaml).value };
  } catch (thrown) {
    if (!(thrown instanceof UnusableYaml || thrown instanceof YamlDepthError)) throw thrown;
    return unusable('usable', thrown.offset, thrown.message);
  }
}
