import type { FieldModel, StructModel, TypeModel } from './type-model.js';

/**
 * Numbers types by what they are: two types have the same number if and only if they are equal.
 *
 * With docs, also the texts of their fields count, so that no interface has the docs of another. The docs of a type
 * itself never count. Takes time in proportion to a type's size: what is inside is compared by its number.
 */
export class Shapes {
  readonly #withDocs: boolean;
  readonly #numbers = new Map<string, number>();
  readonly #structs = new WeakMap<StructModel, number>();

  constructor(options: { readonly withDocs: boolean }) {
    this.#withDocs = options.withDocs;
  }

  /** Returns the number of an object type. */
  numberOf(struct: StructModel): number {
    let number = this.#structs.get(struct);
    if (number === undefined) {
      const fields = struct.fields.map((field) => this.#field(field));
      // A built-in type never says which fields go together.
      const more = this.#withDocs ? [struct.remarks, struct.alternatives] : [];
      number = this.#number(JSON.stringify(['struct', struct.open, fields, ...more]));
      this.#structs.set(struct, number);
    }
    return number;
  }

  #field({ name, required, type, docs, remarks, defaultJson }: FieldModel): unknown[] {
    const parts = [name, required, this.#type(type)];
    return this.#withDocs ? [...parts, docs, remarks, defaultJson] : parts;
  }

  #type(type: TypeModel): number {
    switch (type.is) {
      case 'plain':
        return this.#number(JSON.stringify(['plain', type.text]));
      case 'enum':
        // An enum is open: without its docs it is its base.
        return this.#withDocs
          ? this.#number(JSON.stringify(['enum', type.base, type.values]))
          : this.#number(JSON.stringify(['plain', type.base]));
      case 'list':
        return this.#number(JSON.stringify(['list', this.#type(type.items)]));
      case 'map':
        return this.#number(JSON.stringify(['map', this.#type(type.values)]));
      case 'nullable':
        return this.#number(JSON.stringify(['nullable', this.#type(type.of)]));
      case 'named':
        return this.#number(JSON.stringify(['named', type.name]));
      case 'struct':
        return this.numberOf(type.struct);
    }
  }

  #number(key: string): number {
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    this.#numbers.set(key, number);
    return number;
  }
}
