import { commitUpdate, matchName } from './update.js';
import type { WriteTarget } from './update.js';
import { keyOf } from './context.js';
import type { ServerContext, WriteOptions, WriteResult } from './context.js';
import { matchNamespace } from './create.js';
import { badRequest, failure, invalid, notFound, requestTooLarge, unsupportedMediaType } from './failure.js';
import { invalidField } from '../meta/field-error.js';
import { isJsonObject } from './kinds/json-fields.js';
import { jsonSyntaxProblem } from './json-syntax.js';
import { mediaType } from './negotiation.js';
import { shapeProblem } from './object-shape.js';
import { applyJsonPatch, maxOperations, PatchApplyError, PatchSyntaxError } from './patch/json-patch.js';
import { applyMergePatch } from './patch/merge-patch.js';
import { applyStrategicMergePatch, StrategicPatchError } from './patch/strategic-merge-patch.js';
import { named } from './registry.js';
import type { ServedResource } from './registry.js';
import { parseStored } from './storage/stored-object.js';
import type { ObjectBody } from './storage/stored-object.js';

/** The formats of a patch, by their media types. */
export const PatchType = {
  Json: 'application/json-patch+json',
  Merge: 'application/merge-patch+json',
  Strategic: 'application/strategic-merge-patch+json',
  Apply: 'application/apply-patch+yaml',
} as const;
export type PatchType = (typeof PatchType)[keyof typeof PatchType];

/** The formats that say what to change, not how the object is to be. */
export type BodyPatchType = Exclude<PatchType, 'application/apply-patch+yaml'>;

/** The format that a Content-Type names. Throws 415 in the server's two wordings. */
export function patchType(served: ServedResource, contentType: string | undefined): PatchType {
  const type = mediaType(contentType);
  const known = Object.values(PatchType).find((value) => value === type);
  if (known === undefined) {
    throw failure({
      code: 415,
      reason: 'UnsupportedMediaType',
      message: '415: Unsupported Media Type',
      details: {},
    });
  }
  if (known === PatchType.Strategic && served.custom) {
    throw unsupportedMediaType([PatchType.Json, PatchType.Merge, PatchType.Apply]);
  }
  return known;
}

/** Patches a stored object by JSON, merge or strategic merge patch. Throws the server's answer when it cannot be. */
export function patchObject(
  context: ServerContext,
  served: ServedResource,
  target: WriteTarget,
  type: BodyPatchType,
  text: string,
  options: WriteOptions,
): WriteResult {
  const stored = served.table.get(keyOf(served, target.namespace, target.name));
  if (stored === undefined) throw notFound(named(served), target.name);
  const old = parseStored(stored);
  const { kind, apiVersion } = served.resource;
  const body = asBody(served, patchDocument(type, { kind, apiVersion, ...old }, text));
  matchName(body, target.name);
  matchNamespace(served, body, target.namespace);
  return commitUpdate(context, served, target, stored, old, body, options);
}

/** A document with a patch applied, whatever it is then. Throws the server's answer to a patch that is none or does not fit. */
export function patchDocument(type: BodyPatchType, document: ObjectBody, text: string): unknown {
  return applied(type, document, parsePatch(type, text));
}

function parsePatch(type: PatchType, text: string): unknown {
  let patch: unknown;
  try {
    patch = JSON.parse(text);
  } catch {
    // The answer says what is wrong in the words of the server's own parser.
    const problem = jsonSyntaxProblem(text);
    throw badRequest(type === PatchType.Strategic ? problem : `error decoding patch: ${problem}`);
  }
  if (type === PatchType.Json) {
    if (Array.isArray(patch) && patch.length > maxOperations) throw requestTooLarge(maxOperations);
    return patch;
  }
  if (!isJsonObject(patch)) {
    const found = Array.isArray(patch) ? 'array' : patch === null ? 'null' : typeof patch;
    const problem = `json: cannot unmarshal ${found} into Go value of type map[string]interface {}`;
    throw badRequest(type === PatchType.Strategic ? problem : `error decoding patch: ${problem}`);
  }
  return patch;
}

function applied(type: PatchType, document: ObjectBody, patch: unknown): unknown {
  try {
    if (type === PatchType.Json) return applyJsonPatch(document, patch);
    if (type === PatchType.Merge || !isJsonObject(patch)) return applyMergePatch(document, patch);
    return applyStrategicMergePatch(document, patch);
  } catch (error) {
    if (error instanceof PatchSyntaxError) {
      throw badRequest(
        error.message.startsWith('json:') ? `error decoding patch: ${error.message}` : error.message,
      );
    }
    if (error instanceof StrategicPatchError) throw badRequest(error.message);
    if (error instanceof PatchApplyError) {
      throw failure({
        code: 422,
        reason: 'Invalid',
        message: 'the server rejected our request due to an error in our request',
        details: {},
      });
    }
    throw error;
  }
}

/** The patched document as an object of the resource again. */
function asBody(served: ServedResource, value: unknown): ObjectBody {
  const { kind, apiVersion } = served.resource;
  const problem = !isJsonObject(value)
    ? 'the patched document is no object'
    : value['kind'] !== kind || value['apiVersion'] !== apiVersion
      ? `the kind and apiVersion must stay ${apiVersion} ${kind}`
      : shapeProblem(served, value);
  if (problem !== undefined || !isJsonObject(value)) {
    throw invalid({ group: '', name: '' }, '', [invalidField('patch', JSON.stringify(value), problem ?? '')]);
  }
  delete value['kind'];
  delete value['apiVersion'];
  return value;
}
