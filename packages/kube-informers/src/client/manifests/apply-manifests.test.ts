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

const web = (...names: string[]): string =>
  names
    .map((name) => `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: ${name}, namespace: shop }\n`)
    .join('---\n');

const prune = { applySet: 'configmaps/web' };

test('prunes what an earlier call of the set applied, with the labels and annotations of KEP-3659', async () => {
  await using cluster = await connected();
  const { clientset } = cluster;
  const configMaps = clientset.coreV1().configMaps('shop');
  await clientset.apply('apiVersion: v1\nkind: Namespace\nmetadata: { name: shop }\n');
  expect(outcomes(await clientset.apply(web('a', 'b'), { prune, namespace: 'default' }))).toEqual([
    'created a',
    'created b',
  ]);
  // printf '%s' web.default.ConfigMap. | openssl sha256 -binary | basenc --base64url | tr -d =
  const id = 'applyset-IYdi3vvhrGq-RtA5r-S9japVmXqDHiKSxhjtQ1RXhsU-v1';
  expect((await configMaps.get('a')).metadata?.labels).toEqual({ 'applyset.kubernetes.io/part-of': id });
  const parents = clientset.coreV1().configMaps('default');
  expect((await parents.get('web')).metadata).toMatchObject({
    labels: { 'applyset.kubernetes.io/id': id },
    annotations: {
      'applyset.kubernetes.io/tooling': 'kube-informers/v0.1.0',
      'applyset.kubernetes.io/contains-group-kinds': 'ConfigMap',
      'applyset.kubernetes.io/additional-namespaces': 'shop',
    },
  });
  const dry = await clientset.apply(web('b'), { prune, namespace: 'default', dryRun: true });
  expect(outcomes(dry)).toEqual(['unchanged b', 'pruned a']);
  expect(outcomes(await clientset.apply(web('b'), { prune, namespace: 'default' }))).toEqual([
    'unchanged b',
    'pruned a',
  ]);
  expect((await configMaps.list()).items.map(({ metadata }) => metadata?.name)).toEqual(['b']);
  expect(outcomes(await clientset.apply([], { prune, namespace: 'default' }))).toEqual(['pruned b']);
  expect((await parents.get('web')).metadata?.annotations).toMatchObject({
    'applyset.kubernetes.io/contains-group-kinds': '',
    'applyset.kubernetes.io/additional-namespaces': '',
  });
});

test('prunes nothing if an object failed, and says so', async () => {
  await using cluster = await connected();
  const { clientset } = cluster;
  const options = { prune, namespace: 'default' };
  const text = web('a', 'b').replaceAll(', namespace: shop', '');
  await clientset.apply(text, options);
  const results = await clientset.apply(`${text.replace('name: a', 'name: c')}daat: {}\n`, options);
  expect(results.at(-1)).toMatchObject({
    outcome: 'failed',
    description: 'ApplySet configmaps "web" in namespace default',
    reason: 'nothing was pruned, since 1 of 2 objects failed: call again when they are repaired',
  });
  expect((await clientset.coreV1().configMaps('default').get('a')).metadata?.name).toBe('a');
});

test.each([
  [
    'no set',
    { applySet: 'configmaps/plain' },
    'configmaps "plain" in namespace default exists, but is no ApplySet',
  ],
  [
    'a set of another tool',
    { applySet: 'configmaps/web', tooling: 'kubectl/v1.37' },
    'is managed by "kube-informers/v0.1.0"',
  ],
  ['not a name', { applySet: 'a/b/c' }, 'applySet must be name or resource/name'],
  ['no tool', { applySet: 'web', tooling: 'me' }, 'tooling of prune of apply must be name/version, got "me"'],
])('%s is an error before anything is written', async (_name, set, message) => {
  await using cluster = await connected();
  const { clientset } = cluster;
  await clientset.apply('apiVersion: v1\nkind: ConfigMap\nmetadata: { name: plain }\n');
  await clientset.apply([], { prune });
  await expect(clientset.apply(web('a'), { prune: set })).rejects.toMatchObject({
    code: 'ERR_APPLY_SET',
    message: expect.stringContaining(message) as string,
  });
});

test.each(['', '# rendered nothing\n---\n'])(
  'a text without objects, %j, neither prunes nor passes',
  async (text) => {
    await using cluster = await connected();
    const { clientset } = cluster;
    const options = { prune, namespace: 'default' };
    await clientset.apply(web('a').replaceAll(', namespace: shop', ''), options);
    const refused = (what: string): unknown =>
      expect.objectContaining({
        code: 'ERR_MANIFEST',
        message: `the text has no objects, and nothing was changed; to ${what} none on purpose, pass an empty array`,
      });
    await expect(clientset.apply(text, options)).rejects.toThrow(refused('apply') as Error);
    await expect(clientset.delete(text)).rejects.toThrow(refused('delete') as Error);
    expect((await clientset.coreV1().configMaps('default').get('a')).metadata?.name).toBe('a');
  },
);

test('deletes in reverse, and says what was absent', async () => {
  await using cluster = await connected();
  const { clientset } = cluster;
  await clientset.apply(shop);
  expect(outcomes(await clientset.delete(shop, { dryRun: true }))[0]).toBe('deleted settings');
  expect(outcomes(await clientset.delete(shop))).toEqual([
    'deleted settings',
    'deleted first',
    'deleted orders.example.com',
    'deleted shop',
  ]);
  const text = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\n';
  expect(outcomes(await clientset.delete(text))).toEqual(['absent a']);
});
