import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unwrapped, type StructType } from '../../packages/schema/src/values/api-type.js';
import { typeOfKind } from '../../packages/testing/src/apiserver/types/type-table.js';
import { kubernetesVersion } from '../../packages/testing/src/apiserver/types/api-types.js';
import type { Clientset } from '../../packages/kube-informers/src/client/clientset.js';
import { formatGroupVersion } from '../../packages/kube-informers/src/meta/group-version.js';
import type { Resource } from '../../packages/kube-informers/src/meta/resource.js';
import { builtInResources } from '../../packages/kube-informers/src/resources/index.js';
import type { DeclaredField } from './declared-types.js';
import { DeclaredTypes } from './declared-types.js';
import { connect } from './harness.js';
import { OwnServer, canStartServers } from './own-server.js';

// The generated descriptors, types and table of fields, against an API server that serves everything it can.

interface KindFacts {
  readonly package: string;
  readonly kind: string;
  readonly lifecycle: { readonly removed?: number };
}
const { resourcesByPackage, apiVersionOf, minor } = (await import(
  new URL('../../scripts/kubernetes-api/model.mjs', import.meta.url).href
)) as {
  readonly resourcesByPackage: ReadonlyMap<string, readonly KindFacts[]>;
  readonly apiVersionOf: (name: string) => string;
  readonly minor: number;
};

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

describe.skipIf(!canStartServers)('an API server with all versions and feature gates', () => {
  let server: OwnServer;
  let clientset: Clientset;
  const schemas = new Map<string, Schema>();

  beforeAll(async () => {
    server = await OwnServer.start(
      '--feature-gates=AllAlpha=true,AllBeta=true',
      '--runtime-config=api/all=true',
    );
    clientset = await connect(server.kubeconfig);
    const get = <T>(path: string) => clientset.restClient.request<T>({ method: 'GET', path });
    // The server sends the index as text/plain.
    const index = await clientset.restClient.raw({ method: 'GET', path: '/openapi/v3' });
    const { paths } = JSON.parse(Buffer.from(index).toString()) as { paths: Record<string, unknown> };
    const declared = new Set(builtInResources.map(({ apiVersion }) => apiVersion));
    for (const path of Object.keys(paths)) {
      if (!declared.has(path.replace(/^apis?\//, ''))) continue;
      const document = await get<{ components: { schemas: Record<string, Schema> } }>(`/openapi/v3/${path}`);
      for (const [name, schema] of Object.entries(document.components.schemas)) schemas.set(name, schema);
    }
  });

  afterAll(async () => {
    await clientset.close();
    await server[Symbol.asyncDispose]();
  });

  test('has the version whose types there are', async () => {
    const version = await clientset.restClient.request<{ gitVersion: string }>({
      method: 'GET',
      path: '/version',
    });
    expect(version.gitVersion).toBe(kubernetesVersion);
  });

  test('serves the declared resources, with their verbs, names, categories and subresources', async () => {
    const { resources, failures } = await clientset.discovery().serverResources();
    expect(failures).toEqual([]);
    const names = new Set(resources.map(nameOf));
    expect(described(resources)).toEqual(
      described(builtInResources.filter((each) => names.has(nameOf(each)))),
    );
  });

  test('serves every declared resource but those that Kubernetes removed lately', async () => {
    const { resources } = await clientset.discovery().serverResources();
    const names = new Set(resources.map(nameOf));
    const surplus = builtInResources.filter((each) => !names.has(nameOf(each)));
    const removed = [...resourcesByPackage.values()]
      .flat()
      .filter(({ lifecycle }) => (lifecycle.removed ?? minor + 1) <= minor);
    const kindOf = ({ apiVersion, kind }: { apiVersion: string; kind: string }) => `${apiVersion} ${kind}`;
    expect(surplus.map(kindOf).toSorted()).toEqual(
      removed.map((each) => kindOf({ apiVersion: apiVersionOf(each.package), kind: each.kind })).toSorted(),
    );
  });

  test('has objects with the fields of the types, with their types, enums and whether they are required', () => {
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
        const served =
          property && shown(declared.named(expectedType(property)), !required.has(field), enumOf(property));
        const described =
          own && shown(declared.named(own.type), own.optional, enumOf(property) && own.values);
        if (served !== described) {
          differences.push(`${name}.${field}: served ${served ?? 'not'}, declared ${described ?? 'not'}`);
        }
      }
    }
    expect(differences).toEqual([]);
    expect(compared).toBeGreaterThan(3000);
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
    expect(seen.size).toBeGreaterThan(600);
  });
});

const nameOf = ({ apiVersion, resource }: Resource): string => `${apiVersion}/${resource}`;

/** What discovery says of resources, by name, in one order. */
function described(resources: readonly Resource[]): object {
  return Object.fromEntries(
    resources
      .map((each) => {
        const { kind, namespaced, singular, shortNames, categories, verbs, subresources } = each;
        const sorted = { verbs: verbs.toSorted(), subresources: subresources.toSorted() };
        return [nameOf(each), { kind, namespaced, singular, shortNames, categories, ...sorted }] as const;
      })
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
}

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
  const api = /^io\.k8s\.(?:api|[\w-]+\.pkg\.apis)\.(\w+)\.(v\w+)$/.exec(pack);
  const namespace = machinery[pack] ?? (api === null ? undefined : `${api[1] ?? ''}${api[2] ?? ''}`);
  return namespace === undefined ? undefined : `${namespace}.${name}`;
}

/** `core.v1.PodSpec` → `io.k8s.api.core.v1.PodSpec`. */
function openApiName(name: string): string {
  if (name.startsWith('meta.')) return `io.k8s.apimachinery.pkg.apis.${name}`;
  if (name.startsWith('apiextensions.')) return `io.k8s.apiextensions-apiserver.pkg.apis.${name}`;
  if (name.startsWith('apiregistration.')) return `io.k8s.kube-aggregator.pkg.apis.${name}`;
  return `io.k8s.api.${name}`;
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
