import { FieldSetKernel } from './field-set-kernel.js';

/** What an object has whose managedFields are left out, until they are dropped. */
const noManagedFields: readonly unknown[] = Object.freeze([]);

/** A field set, `{"f:spec":{"f:replicas":{}}}`. Nested ones may be numbers yet. */
type FieldSet = Record<string, unknown>;

/** A set that many objects have at the same place: names of members from `fieldsV1` on. */
interface KnownSet {
  readonly set: FieldSet;
  readonly path: readonly string[];
  /** The one member that is each object's own, if there is one: `set` is copied for each, and never handed out. */
  readonly own: string | undefined;
}

interface ManagedFieldsEntry {
  fieldsV1?: unknown;
}

let shared: FieldSets | undefined;

/**
 * The field sets of managedFields (`fieldsV1`) that many objects have, each kept once and frozen: all pods of a template have
 * the same ones, and they are a third to a half of what a pod is.
 *
 * Where one member is each object's own, as the addresses in a pod's status are, the others are shared, in a set of its own.
 *
 * A kernel in WebAssembly finds known sets in the bytes, so that they are not parsed again either; see assembly/index.as.
 */
export class FieldSets {
  readonly #kernel: FieldSetKernel | undefined;
  // By entry of the kernel's pool.
  #known: KnownSet[] = [];

  /** The one of this thread, made at first use. */
  static shared(): FieldSets {
    shared ??= new FieldSets(FieldSetKernel.load());
    return shared;
  }

  /** Without a kernel nothing is shared. */
  constructor(kernel: FieldSetKernel | undefined) {
    this.#kernel = kernel;
  }

  /**
   * The JSON in `[start, end)`: what JSON.parse makes of it, with field sets shared. It is what `objectOf` takes an object with
   * metadata from, or an array of such. Undefined when JSON.parse has to do it: for what is no JSON, for more than 1 MiB, and
   * where there is no WebAssembly. `surprised` is called when managedFields stand where they are not an object's own.
   * With `leaveOut` managedFields are an empty list, most of the time: those that are there must not matter.
   */
  parse(
    bytes: Buffer,
    start: number,
    end: number,
    objectOf: (value: unknown) => unknown,
    surprised: () => void,
    leaveOut = false,
  ): unknown {
    const kernel = this.#kernel;
    if (kernel === undefined || !kernel.replace(bytes, start, end, leaveOut)) return undefined;
    this.#learn(kernel);
    let value: unknown;
    try {
      value = JSON.parse(kernel.text());
    } catch {
      // What is wrong with the text is told by who parses it as it came.
      return undefined;
    }
    if (kernel.numbers === 0 || this.#restoreAll(kernel, value, objectOf)) return value;
    surprised();
    return undefined;
  }

  #learn(kernel: FieldSetKernel): void {
    if (kernel.emptied) this.#known = [];
    for (const { text, path } of kernel.learnt()) {
      // The kernel has seen to it that they are objects of objects, and strings.
      this.#known.push(
        knownSet(
          JSON.parse(text) as FieldSet,
          path.map((name) => JSON.parse(name) as string),
        ),
      );
    }
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
        for (const entry of entries as (ManagedFieldsEntry | null)[]) {
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
  #put(kernel: FieldSetKernel, number: number | undefined, entry: ManagedFieldsEntry | null): boolean {
    const known = this.#known[(number ?? 0) - kernel.firstNumber];
    if (known === undefined || entry === null) return false;
    let parent = entry as FieldSet;
    let name = 'fieldsV1';
    for (const inner of known.path) {
      const child = parent[name];
      if (typeof child !== 'object' || child === null) return false;
      parent = child as FieldSet;
      name = inner;
    }
    const { set, own } = known;
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

/** The kernel writes a 0 for the member that is each object's own. */
function knownSet(set: FieldSet, path: readonly string[]): KnownSet {
  const own = Object.keys(set).find((name) => set[name] === 0);
  if (own === undefined) frozen(set);
  else {
    // An object as it will be, so that V8 gives the copies the shape of this one.
    set[own] = {};
    for (const name in set) frozen(set[name] as FieldSet);
  }
  return { set, path, own };
}

/** Frozen in depth: a write to what others have too must not go unnoticed. */
function frozen(set: FieldSet): FieldSet {
  for (const name in set) frozen(set[name] as FieldSet);
  return Object.freeze(set);
}
