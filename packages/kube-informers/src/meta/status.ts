/**
 * The API's Statuses, worded as by the real server (apimachinery's api/errors).
 *
 * Each function returns a StatusError: throw it, or send its `status`.
 */
import { StatusError, StatusCauseType, StatusReason } from './errors.js';
import { fieldErrorBody, formatFieldErrors } from './field-error.js';
import type { FieldError } from './field-error.js';
import { goQuote } from './go-quote.js';
import { requireList, requireNumber, requireString, requireStrings } from '../util/require.js';
import { formatGroupKind, formatGroupResource } from './group-version.js';
import type { GroupKind, GroupResource } from './group-version.js';
import type { Status, StatusCause, StatusDetails } from './types.js';

/** The parts in which Statuses differ. */
export interface StatusParts {
  /** HTTP status code. */
  readonly code: number;
  /** "" without a matching reason. */
  readonly reason: StatusReason | '';
  readonly message: string;
  /** Absent and empty differ on the wire. */
  readonly details?: StatusDetails | undefined;
  /** For an expired list: the token for an inconsistent continuation. */
  readonly continueToken?: string | undefined;
}

/** Creates a failure in its wire form: members in the real server's order, empty ones omitted. */
export function newStatus({ code, reason, message, details, continueToken }: StatusParts): StatusError {
  requireString('message of a Status', message);
  requireNumber('retryAfterSeconds', details?.retryAfterSeconds);
  const status: Status = {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: continueToken === undefined ? {} : { continue: continueToken },
    status: 'Failure',
    ...(message === '' ? {} : { message }),
    ...(reason === '' ? {} : { reason }),
    ...(details === undefined ? {} : { details: orderDetails(details) }),
    code,
  };
  return new StatusError(status);
}

function orderDetails({ name, group, kind, uid, causes, retryAfterSeconds }: StatusDetails): StatusDetails {
  return {
    ...(name === undefined || name === '' ? {} : { name }),
    ...(group === undefined || group === '' ? {} : { group }),
    ...(kind === undefined || kind === '' ? {} : { kind }),
    ...(uid === undefined || uid === '' ? {} : { uid }),
    ...(causes === undefined || causes.length === 0 ? {} : { causes }),
    ...(retryAfterSeconds === undefined || retryAfterSeconds === 0 ? {} : { retryAfterSeconds }),
  };
}

function detailsOf(resource: GroupResource, name = ''): StatusDetails {
  return { name, group: resource.group, kind: resource.resource };
}

/** A part of a message. */
function text(given: string): string {
  requireString('a word of a Status', given);
  return given;
}

function nameOf(resource: GroupResource, name: string): string {
  return `${formatGroupResource(resource)} ${goQuote(text(name))}`;
}

/** 404: `pods "web" not found`. */
export function newNotFound(resource: GroupResource, name: string): StatusError {
  return newStatus({
    code: 404,
    reason: StatusReason.NotFound,
    message: `${nameOf(resource, name)} not found`,
    details: detailsOf(resource, name),
  });
}

/** 409: `pods "web" already exists`. */
export function newAlreadyExists(resource: GroupResource, name: string): StatusError {
  return newStatus({
    code: 409,
    reason: StatusReason.AlreadyExists,
    message: `${nameOf(resource, name)} already exists`,
    details: detailsOf(resource, name),
  });
}

/** 409: no unused name was found for a generateName. */
export function newGenerateNameConflict(
  resource: GroupResource,
  name: string,
  retryAfterSeconds: number,
): StatusError {
  return newStatus({
    code: 409,
    reason: StatusReason.AlreadyExists,
    message: `${nameOf(resource, name)} already exists, the server was not able to generate a unique name for the object`,
    details: { ...detailsOf(resource, name), retryAfterSeconds },
  });
}

/** The storage's message for an update of an outdated version. */
export const optimisticLockMessage =
  'the object has been modified; please apply your changes to the latest version and try again';

/** 409: `Operation cannot be fulfilled on pods "web": …`. */
export function newConflict(
  resource: GroupResource,
  name: string,
  problem: string = optimisticLockMessage,
): StatusError {
  return newStatus({
    code: 409,
    reason: StatusReason.Conflict,
    message: `Operation cannot be fulfilled on ${nameOf(resource, name)}: ${text(problem)}`,
    details: detailsOf(resource, name),
  });
}

/** 409: a server-side apply would take over fields of other managers; one cause for each. */
export function newApplyConflict(causes: readonly StatusCause[], message: string): StatusError {
  return newStatus({ code: 409, reason: StatusReason.Conflict, message, details: { causes: [...causes] } });
}

/** 422: `Pod "web" is invalid: spec.containers: Required value`; several errors in brackets. */
export function newInvalid(kind: GroupKind, name: string, errors: readonly FieldError[]): StatusError {
  requireList('errors of newInvalid', errors);
  for (const error of errors) requireStrings('an error of newInvalid', error, ['type', 'field', 'detail']);
  const problem = errors.length === 0 ? '' : `: ${formatFieldErrors(errors)}`;
  const causes = errors.map((error) => ({
    reason: error.type,
    message: fieldErrorBody(error),
    ...(error.field === '' ? {} : { field: error.field }),
  }));
  return newStatus({
    code: 422,
    reason: StatusReason.Invalid,
    message: `${formatGroupKind(kind)} ${goQuote(text(name))} is invalid${problem}`,
    details: { name, group: kind.group, kind: kind.kind, causes },
  });
}

/** 400. */
export function newBadRequest(message: string): StatusError {
  return newStatus({ code: 400, reason: StatusReason.BadRequest, message });
}

/** 401. The real server's message is only `Unauthorized`. */
export function newUnauthorized(message = 'Unauthorized'): StatusError {
  return newStatus({ code: 401, reason: StatusReason.Unauthorized, message });
}

/** 403: `pods "web" is forbidden: …`, `pods is forbidden: …` without a name, `forbidden: …` without a resource. */
export function newForbidden(
  resource: GroupResource | undefined,
  name: string,
  problem: string,
): StatusError {
  const subject =
    resource === undefined
      ? ''
      : name === ''
        ? `${formatGroupResource(resource)} is `
        : `${nameOf(resource, name)} is `;
  return newStatus({
    code: 403,
    reason: StatusReason.Forbidden,
    message: `${subject}forbidden: ${text(problem)}`,
    details: resource === undefined ? { name } : detailsOf(resource, name),
  });
}

/** 405 for a verb that the resource does not support: `delete is not supported on resources of kind "pods"`. */
export function newMethodNotSupported(resource: GroupResource, action: string): StatusError {
  return newStatus({
    code: 405,
    reason: StatusReason.MethodNotAllowed,
    message: `${action} is not supported on resources of kind ${goQuote(formatGroupResource(resource))}`,
    details: detailsOf(resource),
  });
}

/** 406: no type of the Accept header is among `mediaTypes`. */
export function newNotAcceptable(mediaTypes: readonly string[]): StatusError {
  return newStatus({
    code: 406,
    reason: StatusReason.NotAcceptable,
    message: `only the following media types are accepted: ${mediaTypes.join(', ')}`,
  });
}

/** 415: the body's type is not among `mediaTypes`. */
export function newUnsupportedMediaType(mediaTypes: readonly string[]): StatusError {
  return newStatus({
    code: 415,
    reason: StatusReason.UnsupportedMediaType,
    message: `the body of the request was in an unknown format - accepted media types include: ${mediaTypes.join(', ')}`,
  });
}

/**
 * 410: the resourceVersion or continue token is older than the server's history.
 *
 * For a continue token the response may contain a new one, which continues from the same key in the current state.
 */
export function newResourceExpired(message: string, continueToken?: string): StatusError {
  return newStatus({ code: 410, reason: StatusReason.Expired, message, continueToken });
}

/** 413. */
export function newRequestEntityTooLarge(message: string): StatusError {
  return newStatus({
    code: 413,
    reason: StatusReason.RequestEntityTooLarge,
    message: `Request entity too large: ${message}`,
  });
}

/** 429. With 0 seconds the response does not ask for a particular delay. */
export function newTooManyRequests(message: string, retryAfterSeconds: number): StatusError {
  return newStatus({
    code: 429,
    reason: StatusReason.TooManyRequests,
    message,
    details: { retryAfterSeconds },
  });
}

/** 500: `Internal error occurred: …`. */
export function newInternalError(problem: string): StatusError {
  return newStatus({
    code: 500,
    reason: StatusReason.InternalError,
    message: `Internal error occurred: ${text(problem)}`,
    details: { causes: [{ message: problem }] },
  });
}

/** 503. */
export function newServiceUnavailable(message: string): StatusError {
  return newStatus({ code: 503, reason: StatusReason.ServiceUnavailable, message });
}

/** 504: `Timeout: …`. The request may still be carried out. */
export function newTimeout(message: string, retryAfterSeconds: number): StatusError {
  return newStatus({
    code: 504,
    reason: StatusReason.Timeout,
    message: `Timeout: ${text(message)}`,
    details: { retryAfterSeconds },
  });
}

/** 504: the server has not reached `requested` (apiserver's storage.NewTooLargeResourceVersionError). */
export function newTooLargeResourceVersion(
  requested: string,
  current: string,
  retryAfterSeconds: number,
): StatusError {
  const message = 'Too large resource version';
  return newStatus({
    code: 504,
    reason: StatusReason.Timeout,
    message: `Timeout: ${message}: ${text(requested)}, current: ${text(current)}`,
    details: { causes: [{ reason: StatusCauseType.ResourceVersionTooLarge, message }], retryAfterSeconds },
  });
}

/** A response that is not a Status. */
export interface GenericResponse {
  /** HTTP status code. */
  readonly code: number;
  /** The request's HTTP method, in upper case. */
  readonly verb: string;
  /** What the request was for; absent if unknown. */
  readonly resource?: GroupResource | undefined;
  readonly name?: string | undefined;
  /** The body's text, shortened for a message; "unknown" if it is binary or empty. */
  readonly serverMessage?: string | undefined;
  /** The body's text for the cause, if `serverMessage` is only a summary. Default: `serverMessage`. */
  readonly bodyText?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
  /** True if the body may have come from an intermediary: `isUnexpectedServerError`. */
  readonly unexpected?: boolean | undefined;
}

/** Creates the StatusError for a status code without a Status (apierrors.NewGenericServerResponse). */
export function newGenericServerResponse(response: GenericResponse): StatusError {
  const { code, verb, resource, name = '', serverMessage = '', retryAfterSeconds, unexpected } = response;
  const { reason, message } = genericReason(code, verb, serverMessage);
  const subject = resource === undefined ? '' : subjectOf(verb, resource, name);
  const causes =
    unexpected === true
      ? [{ reason: StatusCauseType.UnexpectedServerResponse, message: response.bodyText ?? serverMessage }]
      : [];
  return newStatus({
    code,
    reason,
    message: message + subject,
    details: {
      ...(resource === undefined ? { name } : detailsOf(resource, name)),
      causes,
      retryAfterSeconds: retryAfterSeconds ?? 0,
    },
  });
}

/** What the message of a generic response ends with: ` (get pods web)`. */
export function subjectOf(verb: string, resource: GroupResource, name: string | undefined): string {
  return ` (${[verb.toLowerCase(), formatGroupResource(resource), name].filter(Boolean).join(' ')})`;
}

/** What an API server says of a resource that it does not have. */
export const notFoundMessage = 'the server could not find the requested resource';

function genericReason(
  code: number,
  verb: string,
  serverMessage: string,
): { readonly reason: StatusReason | ''; readonly message: string } {
  switch (code) {
    case 400:
      return { reason: 'BadRequest', message: 'the server rejected our request for an unknown reason' };
    case 401:
      return {
        reason: 'Unauthorized',
        message: 'the server has asked for the client to provide credentials',
      };
    case 403:
      // The server's text contains user and action.
      return { reason: 'Forbidden', message: serverMessage };
    case 404:
      return { reason: 'NotFound', message: notFoundMessage };
    case 405:
      return {
        reason: 'MethodNotAllowed',
        message: 'the server does not allow this method on the requested resource',
      };
    case 406:
      return {
        reason: 'NotAcceptable',
        message:
          serverMessage === '' || serverMessage === 'unknown'
            ? 'the server was unable to respond with a content type that the client supports'
            : serverMessage,
      };
    case 409:
      return {
        reason: verb === 'POST' ? 'AlreadyExists' : 'Conflict',
        message: 'the server reported a conflict',
      };
    case 415:
      // The server's text lists the supported types.
      return { reason: 'UnsupportedMediaType', message: serverMessage };
    case 422:
      return { reason: 'Invalid', message: 'the server rejected our request due to an error in our request' };
    case 429:
      return {
        reason: 'TooManyRequests',
        message: 'the server has received too many requests and has asked us to try again later',
      };
    case 503:
      return {
        reason: 'ServiceUnavailable',
        message: 'the server is currently unable to handle the request',
      };
    case 504:
      return {
        reason: 'Timeout',
        message:
          'the server was unable to return a response in the time allotted, but may still be processing the request',
      };
    default:
      if (code >= 500) {
        return {
          reason: 'InternalError',
          message: `an error on the server (${goQuote(serverMessage)}) has prevented the request from succeeding`,
        };
      }
      return {
        reason: '',
        message: `the server responded with the status code ${String(code)} but did not return more information`,
      };
  }
}
