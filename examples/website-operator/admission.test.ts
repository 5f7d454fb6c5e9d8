// What the API server refuses and converts: by the rule of the definition, by the policy, and by the operator's webhooks.
// Runs on the embedded server, or on the cluster of KUBECONFIG; the webhooks run here, with the rights of rbac.yaml.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { isInvalid, readManifests, resources } from 'kube-informers';
import type { appsv1, corev1 } from 'kube-informers';
import { conversionLosses } from '@kube-informers/testing';
import { openCluster } from '../cluster.js';
import { websiteDefinition } from './definition.js';
import { websites } from './website.js';
import { oldWebsites, websiteWebhooks } from './webhooks.js';

const cluster = await openCluster('website-operator', 'website-operator/deploy/rbac.yaml');
const { admin, clientset, namespace, address } = cluster;
const webhooks = websiteWebhooks(clientset, {
  port: 0,
  host: address,
  certificates: {
    secret: { namespace, name: 'website-operator-tls' },
    hosts: [address],
    configuration: 'website-operator',
  },
});
const sites = admin.resource(websites, namespace);
const oldSites = admin.resource(oldWebsites, namespace);
const stop = new AbortController();
const ended = webhooks.run({ clientset, signal: stop.signal });
const applied: object[] = [];

async function manifest(name: string): Promise<string> {
  return readFile(new URL(`../../website-operator/deploy/${name}.yaml`, import.meta.url), 'utf8');
}

before(async () => {
  // A website from before the definition had its rule.
  const older = structuredClone(websiteDefinition);
  delete older.spec.conversion;
  for (const { schema } of older.spec.versions) delete schema?.openAPIV3Schema?.['x-kubernetes-validations'];
  await admin.apply([older]);
  await sites.create({
    metadata: { name: 'an.old.one', finalizers: ['example.com/dns'] },
    spec: { html: '' },
  });

  const url = `https://${address}:${await webhooks.listening()}`;
  for (const name of ['website', 'webhook', 'policy']) {
    // The API server finds this process by a URL.
    const text = (await manifest(name)).replaceAll(/service: \{.* path: (.*) \}/g, `url: ${url}$1`);
    const objects = await readManifests(text);
    await admin.apply(objects);
    applied.push(...objects);
  }
  // A server notices rules, policies and webhooks a moment after they were written.
  const probe = { metadata: { name: 'probe' } };
  await until(
    () => sites.create({ metadata: { name: 'pro.be' }, spec: { html: '' } }, { dryRun: true }),
    isInvalid,
  );
  await until(() => sites.create({ ...probe, spec: { html: '', replicas: 6 } }, { dryRun: true }), isInvalid);
  await until(() => sites.create({ ...probe, spec: { html: '' } }, { dryRun: true }), isDone);
  await until(() => oldSites.create({ ...probe, spec: { page: '' } }, { dryRun: true }), isDone);
});
after(async () => {
  stop.abort();
  await ended;
  await admin.delete(applied);
  await cluster[Symbol.asyncDispose]();
});

const isDone = (error: unknown): boolean => error === undefined;

/** Calls until the error, undefined if there is none, is what is waited for. */
async function until(call: () => Promise<unknown>, holds: (error: unknown) => boolean): Promise<void> {
  while (!holds(await errorOf(call())));
}

async function errorOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => undefined,
    (error: unknown) => error,
  );
}

/** The message with which the API server refuses an object. */
async function refusal(call: Promise<unknown>): Promise<string> {
  const error = await errorOf(call);
  assert.ok(isInvalid(error) && error instanceof Error, String(error));
  return error.message;
}

test('the rule of the definition refuses a name that is no part of a host name', async () => {
  const metadata = { name: 'a.b' };
  assert.match(await refusal(sites.create({ metadata, spec: { html: '' } })), /and no dots/);
  assert.match(await refusal(oldSites.create({ metadata, spec: { page: '' } })), /and no dots/);
});

test('a website from before the rule can still be changed and deleted', async () => {
  await sites.patch(
    'an.old.one',
    { metadata: { finalizers: null }, spec: { html: 'new' } },
    { type: 'merge' },
  );
  await sites.delete('an.old.one');
});

test('the policy refuses more than 5 replicas, in each version', async () => {
  const metadata = { name: 'crowd' };
  const many = sites.create({ metadata, spec: { html: '', replicas: 6 } });
  assert.match(await refusal(many), /a website has at most 5 replicas/);
  const manyOld = oldSites.create({ metadata, spec: { page: '', replicas: 6 } });
  assert.match(await refusal(manyOld), /a website has at most 5 replicas/);
});

test('the webhook refuses a host name that another namespace has', async () => {
  const metadata = { name: 'taken' };
  await admin.resource(websites, 'default').create({ metadata, spec: { html: '' } });
  const message = await refusal(oldSites.create({ metadata, spec: { page: '' } }));
  assert.match(message, /metadata.name: Invalid value: "taken": the namespace default has taken.example.com/);
});

test('a website of v1alpha1 is read and changed in v1, and back', async () => {
  await oldSites.create({ metadata: { name: 'old' }, spec: { page: 'hello', replicas: 2 } });
  assert.deepEqual((await sites.get('old')).spec, { html: 'hello', replicas: 2 });
  await sites.patch('old', { spec: { html: 'hi' } }, { type: 'merge' });
  assert.deepEqual((await oldSites.get('old')).spec, { page: 'hi', replicas: 2 });
});

test('no field is lost on the way to the other version and back', () => {
  assert.deepEqual(conversionLosses(webhooks, websiteDefinition), []);
});

test('the configuration sends what the webhooks are for', async () => {
  const service = { namespace: 'default', name: 'website-operator' };
  assert.deepEqual(
    (await readManifests(await manifest('webhook'))).slice(1),
    webhooks.configurations('website-operator', { service }),
  );
});

test('the Deployment has pods that the Service sends to, with the rights of the operator', async () => {
  const objects = await readManifests(await manifest('deployment'));
  await admin.apply(objects, { dryRun: true });
  const { template } = (objects[0] as object as appsv1.Deployment).spec ?? {};
  const [account] = await readManifests(await manifest('rbac'));
  assert.equal(template?.spec?.serviceAccountName, account?.metadata?.name);
  const [service] = await readManifests(await manifest('webhook'));
  assert.deepEqual((service as corev1.Service).spec?.selector, template?.metadata?.labels);
});

test('websites are stored in v1, which is read without the webhooks', async () => {
  await sites.create({ metadata: { name: 'new' }, spec: { html: 'hello' } });
  stop.abort();
  await ended;
  assert.equal((await sites.get('old')).spec.html, 'hi');
  assert.match(String(await errorOf(oldSites.get('new'))), /conversion webhook for example.com\/v1/);
  const definition = await admin
    .resource(resources.apiextensionsV1.customResourceDefinitions)
    .get('websites.example.com');
  assert.deepEqual(definition.status?.storedVersions, ['v1']);
});
