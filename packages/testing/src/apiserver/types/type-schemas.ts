import type { JsonObject } from '../json/json-fields.js';
import type { ApiType, SpecialForm, StructType } from './type-table.js';

/** OpenAPI schemas of the types with a special form. */
const forms: Readonly<Record<SpecialForm, JsonObject>> = {
  bytes: { type: 'string', format: 'byte' },
  duration: { type: 'string' },
  fieldsv1: { type: 'object' },
  intorstring: { type: 'string', format: 'int-or-string' },
  microtime: { type: 'string', format: 'date-time' },
  quantity: { type: 'string' },
  raw: { type: 'object' },
  schema: { type: 'object' },
  schemaorarray: {},
  schemaorbool: {},
  schemaorstrings: {},
  time: { type: 'string', format: 'date-time' },
};

const numbers: Readonly<Record<string, JsonObject>> = {
  bool: { type: 'boolean' },
  float64: { type: 'number', format: 'double' },
  int: { type: 'integer', format: 'int32' },
  int32: { type: 'integer', format: 'int32' },
  int64: { type: 'integer', format: 'int64' },
  string: { type: 'string' },
};

/** The name of a type in OpenAPI documents. */
function schemaName(type: StructType): string {
  return `io.k8s.${type.name}`;
}

/**
 * Returns the schema of a kind, and adds those of its types to `into`.
 *
 * References start with `root`. Schemas contain fields, types and patch strategies, but no descriptions.
 */
export function schemaOf(type: StructType, root: string, into: Record<string, object>): JsonObject {
  const properties: JsonObject = {};
  for (const field of type.fields.values()) {
    const written = reference(field.type, root, into);
    const extensions: JsonObject = {};
    if (field.strategies.length > 0) extensions['x-kubernetes-patch-strategy'] = field.strategies.join(',');
    if (field.mergeKey !== undefined) extensions['x-kubernetes-patch-merge-key'] = field.mergeKey;
    if (field.listType !== undefined) extensions['x-kubernetes-list-type'] = field.listType;
    if (field.listKeys.length > 0) extensions['x-kubernetes-list-map-keys'] = field.listKeys;
    properties[field.json] = { ...written, ...extensions };
  }
  return { type: 'object', properties };
}

function reference(type: ApiType, root: string, into: Record<string, object>): JsonObject {
  switch (type.is) {
    case 'pointer':
      return reference(type.to, root, into);
    case 'scalar':
      return numbers[type.base] ?? { type: 'integer' };
    case 'special':
      return forms[type.form];
    case 'list':
      return { type: 'array', items: reference(type.items, root, into) };
    case 'map':
      return { type: 'object', additionalProperties: reference(type.values, root, into) };
    case 'struct': {
      const name = schemaName(type);
      if (!Object.hasOwn(into, name)) {
        // Registered before its fields, since types may be recursive.
        into[name] = {};
        into[name] = schemaOf(type, root, into);
      }
      return { $ref: `${root}${name}` };
    }
  }
}
