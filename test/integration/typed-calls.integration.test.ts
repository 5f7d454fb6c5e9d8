import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Clientset } from '../../packages/kube-informers/src/client/clientset.js';
import { SharedInformerFactory } from '../../packages/kube-informers/src/factories/shared-informer-factory.js';
import { defineResource } from '../../packages/kube-informers/src/meta/resource.js';
import type { KubernetesObject } from '../../packages/kube-informers/src/meta/types.js';
import { coreV1 } from '../../packages/kube-informers/src/resources/core-v1.js';
import type { DeepReadonly } from '../../packages/kube-informers/src/util/deep-readonly.js';
import { connect, connectReader, freshNamespace } from './harness.js';

interface Shirt extends KubernetesObject {
  spec?: { color?: string; replicas?: number };
}

const shirts = defineResource<Shirt>({
  group: 'typed.example.com',
  version: 'v1',
  resource: 'shirts',
  kind: 'Shirt',
  namespaced: true,
  subresources: ['scale'],
  selectableFields: ['.spec.color'],
});
const crdName = 'shirts.typed.example.com';

let clientset: Clientset;
let namespace: string;

beforeAll(async () => {
  clientset = await connect();
  namespace = await freshNamespace(clientset);
});

afterAll(async () => {
  const definitions = clientset.apiextensionsV1().customResourceDefinitions();
  await definitions.delete(crdName).catch(() => undefined);
  await clientset.close();
});

const names = (objects: readonly DeepReadonly<KubernetesObject>[]) =>
  objects.map(({ metadata }) => metadata?.name ?? '').toSorted();

test('a lister selects by the selectable fields of a custom resource as the server does; a scale is set', async () => {
  const color = { type: 'string' };
  await clientset
    .apiextensionsV1()
    .customResourceDefinitions()
    .create({
      metadata: { name: crdName },
      spec: {
        group: shirts.group,
        scope: 'Namespaced',
        names: { plural: 'shirts', kind: 'Shirt' },
        versions: [
          {
            name: 'v1',
            served: true,
            storage: true,
            selectableFields: [{ jsonPath: '.spec.color' }],
            subresources: {
              scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' },
            },
            schema: {
              openAPIV3Schema: {
                type: 'object',
                properties: {
                  spec: { type: 'object', properties: { color, replicas: { type: 'integer' } } },
                  status: { type: 'object', properties: { replicas: { type: 'integer' } } },
                },
              },
            },
          },
        ],
      },
    });
  const client = clientset.resource(shirts, namespace);
  await expect
    .poll(
      () =>
        client.list().then(
          () => true,
          () => false,
        ),
      { timeout: 30_000 },
    )
    .toBe(true);
  await client.create({ metadata: { name: 'red' }, spec: { color: 'red', replicas: 1 } });
  await client.create({ metadata: { name: 'blue' }, spec: { color: 'blue' } });
  await client.create({ metadata: { name: 'plain' } });
  await using program = await connectReader(shirts);
  const factory = new SharedInformerFactory(program);
  const lister = factory.forResource(shirts).lister();
  factory.start();
  await factory.waitForCacheSync();
  for (const fieldSelector of [
    'spec.color=red',
    'spec.color!=red',
    'spec.color=',
    'spec.color!=',
    'metadata.name=blue',
  ]) {
    const { items } = await client.list({ fieldSelector });
    expect(names(lister.namespace(namespace).list({ fieldSelector })), fieldSelector).toEqual(names(items));
  }
  await expect(client.list({ fieldSelector: 'spec.size=1' })).rejects.toMatchObject({ statusCode: 400 });
  expect(() => lister.list({ fieldSelector: 'spec.size=1' })).toThrow('cannot be selected');
  await factory.stop();

  expect(await client.scale('red', 3)).toMatchObject({ kind: 'Scale', spec: { replicas: 3 } });
  const scale = await client.getScale('red');
  await client.updateScale('red', { ...scale, spec: { replicas: 2 } });
  expect((await client.get('red')).spec?.replicas).toBe(2);
});

test('a lister selects pods as the server does', async () => {
  const pods = clientset.coreV1().pods(namespace);
  const containers = [{ name: 'c', image: 'registry.example/c' }];
  await pods.create({ metadata: { name: 'placed' }, spec: { containers, nodeName: 'node-1' } });
  const waiting = await pods.create({ metadata: { name: 'waiting' }, spec: { containers } });
  await pods.updateStatus({ ...waiting, status: { phase: 'Running' } });
  await using program = await connectReader(coreV1.pods);
  const factory = new SharedInformerFactory(program);
  const lister = factory.core().v1().pods({ namespace }).lister();
  factory.start();
  await factory.waitForCacheSync();
  for (const fieldSelector of [
    'spec.nodeName=',
    'spec.nodeName=node-1',
    'spec.nodeName!=node-1',
    'status.phase=Running',
  ]) {
    const { items } = await pods.list({ fieldSelector });
    expect(names(lister.list({ fieldSelector })), fieldSelector).toEqual(names(items));
  }
  await factory.stop();
});
