import { asObject, isJsonObject, setField } from '../values/json-fields.js';
import type { JsonObject } from '../values/json-fields.js';
import { docsFields, ruleFields, schemaFields } from './schema-fields.js';
import type { SchemaField, SchemaFieldKind } from './schema-fields.js';

/**
 * Converts parts of a definition to the server's internal Go structs, as its messages print them.
 *
 * They have every field, with Go's names.
 */

/** Returns the internal form of a schema. */
export function internalSchema(schema: JsonObject): JsonObject {
  return internal(schema, schemaFields);
}

/** Returns the internal form of an x-kubernetes-validations rule. */
export function internalRule(rule: JsonObject): JsonObject {
  return internal(rule, ruleFields);
}

/** Returns the internal form of a version, without the parts common to all versions. */
export function internalVersion(version: JsonObject): JsonObject {
  const schema = asObject(version['schema']);
  const subresources = asObject(version['subresources']);
  return {
    Name: version['name'] ?? '',
    Served: version['served'] ?? false,
    Storage: version['storage'] ?? false,
    Deprecated: version['deprecated'] ?? false,
    DeprecationWarning: version['deprecationWarning'] ?? null,
    Schema:
      schema === undefined
        ? null
        : {
            OpenAPIV3Schema:
              asObject(schema['openAPIV3Schema']) === undefined
                ? null
                : internalSchema(asObject(schema['openAPIV3Schema']) ?? {}),
          },
    Subresources: subresources === undefined ? null : internalSubresources(subresources),
    AdditionalPrinterColumns: listOf(version['additionalPrinterColumns'], (column) => ({
      Name: column['name'] ?? '',
      Type: column['type'] ?? '',
      Format: column['format'] ?? '',
      Description: column['description'] ?? '',
      Priority: column['priority'] ?? 0,
      JSONPath: column['jsonPath'] ?? '',
    })),
    SelectableFields: listOf(version['selectableFields'], (field) => ({ JSONPath: field['jsonPath'] ?? '' })),
  };
}

function internalSubresources(subresources: JsonObject): JsonObject {
  const scale = asObject(subresources['scale']);
  return {
    Status: asObject(subresources['status']) === undefined ? null : {},
    Scale:
      scale === undefined
        ? null
        : {
            SpecReplicasPath: scale['specReplicasPath'] ?? '',
            StatusReplicasPath: scale['statusReplicasPath'] ?? '',
            LabelSelectorPath: scale['labelSelectorPath'] ?? null,
          },
  };
}

function internal(value: JsonObject, fields: readonly SchemaField[]): JsonObject {
  const result: JsonObject = {};
  for (const [json, go, kind] of fields) result[go] = internalValue(kind, value[json]);
  return result;
}

function internalValue(kind: SchemaFieldKind, value: unknown): unknown {
  switch (kind) {
    case 'text':
      return value ?? '';
    case 'flag':
      return value ?? false;
    case 'schema':
      return isJsonObject(value) ? internalSchema(value) : null;
    case 'schemas':
      return listOf(value, internalSchema);
    case 'rules':
      return listOf(value, internalRule);
    case 'docs':
      return isJsonObject(value) ? internal(value, docsFields) : null;
    case 'schemaMap':
      return mapOf(value, internalSchema);
    case 'schemaOrList':
      if (Array.isArray(value)) return { Schema: null, JSONSchemas: listOf(value, internalSchema) };
      return isJsonObject(value) ? { Schema: internalSchema(value), JSONSchemas: null } : null;
    case 'schemaOrFlag':
      if (isJsonObject(value)) return { Allows: true, Schema: internalSchema(value) };
      return typeof value === 'boolean' ? { Allows: value, Schema: null } : null;
    default:
      return value ?? null;
  }
}

function listOf(value: unknown, each: (item: JsonObject) => JsonObject): JsonObject[] | null {
  return Array.isArray(value) ? value.filter(isJsonObject).map(each) : null;
}

function mapOf(value: unknown, each: (item: JsonObject) => JsonObject): JsonObject | null {
  if (!isJsonObject(value)) return null;
  const result: JsonObject = {};
  for (const [key, item] of Object.entries(value)) if (isJsonObject(item)) setField(result, key, each(item));
  return result;
}
