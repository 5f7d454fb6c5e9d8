import { ConfigError } from '../util/errors.js';
import type { HistogramStats } from '../util/histogram.js';
import { families } from './families.js';
import type { MetricFamily, Sample } from './family.js';
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
 * Returns the metrics of informers, clients, queues, controllers and elections as text for Prometheus.
 *
 *     response.setHeader('content-type', metricsContentType.prometheus).end(metricsText({ factories: factory }));
 *
 * Their names, meanings and labels are in `docs/metrics.md`. Nothing is kept between calls, so what no longer exists is no
 * longer in the text. Throws ConfigError `ERR_OPTION`.
 */
export function metricsText(sources: MetricSources, format: MetricsFormat = 'prometheus'): string {
  requireSources(sources);
  if (!Object.hasOwn(metricsContentType, format)) {
    throw new ConfigError(
      'ERR_OPTION',
      `the format of metrics must be prometheus or openmetrics, got ${JSON.stringify(String(format).slice(0, 40))}`,
    );
  }
  const snapshot = readSources(sources);
  const text = families.map((family) => familyText(family, family.read(snapshot), format)).join('');
  return format === 'openmetrics' ? `${text}# EOF\n` : text;
}

/** One family as text; nothing without samples. */
export function familyText(
  { name, type, help, labels }: MetricFamily,
  samples: readonly Sample[],
  format: MetricsFormat,
): string {
  if (samples.length === 0) return '';
  const isOpen = format === 'openmetrics';
  // OpenMetrics names a counter without the suffix of its samples.
  const family = isOpen && type === 'counter' ? name.replace(/_total$/, '') : name;
  // Quotes in a help text are escaped in OpenMetrics alone.
  const escapedHelp = isOpen ? escapeValue(help) : help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
  const lines = [`# HELP ${family} ${escapedHelp}`, `# TYPE ${family} ${type}`];
  for (const sample of samples) {
    const pairs = labels.map((label, index) => `${label}="${escapeValue(sample.labels[index] ?? '')}"`);
    if (typeof sample.value === 'number') lines.push(sampleLine(name, pairs, sample.value));
    else lines.push(...histogramLines(name, pairs, sample.value, isOpen));
  }
  return `${lines.join('\n')}\n`;
}

function histogramLines(
  name: string,
  pairs: readonly string[],
  { count, sum, buckets }: HistogramStats,
  isOpen: boolean,
): string[] {
  const lines = buckets.map((bucket) =>
    sampleLine(`${name}_bucket`, [...pairs, `le="${boundText(bucket.le, isOpen)}"`], bucket.count),
  );
  return [
    ...lines,
    sampleLine(`${name}_bucket`, [...pairs, 'le="+Inf"'], count),
    sampleLine(`${name}_sum`, pairs, sum),
    sampleLine(`${name}_count`, pairs, count),
  ];
}

function sampleLine(name: string, pairs: readonly string[], value: number): string {
  return `${name}{${pairs.join(',')}} ${numberText(value)}`;
}

function numberText(value: number): string {
  if (Number.isFinite(value)) return String(value);
  if (Number.isNaN(value)) return 'NaN';
  return value > 0 ? '+Inf' : '-Inf';
}

/** A bucket's bound as Go writes it, so that it is the same label value: `1e-05`, and `1.0` in OpenMetrics. */
export function boundText(le: number, isOpen: boolean): string {
  if (le !== 0 && Math.abs(le) < 1e-4) return le.toExponential().replace(/e-(\d)$/, 'e-0$1');
  const text = String(le);
  return isOpen && /^\d+$/.test(text) ? `${text}.0` : text;
}

/** A label's value: both formats escape these three characters, and take UTF-8, which has no lone surrogates. */
export function escapeValue(value: string): string {
  return value
    .replaceAll(/\p{Surrogate}/gu, '\uFFFD')
    .replaceAll('\\', '\\\\')
    .replaceAll('\n', '\\n')
    .replaceAll('"', '\\"');
}
