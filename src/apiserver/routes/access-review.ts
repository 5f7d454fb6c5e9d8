import { bodyFormat } from '../bodies/decode.js';
import { headerOf, readBytes, sendJson } from '../http/exchange.js';
import type { Exchange } from '../http/exchange.js';
import { badRequest, methodNotAllowed } from '../http/failure.js';
import { asObject } from '../json/json-fields.js';
import type { JsonObject } from '../json/json-fields.js';
import { decodeProtobuf, openEnvelope, ProtobufError } from '../types/decode-protobuf.js';
import { decodeTyped } from '../types/decode-typed.js';
import { typeOfKind } from '../types/type-table.js';
import type { StructType } from '../types/type-table.js';
import { yamlToJson } from '../json/yaml-body.js';

/** Where `kubectl auth can-i` asks. */
export const accessReviewPath = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews';

const group = 'authorization.k8s.io';
const kind = 'SelfSubjectAccessReview';

/** Answers whether the asker may do something: here everybody may do everything. Throws 400 for a body that is no review. */
export async function reviewAccess(exchange: Exchange): Promise<void> {
  if (exchange.method !== 'POST') throw methodNotAllowed();
  const type = typeOfKind(group, 'v1', kind);
  if (type === undefined) throw new Error(`the table of types has no ${kind}`);
  const format = bodyFormat(headerOf(exchange.request, 'content-type'), false);
  const review = await readReview(type, await readBytes(exchange), format);
  const { value, problem } = decodeTyped(type, review);
  if (problem !== undefined) throw refused(problem);
  const { spec, metadata } = value;
  const status = { allowed: true, reason: 'the embedded API server allows everything' };
  const answer = { kind, apiVersion: `${group}/v1`, metadata: asObject(metadata) ?? {}, spec, status };
  return sendJson(exchange, 201, JSON.stringify(answer));
}

function refused(why: string): Error {
  return badRequest(`${kind} in version "v1" cannot be handled as a ${kind}: ${why}`);
}

async function readReview(
  type: StructType,
  bytes: Buffer,
  format: ReturnType<typeof bodyFormat>,
): Promise<JsonObject> {
  if (format === 'protobuf') {
    try {
      return decodeProtobuf(type, openEnvelope(bytes).raw);
    } catch (error) {
      if (error instanceof ProtobufError) throw refused(error.message);
      throw error;
    }
  }
  // JSON is YAML, and a question is small.
  const read = await yamlToJson(bytes.toString('utf8'));
  if ('problem' in read) throw refused(read.problem);
  const review = asObject(JSON.parse(read.json));
  if (review === undefined) throw refused('the body is no object');
  return review;
}
