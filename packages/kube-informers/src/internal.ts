/** What other packages of kube-informers use of this one. It is no public API: any version may change it. */
export { defaultKeyFunc, keyOf, resourceVersionOf } from './cache/key-of.js';
export type { CacheFormatStats } from './cache/cache-format.js';
export type { InformerTargetInfo, StateRegistration } from './cache/informer/informer-monitor.js';
export type { ListReason, ListWatchStats, WatchEndReason } from './cache/reflector/reflector-counts.js';
export { failureCode } from './cache/reflector/reflector-errors.js';
export { followsServer, lacksResource } from './cache/reflector/reflector-status.js';
export { metaNamespaceIndexFunc, namespaceIndex } from './cache/stores/indexer.js';
export { readDocuments } from './client/manifests/manifests.js';
export type { ManifestDocument } from './client/manifests/read-manifests.js';
export { MappedStream, metadataOf } from './client/metadata-client.js';
export type { Requester } from './client/requests.js';
export { InformerFactory } from './factories/informer-factory.js';
export { splitCall } from './meta/calls.js';
export { eventsOf } from './meta/events-of.js';
export {
  isMethodNotSupported,
  isResourceExpired,
  isUnexpectedServerError,
  withoutCall,
  StatusReason,
} from './meta/errors.js';
export { projected } from './meta/field-mask.js';
export { fieldSelectorFromSet, fieldValue } from './meta/field-selector.js';
export { generateName, maxGenerateAttempts } from './meta/generated-name.js';
export { goQuote } from './meta/go-quote.js';
export { hashOf } from './meta/hash-ranges.js';
export { formatLabels } from './meta/label-selector.js';
export { RefusalGrace } from './meta/refusals.js';
export { allVerbs, resourceName } from './meta/resource.js';
export { isResourceVersion } from './meta/resource-version.js';
export { builtInSelectableFields, type SelectableFieldOf } from './meta/selectable-fields.js';
export {
  newAlreadyExists,
  newApplyConflict,
  newBadRequest,
  newConflict,
  newForbidden,
  newGenerateNameConflict,
  newGenericServerResponse,
  newInternalError,
  newInvalid,
  newMethodNotSupported,
  newNotAcceptable,
  newNotFound,
  newRequestEntityTooLarge,
  newResourceExpired,
  newStatus,
  newTimeout,
  newTooLargeResourceVersion,
  newTooManyRequests,
  newUnauthorized,
  newUnsupportedMediaType,
} from './meta/status.js';
export {
  dns1035LabelProblems,
  dnsLabelProblems,
  dnsSubdomainProblems,
  labelKeyProblems,
  labelValueProblems,
  pathSegmentProblems,
} from './meta/validation.js';
export { apiextensionsV1 } from './resources/apiextensions-v1.js';
export { appsV1 } from './resources/apps-v1.js';
export { coreV1 } from './resources/core-v1.js';
export { credentialHeaders } from './rest/request.js';
export { requireTlsConfig } from './rest/config.js';
export { TlsFiles } from './rest/tls.js';
export { version } from './rest/version.js';
export {
  maxDelayMs,
  setTurn,
  type SleepOptions,
  sleepWith,
  systemClock,
  systemRandom,
  type TestOptions,
} from './util/clock.js';
export { decodeText } from './util/text-file.js';
export type { HttpFetch } from './kubeconfig/http-fetch.js';
export { compareJson, equalDeep, type FieldChange, valueAt } from './util/json-values.js';
export {
  age,
  humanDuration,
  isoTime,
  printable,
  printableLines,
  shortened,
  shownKey,
  shownList,
  shownUrl,
  shownValue,
} from './util/shown.js';
export type { LogSelector } from './streams/all-logs.js';
export { describeLogNotice, type LogNotice } from './streams/log-notices.js';
export type { HistogramStats } from './util/histogram.js';
export { asError } from './util/errors.js';
export {
  exactMember,
  exactNumbers,
  exactNumbersOf,
  parseJson,
  bodyText,
  jsonText,
  toJson,
} from './util/json.js';
export { parseJsonPath } from './util/json-path.js';
export { HealthChecks } from './util/health-checks.js';
export {
  type Checks,
  editDistance,
  requireCall,
  requireKnownOptions,
  type OptionNames,
} from './util/known-options.js';
export { hostName, isLocalName, isLoopback, originHost, sameText } from './util/local-host.js';
export { containLogger, lineLogger } from './util/logger.js';
export { isBytes, isError, isRegExp } from './util/type-checks.js';
export {
  type Check,
  hasMethods,
  numberFrom,
  oneOf,
  refuse,
  refuseValue,
  requireAboveZero,
  requireAbortSignal,
  requireBoolean,
  requireCallOptions,
  requireClock,
  requireFunction,
  requireList,
  requireLogger,
  requireMethods,
  requireNumber,
  requireObject,
  requireOptions,
  requirePort,
  requireRecord,
  requireText,
  requireString,
  requireStrings,
  wholeFrom,
} from './util/require.js';
export {
  abortCallbacks,
  linkSignal,
  onAbort,
  raceSignal,
  reasonOf,
  throwIfAborted,
  untilAborted,
} from './util/signal.js';
export { defaultSliceMs, yieldToEventLoop } from './util/steps.js';
