import { isExpired, isTooManyRequests } from '../../meta/errors.js';
import { KubeInformersError } from '../../util/errors.js';
import { Histogram } from '../../util/histogram.js';
import type { HistogramStats } from '../../util/histogram.js';
import { failureCode } from './reflector-errors.js';

/** Why everything was listed, or streamed by a watch-list. */
export const listReasons = [
  /** The first list. */
  'initial',
  /** The server no longer had the resourceVersion (410). */
  'expired',
  /** The server answered that it has not reached the resourceVersion: it was restored from a backup. */
  'unknownVersion',
  /** A watch went back in time. */
  'backwards',
  /** A watch brought nothing at all until its deadline. */
  'silent',
  /** A watch ended within a second without events. */
  'shortWatch',
  /** Another failure of a watch. */
  'watchError',
  /** A resync failed. */
  'resync',
  /** The Reflector was run again after it had been stopped, or its shard has changed. */
  'restart',
] as const;
/** Why a Reflector lists. */
export type ListReason = (typeof listReasons)[number];

/** How watches end. */
export const watchEndReasons = [
  /** The server ended it, usually at its timeoutSeconds. */
  'ended',
  /** The server ended it within a second without events. */
  'shortWatch',
  /** The connection broke. */
  'cut',
  /** It was silent for too long, or the server did not end it in time. */
  'silent',
  /** The server no longer had the resourceVersion (410). */
  'expired',
  'tooManyRequests',
  'backwards',
  /** Another error: of the server, or in the events. */
  'error',
  /** The informer stopped, or a resync failed. */
  'stopped',
] as const;
/** How a watch ended. */
export type WatchEndReason = (typeof watchEndReasons)[number];

/** Lists, watches and failures of an informer since its start. Durations are in seconds. */
export interface ListWatchStats {
  /** Complete lists and watch-lists, by reason; relists are all but `initial`. */
  readonly lists: Readonly<Record<ListReason, number>>;
  /** From the request of a list until the store had it. */
  readonly listDurationSeconds: HistogramStats;
  /** Objects in these lists. */
  readonly listedObjects: number;
  /** Watches to which the server has responded, including watch-lists. */
  readonly watches: number;
  /** How watches ended. */
  readonly watchEnds: Readonly<Record<WatchEndReason, number>>;
  /** From the request of a watch to its end. */
  readonly watchDurationSeconds: HistogramStats;
  /** Events of watches without bookmarks; those of the open watch included. */
  readonly events: number;
  /** Bookmarks; those of the open watch included. */
  readonly bookmarks: number;
  /** Probes for a resourceVersion after a long silence. */
  readonly probes: number;
  /** Failures by `code` of `InformerFailure`; the codes after the first 50 count as `other`. */
  readonly failures: Readonly<Record<string, number>>;
}

const maxCodes = 50;

// As client-go's request durations, whose longest is the API server's own limit of a request.
const listBounds = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60];

// A server ends a watch after 5 to 10 minutes.
const watchBounds = [1, 10, 60, 300, 360, 420, 480, 540, 600, 660];

/** The counters behind `ListWatchStats`. */
export class ListWatchCounters {
  readonly lists: Record<ListReason, number> = zeros(listReasons);
  readonly watchEnds: Record<WatchEndReason, number> = zeros(watchEndReasons);
  readonly failures = new Map<string, number>();
  readonly listDurationSeconds = new Histogram(listBounds);
  readonly watchDurationSeconds = new Histogram(watchBounds);
  listedObjects = 0;
  watches = 0;
  events = 0;
  bookmarks = 0;
  probes = 0;

  failed(error: Error): void {
    this.#addFailures(failureCode(error), 1);
  }

  /** Adds another's counts, for the sum over several namespaces. */
  add(other: ListWatchCounters): void {
    for (const reason of listReasons) this.lists[reason] += other.lists[reason];
    for (const reason of watchEndReasons) this.watchEnds[reason] += other.watchEnds[reason];
    for (const [code, count] of other.failures) this.#addFailures(code, count);
    this.listDurationSeconds.add(other.listDurationSeconds);
    this.watchDurationSeconds.add(other.watchDurationSeconds);
    this.listedObjects += other.listedObjects;
    this.watches += other.watches;
    this.events += other.events;
    this.bookmarks += other.bookmarks;
    this.probes += other.probes;
  }

  stats(): ListWatchStats {
    return Object.freeze({
      lists: Object.freeze({ ...this.lists }),
      listDurationSeconds: this.listDurationSeconds.stats(),
      listedObjects: this.listedObjects,
      watches: this.watches,
      watchEnds: Object.freeze({ ...this.watchEnds }),
      watchDurationSeconds: this.watchDurationSeconds.stats(),
      events: this.events,
      bookmarks: this.bookmarks,
      probes: this.probes,
      // A code may be any text of an error that a source threw.
      failures: Object.freeze(Object.fromEntries(this.failures)),
    });
  }

  #addFailures(code: string, count: number): void {
    const counted = this.failures.size >= maxCodes && !this.failures.has(code) ? 'other' : code;
    this.failures.set(counted, (this.failures.get(counted) ?? 0) + count);
  }
}

function zeros<K extends string>(names: readonly K[]): Record<K, number> {
  // Has exactly the names as keys.
  return Object.fromEntries(names.map((name) => [name, 0])) as Record<K, number>;
}

/** Returns how a watch ended that was broken by this error. */
export function watchEndOf(error: Error): WatchEndReason {
  if (error instanceof KubeInformersError) {
    if (error.code === 'ERR_WATCH_CUT') return 'cut';
    if (error.code === 'ERR_WATCH_IDLE') return 'silent';
    if (error.code === 'ERR_WATCH_BACKWARDS') return 'backwards';
  }
  if (isExpired(error)) return 'expired';
  return isTooManyRequests(error) ? 'tooManyRequests' : 'error';
}

/** Returns why a list follows a watch that ended in this way. */
export function listReasonAfter(end: WatchEndReason): ListReason {
  switch (end) {
    case 'expired':
    case 'backwards':
    case 'silent':
    case 'shortWatch':
      return end;
    case 'stopped':
      return 'restart';
    case 'ended':
    case 'cut':
    case 'tooManyRequests':
    case 'error':
      return 'watchError';
  }
}
