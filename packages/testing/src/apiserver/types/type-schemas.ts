import type { ApiType, JsonObject, SpecialForm, StructType } from '@kube-informers/schema/internal';

const metaV1 = 'io.k8s.apimachinery.pkg.apis.meta.v1';
const schemaV1 = 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1';

/** The types with a special form: the names of their definitions, and what these contain. */
const forms: Readonly<Record<Exclude<SpecialForm, 'bytes'>, readonly [name: string, schema: JsonObject]>> = {
  duration: [`${metaV1}.Duration`, { type: 'string' }],
  fieldsv1: [`${metaV1}.FieldsV1`, { type: 'object' }],
  intorstring: [
    'io.k8s.apimachinery.pkg.util.intstr.IntOrString',
    { type: 'string', format: 'int-or-string' },
  ],
  microtime: [`${metaV1}.MicroTime`, { type: 'string', format: 'date-time' }],
  quantity: ['io.k8s.apimachinery.pkg.api.resource.Quantity', { type: 'string' }],
  raw: ['io.k8s.apimachinery.pkg.runtime.RawExtension', { type: 'object' }],
  schema: [`${schemaV1}.JSONSchemaProps`, { type: 'object' }],
  schemaorarray: [`${schemaV1}.JSONSchemaPropsOrArray`, {}],
  schemaorbool: [`${schemaV1}.JSONSchemaPropsOrBool`, {}],
  schemaorstrings: [`${schemaV1}.JSONSchemaPropsOrStringArray`, {}],
  time: [`${metaV1}.Time`, { type: 'string', format: 'date-time' }],
};

const numbers: Readonly<Record<string, JsonObject>> = {
  bool: { type: 'boolean' },
  float64: { type: 'number', format: 'double' },
  int: { type: 'integer', format: 'int32' },
  int32: { type: 'integer', format: 'int32' },
  int64: { type: 'integer', format: 'int64' },
  string: { type: 'string' },
};

const alternatives: Readonly<Partial<Record<SpecialForm, readonly string[]>>> = {
  intorstring: ['integer', 'string'],
  quantity: ['string', 'number'],
};

const packages: Readonly<Record<string, string>> = {
  apiextensions: 'io.k8s.apiextensions-apiserver.pkg.apis',
  apiregistration: 'io.k8s.kube-aggregator.pkg.apis',
  meta: 'io.k8s.apimachinery.pkg.apis',
};

/** The name of a type in OpenAPI documents. */
export function schemaName({ name }: StructType): string {
  return `${packages[name.split('.')[0] ?? ''] ?? 'io.k8s.api'}.${name}`;
}

/**
 * Returns the schema of a kind, and adds those of its types to `into`.
 *
 * References start with `root`. Schemas contain fields, types and patch strategies, but no descriptions, enums and defaults.
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
  const required = [...type.fields.values()].filter((field) => field.required);
  return {
    type: 'object',
    properties,
    ...(required.length > 0 && { required: required.map(({ json }) => json).toSorted() }),
  };
}

function reference(type: ApiType, root: string, into: Record<string, object>): JsonObject {
  switch (type.is) {
    case 'pointer':
      return reference(type.to, root, into);
    case 'scalar':
      return numbers[type.base] ?? { type: 'integer' };
    case 'special': {
      if (type.form === 'bytes') return { type: 'string', format: 'byte' };
      const [name, schema] = forms[type.form];
      // Only OpenAPI 3 has alternatives.
      const either = root.startsWith('#/components/') ? alternatives[type.form] : undefined;
      into[name] = either === undefined ? schema : { oneOf: either.map((one) => ({ type: one })) };
      return { $ref: `${root}${name}` };
    }
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
