import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ApiServer } from '@kube-informers/testing';
import { Clientset } from '../client/clientset.js';
import { Controller } from '../controller/controller.js';
import { SharedInformerFactory } from '../factories/shared-informer-factory.js';
import type { EventRecorder } from '../events/event-recorder.js';
import { LeaderElector } from '../leaderelection/leader-elector.js';
import { WorkQueue } from '../workqueue/work-queue.js';
import { families, knownCode, knownStatus } from './families.js';
import { metricsText } from './index.js';
import type { MetricSources } from './index.js';
import { boundText } from './family.js';
import { familyText } from './text.js';
import { parseMetrics } from './parse.test-support.js';
import type { ParsedSample } from './parse.test-support.js';
import { RestClient } from '../rest/rest-client.js';
import type { RestClientStats } from '../rest/request-sender.js';
import type { Snapshot } from './sources.js';

const nothing: Snapshot = {
  informers: [],
  clients: [],
  execCalls: [],
  queues: [],
  controllers: [],
  electors: [],
  shardings: [],
  recorders: [],
  webhooks: [],
};

let server: ApiServer;
let clientset: Clientset;
let factory: SharedInformerFactory;
beforeAll(async () => {
  server = await ApiServer.start();
  clientset = new Clientset({ host: server.url });
  await clientset
    .coreV1()
    .configMaps('default')
    .create({ metadata: { name: 'a' } });
  factory = new SharedInformerFactory(clientset);
  const informer = factory.core().v1().configMaps().informer();
  informer.addEventHandler({ onAdd() {} }, { name: 'my "handler"' });
  factory.start();
  await factory.waitForCacheSync();
});
afterAll(async () => {
  await factory.stop();
  await clientset.close();
  await server.stop();
});

/** Samples of one name, as `labels=value`. */
function samples(sources: MetricSources, name: string, family = name): readonly ParsedSample[] {
  const found = parseMetrics(metricsText(sources), 'prometheus').get(family)?.samples ?? [];
  return found.filter((sample) => sample.name === name);
}

describe('metricsText', () => {
  test.each(['prometheus', 'openmetrics'] as const)('%s text has the numbers of stats()', (format) => {
    const parsed = parseMetrics(metricsText({ factories: factory }, format), format);
    const [informer] = factory.informers();
    const stats = informer?.stats();
    const labels = { name: '', group: '', version: 'v1', resource: 'configmaps', informer: informer?.name };
    expect(parsed.get('kube_informers_store_objects')?.samples).toEqual([
      { name: 'kube_informers_store_objects', labels, value: stats?.store.objects },
    ]);
    const counter = format === 'openmetrics' ? 'kube_informers_lists' : 'kube_informers_lists_total';
    expect(
      Object.fromEntries(parsed.get(counter)?.samples.map((each) => [each.labels.reason, each.value]) ?? []),
    ).toEqual(stats?.listWatch.lists);
    expect(parsed.get('kube_informers_handler_backlog')?.samples[0]?.labels.handler).toBe('my "handler"');

    const latency = parsed.get('informer_processing_latency_seconds')?.samples ?? [];
    const { processingSeconds } = stats?.queue ?? {};
    const values = (suffix: string): number[] =>
      latency.filter(({ name }) => name.endsWith(suffix)).map(({ value }) => value);
    expect(values('_bucket')).toEqual([
      ...(processingSeconds?.buckets.map(({ count }) => count) ?? []),
      processingSeconds?.count,
    ]);
    expect(values('_sum')).toEqual([processingSeconds?.sum]);
    expect(values('_count')).toEqual([processingSeconds?.count]);
    expect(processingSeconds?.count).toBeGreaterThan(0);
    expect(latency.at(-3)?.labels.le).toBe('+Inf');
    expect(latency.find(({ value }) => value >= 0)?.labels.le).toBe('0.001');
  });

  test('has the phase of an informer as 1 of nine', () => {
    const phases = samples({ factories: factory }, 'kube_informers_phase');
    expect(phases).toHaveLength(9);
    expect(phases.filter(({ value }) => value === 1).map(({ labels }) => labels.phase)).toEqual([
      factory.informers()[0]?.state.phase,
    ]);
  });

  test('adds up two clients of one server, and counts a client that is given twice once', async () => {
    const other = new Clientset({ host: server.url });
    await other.coreV1().configMaps('default').list();
    const requests = (sources: MetricSources): number =>
      samples(sources, 'rest_client_requests_total').reduce((sum, { value }) => sum + value, 0);
    const one = requests({ clients: clientset.restClient });
    expect(one).toBeGreaterThan(0);
    expect(requests({ clients: [clientset.restClient, other.restClient, other.restClient] })).toBe(one + 1);
    await other.close();
  });

  test('has the bytes of clients, and the runs of a credential plugin that they share once', async () => {
    const provider = {
      credentials: () => Promise.resolve({}),
      invalidate: () => false,
      execCalls: [
        { exitCode: 0, status: 'no_error', count: 3 },
        { exitCode: 1, status: 'plugin_not_found_error', count: 1 },
      ],
    } as const;
    await using one = new Clientset({ host: server.url, provider });
    await using two = new Clientset({ host: server.url, provider });
    await one.coreV1().configMaps('default').list();
    const clients = [one.restClient, two.restClient];
    const { receivedBytes } = one.stats();
    expect(receivedBytes).toBeGreaterThan(100);
    expect(samples({ clients }, 'kube_informers_received_bytes_total')).toMatchObject([
      { value: receivedBytes },
    ]);
    expect(samples({ clients }, 'kube_informers_sent_bytes_total')).toMatchObject([{ value: 0 }]);
    expect(samples({ clients }, 'rest_client_exec_plugin_call_total')).toMatchObject([
      { labels: { code: '0', call_status: 'no_error' }, value: 3 },
      { labels: { code: '1', call_status: 'plugin_not_found_error' }, value: 1 },
    ]);
  });

  test('has the queues, controllers and electors that it is given', () => {
    const queue = new WorkQueue<string>({ name: 'mine' });
    queue.add('a');
    queue.add('b', { priority: -100 });
    const controller = new Controller('tidy', { for: factory.core().v1().configMaps(), reconcile: () => {} });
    const elector = new LeaderElector(clientset, {
      namespace: 'default',
      name: 'lease',
      identity: 'me',
    });
    const sources = { queues: queue, controllers: controller, electors: elector };
    expect(samples(sources, 'workqueue_depth').filter(({ labels }) => labels.name === 'mine')).toEqual([
      { name: 'workqueue_depth', labels: { name: 'mine', controller: '', priority: '0' }, value: 1 },
      { name: 'workqueue_depth', labels: { name: 'mine', controller: '', priority: '-100' }, value: 1 },
    ]);
    expect(samples(sources, 'controller_runtime_reconcile_total').map(({ labels }) => labels)).toEqual(
      ['success', 'error', 'requeue', 'requeue_after'].map((result) => ({ controller: 'tidy', result })),
    );
    expect(samples(sources, 'leader_election_master_status')).toEqual([
      { name: 'leader_election_master_status', labels: { name: elector.stats().name }, value: 0 },
    ]);
    queue.shutDown();
  });

  test('names informers by their factory: by its name, or by its number', () => {
    const named = new SharedInformerFactory(clientset, { name: 'metrics-test' });
    named.core().v1().pods().informer();
    const names = samples({ factories: [factory, named] }, 'informer_queued_items').map(
      ({ labels }) => labels.name,
    );
    expect(names).toEqual(['1', 'metrics-test']);
  });

  test('has the size of each index by its name, and never a value', () => {
    const [informer] = factory.informers();
    informer?.addIndexers({ first: () => ['x', 'y'] });
    const sizes = samples({ factories: factory }, 'kube_informers_index_values');
    expect(Object.fromEntries(sizes.map(({ labels, value }) => [labels.index, value]))).toEqual({
      ...informer?.stats().store.indexes,
      first: 2,
    });
    expect(sizes.length).toBeGreaterThan(0);
  });

  test('of two clients of one server, the credentials that expire first count', () => {
    const client = (credentialsExpireAtMs: number | undefined): RestClientStats => ({
      ...clientset.restClient.stats(),
      host: 'a',
      credentialsExpireAtMs,
    });
    const read = (...times: (number | undefined)[]): unknown =>
      families
        .find(({ name }) => name === 'kube_informers_credentials_expire_timestamp_seconds')
        ?.read({ ...nothing, clients: times.map(client) });
    expect(read(undefined)).toEqual([]);
    expect(read(9000, undefined, 5000, 7000)).toEqual([{ labels: ['a'], value: 5 }]);
  });

  test('has the bytes and reads of a compact cache', () => {
    const [informer] = factory.informers();
    if (informer === undefined) throw new Error('no informer');
    const stats = informer.stats();
    const cacheFormat = { bytes: 100, hotObjects: 1, hits: 7, misses: 2 };
    const snapshot = {
      ...nothing,
      informers: [
        { program: '', health: informer.health, stats: { ...stats, store: { ...stats.store, cacheFormat } } },
      ],
    };
    const read = (name: string): unknown =>
      families
        .find((family) => family.name === name)
        ?.read(snapshot)
        .map(({ labels, value }) => [labels.at(-1), value]);
    expect(read('kube_informers_compact_bytes')).toEqual([[informer.name, 100]]);
    expect(read('kube_informers_compact_reads_total')).toEqual([
      ['hit', 7],
      ['miss', 2],
    ]);
    expect(samples({ factories: factory }, 'kube_informers_compact_bytes')).toEqual([]);
  });

  test('reports at most 25 priorities as series', () => {
    const queue = new WorkQueue<string>({ name: 'many' });
    for (let priority = 1; priority <= 40; priority++) queue.add(String(priority), { priority });
    const depths = samples({ queues: queue }, 'workqueue_depth');
    expect(depths).toHaveLength(27);
    expect(depths.at(-1)).toMatchObject({ labels: { priority: 'other' }, value: 15 });
    queue.shutDown();
  });

  test.each([
    [{ factories: {} as SharedInformerFactory }, 'factories of the sources of metrics'],
    [{ queues: {} as WorkQueue<string> }, 'queues of the sources of metrics'],
    [{ recorders: {} as EventRecorder }, 'recorders of the sources of metrics'],
    [{ factory: {} } as MetricSources, 'did you mean factories?'],
  ])('refuses wrong sources: %j', (sources, message) => {
    expect(() => metricsText(sources)).toThrow(message);
  });

  test('nothing is left of 10,000 handlers, queues and clients that came and went', async () => {
    const [informer] = factory.informers();
    const sources = { factories: factory, queues: [] as WorkQueue<string>[], clients: [] as RestClient[] };
    const names = (): string[] => metricsText(sources).match(/^\S+/gm) ?? [];
    const before = names();
    for (let index = 0; index < 10_000; index++) {
      const registration = informer?.addEventHandler({ onAdd() {} }, { name: `handler-${index}` });
      const queue = new WorkQueue<string>({ name: `queue-${index}` });
      const client = new RestClient({ host: `http://host-${index}` });
      sources.queues.push(queue);
      sources.clients.push(client);
      if (index % 1000 === 0) expect(names().length).toBeGreaterThan(before.length);
      sources.queues.pop();
      sources.clients.pop();
      registration?.remove();
      queue.shutDown();
      await client.close();
    }
    expect(names()).toEqual(before);
  });

  test('refuses an unknown format', () => {
    expect(() => metricsText({}, 'json' as 'prometheus')).toThrow(
      'must be prometheus or openmetrics, got "json"',
    );
  });

  test('without sources is empty, and still ends as OpenMetrics must', () => {
    expect(metricsText({})).toBe('');
    expect(metricsText({}, 'openmetrics')).toBe('# EOF\n');
  });
});

test.each(['prometheus', 'openmetrics'] as const)(
  '%s: every label value and help text is read back',
  (format) => {
    const text = fc.string({
      unit: fc.constantFrom('a', '"', '\\', '\n', 'n', ',', '}', '{', '=', ' ', 'é', '💥'),
    });
    fc.assert(
      fc.property(text, text, fc.double(), (value, help, number) => {
        const family = { name: 'x', type: 'gauge', help, labels: ['a', 'b'], read: () => [] } as const;
        const written = familyText(family, [{ labels: [value, ''], value: number }], format);
        const end = format === 'openmetrics' ? '# EOF\n' : '';
        const parsed = parseMetrics(`${written}${end}`, format).get('x');
        expect(parsed?.help).toBe(help);
        expect(parsed?.samples).toEqual([
          {
            name: 'x',
            labels: { a: value, b: '' },
            value: expect.toSatisfy((read: number) => read === number || Object.is(read, number)),
          },
        ]);
      }),
    );
  },
);

test('lone surrogates, which UTF-8 does not have, are replaced, and names that become equal are one series', () => {
  const queues = ['\uD800', '\uD801'].map((name) => new WorkQueue<string>({ name }));
  for (const queue of queues) queue.add('a');
  const parsed = parseMetrics(metricsText({ queues }), 'prometheus');
  expect(parsed.get('workqueue_adds_total')?.samples).toEqual([
    { name: 'workqueue_adds_total', labels: { name: '\uFFFD', controller: '' }, value: 2 },
  ]);
  for (const queue of queues) queue.shutDown();
});

test('bounds of buckets are written as Go writes them', () => {
  const text = (isOpen: boolean): string[] =>
    [1e-8, 1e-5, 0.001, 1, 2.5, 1000].map((le) => boundText(le, isOpen));
  expect(text(false)).toEqual(['1e-08', '1e-05', '0.001', '1', '2.5', '1000']);
  expect(text(true)).toEqual(['1e-08', '1e-05', '0.001', '1.0', '2.5', '1000.0']);
});

test('codes that a server or a source makes up are `other`', () => {
  expect(['200', '<error>', '418', '999', '1234', 'x'].map(knownStatus)).toEqual([
    '200',
    '<error>',
    '418',
    'other',
    'other',
    'other',
  ]);
  expect(
    ['410', 'ERR_WATCH_CUT', 'ECONNRESET', 'UND_ERR_SOCKET', 'E\n', 'pod-7', 'other'].map(knownCode),
  ).toEqual(['410', 'ERR_WATCH_CUT', 'ECONNRESET', 'UND_ERR_SOCKET', 'other', 'other', 'other']);
});

const requestBuckets = '0.005 0.025 0.1 0.25 0.5 1 2 4 8 15 30 60';
const queueBuckets = '1e-08 1e-07 1e-06 1e-05 0.0001 0.001 0.01 0.1 1 10 100 1000';

// component-base 0.36 and controller-runtime 1.37; of the queues, those of controller-runtime.
test.each([
  ['informer_processing_latency_seconds', '0.001 0.005 0.01 0.025 0.05 0.1 0.25 0.5 1 2.5 5 10'],
  ['rest_client_request_duration_seconds', requestBuckets],
  ['rest_client_rate_limiter_duration_seconds', requestBuckets],
  ['workqueue_queue_duration_seconds', queueBuckets],
  ['workqueue_work_duration_seconds', queueBuckets],
  [
    'controller_runtime_reconcile_time_seconds',
    '0.005 0.01 0.025 0.05 0.1 0.15 0.2 0.25 0.3 0.35 0.4 0.45 0.5 0.6 0.7 0.8 0.9 1 1.25 1.5 1.75 2 2.5 3 3.5 4 4.5 5 6 7 8 9 10 15 20 25 30 40 50 60',
  ],
])("%s has Go's buckets", async (name, buckets) => {
  const controllers = new Controller('tidy', { for: factory.core().v1().configMaps(), reconcile: () => {} });
  const limited = new Clientset({ host: server.url, qps: 100, burst: 100 });
  await limited.coreV1().configMaps('default').list();
  const found = samples(
    { factories: factory, controllers, clients: limited.restClient },
    `${name}_bucket`,
    name,
  );
  const bounds = found.map(({ labels }) => labels.le);
  expect(bounds.slice(0, bounds.indexOf('+Inf') + 1).join(' ')).toBe(`${buckets} +Inf`);
  await limited.close();
});

test('metrics of client-go and controller-runtime have their labels', () => {
  const labels = (name: string): readonly string[] | undefined =>
    families.find((each) => each.name === name)?.labels;
  expect(labels('rest_client_requests_total')).toEqual(['host', 'code', 'method']);
  expect(labels('rest_client_request_duration_seconds')).toEqual(['host', 'verb']);
  expect(labels('workqueue_depth')).toEqual(['name', 'controller', 'priority']);
  expect(labels('leader_election_slowpath_total')).toEqual(['name']);
});
