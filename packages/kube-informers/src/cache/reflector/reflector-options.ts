import type { OptionNames } from '../../util/known-options.js';
import type { KubernetesObject } from '../../meta/types.js';
import type { ObjectFormat } from '../../meta/wire-format.js';
import { jsonFormat } from '../../wire/json-format.js';
import { Backoff, defaultReflectorBackoff } from '../../util/backoff.js';
import type { BackoffOptions } from '../../util/backoff.js';
import { systemClock } from '../../util/clock.js';
import type { Clock } from '../../util/clock.js';
import { containLogger } from '../../util/logger.js';
import type { Logger } from '../../util/logger.js';
import { systemRandom } from '../../util/random.js';
import type { Random } from '../../util/random.js';
import { isDataConsistencyDetectionEnabled } from './consistency-detector.js';
import type { ExpectedType } from './expected-type.js';
import type { ReflectorStatus } from './reflector-status.js';
import type { ReflectorActivity } from './reflector-state.js';
import {
  refuseValue,
  requireBooleans,
  requireFunctions,
  requireMethods,
  requireStrings,
  requireTexts,
  requireTools,
  wholeNumber,
} from '../../util/require.js';
import { defaultWatchDeadlineMarginMs, minWatchSilenceMs } from './watch-watchdog.js';
import type { TestOptions } from '../../util/test-options.js';

/** Least timeoutSeconds of a watch, ms: client-go's defaultMinWatchTimeout. Twice that is the exclusive maximum. */
export const defaultMinWatchTimeoutMs = 300_000;

/**
 * Longest wait for the response to one list request, ms: twice the 60 s after which an API server itself ends a request
 * (--request-timeout), so that a slow connection does not look like a dead one.
 */
export const defaultListTimeoutMs = 120_000;

/** Options of a Reflector. */
export interface ReflectorOptions extends TestOptions {
  /** Name in messages, logs and statistics. Default: the expected kind, or "reflector". */
  readonly name?: string | undefined;
  /**
   * Type that the objects must have; a resource descriptor will do. An event with another type is reported and skipped.
   * Default: any type.
   */
  readonly expectedType?: ExpectedType | undefined;
  /** Interval at which the store is asked to resync, ms; it starts again after each list. Default: 0, never. */
  readonly resyncPeriodMs?: number | undefined;
  /** Called each time a resync is due; false skips it. Default: never skipped. */
  readonly shouldResync?: (() => boolean) | undefined;
  /**
   * Items per page of every list (client-go's WatchListPageSize). Pages are read from etcd rather than from the server's
   * watch cache. Default: 500 for the lists that bypass that cache anyway (a first list, a consistent one), else no paging.
   */
  readonly pageSize?: number | undefined;
  /**
   * The server is asked to end a watch after a random time in [this, twice this), ms. Values below 5 minutes count as
   * 5 minutes. Default: 5 minutes.
   */
  readonly minWatchTimeoutMs?: number | undefined;
  /**
   * Delays after failures, and between rounds. They restart from the shortest two minutes after the last one, and after a
   * watch that lasted ten seconds (or the longest delay, if that is less). Default: 0.8 s, ×2, up to 30 s, jitter 1.
   */
  readonly backoff?: BackoffOptions | undefined;
  /**
   * Request a watch-list (a stream that begins with the list) first, and list where it is not supported. Default: true,
   * unless the lister-watcher does not support it.
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
   * Called once for every failure: a request that failed, a stream that broke, an event that was skipped. The Reflector
   * retries after each of them. Not called for an abort, for a watch that ends on time, or for a server without watch-lists.
   * An error that it throws is logged.
   */
  readonly onWatchError?: ((error: Error, during: ReflectorActivity) => void) | undefined;
  /**
   * For tests of servers: after each watch-list, lists the same objects with `Exact` and compares; a difference makes
   * `run` reject. Default: the environment's KUBE_WATCHLIST_INCONSISTENCY_DETECTOR when the Reflector is constructed.
   */
  readonly consistencyDetector?: boolean | undefined;
  /**
   * Creates the objects of a source that reads bytes; other sources ignore it. Default: plain objects by `JSON.parse`.
   */
  readonly format?: ObjectFormat<KubernetesObject> | undefined;
  /** Receives log lines, such as a pino logger. Default: none. */
  readonly logger?: Logger | undefined;
  /**
   * What it is doing, and its counters, for an informer that shows them before it has started. Default: a new one.
   * @internal
   */
  readonly status?: ReflectorStatus | undefined;
}

export const reflectorOptionNames: OptionNames<ReflectorOptions> = {
  name: true,
  expectedType: true,
  resyncPeriodMs: true,
  shouldResync: true,
  pageSize: true,
  minWatchTimeoutMs: true,
  backoff: true,
  useWatchList: true,
  maxInternalErrorRetryDurationMs: true,
  listTimeoutMs: true,
  watchDeadlineMarginMs: true,
  staleAfterMs: true,
  onWatchError: true,
  consistencyDetector: true,
  format: true,
  clock: true,
  random: true,
  logger: true,
  status: true,
};

/** The options with their defaults filled in. */
export interface ReflectorSettings {
  readonly name: string;
  readonly expectedType: ExpectedType | undefined;
  readonly resyncPeriodMs: number;
  readonly shouldResync: () => boolean;
  readonly pageSize: number | undefined;
  readonly minWatchTimeoutMs: number;
  readonly backoff: BackoffOptions;
  readonly maxInternalErrorRetryDurationMs: number;
  readonly listTimeoutMs: number;
  readonly watchDeadlineMarginMs: number;
  readonly staleAfterMs: number | undefined;
  readonly consistencyDetector: boolean;
  readonly format: ObjectFormat<KubernetesObject>;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}

/** Fills in the defaults. Throws ConfigError `ERR_OPTION` that names the option, its value and what was expected. */
export function reflectorSettings(options: ReflectorOptions): ReflectorSettings {
  const { expectedType, backoff = defaultReflectorBackoff } = options;
  requireFunctions('a Reflector', options, ['shouldResync', 'onWatchError']);
  requireTexts('a Reflector', options, ['name']);
  requireTools('a Reflector', options);
  requireBooleans('a Reflector', options, ['useWatchList', 'consistencyDetector']);
  if (options.format !== undefined)
    requireMethods('format of a Reflector', options.format, ['itemsReader', 'watchDecoder']);
  if (expectedType !== undefined)
    requireStrings('expectedType of a Reflector', expectedType, ['apiVersion', 'kind']);
  // Validates the numbers of `backoff`.
  void new Backoff(backoff);
  return {
    name: options.name ?? (expectedType === undefined ? 'reflector' : expectedType.kind),
    expectedType,
    resyncPeriodMs: duration('resyncPeriodMs', options.resyncPeriodMs, 0),
    shouldResync: options.shouldResync ?? (() => true),
    pageSize:
      options.pageSize === undefined ? undefined : wholeNumber('pageSize of a Reflector', options.pageSize),
    minWatchTimeoutMs: Math.max(
      defaultMinWatchTimeoutMs,
      duration('minWatchTimeoutMs', options.minWatchTimeoutMs, defaultMinWatchTimeoutMs),
    ),
    backoff,
    maxInternalErrorRetryDurationMs: duration(
      'maxInternalErrorRetryDurationMs',
      options.maxInternalErrorRetryDurationMs,
      0,
    ),
    listTimeoutMs: positive('listTimeoutMs', options.listTimeoutMs, defaultListTimeoutMs),
    watchDeadlineMarginMs: duration(
      'watchDeadlineMarginMs',
      options.watchDeadlineMarginMs,
      defaultWatchDeadlineMarginMs,
    ),
    staleAfterMs:
      options.staleAfterMs === undefined
        ? undefined
        : positive('staleAfterMs', options.staleAfterMs, minWatchSilenceMs),
    consistencyDetector: options.consistencyDetector ?? isDataConsistencyDetectionEnabled(process.env),
    format: options.format ?? jsonFormat,
    clock: options.clock ?? systemClock,
    random: options.random ?? systemRandom,
    logger: containLogger(options.logger),
  };
}

function duration(field: string, value: number | undefined, otherwise: number): number {
  if (value === undefined) return otherwise;
  if (Number.isFinite(value) && value >= 0) return value;
  refuseValue(`${field} of a Reflector`, 'a number of 0 or more', value);
}

function positive(field: string, value: number | undefined, otherwise: number): number {
  const checked = duration(field, value, otherwise);
  if (checked > 0) return checked;
  refuseValue(`${field} of a Reflector`, 'above 0', value);
}
