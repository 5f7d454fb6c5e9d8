import { StatusError, StatusReason } from '../../meta/errors.js';
import { fieldErrorBody, formatFieldErrors } from '../../meta/field-error.js';
import type { FieldError } from '../../meta/field-error.js';
import type { Status, StatusCause, StatusDetails } from '../../meta/types.js';

/**
 * The API server's error responses, worded as in kube-apiserver 1.36.
 *
 * Written here instead of using the client's functions, so that tests are independent of them.
 */

/** The fields of a failed Status. */
export interface FailureParts {
  readonly code: number;
  readonly reason?: string | undefined;
  readonly message: string;
  readonly details?: StatusDetails | undefined;
  readonly continueToken?: string | undefined;
}

/** Creates a StatusError with `status: Failure`, to be thrown by handlers. */
export function failure(parts: FailureParts): StatusError {
  const status: Status = {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: parts.continueToken === undefined ? {} : { continue: parts.continueToken },
    status: 'Failure',
    message: parts.message,
  };
  if (parts.reason !== undefined) status.reason = parts.reason;
  if (parts.details !== undefined) status.details = parts.details;
  status.code = parts.code;
  return new StatusError(status);
}

/** The name of a resource or kind in a Status. */
export interface NamedGroup {
  readonly group: string;
  readonly name: string;
}

function qualified({ group, name }: NamedGroup): string {
  return group === '' ? name : `${name}.${group}`;
}

function detailsOf(what: NamedGroup, name: string): StatusDetails {
  const details: StatusDetails = {};
  if (name !== '') details.name = name;
  if (what.group !== '') details.group = what.group;
  if (what.name !== '') details.kind = what.name;
  return details;
}

/** errors.NewNotFound. */
export function notFound(resource: NamedGroup, name: string): StatusError {
  return failure({
    code: 404,
    reason: StatusReason.NotFound,
    message: `${qualified(resource)} ${JSON.stringify(name)} not found`,
    details: detailsOf(resource, name),
  });
}

/** The response for unknown paths below /api or /apis. */
export function unknownResource(): StatusError {
  return failure({
    code: 404,
    reason: StatusReason.NotFound,
    message: 'the server could not find the requested resource',
    details: {},
  });
}

/** errors.NewAlreadyExists. */
export function alreadyExists(resource: NamedGroup, name: string): StatusError {
  return failure({
    code: 409,
    reason: StatusReason.AlreadyExists,
    message: `${qualified(resource)} ${JSON.stringify(name)} already exists`,
    details: detailsOf(resource, name),
  });
}

/** errors.NewGenerateNameConflict: every generated name is in use. */
export function generateNameConflict(resource: NamedGroup, name: string): StatusError {
  return failure({
    code: 409,
    reason: StatusReason.AlreadyExists,
    message: `${qualified(resource)} ${JSON.stringify(name)} already exists, the server was not able to generate a unique name for the object`,
    details: { ...detailsOf(resource, name), retryAfterSeconds: 1 },
  });
}

/** errors.NewConflict. */
export function conflict(resource: NamedGroup, name: string, why: string): StatusError {
  return failure({
    code: 409,
    reason: StatusReason.Conflict,
    message: `Operation cannot be fulfilled on ${qualified(resource)} ${JSON.stringify(name)}: ${why}`,
    details: detailsOf(resource, name),
  });
}

/** The conflict of an update whose resourceVersion differs from the stored one. */
export function modifiedConcurrently(resource: NamedGroup, name: string): StatusError {
  return conflict(
    resource,
    name,
    'the object has been modified; please apply your changes to the latest version and try again',
  );
}

/** errors.NewApplyConflict: fields that other managers own. */
export function applyConflict(causes: readonly StatusCause[]): StatusError {
  const [first] = causes;
  const text =
    causes.length === 1
      ? `1 conflict: ${first?.message ?? ''}: ${first?.field ?? ''}`
      : `${causes.length} conflicts: ${groupConflicts(causes)}`;
  return failure({
    code: 409,
    reason: StatusReason.Conflict,
    message: `Apply failed with ${text}`,
    details: { causes: [...causes] },
  });
}

function groupConflicts(causes: readonly StatusCause[]): string {
  const byManager = new Map<string, string[]>();
  for (const { message = '', field = '' } of causes) {
    const manager = message.replace(/^conflict/, 'conflicts');
    byManager.set(manager, [...(byManager.get(manager) ?? []), `- ${field}`]);
  }
  return [...byManager].map(([manager, fields]) => [`${manager}:`, ...fields].join('\n')).join('\n');
}

/** errors.NewInvalid. */
export function invalid(kind: NamedGroup, name: string, errors: readonly FieldError[]): StatusError {
  return failure({
    code: 422,
    reason: StatusReason.Invalid,
    message: `${qualified(kind)} ${JSON.stringify(name)} is invalid: ${formatFieldErrors(errors)}`,
    details: {
      ...detailsOf(kind, name),
      causes: errors.map((error) => ({
        reason: error.type,
        message: fieldErrorBody(error),
        field: error.field,
      })),
    },
  });
}

/** errors.NewBadRequest. */
export function badRequest(message: string): StatusError {
  return failure({ code: 400, reason: StatusReason.BadRequest, message });
}

/** The router's response for a method that the path does not support. */
export function methodNotAllowed(): StatusError {
  return failure({
    code: 405,
    reason: StatusReason.MethodNotAllowed,
    message: 'the server does not allow this method on the requested resource',
    details: {},
  });
}

/** errors.NewMethodNotSupported: the resource does not support the verb. */
export function verbNotSupported(resource: NamedGroup, verb: string): StatusError {
  return failure({
    code: 405,
    reason: StatusReason.MethodNotAllowed,
    message: `${verb} is not supported on resources of kind ${JSON.stringify(qualified(resource))}`,
    details: detailsOf(resource, ''),
  });
}

/** errors.NewForbidden with a cause. */
export function forbidden(
  resource: NamedGroup,
  name: string,
  why: string,
  causes: readonly StatusCause[] = [],
): StatusError {
  return failure({
    code: 403,
    reason: StatusReason.Forbidden,
    message: `${qualified(resource)} ${JSON.stringify(name)} is forbidden: ${why}`,
    details: { ...detailsOf(resource, name), ...(causes.length === 0 ? {} : { causes: [...causes] }) },
  });
}

/** errors.NewUnauthorized, worded by the authentication filter. */
export function unauthorized(): StatusError {
  return failure({ code: 401, reason: StatusReason.Unauthorized, message: 'Unauthorized' });
}

/** errors.NewResourceExpired: a resourceVersion or continue token older than the history. */
export function expired(message: string, continueToken?: string): StatusError {
  return failure({ code: 410, reason: StatusReason.Expired, message, continueToken });
}

/** storage.NewTooLargeResourceVersionError: a future resourceVersion. */
export function tooLargeResourceVersion(requested: string, current: string): StatusError {
  return failure({
    code: 504,
    reason: StatusReason.Timeout,
    message: `Timeout: Too large resource version: ${requested}, current: ${current}`,
    details: {
      causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
      retryAfterSeconds: 1,
    },
  });
}

/** errors.NewTooManyRequests of a watch cache that has been unready for this long. */
export function storageInitializing(downtimeMs: number): StatusError {
  // calculateRetryAfterForUnreadyCache.
  const retryAfterSeconds = Math.floor(Math.min(30, Math.max(1, Math.exp((0.06 * downtimeMs) / 1000))));
  return failure({
    code: 429,
    reason: StatusReason.TooManyRequests,
    message: 'storage is (re)initializing',
    details: { retryAfterSeconds },
  });
}

/** errors.NewRequestEntityTooLarge. */
export function requestTooLarge(limitBytes: number): StatusError {
  return failure({
    code: 413,
    reason: StatusReason.RequestEntityTooLarge,
    message: `Request entity too large: limit is ${limitBytes}`,
  });
}

/** An error without a reason, for internal failures. */
export function serverError(message: string): StatusError {
  return failure({ code: 500, message });
}

/** errors.NewInternalError. */
export function internalError(message: string): StatusError {
  return failure({
    code: 500,
    reason: StatusReason.InternalError,
    message: `Internal error occurred: ${message}`,
    details: { causes: [{ message }] },
  });
}

/** The response to an Accept header without a supported media type. */
export function notAcceptable(available: readonly string[]): StatusError {
  return failure({
    code: 406,
    reason: StatusReason.NotAcceptable,
    message: `406: Not Acceptable\n\nAvailable representations: ${available.join(', ')}`,
    details: {},
  });
}

/** The response to an Accept header with an unknown transformation (`as=…`). */
export function unknownTransformation(available: readonly string[]): StatusError {
  return failure({
    code: 406,
    reason: StatusReason.NotAcceptable,
    message: `only the following media types are accepted: ${available.join(', ')}`,
  });
}

/** The response to a list requested as PartialObjectMetadata; `type` is the list's Go type. */
export function unexpectedList(type: string): StatusError {
  return failure({
    code: 406,
    reason: StatusReason.NotAcceptable,
    message: `you requested PartialObjectMetadata, but the requested object is a list (${type})`,
  });
}

/** The response to an object requested as PartialObjectMetadataList; `type` is its Go type. */
export function notAList(custom: boolean, type: string): StatusError {
  // By its type, an Unstructured may be a list.
  if (custom) return serverError('content is not a list');
  return failure({
    code: 406,
    reason: StatusReason.NotAcceptable,
    message: `you requested PartialObjectMetadataList, but the requested object is not a list (${type})`,
  });
}

/** The response to a body in an unsupported format. */
export function unsupportedMediaType(accepted: readonly string[], hint = ''): StatusError {
  return failure({
    code: 415,
    reason: StatusReason.UnsupportedMediaType,
    message: `the body of the request was in an unknown format - accepted media types include: ${accepted.join(', ')}${hint}`,
  });
}
