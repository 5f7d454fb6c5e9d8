import { resolve } from 'node:path';
import type * as Yaml from 'yaml';
import { type JsonObject, asObject, at, isJsonObject, textAt } from '@kube-informers/schema/internal';
import { duplicateFields, ObjectChecker, type ObjectProblem } from '@kube-informers/testing/internal';
import {
  equalDeep,
  type ManifestDocument,
  readDocuments,
  shortened,
  shownKey,
  shownValue,
  throwIfAborted,
  yieldToEventLoop,
} from 'kube-informers/internal';
import { ExitCode, UsageError } from './cli-io.js';
import type { CliIo } from './cli-io.js';
import { FieldLines } from './field-lines.js';
import { isUrl, readFiles } from './input.js';
import { oneLine } from './printable.js';

/** The flags of `kube-informers validate`. */
export interface ValidateFlags {
  /** Files and folders with the objects, `-` for standard input. */
  readonly filename: readonly string[];
  /** Files and folders with definitions. */
  readonly crds?: readonly string[] | undefined;
  /** Skip objects of unknown kinds. */
  readonly ignoreMissingSchemas?: boolean | undefined;
  /** Default: text. */
  readonly output?: 'text' | 'json' | undefined;
}

/** A document may take a thousand times its length while it is parsed. */
const maxDocumentCharacters = 16 * 1024 * 1024;
/** An API server takes no larger request. */
const maxObjectCharacters = 3 * 1024 * 1024;
const maxProblemsOfObject = 1000;
const maxMessageCharacters = 2000;
const maxNameCharacters = 320;

/**
 * Checks objects as an API server would on `kubectl create --dry-run=server --validate=strict`, without one.
 *
 * Prints each problem with its file and line. The exit code is 1 if there is one.
 */
export async function validateCommand(flags: ValidateFlags, io: CliIo): Promise<ExitCode> {
  const files = await inputOf(flags, io);
  // Loaded by the commands that need it.
  const validation = new Validation(flags, await import('yaml'));
  for (const file of files) await validation.read(file, io);
  validation.requireInput();
  await validation.checkObjects(io);
  const { problems, summary } = validation.result(files);
  if (flags.output === 'json') io.stdout.write(`${JSON.stringify({ problems, summary }, undefined, 2)}\n`);
  else {
    for (const problem of problems) io.stdout.write(`${lineOf(problem)}\n`);
    io.stdout.write(`${sentenceOf(summary, problems.length)}\n`);
  }
  return problems.length === 0 ? ExitCode.Ok : ExitCode.Failed;
}

/** A text to read. */
interface InputFile {
  readonly name: string;
  readonly text: string;
  /** Its definitions count, and nothing else in it. */
  readonly isForDefinitions: boolean;
}

/** Reads the files of both flags, each once: one that both name has objects. */
async function inputOf({ filename, crds = [] }: ValidateFlags, io: CliIo): Promise<InputFile[]> {
  const named = [
    ...filename.map((path) => ({ flag: '-f', path })),
    ...crds.map((path) => ({ flag: '--crds', path })),
  ];
  if (named.filter(({ path }) => path === '-').length > 1)
    throw new UsageError('- stands for standard input, and can be given once');
  const files = new Map<string, InputFile>();
  for (const { flag, path } of named) {
    if (isUrl(path))
      throw new UsageError(`${flag} must be a file, a folder or -, got a URL: nothing is downloaded`);
    for (const { origin: name, text } of await readFiles(flag, path, io)) {
      const key = path === '-' ? '-' : resolve(name);
      if (!files.has(key)) files.set(key, { name, text, isForDefinitions: flag === '--crds' });
    }
  }
  return [...files.values()];
}

/** A problem, as `-o json` prints it. */
interface Problem {
  readonly file: string;
  readonly line: number;
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly field: string;
  readonly message: string;
}

interface Summary {
  readonly files: number;
  readonly objects: number;
  readonly valid: number;
  readonly invalid: number;
  readonly skipped: number;
}

/** An object, and where it was read. */
interface Manifest {
  readonly file: InputFile;
  readonly document: Pick<ManifestDocument, 'text' | 'firstLine'>;
  /** The indexes of items that lead to it. */
  readonly items: readonly number[];
  readonly object: JsonObject;
  /** Keys that occur again. */
  readonly repeated: readonly string[];
}

/** One run: reads everything, with the definitions first, then checks the other objects. */
class Validation {
  readonly #flags: ValidateFlags;
  readonly #yaml: typeof Yaml;
  readonly #checker = new ObjectChecker();
  readonly #waiting: Manifest[] = [];
  readonly #problems: Problem[] = [];
  /** By their names. */
  readonly #definitions = new Map<string, Manifest>();
  /** Kinds whose definitions are invalid: `Website.example.com`. */
  readonly #undefined = new Set<string>();
  /** The nodes of the latest document with a problem: of all, they would take too much memory. */
  #lines: { readonly document: Manifest['document']; readonly of: FieldLines } | undefined;
  /** Whether the -f files have any. */
  #hasObjects = false;
  #objects = 0;
  #invalid = 0;
  #skipped = 0;

  constructor(flags: ValidateFlags, yaml: typeof Yaml) {
    this.#flags = flags;
    this.#yaml = yaml;
  }

  /** Reads a file: its definitions are checked, and its other objects wait. */
  async read(file: InputFile, io: CliIo): Promise<void> {
    const longest = longestDocument(file.text);
    if (longest > maxDocumentCharacters) {
      const most = `a document has at most ${maxDocumentCharacters} characters`;
      this.#refuse(file, 1, `${most}, got ${longest}`);
      return;
    }
    for await (const document of readDocuments(file.text)) {
      this.#readDocument(file, document);
      await breathe(io);
    }
  }

  #readDocument(file: InputFile, document: ManifestDocument): void {
    const { text, firstLine, problem, members, lineOfItem } = document;
    if (problem !== undefined) {
      this.#refuse(file, problem.line, `column ${problem.column}: ${problem.message}`);
      return;
    }
    // Only YAML was searched for them.
    const repeated =
      lineOfItem === undefined ? duplicateFields(text) : document.repeated.map(({ path }) => path);
    const own = { text, firstLine };
    const pathOf = (items: readonly number[]): string => items.map((index) => `items[${index}].`).join('');
    if (!file.isForDefinitions)
      for (const path of repeated)
        if (!members.some(({ path: items }) => path.startsWith(pathOf(items))))
          this.#refuse(file, this.#lineOf(own, [], path), `duplicate field ${JSON.stringify(path)}`);
    for (const { value, path: items } of members) {
      const isDefinition = textAt(value, 'kind') === 'CustomResourceDefinition';
      // kubebuilder writes patches of definitions beside them.
      const isWhole = at(value, 'spec', 'group') !== undefined || at(value, 'spec', 'names') !== undefined;
      if (file.isForDefinitions && !(isDefinition && isWhole)) continue;
      this.#objects++;
      this.#hasObjects ||= !file.isForDefinitions;
      const inside = pathOf(items);
      const manifest: Manifest = {
        file,
        document: own,
        items,
        object: asObject(value) ?? {},
        repeated: repeated.filter((path) => path.startsWith(inside)).map((path) => path.slice(inside.length)),
      };
      const problems = shapeProblems(value);
      if (problems.length > 0) this.#report(manifest, problems);
      else if (isDefinition) this.#define(manifest);
      else this.#waiting.push(manifest);
    }
  }

  #define(manifest: Manifest): void {
    const { object } = manifest;
    const isSupported = textAt(object, 'apiVersion') === 'apiextensions.k8s.io/v1';
    const name = textAt(object, 'metadata', 'name');
    const known = isSupported ? this.#definitions.get(name) : undefined;
    if (known !== undefined) {
      const { file, document, items } = known;
      // One that is built from those of --crds may have other labels and a conversion.
      if (manifest.file.isForDefinitions && !file.isForDefinitions) return;
      const place = `${file.name}:${this.#lineOf(document, items, '')}`;
      const isSame = equalDeep(object, known.object);
      const message = `another definition of this name is in ${place}`;
      this.#report(manifest, isSame ? [] : [{ field: 'metadata.name', message }]);
      return;
    }
    const problems = this.#checker.define(object) ?? this.#unknownKind(object);
    if (problems === undefined) this.#skipped++;
    else this.#report(manifest, problems);
    if (!isSupported) return;
    const group = textAt(object, 'spec', 'group');
    const kind = textAt(object, 'spec', 'names', 'kind');
    if (this.#checker.versionsOf(group, kind).length === 0) this.#undefined.add(`${kind}.${group}`);
    else this.#definitions.set(name, manifest);
  }

  /** Throws UsageError if --crds or -f has nothing to offer. */
  requireInput(): void {
    const { crds, filename } = this.#flags;
    if (crds !== undefined && this.#definitions.size === 0 && this.#problems.length === 0)
      throw new UsageError(`--crds ${crds.join(', ')} has no CustomResourceDefinition`);
    if (!this.#hasObjects) throw new UsageError(`there are no objects in -f ${filename.join(', ')}`);
  }

  /** Checks the objects that waited for the definitions. */
  async checkObjects(io: CliIo): Promise<void> {
    for (const manifest of this.#waiting) {
      const { object } = manifest;
      const problems = this.#checker.check(object) ?? this.#unknownKind(object);
      if (problems === undefined) this.#skipped++;
      else this.#report(manifest, problems);
      await breathe(io);
    }
  }

  /** Undefined if objects of unknown kinds are skipped, or its definition has a problem of its own. */
  #unknownKind(object: JsonObject): ObjectProblem[] | undefined {
    const kind = textAt(object, 'kind');
    const apiVersion = textAt(object, 'apiVersion');
    const group = apiVersion.includes('/') ? apiVersion.replace(/\/.*/s, '') : '';
    const like = this.#checker.kindsLike(kind);
    const inGroup = like.filter((each) => each.group === group);
    const named = (known: typeof like): string =>
      known
        .map((each) => (each.kind === kind ? each.apiVersion : `${each.kind} in ${each.apiVersion}`))
        .join(', ');
    // The group of a definition has a dot.
    if (inGroup.length > 0 || !group.includes('.')) {
      const known = inGroup.length > 0 ? inGroup : like;
      const field = known.some((each) => each.kind === kind) || known.length === 0 ? 'apiVersion' : 'kind';
      const hint = known.length === 0 ? '' : `; there is ${named(known)}`;
      return [{ field, message: `${shownKey(apiVersion)} has no ${kind}${hint}` }];
    }
    if (this.#flags.ignoreMissingSchemas === true || this.#undefined.has(`${kind}.${group}`))
      return undefined;
    const other = like.length === 0 ? '' : ` (there is ${named(like)})`;
    const message = `no definition of ${shownKey(kind)} in ${shownKey(apiVersion)} is known${other}; give the file of its CustomResourceDefinition with --crds, or skip such objects with --ignore-missing-schemas`;
    return [{ field: 'kind', message }];
  }

  /** Notes what is wrong with an object, with its repeated keys; nothing for a valid one. */
  #report(manifest: Manifest, found: readonly ObjectProblem[]): void {
    const { file, document, items, object, repeated } = manifest;
    const all = [
      ...repeated.map((field) => ({ field, message: `duplicate field ${JSON.stringify(field)}` })),
      ...found,
    ];
    if (all.length === 0) return;
    this.#invalid++;
    const shown = all.slice(0, maxProblemsOfObject);
    if (all.length > shown.length)
      shown.push({ field: '', message: `and ${all.length - shown.length} more problems of this object` });
    const name = textAt(object, 'metadata', 'name') || textAt(object, 'metadata', 'generateName');
    const of = {
      apiVersion: textAt(object, 'apiVersion'),
      kind: textAt(object, 'kind'),
      namespace: textAt(object, 'metadata', 'namespace'),
      name,
    };
    for (const problem of shown) {
      const field = problem.field === '<nil>' ? '' : problem.field;
      this.#add(file, this.#lineOf(document, items, field), problem.message, { ...of, field });
    }
  }

  #refuse(file: InputFile, line: number, message: string): void {
    this.#objects++;
    this.#hasObjects ||= !file.isForDefinitions;
    this.#invalid++;
    this.#add(file, line, message);
  }

  #add(
    { name: file }: InputFile,
    line: number,
    message: string,
    of: Omit<Problem, 'file' | 'line' | 'message'> = {
      apiVersion: '',
      kind: '',
      namespace: '',
      name: '',
      field: '',
    },
  ): void {
    const { apiVersion, kind, namespace, name, field } = of;
    this.#problems.push({
      file,
      line,
      apiVersion: shortened(apiVersion, maxNameCharacters),
      kind: shortened(kind, maxNameCharacters),
      namespace: shortened(namespace, maxNameCharacters),
      name: shortened(name, maxNameCharacters),
      field: shortened(field, maxMessageCharacters),
      message: shortened(withoutPasswords(message), maxMessageCharacters),
    });
  }

  #lineOf(document: Manifest['document'], items: readonly number[], field: string): number {
    if (this.#lines?.document !== document)
      this.#lines = { document, of: new FieldLines(this.#yaml, document.text, document.firstLine) };
    return this.#lines.of.lineOf(items, field);
  }

  /** The problems in the order of the files and their lines. */
  result(files: readonly InputFile[]): { readonly problems: readonly Problem[]; readonly summary: Summary } {
    const order = new Map(files.map(({ name }, index) => [name, index]));
    const at = ({ file }: Problem): number => order.get(file) ?? 0;
    const problems = this.#problems.toSorted((a, b) => at(a) - at(b) || a.line - b.line);
    const [objects, invalid, skipped] = [this.#objects, this.#invalid, this.#skipped];
    return {
      problems,
      summary: { files: files.length, objects, valid: objects - invalid - skipped, invalid, skipped },
    };
  }
}

/** Lets signals arrive. */
async function breathe({ signal }: CliIo): Promise<void> {
  await yieldToEventLoop();
  throwIfAborted(signal);
}

/** The characters between two lines that separate documents. */
function longestDocument(text: string): number {
  let longest = 0;
  let start = 0;
  for (const { index } of text.matchAll(/^---/gm)) {
    longest = Math.max(longest, index - start);
    start = index;
  }
  return Math.max(longest, text.length - start);
}

/** What every object must have. */
function shapeProblems(value: unknown): ObjectProblem[] {
  if (!isJsonObject(value)) {
    const got = Array.isArray(value) ? 'a list' : shownValue(value);
    return [{ field: '', message: `must be an object with apiVersion, kind and metadata, got ${got}` }];
  }
  if (isTooLong(value))
    return [
      {
        field: '',
        message: `has more than ${maxObjectCharacters} characters, which an API server does not take`,
      },
    ];
  return ['apiVersion', 'kind'].flatMap((field) => {
    const given = value[field];
    if (typeof given === 'string' && given !== '') return [];
    const got = given === undefined ? '' : `, got ${shownValue(given)}`;
    return [{ field, message: `must be a non-empty string${got}` }];
  });
}

/** True above `maxObjectCharacters`, at which it stops counting: aliases may make a large object of a short text. */
function isTooLong(value: JsonObject): boolean {
  let left = maxObjectCharacters;
  const open: unknown[] = [value];
  while (open.length > 0 && left > 0) {
    const each = open.pop();
    if (typeof each === 'string') left -= each.length;
    else if (typeof each === 'object' && each !== null)
      for (const [name, member] of Object.entries(each)) {
        left -= Array.isArray(each) ? 1 : name.length + 1;
        open.push(member);
      }
    left--;
  }
  return left <= 0;
}

/** Removes the user and password of URLs, which the server's messages repeat. */
function withoutPasswords(message: string): string {
  return message
    .replaceAll(/:\/\/[^/@\s"]+@/g, '://…@')
    .replace(/"[^"]*"(?=: user information is not permitted)/, '"…"');
}

function lineOf({ file, line, kind, namespace, name, field, message }: Problem): string {
  const named = namespace === '' || name === '' ? name : `${namespace}/${name}`;
  const object = [kind, named].filter((part) => part !== '').join(' ');
  return oneLine([`${file}:${line}`, object, field, message].filter((part) => part !== '').join(': '));
}

function sentenceOf({ files, objects, valid, invalid, skipped }: Summary, problems: number): string {
  const found = problems === 0 ? '' : ` (${counted(problems, 'problem')})`;
  const left = skipped === 0 ? '' : `, ${skipped} skipped`;
  return `${counted(objects, 'object')} in ${counted(files, 'file')}: ${valid} valid, ${invalid} invalid${found}${left}`;
}

function counted(count: number, of: string): string {
  return `${count} ${of}${count === 1 ? '' : 's'}`;
}
