import { unwrapped } from '../types/type-table.js';
import type { ApiType, Field, StructType } from '../types/type-table.js';

/** How the items of a list are told apart: by keys, by themselves, or not at all. */
export type ListMerge = 'atomic' | 'set' | readonly string[];

/** How server-side apply merges and owns a value. */
export interface MergeSchema {
  /** It is owned and replaced as a whole. */
  readonly atomic: boolean;
  /** For lists. */
  readonly list: ListMerge;
  /** For lists: what their items are. */
  readonly items: MergeSchema;
  /** What is in a field, or at a key of a map. */
  field(name: string): MergeSchema;
  /** True for a field of a struct, false for a key of a map. */
  declares(name: string): boolean;
  /** What a key of a list's item is when the item does not say it. */
  defaultOf(key: string): unknown;
}

/** A value of which nothing is known: maps merge, lists are owned as a whole. */
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

/** What the key of a list's item is when it is left out: a protocol is TCP, a text that must be given is "". */
export function keyDefault(items: ApiType, key: string): unknown {
  if (key === 'protocol') return 'TCP';
  const type = unwrapped(items);
  const field = type.is === 'struct' ? type.fields.get(key) : undefined;
  if (field === undefined || field.omitEmpty || field.type.is !== 'scalar') return undefined;
  return field.type.base === 'string' ? '' : 0;
}

/** The schema of a built-in type. */
export function schemaOfType(type: StructType): MergeSchema {
  return new TypeSchema(type);
}

/** The schema of an object whose own fields are `inner`, with the metadata that all objects have. */
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
