import { asError } from '../util/errors.js';
import { FieldSetKernel } from './field-set-kernel.js';

/** What an object has whose managedFields are left out, until they are dropped. */
const noManagedFields: readonly unknown[] = Object.freeze([]);

/** A field set, `{"f:spec":{"f:replicas":{}}}`. Nested ones may still be numbers. */
type FieldSet = Record<string, unknown>;

/** A set that many objects have at the same place. */
interface KnownSet {
  readonly set: FieldSet;
  /** Names of members from `fieldsV1` on. */
  readonly path: readonly string[];
  /** The one member that each object has for itself, if there is one: `set` is then copied for each, and never handed out. */
  readonly own: string | undefined;
}

interface ManagedFieldsEntry {
  fieldsV1?: unknown;
}

/**
 * Bytes of JSON that are parsed without sharing before a kernel is made, which takes some 0.4 MiB. Measured with 200 informers:
 * of 10 pods each (53 kB) they take less memory without, of 100 pods each (0.5 MB) a third less heap with it.
 */
export const bytesBeforeSharing = 128 * 1024;

/**
 * The field sets of managedFields (`fieldsV1`) that many objects of one cache have, each kept once and frozen. All pods of a
 * template have the same sets, and they are a third to a half of a pod.
 *
 * A kernel in WebAssembly finds known sets in the bytes, so that they are not parsed again either; see assembly/index.as.
 * It alone knows which sets there are. `#known` holds what was made of its entries so far, and can be made again at any time.
 *
 * Nothing is shared between two instances.
 */
export class FieldSets {
  #kernel: FieldSetKernel | undefined;
  #bytesToWait: number;
  // By entry of the kernel's pool; undefined until an object needs it.
  #known: (KnownSet | undefined)[] = [];
  // What the kernel threw, which it never should; nothing is shared from then on.
  #failure: unknown;

  /** `waitBytes`: see `bytesBeforeSharing`. */
  constructor(waitBytes = bytesBeforeSharing) {
    this.#bytesToWait = waitBytes;
  }

  /**
   * Parses the JSON in `[start, end)` as JSON.parse does, with field sets shared. `objectOf` returns the object with the
   * metadata; it is called with the value, or with each element if the value is an array.
   *
   * Returns undefined if JSON.parse has to do it: for invalid JSON, for what the kernel does not take, and without WebAssembly.
   * `surprised` is called if that is so because managedFields are not at an object's `metadata.managedFields`.
   * With `leaveOut`, managedFields are an empty list most of the time: those that are there must not matter.
   */
  parse(
    bytes: Buffer,
    start: number,
    end: number,
    objectOf: (value: unknown) => unknown,
    surprised: () => void,
    leaveOut = false,
  ): unknown {
    const kernel = this.#kernel ?? this.#newKernel(end - start);
    if (kernel === undefined) return undefined;
    if (kernel.isFull) {
      this.#known = [];
      kernel.empty();
    }
    try {
      if (!kernel.replace(bytes, start, end, leaveOut)) return undefined;
    } catch (error) {
      // A kernel that broke off halfway is not to be trusted with anything. `violations` reports it.
      this.#failure = error;
      this.#known = [];
      this.#kernel = undefined;
      return undefined;
    }
    let value: unknown;
    try {
      value = JSON.parse(kernel.text());
    } catch {
      // The caller parses the original text, and reports what is wrong with that.
      return undefined;
    }
    if (kernel.numbers === 0 || this.#restoreAll(kernel, value, objectOf)) return value;
    surprised();
    return undefined;
  }

  /**
   * What is wrong with the shared state, in words: for tests, fuzzers and the soak, at any time between two calls of `parse`.
   * It must be empty. What was made of each of the kernel's entries has to equal the kernel's text of it, and to be frozen.
   */
  violations(): string[] {
    const kernel = this.#kernel;
    const found = this.#failure === undefined ? [] : [`the kernel threw: ${asError(this.#failure).message}`];
    const entries = kernel?.entries ?? 0;
    if (this.#known.length > entries)
      found.push(`${this.#known.length} known sets, the kernel has ${entries}`);
    for (const [entry, known] of this.#known.entries()) {
      if (kernel === undefined || known === undefined || entry >= entries) continue;
      const { set, path, own } = known;
      const asWritten = own === undefined ? set : { ...set, [own]: 0 };
      const expected = kernel.record(entry);
      if (JSON.stringify([...path, asWritten]) !== JSON.stringify(JSON.parse(expected)))
        found.push(`known set ${entry} is not ${expected}`);
      if (!isFrozen(set, own)) found.push(`known set ${entry} is not frozen`);
    }
    return found;
  }

  #newKernel(length: number): FieldSetKernel | undefined {
    if (this.#bytesToWait === Number.POSITIVE_INFINITY) return undefined;
    this.#bytesToWait -= length;
    if (this.#bytesToWait > 0) return undefined;
    // Whether there is one or not: it is not tried again.
    this.#bytesToWait = Number.POSITIVE_INFINITY;
    this.#kernel = FieldSetKernel.load();
    return this.#kernel;
  }

  /** False unless every number that the kernel wrote was found where its set has to be, and in order. */
  #restoreAll(kernel: FieldSetKernel, value: unknown, objectOf: (value: unknown) => unknown): boolean {
    const { numbers } = kernel;
    let next = 0;
    const objects: unknown[] = Array.isArray(value) ? value : [value];
    for (const each of objects) {
      if (next === numbers) return true;
      const object = objectOf(each) as { metadata?: { managedFields?: unknown } | null } | null | undefined;
      const metadata = object?.metadata;
      const entries = metadata?.managedFields;
      if (Array.isArray(entries)) {
        for (const entry of entries as ManagedFieldsEntry[]) {
          while (next < numbers && this.#put(kernel, kernel.number(next), entry)) next++;
        }
      } else if (metadata && entries === kernel.leftOut && kernel.number(next) === entries) {
        metadata.managedFields = noManagedFields;
        next++;
      }
    }
    return next === numbers;
  }

  /** Puts the set that `number` stands for into its place; false if the number is not there. */
  #put(kernel: FieldSetKernel, number: number | undefined, entry: ManagedFieldsEntry): boolean {
    const index = (number ?? 0) - kernel.firstNumber;
    if (index < 0 || index >= kernel.entries) return false;
    const { set, path, own } = (this.#known[index] ??= knownSet(kernel.record(index)));
    let parent = entry as FieldSet;
    let name = 'fieldsV1';
    for (const inner of path) {
      const child = parent[name];
      if (typeof child !== 'object' || child === null) return false;
      parent = child as FieldSet;
      name = inner;
    }
    const value = parent[name];
    if (own === undefined) {
      if (value !== number) return false;
      parent[name] = set;
    } else {
      if (!Array.isArray(value) || value[0] !== number) return false;
      (parent[name] = { ...set })[own] = value[1];
    }
    return true;
  }
}

/** The kernel has checked that a record holds strings, then objects of objects. It writes 0 for the own member. */
function knownSet(record: string): KnownSet {
  const parts = JSON.parse(record) as unknown[];
  const set = parts.pop() as FieldSet;
  const path = parts as string[];
  const own = Object.keys(set).find((name) => set[name] === 0);
  // An object as it will be, so that V8 gives the copies the shape of this one.
  if (own !== undefined) set[own] = {};
  for (const each of within(set)) if (each !== set || own === undefined) Object.freeze(each);
  return { set, path, own };
}

/** The set and all sets within it. */
function within(set: FieldSet): FieldSet[] {
  const found = [set];
  // The array grows while it is read.
  for (const each of found) for (const name of Object.keys(each)) found.push(each[name] as FieldSet);
  return found;
}

function isFrozen(set: FieldSet, own: string | undefined): boolean {
  return within(set).every((each) => (each === set && own !== undefined) || Object.isFrozen(each));
}
