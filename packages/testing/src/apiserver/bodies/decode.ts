import type { Resource } from 'kube-informers';
import { decodeText, newBadRequest, newInvalid, newUnsupportedMediaType } from 'kube-informers/internal';
import { headerOf } from '../http/exchange.js';
import type { Exchange } from '../http/exchange.js';
import { mediaType } from '../http/negotiation.js';
import { readBytes } from '../http/request-body.js';
import { depthProblem } from '../json/json-depth.js';
import {
  type DecodeWords,
  type JsonObject,
  type WrittenFloats,
  asObject,
  decodeTyped,
  invalidField,
  isJsonObject,
  jsonTypeOf,
  objectsOf,
  parseJson,
  textAt,
} from '@kube-informers/schema/internal';
import {
  tooLargeNumber,
  jsonSyntaxProblem,
  floatsByPath,
  duplicateFields,
  fieldsInOrder,
} from '../json/json-syntax.js';
import { yamlToJson } from '../json/yaml-body.js';
import type { YamlJson } from '../json/yaml-body.js';
import { commonRules, resourceId } from '../objects/kind-rules.js';
import type { TypedBody, KindRules } from '../objects/kind-rules.js';
import type { WriteOptions } from '../registry/context.js';
import type { ObjectBody, BodyType } from '../storage/stored-object.js';
import { decodeProtobuf, openEnvelope } from '../types/decode-protobuf.js';
import { ProtobufError } from '../types/protobuf-reader.js';
import { typeOfKind } from '../types/type-table.js';

/** The formats of an object in a request. */
const formats = {
  'application/json': 'json',
  'application/yaml': 'yaml',
  'application/vnd.kubernetes.protobuf': 'protobuf',
} as const;
type BodyFormat = (typeof formats)[keyof typeof formats];

/** Custom resources do not support protobuf. */
const customFormats = ['application/json', 'application/yaml'] as const;
const allFormats = [...customFormats, 'application/vnd.kubernetes.protobuf'] as const;

/** Returns the format of a body. Throws 415 for an unsupported one. */
export function bodyFormat(contentType: string | undefined, custom: boolean): BodyFormat {
  const type = mediaType(contentType);
  const accepted = custom ? customFormats : allFormats;
  if (type === '') return 'json';
  const found = accepted.find((name) => name === type);
  if (found === undefined) throw newUnsupportedMediaType(accepted);
  return formats[found];
}

/**
 * Decodes a request's body as an object of the kind.
 *
 * Every path that accepts an object uses it, so that all accept JSON, YAML and protobuf. Throws 415 for another
 * format, 413 above 3 MiB, and 400 with the message of the server's decoder.
 */
export async function readObject(
  exchange: Exchange,
  kind: BodyKind,
  options: WriteOptions,
): Promise<ObjectBody> {
  const format = bodyFormat(headerOf(exchange.request, 'content-type'), kind.custom);
  const bytes = await readBytes(exchange);
  return decodeObject(kind, bytes, format, options);
}

async function decodeObject(
  served: BodyKind,
  bytes: Buffer,
  format: BodyFormat,
  options: WriteOptions,
): Promise<ObjectBody> {
  if (format === 'protobuf') return finish(served, decodeMessage(served, bytes), '', options);
  const { json, twice } =
    format === 'json' ? { json: toText(bytes), twice: [] } : await fromYaml(served, decodeText(bytes));
  const value = parseObject(served, json);
  checkKind(served, value, json);
  return finish(served, value, json, options, twiceInYaml(twice, options));
}

/** Returns the typed object, or throws for the first problem. */
function finish(
  served: BodyKind,
  given: JsonObject,
  text: string,
  options: WriteOptions,
  twice: readonly string[] = [],
): ObjectBody {
  const { kind, version } = served.resource;
  const { value, problem, unknown } = readTyped(served, given, 'json', text);
  const tooLarge = served.custom ? tooLargeNumber(text) : undefined;
  const refusal =
    (tooLarge === undefined
      ? undefined
      : `json: cannot unmarshal number ${tooLarge} into Go value of type float64`) ??
    problem ??
    strictRefusal([...twice, ...bodyProblems(served, text, unknown, options)], options);
  if (refusal !== undefined) {
    throw newBadRequest(
      `${kind} in version ${JSON.stringify(version)} cannot be handled as a ${kind}: ${refusal}`,
    );
  }
  delete value['kind'];
  delete value['apiVersion'];
  return value;
}

/** Repeated keys in YAML: one warning each, or one rejection for all of them. */
function twiceInYaml(twice: readonly string[], { fieldValidation }: WriteOptions): readonly string[] {
  if (fieldValidation !== 'Strict' || twice.length === 0) return twice;
  return [`yaml: unmarshal errors:\n${twice.map((text) => `  ${text}`).join('\n')}`];
}

function toText(bytes: Buffer): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

function unrecognized(served: BodyKind, why: string): Error {
  return newBadRequest(
    `the object provided is unrecognized (must be of type ${served.resource.kind}): ${why}`,
  );
}

async function fromYaml(served: BodyKind, text: string): Promise<YamlJson> {
  const result = await yamlToJson(text);
  if ('json' in result) return result;
  throw unrecognized(served, `${result.problem} (${excerpt(text)})`);
}

/** Decodes protobuf, whose envelope contains the kind. */
function decodeMessage(served: BodyKind, bytes: Buffer): JsonObject {
  const type = served.type;
  const { resource } = served;
  try {
    const { apiVersion, kind, raw } = envelopeOf(served, bytes);
    checkKind(served, { apiVersion, kind }, '');
    if (type === undefined) throw newUnsupportedMediaType(customFormats);
    return decodeProtobuf(type, raw);
  } catch (error) {
    if (!(error instanceof ProtobufError)) throw error;
    throw newBadRequest(
      `${resource.kind} in version ${JSON.stringify(resource.version)} cannot be handled as a ${resource.kind}: ${error.message}`,
    );
  }
}

function envelopeOf(served: BodyKind, bytes: Buffer): ReturnType<typeof openEnvelope> {
  try {
    return openEnvelope(bytes);
  } catch (error) {
    if (!(error instanceof ProtobufError)) throw error;
    const shown = bytes.length === 0 ? '<empty>' : bytes.subarray(0, 1024).toString('hex');
    throw unrecognized(served, `${error.message} (${shown})`);
  }
}

function parseObject(served: BodyKind, text: string): JsonObject {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch {
    // The message is that of the server's own parser.
    throw unrecognized(
      served,
      `couldn't get version/kind; json parse error: ${jsonSyntaxProblem(text)} (${excerpt(text)})`,
    );
  }
  const problem = envelopeProblem(value);
  if (problem !== undefined) throw unrecognized(served, `${problem} (${excerpt(text)})`);
  return asObject(value) ?? {};
}

function checkKind(served: BodyKind, value: JsonObject, text: string): void {
  const { resource } = served;
  // parseObject has checked that they are strings if present.
  const kind = textAt(value, 'kind');
  const apiVersion = textAt(value, 'apiVersion');
  if (served.custom) {
    if (kind === '') throw unrecognized(served, `Object 'Kind' is missing in '${text}' (${excerpt(text)})`);
    if (apiVersion !== resource.apiVersion) {
      throw newBadRequest(
        `the API version in the data (${apiVersion}) does not match the expected API version (${resource.apiVersion})`,
      );
    }
    if (kind !== resource.kind) {
      const name = textAt(value, 'metadata', 'name');
      throw newInvalid({ group: resource.group, kind }, name, [
        invalidField('kind', kind, `must be ${resource.kind}`),
      ]);
    }
    return;
  }
  const given = apiVersion || resource.apiVersion;
  const problem = conversionProblem(resource, kind || resource.kind, given);
  if (problem !== undefined) {
    const version = given.slice(given.lastIndexOf('/') + 1);
    throw newBadRequest(
      `${kind} in version ${JSON.stringify(version)} cannot be handled as a ${resource.kind}: ${problem}`,
    );
  }
  if (given !== resource.apiVersion) {
    throw newBadRequest(
      `the API version in the data (${given}) does not match the expected API version (${resource.apiVersion})`,
    );
  }
}

/** Returns what Go's converter says about a kind that it cannot read as the kind of a resource; undefined if it can. */
export function conversionProblem(
  resource: BodyKind['resource'],
  kind: string,
  apiVersion: string,
): string | undefined {
  const group = groupOf(apiVersion);
  const same = kind === resource.kind && storedGroup(group) === storedGroup(resource.group);
  const registered = isRegistered(apiVersion, kind);
  if (same && (registered || apiVersion === resource.apiVersion)) return undefined;
  // Definitions have types of their own.
  if (!registered || (resource.group === 'apiextensions.k8s.io') !== (group === 'apiextensions.k8s.io'))
    return `no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(apiVersion)} in scheme "pkg/runtime/scheme.go:111"`;
  const from = apiVersion.slice(apiVersion.lastIndexOf('/') + 1);
  return `converting (${from}.${kind}) to (${storedGroup(resource.group)}.${resource.kind}): unknown conversion`;
}

/** The Go package of a group's stored types: `core`, `rbac`. The two groups of events share one. */
function storedGroup(group: string): string {
  const [name = ''] = group.split('.');
  return name === '' || group === 'events.k8s.io' ? 'core' : name;
}

function groupOf(apiVersion: string): string {
  const slash = apiVersion.indexOf('/');
  return slash === -1 ? '' : apiVersion.slice(0, slash);
}

/** True for a kind that the server has a type for, and for its list kind. */
function isRegistered(apiVersion: string, kind: string): boolean {
  const version = apiVersion.slice(apiVersion.indexOf('/') + 1);
  return typeOfKind(groupOf(apiVersion), version, kind.replace(/List$/, '')) !== undefined;
}

/** Quotes a body as the server does: unchanged if short and readable, else truncated, else in hex. */
function excerpt(text: string): string {
  if (text === '') return '<empty>';
  const bytes = Buffer.from(text, 'utf8');
  if (!text.trimStart().startsWith('{')) return bytes.subarray(0, 1024).toString('hex');
  return bytes.length > 30 ? `${bytes.subarray(0, 30).toString('utf8')} ...` : text;
}

/** Decodes a body by the type of its kind, or with the kind's own decoder. `text` is the body as JSON, if it was JSON. */
export function readTyped(
  served: BodyKind,
  value: JsonObject,
  words: DecodeWords = 'json',
  text = '',
): TypedBody {
  const tooDeep = depthProblem(value);
  if (tooDeep !== undefined) return { value, problem: tooDeep, problems: [], unknown: [] };
  const { read } = served.rules;
  const floats = served.type === undefined ? new Map<string, string>() : floatsByPath(text);
  const plain = (): TypedBody => readPlain(served, value, words, floats);
  return read === undefined ? plain() : read(value, plain, floats);
}

/** Untyped bodies are checked for the shape of any object. */
function readPlain(
  served: BodyKind,
  value: JsonObject,
  words: DecodeWords,
  floats: WrittenFloats,
): TypedBody {
  const type = served.type;
  if (type === undefined) return { value, problem: shapeProblem(served, value), problems: [], unknown: [] };
  const decoded = decodeTyped(type, value, words, floats);
  const managers = asObject(value['metadata'])?.['managedFields'];
  const metadata = asObject(decoded.value['metadata']);
  // An empty list of managers requests their removal; Go's non-pointer list would lose it.
  if (metadata !== undefined && Array.isArray(managers) && managers.length === 0)
    metadata['managedFields'] = [];
  return decoded;
}

/**
 * Returns the message of Go's decoder for the first field with a wrong JSON type; undefined if there is no such
 * field.
 *
 * Checks only the fields that the server itself reads; the rest of an object is accepted unchanged.
 */
export function shapeProblem(served: BodyKind, value: JsonObject): string | undefined {
  const { kind } = served.resource;
  const { metadata } = value;
  if (metadata !== undefined && metadata !== null) {
    if (!isJsonObject(metadata)) return wrongType(metadata, `${kind}.metadata`, 'v1.ObjectMeta');
    const problem = metadataProblem(metadata);
    if (problem !== undefined) return problem;
  } else {
    delete value['metadata'];
  }
  for (const field of ['spec', 'status']) {
    const part = value[field];
    if (part === null) delete value[field];
    else if (part !== undefined && !isJsonObject(part) && hasTypedParts(served)) {
      return wrongType(part, `${kind}.${field}`, `v1.${kind}${field === 'spec' ? 'Spec' : 'Status'}`);
    }
  }
  for (const field of texts[served.id] ?? []) {
    const problem = textMapProblem(value, field, `${kind}.${field}`);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Fields of kinds that are maps of strings. */
const texts: Readonly<Record<string, readonly string[]>> = {
  'configmaps.': ['data', 'binaryData'],
  'secrets.': ['data', 'stringData'],
};

function hasTypedParts(served: BodyKind): boolean {
  return !served.custom;
}

function metadataProblem(metadata: JsonObject): string | undefined {
  for (const field of [
    'name',
    'generateName',
    'namespace',
    'uid',
    'resourceVersion',
    'selfLink',
    'creationTimestamp',
    'deletionTimestamp',
  ]) {
    const value = metadata[field];
    if (value === null) delete metadata[field];
    else if (value !== undefined && typeof value !== 'string') {
      return wrongType(
        value,
        `ObjectMeta.metadata.${field}`,
        field.endsWith('Timestamp') ? 'v1.Time' : 'string',
      );
    }
  }
  for (const field of ['generation', 'deletionGracePeriodSeconds']) {
    const value = metadata[field];
    if (value === null) delete metadata[field];
    else if (value !== undefined && !(typeof value === 'bigint' || Number.isInteger(value))) {
      return wrongType(value, `ObjectMeta.metadata.${field}`, 'int64');
    }
  }
  for (const field of ['labels', 'annotations']) {
    const problem = textMapProblem(metadata, field, `ObjectMeta.metadata.${field}`);
    if (problem !== undefined) return problem;
  }
  return listProblem(metadata);
}

function listProblem(metadata: JsonObject): string | undefined {
  for (const [field, type] of [
    ['finalizers', '[]string'],
    ['ownerReferences', '[]v1.OwnerReference'],
    ['managedFields', '[]v1.ManagedFieldsEntry'],
  ] as const) {
    const value = metadata[field];
    const path = `ObjectMeta.metadata.${field}`;
    if (value === undefined) continue;
    const empty = Array.isArray(value) && value.length === 0;
    // An empty list of managedFields requests their removal.
    if (value === null || (empty && field !== 'managedFields')) delete metadata[field];
    else if (!Array.isArray(value)) return wrongType(value, path, type);
    else if (field === 'finalizers') {
      const wrong = value.find((item) => typeof item !== 'string');
      if (wrong !== undefined) return wrongType(wrong, path, 'string');
    } else if (objectsOf(value).length !== value.length) {
      return wrongType(
        value.find((item) => !isJsonObject(item)),
        path,
        type.slice(2),
      );
    }
  }
  return undefined;
}

function textMapProblem(parent: JsonObject, field: string, path: string): string | undefined {
  const value = parent[field];
  if (value === undefined) return undefined;
  if (value === null) {
    delete parent[field];
    return undefined;
  }
  if (!isJsonObject(value)) return wrongType(value, path, 'map[string]string');
  for (const [key, text] of Object.entries(value)) {
    if (text === null) value[key] = '';
    else if (typeof text !== 'string') return wrongType(text, path, 'string');
  }
  if (Object.keys(value).length === 0) delete parent[field];
  return undefined;
}

function wrongType(value: unknown, path: string, type: string): string {
  return `json: cannot unmarshal ${jsonTypeOf(value)} into Go struct field ${path} of type ${type}`;
}

/** Returns repeated and unknown fields of a body, with the messages and in the order of Go's strict decoder. */
function bodyProblems(
  served: BodyKind,
  text: string,
  unknown: readonly string[],
  options: WriteOptions,
): string[] {
  if (options.fieldValidation === 'Ignore') return [];
  // A custom resource is checked against its schema after decoding.
  if (unknown.length === 0 || served.custom) {
    return [...duplicateFields(text).map(duplicate), ...unknown.map(unknownField)];
  }
  // Fields inside an unknown field are not reported.
  const isInside = (path: string): boolean =>
    unknown.some((field) => path === field || path.startsWith(`${field}.`) || path.startsWith(`${field}[`));
  return fieldsInOrder(text, new Set(unknown))
    .filter((field) => !field.duplicate || !isInside(field.path))
    .map((field) => (field.duplicate ? duplicate(field.path) : unknownField(field.path)));
}

export function duplicate(path: string): string {
  return `duplicate field ${JSON.stringify(path)}`;
}

export function unknownField(path: string): string {
  return `unknown field ${JSON.stringify(path)}`;
}

/** Applies the write's fieldValidation: ignores the problems, adds warnings, or returns the rejection's message. */
export function strictRefusal(problems: readonly string[], options: WriteOptions): string | undefined {
  if (problems.length === 0 || options.fieldValidation === 'Ignore') return undefined;
  if (options.fieldValidation === 'Strict') return `strict decoding error: ${problems.join(', ')}`;
  for (const problem of problems) options.warn(problem);
  return undefined;
}

/** Returns what Go's decoder says about a body whose kind and version it cannot read; undefined if it can. */
export function envelopeProblem(value: unknown): string | undefined {
  const problem = "couldn't get version/kind; json parse error: json: cannot unmarshal";
  if (!isJsonObject(value)) {
    return value === null
      ? undefined
      : `${problem} ${jsonTypeOf(value)} into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }`;
  }
  const field = ['kind', 'apiVersion'].find((name) => typeof (value[name] ?? '') !== 'string');
  return field && `${problem} ${jsonTypeOf(value[field])} into Go struct field .${field} of type string`;
}

/** Returns what Go says about an apiVersion with several slashes. */
export function versionProblem(apiVersion: string): string | undefined {
  return apiVersion.split('/').length > 2 ? `unexpected GroupVersion string: ${apiVersion}` : undefined;
}

/** The kind of a request's body: a served resource, or a kind that is not stored. */
export interface BodyKind {
  readonly resource: Pick<Resource, 'group' | 'version' | 'kind' | 'apiVersion'>;
  /** `resource.group`. */
  readonly id: string;
  /** The type of its fields; undefined for custom kinds. */
  readonly type: BodyType;
  readonly custom: boolean;
  readonly rules: Pick<KindRules, 'read' | 'applyDefaults'>;
}

/** Describes a built-in kind that requests carry but no resource stores, such as Scale. */
export function unstoredKind(group: string, version: string, kind: string): BodyKind {
  return {
    resource: { group, version, kind, apiVersion: group === '' ? version : `${group}/${version}` },
    id: resourceId({ group, resource: '' }),
    // Lazy, so that the table of types is parsed only with the first body.
    get type() {
      return typeOfKind(group, version, kind);
    },
    custom: false,
    rules: commonRules,
  };
}
