import type { Document, visit } from 'yaml';
import { isAmbiguous } from '../util/json.js';
import { yamlDepth } from '../util/yaml-depth.js';

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

/** YAML with a structure that no kubeconfig and no manifest has. */
export class UnusableYaml extends Error {
  /** Offset in the text; undefined if it has no single place. */
  readonly offset: number | undefined;

  constructor(reason: string, offset?: number) {
    super(reason);
    this.offset = offset;
  }
}

/** The first document of a YAML text, undefined if there is none; or why it cannot be read. */
export type ParsedYaml = { readonly value: unknown } | { readonly problem: string };

/**
 * Parses the first document of a YAML or JSON text; the last value of a repeated key wins.
 *
 * `problem` continues a sentence that starts with the name of the text. It contains the position, never the text there,
 * which may be secret.
 */
export async function parseYaml(text: string): Promise<ParsedYaml> {
  // The parser runs out of stack at about 1,000 levels, which may end the process: a RegExp compiled there is fatal.
  if (yamlDepth(text, maxDepth) > maxDepth) return { problem: tooDeep };
  // Imported lazily, since a program in a pod never reads YAML.
  const { LineCounter, parseAllDocuments, visit } = await import('yaml');
  const lineCounter = new LineCounter();
  try {
    const documents = parseAllDocuments(text, {
      lineCounter,
      merge: true,
      // Pretty errors quote the line, which may contain a token.
      prettyErrors: false,
      logLevel: 'silent',
      uniqueKeys: false,
    });
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
      return { value: plainValue(first, visit) };
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
export function plainValue(document: Document, walk: typeof visit): unknown {
  try {
    requirePlain(document, walk);
    return document.toJS({ maxAliasCount });
  } catch (thrown) {
    if (thrown instanceof UnusableYaml) throw thrown;
    // yaml's message contains the alias, and its cause the text: neither is repeated.
    throw new UnusableYaml(`aliases that stand for more than ${maxAliasCount} values each`);
  }
}

/**
 * Makes long integers BigInts. Throws UnusableYaml for structures that no kubeconfig or manifest has and on which yaml's `toJS` takes minutes.
 *
 * Its time grows with the cube of the aliases within their own anchors, and of the nesting depth of collections used
 * as keys.
 */
function requirePlain(document: Document, walk: typeof visit): void {
  let aliases = 0;
  const anchors = new Set<string>();
  const note = ({ anchor }: { readonly anchor?: string | undefined }): void => {
    if (anchor !== undefined) anchors.add(anchor);
  };
  walk(document, {
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
    Scalar: (_key, node) => {
      note(node);
      // Integers that a double does not hold: the configuration of an exec plugin is passed on as it is.
      if (typeof node.value === 'number' && isAmbiguous(node.value) && /^-?\d+$/.test(node.source ?? ''))
        node.value = BigInt(node.source ?? '');
    },
    Collection: (key, node, path) => {
      note(node);
      if (key === 'key') throw new UnusableYaml(`a mapping or list as a key; ${template}`, node.range?.[0]);
      if (path.length > maxDepth)
        throw new UnusableYaml(`nested more than ${maxDepth} levels deep`, node.range?.[0]);
    },
  });
}
