import { FoundField } from './kernel/kernel.js';

/** What objects say that they are, or what their list says for them. One for all objects of a type. */
export interface ObjectType {
  readonly apiVersion: string | undefined;
  readonly kind: string | undefined;
}

/** The type of items whose list has not said it yet. */
export const typeComesLater = Symbol('the type comes later');

/**
 * Types of one cache, at most. A cache holds one, or a few versions of one. Each has slabs of its own, so a list of objects that
 * are all of different types would cost a slab for each.
 */
export const mostTypes = 32;

/** The types of a cache's objects: nearly always one. */
export class ObjectTypes {
  readonly #types: ObjectType[] = [];

  get size(): number {
    return this.#types.length;
  }

  /** Undefined when there are too many: objects of this type stay plain. */
  of(apiVersion: string | undefined, kind: string | undefined): ObjectType | undefined {
    for (const type of this.#types) {
      if (type.apiVersion === apiVersion && type.kind === kind) return type;
    }
    if (this.#types.length === mostTypes) return undefined;
    const type = { apiVersion, kind };
    this.#types.push(type);
    return type;
  }

  /**
   * The type of what the kernel found, from `at` on in `found`; what is not written there is that of `rest`. Undefined for an object
   * that cannot be made compact now: there are too many types, or its list has not said yet what it lacks.
   */
  read(
    bytes: Buffer,
    found: Int32Array,
    at: number,
    rest: ObjectType | typeof typeComesLater | undefined,
  ): ObjectType | undefined {
    const apiVersionStart = found[at + FoundField.ApiVersionStart] as number;
    const apiVersionEnd = found[at + FoundField.ApiVersionEnd] as number;
    const kindStart = found[at + FoundField.KindStart] as number;
    const kindEnd = found[at + FoundField.KindEnd] as number;
    if (rest === typeComesLater) {
      if (apiVersionStart === 0 || kindStart === 0) return undefined;
    } else if (rest !== undefined && apiVersionStart === 0 && kindStart === 0) return rest;
    const whole = rest === typeComesLater ? undefined : rest;
    return this.of(
      apiVersionStart === 0 ? whole?.apiVersion : bytes.toString('utf8', apiVersionStart, apiVersionEnd),
      kindStart === 0 ? whole?.kind : bytes.toString('utf8', kindStart, kindEnd),
    );
  }
}
