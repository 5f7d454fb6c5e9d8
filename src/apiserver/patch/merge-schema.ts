import { unwrapped } from '../types/type-table.js';
import type { ApiType, Field, StructType } from '../types/type-table.js';

/** How the items of a list are identified: by keys, by value, or not at all. */
export type ListMerge = 'atomic' | 'set' | readonly string[];

/** How server-side apply merges and owns a value. */
export interface MergeSchema {
  /** True if it is owned and replaced as a whole. */
  readonly atomic: boolean;
  /** For lists. */
  readonly list: ListMerge;
  /** The schema of a list's items. */
  readonly items: MergeSchema;
  /** Returns the schema of a field, or of the value at a map key. */
  field(name: string): MergeSchema;
  /** True for a field of a struct, false for a key of a map. */
  declares(name: string): boolean;
  /** Returns the default of an item's key. */
  defaultOf(key: string): unknown;
}

/** A value of unknown type: maps merge, lists are owned as a whole. */
export const unknownSchema: MergeSchema = {
  atomic: false,
  list: 'atomic',
  get items() {
    return unknownSchema;
  },
  field: () => unknownSchema,
  declares: () => true,
  defaultOf: () => undefined,
};

class TypeSchema implements MergeSchema {
  readonly atomic: boolean;
  readonly list: ListMerge;
  readonly #type: Exclude<ApiType, { is: 'pointer' }>;

  constructor(type: ApiType, field?: Field) {
    this.#type = unwrapped(type);
    const raw = this.#type.is === 'special';
    this.atomic = raw || field?.atomic === true || (this.#type.is === 'struct' && this.#type.atomic);
    this.list = field?.listType === 'map' ? field.listKeys : field?.listType === 'set' ? 'set' : 'atomic';
  }

  get items(): MergeSchema {
    return this.#type.is === 'list' ? new TypeSchema(this.#type.items) : unknownSchema;
  }

  field(name: string): MergeSchema {
    if (this.#type.is === 'map') return new TypeSchema(this.#type.values);
    const found = this.#type.is === 'struct' ? this.#type.fields.get(name) : undefined;
    return found === undefined ? unknownSchema : new TypeSchema(found.type, found);
  }

  declares(name: string): boolean {
    return this.#type.is === 'struct' && this.#type.fields.has(name);
  }

  defaultOf(key: string): unknown {
    return this.#type.is === 'list' ? keyDefault(this.#type.items, key) : undefined;
  }
}

/** Returns the default of an item's key: a protocol is TCP, a required string is "". */
export function keyDefault(items: ApiType, key: string): unknown {
  if (key === 'protocol') return 'TCP';
  const type = unwrapped(items);
  const field = type.is === 'struct' ? type.fields.get(key) : undefined;
  if (field === undefined || field.omitEmpty || field.type.is !== 'scalar') return undefined;
  return field.type.base === 'string' ? '' : 0;
}

/** Returns the schema of a built-in type. */
export function schemaOfType(type: StructType): MergeSchema {
  return new TypeSchema(type);
}

/** Adds the metadata of all objects to the schema of an object's own fields. */
export function schemaWithMetadata(inner: MergeSchema, metadata: StructType): MergeSchema {
  const own = new TypeSchema(metadata);
  return {
    atomic: inner.atomic,
    list: inner.list,
    items: inner.items,
    field: (name) => (name === 'metadata' ? own : inner.field(name)),
    declares: (name) => name === 'metadata' || inner.declares(name),
    defaultOf: (key) => inner.defaultOf(key),
  };
}
