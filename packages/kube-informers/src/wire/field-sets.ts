import { freezeDeep } from '../util/deep.js';
import { asError } from '../util/errors.js';
import { keepExactNumbers } from '../util/json.js';
import { FieldSetKernel } from './field-set-kernel.js';

/** Value of managedFields that are left out, until the member is dropped. */
const noManagedFields: readonly unknown[] = Object.freeze([]);

/** A field set, `{"f:spec":{"f:replicas":{}}}`. Nested ones may still be numbers. */
type FieldSet = Record<string, unknown>;

/** A set that many objects have at the same place. */
interface KnownSet {
  readonly set: FieldSet;
  /** Names of the members from `fieldsV1` to the set. */
  readonly path: readonly string[];
  /** The member that differs for each object, if there is one: `set` is then copied for each object, and never handed out. */
  readonly own: string | undefined;
}

interface ManagedFieldsEntry {
  fieldsV1?: unknown;
}

/**
 * Bytes of JSON that are parsed without sharing before a kernel is created, which takes about 0.4 MiB. Measured with 200
 * informers: with 10 pods each (53 kB) sharing costs memory, with 100 pods each (0.5 MB) it saves a third of the heap.
 */
export const bytesBeforeSharing = 128 * 1024;

/**
 * The field sets of managedFields (`fieldsV1`) that objects of one cache have in common, each kept once and frozen.
 *
 * All pods of a template have the same sets, and they are a third to a half of a pod. A kernel in WebAssembly finds known
 * sets in the bytes, so that they are not parsed again either; see assembly/index.as. Only the kernel knows which sets
 * exist. `#known` caches the objects parsed from its entries, and can be rebuilt at any time. Two instances share nothing.
 */
export class FieldSets {
  #kernel: FieldSetKernel | undefined;
  #bytesToWait: number;
  // By entry of the kernel's pool; undefined until an object needs it.
  #known: (KnownSet | undefined)[] = [];
  // An error of the kernel, which is a defect; nothing is shared after it.
  #failure: unknown;

  /** `waitBytes`: see `bytesBeforeSharing`. */
  constructor(waitBytes = bytesBeforeSharing) {
    this.#bytesToWait = waitBytes;
  }

  /**
   * Parses the JSON in `[start, end)` as JSON.parse does, with field sets shared. `objectOf` returns the object with the
   * metadata; it is called with the value, or with each element if the value is an array.
   *
   * Returns undefined if JSON.parse has to do it: for invalid JSON, for text refused by the kernel, and without
   * WebAssembly. `onMisplaced` is called if the reason is managedFields elsewhere than at an object's
   * `metadata.managedFields`. With `leaveOut`, managedFields are usually an empty list: the caller must ignore them.
   */
  parse(
    bytes: Buffer,
    start: number,
    end: number,
    objectOf: (value: unknown) => unknown,
    onMisplaced: () => void,
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
      // After an unexpected error the kernel's state cannot be trusted. `violations` reports the error.
      this.#failure = error;
      this.#known = [];
      this.#kernel = undefined;
      return undefined;
    }
    const text = kernel.text();
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      // The caller parses the original text, and reports what is wrong with it.
      return undefined;
    }
    if (kernel.numbers !== 0 && !this.#restoreAll(kernel, value, objectOf)) {
      onMisplaced();
      return undefined;
    }
    if (kernel.mayHaveExactNumbers) keepExactNumbers(value, text);
    return value;
  }

  /**
   * Describes what is wrong with the shared state; empty if nothing is. For tests, fuzzers and the soak, at any time between
   * two calls of `parse`. The object of each of the kernel's entries has to equal the kernel's text of it, and be frozen.
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
    // Also if there is no kernel: it is not loaded again.
    this.#bytesToWait = Number.POSITIVE_INFINITY;
    this.#kernel = FieldSetKernel.load();
    return this.#kernel;
  }

  /** Returns true only if every number that the kernel wrote was found at its set's place, and in order. */
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

  /** Puts the set that `number` stands for into its place; returns false if the number is not there. */
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
  // The member in its place, so that V8 gives the copies the shape of this object.
  if (own !== undefined) set[own] = {};
  if (own === undefined) freezeDeep(set);
  else for (const child of Object.values(set)) freezeDeep(child);
  return { set, path, own };
}

/** Returns the set and all sets nested in it. */
function within(set: FieldSet): FieldSet[] {
  const found = [set];
  // The array grows while it is read.
  for (const each of found) for (const name of Object.keys(each)) found.push(each[name] as FieldSet);
  return found;
}

function isFrozen(set: FieldSet, own: string | undefined): boolean {
  return within(set).every((each) => (each === set && own !== undefined) || Object.isFrozen(each));
}
