import type * as Yaml from 'yaml';
import { yamlDepth } from '../util/yaml-depth.js';
import { parserOptions, resolveScalars, UnusableYaml } from './yaml-values.js';

/** Number of nodes that aliases may expand to; yaml's own default. */
const maxAliasCount = 100;

/** Number of aliases, and nesting depth including pairs: a kubeconfig's own fields need twelve, schemas of custom resources about 100. */
const maxAliases = 1000;
export const maxDepth = 200;

/** Why a YAML text cannot be used that is nested more deeply than any kubeconfig or manifest. */
export const tooDeep = `is not usable YAML: nested more than ${maxDepth} levels deep`;

const template = 'a template such as {{ .Values.name }} must be rendered first';

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
  // The parser runs out of stack at about 1,000 levels, which may end the process: a RegExp compiled there is fatal.
  if (yamlDepth(text, maxDepth) > maxDepth) return { problem: tooDeep };
  // Imported lazily, since a program in a pod never reads YAML.
  const yaml = await import('yaml');
  const lineCounter = new yaml.LineCounter();
  try {
    const documents = yaml.parseAllDocuments(text, { ...parserOptions, lineCounter });
    // Without documents the result is an empty stream, not a list.
    const first = Array.isArray(documents) ? documents[0] : undefined;
    if (first === undefined) return { value: undefined };
    const error = first.errors[0];
    const placed = (offset: number | undefined, reason: string): string => {
      const { line, col } = lineCounter.linePos(offset ?? 0);
      return `line ${line}, column ${col}: ${reason}`;
    };
    if (error !== undefined)
      return { problem: `is not valid YAML: ${placed(error.pos[0], describeSyntaxError(error.code))}` };
    try {
      resolveScalars(first, yaml);
      return { value: plainValue(first, yaml) };
    } catch (thrown) {
      const { offset, message } = thrown as UnusableYaml;
      return { problem: `is not usable YAML: ${placed(offset, message)}` };
    }
  } catch {
    // yaml's message contains the text.
    return { problem: 'is not usable YAML' };
  }
}

/** Returns the value of a document. Throws UnusableYaml. */
export function plainValue(document: Yaml.Document, yaml: typeof Yaml): unknown {
  try {
    requirePlain(document, yaml);
    return document.toJS({ maxAliasCount });
  } catch (thrown) {
    if (thrown instanceof UnusableYaml) throw thrown;
    // yaml's message contains the alias, and its cause the text: neither is repeated.
    throw new UnusableYaml(`aliases that stand for more than ${maxAliasCount} values each`);
  }
}

/**
 * Throws UnusableYaml for structures that no kubeconfig or manifest has: those on which yaml's `toJS` fails, or takes minutes.
 *
 * Its time grows with the cube of the aliases within their own anchors, and of the nesting depth of collections used
 * as keys.
 */
function requirePlain(document: Yaml.Document, yaml: typeof Yaml): void {
  let aliases = 0;
  const anchors = new Map<string, unknown>();
  const note = (node: { readonly anchor?: string | undefined }): void => {
    if (node.anchor !== undefined) anchors.set(node.anchor, node);
  };
  const named = (node: unknown): unknown => (yaml.isAlias(node) ? anchors.get(node.source) : node);
  yaml.visit(document, {
    Pair: (_key, { key, value }) => {
      // The parser makes a symbol of `<<`.
      if (!yaml.isScalar(key) || typeof key.value !== 'symbol') return;
      const source = named(value);
      const sources = yaml.isSeq(source) ? source.items.map(named) : [source];
      if (!sources.every(yaml.isMap))
        throw new UnusableYaml('the key << merges mappings, and has another value; quote it', key.range?.[0]);
    },
    Alias: (_key, { source, range }, path) => {
      aliases++;
      const fail = (reason: string): never => {
        throw new UnusableYaml(reason, range?.[0]);
      };
      if (aliases > maxAliases) fail(`more than ${maxAliases} aliases`);
      if (path.some((ancestor) => 'anchor' in ancestor && ancestor.anchor === source))
        fail('an alias within what it stands for');
      if (!anchors.has(source))
        fail('an alias without an anchor before it; quote a value that begins with *');
    },
    Scalar: (_key, node) => note(node),
    Collection: (key, node, path) => {
      note(node);
      if (key === 'key') throw new UnusableYaml(`a mapping or list as a key; ${template}`, node.range?.[0]);
      if (path.length > maxDepth)
        throw new UnusableYaml(`nested more than ${maxDepth} levels deep`, node.range?.[0]);
    },
  });
}
