import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { Api, at, names } from '../../../../test/contract/http.js';
import { Clientset } from '../../../kube-informers/src/client/clientset.js';
import { isConflict, isNotFound } from '../../../kube-informers/src/meta/errors.js';
import { defineResource } from '../../../kube-informers/src/meta/resource.js';
import { ca, server as pair } from '../../../kube-informers/src/rest/fixtures/certificates.test-support.js';
import { apiextensionsV1, appsV1, coreV1 } from '../../../kube-informers/src/resources/index.js';
import { FakeClock } from '../fake-clock.js';
import { ApiServer } from './api-server.js';
import { kubernetesVersion } from './types/api-types.js';

const pod = {
  metadata: { name: 'web', namespace: 'default', labels: { app: 'web' } },
  spec: { containers: [{ name: 'c', image: 'i' }] },
};

test('objects are created, read, changed and deleted in process, status included', async () => {
  await using server = await ApiServer.start();
  const created = await server.create(coreV1.pods, { ...pod, status: { phase: 'Running' } });
  expect(created).toMatchObject({
    kind: 'Pod',
    apiVersion: 'v1',
    status: { phase: 'Running' },
    metadata: { generation: 1 },
  });
  const updated = await server.update(coreV1.pods, { ...created, status: { phase: 'Failed' } });
  expect(updated.status?.phase).toBe('Failed');
  await expect(server.update(coreV1.pods, created)).rejects.toSatisfy(isConflict);
  const patched = await server.patch(
    coreV1.pods,
    'web',
    { spec: { nodeName: 'n1' } },
    { namespace: 'default' },
  );
  expect([patched.spec?.nodeName, patched.metadata?.generation]).toEqual(['n1', 2]);
  expect(await server.get(coreV1.pods, 'web')).toEqual(patched);
  const list = await server.list(coreV1.pods, { fieldSelector: 'spec.nodeName=n1', labelSelector: 'app' });
  expect([list.kind, list.metadata.resourceVersion, list.items.length]).toEqual([
    'PodList',
    server.resourceVersion,
    1,
  ]);
  await server.delete(coreV1.pods, 'web');
  expect(await server.get(coreV1.pods, 'web')).toBeUndefined();
  await expect(server.delete(coreV1.pods, 'web')).rejects.toSatisfy(isNotFound);
});

test('returned objects are copies', async () => {
  await using server = await ApiServer.start();
  const created = await server.create(coreV1.pods, pod);
  Object.assign(created.metadata ?? {}, { labels: { app: 'changed' } });
  expect((await server.get(coreV1.pods, 'web'))?.metadata?.labels).toEqual({ app: 'web' });
});

test('in process an object may be incomplete, but needs a name and an existing namespace', async () => {
  await using server = await ApiServer.start();
  expect((await server.create(coreV1.pods, { metadata: { name: 'bare' } })).status?.phase).toBe('Pending');
  await expect(server.create(coreV1.pods, {})).rejects.toThrow(/name or generateName is required/);
  await expect(server.create(coreV1.pods, { metadata: { name: 'a', namespace: 'none' } })).rejects.toThrow(
    'namespaces "none" not found',
  );
});

test('custom resources are served once their definition exists', async () => {
  await using server = await ApiServer.start();
  const widgets = defineResource({
    group: 'example.com',
    version: 'v1',
    resource: 'widgets',
    kind: 'Widget',
    namespaced: false,
  });
  await expect(server.create(widgets, { metadata: { name: 'a' } })).rejects.toThrow(
    'customresourcedefinitions.apiextensions.k8s.io "widgets.example.com" not found',
  );
  await server.create(apiextensionsV1.customResourceDefinitions, {
    metadata: { name: 'widgets.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Cluster',
      names: { plural: 'widgets', kind: 'Widget' },
      versions: [
        { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } },
      ],
    },
  });
  const api = new Api({ baseUrl: server.url });
  expect((await api.get('/apis/example.com/v1/widgets')).json).toMatchObject({ kind: 'WidgetList' });
  await server.create(widgets, { metadata: { name: 'a' } });
  expect(names((await api.get('/apis/example.com/v1/widgets')).json)).toEqual(['a']);
});

test('requests are counted and recorded', async () => {
  const clock = new FakeClock();
  await using server = await ApiServer.start({ clock });
  const api = new Api({ baseUrl: server.url });
  await api.get('/api/v1/pods?limit=5', { 'user-agent': 'tester/1' });
  await api.get('/api/v1/namespaces/default/pods/x');
  (await api.watch('/api/v1/pods?watch=true')).close();
  await api.get('/version');
  expect(server.requests.map(({ verb, resource }) => `${verb} ${resource}`.trim())).toEqual([
    'list pods',
    'get pods',
    'watch pods',
    'get',
  ]);
  expect(server.requests[0]).toMatchObject({
    method: 'GET',
    path: '/api/v1/pods',
    query: 'limit=5',
    verb: 'list',
    resource: 'pods',
    userAgent: 'tester/1',
    atMs: clock.now(),
  });
  expect([
    server.requestCount('list'),
    server.requestCount('watch', 'pods'),
    server.requestCount('list', 'nodes'),
  ]).toEqual([1, 1, 0]);
  server.clearRequests();
  expect([server.requests, server.requestCount('list')]).toEqual([[], 0]);
});

test('the log of requests is bounded, the counts are not', async () => {
  await using server = await ApiServer.start({ requestLogLimit: 4 });
  const api = new Api({ baseUrl: server.url });
  for (let index = 0; index < 20; index++) await api.get('/api/v1/pods');
  expect(server.requests.length).toBeLessThanOrEqual(5);
  expect(server.requestCount('list')).toBe(20);
});

test('failNext answers instead of the server, the given number of times', async () => {
  await using server = await ApiServer.start();
  const api = new Api({ baseUrl: server.url });
  const failing = server.failNext(500, { verb: 'list', times: 2 });
  expect((await api.get('/version')).status).toBe(200);
  const first = await api.get('/api/v1/pods');
  expect(first.json).toMatchObject({ kind: 'Status', status: 'Failure', code: 500, reason: 'InternalError' });
  expect([(await api.get('/api/v1/pods')).status, (await api.get('/api/v1/pods')).status]).toEqual([
    500, 200,
  ]);
  expect(failing.hits).toBe(2);
  server.failNext(
    { status: 429, headers: { 'retry-after': '7' }, body: { slow: 'down' } },
    { resource: 'pods' },
  );
  expect((await api.get('/api/v1/nodes')).status).toBe(200);
  const busy = await api.get('/api/v1/pods');
  expect([busy.status, busy.headers['retry-after'], busy.json]).toEqual([429, '7', { slow: 'down' }]);
  server.failNext(503).remove();
  expect((await api.get('/api/v1/pods')).status).toBe(200);
});

test('an interceptor may break the connection, never respond, or handle the request itself', async () => {
  const server = await ApiServer.start();
  const api = new Api({ baseUrl: server.url });
  server.failNext({ reset: true });
  await expect(api.get('/api/v1/pods')).rejects.toThrow(/ECONNRESET|socket hang up/);
  server.failNext({ handle: (_request, response) => response.end('<html>') });
  expect((await api.get('/api/v1/pods')).text).toBe('<html>');
  const asked = new Promise<void>((resolve) => {
    server.intercept(() => {
      resolve();
      return { hang: true };
    });
  });
  const never = api.get('/api/v1/pods');
  await asked;
  await Promise.all([expect(never).rejects.toThrow(/ECONNRESET|socket hang up/), server.kill()]);
});

test('an interceptor may pass the request on and act after the response, also that of a failure', async () => {
  await using server = await ApiServer.start();
  const api = new Api({ baseUrl: server.url });
  const seen: string[] = [];
  let told: (() => void) | undefined;
  const note = (line: string): void => {
    seen.push(line);
    told?.();
  };
  const outer = server.intercept(async ({ verb }, next) => {
    const { status } = await next();
    expect((await next()).status).toBe(status);
    note(`outer ${verb} ${status}`);
  });
  server.intercept(async ({ path }, next) => {
    const { status } = await next();
    note(`inner ${path} ${status}`);
    if (path.endsWith('/missing'))
      expect(await server.get(coreV1.configMaps, 'made', { namespace: 'default' })).toBeDefined();
  });
  const all = new Promise<void>((resolve) => {
    told = () => void (seen.length === 4 && resolve());
  });
  const made = await api.post('/api/v1/namespaces/default/configmaps', { metadata: { name: 'made' } });
  expect(made.status).toBe(201);
  expect((await api.get('/api/v1/namespaces/default/configmaps/missing')).json['reason']).toBe('NotFound');
  await all;
  expect(seen).toEqual([
    'inner /api/v1/namespaces/default/configmaps 201',
    'outer create 201',
    'inner /api/v1/namespaces/default/configmaps/missing 404',
    'outer get 404',
  ]);
  expect(outer.hits).toBe(0);
});

test('a watch that an interceptor passes on has ended when next resolves', async () => {
  await using server = await ApiServer.start();
  await using clientset = new Clientset({ host: server.url });
  const ended: number[] = [];
  const over = new Promise<void>((resolve) => {
    server.intercept(async ({ verb }, next) => {
      const { status } = await next();
      if (verb !== 'watch') return;
      ended.push(status);
      resolve();
    });
  });
  const watch = await clientset.coreV1().configMaps('default').watch();
  await clientset
    .coreV1()
    .configMaps('default')
    .create({ metadata: { name: 'seen' } });
  for await (const event of watch) {
    expect([event.type, ended]).toEqual(['ADDED', []]);
    break;
  }
  await over;
  expect(ended).toEqual([200]);
});

test('an interceptor that neither awaits next nor survives does no harm', async () => {
  await using server = await ApiServer.start();
  const api = new Api({ baseUrl: server.url });
  const loose = server.intercept((_request, next) => {
    next().catch(() => undefined);
  });
  expect((await api.get('/api/v1/pods')).status).toBe(200);
  loose.remove();
  const throwing = server.intercept(() => {
    throw new Error('a bug in the test');
  });
  expect((await api.get('/api/v1/pods')).status).toBe(500);
  throwing.remove();
  server.intercept(async ({ path }, next) => {
    await next();
    return path.endsWith('/pods') ? { status: 503 } : undefined;
  });
  expect((await api.get('/api/v1/pods')).status).toBe(200);
});

test('an invalid interceptor action is rejected with a description, and the request gets a response', async () => {
  await using server = await ApiServer.start();
  const api = new Api({ baseUrl: server.url });
  // JavaScript callers are not type-checked.
  const wrong = { delay: 5 } as unknown as { reset: true };
  expect(() => server.failNext(wrong)).toThrow(
    'an intercept action must be one of { status }, { reset: true }, { hang: true } and { handle }, or undefined, got an object with ["delay"]',
  );
  expect(() => server.failNext(99)).toThrow('must be a whole number from 200 to 599, got 99');
  expect(() => server.failNext(503, { verb: 'lst' })).toThrow(
    'verb of failNext must be get, list, watch, create, update, patch, delete or deletecollection, got "lst"',
  );
  expect((await api.get('/api/v1/pods')).status).toBe(200);
  const interception = server.intercept(() => wrong);
  const answer = await api.get('/api/v1/pods');
  expect([answer.status, answer.json['reason']]).toEqual([500, 'InternalError']);
  expect(answer.json['message']).toContain('got an object with ["delay"]');
  interception.remove();
  expect((await api.get('/api/v1/pods')).status).toBe(200);
});

test('the kubeconfig names the server, and its token when it has one', async () => {
  await using open = await ApiServer.start();
  expect(parse(await open.kubeconfig())).toMatchObject({
    'current-context': 'embedded',
    clusters: [{ cluster: { server: open.url, 'insecure-skip-tls-verify': true } }],
    contexts: [{ context: { namespace: 'default' } }],
    users: [{ user: {} }],
  });
  await using closed = await ApiServer.start({ token: 'a"b' });
  expect(at(parse(await closed.kubeconfig()), 'users.0.user.token')).toBe('a"b');
});

test('HTTPS is served with a certificate, whose authority is in the kubeconfig', async () => {
  await using server = await ApiServer.start({ tls: { cert: pair.cert, key: pair.key, ca }, token: 't' });
  expect(server.url).toMatch(/^https:/);
  const cluster = at(parse(await server.kubeconfig()), 'clusters.0.cluster');
  expect(cluster).not.toHaveProperty('insecure-skip-tls-verify');
  const authority = at(cluster, 'certificate-authority-data');
  expect(Buffer.from(String(authority), 'base64').toString('utf8')).toBe(ca);
  const api = new Api({ baseUrl: server.url, token: 't', ca });
  expect((await api.get('/api/v1/namespaces')).status).toBe(200);
  const watch = await api.watch('/api/v1/pods?watch=true');
  await Promise.all([server.stop(), expect(watch.rest()).resolves.toEqual([])]);
});

test('the server can be stopped twice and started again', async () => {
  const server = await ApiServer.start();
  const { url } = server;
  const api = new Api({ baseUrl: url });
  await server.stop();
  await server.stop();
  await expect(api.get('/version')).rejects.toThrow('ECONNREFUSED');
  await server.start();
  await server.start();
  expect([server.url, (await api.get('/version')).status]).toEqual([url, 200]);
  await server.stop();
});

test('a port in use is an error, not a hang', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const address = taken.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  await expect(ApiServer.start({ port })).rejects.toThrow('EADDRINUSE');
  taken.close();
  await once(taken, 'close');
});

test.each([
  [{ host: '' }, 'host of ApiServer.start must be an address or a host name, got ""'],
  [{ token: '' }, 'token of ApiServer.start must be printable ASCII without spaces, and not empty'],
  [{ token: 'a b' }, 'token of ApiServer.start must be printable ASCII without spaces, and not empty'],
  [
    { podTermination: 'never' as 'manual' },
    'podTermination of ApiServer.start must be one of prompt, gracePeriod, manual, got "never"',
  ],
  [{ version: '1' }, `version of ApiServer.start must look like ${kubernetesVersion}, got "1"`],
])('%j is rejected with a description', async (options, message) => {
  await expect(ApiServer.start(options)).rejects.toMatchObject({ code: 'ERR_OPTION', message });
});

const podOnNode = { ...pod, spec: { ...pod.spec, nodeName: 'n1' } };
const podPath = '/api/v1/namespaces/default/pods/web';

/** What a watch reports of a deletion: event types and grace periods, until the pod is gone. */
async function deletionEvents(server: ApiServer, remove: (api: Api) => Promise<unknown>): Promise<unknown[]> {
  const api = new Api({ baseUrl: server.url });
  const watch = await api.watch(`/api/v1/pods?watch=true&resourceVersion=${server.resourceVersion}`);
  await remove(api);
  const seen: unknown[] = [];
  for (;;) {
    const event = await watch.next();
    seen.push([at(event, 'type'), at(event, 'object.metadata.deletionGracePeriodSeconds')]);
    if (at(event, 'type') === 'DELETED') break;
  }
  watch.close();
  return seen;
}

test('a pod with a node is marked with the requested grace period, then removed without waiting for it', async () => {
  await using server = await ApiServer.start({ clock: new FakeClock() });
  await server.create(coreV1.pods, podOnNode);
  const events = await deletionEvents(server, async (api) => {
    const marked = await api.delete(podPath, { gracePeriodSeconds: 40 });
    expect([marked.status, at(marked.json, 'metadata.deletionGracePeriodSeconds')]).toEqual([200, 40]);
  });
  expect(events).toEqual([
    ['MODIFIED', 40],
    ['DELETED', 40],
  ]);
  expect((await new Api({ baseUrl: server.url }).get(podPath)).status).toBe(404);
});

test('a pod with a node is gone when an in-process deletion resolves', async () => {
  await using server = await ApiServer.start();
  await server.create(coreV1.pods, podOnNode);
  const events = await deletionEvents(server, () => server.delete(coreV1.pods, 'web'));
  expect(await server.get(coreV1.pods, 'web')).toBeUndefined();
  expect(events).toEqual([
    ['MODIFIED', 30],
    ['DELETED', 30],
  ]);
});

test('a pod with a node and a finalizer is removed with its last finalizer', async () => {
  await using server = await ApiServer.start();
  await server.create(coreV1.pods, {
    ...podOnNode,
    metadata: { ...pod.metadata, finalizers: ['example.com/held'] },
  });
  await server.delete(coreV1.pods, 'web');
  expect((await server.get(coreV1.pods, 'web'))?.metadata).toMatchObject({ deletionGracePeriodSeconds: 0 });
  await server.patch(coreV1.pods, 'web', { metadata: { finalizers: null } });
  expect(await server.get(coreV1.pods, 'web')).toBeUndefined();
});

test('a namespace with pods on nodes is emptied and removed', async () => {
  await using server = await ApiServer.start();
  await server.create(coreV1.namespaces, { metadata: { name: 'full' } });
  await server.create(coreV1.pods, { ...podOnNode, metadata: { name: 'web', namespace: 'full' } });
  const api = new Api({ baseUrl: server.url });
  const watch = await api.watch(`/api/v1/namespaces?watch=true&resourceVersion=${server.resourceVersion}`);
  await api.delete('/api/v1/namespaces/full');
  for (;;) if (at(await watch.next(), 'type') === 'DELETED') break;
  watch.close();
  expect(await server.get(coreV1.pods, 'web', { namespace: 'full' })).toBeUndefined();
});

test('with gracePeriod a pod is removed when its grace period is over on the server clock', async () => {
  const clock = new FakeClock();
  await using server = await ApiServer.start({ clock, podTermination: 'gracePeriod' });
  await server.create(coreV1.pods, podOnNode);
  await server.create(coreV1.pods, { ...podOnNode, metadata: { name: 'soon' } });
  const api = new Api({ baseUrl: server.url });
  await server.delete(coreV1.pods, 'web');
  await api.delete('/api/v1/namespaces/default/pods/soon', { gracePeriodSeconds: 5 });
  await clock.advance(4_000);
  expect(names(await server.list(coreV1.pods))).toEqual(['soon', 'web']);
  await clock.advance(1_000);
  expect(names(await server.list(coreV1.pods))).toEqual(['web']);
  await server.stop();
  await clock.advance(60_000);
  expect(names(await server.list(coreV1.pods))).toEqual(['web']);
  await server.start();
  await clock.advance(0);
  expect(names(await server.list(coreV1.pods))).toEqual([]);
});

test('a pod with a node can be configured to wait for its kubelet', async () => {
  await using server = await ApiServer.start({ podTermination: 'manual' });
  await server.create(coreV1.pods, { ...pod, spec: { ...pod.spec, nodeName: 'n1' } });
  const api = new Api({ baseUrl: server.url });
  const path = '/api/v1/namespaces/default/pods/web';
  const marked = await api.delete(path);
  expect(at(marked.json, 'metadata.deletionGracePeriodSeconds')).toBe(30);
  expect((await api.get(path)).status).toBe(200);
  await api.delete(path, { gracePeriodSeconds: 0 });
  expect((await api.get(path)).status).toBe(404);
});

test('a graceful deletion can be shortened, not lengthened', async () => {
  await using server = await ApiServer.start({ podTermination: 'manual' });
  await server.create(coreV1.pods, { ...pod, spec: { ...pod.spec, nodeName: 'n1' } });
  const api = new Api({ baseUrl: server.url });
  const path = '/api/v1/namespaces/default/pods/web';
  await api.delete(path, { gracePeriodSeconds: 20 });
  expect(
    at((await api.delete(path, { gracePeriodSeconds: 60 })).json, 'metadata.deletionGracePeriodSeconds'),
  ).toBe(20);
  expect(
    at((await api.delete(path, { gracePeriodSeconds: 5 })).json, 'metadata.deletionGracePeriodSeconds'),
  ).toBe(5);
});

test('every built-in resource that can be listed is served', async () => {
  await using server = await ApiServer.start();
  const api = new Api({ baseUrl: server.url });
  for (const path of [
    '/apis/apps/v1/daemonsets',
    '/apis/storage.k8s.io/v1/storageclasses',
    '/apis/autoscaling/v2/horizontalpodautoscalers',
  ]) {
    expect([path, (await api.get(path)).status]).toEqual([path, 200]);
  }
  await server.create(appsV1.statefulSets, {
    metadata: { name: 's', namespace: 'default' },
    spec: { selector: {}, template: {} },
  });
  expect(names((await api.get('/apis/apps/v1/statefulsets')).json)).toEqual(['s']);
  const review = await api.get('/apis/authentication.k8s.io/v1/tokenreviews');
  expect(review.status).toBe(404);
});

test('a deployment is scaled through its scale', async () => {
  await using server = await ApiServer.start();
  const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } };
  const spec = { replicas: 1, selector: { matchLabels: { a: 'b' } }, template };
  await server.create(appsV1.deployments, {
    metadata: { name: 'd', namespace: 'default' },
    spec,
    status: { replicas: 1 },
  });
  const api = new Api({ baseUrl: server.url });
  const path = '/apis/apps/v1/namespaces/default/deployments/d/scale';
  const { json } = await api.get(path);
  expect(json).toMatchObject({
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: { name: 'd', namespace: 'default' },
    spec: { replicas: 1 },
    status: { replicas: 1, selector: 'a=b' },
  });
  expect((await api.put(path, { ...json, spec: { replicas: 3 } })).json['spec']).toEqual({ replicas: 3 });
  expect((await api.put(path, { ...json, spec: { replicas: 4 } })).status).toBe(409);
  expect((await api.patch(path, 'merge', { spec: { replicas: 5 } })).json['spec']).toEqual({ replicas: 5 });
  expect(await server.get(appsV1.deployments, 'd')).toMatchObject({
    metadata: { generation: 3 },
    spec: { replicas: 5 },
  });
  expect((await api.patch(path, 'merge', { spec: { replicas: -1 } })).status).toBe(422);
  expect((await api.get('/apis/apps/v1/namespaces/default/deployments/none/scale')).status).toBe(404);
});

test.each([true, false])(
  'the Status of a DELETE has the resourceVersion of the deletion: %s',
  async (deleteResourceVersion) => {
    await using server = await ApiServer.start({ deleteResourceVersion });
    const api = new Api({ baseUrl: server.url });
    await server.create(coreV1.configMaps, { metadata: { name: 'a', namespace: 'default' } });
    const { json } = await api.delete('/api/v1/namespaces/default/configmaps/a');
    const list = await api.get('/api/v1/namespaces/default/configmaps');
    expect(at(json, 'metadata')).toEqual(
      deleteResourceVersion ? { resourceVersion: at(list.json, 'metadata.resourceVersion') } : {},
    );
  },
);
