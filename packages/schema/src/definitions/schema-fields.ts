/** The types of a JSONSchemaProps' fields. */
export type SchemaFieldKind =
  | 'text'
  | 'textPointer'
  | 'flag'
  | 'flagPointer'
  | 'number'
  | 'integer'
  | 'json'
  | 'jsonList'
  | 'texts'
  | 'schema'
  | 'schemas'
  | 'schemaMap'
  | 'schemaOrList'
  | 'schemaOrFlag'
  | 'dependencies'
  | 'docs'
  | 'rules';

/** A field of a JSONSchemaProps: its JSON name, Go name and type; in the order of Go's internal type. */
export type SchemaField = readonly [json: string, go: string, kind: SchemaFieldKind];

export const schemaFields: readonly SchemaField[] = [
  ['id', 'ID', 'text'],
  ['$schema', 'Schema', 'text'],
  ['$ref', 'Ref', 'textPointer'],
  ['description', 'Description', 'text'],
  ['type', 'Type', 'text'],
  ['nullable', 'Nullable', 'flag'],
  ['format', 'Format', 'text'],
  ['title', 'Title', 'text'],
  ['default', 'Default', 'json'],
  ['maximum', 'Maximum', 'number'],
  ['exclusiveMaximum', 'ExclusiveMaximum', 'flag'],
  ['minimum', 'Minimum', 'number'],
  ['exclusiveMinimum', 'ExclusiveMinimum', 'flag'],
  ['maxLength', 'MaxLength', 'integer'],
  ['minLength', 'MinLength', 'integer'],
  ['pattern', 'Pattern', 'text'],
  ['maxItems', 'MaxItems', 'integer'],
  ['minItems', 'MinItems', 'integer'],
  ['uniqueItems', 'UniqueItems', 'flag'],
  ['multipleOf', 'MultipleOf', 'number'],
  ['enum', 'Enum', 'jsonList'],
  ['maxProperties', 'MaxProperties', 'integer'],
  ['minProperties', 'MinProperties', 'integer'],
  ['required', 'Required', 'texts'],
  ['items', 'Items', 'schemaOrList'],
  ['allOf', 'AllOf', 'schemas'],
  ['oneOf', 'OneOf', 'schemas'],
  ['anyOf', 'AnyOf', 'schemas'],
  ['not', 'Not', 'schema'],
  ['properties', 'Properties', 'schemaMap'],
  ['additionalProperties', 'AdditionalProperties', 'schemaOrFlag'],
  ['patternProperties', 'PatternProperties', 'schemaMap'],
  ['dependencies', 'Dependencies', 'dependencies'],
  ['additionalItems', 'AdditionalItems', 'schemaOrFlag'],
  ['definitions', 'Definitions', 'schemaMap'],
  ['externalDocs', 'ExternalDocs', 'docs'],
  ['example', 'Example', 'json'],
  ['x-kubernetes-preserve-unknown-fields', 'XPreserveUnknownFields', 'flagPointer'],
  ['x-kubernetes-embedded-resource', 'XEmbeddedResource', 'flag'],
  ['x-kubernetes-int-or-string', 'XIntOrString', 'flag'],
  ['x-kubernetes-list-map-keys', 'XListMapKeys', 'texts'],
  ['x-kubernetes-list-type', 'XListType', 'textPointer'],
  ['x-kubernetes-map-type', 'XMapType', 'textPointer'],
  ['x-kubernetes-validations', 'XValidations', 'rules'],
];

/** The fields of an x-kubernetes-validations rule. */
export const ruleFields: readonly SchemaField[] = [
  ['rule', 'Rule', 'text'],
  ['message', 'Message', 'text'],
  ['messageExpression', 'MessageExpression', 'text'],
  ['reason', 'Reason', 'textPointer'],
  ['fieldPath', 'FieldPath', 'text'],
  ['optionalOldSelf', 'OptionalOldSelf', 'flagPointer'],
];

/** The fields of externalDocs. */
export const docsFields: readonly SchemaField[] = [
  ['description', 'Description', 'text'],
  ['url', 'URL', 'text'],
];

/** Visits a schema and all schemas in it, in the order of Go's walk; `path` is computed only if a caller needs it. */
export function everySchema(
  schema: Readonly<Record<string, unknown>>,
  visit: (schema: Readonly<Record<string, unknown>>) => void,
): void {
  visit(schema);
  for (const [name, , kind] of schemaFields) {
    const value = schema[name];
    if (value === undefined || value === null || typeof value !== 'object') continue;
    const inside = childrenOf(kind, value);
    for (const child of inside) everySchema(child, visit);
  }
}

function childrenOf(kind: SchemaFieldKind, value: object): Readonly<Record<string, unknown>>[] {
  switch (kind) {
    case 'schema':
    case 'schemaOrFlag':
      return isSchema(value) ? [value] : [];
    case 'schemas':
    case 'schemaOrList':
      return (Array.isArray(value) ? value : [value]).filter(isSchema);
    case 'schemaMap':
    case 'dependencies':
      return Object.values(value).filter(isSchema);
    default:
      return [];
  }
}

function isSchema(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
