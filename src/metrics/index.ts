/**
 * `kube-informers/metrics`: the statistics of informers, clients, queues, controllers and elections as metrics.
 */
export type { MetricQueue, MetricSources } from './sources.js';
export { metricsContentType, metricsText } from './text.js';
export type { MetricsFormat } from './text.js';
