import {
  asObject,
  at,
  decodeSchema,
  formatFieldError,
  isJsonObject,
  type JsonObject,
  objectsOf,
  schemaErrors,
  SchemaTypeError,
  selectableErrors,
  textAt,
  Work,
} from '@kube-informers/schema/internal';
import { yamlDocumentsToJson } from '@kube-informers/testing/internal';
import { asError, shownKey, shownValue } from 'kube-informers/internal';
import { CodegenError } from './codegen-error.js';
import type { NamedResource } from './name-patterns.js';
import { rootModel } from './schema-model.js';
import type { KindModel } from './type-model.js';

/** A CustomResourceDefinition that was read, with the place it comes from. */
export interface Definition {
  /** `crds.yaml, document 2`: for messages. */
  readonly origin: string;
  readonly body: JsonObject;
}

/** YAML or JSON with definitions, and the name of its file or URL. */
export interface DefinitionText {
  readonly origin: string;
  readonly text: string;
}

export interface ReadDefinitionsOptions {
  /**
   * Leave out other documents and parts of definitions, which are an error otherwise. A definition of another version
   * is one always.
   */
  readonly skipOthers: boolean;
}

/**
 * Reads CustomResourceDefinitions in YAML or JSON: any number of documents, and lists of them.
 *
 * Throws CodegenError for input that cannot be parsed, and for other objects unless they are to be left out.
 */
export async function readDefinitions(
  { origin, text }: DefinitionText,
  { skipOthers }: ReadDefinitionsOptions,
): Promise<Definition[]> {
  const results = await yamlDocumentsToJson(text);
  const definitions: Definition[] = [];
  results.forEach((result, index) => {
    const place = results.length > 1 ? `${origin}, document ${index + 1}` : origin;
    if ('problem' in result) {
      const { problem, path } = result;
      throw new CodegenError(`${place}: ${problem}${path === undefined ? '' : `, at ${shownKey(path)}`}`);
    }
    const [repeated] = result.twice;
    if (repeated !== undefined) throw new CodegenError(`${place}: yaml: ${repeated}`);
    const value: unknown = JSON.parse(result.json);
    if (value === null) return;
    if (skipOthers && isOther(value)) return;
    for (const { origin: each, body } of objectsIn(value, place)) {
      if (isDefinition(body) && !isPatch(body)) definitions.push({ origin: each, body });
      else if (!skipOthers || isOldDefinition(body)) throw notADefinition(each, body);
    }
  });
  return definitions;
}

function objectsIn(value: unknown, origin: string): Definition[] {
  if (!isJsonObject(value)) {
    const help = isOther(value) ? `; ${skipHint}` : '';
    throw new CodegenError(`${origin}: must be a CustomResourceDefinition, got ${nameOfValue(value)}${help}`);
  }
  const isList = textAt(value, 'kind').endsWith('List') && Array.isArray(value['items']);
  if (!isList) return [{ origin, body: value }];
  const items: unknown[] = Array.isArray(value['items']) ? value['items'] : [];
  // A list that a server sends leaves out what its items have in common.
  const typed = value['kind'] === 'CustomResourceDefinitionList';
  return items.map((item, index) => {
    const place = `${origin}, items[${index}]`;
    if (!isJsonObject(item)) throw new CodegenError(`${place}: must be an object, got ${nameOfValue(item)}`);
    const body = typed
      ? { apiVersion: value['apiVersion'], kind: 'CustomResourceDefinition', ...item }
      : item;
    return { origin: place, body };
  });
}

const skipHint = '--skip-others leaves out other objects';

/** True for a value that is not an object, unless it is a list with a definition in it, which would be lost in silence. */
function isOther(value: unknown): boolean {
  return !isJsonObject(value) && !objectsOf(value).some(isDefinition);
}

function nameOfValue(value: unknown): string {
  if (!Array.isArray(value)) return value === null ? 'null' : `a ${typeof value}`;
  const isPatch = objectsOf(value).some((step) => 'op' in step && 'path' in step);
  return isPatch ? 'a JSON patch' : 'a list';
}

function isDefinition(body: JsonObject): boolean {
  return body['kind'] === 'CustomResourceDefinition' && body['apiVersion'] === 'apiextensions.k8s.io/v1';
}

function isOldDefinition(body: JsonObject): boolean {
  return (
    body['kind'] === 'CustomResourceDefinition' &&
    !isDefinition(body) &&
    textAt(body, 'apiVersion').startsWith('apiextensions.k8s.io/')
  );
}

/** True for a part of a definition, as kustomize merges it into the whole: kubebuilder writes such files. */
function isPatch(body: JsonObject): boolean {
  return at(body, 'spec', 'group') === undefined && at(body, 'spec', 'names') === undefined;
}

function notADefinition(origin: string, body: JsonObject): CodegenError {
  const kind = textAt(body, 'kind');
  const apiVersion = textAt(body, 'apiVersion');
  const got = `got apiVersion ${shownValue(apiVersion)}, kind ${shownValue(kind)}`;
  if (isDefinition(body)) {
    return new CodegenError(
      `${origin}: must be a whole CustomResourceDefinition, got a part without spec.group and spec.names, as in a kustomize patch; ${skipHint}`,
    );
  }
  if (kind === 'CustomResourceDefinition') {
    return new CodegenError(`${origin}: apiVersion must be "apiextensions.k8s.io/v1", ${got}`);
  }
  return new CodegenError(
    `${origin}: must be a CustomResourceDefinition of apiextensions.k8s.io/v1, ${got}; ${skipHint}`,
  );
}

const resourceName = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;

/** Returns what patterns are compared with. The definition may be invalid. */
export function nameOf({ body }: Definition): NamedResource {
  return { resource: textAt(body, 'spec', 'names', 'plural'), group: textAt(body, 'spec', 'group') };
}

/** Returns the kinds that a definition serves, one for each version. Throws CodegenError for an invalid definition. */
export function kindsOf({ origin, body }: Definition): KindModel[] {
  const spec = asObject(body['spec']);
  const names = asObject(at(spec, 'names'));
  if (spec === undefined || names === undefined) {
    throw new CodegenError(`${origin}: spec.names is missing`);
  }
  const name = nameField(origin);
  const kind = name('spec.names.kind', names['kind'], /^[A-Za-z][A-Za-z0-9]*$/);
  const named = {
    group: name('spec.group', spec['group'], /^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/),
    resource: name('spec.names.plural', names['plural'], resourceName),
    kind,
    singular: textAt(names, 'singular') || kind.toLowerCase(),
    shortNames: namesIn(names, 'shortNames', origin),
    categories: namesIn(names, 'categories', origin),
    namespaced: isNamespaced(spec['scope'], origin),
  };
  const versions = versionsOf(spec['versions'], origin);
  const kinds = versions.flatMap((version, index): KindModel[] => {
    const path = `spec.versions[${index}]`;
    const { served } = version;
    if (typeof served !== 'boolean')
      throw new CodegenError(`${origin}: ${path}.served must be true or false, got ${shownValue(served)}`);
    if (!served) return [];
    return [
      {
        ...named,
        version: name(`${path}.name`, version['name'], resourceName),
        subresources: subresourcesOf(version['subresources'], `${path}.subresources`, origin),
        selectableFields: objectsOf(version['selectableFields']).map((field) => textAt(field, 'jsonPath')),
        verbs: undefined,
        deprecated: deprecationOf(version, spec),
        body: rootModel(schemaOf(version, path, origin)),
        origin,
      },
    ];
  });
  if (kinds.length === 0) throw new CodegenError(`${origin}: spec.versions has no version that is served`);
  const seen = new Set<string>();
  for (const { version } of kinds) {
    if (seen.has(version)) throw new CodegenError(`${origin}: spec.versions has ${version} twice`);
    seen.add(version);
  }
  return kinds;
}

function versionsOf(value: unknown, origin: string): JsonObject[] {
  if (!Array.isArray(value) || value.length === 0) {
    throw new CodegenError(
      `${origin}: spec.versions must list at least one version, got ${shownValue(value)}`,
    );
  }
  return value.map((version: unknown, index) => {
    if (isJsonObject(version)) return version;
    throw new CodegenError(
      `${origin}: spec.versions[${index}] must be an object, got ${nameOfValue(version)}`,
    );
  });
}

function nameField(origin: string): (field: string, value: unknown, pattern: RegExp) => string {
  return (field, value, pattern) => {
    if (typeof value === 'string' && value.length <= 253 && pattern.test(value)) return value;
    throw new CodegenError(`${origin}: ${field} must match ${pattern.source}, got ${shownValue(value)}`);
  };
}

function isNamespaced(scope: unknown, origin: string): boolean {
  if (scope === 'Namespaced') return true;
  if (scope === 'Cluster') return false;
  throw new CodegenError(`${origin}: spec.scope must be "Namespaced" or "Cluster", got ${shownValue(scope)}`);
}

function deprecationOf(version: JsonObject, spec: JsonObject): string | undefined {
  if (version['deprecated'] !== true) return undefined;
  const own = textAt(version, 'deprecationWarning');
  const apiVersion = `${textAt(spec, 'group')}/${textAt(version, 'name')}`;
  return own === '' ? `${apiVersion} is deprecated.` : own;
}

/** Returns the version's schema, checked by the rules of the API server. */
function schemaOf(version: JsonObject, path: string, origin: string): JsonObject {
  const own = `${path}.schema.openAPIV3Schema`;
  const given = at(version, 'schema', 'openAPIV3Schema');
  if (given === undefined || given === null) throw new CodegenError(`${origin}: ${own} is missing`);
  let schema: JsonObject;
  try {
    schema = decodeSchema(given, own, own, []);
  } catch (error) {
    if (error instanceof SchemaTypeError)
      throw new CodegenError(`${origin}: ${error.path}: ${error.message}`, { cause: error });
    throw error;
  }
  const hasStatus = isJsonObject(at(version, 'subresources', 'status'));
  const [first, ...others] = [
    ...checked(schema, `${path}.schema`, hasStatus, origin),
    ...selectableErrors(version['selectableFields'], version['schema'], `${path}.selectableFields`),
  ];
  if (first === undefined) return schema;
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  throw new CodegenError(`${origin}: ${formatFieldError(first)}${more}`);
}

function checked(
  schema: JsonObject,
  path: string,
  hasStatus: boolean,
  origin: string,
): ReturnType<typeof schemaErrors> {
  try {
    return schemaErrors({ openAPIV3Schema: schema }, path, hasStatus, new Work());
  } catch (error) {
    throw new CodegenError(`${origin}: ${path}: ${asError(error).message}`, { cause: error });
  }
}

function subresourcesOf(value: unknown, path: string, origin: string): string[] {
  if (value === undefined || value === null) return [];
  if (!isJsonObject(value))
    throw new CodegenError(`${origin}: ${path} must be an object, got ${nameOfValue(value)}`);
  // The API server reads null, YAML's `status:` with nothing behind it, as an absent field.
  const given = Object.entries(value).filter(([, field]) => field !== null);
  for (const [name, field] of given) {
    if (name !== 'status' && name !== 'scale')
      throw new CodegenError(
        `${origin}: ${path} must have no other fields than "status" and "scale", got ${shownValue(name)}`,
      );
    if (!isJsonObject(field))
      throw new CodegenError(`${origin}: ${path}.${name} must be an object, got ${nameOfValue(field)}`);
  }
  return given.map(([name]) => name).toSorted();
}

function namesIn(names: JsonObject, field: string, origin: string): string[] {
  const value = names[field];
  if (value === undefined || value === null) return [];
  const path = `spec.names.${field}`;
  if (!Array.isArray(value))
    throw new CodegenError(`${origin}: ${path} must be a list, got ${nameOfValue(value)}`);
  const name = nameField(origin);
  return value.map((item: unknown, index) => name(`${path}[${index}]`, item, resourceName));
}
