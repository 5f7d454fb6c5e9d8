import { refuseValue } from '../util/require.js';
import { families } from './families.js';
import type { MetricFamily, Sample, Series } from './family.js';
import { numberText, seriesOf } from './family.js';
import { readSources, requireSources } from './sources.js';
import type { MetricSources } from './sources.js';

/** `prometheus` is Prometheus' text format 0.0.4, `openmetrics` is OpenMetrics 1.0.0. */
export type MetricsFormat = 'prometheus' | 'openmetrics';

/** The Content-Type of each format. */
export const metricsContentType: Readonly<Record<MetricsFormat, string>> = Object.freeze({
  prometheus: 'text/plain; version=0.0.4; charset=utf-8',
  openmetrics: 'application/openmetrics-text; version=1.0.0; charset=utf-8',
});

/**
 * Returns the metrics of informers, clients, queues, controllers, elections, shardings, event recorders and webhooks as text for Prometheus.
 *
 * ```ts
 * response.setHeader('content-type', metricsContentType.prometheus).end(metricsText({ factories: factory }));
 * ```
 *
 * Their names, meanings and labels are in `docs/metrics.md`. Nothing is kept between calls, so what no longer exists is no
 * longer in the text. Throws ConfigError `ERR_OPTION`.
 */
export function metricsText(sources: MetricSources, format: MetricsFormat = 'prometheus'): string {
  requireSources(sources);
  if (!Object.hasOwn(metricsContentType, format)) {
    refuseValue('the format of metrics', 'prometheus or openmetrics', format);
  }
  const snapshot = readSources(sources);
  const text = families.map((family) => familyText(family, family.read(snapshot), format)).join('');
  return format === 'openmetrics' ? `${text}# EOF\n` : text;
}

/** One family as text; nothing without samples. */
export function familyText(family: MetricFamily, samples: readonly Sample[], format: MetricsFormat): string {
  if (samples.length === 0) return '';
  const isOpen = format === 'openmetrics';
  const { type, help } = family;
  // OpenMetrics names a counter without the suffix of its samples.
  const name = isOpen && type === 'counter' ? family.name.replace(/_total$/, '') : family.name;
  // Quotes in a help text are escaped in OpenMetrics alone.
  const escapedHelp = isOpen ? escapeValue(help) : help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
  const lines = samples.flatMap((sample) => seriesOf(family, sample, isOpen).map(seriesLine));
  return `${[`# HELP ${name} ${escapedHelp}`, `# TYPE ${name} ${type}`, ...lines].join('\n')}\n`;
}

function seriesLine({ name, labels, value }: Series): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escapeValue(text)}"`);
  return `${name}{${pairs.join(',')}} ${numberText(value)}`;
}

/** Both formats escape these three characters in a label's value. */
function escapeValue(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('"', '\\"');
}
