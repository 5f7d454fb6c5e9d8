import { type Status, StatusError } from 'kube-informers';
import { asError, goQuote, newInternalError } from 'kube-informers/internal';
import { envelopeProblem, readTyped, shapeProblem } from '../bodies/decode.js';
import type { BodyKind } from '../bodies/decode.js';
import { type JsonObject, asObject, jsonTypeOf, parseJson, textAt } from '@kube-informers/schema/internal';
import { applyJsonPatch } from '../patch/json-patch.js';
import type { ObjectBody } from '../storage/stored-object.js';

/** What a webhook decided. */
export interface HookResponse {
  readonly allowed: boolean;
  readonly status: JsonObject;
  readonly warnings: readonly string[];
  /** Base64; "" for none. */
  readonly patch: string;
}

const responseFields: Readonly<Record<string, string>> = {
  uid: 'string',
  allowed: 'boolean',
  status: 'object',
  patch: 'string',
  patchType: 'string',
  auditAnnotations: 'object',
  warnings: 'array',
};

const goTypes: Readonly<Record<string, string>> = {
  uid: 'types.UID',
  allowed: 'bool',
  status: 'v1.Status',
  patch: '[]uint8',
  patchType: 'v1.PatchType',
  auditAnnotations: 'map[string]string',
  warnings: '[]string',
};

const reviewVersions: ReadonlySet<string> = new Set(['admission.k8s.io/v1', 'admission.k8s.io/v1beta1']);

/** Checks an answer as the server does (request.VerifyAdmissionResponse). */
export function responseOf(
  answer: JsonObject,
  asked: { readonly uid: string; readonly apiVersion: string; readonly mutates: boolean },
  failure: (why: string) => Error,
): HookResponse {
  const { uid, apiVersion, mutates } = asked;
  const [given, kind] = [textAt(answer, 'apiVersion') || apiVersion, textAt(answer, 'kind')];
  if (kind !== '' && !(kind === 'AdmissionReview' && reviewVersions.has(given))) {
    const why = `no kind ${goQuote(kind)} is registered for version ${goQuote(given)} in scheme "pkg/runtime/scheme.go:111"`;
    throw failure(`failed to call webhook: ${why}`);
  }
  const response = asObject(answer['response']);
  const invalid = (why: string): Error => failure(`received invalid webhook response: ${why}`);
  if (response === undefined) throw invalid('webhook response was absent');
  for (const [field, type] of Object.entries(responseFields)) {
    const value = response[field] ?? undefined;
    if (value === undefined || typeName(value) === type) continue;
    const why = `json: cannot unmarshal ${jsonTypeOf(value)} into Go struct field AdmissionResponse.response.${field} of type ${goTypes[field] ?? ''}`;
    throw failure(`failed to call webhook: ${why}`);
  }
  const patch = textAt(response, 'patch');
  const patchType = response['patchType'] ?? undefined;
  if (apiVersion.endsWith('/v1')) {
    if (textAt(response, 'uid') !== uid)
      throw invalid(`expected response.uid=${goQuote(uid)}, got ${goQuote(textAt(response, 'uid'))}`);
    const own = textAt(answer, 'apiVersion');
    if (own !== apiVersion || kind !== 'AdmissionReview') {
      const shown = own.includes('/') ? own : `/${own}`;
      throw invalid(
        `expected webhook response of ${apiVersion}, Kind=AdmissionReview, got ${shown}, Kind=${kind}`,
      );
    }
    const problem = patchProblem(patch, patchType, mutates);
    if (problem !== undefined) throw invalid(problem);
    if (mutates && patchType !== undefined && patchType !== 'JSONPatch')
      throw failure(`unsupported patch type ${goQuote(textAt(response, 'patchType'))}`);
  }
  const warnings = Array.isArray(response['warnings']) ? response['warnings'] : [];
  return {
    allowed: response['allowed'] === true,
    status: asObject(response['status']) ?? {},
    warnings: warnings.filter((text) => typeof text === 'string'),
    patch: mutates ? patch : '',
  };
}

function typeName(value: unknown): string {
  return Array.isArray(value) ? 'array' : typeof value;
}

function patchProblem(patch: string, patchType: unknown, mutates: boolean): string | undefined {
  if (!mutates) {
    if (patch !== '') return 'validating webhook may not return response.patch';
    return patchType === undefined ? undefined : 'validating webhook may not return response.patchType';
  }
  if (patch !== '' && patchType === undefined)
    return 'webhook returned response.patch but not response.patchType';
  if (patch === '' && patchType !== undefined)
    return 'webhook returned response.patchType but not response.patch';
  return patchType === '' ? 'webhook returned invalid response.patchType of ""' : undefined;
}

export function decodedPatch(base64: string, failure: (why: string) => Error): readonly unknown[] {
  const undecodable = (why: string): Error =>
    failure(`received undecodable patch in webhook response: ${why}`);
  let patch: unknown;
  try {
    patch = parseJson(Buffer.from(base64, 'base64').toString('utf8'));
  } catch (error) {
    throw undecodable(asError(error).message);
  }
  if (patch === null) return [];
  if (Array.isArray(patch)) return patch;
  throw undecodable(`json: cannot unmarshal ${jsonTypeOf(patch)} into Go value of type jsonpatch.Patch`);
}

/** Applies a webhook's patch, and decodes the result as an object of the kind. */
export function patchedBody(kind: BodyKind, document: unknown, patch: readonly unknown[]): ObjectBody {
  let value: unknown;
  try {
    value = applyJsonPatch(document, patch, false);
  } catch (error) {
    throw newInternalError(asError(error).message);
  }
  const wrong = envelopeProblem(value);
  const object = asObject(value);
  if (wrong !== undefined || object === undefined) throw newInternalError(wrong ?? 'not an object');
  const { apiVersion, kind: name } = kind.resource;
  const given = `${textAt(object, 'apiVersion') || apiVersion}, Kind=${textAt(object, 'kind') || name}`;
  const expected = `${apiVersion}, Kind=${name}`;
  if (given !== expected) throw newInternalError(`unable to decode ${given} into ${expected}`);
  // A custom object is taken as it is: it is pruned when it is stored.
  const problem = kind.type === undefined ? shapeProblem(kind, structuredClone(object)) : undefined;
  const typed = kind.type === undefined ? { value: object, problem } : readTyped(kind, object, 'json');
  if (typed.problem !== undefined) throw newInternalError(typed.problem);
  const body: ObjectBody = typed.value;
  delete body['kind'];
  delete body['apiVersion'];
  kind.rules.applyDefaults(body);
  return body;
}

/** errors.ToStatusErr: the Status of a refusal. */
export function rejection(name: string, result: JsonObject): StatusError {
  const by = `admission webhook ${goQuote(name)} denied the request`;
  const [message, reason] = [textAt(result, 'message'), textAt(result, 'reason')];
  const why = message || reason;
  const given = result['code'];
  const isError = typeof given === 'number' && Number.isInteger(given) && given >= 400 && given <= 599;
  const details = asObject(result['details']);
  // A client reads only what a Status has.
  const status: Status = {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message: why === '' ? `${by} without explanation` : `${by}: ${why}`,
    ...(reason === '' ? {} : { reason }),
    ...(details === undefined ? {} : { details }),
    code: isError ? given : 400,
  };
  return new StatusError(status);
}
