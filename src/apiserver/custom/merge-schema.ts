import type { ListMerge, MergeSchema } from '../patch/merge-schema.js';
import { schemaWithMetadata, unknownSchema } from '../patch/merge-schema.js';
import { typeOfKind } from '../types/type-table.js';
import { defaultOf, fieldSchema } from './schema.js';
import type { Schema } from './schema.js';

/** Returns how server-side apply merges a custom resource, by its schema's list and map types. */
export function mergeSchemaOf(schema: Schema): MergeSchema {
  const metadata = typeOfKind('meta.k8s.io', 'v1', 'ObjectMeta');
  if (metadata === undefined) throw new Error('the table of types has no ObjectMeta');
  return schemaWithMetadata(new CustomSchema(schema), metadata);
}

class CustomSchema implements MergeSchema {
  readonly atomic: boolean;
  readonly list: ListMerge;
  readonly #schema: Schema;

  constructor(schema: Schema) {
    this.#schema = schema;
    this.atomic = schema.mapType === 'atomic';
    this.list = schema.listType === 'map' ? schema.listMapKeys : schema.listType === 'set' ? 'set' : 'atomic';
  }

  get items(): MergeSchema {
    return this.#schema.items === undefined ? unknownSchema : new CustomSchema(this.#schema.items);
  }

  field(name: string): MergeSchema {
    const field = fieldSchema(this.#schema, name);
    return field === undefined ? unknownSchema : new CustomSchema(field);
  }

  declares(name: string): boolean {
    return this.#schema.properties.has(name);
  }

  defaultOf(key: string): unknown {
    const property = this.#schema.properties.get(key);
    return property === undefined ? undefined : defaultOf(property);
  }
}
