import { shortened } from '../util/shown.js';
import { isAggregateError, isError } from '../util/type-checks.js';
import { KubeInformersError, TransportError, mostMessageCharacters } from '../util/errors.js';
import type { ErrorCause } from '../util/errors.js';
import { statusOf } from './status-shape.js';
import type { Status } from './types.js';

/** metav1.StatusReason: the reasons that have a predicate here. */
export const StatusReason = {
  /** 401: the credentials are missing or invalid. */
  Unauthorized: 'Unauthorized',
  /** 403: the user may not do this. */
  Forbidden: 'Forbidden',
  /** 404: the object or the resource does not exist. */
  NotFound: 'NotFound',
  /** 409: an object of this name exists. */
  AlreadyExists: 'AlreadyExists',
  /** 409: the object was changed by someone else. */
  Conflict: 'Conflict',
  /** 410: the requested version is no longer available. */
  Gone: 'Gone',
  /** 422: fields of the object are invalid. */
  Invalid: 'Invalid',
  /** 500: the server could not finish in time; try again. */
  ServerTimeout: 'ServerTimeout',
  /** 500: the server could not read the object from its storage. */
  StoreReadError: 'StorageReadError',
  /** 504: the request took too long. */
  Timeout: 'Timeout',
  /** 429: wait before the next request. */
  TooManyRequests: 'TooManyRequests',
  /** 400: the request is malformed. */
  BadRequest: 'BadRequest',
  /** 405: the resource does not have this verb. */
  MethodNotAllowed: 'MethodNotAllowed',
  /** 406: the server has no requested format. */
  NotAcceptable: 'NotAcceptable',
  /** 413: the body is too large. */
  RequestEntityTooLarge: 'RequestEntityTooLarge',
  /** 415: the server does not read this format. */
  UnsupportedMediaType: 'UnsupportedMediaType',
  /** 500: an error of the server. */
  InternalError: 'InternalError',
  /** 410: the version or the continue token has expired; list again. */
  Expired: 'Expired',
  /** 503: the server or an API service behind it is not available. */
  ServiceUnavailable: 'ServiceUnavailable',
} as const;
export type StatusReason = (typeof StatusReason)[keyof typeof StatusReason];

/** What a StatusError says besides the Status. */
export interface StatusErrorOptions extends ErrorCause {
  /** See `StatusError.call`. Default: none. */
  readonly call?: string | undefined;
  /** See `StatusError.problem`. Default: the message of the Status, or its reason. */
  readonly problem?: string | undefined;
}

/**
 * The API server responded with a Status (apimachinery's errors.StatusError).
 *
 * Distinguish errors by the predicates (`isNotFound`, `isConflict`, …), not by code.
 */
export class StatusError extends KubeInformersError {
  override readonly name = 'StatusError';
  /** A copy of the server's Status without unknown fields and fields of the wrong type; its `message` is the server's. */
  readonly status: Status;
  /** The call that failed, with which `message` begins: `apply configmaps default/a`. Undefined for a Status of no call, as in a watch. */
  readonly call: string | undefined;
  /** `message` without the call: what the server said, and advice on it. */
  readonly problem: string;

  /** An error with the Status object that the API server answered. */
  constructor(status: Status, options: StatusErrorOptions = {}) {
    const known = statusOf(status);
    const { call, problem = known.message || known.reason || `status ${known.code ?? 'without a code'}` } =
      options;
    super('ERR_STATUS', call === undefined ? problem : `${call}: ${problem}`, options);
    this.status = known;
    this.call = call;
    this.problem = shortened(problem, mostMessageCharacters);
  }

  /** HTTP status code; 0 if the Status has none. */
  get statusCode(): number {
    return this.status.code ?? 0;
  }

  /** Machine-readable reason; "" if the Status has none. */
  get reason(): string {
    return this.status.reason ?? '';
  }

  /** Seconds to wait, as requested by the server; undefined without such a request. */
  get retryAfterSeconds(): number | undefined {
    return this.status.details?.retryAfterSeconds;
  }
}

const knownReasons: ReadonlySet<string> = new Set(Object.values(StatusReason));

/** metav1.CauseType: the causes of a Status that affect what clients do. */
export const StatusCauseType = {
  /** The body was not a Status: a proxy or another intermediary responded. */
  UnexpectedServerResponse: 'UnexpectedServerResponse',
  /** The server has not reached the requested resourceVersion yet. */
  ResourceVersionTooLarge: 'ResourceVersionTooLarge',
} as const;

/** Returns the first StatusError among an error and its causes, like Go's errors.As. */
export function asStatusError(error: unknown): StatusError | undefined {
  return findCause(error, (candidate) => candidate instanceof StatusError);
}

/** Returns the message of an error without the call, for a text that names what was called. */
export function withoutCall(error: Error): string {
  return error instanceof StatusError ? error.problem : error.message;
}

/** Returns the Status's reason (apierrors.ReasonForError); "" without a Status or a reason. */
export function reasonForError(error: unknown): string {
  return asStatusError(error)?.reason ?? '';
}

/** apierrors.IsNotFound: 404, the object or the resource does not exist. */
export function isNotFound(error: unknown): boolean {
  return hasReasonOrCode(error, StatusReason.NotFound, 404);
}

/** apierrors.IsAlreadyExists: 409 of a create. By reason only, since an update's conflict has the same code. */
export function isAlreadyExists(error: unknown): boolean {
  return reasonForError(error) === StatusReason.AlreadyExists;
}

/** apierrors.IsConflict: 409, the object was changed concurrently: read it again, then retry. */
export function isConflict(error: unknown): boolean {
  return hasReasonOrCode(error, StatusReason.Conflict, 409);
}

/** apierrors.IsInvalid: 422, the object is invalid. */
export function isInvalid(error: unknown): boolean {
  return hasReasonOrCode(error, StatusReason.Invalid, 422);
}

/** apierrors.IsGone: 410 without the reason Expired, from servers before 1.18. See `isExpired`. */
export function isGone(error: unknown): boolean {
  return hasReasonOrCode(error, StatusReason.Gone, 410);
}

/** apierrors.IsResourceExpired: the resourceVersion or continue token is older than the server's history. */
export function isResourceExpired(error: unknown): boolean {
  return reasonForError(error) === StatusReason.Expired;
}

/**
 * True if the resourceVersion expired and a new list is needed: `isResourceExpired` or `isGone`, as in client-go's
 * reflector.
 */
export function isExpired(error: unknown): boolean {
  return isResourceExpired(error) || isGone(error);
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

/** apierrors.IsUnauthorized: 401, the server did not authenticate the user. */
export function isUnauthorized(error: unknown): boolean {
  return hasReasonOrCode(error, StatusReason.Unauthorized, 401);
}

/** apierrors.IsForbidden: 403, the user lacks permission. */
export function isForbidden(error: unknown): boolean {
  return hasReasonOrCode(error, StatusReason.Forbidden, 403);
}

/** apierrors.IsTimeout: 504, the request may still be carried out. */
export function isTimeout(error: unknown): boolean {
  return hasReasonOrCode(error, StatusReason.Timeout, 504);
}

/** apierrors.IsServerTimeout: a temporary failure, retry. By reason only: no status code means this. */
export function isServerTimeout(error: unknown): boolean {
  return reasonForError(error) === StatusReason.ServerTimeout;
}

/** apierrors.IsInternalError: 500. */
export function isInternalError(error: unknown): boolean {
  return hasReasonOrCode(error, StatusReason.InternalError, 500);
}

/** apierrors.IsTooManyRequests: 429, whatever the reason. */
export function isTooManyRequests(error: unknown): boolean {
  const status = asStatusError(error);
  return (
    status !== undefined && (status.reason === StatusReason.TooManyRequests || status.statusCode === 429)
  );
}

/** apierrors.IsRequestEntityTooLargeError: 413, whatever the reason. */
export function isRequestEntityTooLarge(error: unknown): boolean {
  const status = asStatusError(error);
  return (
    status !== undefined &&
    (status.reason === StatusReason.RequestEntityTooLarge || status.statusCode === 413)
  );
}

/** apierrors.IsUnexpectedServerError: the response did not come from the API, but from a proxy or the like. */
export function isUnexpectedServerError(error: unknown): boolean {
  return hasStatusCause(error, StatusCauseType.UnexpectedServerResponse);
}

/** apierrors.HasStatusCause. */
export function hasStatusCause(error: unknown, type: string): boolean {
  return asStatusError(error)?.status.details?.causes?.some((cause) => cause.reason === type) ?? false;
}

const tooLargeMessage = 'Too large resource version';

/**
 * True if the server has not reached the requested resourceVersion.
 *
 * It recognises three forms, as client-go's reflector does: a cause's type (since 1.18.6), a cause's message (1.17.0
 * to 1.18.5), and the message of a Timeout (before 1.17).
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
 * Returns the seconds that the server asks to wait (apierrors.SuggestsClientDelay); undefined if it does not ask.
 *
 * A ServerTimeout asks even without a number, so 0 is possible. Whether to retry is a separate question.
 */
export function suggestsClientDelay(error: unknown): number | undefined {
  const status = asStatusError(error)?.status;
  if (status?.details === undefined) return undefined;
  const seconds = status.details.retryAfterSeconds ?? 0;
  return status.reason === StatusReason.ServerTimeout || seconds > 0 ? seconds : undefined;
}

/** No server listens at the address: no request was made, so retrying is safe for every verb. */
export function isConnectionRefused(error: unknown): boolean {
  return hasTransportCode(error, 'ERR_CONNECTION_REFUSED');
}

/**
 * True if the request was certainly never sent, so that repeating it is safe for every verb.
 *
 * No connection was made: the server or its proxy refused or did not answer, its name has no address, or TLS failed.
 */
export function isNotSent(error: unknown): boolean {
  return findTransportError(error)?.notSent === true || isConnectionRefused(error);
}

/** True for a TransportError among an error and its causes: there was no response from the API. */
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

/** Checks the reason; the code only if the reason is unknown to apimachinery. */
function hasReasonOrCode(error: unknown, reason: StatusReason, code: number): boolean {
  const status = asStatusError(error);
  if (status === undefined) return false;
  return status.reason === reason || (status.statusCode === code && !knownReasons.has(status.reason));
}

/**
 * Returns the first error that the test accepts among an error and its causes. Searches depth first through an AggregateError, each
 * error once: causes may be cyclic.
 */
export function findCause<E extends Error>(
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
    // The stack is last in, first out: the first of the errors is next, before the cause.
    if (isAggregateError(candidate)) open.push(...candidate.errors.toReversed());
  }
  return undefined;
}
