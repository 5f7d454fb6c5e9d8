/** Failures that only a server sends, worded as in kube-apiserver 1.37. For the others see `src/meta/status.ts`. */
import { type StatusCause, type StatusError } from 'kube-informers';
import { newTooManyRequests, StatusReason } from 'kube-informers/internal';
import { newApplyConflict, newGenericServerResponse, newStatus } from 'kube-informers/internal';

/** The response for unknown paths below /api or /apis. */
export function unknownResource(): StatusError {
  return newGenericServerResponse({ code: 404, verb: '' });
}

/** The router's response for a method that the path does not support. */
export function methodNotAllowed(): StatusError {
  return newGenericServerResponse({ code: 405, verb: '' });
}

/** The response to a patch that leads to no valid object. */
export function unprocessable(): StatusError {
  return newGenericServerResponse({ code: 422, verb: '' });
}

/** The fields that other managers own, as one conflict. */
export function fieldConflict(causes: readonly StatusCause[]): StatusError {
  const [first] = causes;
  const text =
    causes.length === 1
      ? `1 conflict: ${first?.message ?? ''}: ${first?.field ?? ''}`
      : `${causes.length} conflicts: ${groupConflicts(causes)}`;
  return newApplyConflict(causes, `Apply failed with ${text}`);
}

function groupConflicts(causes: readonly StatusCause[]): string {
  const byManager = new Map<string, string[]>();
  for (const { message = '', field = '' } of causes) {
    const manager = message.replace(/^conflict/, 'conflicts');
    byManager.set(manager, [...(byManager.get(manager) ?? []), `- ${field}`]);
  }
  return [...byManager].map(([manager, fields]) => [`${manager}:`, ...fields].join('\n')).join('\n');
}

/** The response of a watch cache that has been unready for this long. */
export function storageInitializing(downtimeMs: number): StatusError {
  // calculateRetryAfterForUnreadyCache.
  const retryAfterSeconds = Math.floor(Math.min(30, Math.max(1, Math.exp((0.06 * downtimeMs) / 1000))));
  return newTooManyRequests('storage is (re)initializing', retryAfterSeconds);
}

/** An error without a reason, for internal failures. */
export function serverError(message: string): StatusError {
  return newStatus({ code: 500, reason: '', message });
}

/** The response to an Accept header without a supported media type. */
export function noAcceptedType(available: readonly string[]): StatusError {
  return newGenericServerResponse({
    code: 406,
    verb: '',
    serverMessage: `406: Not Acceptable\n\nAvailable representations: ${available.join(', ')}`,
  });
}

/** The response to a list requested as PartialObjectMetadata; `type` is the list's Go type. */
export function unexpectedList(type: string): StatusError {
  return notAcceptable(`you requested PartialObjectMetadata, but the requested object is a list (${type})`);
}

/** The response to an object requested as PartialObjectMetadataList; `type` is its Go type. */
export function notAList(custom: boolean, type: string): StatusError {
  // By its type, an Unstructured may be a list.
  if (custom) return serverError('content is not a list');
  return notAcceptable(
    `you requested PartialObjectMetadataList, but the requested object is not a list (${type})`,
  );
}

function notAcceptable(message: string): StatusError {
  return newStatus({ code: 406, reason: StatusReason.NotAcceptable, message });
}
