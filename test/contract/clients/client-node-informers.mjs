// Informers of kube-informers/client-node with client-node's KubeConfig and API classes. The arguments are client-node's name, a
// namespace, and the file of the entry. Prints what clients.ts expects.
import { isDeepStrictEqual } from 'node:util';

const [, , name, namespace, entry] = process.argv;
const clientNode = await import(name);
const { ListWatch, makeInformer } = await import(entry);
const { KubeConfig, Watch } = clientNode;

const kc = new KubeConfig();
kc.loadFromDefault();
const core = kc.makeApiClient(clientNode.CoreV1Api);
const networking = kc.makeApiClient(clientNode.NetworkingV1Api);
const coordination = kc.makeApiClient(clientNode.CoordinationV1Api);
const apps = kc.makeApiClient(clientNode.AppsV1Api);
const extensions = kc.makeApiClient(clientNode.ApiextensionsV1Api);
const labels = { from: 'informers' };
const labelSelector = 'from=informers';
const time = '2026-01-02T03:04:05Z';

/** Waits until the condition holds: for events of a server, or the end of the test's patience. */
async function until(condition) {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 20));
}

const events = [];
const path = (group, plural) => `/${group}/namespaces/${namespace}/${plural}`;
const configMaps = makeInformer(
  kc,
  path('api/v1', 'configmaps'),
  () => core.listNamespacedConfigMap({ namespace, labelSelector }),
  labelSelector,
);
for (const verb of ['add', 'update', 'delete'])
  configMaps.on(verb, ({ metadata }) => events.push(`${verb} ${metadata.name}`));
configMaps.on('connect', () => events.push('connect'));
configMaps.on('error', (error) => events.push(`error ${error}`));
const body = { metadata: { name: 'informers-a', labels }, data: { k: 'v' } };
await core.createNamespacedConfigMap({ namespace, body });
await configMaps.start();
await core.createNamespacedConfigMap({
  namespace,
  body: { ...body, metadata: { name: 'informers-b', labels } },
});
await until(() => configMaps.list().length === 2);
await core.replaceNamespacedConfigMap({
  namespace,
  name: 'informers-a',
  body: { ...body, data: { k: 'w' } },
});
await until(() => configMaps.get('informers-a', namespace).data.k === 'w');
for (const one of ['informers-a', 'informers-b'])
  await core.deleteNamespacedConfigMap({ namespace, name: one });
await until(() => configMaps.list(namespace).length === 0);
await configMaps.stop();

/** Kinds with times, micro times, and fields that client-node calls by other names. */
const kinds = {
  Pod: {
    path: path('api/v1', 'pods'),
    list: () => core.listNamespacedPod({ namespace, labelSelector }),
    create: () =>
      core.createNamespacedPod({
        namespace,
        body: {
          metadata: { name: 'informers', labels, annotations: { time } },
          spec: { containers: [{ name: 'c', image: 'i' }], serviceAccountName: 'none' },
        },
      }),
    remove: () => core.deleteNamespacedPod({ namespace, name: 'informers', gracePeriodSeconds: 0 }),
    needs: () =>
      core
        .createNamespacedServiceAccount({ namespace, body: { metadata: { name: 'none' } } })
        .catch(({ code }) => code),
  },
  Lease: {
    path: path('apis/coordination.k8s.io/v1', 'leases'),
    list: () => coordination.listNamespacedLease({ namespace, labelSelector }),
    create: () =>
      coordination.createNamespacedLease({
        namespace,
        body: {
          metadata: { name: 'informers', labels },
          spec: { holderIdentity: 'me', renewTime: new clientNode.V1MicroTime(time) },
        },
      }),
    remove: () => coordination.deleteNamespacedLease({ namespace, name: 'informers' }),
  },
  NetworkPolicy: {
    path: path('apis/networking.k8s.io/v1', 'networkpolicies'),
    list: () => networking.listNamespacedNetworkPolicy({ namespace, labelSelector }),
    create: () =>
      networking.createNamespacedNetworkPolicy({
        namespace,
        body: {
          metadata: { name: 'informers', labels },
          spec: {
            podSelector: { matchLabels: { time: 'a' } },
            ingress: [{ _from: [{ podSelector: {} }], ports: [{ port: 80 }] }],
          },
        },
      }),
    remove: () => networking.deleteNamespacedNetworkPolicy({ namespace, name: 'informers' }),
  },
  ControllerRevision: {
    path: path('apis/apps/v1', 'controllerrevisions'),
    list: () => apps.listNamespacedControllerRevision({ namespace, labelSelector }),
    create: () =>
      apps.createNamespacedControllerRevision({
        namespace,
        body: { metadata: { name: 'informers', labels }, revision: 1, data: { startTime: time } },
      }),
    remove: () => apps.deleteNamespacedControllerRevision({ namespace, name: 'informers' }),
  },
  CustomResourceDefinition: {
    path: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
    list: () => extensions.listCustomResourceDefinition({ labelSelector }),
    create: () =>
      extensions.createCustomResourceDefinition({
        body: {
          metadata: { name: 'things.informers.example.com', labels },
          spec: {
            group: 'informers.example.com',
            names: { plural: 'things', kind: 'Thing' },
            scope: 'Namespaced',
            versions: [
              {
                name: 'v1',
                served: true,
                storage: true,
                schema: {
                  openAPIV3Schema: {
                    type: 'object',
                    x_kubernetes_preserve_unknown_fields: true,
                    properties: {
                      _enum: { type: 'string' },
                      time: { type: 'string', _enum: ['a', 'b'], _default: 'a' },
                    },
                  },
                },
              },
            ],
          },
        },
      }),
    remove: () => extensions.deleteCustomResourceDefinition({ name: 'things.informers.example.com' }),
  },
};

/** False for a kind that a small server does not have. */
async function isServed({ list }) {
  try {
    await list();
    return true;
  } catch (error) {
    if (error.code === 404) return false;
    throw error;
  }
}

/** An object from a watch, and the same one from a list. */
async function formsOf({ path: at, list, create, remove, needs }) {
  await needs?.();
  const cache = new ListWatch(at, new Watch(kc), list, false, labelSelector);
  await cache.start();
  await create();
  await until(() => cache.list().length === 1);
  // The server may write its status meanwhile.
  for (;;) {
    const { items } = await list();
    await until(() => cache.latestResourceVersion() >= items[0].metadata.resourceVersion);
    const [watched] = cache.list();
    if (watched.metadata.resourceVersion !== items[0].metadata.resourceVersion) continue;
    await remove();
    await until(() => cache.list().length === 0);
    await cache.stop();
    return [watched, items[0]];
  }
}

const different = {};
for (const [kind, one] of Object.entries(kinds)) {
  if (!(await isServed(one))) continue;
  const [watched, { apiVersion: _version, kind: _kind, ...listed }] = await formsOf(one);
  const { apiVersion: _of, kind: said, ...rest } = watched;
  if (said !== kind || !isDeepStrictEqual(plain(rest), plain(listed))) different[kind] = { rest, listed };
}

/** Without the classes, and without members that are undefined. */
function plain(value) {
  if (Array.isArray(value)) return value.map(plain);
  if (Object(value) !== value || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) => (member === undefined ? [] : [[key, plain(member)]])),
  );
}

console.log(JSON.stringify({ events, different }));
