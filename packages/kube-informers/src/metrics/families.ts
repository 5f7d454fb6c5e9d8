import type { InformerState } from '../cache/reflector/reflector-status.js';
import type { Row, MetricFamily } from './family.js';
import type { InformerSnapshot, QueueSnapshot } from './sources.js';
import type { ExecCallCount } from '../rest/config.js';
import type { RestClientStats } from '../rest/request-sender.js';
import type { ControllerStats } from '../controller/statistics.js';
import type { EventRecorderStats } from '../events/event-recorder.js';
import type { LeaderElectionStats } from '../leaderelection/election-reporter.js';
import type { ShardingStats } from '../sharding/sharding-reporter.js';
import type { WebhookCounts } from '../webhook/statistics.js';
import { familiesOf } from './family.js';

/** What an informer may be doing. */
const informerPhases = Object.keys({
  waiting: true,
  connecting: true,
  listing: true,
  streaming: true,
  watching: true,
  probing: true,
  backingOff: true,
  absent: true,
  stopped: true,
} satisfies Record<InformerState['phase'], true>);

/** The status code of a response, or `<error>` without one; `other` for a number outside 100 to 599. */
export function knownStatus(code: string): string {
  return code === '<error>' || /^[1-5]\d\d$/.test(code) ? code : 'other';
}

/**
 * A status code, or a code of Node, undici or this library such as `ECONNRESET`; `other` for any other text, which a program's
 * own source may throw.
 */
export function knownCode(code: string): string {
  return /^(?:[1-5]\d\d|(?:ERR_|UND_ERR_|E)[A-Z0-9_]{2,50})$/.test(code) ? code : 'other';
}

/** The metrics of informers. */
const informerMetrics: readonly Row<InformerSnapshot>[] = [
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
    ({ stats }) => Number(stats.hasSynced),
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
    ({ stats }) => stats.store.cacheFormat?.bytes,
  ],
  [
    'counter',
    'kube_informers_compact_reads_total',
    'Reads of a compact cache that found a decoded object (hit), or had to decode it (miss).',
    ({ stats: { store } }) =>
      store.cacheFormat && [
        ['hit', store.cacheFormat.hits],
        ['miss', store.cacheFormat.misses],
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
    ({ stats }) => stats.handlers.map(({ name, pending }) => [name, pending]),
    'handler',
  ],
  [
    'gauge',
    'kube_informers_handler_running_timestamp_seconds',
    'When the handler callback with a pending promise began, in seconds since 1970; absent if no promise is pending.',
    ({ stats }) =>
      stats.handlers.flatMap(({ name, runningSinceMs }) =>
        runningSinceMs === undefined ? [] : [[name, runningSinceMs / 1000] as const],
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

/** The metrics of clients. */
const clientMetrics: readonly Row<RestClientStats>[] = [
  [
    'counter',
    'rest_client_requests_total',
    'Attempts of requests, by status code and method; `<error>` without a response.',
    ({ requests }) => requests.map(({ code, method, count }) => [knownStatus(code), method, count]),
    'code',
    'method',
  ],
  [
    'counter',
    'rest_client_request_retries_total',
    "Attempts after a request's first, by status code and method.",
    ({ retries }) => retries.map(({ code, method, count }) => [knownStatus(code), method, count]),
    'code',
    'verb',
  ],
  [
    'histogram',
    'rest_client_request_duration_seconds',
    'Time from the first attempt of a request to the end of its response, without watches.',
    ({ durationSeconds }) => Object.entries(durationSeconds),
    'verb',
  ],
  [
    'histogram',
    'rest_client_rate_limiter_duration_seconds',
    'Time that requests waited for the rate limit.',
    ({ rateLimiterSeconds }) => Object.entries(rateLimiterSeconds),
    'verb',
  ],
  [
    'gauge',
    'kube_informers_throttled_requests',
    'Requests that wait for the rate limit now.',
    ({ throttled }) => throttled,
  ],
  ['gauge', 'kube_informers_open_watches', 'Open watches.', ({ openWatches }) => openWatches],
  [
    'counter',
    'kube_informers_received_bytes_total',
    'Bytes of response bodies, watches included, as they arrive: usually compressed.',
    ({ receivedBytes }) => receivedBytes,
  ],
  [
    'counter',
    'kube_informers_sent_bytes_total',
    'Bytes of request bodies, each attempt counted.',
    ({ sentBytes }) => sentBytes,
  ],
  [
    'minimum',
    'kube_informers_credentials_expire_timestamp_seconds',
    'When the first credentials expire, in seconds since 1970; absent if none expire or the time is unknown.',
    ({ credentialsExpireAtMs }) =>
      credentialsExpireAtMs === undefined ? undefined : credentialsExpireAtMs / 1000,
  ],
];

/** The metrics of credential plugins. */
const execMetrics: readonly Row<readonly ExecCallCount[]>[] = [
  [
    'counter',
    'rest_client_exec_plugin_call_total',
    'Runs of credential plugins, by exit code and status.',
    (calls) => calls.map(({ exitCode, status, count }) => [String(exitCode), status, count]),
    'code',
    'call_status',
  ],
];

/** Priorities with their own series. A program may use any number. */
const maxPriorities = 25;

/** The metrics of work queues. */
const queueMetrics: readonly Row<QueueSnapshot>[] = [
  [
    'gauge',
    'workqueue_depth',
    'Keys that wait and are due, by priority; the priorities after the 25 highest as `other`.',
    ({ stats }) => [
      ['0', 0] as const,
      ...Array.from(
        stats.depthByPriority,
        ([priority, depth], index) => [index < maxPriorities ? String(priority) : 'other', depth] as const,
      ),
    ],
    'priority',
  ],
  [
    'counter',
    'workqueue_adds_total',
    'Adds that were not merged into a waiting key.',
    ({ stats }) => stats.adds,
  ],
  [
    'histogram',
    'workqueue_queue_duration_seconds',
    'Time that keys waited until they were handed out.',
    ({ stats }) => stats.queueDurationSeconds,
  ],
  [
    'histogram',
    'workqueue_work_duration_seconds',
    'Time that the processing of keys took.',
    ({ stats }) => stats.workDurationSeconds,
  ],
  [
    'gauge',
    'workqueue_unfinished_work_seconds',
    'Time that the keys in processing have taken so far, in total.',
    ({ stats }) => stats.unfinishedWorkSeconds,
  ],
  [
    'gauge',
    'workqueue_longest_running_processor_seconds',
    'Time that the key in processing for longest has taken so far.',
    ({ stats }) => stats.longestRunningProcessorSeconds,
  ],
  ['counter', 'workqueue_retries_total', 'Adds with a delay.', ({ stats }) => stats.retries],
  [
    'gauge',
    'kube_informers_workqueue_delayed',
    'Keys that wait for their due time.',
    ({ stats }) => stats.delayed,
  ],
];

/** The metrics of controllers. */
const controllerMetrics: readonly Row<ControllerStats>[] = [
  [
    'counter',
    'controller_runtime_reconcile_total',
    'Runs by result.',
    ({ reconcileTotal: { success, error, requeue, requeueAfter } }) => [
      ['success', success],
      ['error', error],
      ['requeue', requeue],
      ['requeue_after', requeueAfter],
    ],
    'result',
  ],
  [
    'counter',
    'controller_runtime_reconcile_errors_total',
    'Runs that failed.',
    ({ reconcileErrorsTotal }) => reconcileErrorsTotal,
  ],
  [
    'counter',
    'controller_runtime_terminal_reconcile_errors_total',
    'Runs that failed with a TerminalError.',
    ({ terminalReconcileErrorsTotal }) => terminalReconcileErrorsTotal,
  ],
  [
    'counter',
    'controller_runtime_reconcile_panics_total',
    'Runs that failed with an error of the program, such as a TypeError.',
    ({ reconcilePanicsTotal }) => reconcilePanicsTotal,
  ],
  [
    'counter',
    'controller_runtime_reconcile_timeouts_total',
    'Runs that timed out.',
    ({ reconcileTimeoutsTotal }) => reconcileTimeoutsTotal,
  ],
  [
    'histogram',
    'controller_runtime_reconcile_time_seconds',
    'Duration of runs.',
    ({ reconcileTimeSeconds }) => reconcileTimeSeconds,
  ],
  [
    'gauge',
    'controller_runtime_max_concurrent_reconciles',
    'Runs that may be active at the same time.',
    ({ concurrency }) => concurrency,
  ],
  [
    'gauge',
    'controller_runtime_active_workers',
    'Workers that run a reconcile.',
    ({ activeWorkers }) => activeWorkers,
  ],
  ['gauge', 'kube_informers_given_up_keys', 'Keys that were given up.', ({ givenUp }) => givenUp],
  [
    'gauge',
    'kube_informers_timed_out_runs',
    'Runs that timed out and have not settled.',
    ({ timedOutRuns }) => timedOutRuns,
  ],
  [
    'gauge',
    'kube_informers_waiting_for_own_writes',
    'Keys that wait for their own writes to appear in the caches.',
    ({ waitingForOwnWrites }) => waitingForOwnWrites,
  ],
  [
    'counter',
    'kube_informers_own_write_timeouts_total',
    'Waits for own writes that ended with a read from the server.',
    ({ ownWriteTimeoutsTotal }) => ownWriteTimeoutsTotal,
  ],
  [
    'counter',
    'kube_informers_refused_writes_total',
    'Writes that were not sent because leadership or the slot of the key was lost.',
    ({ refusedWritesTotal }) => refusedWritesTotal,
  ],
  ['counter', 'kube_informers_loops_total', 'Loops that were found.', ({ loopsTotal }) => loopsTotal],
  [
    'counter',
    'kube_informers_event_errors_total',
    'Events that were lost because a predicate or map failed.',
    ({ eventErrorsTotal }) => eventErrorsTotal,
  ],
];

/** The metrics of elections. */
const electorMetrics: readonly Row<LeaderElectionStats>[] = [
  [
    'gauge',
    'leader_election_master_status',
    '1 while this process leads.',
    ({ isLeader }) => (isLeader ? 1 : 0),
  ],
  [
    'counter',
    'leader_election_slowpath_total',
    'Renewals that had to read the Lease first.',
    ({ readRenewals }) => readRenewals,
  ],
  ['counter', 'kube_informers_leader_terms_total', 'Terms that began.', ({ terms }) => terms],
  [
    'counter',
    'kube_informers_leader_lost_terms_total',
    'Terms that ended because leadership was lost.',
    ({ lostTerms }) => lostTerms,
  ],
  [
    'counter',
    'kube_informers_leader_failures_total',
    'Failed requests for the Lease and the LeaseCandidate.',
    ({ failures }) => failures,
  ],
  [
    'counter',
    'kube_informers_leader_renewals_total',
    'Renewals of the Lease that succeeded.',
    ({ renewals }) => renewals,
  ],
  [
    'counter',
    'kube_informers_leader_left_to_expire_total',
    'Terms whose Lease was not released at their end, so that the next leader waits until it expires.',
    ({ leftToExpire }) => leftToExpire,
  ],
  [
    'gauge',
    'kube_informers_leader_transitions',
    'Changes of the holder that the Lease counts: a step back shows a Lease that was deleted.',
    ({ transitions }) => transitions,
  ],
];

/** The metrics of shardings. */
const shardingMetrics: readonly Row<ShardingStats>[] = [
  [
    'gauge',
    'kube_informers_sharding_replicas',
    'Replicas that this one knows, including itself; 0 while it does not take part.',
    ({ members }) => members.length,
  ],
  ['gauge', 'kube_informers_sharding_all_slots', 'Slots of all replicas together.', ({ slots }) => slots],
  [
    'gauge',
    'kube_informers_sharding_slots',
    'Slots of this replica: owned, draining (start no more runs), or waiting for another replica.',
    ({ owned, draining, waiting }) => [
      ['owned', owned.length],
      ['draining', draining.length],
      ['waiting', waiting.length],
    ],
    'state',
  ],
  [
    'counter',
    'kube_informers_sharding_gained_slots_total',
    'Slots that this replica took.',
    ({ gainedSlots }) => gainedSlots,
  ],
  [
    'counter',
    'kube_informers_sharding_released_slots_total',
    'Slots that this replica gave up.',
    ({ releasedSlots }) => releasedSlots,
  ],
  [
    'counter',
    'kube_informers_sharding_lost_terms_total',
    'Times that the Lease of this replica was in doubt, so that it lost all slots.',
    ({ lostTerms }) => lostTerms,
  ],
  [
    'counter',
    'kube_informers_sharding_renewals_total',
    'Renewals of the Lease of this replica.',
    ({ renewals }) => renewals,
  ],
  [
    'counter',
    'kube_informers_sharding_failures_total',
    'Failed requests for the Leases of the replicas.',
    ({ failures }) => failures,
  ],
  [
    'gauge',
    'kube_informers_sharding_active_runs',
    'Runs that keep their slot with this replica.',
    ({ activeRuns }) => activeRuns,
  ],
];

/** The metrics of EventRecorders. */
const recorderMetrics: readonly Row<EventRecorderStats>[] = [
  [
    'counter',
    'kube_informers_events_recorded_total',
    'Events about objects that were accepted.',
    ({ recorded }) => recorded,
  ],
  [
    'counter',
    'kube_informers_events_dropped_total',
    'Events about objects that were dropped, by reason.',
    ({ dropped }) => Object.entries(dropped),
    'reason',
  ],
  [
    'counter',
    'kube_informers_events_created_total',
    'Event objects that were created.',
    ({ created }) => created,
  ],
  ['counter', 'kube_informers_events_patched_total', 'Patches of event objects.', ({ patched }) => patched],
  [
    'counter',
    'kube_informers_events_retries_total',
    'Requests for event objects that were repeated.',
    ({ retries }) => retries,
  ],
  [
    'gauge',
    'kube_informers_events_queued',
    'Events about objects that wait to be sent.',
    ({ queued }) => queued,
  ],
];

/** The metrics of webhooks, for each handler. */
const webhookMetrics: readonly Row<readonly [name: string, counts: WebhookCounts]>[] = [
  [
    'counter',
    'controller_runtime_webhook_requests_total',
    'Requests of API servers, by the HTTP status code of the answer: a refusal by a handler has 200.',
    ([, { durationSeconds }]) =>
      Object.entries(durationSeconds).map(([code, { count }]) => [code, count] as const),
    'code',
  ],
  [
    'histogram',
    'controller_runtime_webhook_latency_seconds',
    'Time to answer a request.',
    ([, { durationSeconds }]) => Object.entries(durationSeconds),
    'code',
  ],
  [
    'gauge',
    'controller_runtime_webhook_requests_in_flight',
    'Requests that are being answered.',
    ([, { inFlight }]) => inFlight,
  ],
  [
    'counter',
    'kube_informers_webhook_answers_total',
    'What handlers have answered: allowed (or converted), refused, or failed.',
    ([, { allowed, refused, failed }]) => [
      ['allowed', allowed],
      ['refused', refused],
      ['failed', failed],
    ],
    'result',
  ],
  [
    'gauge',
    'kube_informers_webhook_timed_out_handlers',
    'Handlers that took too long and have not settled.',
    ([, { timedOut }]) => timedOut,
  ],
];

/** All metrics. The text, the adapters and the table of docs/metrics.md are made from this list. */
export const families: readonly MetricFamily[] = [
  ...familiesOf(
    (snapshot) => snapshot.informers,
    ['name', 'group', 'version', 'resource', 'informer'],
    ({ program, stats: { name, target } }) => {
      const { group, version, resource } = target?.resource ?? { group: '', version: '', resource: '' };
      return [program, group, version, resource, name];
    },
    informerMetrics,
  ),
  ...familiesOf(
    (snapshot) => snapshot.clients,
    ['host'],
    ({ host }) => [host],
    clientMetrics,
  ),
  ...familiesOf(
    (snapshot) => snapshot.execCalls,
    [],
    () => [],
    execMetrics,
  ),
  ...familiesOf(
    (snapshot) => snapshot.queues,
    ['name', 'controller'],
    ({ stats, controller }) => [stats.name, controller],
    queueMetrics,
  ),
  ...familiesOf(
    (snapshot) => snapshot.controllers,
    ['controller'],
    ({ name }) => [name],
    controllerMetrics,
  ),
  ...familiesOf(
    (snapshot) => snapshot.electors,
    ['name'],
    ({ name }) => [name],
    electorMetrics,
  ),
  ...familiesOf(
    (snapshot) => snapshot.shardings,
    ['name'],
    ({ name }) => [name],
    shardingMetrics,
  ),
  ...familiesOf(
    (snapshot) => snapshot.recorders,
    ['controller'],
    ({ controller }) => [controller],
    recorderMetrics,
  ),
  ...familiesOf(
    (snapshot) => snapshot.webhooks.flatMap(({ handlers }) => Object.entries(handlers)),
    ['webhook'],
    ([name]) => [name],
    webhookMetrics,
  ),
];
