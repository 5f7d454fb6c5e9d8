import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StructType } from '../../packages/testing/src/apiserver/types/type-table.js';
import { typeOfKind, unwrapped } from '../../packages/testing/src/apiserver/types/type-table.js';
import type { Clientset } from '../../packages/kube-informers/src/client/clientset.js';
import { formatGroupVersion } from '../../packages/kube-informers/src/meta/group-version.js';
import { builtInResources } from '../../packages/kube-informers/src/resources/index.js';
import type { DeclaredField } from './declared-types.js';
import { DeclaredTypes } from './declared-types.js';
import { connect } from './harness.js';

// What the server serves, against the generated descriptors, types and table of fields.

interface Schema {
  readonly type?: string;
  readonly $ref?: string;
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly enum?: readonly string[];
  readonly 'x-kubernetes-group-version-kind'?: readonly { group: string; version: string; kind: string }[];
}

let clientset: Clientset;
const schemas = new Map<string, Schema>();

beforeAll(async () => {
  clientset = await connect();
  const get = <T>(path: string) => clientset.restClient.request<T>({ method: 'GET', path });
  const { paths } = await get<{ paths: Record<string, { serverRelativeURL: string }> }>('/openapi/v3');
  const served = new Set(builtInResources.map(({ apiVersion }) => apiVersion));
  for (const path of Object.keys(paths)) {
    if (!served.has(path.replace(/^apis?\//, ''))) continue;
    const document = await get<{ components: { schemas: Record<string, Schema> } }>(`/openapi/v3/${path}`);
    for (const [name, schema] of Object.entries(document.components.schemas)) schemas.set(name, schema);
  }
});

afterAll(() => clientset.close());

test('the server serves the resources as they are described', async () => {
  const { resources } = await clientset.discovery().serverResources();
  const describedAs = ({ apiVersion, resource }: { apiVersion: string; resource: string }) =>
    `${apiVersion}/${resource}`;
  const own = new Map(builtInResources.map((resource) => [describedAs(resource), resource]));
  const found = resources.filter((resource) => own.has(describedAs(resource)));
  expect(found.length).toBeGreaterThanOrEqual(12);
  for (const resource of found) {
    const described = own.get(describedAs(resource));
    const { kind, namespaced, singular, shortNames, categories, subresources } = resource;
    expect({ kind, namespaced, singular, shortNames, categories }).toEqual({
      kind: described?.kind,
      namespaced: described?.namespaced,
      singular: described?.singular,
      shortNames: described?.shortNames,
      categories: described?.categories,
    });
    // A server for tests may lack verbs and subresources, such as scale and log.
    expect(described?.subresources).toEqual(expect.arrayContaining([...subresources]));
  }
});

test('the server’s objects have the fields of the types, with their types, enums and whether they are required', () => {
  const declared = new DeclaredTypes();
  const differences: string[] = [];
  let compared = 0;
  for (const [id, schema] of schemas) {
    const name = declaredName(id);
    if (name === undefined || schema.properties === undefined || !declared.has(name)) continue;
    const fields = declared.fields(name);
    const required = new Set(schema.required);
    for (const field of new Set([...Object.keys(schema.properties), ...fields.keys()])) {
      const property = schema.properties[field];
      const own = withoutLiteral(fields.get(field), schema);
      compared++;
      const served = property && shown(expectedType(property), !required.has(field), enumOf(property));
      const described = own && shown(own.type, own.optional, enumOf(property) && own.values);
      if (served !== described) {
        differences.push(`${name}.${field}: served ${served ?? 'not'}, declared ${described ?? 'not'}`);
      }
    }
  }
  expect(differences).toEqual([]);
  expect(compared).toBeGreaterThan(1000);
});

test('the embedded server knows the fields of these objects', () => {
  const differences: string[] = [];
  const seen = new Set<StructType>();
  const compare = (type: StructType): void => {
    if (seen.has(type)) return;
    seen.add(type);
    const schema = schemas.get(openApiName(type.name));
    const names = [...type.fields.keys()].toSorted().join(' ');
    const served = Object.keys(schema?.properties ?? {})
      .toSorted()
      .join(' ');
    if (schema !== undefined && names !== served) differences.push(`${type.name}: ${names} ≠ ${served}`);
    for (const field of type.fields.values()) {
      let inner = unwrapped(field.type);
      while (inner.is === 'list' || inner.is === 'map')
        inner = unwrapped(inner.is === 'list' ? inner.items : inner.values);
      if (inner.is === 'struct') compare(inner);
    }
  };
  for (const { group, version, kind } of builtInResources) {
    const type = typeOfKind(group, version, kind);
    if (type !== undefined && schemas.has(openApiName(type.name))) compare(type);
  }
  expect(differences).toEqual([]);
  expect(seen.size).toBeGreaterThan(150);
});

/** The field, with `string` for the literal of an apiVersion or kind that is that of the schema. */
function withoutLiteral(field: DeclaredField | undefined, schema: Schema): DeclaredField | undefined {
  const literals = (schema['x-kubernetes-group-version-kind'] ?? []).flatMap(({ group, version, kind }) => [
    `'${formatGroupVersion(group, version)}'`,
    `'${kind}'`,
  ]);
  return field !== undefined && literals.includes(field.type) ? { ...field, type: 'string' } : field;
}

function shown(type: string, optional: boolean, values: readonly string[] | undefined): string {
  return `${optional ? '?' : ''}${type}${values === undefined ? '' : ` of ${values.toSorted().join('|')}`}`;
}

function enumOf(schema: Schema | undefined): readonly string[] | undefined {
  return schema?.enum ?? schema?.items?.enum;
}

const machinery: Readonly<Record<string, string>> = {
  'io.k8s.apimachinery.pkg.apis.meta.v1': 'metav1',
  'io.k8s.apimachinery.pkg.api.resource': 'metav1',
  'io.k8s.apimachinery.pkg.util.intstr': 'metav1',
  'io.k8s.apimachinery.pkg.runtime': 'metav1',
};

/** `io.k8s.api.core.v1.PodSpec` → `corev1.PodSpec`. */
function declaredName(id: string): string | undefined {
  const dot = id.lastIndexOf('.');
  const [pack, name] = [id.slice(0, dot), id.slice(dot + 1)];
  const api = /^io\.k8s\.(?:api|apiextensions-apiserver\.pkg\.apis)\.(\w+)\.(v\w+)$/.exec(pack);
  const namespace = machinery[pack] ?? (api === null ? undefined : `${api[1] ?? ''}${api[2] ?? ''}`);
  return namespace === undefined ? undefined : `${namespace}.${name}`;
}

/** `core.v1.PodSpec` → `io.k8s.api.core.v1.PodSpec`. */
function openApiName(name: string): string {
  if (name.startsWith('meta.')) return `io.k8s.apimachinery.pkg.apis.${name}`;
  return name.startsWith('apiextensions.')
    ? `io.k8s.apiextensions-apiserver.pkg.apis.${name}`
    : `io.k8s.api.${name}`;
}

const schemaForms: Readonly<Record<string, string>> = {
  JSON: 'unknown',
  JSONSchemaPropsOrArray: 'apiextensionsv1.JSONSchemaProps | apiextensionsv1.JSONSchemaProps[]',
  JSONSchemaPropsOrBool: 'apiextensionsv1.JSONSchemaProps | boolean',
  JSONSchemaPropsOrStringArray: 'apiextensionsv1.JSONSchemaProps | string[]',
};

function expectedType(schema: Schema): string {
  const { $ref } = schema.allOf?.[0] ?? schema;
  if ($ref !== undefined) {
    const id = $ref.slice($ref.lastIndexOf('/') + 1);
    return schemaForms[id.slice(id.lastIndexOf('.') + 1)] ?? declaredName(id) ?? id;
  }
  if (schema.type === 'array') {
    const items = expectedType(schema.items ?? {});
    return items.includes(' ') && !items.startsWith('{') ? `(${items})[]` : `${items}[]`;
  }
  if (schema.additionalProperties !== undefined)
    return `{ [key: string]: ${expectedType(schema.additionalProperties)} }`;
  if (schema.type === 'integer' || schema.type === 'number') return 'number';
  return schema.type ?? 'unknown';
}
