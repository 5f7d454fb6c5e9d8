/** What users of the package see of this folder. */
export {
  StatusCauseType,
  StatusError,
  StatusReason,
  asStatusError,
  hasStatusCause,
  isAlreadyExists,
  isBadRequest,
  isConflict,
  isConnectionRefused,
  isConnectionReset,
  isExpired,
  isForbidden,
  isGone,
  isInternalError,
  isInvalid,
  isMethodNotSupported,
  isNotAcceptable,
  isNotFound,
  isRequestEntityTooLarge,
  isResourceExpired,
  isServerTimeout,
  isServiceUnavailable,
  isStoreReadError,
  isTimeout,
  isTooLargeResourceVersion,
  isTooManyRequests,
  isTransportError,
  isUnauthorized,
  isUnexpectedServerError,
  isUnsupportedMediaType,
  reasonForError,
  suggestsClientDelay,
} from './errors.js';
export {
  andSelectors,
  escapeFieldValue,
  everythingFields,
  fieldSelectorFromSet,
  fieldValue,
  nothingFields,
  oneTermEqualSelector,
  oneTermNotEqualSelector,
  parseFieldSelector,
} from './field-selector.js';
export type { FieldRequirement, FieldSelector, FieldTransform, Fields } from './field-selector.js';
export {
  formatGroupKind,
  formatGroupResource,
  formatGroupVersion,
  groupVersionKind,
  groupVersionKindOf,
  parseGroupKind,
  parseGroupResource,
  parseKindArg,
  parseResourceArg,
} from './group-version.js';
export type { GroupKind, GroupResource } from './group-version.js';
export {
  Requirement,
  SelectorError,
  SelectorOperator,
  everything,
  formatLabels,
  labelSelectorAsSelector,
  matchesNothing,
  newRequirement,
  nothing,
  parseSelector,
  selectorFromSet,
  validatedSelectorFromSet,
} from './label-selector.js';
export type { Labels, Selector, SelectorLike } from './label-selector.js';
export {
  KeyError,
  deletionHandlingMetaNamespaceKey,
  deletionHandlingObjectToName,
  metaNamespaceKey,
  objectNameOf,
  splitMetaNamespaceKey,
} from './names.js';
export type { Named, ObjectName } from './names.js';
export { ResourceVersionError, compareResourceVersion } from './resource-version.js';
export { allVerbs, defineResource, parseGroupVersion, resourceName } from './resource.js';
export type {
  GroupVersionKind,
  GroupVersionResource,
  ObjectOf,
  Resource,
  ResourceDefinition,
} from './resource.js';
export {
  newAlreadyExists,
  newBadRequest,
  newConflict,
  newForbidden,
  newGenericServerResponse,
  newInternalError,
  newInvalid,
  newNotFound,
  newResourceExpired,
  newServiceUnavailable,
  newTimeout,
  newTooLargeResourceVersion,
  newTooManyRequests,
  newUnauthorized,
} from './status.js';
export type { GenericResponse } from './status.js';
export type { FieldError, FieldErrorType } from './field-error.js';
export { DeletedFinalStateUnknown } from './tombstone.js';
export type * from './types.js';
export { WatchEventType, initialEventsAnnotation } from './watch.js';
export type { WatchEvent, WatchStream } from './watch.js';
