import { type JsonObject, isJsonObject } from '@kube-informers/schema/internal';
import type { Resource } from 'kube-informers';

/** Custom resources in the OpenAPI documents, as `kubectl explain` and `kubectl apply` read them. */

const conventions = 'https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md';

const apiVersionField: JsonObject = {
  description: `APIVersion defines the versioned schema of this representation of an object. Servers should convert recognized schemas to the latest internal value, and may reject unrecognized values. More info: ${conventions}#resources`,
  type: 'string',
};

const kindField: JsonObject = {
  description: `Kind is a string value representing the REST resource this object represents. Servers may infer this from the endpoint the client submits requests to. Cannot be updated. In CamelCase. More info: ${conventions}#types-kinds`,
  type: 'string',
};

const metadataDescription = `Standard object's metadata. More info: ${conventions}#metadata`;

/** The documents contain it. */
const objectMetaName = 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta';

/** Returns a definition's name: `com.example.stable.v1.CronTab`. */
export function customDefinitionName({ group, version, kind }: Resource): string {
  return `${group.split('.').toReversed().join('.')}.${version}.${kind}`;
}

/** Returns the OpenAPI 3 schema of a custom resource. */
export function schemaV3(schema: JsonObject): JsonObject {
  const metadata = {
    description: metadataDescription,
    allOf: [{ $ref: `#/components/schemas/${objectMetaName}` }],
  };
  return withFields(convert(schema, forV3), metadata);
}

/** Returns its OpenAPI 2 schema, which has no defaults, nulls and logical operators. */
export function schemaV2(schema: JsonObject): JsonObject {
  const metadata = { description: metadataDescription, $ref: `#/definitions/${objectMetaName}` };
  return withFields(convert(schema, forV2), metadata);
}

function withFields(schema: JsonObject, metadata: JsonObject): JsonObject {
  const own = isJsonObject(schema['properties']) ? schema['properties'] : {};
  return {
    type: 'object',
    ...schema,
    properties: { ...own, apiVersion: apiVersionField, kind: kindField, metadata },
  };
}

function forV3(schema: JsonObject): JsonObject {
  if (schema['x-kubernetes-int-or-string'] !== true || schema['anyOf'] !== undefined) return schema;
  const { type: _type, ...rest } = schema;
  return { ...rest, anyOf: [{ type: 'integer' }, { type: 'string' }] };
}

function forV2(schema: JsonObject): JsonObject {
  const {
    default: _default,
    nullable,
    allOf: _allOf,
    anyOf: _anyOf,
    oneOf: _oneOf,
    not: _not,
    'x-kubernetes-validations': _rules,
    ...rest
  } = schema;
  const open = schema['x-kubernetes-preserve-unknown-fields'] === true || nullable === true;
  if (!open) return rest;
  // Nullable and untyped values have no type in OpenAPI 2.
  const {
    type: _type,
    properties: _properties,
    items: _items,
    required: _required,
    format: _format,
    ...left
  } = rest;
  return left;
}

function convert(schema: JsonObject, each: (schema: JsonObject) => JsonObject): JsonObject {
  const result: JsonObject = { ...each(schema) };
  for (const field of ['items', 'additionalProperties', 'not']) {
    const child = result[field];
    if (isJsonObject(child)) result[field] = convert(child, each);
  }
  const { properties } = result;
  if (isJsonObject(properties)) {
    result['properties'] = Object.fromEntries(
      Object.entries(properties).map(([name, child]): [string, unknown] => [
        name,
        isJsonObject(child) ? convert(child, each) : child,
      ]),
    );
  }
  return result;
}
