import { clientMetrics, execMetrics } from './client-metrics.js';
import { controllerMetrics, queueMetrics } from './controller-metrics.js';
import { electorMetrics, recorderMetrics, shardingMetrics } from './replica-metrics.js';
import { familiesOf } from './family.js';
import type { MetricFamily } from './family.js';
import { informerMetrics } from './informer-metrics.js';

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
];
