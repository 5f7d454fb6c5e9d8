import { ConfigError } from '../util/errors.js';
import { requireMethods } from '../util/require.js';
import { families } from './families.js';
import type { MetricFamily, MetricsRegistration } from './family.js';
import { registration, labelsOf } from './family.js';
import { readSources, requireSources } from './sources.js';
import type { MetricSources } from './sources.js';

/** The parts of a meter that are used: a `Meter` of @opentelemetry/api has them. */
export interface OpenTelemetryMeter<I = unknown> {
  /** Creates a counter that is read by a callback. */
  createObservableCounter(name: string, options?: OpenTelemetryInstrument): I;
  /** Creates a gauge that is read by a callback. */
  createObservableGauge(name: string, options?: OpenTelemetryInstrument): I;
  /** Adds a callback that reports the values of several instruments. */
  addBatchObservableCallback(callback: OpenTelemetryCallback<I>, instruments: I[]): void;
  /** Removes a callback. */
  removeBatchObservableCallback(callback: OpenTelemetryCallback<I>, instruments: I[]): void;
}

/** The options of an instrument of OpenTelemetry. */
export interface OpenTelemetryInstrument {
  /** What the instrument measures. */
  description?: string | undefined;
  /** Unit of the values: `s`. */
  unit?: string | undefined;
}

/** A callback that OpenTelemetry calls to read the instruments. */
export type OpenTelemetryCallback<I> = (result: {
  /** Reports one value with its attributes. */
  observe(instrument: I, value: number, attributes?: Record<string, string>): void;
}) => void;

/** Meters that have the metrics. */
const registeredMeters = new WeakSet<object>();

/**
 * Adds the metrics of informers, clients, queues, controllers and elections to a meter of OpenTelemetry, as observable
 * counters and gauges.
 *
 * ```ts
 * const metrics = registerWithOpenTelemetry(opentelemetry.metrics.getMeter('kube-informers'), { factories: factory });
 * ```
 *
 * The names and attributes are those of `docs/metrics.md`. OpenTelemetry has no instrument for histograms that were counted
 * elsewhere: of each, the counters `<name>_count` and `<name>_sum` are added. The statistics are read once a collection.
 *
 * Throws ConfigError `ERR_OPTION` before anything is created: for wrong arguments, and for a meter that has the metrics
 * already.
 */
export function registerWithOpenTelemetry<I>(
  meter: OpenTelemetryMeter<I>,
  sources: MetricSources,
): MetricsRegistration {
  requireMethods('meter of registerWithOpenTelemetry', meter, [
    'createObservableCounter',
    'createObservableGauge',
    'addBatchObservableCallback',
    'removeBatchObservableCallback',
  ]);
  requireSources(sources);
  if (registeredMeters.has(meter))
    throw new ConfigError(
      'ERR_OPTION',
      'meter of registerWithOpenTelemetry has the metrics already: remove() their registration first, or pass all sources in one call',
    );
  const readers = families.map((family) => readerOf(meter, family));
  const instruments = readers.flatMap((reader) => reader.instruments);
  const callback: OpenTelemetryCallback<I> = (result) => {
    const snapshot = readSources(sources);
    for (const { family, instruments: own } of readers)
      for (const sample of family.read(snapshot)) {
        const { value } = sample;
        const values = typeof value === 'number' ? [value] : [value.count, value.sum];
        own.forEach((instrument, index) =>
          result.observe(instrument, values[index] ?? 0, { ...labelsOf(family, sample) }),
        );
      }
  };
  meter.addBatchObservableCallback(callback, instruments);
  registeredMeters.add(meter);
  return registration(() => {
    registeredMeters.delete(meter);
    meter.removeBatchObservableCallback(callback, instruments);
  });
}

/** Creates the instruments of a family: one, or those of a histogram's count and sum. */
function readerOf<I>(
  meter: OpenTelemetryMeter<I>,
  family: MetricFamily,
): { readonly family: MetricFamily; readonly instruments: readonly I[] } {
  const { name, type, help: description } = family;
  const options = name.endsWith('_seconds') ? { description, unit: 's' } : { description };
  if (type === 'gauge') return { family, instruments: [meter.createObservableGauge(name, options)] };
  if (type === 'counter') return { family, instruments: [meter.createObservableCounter(name, options)] };
  return {
    family,
    instruments: [
      meter.createObservableCounter(`${name}_count`, { description }),
      meter.createObservableCounter(`${name}_sum`, options),
    ],
  };
}
