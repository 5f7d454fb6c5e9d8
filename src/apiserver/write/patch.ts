import { commitUpdate, requireName } from './update.js';
import type { WriteTarget } from './update.js';
import { storageKey, readStored } from '../registry/context.js';
import type { ServerContext, WriteOptions, WriteResult } from '../registry/context.js';
import { matchNamespace } from './create.js';
import { serverError, unprocessable } from '../http/failure.js';
import {
  newBadRequest,
  newGenericServerResponse,
  newInvalid,
  newNotFound,
  newRequestEntityTooLarge,
  newStatus,
  newUnsupportedMediaType,
} from '../../meta/status.js';
import { invalidField } from '../../meta/field-error.js';
import { depthProblem } from '../json/json-depth.js';
import { isJsonObject, textAt } from '../json/json-fields.js';
import type { JsonObject } from '../json/json-fields.js';
import { jsonSyntaxProblem } from '../json/json-syntax.js';
import { duplicateFields, floatsOf } from '../json/json-duplicates.js';
import type { WrittenNumber } from '../json/json-duplicates.js';
import { mediaType } from '../http/negotiation.js';
import { shapeProblem } from '../bodies/object-shape.js';
import { goValue } from '../json/go-print.js';
import { applyJsonPatch, maxOperations, PatchApplyError, PatchSyntaxError } from '../patch/json-patch.js';
import { applyMergePatch } from '../patch/merge-patch.js';
import { applyStrategicMergePatch, StrategicPatchError } from '../patch/strategic-merge-patch.js';
import type { ServedResource } from '../registry/registry.js';
import { duplicate, strictRefusal, unknownField } from '../bodies/strict-fields.js';
import { readTyped } from '../bodies/typed-body.js';
import type { StructType } from '../types/type-table.js';
import type { ObjectBody } from '../storage/stored-object.js';

/** The patch formats by media type. */
export const PatchType = {
  Json: 'application/json-patch+json',
  Merge: 'application/merge-patch+json',
  Strategic: 'application/strategic-merge-patch+json',
  Apply: 'application/apply-patch+yaml',
} as const;
export type PatchType = (typeof PatchType)[keyof typeof PatchType];

/** The formats that describe changes, not the desired state. */
export type BodyPatchType = Exclude<PatchType, 'application/apply-patch+yaml'>;

/** Returns the format in a Content-Type. Throws 415 in the server's two wordings. */
export function patchType(served: ServedResource, contentType: string | undefined): PatchType {
  const type = mediaType(contentType);
  const known = Object.values(PatchType).find((value) => value === type);
  if (known === undefined) {
    throw newGenericServerResponse({
      code: 415,
      verb: '',
      serverMessage: '415: Unsupported Media Type',
    });
  }
  if (known === PatchType.Strategic && served.custom) {
    throw newUnsupportedMediaType([PatchType.Json, PatchType.Merge, PatchType.Apply]);
  }
  return known;
}

/** Applies a JSON, merge or strategic merge patch to a stored object. Throws the server's error if it is rejected. */
export function patchObject(
  context: ServerContext,
  served: ServedResource,
  target: WriteTarget,
  type: BodyPatchType,
  text: string,
  options: WriteOptions,
): WriteResult {
  const stored = served.table.get(storageKey(served, target.namespace, target.name));
  if (stored === undefined) throw newNotFound(served.resource, target.name);
  const old = readStored(served, stored);
  const { kind, apiVersion } = served.resource;
  const document = patchDocument({ type, text }, { kind, apiVersion, ...old }, options, served.type);
  const body = asBody(served, document, { type, text }, options);
  requireName(body, target.name);
  matchNamespace(served, body, target.namespace);
  return commitUpdate(context, served, target, stored, old, body, options);
}

/** Returns a patched document. Throws the server's error for an invalid patch, or one that does not fit. */
export function patchDocument(
  patch: PatchText,
  document: ObjectBody,
  options: WriteOptions,
  kind?: StructType,
): unknown {
  return applied(patch.type, document, parsePatch(patch, options), kind);
}

function parsePatch({ type, text }: PatchText, options: WriteOptions): unknown {
  let patch: unknown;
  try {
    patch = JSON.parse(text);
  } catch {
    // The message is that of the server's own parser.
    const problem = jsonSyntaxProblem(text);
    throw newBadRequest(type === PatchType.Strategic ? problem : `error decoding patch: ${problem}`);
  }
  const tooLarge = floatsOf(text).find((float) => !Number.isFinite(Number(float.text)));
  if (tooLarge !== undefined) throw newBadRequest(tooLargeProblem(type, tooLarge, options));
  const tooDeep = depthProblem(patch);
  if (tooDeep !== undefined) throw newBadRequest(`error decoding patch: ${tooDeep}`);
  if (type === PatchType.Json) {
    if (Array.isArray(patch) && patch.length > maxOperations)
      throw newRequestEntityTooLarge(`limit is ${maxOperations}`);
    return patch;
  }
  // For a strategic patch null is an empty patch.
  if (patch === null && type === PatchType.Strategic) return {};
  if (!isJsonObject(patch)) {
    // The decoder accepts null, but it is not a patch.
    if (patch === null && type === PatchType.Merge) throw newBadRequest('Invalid JSON Patch');
    const found = Array.isArray(patch)
      ? 'array'
      : typeof patch === 'boolean'
        ? 'bool'
        : patch === null
          ? 'null'
          : typeof patch;
    const problem = `json: cannot unmarshal ${found} into Go value of type map[string]interface {}`;
    throw newBadRequest(type === PatchType.Strategic ? problem : `error decoding patch: ${problem}`);
  }
  return patch;
}

/** Go's decoder refuses a number that no float can hold, wherever it is; strict checks are done by another decoder. */
function tooLargeProblem(
  type: PatchType,
  { text }: WrittenNumber,
  { fieldValidation }: WriteOptions,
): string {
  const problem = `json: cannot unmarshal number ${text} into Go`;
  if (type === PatchType.Strategic) return `${problem} value of type float64`;
  const strict = fieldValidation !== 'Ignore';
  if (type === PatchType.Merge) {
    return strict ? `error decoding patch: ${problem} value of type float64` : 'Invalid JSON Patch';
  }
  return strict
    ? `error decoding patch: ${problem} struct field jsonPatchOp.value of type float64`
    : `invalid operation: failed to decode 'value': ${problem} value of type float64`;
}

function applied(
  type: PatchType,
  document: ObjectBody,
  patch: unknown,
  kind: StructType | undefined,
): unknown {
  try {
    if (type === PatchType.Json) return applyJsonPatch(document, patch);
    if (type === PatchType.Merge || !isJsonObject(patch)) return applyMergePatch(document, patch);
    return applyStrategicMergePatch(document, patch, kind);
  } catch (error) {
    if (error instanceof PatchSyntaxError) {
      throw newBadRequest(
        error.message.startsWith('json:') ? `error decoding patch: ${error.message}` : error.message,
      );
    }
    if (error instanceof StrategicPatchError) {
      if (error.code === 400) throw newBadRequest(error.message);
      throw error.code === 500
        ? serverError(error.message)
        : newStatus({ code: error.code, message: error.message, reason: 'Invalid', details: {} });
    }
    if (error instanceof PatchApplyError) throw unprocessable();
    throw error;
  }
}

/** A patch as received. */
export interface PatchText {
  readonly type: BodyPatchType;
  readonly text: string;
}

/** Decodes the patched document as an object of the resource. */
function asBody(served: ServedResource, value: unknown, patch: PatchText, options: WriteOptions): ObjectBody {
  const strategic = patch.type === PatchType.Strategic;
  // Messages quote a strategic patch, and the result of the other kinds.
  const refuse = (problem: string): Error =>
    newInvalid({ group: '', kind: '' }, '', [
      invalidField('patch', strategic ? goValue(JSON.parse(patch.text)) : JSON.stringify(value), problem),
    ]);
  if (!isJsonObject(value)) throw unprocessable();
  const wrong = strategic ? undefined : kindProblem(value, served);
  if (wrong !== undefined) throw refuse(wrong);
  // In-process patches are not validated.
  const typed = options.trusted
    ? { value, problem: shapeProblem(served, value), unknown: [] }
    : readTyped(served, value, strategic ? 'unstructured' : 'json');
  if (typed.problem !== undefined) throw refuse(typed.problem);
  const refusal = strictRefusal(patchProblems(patch, typed.unknown, options), options);
  if (refusal !== undefined) throw refuse(refusal);
  const body: ObjectBody = typed.value;
  delete body['kind'];
  delete body['apiVersion'];
  return body;
}

/** Patches may remove the kind and the version, but not change them. */
function kindProblem(value: JsonObject, { resource }: ServedResource): string | undefined {
  const { version } = resource;
  const kind = textAt(value, 'kind') || resource.kind;
  const apiVersion = textAt(value, 'apiVersion') || resource.apiVersion;
  if (apiVersion !== resource.apiVersion) {
    return `no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(apiVersion)} in scheme "kube-informers/apiserver"`;
  }
  if (kind === resource.kind) return undefined;
  return `converting (${version}.${kind}) to (${version}.${resource.kind}): unknown conversion`;
}

/** Returns repeated and unknown fields of a patch, with the messages and in the order of Go's strict decoder. */
export function patchProblems(
  { type, text }: PatchText,
  unknown: readonly string[],
  options: WriteOptions,
): string[] {
  if (options.fieldValidation === 'Ignore') return [];
  const twice = [...duplicateFields(text).map(duplicate), ...unknownOfOperations(type, text)];
  // The converter of a strategic patch reports unknown fields alphabetically.
  const fields = (type === PatchType.Strategic ? unknown.toSorted() : unknown).map(unknownField);
  return [...(type === PatchType.Json ? twice.map((problem) => `json patch ${problem}`) : twice), ...fields];
}

const operationFields: ReadonlySet<string> = new Set(['op', 'path', 'from', 'value']);

function unknownOfOperations(type: PatchType, text: string): string[] {
  if (type !== PatchType.Json) return [];
  const patch: unknown = JSON.parse(text);
  if (!Array.isArray(patch)) return [];
  return patch.flatMap((operation, index) =>
    Object.keys(isJsonObject(operation) ? operation : {})
      .filter((field) => !operationFields.has(field))
      .map((field) => unknownField(`[${index}].${field}`)),
  );
}
