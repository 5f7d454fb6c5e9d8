import { isAggregateError, isError } from '../util/realm.js';
import { KubeInformersError, TransportError } from '../util/errors.js';
import type { ErrorCause } from '../util/errors.js';
import { statusOf } from './status-shape.js';
import type { Status } from './types.js';

/** metav1.StatusReason: the reasons that have a predicate here. */
export const StatusReason = {
  Unauthorized: 'Unauthorized',
  Forbidden: 'Forbidden',
  NotFound: 'NotFound',
  AlreadyExists: 'AlreadyExists',
  Conflict: 'Conflict',
  Gone: 'Gone',
  Invalid: 'Invalid',
  ServerTimeout: 'ServerTimeout',
  StoreReadError: 'StorageReadError',
  Timeout: 'Timeout',
  TooManyRequests: 'TooManyRequests',
  BadRequest: 'BadRequest',
  MethodNotAllowed: 'MethodNotAllowed',
  NotAcceptable: 'NotAcceptable',
  RequestEntityTooLarge: 'RequestEntityTooLarge',
  UnsupportedMediaType: 'UnsupportedMediaType',
  InternalError: 'InternalError',
  Expired: 'Expired',
  ServiceUnavailable: 'ServiceUnavailable',
} as const;
export type StatusReason = (typeof StatusReason)[keyof typeof StatusReason];

/**
 * The API server answered with a Status (apimachinery's errors.StatusError). Tell them apart by the predicates
 * (`isNotFound`, `isConflict`, …), not by the numbers.
 */
export class StatusError extends KubeInformersError {
  override readonly name = 'StatusError';
  /** A copy of the server's Status: fields of a wrong type and fields that metav1.Status does not have are left out. */
  readonly status: Status;

  constructor(status: Status, options: ErrorCause = {}) {
    const known = statusOf(status);
    super('ERR_STATUS', known.message || known.reason || `status ${known.code ?? 'without a code'}`, options);
    this.status = known;
  }

  /** HTTP status code; 0 when the Status carries none. */
  get statusCode(): number {
    return this.status.code ?? 0;
  }

  /** Machine-readable reason; "" when the Status carries none. */
  get reason(): string {
    return this.status.reason ?? '';
  }

  /** Seconds the server asked to wait; undefined when it did not. */
  get retryAfterSeconds(): number | undefined {
    return this.status.details?.retryAfterSeconds;
  }
}

const knownReasons: ReadonlySet<string> = new Set(Object.values(StatusReason));

/** metav1.CauseType: the causes of a Status that clients decide by. */
export const StatusCauseType = {
  /** The body was no Status: something between us and the API answered. */
  UnexpectedServerResponse: 'UnexpectedServerResponse',
  /** The server has not reached the resourceVersion that was asked for. */
  ResourceVersionTooLarge: 'ResourceVersionTooLarge',
} as const;

/** The first StatusError of an error and its causes, as Go's errors.As finds it. */
export function asStatusError(error: unknown): StatusError | undefined {
  return findCause(error, (candidate) => candidate instanceof StatusError);
}

/** apierrors.ReasonForError: the Status's reason; "" when there is no Status or it carries none. */
export function reasonForError(error: unknown): string {
  return asStatusError(error)?.reason ?? '';
}

/** apierrors.IsNotFound: 404, the object or the resource is not there. */
export function isNotFound(error: unknown): boolean {
  return hasReasonOrCode(error, StatusReason.NotFound, 404);
}

/** apierrors.IsAlreadyExists: 409 of a create. Only by reason, since an update's conflict has the same code. */
export function isAlreadyExists(error: unknown): boolean {
  return reasonForError(error) === StatusReason.AlreadyExists;
}

/** apierrors.IsConflict: 409, somebody else changed the object first: read it again, then retry. */
export function isConflict(error: unknown): boolean {
  return hasReasonOrCode(error, StatusReason.Conflict, 409);
}

/** apierrors.IsInvalid: 422, the object breaks a rule. */
export function isInvalid(error: unknown): boolean {
  return hasReasonOrCode(error, StatusReason.Invalid, 422);
}

/** apierrors.IsGone: 410 without the reason Expired, as servers before 1.18 answered. See `isExpired`. */
export function isGone(error: unknown): boolean {
  return hasReasonOrCode(error, StatusReason.Gone, 410);
}

/** apierrors.IsResourceExpired: the resourceVersion or continue token is older than what the server remembers. */
export function isResourceExpired(error: unknown): boolean {
  return reasonForError(error) === StatusReason.Expired;
}

/** The server forgot the resourceVersion: list again. As client-go's reflector, `isResourceExpired` or `isGone`. */
export function isExpired(error: unknown): boolean {
  return isResourceExpired(error) || isGone(error);
}

/** apierrors.IsNotAcceptable: 406, the server cannot answer in a type of the Accept header. */
export function isNotAcceptable(error: unknown): boolean {
  return hasReasonOrCode(error, StatusReason.NotAcceptable, 406);
}

/** apierrors.IsUnsupportedMediaType: 415, the server cannot read the body's type. */
export function isUnsupportedMediaType(error: unknown): boolean {
  return hasReasonOrCode(error, StatusReason.UnsupportedMediaType, 415);
}

/** apierrors.IsMethodNotSupported: 405. */
export function isMethodNotSupported(error: unknown): boolean {
  return hasReasonOrCode(error, StatusReason.MethodNotAllowed, 405);
}

/** apierrors.IsServiceUnavailable: 503. */
export function isServiceUnavailable(error: unknown): boolean {
  return hasReasonOrCode(error, StatusReason.ServiceUnavailable, 503);
}

/** apierrors.IsBadRequest: 400. */
export function isBadRequest(error: unknown): boolean {
  return hasReasonOrCode(error, StatusReason.BadRequest, 400);
}

/** apierrors.IsUnauthorized: 401, the server does not know who asks. */
export function isUnauthorized(error: unknown): boolean {
  return hasReasonOrCode(error, StatusReason.Unauthorized, 401);
}

/** apierrors.IsForbidden: 403, the server knows who asks and refuses. */
export function isForbidden(error: unknown): boolean {
  return hasReasonOrCode(error, StatusReason.Forbidden, 403);
}

/** apierrors.IsTimeout: 504, the request may still be carried out. */
export function isTimeout(error: unknown): boolean {
  return hasReasonOrCode(error, StatusReason.Timeout, 504);
}

/** apierrors.IsServerTimeout: a passing failure, try again. Only by reason: no status code means this. */
export function isServerTimeout(error: unknown): boolean {
  return reasonForError(error) === StatusReason.ServerTimeout;
}

/** apierrors.IsInternalError: 500. */
export function isInternalError(error: unknown): boolean {
  return hasReasonOrCode(error, StatusReason.InternalError, 500);
}

/** apierrors.IsTooManyRequests: 429, whatever the reason says. */
export function isTooManyRequests(error: unknown): boolean {
  const status = asStatusError(error);
  return (
    status !== undefined && (status.reason === StatusReason.TooManyRequests || status.statusCode === 429)
  );
}

/** apierrors.IsRequestEntityTooLargeError: 413, whatever the reason says. */
export function isRequestEntityTooLarge(error: unknown): boolean {
  const status = asStatusError(error);
  return (
    status !== undefined &&
    (status.reason === StatusReason.RequestEntityTooLarge || status.statusCode === 413)
  );
}

/** apierrors.IsStoreReadError: the server could not decrypt or decode what it has stored. */
export function isStoreReadError(error: unknown): boolean {
  return reasonForError(error) === StatusReason.StoreReadError;
}

/** apierrors.IsUnexpectedServerError: the answer was no API answer; a proxy or the like may have given it. */
export function isUnexpectedServerError(error: unknown): boolean {
  return hasStatusCause(error, StatusCauseType.UnexpectedServerResponse);
}

/** apierrors.HasStatusCause. */
export function hasStatusCause(error: unknown, type: string): boolean {
  return asStatusError(error)?.status.details?.causes?.some((cause) => cause.reason === type) ?? false;
}

const tooLargeMessage = 'Too large resource version';

/**
 * The server has not reached the resourceVersion that was asked for.
 *
 * Three forms, as client-go's reflector knows them: a cause's type (since 1.18.6), a cause's message (1.17.0 to 1.18.5),
 * a Timeout whose message says so (before 1.17).
 */
export function isTooLargeResourceVersion(error: unknown): boolean {
  if (hasStatusCause(error, StatusCauseType.ResourceVersionTooLarge)) return true;
  if (!isTimeout(error)) return false;
  const status = asStatusError(error)?.status;
  if (status?.details === undefined) return false;
  return (
    (status.details.causes?.some((cause) => cause.message === tooLargeMessage) ?? false) ||
    (status.message?.includes(tooLargeMessage) ?? false)
  );
}

/**
 * apierrors.SuggestsClientDelay: seconds the server asks to wait, or undefined when it does not ask. A ServerTimeout asks
 * even without a number, so 0 is an answer. Whether to try again at all is another question.
 */
export function suggestsClientDelay(error: unknown): number | undefined {
  const status = asStatusError(error)?.status;
  if (status?.details === undefined) return undefined;
  const seconds = status.details.retryAfterSeconds ?? 0;
  return status.reason === StatusReason.ServerTimeout || seconds > 0 ? seconds : undefined;
}

/** Nobody listens at the address: no request was made, so trying again is safe for every verb. */
export function isConnectionRefused(error: unknown): boolean {
  return hasTransportCode(error, 'ERR_CONNECTION_REFUSED');
}

/** The connection broke under a request (reset or closed early): it may or may not have been carried out. */
export function isConnectionReset(error: unknown): boolean {
  return hasTransportCode(error, 'ERR_CONNECTION_RESET', 'ERR_BODY_CUT');
}

/** A TransportError among an error and its causes: there was no answer that the API gave. */
export function isTransportError(error: unknown): boolean {
  return findTransportError(error) !== undefined;
}

function hasTransportCode(error: unknown, ...codes: readonly string[]): boolean {
  const found = findTransportError(error);
  return found !== undefined && codes.includes(found.code);
}

function findTransportError(error: unknown): TransportError | undefined {
  return findCause(error, (candidate) => candidate instanceof TransportError);
}

/** By reason; by code only when the reason is none that apimachinery knows. */
function hasReasonOrCode(error: unknown, reason: StatusReason, code: number): boolean {
  const status = asStatusError(error);
  if (status === undefined) return false;
  return status.reason === reason || (status.statusCode === code && !knownReasons.has(status.reason));
}

/** Down the causes, depth first through an AggregateError's, each error once: a cause may point back. */
function findCause<E extends Error>(
  error: unknown,
  test: (candidate: unknown) => candidate is E,
): E | undefined {
  const seen = new Set<unknown>();
  const open = [error];
  while (open.length > 0) {
    const candidate = open.pop();
    if (candidate === undefined || candidate === null || seen.has(candidate)) continue;
    seen.add(candidate);
    if (test(candidate)) return candidate;
    if (!isError(candidate)) continue;
    open.push(candidate.cause);
    // Errors go last in first out: the first of them is looked at next, before the cause.
    if (isAggregateError(candidate)) open.push(...candidate.errors.toReversed());
  }
  return undefined;
}
