import { KubeInformersError } from '../../util/errors.js';
import { StatusError } from '../../meta/errors.js';

/**
 * An error that a Reflector found itself; others are the server's (`StatusError`) or the transport's (`TransportError`).
 *
 * Codes: `ERR_LIST` the response is not a list · `ERR_LIST_ITEM` an item has
 * no valid name; the store was not changed for it · `ERR_TABLE` objects came as a Table · `ERR_RESOURCE_ABSENT` the server
 * does not have the resource · `ERR_WATCH_EVENT` an event cannot be applied; a relist follows · `ERR_WATCH_STOP` stopping a
 * watch threw · `ERR_WATCH_EVENT_TYPE` and `ERR_UNEXPECTED_TYPE` an event was skipped · `ERR_WATCH_BACKWARDS` an event's
 * resourceVersion is older than one that the watch has delivered; a relist follows · `ERR_SHORT_WATCH` a watch ended
 * within a second without events · `ERR_WATCH_LIST_UNFINISHED` a watch-list ended, or went on, without the end of its initial events ·
 * `ERR_STORE` the store threw (see `cause`) · `ERR_TRANSFORM` a transform threw; the object is left out · `ERR_RESYNC` the
 * store's resync threw · `ERR_WATCH_LIST_INCONSISTENT` the consistency detector found a difference · `ERR_RUNNING` it is
 * already running.
 */
export class ReflectorError extends KubeInformersError {
  override readonly name = 'ReflectorError';
}

/** The status code of a server's answer, such as `403`; otherwise the error's `code`, or the name of its class. */
export function failureCode(error: Error): string {
  if (error instanceof StatusError) return String(error.statusCode);
  return error instanceof KubeInformersError ? error.code : error.name;
}
