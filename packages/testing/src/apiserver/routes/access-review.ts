import { toJson } from '../json/json.js';
import { unstoredKind } from '../bodies/body-kind.js';
import { readObject } from '../bodies/decode.js';
import { sendJson } from '../http/answer.js';
import type { Exchange } from '../http/exchange.js';
import { methodNotAllowed } from '../http/failure.js';
import { writeOptions } from '../write/write-options.js';

/** The path for `kubectl auth can-i`. */
export const accessReviewPath = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews';

const reviewKind = unstoredKind('authorization.k8s.io', 'v1', 'SelfSubjectAccessReview');

/** Responds to an access review: everything is allowed. Throws 400 for a malformed review. */
export async function reviewAccess(exchange: Exchange): Promise<void> {
  if (exchange.method !== 'POST') throw methodNotAllowed();
  const { metadata = {}, spec } = await readObject(
    exchange,
    reviewKind,
    writeOptions(exchange, 'CreateOptions'),
  );
  const { kind, apiVersion } = reviewKind.resource;
  const status = { allowed: true, reason: 'the embedded API server allows everything' };
  return sendJson(exchange, 201, toJson({ kind, apiVersion, metadata, spec, status }));
}
