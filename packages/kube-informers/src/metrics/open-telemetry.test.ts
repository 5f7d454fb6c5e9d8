import { createNoopMeter } from '@opentelemetry/api';
import {
  AggregationTemporality,
  DataPointType,
  MeterProvider,
  MetricReader,
} from '@opentelemetry/sdk-metrics';
import type { MetricData } from '@opentelemetry/sdk-metrics';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { families } from './families.js';
import { metricsText, registerWithOpenTelemetry } from './index.js';
import type { MetricSources, OpenTelemetryMeter } from './index.js';
import { parseMetrics } from './parse.test-support.js';
import { grows, startSources } from './sources.test-support.js';
import type { RunningSources } from './sources.test-support.js';

let sources: RunningSources;
let stop: () => Promise<void>;
beforeAll(async () => ({ sources, stop } = await startSources()));
afterAll(() => stop());

class PulledReader extends MetricReader {
  protected override onForceFlush(): Promise<void> {
    return Promise.resolve();
  }
  protected override onShutdown(): Promise<void> {
    return Promise.resolve();
  }
}

function sdk(aggregationTemporality = AggregationTemporality.CUMULATIVE): {
  provider: MeterProvider;
  metrics: () => Promise<readonly MetricData[]>;
} {
  const reader = new PulledReader({ aggregationTemporalitySelector: () => aggregationTemporality });
  const metrics = async (): Promise<readonly MetricData[]> => {
    const { resourceMetrics, errors } = await reader.collect();
    expect(errors).toEqual([]);
    return resourceMetrics.scopeMetrics.flatMap((scope) => scope.metrics);
  };
  return { provider: new MeterProvider({ readers: [reader] }), metrics };
}

/** Values as `name{labels}`, without those that grow. */
const valuesOf = (metrics: readonly MetricData[]): Record<string, unknown> =>
  Object.fromEntries(
    metrics
      .filter(({ descriptor }) => !grows(descriptor.name))
      .flatMap(({ descriptor, dataPoints }) =>
        dataPoints.map(({ attributes, value }) => [`${descriptor.name}${JSON.stringify(attributes)}`, value]),
      ),
  );

test('a collection has what metricsText has; of histograms, count and sum', async () => {
  const { provider, metrics } = sdk();
  registerWithOpenTelemetry(provider.getMeter('kube-informers'), sources);
  const text = parseMetrics(metricsText(sources), 'prometheus');
  const expected = [...text.values()]
    .flatMap(({ samples }) => samples)
    .filter(({ name }) => !grows(name) && !name.endsWith('_bucket'))
    .map(({ name, labels, value }) => [`${name}${JSON.stringify(labels)}`, value]);
  expect(expected.length).toBeGreaterThan(20);
  expect(valuesOf(await metrics())).toEqual(Object.fromEntries(expected));
});

test('counters are monotonic sums, gauges are gauges, durations are in s', async () => {
  const { provider, metrics } = sdk();
  registerWithOpenTelemetry(provider.getMeter('kube-informers'), sources);
  const kinds = new Map(
    (await metrics()).map((metric) => [
      metric.descriptor.name,
      [metric.dataPointType, 'isMonotonic' in metric && metric.isMonotonic, metric.descriptor.unit],
    ]),
  );
  expect(kinds.get('rest_client_requests_total')).toEqual([DataPointType.SUM, true, '']);
  expect(kinds.get('kube_informers_store_objects')).toEqual([DataPointType.GAUGE, false, '']);
  expect(kinds.get('kube_informers_staleness_seconds')).toEqual([DataPointType.GAUGE, false, 's']);
  expect(kinds.get('workqueue_queue_duration_seconds_sum')).toEqual([DataPointType.SUM, true, 's']);
  expect(kinds.get('workqueue_queue_duration_seconds_count')).toEqual([DataPointType.SUM, true, '']);
});

test('counters grow by what was counted between collections', async () => {
  const { provider, metrics } = sdk(AggregationTemporality.DELTA);
  registerWithOpenTelemetry(provider.getMeter('kube-informers'), { queues: sources.queues });
  const adds = async (): Promise<unknown> =>
    valuesOf(await metrics())['workqueue_adds_total{"name":"mine","controller":""}'];
  const first = await adds();
  sources.queues.add('b');
  sources.queues.add('c');
  expect([first, await adds()]).toEqual([1, 2]);
});

test('the statistics are read once a collection, and not after remove', async () => {
  const { provider, metrics } = sdk();
  const stats = vi.spyOn(sources.queues, 'stats');
  const registered = registerWithOpenTelemetry(provider.getMeter('kube-informers'), sources);
  await metrics();
  expect(stats).toHaveBeenCalledTimes(1);
  registered.remove();
  registered[Symbol.dispose]();
  await metrics();
  expect(stats).toHaveBeenCalledTimes(1);
  stats.mockRestore();
});

test('with cumulative temporality, the SDK keeps reporting series that no longer exist', async () => {
  const { provider, metrics } = sdk();
  const queues = [sources.queues];
  registerWithOpenTelemetry(provider.getMeter('kube-informers'), { queues });
  const before = valuesOf(await metrics());
  expect(Object.keys(before)).not.toEqual([]);
  queues.pop();
  expect(valuesOf(await metrics())).toEqual(before);
});

test('a meter takes the metrics once; again after remove', () => {
  const { provider } = sdk();
  const meter = provider.getMeter('kube-informers');
  const created = vi.spyOn(meter, 'createObservableGauge');
  const first = registerWithOpenTelemetry(meter, sources);
  const count = created.mock.calls.length;
  expect(() => registerWithOpenTelemetry(meter, sources)).toThrow(
    'has the metrics already: remove() their registration first, or pass all sources in one call',
  );
  expect(created).toHaveBeenCalledTimes(count);
  first.remove();
  const second = registerWithOpenTelemetry(meter, sources);
  first.remove();
  expect(() => registerWithOpenTelemetry(meter, sources)).toThrow('already');
  second.remove();
});

test('a meter without an SDK costs nothing', () => {
  const stats = vi.spyOn(sources.queues, 'stats');
  registerWithOpenTelemetry(createNoopMeter(), sources).remove();
  expect(stats).not.toHaveBeenCalled();
  stats.mockRestore();
});

test('every name is valid in OpenTelemetry', () => {
  for (const { name } of families) expect(`${name}_count`).toMatch(/^[a-z][a-z0-9_]{0,254}$/);
});

test.each([
  [undefined, 'meter of registerWithOpenTelemetry must have the methods createObservableCounter'],
  [{}, 'got object without createObservableCounter, createObservableGauge'],
  [sdk().provider, 'got object without createObservableCounter, createObservableGauge'],
])('refuses a meter without the methods: %#', (meter, message) => {
  expect(() => registerWithOpenTelemetry(meter as unknown as OpenTelemetryMeter, sources)).toThrow(message);
});

test('refuses wrong sources before anything is created', () => {
  const meter = sdk().provider.getMeter('kube-informers');
  const created = vi.spyOn(meter, 'createObservableCounter');
  expect(() => registerWithOpenTelemetry(meter, { queue: {} } as MetricSources)).toThrow(
    'did you mean queues?',
  );
  expect(created).not.toHaveBeenCalled();
});
