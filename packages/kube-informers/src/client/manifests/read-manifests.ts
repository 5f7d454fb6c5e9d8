import type * as Yaml from 'yaml';
import { describeSyntaxError } from '../../kubeconfig/yaml-text.js';
import { maxDepth, parserOptions, readValue, UnusableYaml } from '../../kubeconfig/yaml-values.js';
import { ConfigError } from '../../util/errors.js';
import type { OptionNames } from '../../util/known-options.js';
import { requireKnownOptions } from '../../util/known-options.js';
import { requireString, typeOf } from '../../util/require.js';
import { shownKey, shownWord } from '../../util/shown.js';
import { isPlainObject } from '../../util/type-checks.js';
import { composeDocuments, YamlDepthError } from '../../kubeconfig/yaml-documents.js';
import { withIndentedQuotes } from '../../kubeconfig/yaml-quotes.js';
import type { Unstructured } from '../call-options.js';
import { readJsonStream } from './json-stream.js';

/** Options of `readManifests`. */
export interface ReadManifestsOptions {
  /** Name of the file, for messages: `deploy/web.yaml`. */
  readonly file?: string | undefined;
}

const readManifestsOptionNames: OptionNames<ReadManifestsOptions> = { file: requireString };

/** On an object that was read: where, for messages. Not enumerable, so that it is neither copied nor sent. */
const position: unique symbol = Symbol('position of a manifest');

/** Says where an object was read: `deploy/web.yaml, document 2, line 7`; undefined for one that was not read from text. */
export function positionOf(object: object): string | undefined {
  return (object as { readonly [position]?: string })[position];
}

/** An object that was read, or why it is not one that can be applied. */
export type ManifestEntry =
  | { readonly place: string; readonly object: Unstructured }
  | { readonly place: string; readonly error: ConfigError };

/** As `readManifests` of the main entry, which loads this module. */
export async function readManifests(
  text: string,
  options: ReadManifestsOptions = {},
): Promise<Unstructured[]> {
  const entries = await readEntries(text, options);
  return entries.map((entry) => {
    if ('error' in entry) throw entry.error;
    return entry.object;
  });
}

/** Reads the objects of a text, and those that are invalid. Rejects with ConfigError `ERR_MANIFEST` for invalid YAML. */
export async function readEntries(given: string, options: ReadManifestsOptions): Promise<ManifestEntry[]> {
  requireString('text of readManifests', given);
  requireKnownOptions('readManifests', options, readManifestsOptionNames);
  const start = options.file === undefined ? '' : `${options.file}, `;
  const entries: ManifestEntry[] = [];
  for await (const document of readDocuments(given)) {
    const { number, members, repeated, lineOfItem } = document;
    const at = (line: number): string => `${start}document ${number}, line ${line}`;
    const problem = document.problem ?? repeated[0];
    if (problem !== undefined)
      throw invalid(`${at(problem.line)}, column ${problem.column}`, problem.message);
    for (const member of members) {
      const isItem = member.path.length > 0 && lineOfItem !== undefined;
      const place = at(isItem ? lineOfItem(member.path) : document.line);
      entries.push(placed(member.value, lineOfItem === undefined ? placeOf(place, member) : place));
    }
  }
  return entries;
}

/** What is wrong at a place of a text. */
export interface TextProblem {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** A document of a text: YAML, or an object of a stream of JSON. */
export interface ManifestDocument {
  /** From 1; empty documents count. */
  readonly number: number;
  /** Its part of the text, and the line where that begins, from 1. */
  readonly text: string;
  readonly firstLine: number;
  /** The line of the value. */
  readonly line: number;
  /** Its value, or the items of the list that it is; none of an empty document. */
  readonly members: readonly Member[];
  /** Why it cannot be read. */
  readonly problem: TextProblem | undefined;
  /** Keys that occur again in their mappings, of which the last counts: the first 1,000. Not looked for in a stream of JSON. */
  readonly repeated: readonly (TextProblem & { readonly path: string })[];
  /** The line of an item of a list, for YAML. */
  readonly lineOfItem: ((path: readonly number[]) => number) | undefined;
}

/** Reads the documents of a text one after another. One that nests too deeply has a problem, and is the last. */
export async function* readDocuments(given: string): AsyncGenerator<ManifestDocument> {
  const text = withoutMarks(given);
  const stream = readJsonStream(text);
  if (stream !== undefined) {
    for (const [index, { value, text: own, line }] of stream.entries())
      yield {
        number: index + 1,
        text: own,
        firstLine: line,
        line,
        members: membersOf(value),
        problem: undefined,
        repeated: [],
        lineOfItem: undefined,
      };
    return;
  }
  yield* yamlDocuments(text, await import('yaml'), 0, false);
}

/** Reads the documents of a text after the first `before`. Those with quotes that the parser refuses are read again, indented. */
function* yamlDocuments(
  text: string,
  yaml: typeof Yaml,
  before: number,
  isIndented: boolean,
): Generator<ManifestDocument> {
  const lines = new yaml.LineCounter();
  const problemAt = (offset: number, message: string): TextProblem => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col, message };
  };
  const options = { ...parserOptions, lineCounter: lines };
  let number = 0;
  let isTried = isIndented;
  try {
    // One after another: the nodes of a document take many times the memory of its text.
    for (const document of composeDocuments(text, options, maxDepth, yaml)) {
      const [start, , end] = document.range;
      if (number++ < before) continue;
      if (document.errors.length > 0 && !isTried) {
        isTried = true;
        const indented = withIndentedQuotes(text, yaml);
        if (indented !== undefined) {
          yield* yamlDocuments(indented, yaml, number - 1, true);
          return;
        }
      }
      const lineOf = (node: unknown): number => lines.linePos(firstOf(node) ?? start).line;
      yield {
        number,
        text: text.slice(start, end),
        firstLine: lines.linePos(start).line,
        line: lineOf(document.contents),
        ...contentOf(document, yaml, problemAt),
        lineOfItem: (path) => lineOf(nodeAt(document, path)),
      };
    }
  } catch (thrown) {
    if (!(thrown instanceof YamlDepthError)) throw thrown;
    const problem = problemAt(thrown.offset, thrown.message);
    const { line } = problem;
    yield {
      number: number + 1,
      text: '',
      firstLine: line,
      line,
      members: [],
      problem,
      repeated: [],
      lineOfItem: undefined,
    };
  }
}

function nodeAt(document: Yaml.Document, path: readonly number[]): unknown {
  return document.getIn(
    path.flatMap((index) => ['items', index]),
    true,
  );
}

function placed(value: unknown, place: string): ManifestEntry {
  const entry = manifestEntry(value, place);
  if ('object' in entry) Object.defineProperty(entry.object, position, { value: place });
  return entry;
}

/** Returns a value as an object to apply, or its error, ConfigError `ERR_MANIFEST` with the place. */
export function manifestEntry(value: unknown, place: string): ManifestEntry {
  try {
    return { place, object: manifest(value, place) };
  } catch (thrown) {
    if (thrown instanceof ConfigError) return { place, error: thrown };
    throw thrown;
  }
}

function manifest(value: unknown, place: string): Unstructured {
  if (!isPlainObject(value))
    throw invalid(
      place,
      `must be an object with apiVersion, kind and metadata, got ${Array.isArray(value) ? 'an array' : typeOf(value)}`,
    );
  const { apiVersion, kind, metadata } = value as Readonly<Record<string, unknown>>;
  for (const [field, given] of Object.entries({ apiVersion, kind }))
    if (typeof given !== 'string' || given === '')
      throw invalid(
        place,
        `${field} must be a non-empty string, got ${given === '' ? '""' : shownWord(given)}`,
      );
  if (!/^([^/]+\/)?[^/]+$/.test(String(apiVersion)))
    throw invalid(place, `apiVersion must be version or group/version, got ${shownKey(String(apiVersion))}`);
  const { name, generateName, namespace } = (isPlainObject(metadata) ? metadata : {}) as Readonly<
    Record<string, unknown>
  >;
  if (typeof name !== 'string' || name === '')
    throw invalid(
      place,
      generateName === undefined
        ? `metadata.name of the ${shownKey(kind)} must be a non-empty string`
        : `the ${shownKey(kind)} needs metadata.name: an object with generateName can be created, but not applied or deleted`,
    );
  if (namespace !== undefined && namespace !== null && typeof namespace !== 'string')
    throw invalid(
      place,
      `metadata.namespace of ${shownKey(kind)} ${shownKey(name)} must be a string, got ${typeOf(namespace)}`,
    );
  // Checked above.
  return value as Unstructured;
}

/** A value of a document, and its place in the `List` that it was read from. */
export interface Member {
  readonly value: unknown;
  /** Indexes of items: of lists in lists, of the outer one first. Empty for the document itself. */
  readonly path: readonly number[];
}

/**
 * Returns the value, or instead of a `List`, `ConfigMapList`, … its items, which may be lists themselves.
 *
 * Like kubectl, gives items that have neither apiVersion nor kind those of their list: an API server leaves them out.
 */
export function membersOf(root: unknown): Member[] {
  const found: Member[] = [];
  const open: (Member & { readonly lists: readonly unknown[] })[] = [{ value: root, path: [], lists: [] }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, path, lists } = next;
    const items = listItems(value);
    // Objects of a program may hold themselves.
    if (items === undefined || lists.includes(value)) {
      found.push({ value, path });
      continue;
    }
    const inner = [...lists, value];
    // Reversed, so that they are taken from the end in their order.
    for (let index = items.length - 1; index >= 0; index--)
      open.push({ value: itemOf(value, items[index]), path: [...path, index], lists: inner });
  }
  return found;
}

/** Says where a member is: `object 1, item 2`. */
export function placeOf(start: string, { path }: Member): string {
  return [start, ...path.map((index) => `item ${index + 1}`)].join(', ');
}

function listItems(value: unknown): readonly unknown[] | undefined {
  if (!isPlainObject(value)) return undefined;
  const { kind, items } = value as { readonly kind?: unknown; readonly items?: unknown };
  return typeof kind === 'string' && kind.endsWith('List') && Array.isArray(items) ? items : undefined;
}

/** Returns an item of a list with its apiVersion and kind. */
function itemOf(list: unknown, item: unknown): unknown {
  const { apiVersion, kind } = list as Readonly<Record<string, unknown>>;
  const itemKind = String(kind).slice(0, -'List'.length);
  if (!isPlainObject(item) || itemKind === '' || typeof apiVersion !== 'string') return item;
  const own = item as Readonly<Record<string, unknown>>;
  if (own['apiVersion'] !== undefined || own['kind'] !== undefined) return item;
  return { apiVersion, kind: itemKind, ...own };
}

/** Removes the byte order marks of files that were joined. */
function withoutMarks(text: string): string {
  if (!text.includes('\ufeff')) return text;
  return text.replace(/(^|\n---[^\n]*\n[ \t\r\n]*)\ufeff/g, '$1').replace(/\n\ufeff(?=---)/g, '\n');
}

function contentOf(
  document: Yaml.Document.Parsed,
  yaml: typeof Yaml,
  problemAt: (offset: number, message: string) => TextProblem,
): Pick<ManifestDocument, 'members' | 'problem' | 'repeated'> {
  const [start] = document.range;
  const without = (problem: TextProblem): ReturnType<typeof contentOf> => ({
    members: [],
    problem,
    repeated: [],
  });
  const error = document.errors[0];
  if (error !== undefined) return without(problemAt(error.pos[0], describeSyntaxError(error.code)));
  try {
    const { value, repeated } = readValue(document, yaml);
    return {
      members: value === null ? [] : membersOf(value),
      problem: undefined,
      repeated: repeated.map(({ path, offset = start }) => ({
        path,
        ...problemAt(offset, 'a key occurs twice in the same mapping'),
      })),
    };
  } catch (thrown) {
    if (!(thrown instanceof UnusableYaml)) throw thrown;
    return without(problemAt(thrown.offset ?? start, thrown.message));
  }
}

/** The offset at which a node begins. */
function firstOf(node: unknown): number | undefined {
  return (node as { readonly range?: readonly number[] | null } | null | undefined)?.range?.[0];
}

function invalid(place: string, problem: string): ConfigError {
  return new ConfigError('ERR_MANIFEST', `${place}: ${problem}`);
}
