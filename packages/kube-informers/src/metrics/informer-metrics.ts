import type { Row } from './family.js';
import { informerPhases, knownCode } from './label-values.js';
import type { InformerSnapshot } from './sources.js';

/** The metrics of informers. */
export const informerMetrics: readonly Row<InformerSnapshot>[] = [
  [
    'gauge',
    'informer_queued_items',
    'Items in the queue between the watch and the cache.',
    ({ stats }) => stats.queue.depth,
  ],
  [
    'histogram',
    'informer_processing_latency_seconds',
    'Time to store an item of the queue, or a batch of them, and to add it to the backlogs of the handlers.',
    ({ stats }) => stats.queue.processingSeconds,
  ],
  [
    'gauge',
    'informer_store_resource_version',
    'The 15 lowest digits of the resourceVersion that the cache has reached.',
    ({ stats }) => lowestDigits(stats.store.resourceVersion),
  ],
  [
    'gauge',
    'kube_informers_phase',
    '1 for what the informer is doing, 0 for all else.',
    ({ stats }) => informerPhases.map((phase) => [phase, stats.state.phase === phase ? 1 : 0]),
    'phase',
  ],
  [
    'minimum',
    'kube_informers_synced',
    '1 once the cache holds the complete first list.',
    ({ stats }) => Number(stats.synced),
  ],
  [
    'gauge',
    'kube_informers_staleness_seconds',
    'Time since which the cache may be out of date; 0 while it is up to date.',
    ({ health }) => health.staleMs / 1000,
  ],
  [
    'gauge',
    'kube_informers_last_byte_age_seconds',
    'Time since the server last sent anything; absent before its first response.',
    ({ health }) => seconds(health.lastByteAgeMs),
  ],
  ['gauge', 'kube_informers_store_objects', 'Objects in the cache.', ({ stats }) => stats.store.objects],
  [
    'gauge',
    'kube_informers_index_values',
    'Values in use of an index of the cache, by its name.',
    ({ stats }) => Object.entries(stats.store.indexes),
    'index',
  ],
  [
    'gauge',
    'kube_informers_compact_bytes',
    'Bytes of the objects of a compact cache, without those kept decoded.',
    ({ stats }) => stats.store.compact?.bytes,
  ],
  [
    'counter',
    'kube_informers_compact_reads_total',
    'Reads of a compact cache that found a decoded object (hit), or had to decode it (miss).',
    ({ stats: { store } }) =>
      store.compact && [
        ['hit', store.compact.hits],
        ['miss', store.compact.misses],
      ],
    'result',
  ],
  [
    'counter',
    'kube_informers_lists_total',
    'Complete lists by reason; relists are all but `initial`.',
    ({ stats }) => Object.entries(stats.listWatch.lists),
    'reason',
  ],
  [
    'histogram',
    'kube_informers_list_duration_seconds',
    'Duration of complete lists.',
    ({ stats }) => stats.listWatch.listDurationSeconds,
  ],
  [
    'counter',
    'kube_informers_listed_objects_total',
    'Objects in complete lists.',
    ({ stats }) => stats.listWatch.listedObjects,
  ],
  [
    'counter',
    'kube_informers_watches_total',
    'Watches to which the server has responded.',
    ({ stats }) => stats.listWatch.watches,
  ],
  [
    'counter',
    'kube_informers_watch_ends_total',
    'Watches that ended, by reason.',
    ({ stats }) => Object.entries(stats.listWatch.watchEnds),
    'reason',
  ],
  [
    'histogram',
    'kube_informers_watch_duration_seconds',
    'Duration of watches that ended.',
    ({ stats }) => stats.listWatch.watchDurationSeconds,
  ],
  [
    'counter',
    'kube_informers_watch_events_total',
    'Events of watches without bookmarks.',
    ({ stats }) => stats.listWatch.events,
  ],
  [
    'counter',
    'kube_informers_bookmarks_total',
    'Bookmarks of watches.',
    ({ stats }) => stats.listWatch.bookmarks,
  ],
  [
    'counter',
    'kube_informers_failures_total',
    'Failed lists and watches, by status code or error code.',
    ({ stats }) => Object.entries(stats.listWatch.failures).map(([code, count]) => [knownCode(code), count]),
    'code',
  ],
  [
    'gauge',
    'kube_informers_handler_backlog',
    'Events that wait for a handler, including the one it handles.',
    ({ stats }) => stats.handlers.map(({ name, backlog }) => [name, backlog]),
    'handler',
  ],
  [
    'gauge',
    'kube_informers_handler_running_timestamp_seconds',
    'When the handler callback with a pending promise began, in seconds since 1970; absent if no promise is pending.',
    ({ stats }) =>
      stats.handlers.flatMap(({ name, runningSince }) =>
        runningSince === undefined ? [] : [[name, runningSince / 1000] as const],
      ),
    'handler',
  ],
  [
    'counter',
    'kube_informers_handler_events_total',
    'Events that were passed to a handler.',
    ({ stats }) => stats.handlers.map(({ name, handled }) => [name, handled]),
    'handler',
  ],
  [
    'counter',
    'kube_informers_handler_failures_total',
    'Events on which a handler failed.',
    ({ stats }) => stats.handlers.map(({ name, failures }) => [name, failures]),
    'handler',
  ],
  [
    'counter',
    'kube_informers_handler_slow_total',
    'Callbacks of a handler that took longer than the option `slowHandlerMs`.',
    ({ stats }) => stats.handlers.map(({ name, slow }) => [name, slow]),
    'handler',
  ],
];

function lowestDigits(resourceVersion: string): number | undefined {
  return /^\d+$/.test(resourceVersion) ? Number(resourceVersion.slice(-15)) : undefined;
}

function seconds(ms: number | undefined): number | undefined {
  return ms === undefined ? undefined : ms / 1000;
}
