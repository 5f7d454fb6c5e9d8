import { parseJson } from '../json/json.js';
import { newBadRequest, newInvalid } from 'kube-informers';
import { decodeText, invalidField, newUnsupportedMediaType } from 'kube-informers/internal';
import { envelopeProblem } from './envelope.js';
import { asObject, textAt } from '../json/json-fields.js';
import type { JsonObject } from '../json/json-fields.js';
import type { WriteOptions } from '../registry/context.js';
import { tooLargeNumber } from '../json/json-duplicates.js';
import { jsonSyntaxProblem } from '../json/json-syntax.js';
import { headerOf } from '../http/exchange.js';
import type { Exchange } from '../http/exchange.js';
import { mediaType } from '../http/negotiation.js';
import { readBytes } from '../http/request-body.js';
import type { ObjectBody } from '../storage/stored-object.js';
import { bodyProblems, strictRefusal } from './strict-fields.js';
import { readTyped } from './typed-body.js';
import { decodeProtobuf, openEnvelope } from '../types/decode-protobuf.js';
import { ProtobufError } from '../types/protobuf-reader.js';
import { typeOfKind } from '../types/type-table.js';
import type { BodyKind } from './body-kind.js';
import { yamlToJson } from '../json/yaml-body.js';
import type { YamlJson } from '../json/yaml-body.js';

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
  throw unrecognized(served, `error converting YAML to JSON: ${result.problem} (${excerpt(text)})`);
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
  const wrongKind = kind !== '' && kind !== resource.kind;
  const wrongVersion = apiVersion !== '' && apiVersion !== resource.apiVersion;
  if (!wrongKind && !wrongVersion) return;
  const head = `${kind} in version ${JSON.stringify(resource.version)} cannot be handled as a ${resource.kind}`;
  if (!isRegistered(apiVersion || resource.apiVersion, kind)) {
    throw newBadRequest(
      `${head}: no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(apiVersion || resource.apiVersion)} in scheme "@kube-informers/testing"`,
    );
  }
  const { version } = resource;
  const given = apiVersion === '' ? version : apiVersion.slice(apiVersion.lastIndexOf('/') + 1);
  throw newBadRequest(
    `${head}: converting (${given}.${kind}) to (${version}.${resource.kind}): unknown conversion`,
  );
}

/** True for a kind that the server has a type for, and for its list kind. */
function isRegistered(apiVersion: string, kind: string): boolean {
  const slash = apiVersion.indexOf('/');
  const group = slash === -1 ? '' : apiVersion.slice(0, slash);
  return typeOfKind(group, apiVersion.slice(slash + 1), kind.replace(/List$/, '')) !== undefined;
}

/** Quotes a body as the server does: unchanged if short and readable, else truncated, else in hex. */
function excerpt(text: string): string {
  if (text === '') return '<empty>';
  const bytes = Buffer.from(text, 'utf8');
  if (!text.trimStart().startsWith('{')) return bytes.subarray(0, 1024).toString('hex');
  return bytes.length > 30 ? `${bytes.subarray(0, 30).toString('utf8')} ...` : text;
}
