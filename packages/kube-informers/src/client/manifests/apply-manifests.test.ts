import { ApiServer } from '@kube-informers/testing';
import { expect, test } from 'vitest';
import type { KubernetesObject } from '../../meta/types.js';
import { Clientset } from '../clientset.js';

async function connected(): Promise<AsyncDisposable & { server: ApiServer; clientset: Clientset }> {
  const server = await ApiServer.start();
  const clientset = new Clientset({ host: server.url });
  return {
    server,
    clientset,
    [Symbol.asyncDispose]: async () => {
      await clientset.close();
      await server.stop();
    },
  };
}

const shop = `
apiVersion: example.com/v1
kind: Order
metadata: { name: first, namespace: shop }
spec: { items: 3 }
---
apiVersion: v1
kind: ConfigMap
metadata: { name: settings, namespace: shop }
data: { colour: red }
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: orders.example.com }
spec:
  group: example.com
  scope: Namespaced
  names: { plural: orders, kind: Order }
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties: { spec: { type: object, properties: { items: { type: integer } } } }
---
apiVersion: v1
kind: Namespace
metadata: { name: shop }
`;

const outcomes = (results: readonly { outcome: string; name: string }[]): string[] =>
  results.map(({ outcome, name }) => `${outcome} ${name}`);

const changed = (text: string): string => text.replace('red', 'green');

test('applies namespaces and definitions before their objects, and says what was done', async () => {
  await using cluster = await connected();
  const { clientset } = cluster;
  const seen: string[] = [];
  const results = await clientset.apply(shop, { onResult: ({ name }) => seen.push(name) });
  expect(outcomes(results)).toEqual([
    'created shop',
    'created orders.example.com',
    'created first',
    'created settings',
  ]);
  expect(seen).toEqual(['shop', 'orders.example.com', 'first', 'settings']);
  expect(outcomes(await clientset.apply(changed(shop)))).toEqual([
    'unchanged shop',
    'unchanged orders.example.com',
    'unchanged first',
    'configured settings',
  ]);
});

test('a dry run stores nothing, and its changes are the difference to the live object', async () => {
  await using cluster = await connected();
  const { clientset } = cluster;
  await clientset.apply(shop);
  const [, , first, settings] = await clientset.apply(changed(shop), { dryRun: true });
  expect(first).toMatchObject({ outcome: 'unchanged', changes: [] });
  expect(settings).toMatchObject({
    outcome: 'configured',
    changes: [{ path: 'data.colour', before: 'red', after: 'green' }],
  });
  expect((await clientset.coreV1().configMaps('shop').get('settings')).data).toEqual({ colour: 'red' });
});

test('a dry run says what it cannot check: a kind that it does not create', async () => {
  await using cluster = await connected();
  const results = await cluster.clientset.apply(shop, { dryRun: true });
  expect(results.find(({ name }) => name === 'first')).toMatchObject({
    outcome: 'failed',
    reason: expect.stringContaining(
      'a dry run does not create its CustomResourceDefinition orders.example.com',
    ) as string,
  });
});

test('a kind that nobody serves is one error, before anything is written', async () => {
  await using cluster = await connected();
  const text = `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\n---\napiVersion: example.com/v1\nkind: Ordre\nmetadata: { name: b }\n`;
  await expect(cluster.clientset.apply(text, { file: 'shop.yaml' })).rejects.toMatchObject({
    code: 'ERR_UNKNOWN_RESOURCE',
    message:
      'shop.yaml, document 2, line 5: the server has no resource type kind "Ordre" in "example.com/v1"; nothing was changed: install its CustomResourceDefinition first, or add it to the manifests',
  });
  expect((await cluster.clientset.coreV1().configMaps('default').list()).items).toEqual([]);
});

test('an object that the server refuses is a failed result; the others are applied', async () => {
  await using cluster = await connected();
  const { clientset } = cluster;
  const object = (name: string, more: object = {}): KubernetesObject => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name },
    ...more,
  });
  const results = await clientset.apply([
    object('a', { data: { b: 5 } }),
    object('b', { daat: {} }),
    object('c'),
  ]);
  expect(outcomes(results)).toEqual(['failed a', 'failed b', 'created c']);
  expect(results[1]).toMatchObject({ reason: expect.stringContaining('daat') as string });
});

test("another manager's field is a failure that names force", async () => {
  await using cluster = await connected();
  const { clientset } = cluster;
  const text = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\ndata: { colour: red }\n';
  await clientset.apply(text, { fieldManager: 'other' });
  const [refused] = await clientset.apply(changed(text));
  expect(refused).toMatchObject({
    outcome: 'failed',
    reason: expect.stringMatching(/"other".*\.data\.colour; force: true takes the fields over$/s) as string,
  });
  const [forced] = await clientset.apply(changed(text), { force: true });
  expect(forced?.outcome).toBe('configured');
});

test('a definition that fails is the reason for its objects, without a wait', async () => {
  await using cluster = await connected();
  const results = await cluster.clientset.apply(shop.replace('type: integer', 'type: whole'));
  expect(results.filter(({ outcome }) => outcome === 'failed')).toMatchObject([
    { name: 'orders.example.com' },
    {
      name: 'first',
      reason: 'not applied, since the CustomResourceDefinition orders.example.com failed',
    },
  ]);
});

test.each([
  ['the same object twice', 'ConfigMap', '', 'is the same object as that of document 1, line 1'],
  [
    'a namespace for a cluster-scoped kind',
    'Namespace',
    ', namespace: b',
    'is cluster-scoped: remove metadata.namespace',
  ],
])('%s is an error before anything is written', async (_name, kind, more, message) => {
  await using cluster = await connected();
  const document = `apiVersion: v1\nkind: ${kind}\nmetadata: { name: a${more} }\n`;
  await expect(cluster.clientset.apply(`${document}---\n${document}`)).rejects.toThrow(message);
  expect(cluster.server.requests.filter(({ verb }) => verb === 'patch')).toEqual([]);
});
