import { requireKnownOptions, type OptionNames } from '../../util/known-options.js';
import type { KubernetesObject } from '../../meta/types.js';
import type { ObjectFormat } from '../../meta/wire-format.js';
import { jsonFormat } from '../../wire/json-format.js';
import { defaultReflectorBackoff, requireBackoff } from '../../util/backoff.js';
import type { BackoffOptions } from '../../util/backoff.js';
import { systemClock, systemRandom, type TestOptions } from '../../util/clock.js';
import { containLogger } from '../../util/logger.js';
import type { Logger } from '../../util/logger.js';
import { isDataConsistencyDetectionEnabled } from './consistency-detector.js';
import { describeType, type ExpectedType } from './expected-type.js';
import type { ReflectorStatus } from './reflector-status.js';
import type { ReflectorActivity } from './reflector-state.js';
import {
  hasMethods,
  hasStrings,
  numberFrom,
  requireBoolean,
  requireClock,
  requireFunction,
  requireLogger,
  requireMethods,
  requirePositive,
  requireString,
  wholeFrom,
} from '../../util/require.js';
import { defaultWatchDeadlineMarginMs } from './watch-watchdog.js';

/** Least timeoutSeconds of a watch, ms: client-go's defaultMinWatchTimeout. Twice that is the exclusive maximum. */
export const defaultMinWatchTimeoutMs = 300_000;

/**
 * Longest wait for the response to one list request, ms: twice the 60 s after which an API server itself ends a request
 * (--request-timeout), so that a slow connection does not look like a dead one.
 */
export const defaultListTimeoutMs = 120_000;

/** How a resource is listed and watched: options of a Reflector, of an informer, and of all informers of a factory. */
export interface ListAndWatchOptions extends TestOptions {
  /** Interval at which the store is asked to resync, ms; it starts again after each list. Default: 0, never. */
  readonly resyncPeriodMs?: number | undefined;
  /**
   * Items per page of every list (client-go's WatchListPageSize); 0 lists everything in one response. Default: 1000 on
   * servers from Kubernetes 1.34 on, which serve pages from their watch cache. Older and unknown ones read pages from etcd:
   * there, lists that the cache answers are one response, and others have 500 items per page.
   */
  readonly pageSize?: number | undefined;
  /**
   * The server is asked to end a watch after a random time in [this, twice this), ms. At least 5 minutes, the default.
   */
  readonly minWatchTimeoutMs?: number | undefined;
  /**
   * Delays after failures, and between rounds. They restart from the shortest two minutes after the last one, and after a
   * watch that lasted ten seconds (or the longest delay, if that is less). Default: 0.8 s, ×2, up to 30 s, jitter 1.
   */
  readonly backoff?: BackoffOptions | undefined;
  /**
   * Request a watch-list (a stream that begins with the list) first, and list where it is not supported. Default: false, a
   * list: it takes less time, and less work on the server.
   */
  readonly useWatchList?: boolean | undefined;
  /** How long a watch that ends with a 500 is retried without a relist, ms since the first. Default: 0, not at all. */
  readonly maxInternalErrorRetryDurationMs?: number | undefined;
  /**
   * Longest wait for the response to a list request (one page), ms; pages that bring only a part of their limit share it.
   * Default: 120 s.
   */
  readonly listTimeoutMs?: number | undefined;
  /** A watch that the server has not ended this long after its timeoutSeconds is ended by the Reflector, ms. Default: 30 s. */
  readonly watchDeadlineMarginMs?: number | undefined;
  /**
   * Silence of an open watch after which the cache counts as stale, ms; see `InformerHealth`. Default: three minutes, or three
   * intervals between bookmarks if that is longer. A server with news sends a bookmark each minute.
   */
  readonly staleAfterMs?: number | undefined;
  /**
   * For tests of servers: after each watch-list, lists the same objects with `Exact` and compares; a difference makes
   * `run` reject. Default: the environment's KUBE_WATCHLIST_INCONSISTENCY_DETECTOR when the Reflector is constructed.
   */
  readonly consistencyDetector?: boolean | undefined;
  /** Receives log lines, such as a pino logger. Default: none. */
  readonly logger?: Logger | undefined;
}

/** Options of a Reflector. */
export interface ReflectorOptions extends ListAndWatchOptions {
  /** Name in messages, logs and statistics. Default: the expected kind, or "reflector". */
  readonly name?: string | undefined;
  /**
   * Type that the objects must have; a resource descriptor will do. An event with another type is reported and skipped.
   * Default: any type.
   */
  readonly expectedType?: ExpectedType | undefined;
  /** Called each time a resync is due; false skips it. Default: never skipped. */
  readonly shouldResync?: (() => boolean) | undefined;
  /**
   * Called once for every failure: a request that failed, a stream that broke, an event that was skipped. The Reflector
   * retries after each of them. Not called for an abort, for a watch that ends on time, or for a server without watch-lists.
   * An error that it throws is logged.
   */
  readonly onWatchError?: ((error: Error, during: ReflectorActivity) => void) | undefined;
  /**
   * Creates the objects of a source that reads bytes; other sources ignore it. Default: plain objects by `JSON.parse`.
   * @internal
   */
  readonly format?: ObjectFormat<KubernetesObject> | undefined;
  /**
   * What it is doing, and its counters, for an informer that shows them before it has started. Default: a new one.
   * @internal
   */
  readonly status?: ReflectorStatus | undefined;
}

export const reflectorOptionNames: OptionNames<ReflectorOptions> = {
  name: requireString,
  expectedType: hasStrings('apiVersion', 'kind'),
  resyncPeriodMs: numberFrom(0),
  shouldResync: requireFunction,
  pageSize: wholeFrom(0),
  minWatchTimeoutMs: numberFrom(defaultMinWatchTimeoutMs),
  backoff: requireBackoff,
  useWatchList: requireBoolean,
  maxInternalErrorRetryDurationMs: numberFrom(0),
  listTimeoutMs: requirePositive,
  watchDeadlineMarginMs: numberFrom(0),
  staleAfterMs: requirePositive,
  onWatchError: requireFunction,
  consistencyDetector: requireBoolean,
  format: hasMethods('itemsReader', 'watchDecoder'),
  clock: requireClock,
  random: requireFunction,
  logger: requireLogger,
  status: true,
};

/** Throws ConfigError `ERR_OPTION` for an argument of a Reflector that is not valid. */
export function checkReflector(listerWatcher: unknown, store: unknown, options: ReflectorOptions): void {
  requireMethods('listerWatcher of a Reflector', listerWatcher, ['list', 'watch']);
  requireMethods('store of a Reflector', store, ['add', 'update', 'delete', 'replace']);
  requireKnownOptions('a Reflector', options, reflectorOptionNames);
}

/** The options with their defaults filled in. */
export type ReflectorSettings = Readonly<ReturnType<typeof reflectorSettings>>;

/** Fills in the defaults. */
export function reflectorSettings(options: Omit<ReflectorOptions, 'onWatchError'>) {
  const { expectedType } = options;
  return {
    name: options.name ?? (expectedType === undefined ? 'reflector' : expectedType.kind),
    expectedType,
    type: describeType(expectedType),
    resyncPeriodMs: options.resyncPeriodMs ?? 0,
    shouldResync: options.shouldResync ?? (() => true),
    pageSize: options.pageSize,
    minWatchTimeoutMs: options.minWatchTimeoutMs ?? defaultMinWatchTimeoutMs,
    backoff: options.backoff ?? defaultReflectorBackoff,
    useWatchList: options.useWatchList ?? false,
    maxInternalErrorRetryDurationMs: options.maxInternalErrorRetryDurationMs ?? 0,
    listTimeoutMs: options.listTimeoutMs ?? defaultListTimeoutMs,
    watchDeadlineMarginMs: options.watchDeadlineMarginMs ?? defaultWatchDeadlineMarginMs,
    staleAfterMs: options.staleAfterMs,
    consistencyDetector: options.consistencyDetector ?? isDataConsistencyDetectionEnabled(process.env),
    format: options.format ?? jsonFormat,
    clock: options.clock ?? systemClock,
    random: options.random ?? systemRandom,
    logger: containLogger(options.logger),
  };
}
