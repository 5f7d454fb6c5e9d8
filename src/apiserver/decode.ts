import { badRequest, invalid, unsupportedMediaType } from './failure.js';
import { invalidField } from '../meta/field-error.js';
import { isJsonObject, textAt } from './kinds/json-fields.js';
import type { JsonObject } from './kinds/json-fields.js';
import { mediaType } from './negotiation.js';
import type { ServedResource } from './registry.js';
import { shapeProblem } from './object-shape.js';
import type { ObjectBody } from './storage/stored-object.js';
import { jsonSyntaxProblem } from './json-syntax.js';

// What `kubectl create namespace x` and its like send, where the real server understands it.
const protobuf = 'application/vnd.kubernetes.protobuf';
const protobufHint =
  ' (the embedded server knows no protobuf: kubectl sends JSON with create -f, apply and run)';

/** Refuses a body in a format that is not JSON. */
export function requireJson(contentType: string | undefined): void {
  const type = mediaType(contentType);
  if (type === '' || type === 'application/json') return;
  throw unsupportedMediaType(['application/json'], type === protobuf ? protobufHint : '');
}

/** The body of a create or update as an object of the resource. Throws 400 as the server's decoder words it. */
export function decodeObject(served: ServedResource, text: string): ObjectBody {
  const { kind } = served.resource;
  const unrecognized = (why: string): Error =>
    badRequest(`the object provided is unrecognized (must be of type ${kind}): ${why}`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // What is wrong is said in the words of the server's own parser.
    throw unrecognized(
      `couldn't get version/kind; json parse error: ${jsonSyntaxProblem(text)} (${excerpt(text)})`,
    );
  }
  if (value === null) value = {};
  if (!isJsonObject(value)) {
    const type = Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value;
    const target =
      'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';
    throw unrecognized(
      `couldn't get version/kind; json parse error: json: cannot unmarshal ${type} into Go value of type ${target} (${excerpt(text)})`,
    );
  }
  checkKind(served, value, text, unrecognized);
  const problem = shapeProblem(served, value);
  if (problem !== undefined) {
    throw badRequest(
      `${kind} in version ${JSON.stringify(served.resource.version)} cannot be handled as a ${kind}: ${problem}`,
    );
  }
  delete value['kind'];
  delete value['apiVersion'];
  return value;
}

function checkKind(
  served: ServedResource,
  value: JsonObject,
  text: string,
  unrecognized: (why: string) => Error,
): void {
  const { resource } = served;
  const { kind = '', apiVersion = '' } = value;
  if (served.custom) {
    if (kind === '') throw unrecognized(`Object 'Kind' is missing in '${text}' (${excerpt(text)})`);
    if (apiVersion !== resource.apiVersion && apiVersion !== '') {
      throw badRequest(
        `the API version in the data (${String(apiVersion)}) does not match the expected API version (${resource.apiVersion})`,
      );
    }
    if (kind !== resource.kind) {
      const name = textAt(value, 'metadata', 'name');
      throw invalid({ group: resource.group, name: String(kind) }, name, [
        invalidField('kind', kind, `must be ${resource.kind}`),
      ]);
    }
    return;
  }
  const wrongKind = kind !== '' && kind !== resource.kind;
  const wrongVersion = apiVersion !== '' && apiVersion !== resource.apiVersion;
  if (!wrongKind && !wrongVersion) return;
  const head = `${String(kind)} in version ${JSON.stringify(resource.version)} cannot be handled as a ${resource.kind}`;
  if (wrongVersion) {
    throw badRequest(
      `${head}: no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(apiVersion)} in scheme "kube-informers/apiserver"`,
    );
  }
  const version = resource.version;
  throw badRequest(
    `${head}: converting (${version}.${String(kind)}) to (${version}.${resource.kind}): unknown conversion`,
  );
}

/** How the server quotes a body: as it is when short and readable, else cut, else in hex. */
function excerpt(text: string): string {
  if (text === '') return '<empty>';
  const bytes = Buffer.from(text, 'utf8');
  if (!text.trimStart().startsWith('{')) return bytes.subarray(0, 1024).toString('hex');
  return bytes.length > 30 ? `${bytes.subarray(0, 30).toString('utf8')} ...` : text;
}
