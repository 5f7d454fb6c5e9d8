import { asError } from 'kube-informers/internal';
import type * as Yaml from 'yaml';
import { maxYamlDepth, yamlTooDeep } from './json-depth.js';
import { allDocuments, parseJson, toJson, YamlDepthError } from '@kube-informers/schema/internal';

/** The result of converting a YAML body. */
type YamlResult = YamlJson | YamlProblem;

/** Why YAML cannot be converted, with the server's message. */
interface YamlProblem {
  readonly problem: string;
  /** The field that is wrong, if it is known: `spec.versions[0].name`. */
  readonly path?: string | undefined;
}

/** YAML as JSON. */
export interface YamlJson {
  readonly json: string;
  /** Repeated keys, with the server's messages: `line 4: key "a" already set in map`. */
  readonly twice: readonly string[];
}

// Limits aliases, so that a short text cannot expand to a huge object.
const maxAliases = 100;

/**
 * Converts YAML to JSON text, as sigs.k8s.io/yaml does.
 *
 * YAML 1.1 booleans, dates as strings, keys as strings. The last of repeated keys counts, and the repetition is
 * reported.
 */
export async function yamlToJson(text: string): Promise<YamlResult> {
  // Loaded with the first YAML body.
  const yaml = await import('yaml');
  try {
    const lineCounter = new yaml.LineCounter();
    const read = parsedDocuments(text, lineCounter, yaml);
    const [document] = read.documents;
    return document === undefined
      ? { json: 'null', twice: [] }
      : asJson(document, read.text, lineCounter, yaml);
  } catch (cause) {
    // Too many aliases, aliases within their own anchors, or nesting too deep for the parser.
    return withoutCall(cause);
  }
}

/** Converts each document of a YAML text, by the rules of `yamlToJson`; what cannot be parsed is one problem. */
export async function yamlDocumentsToJson(text: string): Promise<YamlResult[]> {
  const yaml = await import('yaml');
  const lineCounter = new yaml.LineCounter();
  try {
    const read = parsedDocuments(text, lineCounter, yaml);
    return read.documents.map((document) => {
      try {
        return asJson(document, read.text, lineCounter, yaml);
      } catch (cause) {
        return withoutCall(cause);
      }
    });
  } catch (cause) {
    return [withoutCall(cause)];
  }
}

function withoutCall(cause: unknown): YamlProblem {
  // A RangeError is about the stack.
  const isTooDeep = cause instanceof YamlDepthError || cause instanceof RangeError;
  const message = isTooDeep ? yamlTooDeep : asError(cause).message;
  if (cause instanceof JsonError) return { problem: message };
  return cause instanceof AliasError
    ? { problem: `yaml: ${message}`, path: cause.path }
    : { problem: `yaml: ${message}` };
}

function parsedDocuments(
  text: string,
  lineCounter: Yaml.LineCounter,
  yaml: typeof Yaml,
): ReturnType<typeof allDocuments> {
  const options: Yaml.ParseOptions & Yaml.DocumentOptions & Yaml.SchemaOptions = {
    version: '1.1',
    merge: true,
    stringKeys: false,
    // The parser's own search for equal keys, and its error excerpts, take quadratic time.
    uniqueKeys: false,
    prettyErrors: false,
    lineCounter,
    logLevel: 'silent',
    customTags: (tags) => tags.filter((tag) => typeof tag === 'string' || !isForeign(tag)),
  };
  return allDocuments(text, options, maxYamlDepth, yaml);
}

function asJson(
  document: Yaml.Document,
  text: string,
  lineCounter: Yaml.LineCounter,
  yaml: typeof Yaml,
): YamlResult {
  const error = document.errors[0];
  if (error !== undefined) {
    const { line } = lineCounter.linePos(error.pos[0]);
    // What the parser says then are V8's words about its stack.
    const message = error.code === 'RESOURCE_EXHAUSTION' ? yamlTooDeep : error.message;
    return { problem: `yaml: line ${line}: ${message}` };
  }
  const { visit, isCollection, isScalar } = yaml;
  const twice: number[] = [];
  checkAliases(document, yaml);
  visit(document, {
    Scalar(key, node) {
      if (key !== 'key') checkNumber(node);
    },
    Map(_index, { items }) {
      const seen = new Set<unknown>();
      for (const { key } of items) {
        // Go rejects them too; converting them to strings would take time with the fourth power of their depth.
        if (isCollection(key)) throw new Error('invalid map key: a map or a list');
        if (!isScalar(key) || key.value === '<<') continue;
        if (seen.has(key.value)) twice.push(key.range?.[0] ?? 0);
        seen.add(key.value);
      }
    },
  });
  const value = toValue(document);
  return {
    json: toJson(value),
    twice: twice
      .toSorted((one, other) => one - other)
      .map((at) => `line ${lineCounter.linePos(at).line}: key ${keyAt(text, at)} already set in map`),
  };
}

function toValue(document: Yaml.Document): unknown {
  try {
    return document.toJS({ maxAliasCount: maxAliases });
  } catch (cause) {
    // The parser throws it only for aliases, and those without an anchor were found before.
    if (!(cause instanceof ReferenceError)) throw cause;
    throw new Error(
      `document contains excessive aliasing: an anchor is used more than ${maxAliases} times, counting aliases of aliases`,
      { cause },
    );
  }
}

/** Returns the key that starts at an index, in quotes. */
function keyAt(text: string, start: number): string {
  const [, key = ''] = /^["']?([^"':\s,{}[\]]*)/.exec(text.slice(start)) ?? [];
  return JSON.stringify(key);
}

/** Dates stay strings, and so does 1:30, a base-60 number in YAML 1.1. */
function isForeign(tag: { readonly tag: string; readonly format?: string | undefined }): boolean {
  return tag.tag.endsWith(':timestamp') || tag.format === 'TIME';
}

/** Rejects infinity, which JSON cannot represent. An integer that a double does not hold becomes a bigint. */
function checkNumber(node: Yaml.Scalar): void {
  const { value, source = '' } = node;
  if (typeof value !== 'number') return;
  if (Number.isInteger(value) && !Number.isSafeInteger(value) && /^[-+]?[1-9]\d*$/.test(source))
    node.value = BigInt(source);
  if (Number.isFinite(value)) return;
  const shown = Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf';
  throw new JsonError(`json: unsupported value: ${shown}`);
}

/** A value that JSON cannot represent. */
class JsonError extends Error {}

/** An alias that refers to nothing, or to the value that it is part of; the message is that of Go's parser. */
class AliasError extends Error {
  /** Path of the alias: `spec.versions[0].name`; empty for the whole document. */
  readonly path: string;

  constructor(message: string, path: string) {
    super(message);
    this.path = path;
  }
}

/** Throws AliasError for an alias without an anchor, and for one within its own anchor, which JSON cannot represent. */
function checkAliases(document: Yaml.Document, yaml: typeof Yaml): void {
  const anchors = new Map<string, Yaml.Node>();
  yaml.visit(document, {
    Node(_key, node, ancestors) {
      if (!yaml.isAlias(node)) {
        if (node.anchor !== undefined) anchors.set(node.anchor, node);
        return;
      }
      const target = anchors.get(node.source);
      if (target !== undefined && !ancestors.includes(target)) return;
      const name = `'${node.source.slice(0, 100)}'`;
      const message =
        target === undefined ? `unknown anchor ${name} referenced` : `anchor ${name} value contains itself`;
      throw new AliasError(message, pathOf([...ancestors, node], yaml));
    },
  });
}

function pathOf(nodes: readonly unknown[], { isPair, isScalar, isSeq }: typeof Yaml): string {
  let path = '';
  nodes.forEach((node, index) => {
    const parent = nodes[index - 1];
    if (isSeq(parent)) path += `[${parent.items.indexOf(node)}]`;
    if (isPair(node) && isScalar(node.key)) {
      // As written: the value of a merge key is a symbol.
      path += `${path === '' ? '' : '.'}${node.key.source ?? String(node.key.value)}`;
    }
  });
  return path;
}

/** Converts JSON text to YAML, as sigs.k8s.io/yaml does: with sorted keys. */
export async function jsonToYaml(text: string): Promise<string> {
  const yaml = await import('yaml');
  return yaml.stringify(parseJson(text), {
    version: '1.1',
    sortMapEntries: true,
    lineWidth: 0,
    indentSeq: false,
    aliasDuplicateObjects: false,
  });
}
