import { FieldSetKernel } from './field-set-kernel.js';

/** Nested sets of which the kernel knows single ones: down to here, `fieldsV1` itself being 0. */
const mostLevels = 3;

/** What an object has whose managedFields are left out, until they are dropped. */
const noManagedFields: readonly unknown[] = Object.freeze([]);

/** A field set, `{"f:spec":{"f:replicas":{}}}`. Nested ones may be numbers yet. */
type FieldSet = Record<string, unknown>;

let shared: FieldSets | undefined;

/**
 * The field sets of managedFields (`fieldsV1`) that many objects have, each kept once and frozen: all pods of a template have
 * the same ones, and they are a third to a half of what a pod is.
 *
 * A kernel in WebAssembly finds known sets in the bytes, so that they are not parsed again either; see assembly/index.as.
 */
export class FieldSets {
  readonly #kernel: FieldSetKernel | undefined;
  // By entry of the kernel's pool.
  #sets: FieldSet[] = [];
  // Numbers of the text at hand that have been replaced by their sets.
  #restored = 0;

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
    if (kernel.emptied) this.#sets = [];
    // The kernel has seen to it that they are objects of objects.
    for (const text of kernel.learnt()) this.#sets.push(frozen(JSON.parse(text) as FieldSet));
  }

  /** False unless every number that the kernel wrote was found where a set has to be, and in order. */
  #restoreAll(kernel: FieldSetKernel, value: unknown, objectOf: (value: unknown) => unknown): boolean {
    this.#restored = 0;
    if (!Array.isArray(value))
      return this.#restore(kernel, objectOf(value)) && this.#restored === kernel.numbers;
    for (const element of value) {
      if (!this.#restore(kernel, objectOf(element))) return false;
    }
    return this.#restored === kernel.numbers;
  }

  #restore(kernel: FieldSetKernel, object: unknown): boolean {
    const { metadata } = (object ?? {}) as { metadata?: { managedFields?: unknown } | null };
    const entries = metadata?.managedFields;
    if (entries === kernel.leftOut && metadata) {
      if (kernel.number(this.#restored) !== entries) return false;
      this.#restored++;
      metadata.managedFields = noManagedFields;
    }
    if (!Array.isArray(entries)) return true;
    for (const entry of entries as ({ fieldsV1?: unknown } | null)[]) {
      const set = entry?.fieldsV1;
      if (typeof set === 'number') {
        const known = this.#take(kernel, set);
        if (known === undefined) return false;
        (entry as { fieldsV1?: unknown }).fieldsV1 = known;
      } else if (typeof set === 'object' && set !== null) {
        if (!this.#restoreIn(kernel, set as FieldSet, 1)) return false;
      }
    }
    return true;
  }

  #restoreIn(kernel: FieldSetKernel, set: FieldSet, level: number): boolean {
    for (const name in set) {
      const value = set[name];
      if (typeof value === 'number') {
        const known = this.#take(kernel, value);
        if (known === undefined) return false;
        set[name] = known;
      } else if (level < mostLevels && typeof value === 'object' && value !== null) {
        if (!this.#restoreIn(kernel, value as FieldSet, level + 1)) return false;
      }
    }
    return true;
  }

  /** The set that the kernel's next number stands for; undefined if that is not `number`. */
  #take(kernel: FieldSetKernel, number: number): FieldSet | undefined {
    if (kernel.number(this.#restored) !== number) return undefined;
    this.#restored++;
    return this.#sets[number - kernel.firstNumber];
  }
}

/** Frozen in depth: a write to what others have too must not go unnoticed. */
function frozen(set: FieldSet): FieldSet {
  for (const name in set) frozen(set[name] as FieldSet);
  return Object.freeze(set);
}
