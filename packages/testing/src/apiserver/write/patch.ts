import {
  type StructType,
  goValue,
  invalidField,
  isJsonObject,
  jsonTypeOf,
  parseJson,
  sortedKeys,
  textAt,
  toJson,
} from '@kube-informers/schema/internal';
import { randomUUID } from 'node:crypto';
import {
  conversionProblem,
  envelopeProblem,
  versionProblem,
  shapeProblem,
  duplicate,
  strictRefusal,
  unknownField,
  readTyped,
} from '../bodies/decode.js';
import { commitUpdate, requireName } from './update.js';
import type { WriteTarget } from './update.js';
import { storageKey, readStored } from '../registry/context.js';
import type { ServerContext, WriteOptions, WriteResult } from '../registry/context.js';
import { matchNamespace } from './create.js';
import { serverError, unprocessable } from '../http/failure.js';
import { newBadRequest, newInternalError, newInvalid, newNotFound } from 'kube-informers/internal';
import {
  newGenericServerResponse,
  newRequestEntityTooLarge,
  newStatus,
  newUnsupportedMediaType,
} from 'kube-informers/internal';
import { depthProblem } from '../json/json-depth.js';
import { duplicateFields, floatsAsTexts, floatsOf, tooLargeNumber } from '../json/json-syntax.js';
import type { WrittenNumber } from '../json/json-syntax.js';
import { mediaType } from '../http/negotiation.js';
import { applyJsonPatch, maxOperations, PatchApplyError, PatchSyntaxError } from '../patch/json-patch.js';
import { applyMergePatch } from '../patch/merge-patch.js';
import { applyStrategicMergePatch, StrategicPatchError } from '../patch/strategic-merge-patch.js';
import type { ServedResource } from '../registry/registry.js';
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

/** Applies a JSON, merge or strategic merge patch to a stored object. Rejects with the server's error. */
export async function patchObject(
  context: ServerContext,
  served: ServedResource,
  target: WriteTarget,
  type: BodyPatchType,
  text: string,
  options: WriteOptions,
): Promise<WriteResult> {
  const patch = readPatch(type, text);
  const stored = served.table.get(storageKey(served, target.namespace, target.name));
  if (stored === undefined) throw newNotFound(served.resource, target.name);
  const old = readStored(served, stored);
  // Decoding changes the patched document, which shares parts of the one before.
  const document = documentOf(served, readStored(served, stored));
  const patched = patchDocument(patch, document, options, served.type);
  const body = asBody(served, patched, patch, options);
  requireName(body, target.name);
  matchNamespace(served, body, target.namespace);
  return commitUpdate(context, served, target, stored, old, body, options);
}

/** Returns the document that a patch changes; messages quote it with its fields in this order. */
function documentOf({ resource }: ServedResource, old: ObjectBody): ObjectBody {
  const { kind, apiVersion } = resource;
  const document: ObjectBody = { kind, apiVersion, ...old };
  return Object.fromEntries(sortedKeys(document).map((key) => [key, document[key]]));
}

/** A patched document. */
export interface Patched {
  readonly value: unknown;
  /** The value as JSON, with floats as the patch has them: `1e3`. */
  readonly text: string;
}

/** Returns a patched document. Throws the server's error for an invalid patch, or one that does not fit. */
export function patchDocument(
  patch: Patch,
  document: ObjectBody,
  options: WriteOptions,
  kind?: StructType,
): Patched {
  const strict = options.fieldValidation !== 'Ignore';
  const parsed = checkPatch(patch, strict);
  const onText = patch.type !== PatchType.Strategic && floatsOf(patch.text).length > 0;
  const given = onText ? toJson(document) : '';
  const value = applied(patch.type, document, parsed, strict, kind);
  // The server applies a strategic patch to values, and the others to JSON text, so that floats stay as written.
  if (!onText) return { value, text: toJson(value) };
  // Random, so that no string of the patch or the object begins with it.
  const mark = randomUUID();
  const marked = (text: string): unknown => parseJson(floatsAsTexts(text, mark));
  // As the server's patches do, a JSON patch compares floats as they are written: 2.0 is not 2.
  const result = applied(patch.type, marked(given) as ObjectBody, marked(patch.text), strict, kind);
  const text = toJson(result).replaceAll(new RegExp(`"${mark}([^"]*)"`, 'g'), '$1');
  return { value: parseJson(text), text };
}

/** Reads a patch, before the object is looked for. Throws 400 if it is not JSON. */
export function readPatch(type: BodyPatchType, text: string): Patch {
  try {
    return { type, text, value: parseJson(text) };
  } catch {
    throw newBadRequest('invalid JSON patch');
  }
}

/** Without field validation only the libraries that apply a patch decode it; the messages are theirs. */
function checkPatch({ type, text, value: patch }: Patch, strict: boolean): unknown {
  const tooLarge = floatsOf(text).find((float) => !Number.isFinite(Number(float.text)));
  // Without field validation JSON patches and merge patches are applied to text: the result cannot be decoded.
  if (tooLarge !== undefined && (strict || type === PatchType.Strategic))
    throw newBadRequest(tooLargeProblem(type, tooLarge));
  const tooDeep = depthProblem(patch);
  if (tooDeep !== undefined) throw newBadRequest(`error decoding patch: ${tooDeep}`);
  if (type === PatchType.Json) {
    if (Array.isArray(patch) && patch.length > maxOperations)
      throw newRequestEntityTooLarge(
        `The allowed maximum operations in a JSON patch is ${maxOperations}, got ${patch.length}`,
      );
    return patch;
  }
  // For a strategic patch null is an empty patch.
  if (patch === null && type === PatchType.Strategic) return {};
  if (!isJsonObject(patch)) {
    // The decoder accepts null, but it is not a patch; a list replaces the document.
    if (type === PatchType.Merge && !strict && Array.isArray(patch)) return patch;
    if (type === PatchType.Merge && (patch === null || !strict)) throw newBadRequest(invalidMergePatch);
    const problem = `json: cannot unmarshal ${jsonTypeOf(patch)} into Go value of type map[string]interface {}`;
    throw newBadRequest(type === PatchType.Strategic ? problem : `error decoding patch: ${problem}`);
  }
  return patch;
}

const invalidMergePatch = 'Invalid JSON Patch';

/** Go's decoder refuses a number that no float can hold, wherever it is; strict checks are done by another decoder. */
function tooLargeProblem(type: PatchType, { text }: WrittenNumber): string {
  const problem = `json: cannot unmarshal number ${text} into Go`;
  if (type === PatchType.Strategic) return `${problem} value of type float64`;
  return type === PatchType.Merge
    ? `error decoding patch: ${problem} value of type float64`
    : `error decoding patch: ${problem} struct field jsonPatchOp.value of type float64`;
}

function applied(
  type: PatchType,
  document: ObjectBody,
  patch: unknown,
  strict: boolean,
  kind: StructType | undefined,
): unknown {
  try {
    if (type === PatchType.Json) return applyJsonPatch(document, patch, strict);
    if (type === PatchType.Merge || !isJsonObject(patch)) return applyMergePatch(document, patch);
    return applyStrategicMergePatch(document, patch, kind);
  } catch (error) {
    if (error instanceof PatchSyntaxError) {
      throw newBadRequest(
        strict && error.message.startsWith('json:')
          ? `error decoding patch: ${error.message}`
          : error.message,
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
export interface Patch {
  readonly type: BodyPatchType;
  readonly text: string;
  readonly value: unknown;
}

/** Decodes the patched document as an object of the resource. */
function asBody(
  served: ServedResource,
  { value, text }: Patched,
  patch: Patch,
  options: WriteOptions,
): ObjectBody {
  const strategic = patch.type === PatchType.Strategic;
  // Messages quote a strategic patch, and the result of the other kinds.
  const refuse = (problem: string): Error =>
    newInvalid({ group: '', kind: '' }, '', [
      invalidField('patch', strategic ? goValue(parseJson(patch.text)) : text, problem),
    ]);
  const wrong = strategic ? undefined : (envelopeProblem(value) ?? kindProblem(value, served));
  if (wrong !== undefined) throw refuse(wrong);
  if (!isJsonObject(value)) throw unprocessable();
  const tooLarge = served.custom && !strategic ? tooLargeNumber(text) : undefined;
  if (tooLarge !== undefined)
    throw refuse(`json: cannot unmarshal number ${tooLarge} into Go value of type float64`);
  // In-process patches are not validated.
  const typed = options.trusted
    ? { value, problem: shapeProblem(served, value), unknown: [] }
    : readTyped(served, value, strategic ? 'unstructured' : 'json', text);
  if (typed.problem !== undefined) throw refuse(typed.problem);
  const refusal = strictRefusal(patchProblems(patch, typed.unknown, options), options);
  if (refusal !== undefined) throw refuse(refusal);
  const body: ObjectBody = typed.value;
  delete body['kind'];
  delete body['apiVersion'];
  return body;
}

/** A patch must not change the kind or the version; it may remove those of a built-in kind. */
function kindProblem(value: unknown, { resource, custom }: ServedResource): string | undefined {
  const { group, kind } = resource;
  const given = textAt(value, 'kind') || (custom ? '' : kind);
  const apiVersion = textAt(value, 'apiVersion') || (custom ? '' : resource.apiVersion);
  if (given === '') return `Object 'Kind' is missing in '${toJson(value)}'`;
  if (apiVersion === '')
    throw newInternalError("Object 'apiVersion' is missing in 'object has no apiVersion field'");
  const malformed = versionProblem(apiVersion);
  if (malformed !== undefined) return malformed;
  if (custom) {
    if (apiVersion !== resource.apiVersion)
      return `no kind ${JSON.stringify(given)} is registered for version ${JSON.stringify(apiVersion)} in scheme "pkg/runtime/scheme.go:111"`;
    if (given === kind) return undefined;
    throw newInvalid({ group, kind: given }, textAt(value, 'metadata', 'name'), [
      invalidField('kind', given, `must be ${kind}`),
    ]);
  }
  return conversionProblem(resource, given, apiVersion);
}

/** Returns repeated and unknown fields of a patch, with the messages and in the order of Go's strict decoder. */
export function patchProblems(
  { type, text }: Patch,
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
