import type * as Yaml from 'yaml';
import { asError } from '../../util/errors.js';
import { yamlDepthProblem } from './json-depth.js';

/** The YAML of a request's body. */
export type YamlResult = YamlJson | { readonly problem: string };

/** YAML as JSON. */
export interface YamlJson {
  readonly json: string;
  /** Keys that are there twice, in the words of the server's parser: `line 4: key "a" already set in map`. */
  readonly twice: readonly string[];
}

// An alias stands for what its anchor holds: this many of them at most, so that a short text cannot become a huge object.
const maxAliases = 100;

/**
 * YAML as JSON text, as sigs.k8s.io/yaml reads it: YAML 1.1 truth words, dates stay texts, keys become texts. Of
 * a key that is there twice the last one counts; the caller hears of it.
 */
export async function yamlToJson(text: string): Promise<YamlResult> {
  const tooDeep = yamlDepthProblem(text);
  if (tooDeep !== undefined) return { problem: `yaml: ${tooDeep}` };
  // Loaded when the first YAML body comes.
  const yaml = await import('yaml');
  try {
    return asJson(text, yaml);
  } catch (cause) {
    // Too many aliases, ones that hold themselves, or deeper nesting than the parser can recurse.
    return { problem: `yaml: ${asError(cause).message}` };
  }
}

function asJson(text: string, yaml: typeof Yaml): YamlResult {
  const { LineCounter, parseAllDocuments, visit, isCollection, isScalar } = yaml;
  const lineCounter = new LineCounter();
  const documents = parseAllDocuments(text, {
    version: '1.1',
    merge: true,
    stringKeys: false,
    // The parser's own search for equal keys, and the text around each error, take quadratic time.
    uniqueKeys: false,
    prettyErrors: false,
    lineCounter,
    logLevel: 'silent',
    customTags: (tags) => tags.filter((tag) => typeof tag === 'string' || !isForeign(tag)),
  });
  const document = documents[0];
  if (document === undefined || !('contents' in document)) return { json: 'null', twice: [] };
  const error = document.errors[0];
  if (error !== undefined) {
    const { line } = lineCounter.linePos(error.pos[0]);
    return { problem: `yaml: line ${line}: ${error.message}` };
  }
  const twice: number[] = [];
  visit(document, {
    Map(_index, { items }) {
      const seen = new Set<unknown>();
      for (const { key } of items) {
        // As Go refuses them; to write them as texts takes time that grows with the fourth power of their depth.
        if (isCollection(key)) throw new Error('invalid map key: a map or a list');
        if (!isScalar(key) || key.value === '<<') continue;
        if (seen.has(key.value)) twice.push(key.range?.[0] ?? 0);
        seen.add(key.value);
      }
    },
  });
  const value: unknown = document.toJS({ maxAliasCount: maxAliases });
  return {
    json: JSON.stringify(value ?? null, finite),
    twice: twice
      .toSorted((one, other) => one - other)
      .map((at) => `line ${lineCounter.linePos(at).line}: key ${keyAt(text, at)} already set in map`),
  };
}

/** The key that begins at an index, in quotes. */
function keyAt(text: string, start: number): string {
  const [, key = ''] = /^["']?([^"':\s,{}[\]]*)/.exec(text.slice(start)) ?? [];
  return JSON.stringify(key);
}

/** Dates stay texts, and so does 1:30, which YAML 1.1 takes for a number to the base of 60. */
function isForeign(tag: { readonly tag: string; readonly format?: string | undefined }): boolean {
  return tag.tag.endsWith(':timestamp') || tag.format === 'TIME';
}

/** JSON has no word for infinity. */
function finite(_key: string, value: unknown): unknown {
  if (typeof value !== 'number' || Number.isFinite(value)) return value;
  const shown = Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf';
  throw new Error(`json: unsupported value: ${shown}`);
}
