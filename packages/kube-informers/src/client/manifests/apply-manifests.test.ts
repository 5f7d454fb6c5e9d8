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
  const results = await cluster.clientset.apply(shop, { dryRun: true, onFailure: 'collect' });
  expect(results.find(({ name }) => name === 'first')).toMatchObject({
    outcome: 'failed',
    reason: expect.stringContaining(
      'a dry run does not create its CustomResourceDefinition orders.example.com',
    ) as string,
  });
});

test('a kind that nobody serves fails; the others are applied, and the error has all results', async () => {
  await using cluster = await connected();
  const text = `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\n---\napiVersion: example.com/v1\nkind: Ordre\nmetadata: { name: b }\n`;
  await expect(cluster.clientset.apply(text, { file: 'shop.yaml' })).rejects.toMatchObject({
    name: 'ManifestsError',
    code: 'ERR_MANIFESTS',
    message:
      'apply failed for 1 of 2 objects: "Ordre" "b" (shop.yaml, document 2, line 5): the server has no resource type kind "Ordre" in "example.com/v1"; install its CustomResourceDefinition first, or add it to the manifests',
    cause: { code: 'ERR_UNKNOWN_RESOURCE' },
    results: [
      { outcome: 'failed', name: 'b', resource: undefined },
      { outcome: 'created', name: 'a' },
    ],
  });
  expect((await cluster.clientset.coreV1().configMaps('default').get('a')).metadata?.name).toBe('a');
});

test('one invalid object, null or a namespace that is null do not keep the others from being applied and deleted', async () => {
  await using cluster = await connected();
  const { clientset } = cluster;
  const manifests = [
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: null } },
    null,
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'b', namespace: '' } },
    { apiVersion: 'v1', metadata: { name: 'c' } },
  ] as never[];
  const collect = { onFailure: 'collect' } as const;
  expect(outcomes(await clientset.apply(manifests, collect))).toEqual([
    'failed ',
    'failed ',
    'created a',
    'created b',
  ]);
  await expect(clientset.delete(manifests)).rejects.toMatchObject({
    code: 'ERR_MANIFESTS',
    message:
      'delete failed for 2 of 4 objects: object 2: must be an object with apiVersion, kind and metadata, got null; object 4: kind must be a non-empty string, got (missing)',
    cause: { errors: [{ code: 'ERR_MANIFEST' }, { code: 'ERR_MANIFEST' }] },
  });
  expect((await clientset.coreV1().configMaps('default').list()).items).toEqual([]);
});

test('a damaged definition or apiVersion does not keep the other objects from being applied and deleted', async () => {
  await using cluster = await connected();
  const { clientset } = cluster;
  const definition = (name: string, spec: unknown): KubernetesObject & { spec: unknown } => ({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name },
    spec,
  });
  const version = { name: 'v1', served: true, storage: true };
  const names = { kind: 'Order', plural: 'Orders' };
  const manifests = [
    definition('a.example.com', { group: 'example.com', names: null, versions: [version] }),
    definition('b.example.com', { group: 'example.com', names, scope: 'Namespaced', versions: [null] }),
    definition('c.example.com', { group: 'example.com', names, scope: 'Namespaced', versions: [version] }),
    definition('d.example.com', null),
    { apiVersion: 'example.com/v1/beta', kind: 'Order', metadata: { name: 'e' } },
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'f' } },
  ];
  const collect = { onFailure: 'collect' } as const;
  const results = await clientset.apply(manifests, collect);
  expect(outcomes(results).toSorted()).toEqual([
    'created f',
    'failed ',
    'failed a.example.com',
    'failed b.example.com',
    'failed c.example.com',
    'failed d.example.com',
  ]);
  expect(results[0]).toMatchObject({
    reason: 'object 5: apiVersion must be version or group/version, got "example.com/v1/beta"',
  });
  expect(outcomes(await clientset.delete(manifests, collect))).toEqual([
    'failed ',
    'deleted f',
    'absent d.example.com',
    'absent c.example.com',
    'absent b.example.com',
    'absent a.example.com',
  ]);
});

test('delete takes a kind that is certainly gone as absent, and goes on', async () => {
  await using cluster = await connected();
  const { clientset } = cluster;
  const map = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } };
  const backup = { apiVersion: 'gone.example.com/v1', kind: 'Backup', metadata: { name: 'nightly' } };
  await clientset.apply(map);
  // The server of the group may only be down.
  const aggregated = {
    apiVersion: 'apiregistration.k8s.io/v1',
    kind: 'APIService',
    metadata: { name: 'v1.gone.example.com' },
    spec: {
      group: 'gone.example.com',
      version: 'v1',
      groupPriorityMinimum: 1000,
      versionPriority: 10,
      service: { name: 'backups', namespace: 'default' },
    },
  };
  await clientset.apply(aggregated);
  expect(outcomes(await clientset.delete([map, backup], { onFailure: 'collect' }))).toEqual([
    'failed nightly',
    'deleted a',
  ]);
  await clientset.delete(aggregated);
  expect(outcomes(await clientset.delete([map, backup]))).toEqual(['absent nightly', 'absent a']);
});

const things = (scope: 'Namespaced' | 'Cluster', plural = 'things'): KubernetesObject =>
  ({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.example.com` },
    spec: {
      group: 'example.com',
      scope,
      names: { plural, singular: 'thing', kind: 'Thing' },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: {
            openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
          },
        },
      ],
    },
  }) as KubernetesObject;

const thing = { apiVersion: 'example.com/v1', kind: 'Thing', metadata: { name: 'one' } };

test('a kind whose definition came back with another scope is asked for again', async () => {
  await using cluster = await connected();
  const { clientset, server } = cluster;
  const set = { prune: { applySet: 'configmaps/set' } };
  await clientset.apply([things('Namespaced'), thing], set);
  const others = new Clientset({ host: server.url });
  await others.delete([things('Namespaced'), thing]);
  await others.apply([things('Cluster'), thing]);
  // The client still believes that things have namespaces.
  expect(outcomes(await clientset.apply([things('Cluster'), thing], set))).toEqual([
    'configured things.example.com',
    'configured one',
  ]);
  await others.delete([things('Cluster')]);
  await others.apply([things('Namespaced'), thing]);
  expect(outcomes(await clientset.delete(thing))).toEqual(['deleted one']);
  expect(outcomes(await others.delete(thing))).toEqual(['absent one']);
  await others.close();
});

test('apply of a definition whose kind the server does not serve fails after servedTimeoutMs', async () => {
  await using cluster = await connected();
  const { clientset } = cluster;
  await clientset.apply(things('Cluster'));
  const [failed] = await clientset.apply(things('Cluster', 'others'), {
    servedTimeoutMs: 0,
    onFailure: 'collect',
  });
  expect(failed).toMatchObject({
    outcome: 'failed',
    reason:
      'it was applied, but the server does not serve others.example.com after 0 ms: see the conditions in its status',
  });
});

test('an object of another namespace than that of the call is refused, as by kubectl -n', async () => {
  await using cluster = await connected();
  const { clientset } = cluster;
  const map = (name: string, namespace?: string): KubernetesObject => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, namespace },
  });
  const manifests = [map('a', 'kube-system'), map('b', 'default'), map('c')];
  const results = await clientset.apply(manifests, { namespace: 'default', onFailure: 'collect' });
  expect(outcomes(results)).toEqual(['failed a', 'created b', 'created c']);
  expect(results[0]).toMatchObject({
    reason:
      'configmaps "a" is for namespace "kube-system", but the call for "default": remove metadata.namespace, or pass enforceNamespace: false',
  });
  const collect = { onFailure: 'collect', enforceNamespace: true } as const;
  expect(outcomes(await clientset.delete(manifests, collect))).toEqual([
    'failed a',
    'deleted c',
    'deleted b',
  ]);
  const loose = { namespace: 'default', enforceNamespace: false };
  expect(outcomes(await clientset.apply(manifests, loose))).toEqual(['created a', 'created b', 'created c']);
});

const colours = (data: Record<string, string>): KubernetesObject & { data: Record<string, string> } => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'settings', namespace: 'default' },
  data,
});

/** Creates the object as `kubectl apply` does. */
async function applyByKubectl(clientset: Clientset, data: Record<string, string>): Promise<void> {
  const object = colours(data);
  const annotations = { 'kubectl.kubernetes.io/last-applied-configuration': `${JSON.stringify(object)}\n` };
  await clientset
    .coreV1()
    .configMaps('default')
    .create(
      { data, metadata: { name: 'settings', annotations } },
      { fieldManager: 'kubectl-client-side-apply' },
    );
}

test('what kubectl apply has set is removed when the manifest no longer has it', async () => {
  await using cluster = await connected();
  const { clientset } = cluster;
  const configMaps = clientset.coreV1().configMaps('default');
  await applyByKubectl(clientset, { colour: 'red', size: 'XL' });
  await configMaps.patch(
    'settings',
    { data: { other: 'x' } },
    { type: 'merge', fieldManager: 'kubectl-edit' },
  );
  const [dry] = await clientset.apply(colours({ colour: 'red' }), { dryRun: true });
  expect(dry).toMatchObject({
    outcome: 'configured',
    changes: [{ path: 'data.size', before: 'XL', after: undefined }, { path: 'metadata.annotations' }],
  });
  const [result] = await clientset.apply(colours({ colour: 'red' }));
  expect(result).toMatchObject({ outcome: 'configured', object: { data: { colour: 'red', other: 'x' } } });
  const { data, metadata } = await configMaps.get('settings');
  expect(data).toEqual({ colour: 'red', other: 'x' });
  expect(metadata?.managedFields?.map(({ manager, operation }) => `${manager} ${operation}`).sort()).toEqual([
    'kube-informers Apply',
    'kubectl-edit Update',
  ]);
  expect(outcomes(await clientset.apply(colours({ colour: 'red' })))).toEqual(['unchanged settings']);
});

test('a conflict with kubectl apply alone is resolved in the same way, one with another manager is not', async () => {
  await using cluster = await connected();
  const { clientset } = cluster;
  const configMaps = clientset.coreV1().configMaps('default');
  await applyByKubectl(clientset, { colour: 'red', size: 'XL' });
  expect(outcomes(await clientset.apply(colours({ colour: 'blue' }), { dryRun: true }))).toEqual([
    'configured settings',
  ]);
  expect(outcomes(await clientset.apply(colours({ colour: 'blue' })))).toEqual(['configured settings']);
  expect((await configMaps.get('settings')).data).toEqual({ colour: 'blue' });
  await configMaps.delete('settings');
  await applyByKubectl(clientset, { colour: 'red', size: 'XL' });
  await configMaps.patch(
    'settings',
    { data: { size: 'S' } },
    { type: 'merge', fieldManager: 'kubectl-edit' },
  );
  const [refused] = await clientset.apply(colours({ colour: 'blue', size: 'M' }), { onFailure: 'collect' });
  expect(refused).toMatchObject({
    outcome: 'failed',
    reason: expect.stringContaining('kubectl-edit') as string,
  });
  expect((await configMaps.get('settings')).data).toEqual({ colour: 'red', size: 'S' });
});

test('a partial apply by the client of a resource takes nothing over from kubectl apply, and removes nothing', async () => {
  await using cluster = await connected();
  const { clientset } = cluster;
  const configMaps = clientset.coreV1().configMaps('default');
  await applyByKubectl(clientset, { colour: 'red', size: 'XL' });
  for (const part of [{ colour: 'red' }, { shape: 'round' }])
    await configMaps.apply(
      { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings' }, data: part },
      { fieldManager: 'part', force: true },
    );
  const { data, metadata } = await configMaps.get('settings');
  expect(data).toEqual({ colour: 'red', size: 'XL', shape: 'round' });
  expect(Object.keys(metadata?.annotations ?? {})).toHaveLength(1);
});

test('an object that is being deleted is said to be terminating', async () => {
  await using cluster = await connected();
  const { clientset } = cluster;
  const object = colours({ colour: 'red' });
  await clientset.apply({ ...object, metadata: { ...object.metadata, finalizers: ['example.com/a'] } });
  await clientset.delete(object);
  expect(
    outcomes(await clientset.apply(colours({ colour: 'blue' }), { force: true, fieldManager: 'b' })),
  ).toEqual(['terminating settings']);
});

test('a user who may write and not read can apply, and the outcome claims nothing', async () => {
  await using server = await ApiServer.start({ authorizer: 'rbac', users: { token: { name: 'jane' } } });
  await using admin = new Clientset({ host: server.url });
  await using jane = new Clientset({ host: server.url, credentials: { authorization: 'Bearer token' } });
  const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'write' };
  const subjects = [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'jane' }];
  const rules = [{ verbs: ['create', 'patch'], apiGroups: [''], resources: ['configmaps'] }];
  await admin
    .rbacV1()
    .roles('default')
    .create({ metadata: { name: 'write' }, rules });
  await admin
    .rbacV1()
    .roleBindings('default')
    .create({ metadata: { name: 'write' }, roleRef, subjects });
  const [result] = await jane.apply(colours({ colour: 'red' }));
  expect(result).toMatchObject({ outcome: 'applied', object: { data: { colour: 'red' } } });
  expect(result).not.toHaveProperty('changes');
  expect((await admin.coreV1().configMaps('default').get('settings')).data).toEqual({ colour: 'red' });
  const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'a' } };
  await expect(jane.apply(secret)).rejects.toThrow('needs a Role with the verbs patch and create of secrets');
});

test.each([1, Infinity])(
  'what others write %d times between reading and applying is no change of the call',
  async (times) => {
    await using cluster = await connected();
    const { server, clientset } = cluster;
    const others = clientset.appsV1().deployments('default');
    let writes = 0;
    await using busy = new Clientset({ host: server.url }, {}, (rest) => ({
      request: async (request) => {
        if (request.method === 'PATCH' && writes++ < times)
          await others.patch(
            'web',
            { metadata: { annotations: { 'example.com/seen': `${writes}` } }, status: { replicas: writes } },
            { type: 'merge', fieldManager: 'controller', subresource: 'status' },
          );
        return rest.request(request);
      },
      list: rest.list.bind(rest),
      watch: rest.watch.bind(rest),
      stream: rest.stream.bind(rest),
    }));
    const web = (image: string): KubernetesObject => {
      const labels = { app: 'web' };
      return {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'web', namespace: 'default' },
        spec: {
          selector: { matchLabels: labels },
          template: { metadata: { labels }, spec: { containers: [{ name: 'app', image }] } },
        },
      } as KubernetesObject;
    };
    await clientset.apply(web('v1'));
    expect(await busy.apply(web('v1'))).toMatchObject([{ outcome: 'unchanged', changes: [] }]);
    const changes = [{ before: 'v1', after: 'v2' }];
    writes = 0;
    expect(await busy.apply(web('v2'), { dryRun: true })).toMatchObject([{ outcome: 'configured', changes }]);
    writes = 0;
    expect(await busy.apply(web('v2'))).toMatchObject([{ outcome: 'configured', changes }]);
  },
);

test('an object that the server refuses is a failed result; the others are applied', async () => {
  await using cluster = await connected();
  const { clientset } = cluster;
  const object = (name: string, more: object = {}): KubernetesObject => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name },
    ...more,
  });
  const results = await clientset.apply(
    [object('a', { data: { b: 5 } }), object('b', { daat: {} }), object('c')],
    { onFailure: 'collect' },
  );
  expect(outcomes(results)).toEqual(['failed a', 'failed b', 'created c']);
  expect(results[1]).toMatchObject({ reason: expect.stringContaining('daat') as string });
});

test("another manager's field is a failure that names force", async () => {
  await using cluster = await connected();
  const { clientset } = cluster;
  const text = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\ndata: { colour: red }\n';
  await clientset.apply(text, { fieldManager: 'other' });
  const [refused] = await clientset.apply(changed(text), { onFailure: 'collect' });
  expect(refused).toMatchObject({
    outcome: 'failed',
    reason: expect.stringMatching(/"other".*\.data\.colour; force: true takes the fields over$/s) as string,
  });
  const [forced] = await clientset.apply(changed(text), { force: true });
  expect(forced?.outcome).toBe('configured');
});

test('a definition that fails is the reason for its objects, without a wait', async () => {
  await using cluster = await connected();
  const text = shop.replace('type: integer', 'type: whole');
  const results = await cluster.clientset.apply(text, { onFailure: 'collect' });
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
])('%s is an error', async (_name, kind, more, message) => {
  await using cluster = await connected();
  const document = `apiVersion: v1\nkind: ${kind}\nmetadata: { name: a${more} }\n`;
  await expect(cluster.clientset.apply(`${document}---\n${document}`)).rejects.toThrow(message);
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
  const options = { prune, namespace: 'default', enforceNamespace: false };
  await clientset.apply('apiVersion: v1\nkind: Namespace\nmetadata: { name: shop }\n');
  expect(outcomes(await clientset.apply(web('a', 'b'), options))).toEqual(['created a', 'created b']);
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
  const dry = await clientset.apply(web('b'), { ...options, dryRun: true });
  expect(outcomes(dry)).toEqual(['unchanged b', 'pruned a']);
  expect(outcomes(await clientset.apply(web('b'), options))).toEqual(['unchanged b', 'pruned a']);
  expect((await configMaps.list()).items.map(({ metadata }) => metadata?.name)).toEqual(['b']);
  expect(outcomes(await clientset.apply([], options))).toEqual(['pruned b']);
  expect((await parents.get('web')).metadata?.annotations).toMatchObject({
    'applyset.kubernetes.io/contains-group-kinds': '',
    'applyset.kubernetes.io/additional-namespaces': '',
  });
});

test('a kind of the set that the server does not serve for a moment stays in the set', async () => {
  await using cluster = await connected();
  const { clientset } = cluster;
  const options = { prune, namespace: 'default' };
  const text = web('a').replaceAll(', namespace: shop', '');
  await clientset.apply(text, options);
  const parents = clientset.coreV1().configMaps('default');
  const kinds = 'applyset.kubernetes.io/contains-group-kinds';
  await parents.patch(
    'web',
    { metadata: { annotations: { [kinds]: 'ConfigMap,Order.example.com' } } },
    { type: 'merge' },
  );
  const aggregated = {
    metadata: { name: 'v1.example.com' },
    spec: {
      group: 'example.com',
      version: 'v1',
      groupPriorityMinimum: 1000,
      versionPriority: 10,
      service: { name: 'orders', namespace: 'default' },
    },
  };
  const services = clientset.apiregistrationV1().apiServices();
  await services.create(aggregated);
  const names = text.replace('name: a', 'name: b');
  await expect(clientset.apply(names, options)).rejects.toMatchObject({
    message: expect.stringMatching(
      /ApplySet configmaps "web" in namespace default: what the set has of Order\.example\.com was not pruned, and stays in it: the server does not serve it at the moment/,
    ) as string,
    results: [{ outcome: 'created', name: 'b' }, { outcome: 'pruned', name: 'a' }, { outcome: 'failed' }],
  });
  expect((await parents.get('web')).metadata?.annotations?.[kinds]).toBe('ConfigMap,Order.example.com');
  // Now it is certain: nobody serves the group, and no definition is left.
  await services.delete('v1.example.com');
  expect(outcomes(await clientset.apply(names, options))).toEqual(['unchanged b']);
  expect((await parents.get('web')).metadata?.annotations?.[kinds]).toBe('ConfigMap');
});

test('what another call records at the same time stays in the set', async () => {
  await using cluster = await connected();
  const { server, clientset } = cluster;
  const options = { prune, namespace: 'default' };
  const parents = clientset.coreV1().configMaps('default');
  const kinds = 'applyset.kubernetes.io/contains-group-kinds';
  await clientset.apply(web('a').replaceAll(', namespace: shop', ''), options);
  const others = ['ConfigMap,Secret', 'ConfigMap,Secret,Service'].values();
  await using busy = new Clientset({ host: server.url }, {}, (rest) => ({
    request: async (request) => {
      const next = request.method === 'PATCH' && request.path.endsWith('/configmaps/web') && others.next();
      if (next !== false && next.value !== undefined)
        await parents.patch('web', { metadata: { annotations: { [kinds]: next.value } } }, { type: 'merge' });
      return rest.request(request);
    },
    list: rest.list.bind(rest),
    watch: rest.watch.bind(rest),
    stream: rest.stream.bind(rest),
  }));
  await busy.apply(web('a').replaceAll(', namespace: shop', ''), options);
  expect((await parents.get('web')).metadata?.annotations?.[kinds]).toBe('ConfigMap,Secret,Service');
});

test('prunes nothing if an object failed, and says so', async () => {
  await using cluster = await connected();
  const { clientset } = cluster;
  const options = { prune, namespace: 'default' };
  const text = web('a', 'b').replaceAll(', namespace: shop', '');
  await clientset.apply(text, options);
  const results = await clientset.apply(`${text.replace('name: a', 'name: c')}daat: {}\n`, {
    ...options,
    onFailure: 'collect',
  });
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

test('the parent of a set is no member of it, and is not pruned', async () => {
  await using cluster = await connected();
  const { clientset } = cluster;
  const parent = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: web }\n';
  await expect(clientset.apply(parent, { prune })).rejects.toMatchObject({
    code: 'ERR_APPLY_SET',
    message: expect.stringContaining('is the parent of the set and cannot be a member of it') as string,
  });
  const parents = clientset.coreV1().configMaps('default');
  await clientset.apply('apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\n', { prune });
  const id = (await parents.get('web')).metadata?.labels?.['applyset.kubernetes.io/id'];
  const labels = { 'applyset.kubernetes.io/part-of': id };
  await parents.patch('web', { metadata: { labels } }, { type: 'merge' });
  expect(outcomes(await clientset.apply([], { prune }))).toEqual(['pruned a']);
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

test('a long integer that rounds to the same number is a change, also in what others write', async () => {
  await using cluster = await connected();
  const { clientset } = cluster;
  const withId = (id: string): string =>
    `apiVersion: example.com/v1\nkind: Thing\nmetadata: {name: one}\nspec: {id: ${id}}`;
  await clientset.apply([things('Cluster')]);
  await clientset.apply(withId('9007199254740993'));
  expect(await clientset.apply(withId('9007199254740993'))).toMatchObject([{ outcome: 'unchanged' }]);
  const change = { path: 'spec.id', before: 9_007_199_254_740_993n, after: 9_007_199_254_740_992n };
  for (const dryRun of [true, false]) {
    const applied = await clientset.apply(withId('9007199254740992'), { dryRun });
    expect(applied).toMatchObject([{ outcome: 'configured', changes: [change] }]);
  }
  expect(await clientset.apply(withId('9007199254740992'))).toMatchObject([{ outcome: 'unchanged' }]);
});
