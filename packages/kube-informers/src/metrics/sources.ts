import type { InformerHealth } from '../cache/reflector/reflector-status.js';
import type { InformerStats } from '../cache/informer/informer-monitor.js';
import type { Controller } from '../controller/controller.js';
import type { Manager } from '../controller/manager/manager.js';
import type { ControllerStats } from '../controller/statistics.js';
import type { EventRecorder, EventRecorderStats } from '../events/event-recorder.js';
import type { InformerFactory } from '../factories/informer-factory.js';
import type { LeaderElector } from '../leaderelection/leader-elector.js';
import type { LeaderElectionStats } from '../leaderelection/election-reporter.js';
import type { ExecCallCount } from '../rest/config.js';
import type { RestClient } from '../rest/rest-client.js';
import type { RestClientStats } from '../rest/request-sender.js';
import type { ShardingStats } from '../sharding/sharding-reporter.js';
import { requireKnownOptions } from '../util/known-options.js';
import type { OptionNames } from '../util/known-options.js';
import { requireMethods } from '../util/require.js';
import type { WebhooksStats } from '../webhook/statistics.js';
import type { Webhooks } from '../webhook/webhooks.js';
import type { WorkQueueStats } from '../workqueue/statistics.js';

/** The sources of the statistics. Each is read when the metrics are read; a source that is given twice counts once. */
export interface MetricSources {
  /** The informers of these factories, also those that are created later, and the factories' clients. */
  readonly factories?: InformerFactory | readonly InformerFactory[] | undefined;
  /** The controllers, queues, elections, recorders and webhooks of these managers, with the informers and clients of their factories. */
  readonly managers?: Manager | readonly Manager[] | undefined;
  /** Controllers that no manager runs, with their queues and shardings. */
  readonly controllers?: Controller<never> | readonly Controller<never>[] | undefined;
  /** Electors that no manager runs. */
  readonly electors?: LeaderElector | readonly LeaderElector[] | undefined;
  /** EventRecorders that no manager has created. */
  readonly recorders?: EventRecorder | readonly EventRecorder[] | undefined;
  /** Webhooks that no manager runs. */
  readonly webhooks?: Webhooks | readonly Webhooks[] | undefined;
  /** Work queues without a controller. */
  readonly queues?: MetricQueue | readonly MetricQueue[] | undefined;
  /** Clients that no factory has. */
  readonly clients?: RestClient | readonly RestClient[] | undefined;
}

/** A work queue, such as a WorkQueue with keys of any type. */
export interface MetricQueue {
  /** Returns the statistics of the queue. */
  stats(): WorkQueueStats;
}

const sourceNames: OptionNames<MetricSources> = {
  factories: true,
  managers: true,
  controllers: true,
  electors: true,
  recorders: true,
  webhooks: true,
  queues: true,
  clients: true,
};

const sourceAliases = {
  factory: 'factories',
  manager: 'managers',
  controller: 'controllers',
  elector: 'electors',
  recorder: 'recorders',
  events: 'recorders',
  webhook: 'webhooks',
  queue: 'queues',
  client: 'clients',
  informers: 'factories',
} as const;

/** Throws ConfigError `ERR_OPTION` for sources that are not valid. */
export function requireSources(sources: MetricSources): void {
  const what = 'the sources of metrics';
  requireKnownOptions(what, sources, sourceNames, sourceAliases);
  for (const factory of listOf(sources.factories))
    requireMethods(`factories of ${what}`, factory, ['informers', 'waitForCacheSync']);
  for (const manager of listOf(sources.managers))
    requireMethods(`managers of ${what}`, manager, ['run', 'add']);
  for (const name of ['controllers', 'electors', 'recorders', 'webhooks', 'queues', 'clients'] as const)
    for (const source of listOf<MetricQueue | object>(sources[name]))
      requireMethods(`${name} of ${what}`, source, ['stats']);
}

/** An informer's statistics and its `name` label. */
export interface InformerSnapshot {
  readonly program: string;
  readonly stats: InformerStats;
  readonly health: InformerHealth;
}

/** A queue's statistics and the name of its controller, "" without one. */
export interface QueueSnapshot {
  readonly controller: string;
  readonly stats: WorkQueueStats;
}

/** The statistics of all sources at one moment. */
export interface Snapshot {
  readonly informers: readonly InformerSnapshot[];
  readonly clients: readonly RestClientStats[];
  /** The runs of each credential plugin. */
  readonly execCalls: readonly (readonly ExecCallCount[])[];
  readonly queues: readonly QueueSnapshot[];
  readonly controllers: readonly ControllerStats[];
  readonly electors: readonly LeaderElectionStats[];
  readonly shardings: readonly ShardingStats[];
  readonly recorders: readonly EventRecorderStats[];
  readonly webhooks: readonly WebhooksStats[];
}

/** Reads the statistics of all sources. */
export function readSources(sources: MetricSources): Snapshot {
  const managers = listOf(sources.managers);
  const factories = unique([
    ...listOf(sources.factories),
    ...managers.flatMap((manager) => manager.factories),
  ]);
  const clients = unique([
    ...factories.flatMap(({ restClient }) => restClient ?? []),
    ...listOf(sources.clients),
  ]);
  const clientStats = clients.map((client) => client.stats());
  const controllers = unique([
    ...managers.flatMap((manager) => manager.controllers),
    ...listOf(sources.controllers),
  ]);
  const controllerStats = controllers.map((controller) => controller.stats());
  const electors = unique([...managers.flatMap(({ elector }) => elector ?? []), ...listOf(sources.electors)]);
  return {
    informers: factories.flatMap((factory, index) =>
      // Several factories may have informers of one name.
      readInformers(factory, factory.name ?? (factories.length > 1 ? String(index + 1) : '')),
    ),
    clients: clientStats,
    // Clients that share a plugin have the same array.
    execCalls: unique(clientStats.map(({ execCalls }) => execCalls)),
    controllers: controllerStats,
    queues: [
      ...controllerStats.map(({ name, queue }) => ({ controller: name, stats: queue })),
      ...unique(listOf(sources.queues)).map((queue) => ({ controller: '', stats: queue.stats() })),
    ],
    electors: electors.map((elector) => elector.stats()),
    shardings: unique(controllers.flatMap(({ sharding }) => sharding ?? [])).map((sharding) =>
      sharding.stats(),
    ),
    recorders: unique([
      ...managers.flatMap((manager) => manager.recorders),
      ...listOf(sources.recorders),
    ]).map((recorder) => recorder.stats()),
    webhooks: unique([
      ...managers.flatMap((manager) => manager.runnables.filter(isWebhooks)),
      ...listOf(sources.webhooks),
    ]).map((webhooks) => webhooks.stats()),
  };
}

/** Without the class, which would bring the HTTPS server into every program with metrics. */
function isWebhooks(part: object): part is Webhooks {
  return 'isWebhooks' in part;
}

function readInformers(factory: InformerFactory, program: string): InformerSnapshot[] {
  return factory
    .informers()
    .map((informer) => ({ program, stats: informer.stats(), health: informer.health }));
}

function listOf<T>(given: T | readonly T[] | undefined): readonly T[] {
  // Array.isArray does not narrow a readonly array away from T.
  return given === undefined ? [] : ([given].flat() as T[]);
}

function unique<T>(list: readonly T[]): readonly T[] {
  return [...new Set(list)];
}
