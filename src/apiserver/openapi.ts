import type { Registry, ServedResource } from './registry.js';

/**
 * As much OpenAPI as kubectl needs to find a kind: every kind is an object whose fields are not described, so that
 * client-side validation has nothing to refuse.
 */

function definitionName({ resource }: ServedResource): string {
  const group = resource.group === '' ? 'core' : resource.group;
  return `io.k8s.api.${group}.${resource.version}.${resource.kind}`;
}

function schema({ resource }: ServedResource): object {
  return {
    type: 'object',
    'x-kubernetes-group-version-kind': [
      { group: resource.group, kind: resource.kind, version: resource.version },
    ],
    'x-kubernetes-preserve-unknown-fields': true,
  };
}

function info(gitVersion: string): object {
  return { title: 'Kubernetes', version: gitVersion };
}

/** GET /openapi/v2. */
export function openApiV2(registry: Registry, gitVersion: string): object {
  const definitions: Record<string, object> = {};
  for (const served of registry.all()) definitions[definitionName(served)] = schema(served);
  return { swagger: '2.0', info: info(gitVersion), paths: {}, definitions };
}

/** GET /openapi/v3: where the documents of each group and version are. */
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

/** GET /openapi/v3/api/v1, /openapi/v3/apis/GROUP/VERSION; undefined for a version that is not served. */
export function openApiV3(
  registry: Registry,
  path: readonly string[],
  gitVersion: string,
): object | undefined {
  const [root, ...rest] = path;
  const [group = '', version = ''] = root === 'api' ? ['', ...rest] : rest;
  const resources = registry.resourcesOf(group, version);
  if (resources.length === 0 || rest.length !== (root === 'api' ? 1 : 2)) return undefined;
  const schemas = Object.fromEntries(resources.map((served) => [definitionName(served), schema(served)]));
  const paths = Object.fromEntries(resources.map((served) => [urlOf(served), pathItem(served)]));
  return { openapi: '3.0.0', info: info(gitVersion), paths, components: { schemas } };
}

function urlOf({ resource }: ServedResource): string {
  const root =
    resource.group === '' ? `/api/${resource.version}` : `/apis/${resource.group}/${resource.version}`;
  const scope = resource.namespaced ? '/namespaces/{namespace}' : '';
  return `${root}${scope}/${resource.resource}/{name}`;
}

/** kubectl looks here whether a kind knows fieldValidation and dry runs. */
function pathItem({ resource }: ServedResource): object {
  const { group, version, kind } = resource;
  const parameters = ['dryRun', 'fieldManager', 'fieldValidation', 'force'].map((name) => ({
    name,
    in: 'query',
    schema: { type: name === 'force' ? 'boolean' : 'string', uniqueItems: true },
  }));
  const operation = { parameters, 'x-kubernetes-group-version-kind': { group, version, kind } };
  return {
    patch: { ...operation, 'x-kubernetes-action': 'patch' },
    put: { ...operation, 'x-kubernetes-action': 'put' },
  };
}
