import { FoundField } from './kernel/kernel.js';

/** What objects say that they are, or what their list says for them. One for all objects of a type. */
export interface ObjectType {
  // Of items whose list says it only at its end, set then.
  apiVersion: string | undefined;
  kind: string | undefined;
}

/** The types of a cache's objects: nearly always one. */
export class ObjectTypes {
  readonly #types: ObjectType[] = [];

  of(apiVersion: string | undefined, kind: string | undefined): ObjectType {
    for (const type of this.#types) {
      if (type.apiVersion === apiVersion && type.kind === kind) return type;
    }
    const type = { apiVersion, kind };
    this.#types.push(type);
    return type;
  }

  /** The type of what the kernel found, from `at` on in `found`; what is not written there is that of `rest`. */
  read(bytes: Buffer, found: Int32Array, at: number, rest: ObjectType | undefined): ObjectType {
    const apiVersionStart = found[at + FoundField.ApiVersionStart] as number;
    const apiVersionEnd = found[at + FoundField.ApiVersionEnd] as number;
    const kindStart = found[at + FoundField.KindStart] as number;
    const kindEnd = found[at + FoundField.KindEnd] as number;
    if (rest !== undefined && apiVersionStart === 0 && kindStart === 0) return rest;
    return this.of(
      apiVersionStart === 0 ? rest?.apiVersion : bytes.toString('utf8', apiVersionStart, apiVersionEnd),
      kindStart === 0 ? rest?.kind : bytes.toString('utf8', kindStart, kindEnd),
    );
  }
}
