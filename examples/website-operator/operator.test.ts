// How to test a controller: on the embedded API server, through a fault proxy and on a fake clock, with Node's test runner.
// Run it with `npm run examples`.
import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { Clientset, resources, waitFor } from 'kube-informers';
import { isConditionTrue } from 'kube-informers/controller';
import type { ManagerOptions } from 'kube-informers/controller';
import { ApiServer } from '@kube-informers/testing';
import { FakeClock, FaultProxy, faults } from '@kube-informers/testing';
import { websiteOperator } from './operator.js';
import type { Dns } from './operator.js';
import { websiteDefinition } from './definition.js';
import { websites } from './website.js';

const users = { 'operator-token': { name: 'system:serviceaccount:default:website-operator' } };
const server = await ApiServer.start({ authorizer: 'rbac', users });
const proxy = await FaultProxy.start({ target: { host: server.url } });
const direct = new Clientset({ host: server.url });
const sites = direct.resource(websites, 'default');

/** Runs the operator through the proxy until the test ends. */
async function operate(dns: Dns, work: () => Promise<void>, options: ManagerOptions = {}): Promise<void> {
  const credentials = { authorization: 'Bearer operator-token' };
  const clientset = new Clientset({ host: proxy.url, credentials });
  const stop = new AbortController();
  const ended = websiteOperator(clientset, dns, options).run({ signal: stop.signal });
  try {
    await work();
  } finally {
    stop.abort();
    await ended;
    await clientset.close();
  }
}

const noDns: Dns = { publish: () => Promise.resolve(), withdraw: () => Promise.resolve() };

async function isApplied(name: string): Promise<void> {
  await waitFor(direct, websites, name, (site) => site?.status?.observedGeneration === 1);
}

async function isGone(name: string): Promise<void> {
  await waitFor(direct, websites, name, 'delete');
}

before(async () => {
  // The rights of the operator are those that it has in a cluster.
  await direct.apply(
    await readFile(new URL('../../website-operator/deploy/rbac.yaml', import.meta.url), 'utf8'),
  );
  await direct.resource(resources.apiextensionsV1.customResourceDefinitions).create(websiteDefinition);
});
after(async () => {
  await direct.close();
  await proxy.stop();
  await server.stop();
});

test('a website has a ConfigMap and a Deployment that it owns', async () => {
  await operate(noDns, async () => {
    const site = await sites.create({ metadata: { name: 'a' }, spec: { html: '<p>a</p>' } });
    await isApplied('a');
    const page = await direct.resource(resources.coreV1.configMaps, 'default').get('website-a');
    assert.equal(page.data?.['index.html'], '<p>a</p>');
    assert.equal(page.metadata?.ownerReferences?.[0]?.uid, site.metadata?.uid);
    await direct.resource(resources.appsV1.deployments, 'default').get('website-a');
  });
});

test('a website is ready when the pods of its Deployment are available', async () => {
  await operate(noDns, async () => {
    await sites.create({ metadata: { name: 'r' }, spec: { html: '<p>r</p>', replicas: 2 } });
    await isApplied('r');
    assert.equal(isConditionTrue((await sites.get('r')).status?.conditions, 'Ready'), false);
    // What the cluster's own controllers would write.
    const deployments = direct.resource(resources.appsV1.deployments, 'default');
    const status = { replicas: 2, readyReplicas: 2, availableReplicas: 2 };
    await deployments.patch('website-r', { status }, { type: 'merge', subresource: 'status' });
    await waitFor(direct, websites, 'r', (site) => isConditionTrue(site?.status?.conditions, 'Ready'));
  });
});

test('an API server that fails delays a website, and does not lose it', async () => {
  const outage = proxy.inject(faults.answer(503), { verbs: ['patch'], times: 5 });
  await operate(noDns, async () => {
    await sites.create({ metadata: { name: 'b' }, spec: { html: '<p>b</p>' } });
    await outage.hit(5);
    await isApplied('b');
  });
});

test('a website is deleted after its DNS record was withdrawn', async () => {
  const log: string[] = [];
  const dns = {
    publish: (host: string) => Promise.resolve(void log.push(`publish ${host}`)),
    withdraw: (host: string) => Promise.resolve(void log.push(`withdraw ${host}`)),
  };
  await operate(dns, async () => {
    await sites.create({ metadata: { name: 'c' }, spec: { html: '<p>c</p>' } });
    await isApplied('c');
    await sites.delete('c');
    await isGone('c');
    const records = log.filter((line) => line.endsWith(' c.example.com'));
    assert.equal(records[0], 'publish c.example.com');
    assert.deepEqual(
      records.filter((line) => line.startsWith('withdraw')),
      ['withdraw c.example.com'],
    );
  });
});

test('a website stays while its DNS provider is down for a day, and is deleted after that', async () => {
  const clock = new FakeClock();
  let isUp = false;
  let tries = 0;
  const log = new EventEmitter();
  const dns = {
    ...noDns,
    withdraw: async () => {
      tries++;
      log.emit('try');
      if (!isUp) throw new Error('the DNS provider is down');
    },
  };
  const work = async (): Promise<void> => {
    await sites.create({ metadata: { name: 'd' }, spec: { html: '<p>d</p>' } });
    await isApplied('d');
    const firstTry = once(log, 'try');
    await sites.delete('d');
    await firstTry;
    // The retries: after 5 ms, then twice as long each time, at most 1000 seconds.
    await clock.advance(24 * 3_600_000);
    assert.ok(tries > 100 && tries < 120, `${tries} tries`);
    await sites.get('d');
    isUp = true;
    await clock.advance(1_000_000);
    await isGone('d');
  };
  await operate(dns, work, { clock });
});
