import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Clientset } from '../../src/client/clientset.js';
import { Controller } from '../../src/controller/controller.js';
import { setControllerReference } from '../../src/controller/objects/owner-references.js';
import { SharedInformerFactory } from '../../src/informers/shared-informer-factory.js';
import { isNotFound } from '../../src/meta/errors.js';
import { defineResource } from '../../src/meta/resource.js';
import type { KubernetesObject } from '../../src/meta/types.js';
import { systemClock } from '../../src/util/clock.js';
import { connect, freshNamespace } from './harness.js';

interface Website extends KubernetesObject {
  spec?: { text: string };
  status?: { served?: string };
}

const websites = defineResource<Website>({
  group: 'controller.example.com',
  version: 'v1',
  resource: 'websites',
  kind: 'Website',
  namespaced: true,
  subresources: ['status'],
});
const crdName = 'websites.controller.example.com';

let clientset: Clientset;
let namespace: string;

beforeAll(async () => {
  clientset = await connect();
  namespace = await freshNamespace(clientset);
});

afterAll(async () => {
  await clientset.apiextensionsV1().customResourceDefinitions().delete(crdName);
  await clientset.coreV1().namespaces().delete(namespace);
  await clientset.close();
});

async function until<T>(read: () => Promise<T>, holds: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await read();
    if (holds(value)) return value;
    await systemClock.sleep(50);
  }
}

test('a controller waits for its CRD, keeps what a Website owns, writes its status, and follows its deletion', async () => {
  const factory = new SharedInformerFactory(clientset, { namespace, onWatchError: () => undefined });
  const errors: Error[] = [];
  const deleted: string[] = [];
  const controller = new Controller<Website>('website', {
    clientset,
    for: factory.forResource(websites),
    owns: [factory.apps().v1().deployments(), factory.core().v1().configMaps()],
    onError: (error) => errors.push(error),
    reconcile: async ({ object: site, key, name, client }) => {
      if (site === undefined) return void deleted.push(key);
      const text = site.spec?.text ?? '';
      const labels = { site: name };
      const configMap = {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name, namespace },
        data: { text },
      };
      const deployment = {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name, namespace },
        spec: {
          selector: { matchLabels: labels },
          template: { metadata: { labels }, spec: { containers: [{ name: 'web', image: 'web' }] } },
        },
      };
      await client.apply(setControllerReference(site, configMap));
      await client.apply(setControllerReference(site, deployment));
      if (site.status?.served !== text) await client.updateStatus({ ...site, status: { served: text } });
    },
  });
  factory.start();
  const running = controller.run();
  try {
    await clientset
      .apiextensionsV1()
      .customResourceDefinitions()
      .create({
        metadata: { name: crdName },
        spec: {
          group: 'controller.example.com',
          scope: 'Namespaced',
          names: { plural: 'websites', singular: 'website', kind: 'Website' },
          versions: [
            {
              name: 'v1',
              served: true,
              storage: true,
              subresources: { status: {} },
              schema: {
                openAPIV3Schema: {
                  type: 'object',
                  properties: {
                    spec: { type: 'object', properties: { text: { type: 'string' } } },
                    status: { type: 'object', properties: { served: { type: 'string' } } },
                  },
                },
              },
            },
          ],
        },
      });
    const sites = clientset.resource(websites, namespace);
    const created = await until(
      () =>
        sites
          .create({ metadata: { name: 'a' }, spec: { text: 'one' } })
          .catch((error: unknown) => (isNotFound(error) ? undefined : Promise.reject(error as Error))),
      (site) => site !== undefined,
    );
    await until(
      () => sites.get('a'),
      ({ status }) => status?.served === 'one',
    );
    const configMaps = clientset.coreV1().configMaps(namespace);
    expect((await configMaps.get('a')).metadata?.ownerReferences?.[0]?.uid).toBe(created?.metadata?.uid);
    expect(
      (await clientset.appsV1().deployments(namespace).get('a')).metadata?.managedFields?.map(
        ({ manager }) => manager,
      ),
    ).toEqual(['website']);

    // Undone by the controller.
    await configMaps.patch('a', { data: { text: 'foreign' } }, { type: 'merge' });
    await until(
      () => configMaps.get('a'),
      ({ data }) => data?.['text'] === 'one',
    );

    await sites.patch('a', { spec: { text: 'two' } }, { type: 'merge' });
    await until(
      () => sites.get('a'),
      ({ status }) => status?.served === 'two',
    );
    await sites.delete('a');
    await until(
      async () => deleted,
      (keys) => keys.includes(`${namespace}/a`),
    );
    expect(errors).toEqual([]);
    expect(controller.stats()).toMatchObject({ ownWriteTimeoutsTotal: 0, loopsTotal: 0 });
  } finally {
    await controller.stop();
    await running;
    await factory.stop();
  }
});
