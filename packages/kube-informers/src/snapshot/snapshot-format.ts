/** The content of a snapshot: a header, a line of JSON for each object, and a line with the checksum of all before it. */
import type { Hash } from 'node:crypto';
import type { FieldMask } from '../meta/field-mask.js';
import type { KubernetesObject } from '../meta/types.js';
import { builtin } from '../util/builtin.js';
import { freezeDeep } from '../util/deep.js';
import { jsonText, parseJsonBytes } from '../util/json.js';
import { shownValue } from '../util/shown.js';
import { isObject } from '../util/type-checks.js';
import { unusable } from './snapshot-file.js';
import type { SnapshotError } from './snapshot-file.js';

const fileFormat = 'kube-informers snapshot';
const fileVersion = 1;

/** Bytes that are written or read at once: some milliseconds of work. */
export const chunkBytes = 256 * 1024;

/** Longest line: ten times the size of an object that etcd takes by default. */
export const maxLineBytes = 16 * 1024 * 1024;

const newline = 0x0a;

/** What a snapshot is of, as text. A file of another subject is refused. */
export interface SnapshotSubject {
  readonly resource: string;
  /** Sorted, with commas; "" for all. */
  readonly namespaces: string;
  readonly labelSelector: string;
  readonly fieldSelector: string;
  /** `whole`, `metadata`, or the fields of a mask. */
  readonly form: string;
  /** Which functions decided what is stored. */
  readonly functions: string;
}

const subjectNames: Readonly<Record<keyof SnapshotSubject, string>> = {
  resource: 'its resource',
  namespaces: 'the namespaces of its scope',
  labelSelector: 'the label selector of its scope',
  fieldSelector: 'the field selector of its scope',
  form: 'the form of its objects',
  functions: 'the functions that decided what is stored',
};

/** The times of a snapshot, ms since the epoch. */
export interface SnapshotTimes {
  readonly savedAtMs: number;
  readonly asOfMs: number;
}

interface Header extends SnapshotTimes {
  readonly format: string;
  readonly version: number;
  readonly subject: SnapshotSubject;
  readonly objects: number;
}

/** Yields the content of a snapshot of these objects, in pieces of some milliseconds of work. Throws for what cannot be read. */
export function* snapshotContent(
  subject: SnapshotSubject,
  times: SnapshotTimes,
  objects: readonly object[],
): Generator<Uint8Array, void, void> {
  const header: Header = {
    format: fileFormat,
    version: fileVersion,
    subject,
    ...times,
    objects: objects.length,
  };
  const hash = builtin('node:crypto').createHash('sha256');
  const encoded = (text: string): Uint8Array => {
    const chunk = Buffer.from(text);
    hash.update(chunk);
    return chunk;
  };
  let text = `${jsonText(header)}\n`;
  for (const object of objects) {
    const line = `${jsonText(object)}\n`;
    if (line.length > maxLineBytes / 3 && Buffer.byteLength(line) > maxLineBytes)
      throw new RangeError(`an object has more than ${maxLineBytes} bytes`);
    text += line;
    if (text.length < chunkBytes) continue;
    yield encoded(text);
    text = '';
  }
  if (text !== '') yield encoded(text);
  yield Buffer.from(`${jsonText({ sha256: hash.digest('hex') })}\n`);
}

/** What a SnapshotReader expects, and who gets the objects. */
export interface SnapshotReaderOptions {
  /** For messages. */
  readonly file: string;
  readonly subject: SnapshotSubject;
  /** The mask that the objects were saved with. */
  readonly mask: FieldMask | undefined;
  readonly namespaced: boolean | undefined;
  /** Gets each object, frozen; false if there was one of this key. */
  readonly onObject: (object: KubernetesObject) => boolean;
}

/** Reads the content of a snapshot, however it is cut. Throws SnapshotError `ERR_SNAPSHOT` for any other bytes. */
export class SnapshotReader {
  readonly #options: SnapshotReaderOptions;
  readonly #namespaces: ReadonlySet<string> | undefined;
  readonly #hash: Hash = builtin('node:crypto').createHash('sha256');
  /** Of a line that is not complete. */
  #pieces: Uint8Array[] = [];
  #pieceBytes = 0;
  #header: Header | undefined;
  #objects = 0;
  #isComplete = false;

  constructor(options: SnapshotReaderOptions) {
    this.#options = options;
    const { namespaces } = options.subject;
    this.#namespaces = namespaces === '' ? undefined : new Set(namespaces.split(','));
  }

  read(bytes: Uint8Array): void {
    let from = 0;
    for (let end = bytes.indexOf(newline); end >= 0; end = bytes.indexOf(newline, from)) {
      this.#line(this.#joined(bytes.subarray(from, end + 1)));
      from = end + 1;
    }
    if (from === bytes.length) return;
    // A copy: the caller reuses its buffer. (`slice` of a Buffer is none.)
    const piece = Buffer.from(bytes.subarray(from));
    this.#pieceBytes += piece.length;
    if (this.#pieceBytes > maxLineBytes)
      throw this.#refused(`it has a line of more than ${maxLineBytes} bytes`);
    this.#pieces.push(piece);
  }

  /** Call it at the end of the file. */
  end(): SnapshotTimes {
    if (!this.#isComplete || this.#header === undefined || this.#pieceBytes > 0)
      throw this.#refused('it is cut, or was not written by this library');
    const { savedAtMs, asOfMs } = this.#header;
    return { savedAtMs, asOfMs };
  }

  #joined(end: Uint8Array): Uint8Array {
    if (this.#pieceBytes === 0) return end;
    const line = Buffer.concat([...this.#pieces, end]);
    this.#pieces = [];
    this.#pieceBytes = 0;
    return line;
  }

  #line(line: Uint8Array): void {
    if (line.length > maxLineBytes) throw this.#refused(`it has a line of more than ${maxLineBytes} bytes`);
    if (this.#isComplete) throw this.#refused('it has more lines than its header says');
    const value = this.#parsed(line);
    if (this.#header === undefined) this.#header = this.#checkedHeader(value);
    else if (this.#objects < this.#header.objects) this.#object(value);
    else {
      if (value['sha256'] !== this.#hash.digest('hex')) throw this.#refused('its checksum is wrong');
      this.#isComplete = true;
      return;
    }
    this.#hash.update(line);
  }

  #parsed(line: Uint8Array): Readonly<Record<string, unknown>> {
    let value: unknown;
    try {
      value = parseJsonBytes(line);
    } catch (thrown) {
      throw this.#refused(`line ${this.#lineNumber} is not valid JSON`, thrown);
    }
    if (!isObject(value)) throw this.#refused(`line ${this.#lineNumber} is not an object`);
    return value;
  }

  get #lineNumber(): number {
    return this.#header === undefined ? 1 : this.#objects + 2;
  }

  #checkedHeader({
    format,
    version,
    subject,
    objects,
    savedAtMs,
    asOfMs,
  }: Readonly<Record<string, unknown>>): Header {
    if (format !== fileFormat) throw this.#refused('it was not written by this library');
    if (version !== fileVersion)
      throw this.#refused(`its format has version ${shownValue(version)}, expected ${fileVersion}`);
    if (!isObject(subject)) throw this.#refused('its header does not say what it is of');
    for (const [name, expected] of Object.entries(this.#options.subject)) {
      const found = subject[name];
      if (found !== expected) {
        // The names are those of a SnapshotSubject.
        const what = subjectNames[name as keyof SnapshotSubject];
        throw this.#refused(`${what} is ${shownValue(found)}, expected ${shownValue(expected)}`);
      }
    }
    if (!isCount(objects)) throw this.#refused('its header does not say how many objects follow');
    if (!isTime(savedAtMs) || !isTime(asOfMs))
      throw this.#refused('its header does not say when it was saved');
    return {
      format: fileFormat,
      version: fileVersion,
      subject: this.#options.subject,
      objects,
      savedAtMs,
      asOfMs,
    };
  }

  #object(value: Readonly<Record<string, unknown>>): void {
    const { metadata } = value;
    const problem = isObject(metadata) ? this.#problemOf(metadata) : 'has no metadata';
    if (problem !== undefined) throw this.#refused(`the object in line ${this.#lineNumber} ${problem}`);
    const object = this.#options.mask?.mark(value) ?? value;
    freezeDeep(object);
    // Checked above: what listers read has the types of a KubernetesObject.
    if (!this.#options.onObject(object as KubernetesObject))
      throw this.#refused(`the object in line ${this.#lineNumber} is in it twice`);
    this.#objects++;
  }

  /** What listers read must have its type, and the objects must be those of the scope. */
  #problemOf({ name, namespace, labels }: Readonly<Record<string, unknown>>): string | undefined {
    if (typeof name !== 'string' || name === '') return 'has no name';
    if (namespace !== undefined && typeof namespace !== 'string')
      return 'has a namespace that is not a string';
    const { namespaced } = this.#options;
    if (namespaced !== undefined && namespaced !== ((namespace ?? '') !== ''))
      return namespaced ? 'has no namespace' : 'has a namespace';
    if (this.#namespaces?.has(namespace ?? '') === false) return 'is of another namespace';
    const hasLabels = labels === undefined || labels === null || isObject(labels);
    if (!hasLabels || !Object.values(labels ?? {}).every((label) => typeof label === 'string'))
      return 'has labels that are not strings';
    return undefined;
  }

  #refused(problem: string, cause?: unknown): SnapshotError {
    return unusable(this.#options.file, problem, cause);
  }
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}
