import { Registry as NewRegistry } from '@prometheus-io/client';
import * as promClient from 'prom-client';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { families } from './families.js';
import { metricsContentType, metricsText, registerWithPrometheus } from './index.js';
import type { MetricsFormat, PrometheusRegistry } from './index.js';
import { parseMetrics } from './parse.test-support.js';
import type { ParsedSample } from './parse.test-support.js';
import { grows, startSources } from './sources.test-support.js';
import type { RunningSources } from './sources.test-support.js';

let sources: RunningSources;
let stop: () => Promise<void>;
beforeAll(async () => ({ sources, stop } = await startSources()));
afterAll(() => stop());

interface RealRegistry extends PrometheusRegistry {
  metrics(): Promise<string>;
  getMetricsAsArray(): object[];
  getMetricsAsJSON(): Promise<object[]>;
  setContentType(type: string): void;
  setDefaultLabels(labels: object): void;
  resetMetrics(): void;
  clear(): void;
}

const libraries: [string, () => RealRegistry][] = [
  ['prom-client', () => new promClient.Registry() as unknown as RealRegistry],
  ['@prometheus-io/client', () => new NewRegistry() as unknown as RealRegistry],
];

/** The text of a registry without the lines that our parser does not take: blank ones, and metrics without samples. */
async function samplesOf(registry: RealRegistry, format: MetricsFormat): Promise<ParsedSample[]> {
  const text = (await registry.metrics())
    .replaceAll(/\n{2,}/g, '\n')
    .replaceAll(/^# HELP .*\n# TYPE .*\n(?=# (?:HELP|EOF)|$(?![^]))/gm, '');
  return flat(text, format);
}

const flat = (text: string, format: MetricsFormat): ParsedSample[] =>
  [...parseMetrics(text, format).values()]
    .flatMap(({ samples }) => samples)
    .filter(({ name }) => !grows(name))
    .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

test('registries are accepted as their libraries type them', () => {
  registerWithPrometheus(new promClient.Registry(), sources).remove();
  registerWithPrometheus(new promClient.AggregatorRegistry(), sources).remove();
  registerWithPrometheus(new NewRegistry(), sources).remove();
});

describe.each(libraries)('%s', (_name, create) => {
  test.each(['prometheus', 'openmetrics'] as const)('%s text has what metricsText has', async (format) => {
    const registry = create();
    registerWithPrometheus(registry, sources);
    registry.setContentType(metricsContentType[format]);
    const read = await samplesOf(registry, format);
    expect(read).toEqual(flat(metricsText(sources, format), format));
    expect(read.some(({ name }) => name === 'informer_processing_latency_seconds_bucket')).toBe(true);
  });

  test('its format may change with each scrape', async () => {
    const registry = create();
    registerWithPrometheus(registry, sources);
    for (const format of ['openmetrics', 'prometheus', 'openmetrics'] as const) {
      registry.setContentType(metricsContentType[format]);
      expect(await samplesOf(registry, format)).toEqual(flat(metricsText(sources, format), format));
    }
  });

  test('default labels are added, and those of the metrics stay', async () => {
    const registry = create();
    registry.setDefaultLabels({ pod: 'web-1', name: 'other' });
    registerWithPrometheus(registry, sources);
    const depth = (await samplesOf(registry, 'prometheus')).find(({ name }) => name === 'workqueue_depth');
    expect(depth?.labels).toMatchObject({ pod: 'web-1', name: 'mine' });
    expect(await registry.getMetricsAsJSON()).toContainEqual(
      expect.objectContaining({
        name: 'workqueue_depth',
        type: 'gauge',
        aggregator: 'max',
        values: [{ labels: expect.objectContaining({ pod: 'web-1', name: 'mine' }) as unknown, value: 1 }],
      }),
    );
  });

  test('the statistics are read once a scrape, and again for the next', async () => {
    const registry = create();
    registerWithPrometheus(registry, sources);
    const stats = vi.spyOn(sources.queues, 'stats');
    await registry.metrics();
    expect(stats).toHaveBeenCalledTimes(1);
    await registry.metrics();
    expect(stats).toHaveBeenCalledTimes(2);
    stats.mockRestore();
  });

  test('a failure to read rejects the scrape, and the next one succeeds', async () => {
    const registry = create();
    registerWithPrometheus(registry, sources);
    const stats = vi.spyOn(sources.queues, 'stats').mockImplementation(() => {
      throw new Error('no statistics');
    });
    await expect(registry.metrics()).rejects.toThrow('no statistics');
    stats.mockRestore();
    expect(await registry.metrics()).toContain('workqueue_depth');
  });

  test('resetMetrics changes nothing', async () => {
    const registry = create();
    registerWithPrometheus(registry, sources);
    const before = await samplesOf(registry, 'prometheus');
    registry.resetMetrics();
    expect(await samplesOf(registry, 'prometheus')).toEqual(before);
  });

  test('remove takes all of them back, and no others', () => {
    const registry = create();
    const own = { name: 'mine', type: 'gauge', help: '', get: () => undefined };
    registry.registerMetric(own as never);
    const metrics = registerWithPrometheus(registry, sources);
    expect(registry.getMetricsAsArray()).toHaveLength(families.length + 1);
    metrics.remove();
    expect(registry.getMetricsAsArray()).toEqual([own]);
    const again = registerWithPrometheus(registry, sources);
    metrics.remove();
    expect(registry.getMetricsAsArray()).toHaveLength(families.length + 1);
    again[Symbol.dispose]();
    expect(registry.getMetricsAsArray()).toEqual([own]);
  });

  test('after clear, remove keeps what was registered since', () => {
    const registry = create();
    const metrics = registerWithPrometheus(registry, sources);
    registry.clear();
    registerWithPrometheus(registry, sources);
    metrics.remove();
    expect(registry.getMetricsAsArray()).toHaveLength(families.length);
  });

  test('a second registration is refused before anything is registered', () => {
    const registry = create();
    registerWithPrometheus(registry, sources);
    expect(() => registerWithPrometheus(registry, sources)).toThrow(
      'has the metric informer_queued_items already: remove() its registration first, or pass all sources in one call',
    );
    const other = create();
    other.registerMetric({ name: 'workqueue_depth', type: 'gauge', help: '' } as never);
    expect(() => registerWithPrometheus(other, sources)).toThrow('has the metric workqueue_depth already');
    expect(other.getMetricsAsArray()).toHaveLength(1);
  });

  test('a registration that fails in the middle leaves the registry unchanged', () => {
    const registry = create();
    const register = registry.registerMetric.bind(registry);
    let calls = 0;
    registry.registerMetric = (metric) => {
      if (++calls === 5) throw new Error('full');
      register(metric);
    };
    expect(() => registerWithPrometheus(registry, sources)).toThrow('full');
    expect(registry.getMetricsAsArray()).toEqual([]);
  });
});

test.each([
  [undefined, 'got undefined without registerMetric, getSingleMetric, removeSingleMetric'],
  [{}, 'got object without registerMetric, getSingleMetric, removeSingleMetric'],
  [promClient, 'got object without registerMetric, getSingleMetric, removeSingleMetric'],
  [Promise.resolve(), 'a Promise: await it first'],
])('refuses a registry without the methods: %#', (registry, message) => {
  expect(() => registerWithPrometheus(registry as unknown as PrometheusRegistry, sources)).toThrow(message);
});

test('refuses wrong sources before anything is registered', () => {
  const registry = new promClient.Registry();
  expect(() => registerWithPrometheus(registry, { factories: {} as never })).toThrow(
    'factories of the sources of metrics',
  );
  expect(registry.getMetricsAsArray()).toEqual([]);
});
