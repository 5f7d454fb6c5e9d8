/**
 * `kube-informers/metrics`: the statistics of informers, clients, queues, controllers, elections, shardings, event recorders and webhooks as metrics.
 */
export { registerWithOpenTelemetry } from './open-telemetry.js';
export type { OpenTelemetryCallback, OpenTelemetryInstrument, OpenTelemetryMeter } from './open-telemetry.js';
export { registerWithPrometheus } from './prometheus.js';
export type { PrometheusRegistry } from './prometheus.js';
export type { MetricsRegistration } from './family.js';
export type { MetricQueue, MetricSources } from './sources.js';
export { metricsContentType, metricsText } from './text.js';
export type { MetricsFormat } from './text.js';
