import type { FieldModel, StructModel, TypeModel } from './type-model.js';

/**
 * Numbers types by what they are: two types have the same number if and only if they are equal.
 *
 * With docs, also the texts of their fields count, so that no interface has the docs of another. The docs of a type
 * itself never count; its rules and alternatives always do. Takes time in proportion to a type's size: what is inside is
 * compared by its number.
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
      const { open, remarks, alternatives } = struct;
      number = this.#number(JSON.stringify(['struct', open, fields, remarks, alternatives]));
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
        return this.#number(JSON.stringify(['enum', type.base, type.values]));
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
