import { asObject, type JsonObject, objectsOf, textAt } from '@kube-informers/schema/internal';
import { alternativesOf } from './alternatives.js';
import { remarksOf } from './remarks.js';
import type { FieldModel, StructModel, TypeModel } from './type-model.js';

/** The type of an object that may have any fields. */
export const anyObject: TypeModel = { is: 'map', values: { is: 'plain', text: 'unknown' } };

/** Returns the type of an embedded object's or root's metadata. */
const objectMeta: TypeModel = { is: 'named', name: 'ObjectMeta' };

/**
 * Translates a reference to another schema, `$ref`.
 *
 * Only OpenAPI documents of a server have them; a CustomResourceDefinition with one was refused before.
 */
export type ResolveRef = (ref: string) => TypeModel;

/** Returns the model of a kind's root schema, without the fields that every object has. */
export function rootModel(schema: JsonObject, resolveRef: ResolveRef = noRefs): StructModel {
  const { fields, ...rest } = structOf(schema, resolveRef);
  return { ...rest, fields: fields.filter(({ name }) => !objectFields.includes(name)) };
}

const objectFields: readonly string[] = ['apiVersion', 'kind', 'metadata'];

/** Returns the model of an object schema. */
export function structOf(schema: JsonObject, resolveRef: ResolveRef = noRefs): StructModel {
  const required = new Set(Array.isArray(schema['required']) ? (schema['required'] as unknown[]) : []);
  const properties = Object.entries(asObject(schema['properties']) ?? {});
  const fields = properties.flatMap(([name, value]): FieldModel[] => {
    const property = asObject(value);
    return property === undefined ? [] : [fieldOf(name, property, required.has(name), resolveRef)];
  });
  if (schema['x-kubernetes-embedded-resource'] === true) {
    const kept = fields.filter(({ name }) => !objectFields.includes(name));
    fields.splice(0, fields.length, ...embeddedFields, ...kept);
  }
  return {
    docs: textAt(schema, 'description'),
    remarks: remarksOf(schema),
    fields: fields.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    open: schema['x-kubernetes-preserve-unknown-fields'] === true || allowsMore(schema),
    alternatives: alternativesOf(schema),
  };
}

function allowsMore(schema: JsonObject): boolean {
  const additional = schema['additionalProperties'];
  return additional === true || asObject(additional) !== undefined;
}

/** The fields of an object inside an object, which the server requires although its schema may not list them. */
const embeddedFields: readonly FieldModel[] = [
  embedded('apiVersion', true, { is: 'plain', text: 'string' }),
  embedded('kind', true, { is: 'plain', text: 'string' }),
  embedded('metadata', false, objectMeta),
];

function embedded(name: string, required: boolean, type: TypeModel): FieldModel {
  return { name, required, type, docs: '', remarks: [], defaultJson: undefined };
}

function fieldOf(name: string, property: JsonObject, required: boolean, resolveRef: ResolveRef): FieldModel {
  const fallback: unknown = property['default'] ?? undefined;
  const type = name === 'metadata' && isBareObject(property) ? objectMeta : typeOf(property, resolveRef);
  return {
    name,
    // The server fills in a default before it looks for required fields, so a writer may leave the field out.
    required: required && fallback === undefined,
    type,
    docs: textAt(property, 'description'),
    // Those of an object are on its interface.
    remarks: type.is === 'struct' ? [] : remarksOf(property),
    defaultJson: fallback === undefined ? undefined : JSON.stringify(fallback),
  };
}

/** How controller-gen writes the ObjectMeta of a template; the server drops what is in it. */
function isBareObject(schema: JsonObject): boolean {
  const { type, description: _description, ...rest } = schema;
  return type === 'object' && Object.keys(rest).length === 0;
}

/** True for resource.Quantity as controller-gen writes it: by its pattern, which begins like this. */
function isQuantity(schema: JsonObject): boolean {
  return textAt(schema, 'pattern').startsWith('^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|');
}

/** Returns the type of the values that a schema accepts. */
export function typeOf(schema: JsonObject, resolveRef: ResolveRef = noRefs): TypeModel {
  const type = coreType(schema, resolveRef);
  return schema['nullable'] === true && !isUnknown(type) ? { is: 'nullable', of: type } : type;
}

function coreType(schema: JsonObject, resolveRef: ResolveRef): TypeModel {
  const ref = refOf(schema);
  if (ref !== undefined) return resolveRef(ref);
  // With a type the format means nothing to the server: a string stays a string.
  const isIntOrString = schema['type'] === undefined && schema['format'] === 'int-or-string';
  if (schema['x-kubernetes-int-or-string'] === true || isIntOrString) {
    return { is: 'plain', text: isQuantity(schema) ? 'quantity' : 'number | string' };
  }
  switch (schema['type']) {
    case 'string':
      return enumOf(schema, 'string') ?? { is: 'plain', text: 'string' };
    case 'integer':
    case 'number':
      return enumOf(schema, 'number') ?? { is: 'plain', text: 'number' };
    case 'boolean':
      return { is: 'plain', text: 'boolean' };
    case 'array': {
      const items = asObject(schema['items']);
      return {
        is: 'list',
        items: items === undefined ? { is: 'plain', text: 'unknown' } : typeOf(items, resolveRef),
      };
    }
    case 'object':
      return objectType(schema, resolveRef);
    default:
      return untyped(schema);
  }
}

function objectType(schema: JsonObject, resolveRef: ResolveRef): TypeModel {
  const hasFields = Object.keys(asObject(schema['properties']) ?? {}).length > 0;
  if (hasFields || schema['x-kubernetes-embedded-resource'] === true) {
    return { is: 'struct', struct: structOf(schema, resolveRef) };
  }
  const values = asObject(schema['additionalProperties']);
  return values === undefined ? anyObject : { is: 'map', values: typeOf(values, resolveRef) };
}

/** A server's OpenAPI document describes quantities and the like by alternatives alone. */
function untyped(schema: JsonObject): TypeModel {
  const types = objectsOf(schema['oneOf']).map(({ type }) => type);
  const isText = types.includes('string');
  if (types.length === 2 && isText && (types.includes('integer') || types.includes('number'))) {
    return { is: 'plain', text: 'number | string' };
  }
  return { is: 'plain', text: 'unknown' };
}

/** A reference, alone or with a default and a description beside it. */
function refOf(schema: JsonObject): string | undefined {
  const own = schema['$ref'];
  if (typeof own === 'string') return own;
  const [only, ...others] = objectsOf(schema['allOf']);
  const inside = only?.['$ref'];
  return others.length === 0 && typeof inside === 'string' ? inside : undefined;
}

function enumOf(schema: JsonObject, base: 'string' | 'number'): TypeModel | undefined {
  const listed = schema['enum'];
  if (!Array.isArray(listed)) return undefined;
  const values = new Set<string | number>();
  for (const value of listed as unknown[]) {
    if ((typeof value === 'string' || typeof value === 'number') && typeof value === base) values.add(value);
  }
  return values.size === 0 ? undefined : { is: 'enum', values: [...values], base };
}

function isUnknown(type: TypeModel): boolean {
  return type.is === 'plain' && type.text === 'unknown';
}

function noRefs(ref: string): TypeModel {
  throw new Error(`a reference in a structural schema: ${ref}`);
}
