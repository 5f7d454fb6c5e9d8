/**
 * Informers with their own scopes: several namespaces in one cache, added and removed while it runs, and a custom
 * resource whose definition is installed after the informer has started.
 */
import { defineResource, ReflectorError, resources, SharedInformerFactory, waitFor } from 'kube-informers';
import type { KubernetesObject } from 'kube-informers';
import { openCluster, podNamed, say } from './cluster.js';

const { coreV1, apiextensionsV1 } = resources;

await using cluster = await openCluster('scopes');
const { admin, clientset, namespace } = cluster;
const second = `${namespace}-2`;
await admin.resource(coreV1.namespaces).create({ metadata: { name: second } });
await cluster.allow(second);
for (const [name, where] of [
  ['web', namespace],
  ['database', namespace],
  ['web', second],
] as const) {
  await admin.resource(coreV1.pods, where).create(podNamed(name, { app: name }));
}

const factory = new SharedInformerFactory(clientset);

// One list and watch for each namespace, one cache, one set of handlers. Every request for an equal scope shares it.
const pods = factory
  .core()
  .v1()
  .pods({ namespaces: [namespace], labelSelector: 'app=web' });
const informer = pods.informer();
const registration = informer.addEventHandler({
  onAdd: ({ metadata }) => say(`added ${short(metadata?.namespace)}/${metadata?.name}`),
  onDelete: ({ key, leftScope }) => say(`${leftScope ? 'out of scope:' : 'deleted'} ${short(key)}`),
});
factory.start();
await factory.waitForCacheSync();
await registration.synced;
say(`the cache has ${pods.lister().list().length} pod`);

// Only the new namespace is listed.
await informer.addNamespace(second).synced;
say(`with the second namespace it has ${pods.lister().list().length}`);
informer.removeNamespace(second);
say(`and without it ${pods.lister().list().length}: nothing was deleted on the server`);

// A resource that the server does not have yet.
const group = 'scopes.example.com';
const widgets = defineResource<KubernetesObject>({
  group,
  version: 'v1',
  resource: 'widgets',
  kind: 'Widget',
  namespaced: true,
});
const widgetInformer = factory.forResource(widgets, { namespace }).informer();
const found = new Promise<string | undefined>((resolve) => {
  widgetInformer.addEventHandler({ onAdd: ({ metadata }) => resolve(metadata?.name) });
});
const absent = new Promise<void>((resolve) => {
  widgetInformer.setWatchErrorHandler((error) => {
    say(`reported: ${error.message.split(';')[0]}`);
    if (error instanceof ReflectorError && error.code === 'ERR_RESOURCE_ABSENT') resolve();
  });
});
factory.start();
await absent;
say(`absent: ${widgetInformer.isAbsent}, in sync: ${widgetInformer.hasSynced}`);
await install();
await widgetInformer.synced;
await admin
  .resource(widgets, namespace)
  .create({ apiVersion: `${group}/v1`, kind: 'Widget', metadata: { name: 'first' } });
say(`absent: ${widgetInformer.isAbsent}, found ${await found}`);

await factory.stop();
const definitions = admin.resource(apiextensionsV1.customResourceDefinitions);
await definitions.delete(`widgets.${group}`);
await waitFor(admin, apiextensionsV1.customResourceDefinitions, `widgets.${group}`, 'delete');
await admin.resource(coreV1.namespaces).delete(second);

async function install(): Promise<void> {
  await admin.resource(apiextensionsV1.customResourceDefinitions).create({
    metadata: { name: `widgets.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural: 'widgets', singular: 'widget', kind: 'Widget' },
      versions: [
        { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } },
      ],
    },
  });
}

/** Names of namespaces are generated: `1/web` and `2/web` are easier to read. */
function short(text = ''): string {
  return text.replace(second, '2').replace(namespace, '1');
}
