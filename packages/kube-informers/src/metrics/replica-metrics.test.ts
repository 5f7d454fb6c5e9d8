import { expect, test } from 'vitest';
import { Clientset } from '../client/clientset.js';
import { Manager } from '../controller/manager/manager.js';
import { newShardedCluster, site } from '../controller/sharded-controller.test-support.js';
import { EventRecorder } from '../events/event-recorder.js';
import type { EventClient } from '../events/event-recorder.js';
import { coreV1 } from '../resources/core-v1.js';
import { DeniedError } from '../webhook/errors.js';
import { Webhooks } from '../webhook/webhooks.js';
import { ask, certificates, review, website, websites } from '../webhook/webhooks.test-support.js';
import { metricsText } from './index.js';
import type { MetricSources } from './index.js';
import { parseMetrics } from './parse.test-support.js';

/** Values of the metric by the label, or by "" without one. */
function values(sources: MetricSources, name: string, label = ''): Record<string, number> {
  const samples = parseMetrics(metricsText(sources), 'prometheus').get(name)?.samples ?? [];
  return Object.fromEntries(samples.map((sample) => [sample.labels[label] ?? '', sample.value]));
}

test('a sharding reports its replicas and slots, once for all controllers that use it', async () => {
  const cluster = newShardedCluster();
  const a = cluster.replica('a');
  await cluster.clock.advance(2000);
  const b = cluster.replica('b');
  await cluster.clock.advance(8000);
  const stats = a.sharding.stats();
  expect(stats.owned.length).toBeGreaterThan(0);
  expect(stats.releasedSlots).toBeGreaterThan(0);
  for (const sources of [{ managers: a.manager }, { controllers: [a.controller, a.controller] }]) {
    const value = (name: string): number | undefined =>
      values(sources, `kube_informers_sharding_${name}`)[''];
    expect(value('replicas')).toBe(2);
    expect(value('all_slots')).toBe(16);
    expect(value('gained_slots_total')).toBe(stats.gainedSlots);
    expect(value('released_slots_total')).toBe(stats.releasedSlots);
    expect(value('lost_terms_total')).toBe(0);
    expect(value('failures_total')).toBe(0);
    expect(value('renewals_total')).toBe(stats.renewals);
    expect(value('active_runs')).toBe(0);
    expect(values(sources, 'kube_informers_sharding_slots', 'state')).toEqual({
      owned: stats.owned.length,
      draining: 0,
      waiting: 0,
    });
  }
  const owned = [a, b].map(
    ({ manager }) => values({ managers: manager }, 'kube_informers_sharding_slots', 'state')['owned'] ?? 0,
  );
  expect(owned.reduce((sum, each) => sum + each)).toBe(16);
});

test('writes of a replica that lost its slots are counted', async () => {
  const cluster = newShardedCluster();
  for (let index = 0; index < 5; index++) cluster.sites.add(site(index));
  const a = cluster.replica('a', {
    controller: {
      reconcile: ({ client, signal }) =>
        new Promise<void>((resolve) => {
          signal.addEventListener('abort', () => {
            const late = { metadata: { name: 'late' } };
            const write = client.resource(coreV1.configMaps, 'default').create(late);
            write.catch(() => undefined).finally(resolve);
          });
        }),
    },
  });
  await cluster.clock.advance(1000);
  const refused = (): Record<string, number> =>
    values({ controllers: a.controller }, 'kube_informers_refused_writes_total', 'controller');
  expect(refused()).toEqual({ website: 0 });
  a.disconnect();
  await cluster.clock.advance(20_000);
  expect(refused()).toEqual({ website: 5 });
  expect(values({ managers: a.manager }, 'kube_informers_sharding_lost_terms_total')).toEqual({ '': 1 });
});

test('an event recorder reports what it sent and what it dropped, and why', async () => {
  const client = {
    resource: () => ({ create: () => Promise.resolve({}), patch: () => Promise.resolve({}) }),
  } as unknown as EventClient;
  const recorder = new EventRecorder(client, { controller: 'website', spam: { burst: 1 } });
  const about = recorder.for({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', uid: 'u' } });
  about.normal('Created', 'first');
  about.normal('Created', 'second');
  about.normal('Created', 'third'); // waits in place of the second
  await recorder.flush();
  await recorder.stop();
  about.normal('Created', 'late');
  const read = (name: string, label = 'controller'): Record<string, number> =>
    values({ recorders: [recorder, recorder] }, `kube_informers_events_${name}`, label);
  expect(read('recorded_total')).toEqual({ website: 3 });
  expect(read('created_total')).toEqual({ website: 2 });
  expect(read('patched_total')).toEqual({ website: 0 });
  expect(read('retries_total')).toEqual({ website: 0 });
  expect(read('queued')).toEqual({ website: 0 });
  expect(read('dropped_total', 'reason')).toEqual({ ...recorder.stats().dropped, spam: 1, stopped: 1 });
});

test('the recorders of a manager are reported by the names of their controllers', async () => {
  const cluster = newShardedCluster();
  const { manager, controller } = cluster.replica('a', {
    controller: { reconcile: ({ events }) => events.normal('Seen', 'it is there') },
  });
  cluster.sites.add(site(1));
  await cluster.clock.advance(2000);
  const runs = controller.stats().reconcileTotal.success;
  expect(runs).toBeGreaterThan(0);
  expect(values({ managers: manager }, 'kube_informers_events_recorded_total', 'controller')).toEqual({
    website: runs,
  });
});

test('webhooks report their requests by handler, code and result, once with their manager', async () => {
  const webhooks = new Webhooks({ certificates }).validate(websites, ({ object }) => {
    if (object.spec?.replicas === 3) throw new DeniedError('too many');
  });
  for (const replicas of [1, 2, 3])
    await ask(webhooks, 'validate', review({ object: website({ replicas }) }));
  await ask(webhooks, 'validate', Buffer.from('rubbish'));
  const manager = new Manager(new Clientset({ host: 'http://127.0.0.1' }));
  manager.add(webhooks);
  const handler = 'validate websites.v1.example.com';
  for (const sources of [{ webhooks }, { managers: manager }, { managers: manager, webhooks }]) {
    const read = (name: string, label?: string): Record<string, number> => values(sources, name, label);
    const requests = 'controller_runtime_webhook_requests_total';
    expect(read(requests, 'webhook')).toEqual({ [handler]: 3, validate: 1 });
    expect(read(requests, 'code')).toEqual({ 200: 3, 400: 1 });
    expect(metricsText(sources)).toContain(
      `controller_runtime_webhook_latency_seconds_count{webhook="${handler}",code="200"} 3`,
    );
    expect(read('controller_runtime_webhook_requests_in_flight', 'webhook')).toEqual({
      [handler]: 0,
      validate: 0,
    });
    expect(metricsText(sources)).toContain(
      `kube_informers_webhook_answers_total{webhook="${handler}",result="refused"} 1`,
    );
    expect(read('kube_informers_webhook_timed_out_handlers', 'webhook')).toEqual({
      [handler]: 0,
      validate: 0,
    });
  }
});
