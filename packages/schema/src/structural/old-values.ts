import { isDeepStrictEqual } from 'node:util';
import { isJsonObject } from '../values/json-fields.js';
import { toJson } from '../values/json.js';
import { fieldSchema, type Schema } from './schema.js';

/** The old items of a list, found by their keys. */
export class KeyedItems {
  readonly #schema: Schema;
  readonly #byKey = new Map<string, unknown>();
  readonly isKeyed: boolean;

  constructor(schema: Schema, old: unknown) {
    this.#schema = schema;
    this.isKeyed = schema.listType === 'map' && schema.listMapKeys.length > 0;
    if (!this.isKeyed || !Array.isArray(old)) return;
    for (const item of old as readonly unknown[]) {
      const key = this.#keyOf(item);
      if (key !== undefined && !this.#byKey.has(key)) this.#byKey.set(key, item);
    }
  }

  /** Returns the old item with the keys of this one. */
  like(item: unknown): unknown {
    const key = this.#keyOf(item);
    return key === undefined ? undefined : this.#byKey.get(key);
  }

  #keyOf(item: unknown): string | undefined {
    if (!this.isKeyed || !isJsonObject(item)) return undefined;
    let text = '';
    for (const name of this.#schema.listMapKeys) {
      const value = Object.hasOwn(item, name) ? item[name] : undefined;
      if (value === undefined || value === null || typeof value === 'object') return undefined;
      text += `${typeof value === 'bigint' ? 'number' : typeof value} ${toJson(value)}\0`;
    }
    return text;
  }
}

/** A value and the old one in its place (apiserver's CorrelatedObject): what has not changed may stay invalid (CRDValidationRatcheting). */
export class Pair {
  readonly #value: unknown;
  readonly #old: unknown;
  readonly #schema: Schema;
  readonly #children = new Map<string | number, Pair | undefined>();
  #items: KeyedItems | undefined;
  #isEqual: boolean | undefined;

  constructor(value: unknown, old: unknown, schema: Schema) {
    this.#value = value;
    this.#old = old;
    this.#schema = schema;
  }

  field(name: string): Pair | undefined {
    return this.#child(name, () => {
      const [value, old] = [this.#value, this.#old];
      if (!isJsonObject(value) || !isJsonObject(old)) return undefined;
      if (!Object.hasOwn(value, name) || !Object.hasOwn(old, name)) return undefined;
      const schema = fieldSchema(this.#schema, name);
      return schema === undefined ? undefined : new Pair(value[name], old[name], schema);
    });
  }

  item(index: number): Pair | undefined {
    return this.#child(index, () => {
      const value = this.#value;
      if (!Array.isArray(value) || !Array.isArray(this.#old)) return undefined;
      this.#items ??= new KeyedItems(this.#schema, this.#old);
      const old = this.#items.like(value[index]);
      const { items } = this.#schema;
      return old === undefined || items === undefined ? undefined : new Pair(value[index], old, items);
    });
  }

  #child(name: string | number, make: () => Pair | undefined): Pair | undefined {
    if (!this.#children.has(name)) this.#children.set(name, make());
    return this.#children.get(name);
  }

  /** As in the server, a field without a schema makes its object different. */
  get isEqual(): boolean {
    this.#isEqual ??= this.#compare();
    return this.#isEqual;
  }

  #compare(): boolean {
    const [value, old] = [this.#value, this.#old];
    if (Array.isArray(value)) {
      if (!Array.isArray(old) || old.length !== value.length) return false;
      if (this.#schema.listType !== 'map') return isDeepStrictEqual(value, old);
      return value.every((_item, index) => this.item(index)?.isEqual === true);
    }
    if (!isJsonObject(value)) return isDeepStrictEqual(value, old);
    const names = Object.keys(value);
    if (!isJsonObject(old) || Object.keys(old).length !== names.length) return false;
    return names.every((name) => this.field(name)?.isEqual === true);
  }
}
