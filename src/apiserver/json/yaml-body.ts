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
  const { parseAllDocuments } = await import('yaml');
  const documents = parseAllDocuments(text, {
    version: '1.1',
    merge: true,
    stringKeys: false,
    uniqueKeys: true,
    logLevel: 'silent',
    customTags: (tags) => tags.filter((tag) => typeof tag === 'string' || !isForeign(tag)),
  });
  const document = documents[0];
  if (document === undefined || !('contents' in document)) return { json: 'null', twice: [] };
  const twice = document.errors.filter(({ code }) => code === 'DUPLICATE_KEY');
  const error = document.errors.find(({ code }) => code !== 'DUPLICATE_KEY');
  if (error !== undefined) {
    const line = error.linePos?.[0].line ?? 1;
    return {
      problem: `yaml: line ${line}: ${error.message.split('\n')[0]?.replace(/ at line \d+.*$/, '') ?? ''}`,
    };
  }
  try {
    const value: unknown = document.toJS({ maxAliasCount: maxAliases });
    return {
      json: JSON.stringify(value ?? null, finite),
      twice: twice.map(
        ({ pos, linePos }) => `line ${linePos?.[0].line ?? 1}: key ${keyAt(text, pos[0])} already set in map`,
      ),
    };
  } catch (cause) {
    // Too many aliases, or ones that hold themselves.
    return { problem: `yaml: ${cause instanceof Error ? cause.message : String(cause)}` };
  }
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
