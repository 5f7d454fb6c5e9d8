import { FoundField } from './kernel/kernel.js';

/** Kind and apiVersion of an object, or of its list. One instance for all objects of a type. */
export interface ObjectType {
  readonly apiVersion: string | undefined;
  readonly kind: string | undefined;
}

/** The type of items whose list has not sent it yet. */
export const typeComesLater = Symbol('the type comes later');

/**
 * Maximum number of types in one cache. A cache holds one, or a few versions of one. Each has its own slabs, so a list in which
 * every object has another type would cost a slab for each.
 */
export const mostTypes = 32;

/** The types of a cache's objects: nearly always one. */
export class ObjectTypes {
  readonly #types: ObjectType[] = [];

  get size(): number {
    return this.#types.length;
  }

  /** Returns undefined if there are too many types: objects of this type stay plain. */
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
   * Reads an object's type from `at` on in `found`; what is missing there is taken from `rest`. Undefined for an object that
   * cannot be made compact now: there are too many types, or its list has not sent the missing part yet.
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
