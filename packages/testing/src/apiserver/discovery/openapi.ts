import { customDefinitionName, schemaV2, schemaV3 } from './openapi-schema.js';
import type { Resource } from 'kube-informers';
import type { JsonObject } from '@kube-informers/schema/internal';
import type { Discovered, Registry, ServedResource } from '../registry/registry.js';
import { schemaName, schemaOf } from '../types/type-schemas.js';
import { typeOfKind } from '../types/type-table.js';

/**
 * The part of OpenAPI that kubectl needs.
 *
 * Built-in kinds have fields, types and patch strategies, without descriptions; custom ones are as their definitions
 * describe them.
 */

function definitionName({ resource }: Discovered): string {
  const type = typeOfKind(resource.group, resource.version, resource.kind);
  return type === undefined ? customDefinitionName(resource) : schemaName(type);
}

function schema(
  { resource, served }: Discovered,
  write: (schema: JsonObject) => JsonObject,
  root: string,
  into: Record<string, object>,
): JsonObject {
  const customKind = served?.customKind;
  const named = {
    'x-kubernetes-group-version-kind': [
      { group: resource.group, kind: resource.kind, version: resource.version },
    ],
  };
  if (customKind !== undefined) return { ...write(customKind.openApi), ...named };
  const type = typeOfKind(resource.group, resource.version, resource.kind);
  if (type !== undefined) return { ...schemaOf(type, root, into), ...named };
  return { type: 'object', ...named, 'x-kubernetes-preserve-unknown-fields': true };
}

function schemas(
  resources: Iterable<Discovered>,
  write: (schema: JsonObject) => JsonObject,
  root: string,
): Record<string, object> {
  const all: Record<string, object> = {};
  for (const found of resources) {
    all[definitionName(found)] = schema(found, write, root, all);
    const metadata = typeOfKind('meta.k8s.io', 'v1', 'ObjectMeta');
    if (metadata !== undefined) all[schemaName(metadata)] ??= schemaOf(metadata, root, all);
  }
  return all;
}

function info(gitVersion: string): object {
  return { title: 'Kubernetes', version: gitVersion };
}

/** GET /openapi/v2. */
export function openApiV2(registry: Registry, gitVersion: string): JsonObject {
  const versions = ['']
    .concat(registry.groups())
    .flatMap((group) => registry.versions(group).flatMap((version) => registry.discovered(group, version)));
  const definitions = schemas(versions, schemaV2, '#/definitions/');
  const paths = Object.fromEntries(
    [...registry.all()].map((served) => [urlOf(served.resource, '/{name}'), pathItemV2(served)]),
  );
  return { swagger: '2.0', info: info(gitVersion), paths, definitions, ...security };
}

const security = {
  securityDefinitions: {
    BearerToken: {
      description: 'Bearer Token authentication',
      type: 'apiKey',
      name: 'authorization',
      in: 'header',
    },
  },
  security: [{ BearerToken: [] }],
};

/** GET /openapi/v3: the documents of each group-version. */
export function openApiIndex(registry: Registry): object {
  const paths: Record<string, { serverRelativeURL: string }> = {};
  const add = (path: string): void => {
    paths[path] = { serverRelativeURL: `/openapi/v3/${path}?hash=${registry.generation}` };
  };
  add('api/v1');
  for (const group of registry.groups()) {
    for (const version of registry.versions(group)) add(`apis/${group}/${version}`);
  }
  return { paths };
}

/** GET /openapi/v3/api/v1, /openapi/v3/apis/GROUP/VERSION; undefined for an unknown version. */
export function openApiV3(
  registry: Registry,
  path: readonly string[],
  gitVersion: string,
): JsonObject | undefined {
  const [root, ...rest] = path;
  const [group = '', version = ''] = root === 'api' ? ['', ...rest] : rest;
  const resources = registry.discovered(group, version);
  if (resources.length === 0 || rest.length !== (root === 'api' ? 1 : 2)) return undefined;
  const stored = registry.resourcesOf(group, version);
  const paths = Object.fromEntries([
    ...stored.map((served) => [urlOf(served.resource, '/{name}'), pathItemV3(served)] as const),
    ...resources
      .filter(({ served }) => served === undefined)
      .map(({ resource }) => [urlOf(resource, ''), { post: operationOf(resource, 'post') }] as const),
  ]);
  return {
    openapi: '3.0.0',
    info: info(gitVersion),
    paths,
    components: { schemas: schemas(resources, schemaV3, '#/components/schemas/') },
  };
}

function urlOf(resource: Resource, name: string): string {
  const root =
    resource.group === '' ? `/api/${resource.version}` : `/apis/${resource.group}/${resource.version}`;
  const scope = resource.namespaced ? '/namespaces/{namespace}' : '';
  return `${root}${scope}/${resource.resource}${name}`;
}

/** The operations on one object, where kubectl looks for support of fieldValidation and dry runs. */
function pathItem({ resource }: ServedResource, parameters: readonly object[], responses?: object): object {
  const own = { parameters, ...(responses !== undefined && { responses }) };
  return {
    patch: { ...own, ...operationOf(resource, 'patch') },
    put: { ...own, ...operationOf(resource, 'put') },
  };
}

function operationOf({ group, version, kind }: Resource, action: string): object {
  return { 'x-kubernetes-group-version-kind': { group, version, kind }, 'x-kubernetes-action': action };
}

function writeParameters(describe: (type: object) => object): object[] {
  return ['dryRun', 'fieldManager', 'fieldValidation', 'force'].map((name) => ({
    name,
    in: 'query',
    ...describe({ type: name === 'force' ? 'boolean' : 'string', uniqueItems: true }),
  }));
}

function pathItemV3(served: ServedResource): object {
  return pathItem(
    served,
    writeParameters((schema) => ({ schema })),
  );
}

/** In OpenAPI 2 a parameter is its own schema, and an operation must have responses. */
function pathItemV2(served: ServedResource): object {
  const schema = { $ref: `#/definitions/${definitionName({ resource: served.resource, served })}` };
  return pathItem(
    served,
    writeParameters((type) => type),
    { 200: { description: 'OK', schema } },
  );
}
