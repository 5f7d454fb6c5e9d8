import { ConfigError } from '../util/errors.js';
import { requireMethods } from '../util/require.js';
import { families } from './families.js';
import type { MetricFamily, MetricType, MetricsRegistration } from './family.js';
import { registration, seriesOf } from './family.js';
import { readSources, requireSources } from './sources.js';
import type { MetricSources, Snapshot } from './sources.js';

/** The parts of a registry that are used: a `Registry` of prom-client 15 or of @prometheus-io/client has them. */
export interface PrometheusRegistry {
  /** Content type of the registry's text. */
  readonly contentType: string;
  // Each library takes objects of its own classes alone, by its types; it calls `get` and `reset`.
  /** Adds a metric. */
  registerMetric(metric: never): void;
  /** Returns a metric by its name. */
  getSingleMetric(name: string): unknown;
  /** Removes a metric by its name. */
  removeSingleMetric(name: string): void;
}

/** What a registry reads of one metric. */
interface PulledValues {
  readonly name: string;
  readonly help: string;
  readonly type: MetricType;
  readonly aggregator: string;
  /** A registry with default labels replaces `labels`. */
  readonly values: { labels: Readonly<Record<string, string>>; value: number; metricName?: string }[];
}

/**
 * Adds the metrics of informers, clients, queues, controllers and elections to a registry of `prom-client` 15 or
 * `@prometheus-io/client`, so that its `metrics()` has them.
 *
 * ```ts
 * const metrics = registerWithPrometheus(client.register, { factories: factory });
 * ```
 *
 * The names are those of `docs/metrics.md`. The statistics are read when the registry is, once for all metrics. In a Node
 * cluster, counters and histograms of the workers are added up, and of gauges the largest is taken, or the smallest of those that are 1 when all is well.
 *
 * Throws ConfigError `ERR_OPTION` before anything is registered: for wrong arguments, and if the registry has a metric with
 * one of the names, as after an earlier call.
 */
export function registerWithPrometheus(
  registry: PrometheusRegistry,
  sources: MetricSources,
): MetricsRegistration {
  requireMethods('registry of registerWithPrometheus', registry, [
    'registerMetric',
    'getSingleMetric',
    'removeSingleMetric',
  ]);
  requireSources(sources);
  const taken = families.find(({ name }) => registry.getSingleMetric(name) !== undefined);
  if (taken !== undefined)
    throw new ConfigError(
      'ERR_OPTION',
      `registry of registerWithPrometheus has the metric ${taken.name} already: remove() its registration first, or pass all sources in one call`,
    );
  let snapshot: Snapshot | undefined;
  const read = (): Snapshot => {
    if (snapshot !== undefined) return snapshot;
    // A registry reads all its metrics in one go.
    queueMicrotask(() => (snapshot = undefined));
    return (snapshot = readSources(sources));
  };
  const registered: PulledMetric[] = [];
  const undo = (): void => {
    for (const metric of registered)
      // After `clear`, a metric of that name may be another's.
      if (registry.getSingleMetric(metric.family.name) === metric)
        registry.removeSingleMetric(metric.family.name);
  };
  try {
    for (const family of families) {
      const metric = new PulledMetric(family, registry, read);
      registered.push(metric);
      registry.registerMetric(metric as never);
    }
  } catch (error) {
    undo();
    throw error;
  }
  return registration(undo);
}

/** One metric, in the form that a registry reads. */
class PulledMetric {
  /** A registry of OpenMetrics removes the suffix of counters here. */
  name: string;
  readonly help: string;
  readonly type: MetricType;
  readonly aggregator: string;
  readonly family: MetricFamily;
  readonly #registry: PrometheusRegistry;
  readonly #read: () => Snapshot;

  constructor(family: MetricFamily, registry: PrometheusRegistry, read: () => Snapshot) {
    this.family = family;
    this.name = family.name;
    this.help = family.help;
    this.type = family.type;
    const ofGauges = family.smallest === true ? 'min' : 'max';
    this.aggregator = family.type === 'gauge' ? ofGauges : 'sum';
    this.#registry = registry;
    this.#read = read;
  }

  // Async, so that a failure is a rejection: a registry awaits the metrics together.
  async get(): Promise<PulledValues> {
    const { family, help, type, aggregator } = this;
    const isOpen = this.#registry.contentType.startsWith('application/openmetrics-text');
    const series = family.read(this.#read()).flatMap((sample) => seriesOf(family, sample, isOpen));
    return {
      // A registry of OpenMetrics appends the suffix of counters.
      name: isOpen && type === 'counter' ? family.name.replace(/_total$/, '') : family.name,
      help,
      type,
      aggregator,
      values: series.map(({ name, labels, value }) =>
        name === family.name ? { labels, value } : { labels, value, metricName: name },
      ),
    };
  }

  /** Called by `resetMetrics`. Does nothing: the statistics are those of the program's parts. */
  reset(): void {}
}
