import type { Document, visit } from 'yaml';
import { isAmbiguous } from '../util/json.js';
import { yamlDepth } from '../util/yaml-depth.js';

/** Number of nodes that aliases may expand to; yaml's own default. */
export const maxAliasCount = 100;

/** Number of aliases, and nesting depth including pairs: a kubeconfig's own fields need twelve, schemas of custom resources about 100. */
const maxAliases = 1000;
export const maxDepth = 200;

/** Why a YAML text cannot be used whose structures no kubeconfig and no manifest has. */
export const unusable =
  'is not usable YAML: an alias without anchor or within it, too many aliases, too deeply nested, or a mapping or list as a key';

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
  if (yamlDepth(text, maxDepth) > maxDepth) return { problem: unusable };
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
    if (error !== undefined) {
      const { line, col } = lineCounter.linePos(error.pos[0]);
      return { problem: `is not valid YAML: line ${line}, column ${col} (${error.code})` };
    }
    requirePlain(first, visit);
    return { value: first.toJS({ maxAliasCount }) as unknown };
  } catch {
    // yaml's message contains the alias, and its cause the text: neither is repeated.
    return { problem: unusable };
  }
}

/**
 * Makes long integers BigInts. Throws for structures that no kubeconfig or manifest has and on which yaml's `toJS` takes minutes.
 *
 * Its time grows with the cube of the aliases within their own anchors, and of the nesting depth of collections used
 * as keys.
 */
export function requirePlain(document: Document, walk: typeof visit): void {
  let aliases = 0;
  walk(document, {
    Alias: (_key, { source }, path) => {
      aliases++;
      if (aliases > maxAliases) throw new Error('too many aliases');
      if (path.some((ancestor) => 'anchor' in ancestor && ancestor.anchor === source))
        throw new Error('an alias inside its own anchor');
    },
    Scalar: (_key, node) => {
      // Integers that a double does not hold: the configuration of an exec plugin is passed on as it is.
      if (typeof node.value === 'number' && isAmbiguous(node.value) && /^-?\d+$/.test(node.source ?? ''))
        node.value = BigInt(node.source ?? '');
    },
    Collection: (key, _node, path) => {
      if (key === 'key') throw new Error('a collection as a key');
      if (path.length > maxDepth) throw new Error('too deeply nested');
    },
  });
}
