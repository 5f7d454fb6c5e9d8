import { KubeInformersError } from '../../util/errors.js';

/**
 * What a Reflector found wrong itself, apart from what the server (`StatusError`) and the way to it (`TransportError`)
 * said.
 *
 * Codes: `ERR_LIST` the answer is no list · `ERR_LIST_ENDLESS` a list's pages go on without end · `ERR_LIST_ITEM` an item has no metadata.name; the store was not touched ·
 * `ERR_TABLE` objects came as a Table · `ERR_WATCH_EVENT` an event cannot be applied; a relist follows ·
 * `ERR_WATCH_STOP` the stop of a watch threw · `ERR_WATCH_EVENT_TYPE` and `ERR_UNEXPECTED_TYPE` an event was skipped · `ERR_WATCH_BACKWARDS` an event's resourceVersion is below what the
 * watch had reached; a relist follows · `ERR_SHORT_WATCH` a watch ended within a second
 * without events · `ERR_WATCH_LIST_UNFINISHED` a watch-list ended before its mark · `ERR_STORE` the store refused (the
 * cause says why) · `ERR_TRANSFORM` a transform threw, the object is left out · `ERR_RESYNC` the store's resync failed ·
 * `ERR_WATCH_LIST_INCONSISTENT` the consistency detector found a difference · `ERR_RUNNING` it runs already.
 */
export class ReflectorError extends KubeInformersError {
  override readonly name = 'ReflectorError';
}
