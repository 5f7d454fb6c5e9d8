import { ApiServer, FakeClock, settle } from '@kube-informers/testing';
import { expect, test } from 'vitest';
import { defineResource } from '../meta/resource.js';
import type { KubernetesObject } from '../meta/types.js';
import { newForbidden } from '../meta/status.js';
import { resources } from '../resources/index.js';
import type { appsv1, corev1 } from '../resources/types.js';
import { Clientset } from '../client/clientset.js';
import { waitFor } from './wait-for.js';

const { coreV1, appsV1, batchV1 } = resources;

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

const pod = (name: string, status: object = {}, labels: Record<string, string> = {}): corev1.Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: 'default', labels },
  spec: { containers: [{ name: 'app', image: 'app' }] },
  status: status as NonNullable<corev1.Pod['status']>,
});

const ready = { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] };

async function store(clientset: Clientset, object: corev1.Pod): Promise<void> {
  const pods = clientset.coreV1().pods('default');
  const { status } = object;
  const stored = await pods.create(object);
  await pods.updateStatus({ ...stored, ...(status !== undefined && { status }) });
}

const setStatus = (clientset: Clientset, name: string, status: object): Promise<corev1.Pod> =>
  clientset.coreV1().pods('default').patch(name, { status }, { type: 'merge', subresource: 'status' });

test('waits until a pod is Ready, and resolves with it', async () => {
  await using cluster = await connected();
  const { clientset } = cluster;
  await store(clientset, pod('web', { phase: 'Pending' }));
  const waiting = waitFor(clientset, coreV1.pods, 'web', 'Ready', { timeoutMs: 10_000 });
  await setStatus(clientset, 'web', ready);
  expect((await waiting)?.status?.phase).toBe('Running');
});

test('waits for every object of a selector, by the name of a resource', async () => {
  await using cluster = await connected();
  const { clientset } = cluster;
  const labels = { app: 'web' };
  await store(clientset, pod('a', ready, labels));
  await store(clientset, pod('b', {}, labels));
  await store(clientset, pod('c', {}));
  const waiting = waitFor(clientset, 'po', { labelSelector: 'app=web' }, 'condition=ready', {
    timeoutMs: 10_000,
  });
  await setStatus(clientset, 'b', ready);
  expect((await waiting).map(({ metadata }) => metadata?.name ?? '').sort()).toEqual(['a', 'b']);
});

test('waits for a deletion, a value at a path, a creation, and a function', async () => {
  await using cluster = await connected();
  const { clientset } = cluster;
  const limit = { timeoutMs: 10_000 };
  expect(await waitFor(clientset, 'pods', 'web', 'delete', limit)).toBeUndefined();
  const created = waitFor(clientset, 'pods', 'web', 'create', limit);
  const running = waitFor(clientset, 'pods', 'web', 'jsonpath={.status.phase}=Running', limit);
  const called: (string | undefined)[] = [];
  const seen = waitFor(
    clientset,
    coreV1.pods,
    'web',
    (object) => {
      called.push(object?.status?.phase);
      return object?.status?.phase === 'Running';
    },
    limit,
  );
  await store(clientset, pod('web', { phase: 'Running' }));
  expect((await Promise.all([created, running, seen])).map((object) => object?.metadata?.name)).toEqual([
    'web',
    'web',
    'web',
  ]);
  expect(called.at(-1)).toBe('Running');
  const gone = waitFor(clientset, 'pods', 'web', 'delete', limit);
  await clientset.coreV1().pods('default').delete('web', { gracePeriodSeconds: 0 });
  expect(await gone).toBeUndefined();
});

test('the error at the end has the last state and the latest events', async () => {
  await using cluster = await connected();
  const { clientset } = cluster;
  await store(clientset, pod('web', { phase: 'Pending' }));
  const { uid = '' } = (await clientset.coreV1().pods('default').get('web')).metadata ?? {};
  for (const [index, reason] of ['Old', 'FailedScheduling'].entries())
    await clientset
      .coreV1()
      .events('default')
      .create({
        metadata: { name: `web.${index}` },
        involvedObject: { kind: 'Pod', name: 'web', namespace: 'default', uid },
        reason,
        message: '0/3 nodes are available',
        count: index + 1,
        lastTimestamp: `2026-01-01T00:00:0${index}Z`,
      });
  const clock = new FakeClock();
  const waiting = waitFor(clientset, 'pods', 'web', 'Ready', { clock, timeoutMs: 1000 });
  const failure = waiting.catch((error: unknown) => error);
  while (!cluster.server.requests.some(({ verb }) => verb === 'watch')) await settle();
  await clock.advance(1000);
  expect(await failure).toMatchObject({
    code: 'ERR_WAIT_TIMEOUT',
    message: expect.stringMatching(
      /^pods "web" in namespace default did not become Ready: .*timed out after 1000 ms; last state: phase "Pending".*; latest events: Old: 0\/3 nodes are available; FailedScheduling \(2 times\): 0\/3 nodes are available$/,
    ) as string,
  });
});

test('the error says which container does not run and why, of a workload in its pods', async () => {
  await using cluster = await connected();
  const { clientset } = cluster;
  const status = { name: 'app', image: 'x', imageID: '', ready: false, restartCount: 3 };
  await store(clientset, {
    ...pod('web', {
      phase: 'Pending',
      conditions: [
        { type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message: '0/3 nodes fit' },
      ],
      initContainerStatuses: [{ ...status, name: 'init', state: { terminated: { exitCode: 0 } } }],
      containerStatuses: [
        { ...status, state: { waiting: { reason: 'ImagePullBackOff', message: 'no image x' } } },
        {
          ...status,
          name: 'other',
          state: { running: {} },
          lastState: { terminated: { exitCode: 137, reason: 'OOMKilled' } },
        },
      ],
    }),
    metadata: { name: 'web', labels: { app: 'web' } },
  });
  const template = {
    metadata: { labels: { app: 'web' } },
    spec: { containers: [{ name: 'app', image: 'x' }] },
  };
  await clientset
    .appsV1()
    .deployments('default')
    .create({ metadata: { name: 'web' }, spec: { selector: { matchLabels: { app: 'web' } }, template } });
  const reasons =
    'phase "Pending", conditions "PodScheduled" "False" ("Unschedulable": "0/3 nodes fit"), ' +
    'container "app" waits ("ImagePullBackOff": "no image x"), ' +
    'container "other" is not ready, before it ended with exit code 137 ("OOMKilled"), resourceVersion ';
  const failure = async (plural: string, condition: string): Promise<unknown> => {
    const clock = new FakeClock();
    const failed = waitFor(clientset, plural, 'web', condition, { clock, timeoutMs: 1000 }).catch(
      (error: unknown) => error,
    );
    const watches = (): number =>
      cluster.server.requests.filter(({ verb, path }) => verb === 'watch' && path.includes(plural)).length;
    while (watches() === 0) await settle();
    await clock.advance(1000);
    return ((await failed) as Error).message;
  };
  expect(await failure('pods', 'Ready')).toContain(
    `pods "web" in namespace default did not become Ready: timed out after 1000 ms; last state: ${reasons}`,
  );
  expect(await failure('deployments', 'rollout')).toMatch(
    /^deployments.apps "web" in namespace default did not roll out: timed out after 1000 ms; last state: /,
  );
  expect(await failure('deployments', 'jsonpath={.status.readyReplicas}=1')).toContain(
    `; pod "web": ${reasons}`,
  );
});

test.each([
  ['Ready', { phase: 'Failed' }],
  ['jsonpath={.status.phase}=Running', { phase: 'Succeeded' }],
])('%s fails at once for a pod that has ended', async (condition, status) => {
  await using cluster = await connected();
  await store(cluster.clientset, pod('web', status));
  await expect(
    waitFor(cluster.clientset, 'pods', 'web', condition, { timeoutMs: Infinity }),
  ).rejects.toMatchObject({
    code: 'ERR_WAIT_FAILED',
    message: expect.stringContaining(`the pod has ended: phase ${status.phase}; last state: `) as string,
  });
});

test('a rollout ends when all replicas are updated and available, or at once after its deadline', async () => {
  await using cluster = await connected();
  const { clientset } = cluster;
  const deployments = clientset.appsV1().deployments('default');
  const labels = { app: 'web' };
  const web: appsv1.Deployment = {
    metadata: { name: 'web' },
    spec: {
      replicas: 2,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: 'app', image: 'app' }] } },
    },
  } as appsv1.Deployment;
  await deployments.create(web);
  const patch = (status: object): Promise<unknown> =>
    deployments.patch('web', { status }, { type: 'merge', subresource: 'status' });
  const waiting = waitFor(clientset, appsV1.deployments, 'web', 'rollout', { timeoutMs: 10_000 });
  await patch({
    observedGeneration: 1,
    replicas: 2,
    updatedReplicas: 2,
    readyReplicas: 2,
    availableReplicas: 1,
  });
  await patch({ availableReplicas: 2 });
  expect((await waiting)?.status?.availableReplicas).toBe(2);
  const conditions = [{ type: 'Progressing', status: 'False', reason: 'ProgressDeadlineExceeded' }];
  await patch({ updatedReplicas: 1, conditions });
  await expect(
    waitFor(clientset, appsV1.deployments, 'web', 'rollout', { timeoutMs: Infinity }),
  ).rejects.toMatchObject({
    code: 'ERR_WAIT_FAILED',
    message: expect.stringContaining('exceeded its progress deadline') as string,
  });
});

test('a StatefulSet that is rolled back in the middle is out when its pods are updated, not its revisions equal', async () => {
  await using cluster = await connected();
  const { clientset } = cluster;
  const sets = clientset.appsV1().statefulSets('default');
  const labels = { app: 'db' };
  await sets.create({
    metadata: { name: 'db' },
    spec: {
      replicas: 3,
      serviceName: 'db',
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: 'app', image: 'v1' }] } },
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 0 } },
    },
  });
  const patch = (status: object): Promise<unknown> =>
    sets.patch('db', { status }, { type: 'merge', subresource: 'status' });
  await patch({
    observedGeneration: 1,
    replicas: 3,
    readyReplicas: 3,
    updatedReplicas: 1,
    currentRevision: 'db-1',
    updateRevision: 'db-1',
  });
  let isOut = false;
  const waiting = waitFor(clientset, appsV1.statefulSets, 'db', 'rollout', { timeoutMs: 10_000 }).then(
    (object) => {
      isOut = true;
      return object;
    },
  );
  while (!cluster.server.requests.some(({ verb }) => verb === 'watch')) await settle();
  expect(isOut).toBe(false);
  await patch({ updatedReplicas: 3 });
  expect((await waiting)?.status?.updatedReplicas).toBe(3);
});

test('a rollout ends with the deletion of its object, as that of kubectl', async () => {
  await using cluster = await connected();
  const { clientset } = cluster;
  const sets = clientset.appsV1().daemonSets('default');
  const labels = { app: 'agent' };
  const agent = {
    metadata: { name: 'agent' },
    spec: {
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: 'app', image: 'v1' }] } },
    },
  };
  await sets.create(agent);
  const failure = waitFor(clientset, appsV1.daemonSets, 'agent', 'rollout', { timeoutMs: Infinity }).catch(
    (error: unknown) => error,
  );
  while (!cluster.server.requests.some(({ verb }) => verb === 'watch')) await settle();
  await sets.delete('agent');
  await sets.create(agent);
  expect(await failure).toMatchObject({
    code: 'ERR_WAIT_FAILED',
    message: expect.stringContaining('did not roll out: the object was deleted') as string,
  });
});

test('a name of a kind whose definition came back with another scope is resolved again', async () => {
  await using cluster = await connected();
  const { clientset, server } = cluster;
  const things = (scope: string): KubernetesObject =>
    ({
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'things.example.com' },
      spec: {
        group: 'example.com',
        scope,
        names: { plural: 'things', kind: 'Thing' },
        versions: [
          { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } },
        ],
      },
    }) as KubernetesObject;
  await clientset.apply(things('Namespaced'));
  await using others = new Clientset({ host: server.url });
  await others.delete(things('Namespaced'));
  await others.apply([
    things('Cluster'),
    { apiVersion: 'example.com/v1', kind: 'Thing', metadata: { name: 'one' } },
  ]);
  const found = await waitFor(clientset, 'things', 'one', 'create', { timeoutMs: 10_000 });
  expect(found?.metadata).toMatchObject({ name: 'one' });
  expect(found?.metadata?.namespace).toBeUndefined();
});

test('a name is resolved again while a server that was away refuses discovery', async () => {
  await using cluster = await connected();
  const { clientset, server } = cluster;
  await clientset
    .coreV1()
    .configMaps('default')
    .create({ metadata: { name: 'a' } });
  const clock = new FakeClock();
  const { status } = newForbidden(undefined, '', 'User "jane" cannot get path "/apis"');
  let asked = 0;
  server.intercept(({ path }) => {
    if (path !== '/apis') return undefined;
    asked++;
    if (asked === 1) return { reset: true };
    return asked === 2 ? { status: 403, body: { kind: 'Status', apiVersion: 'v1', ...status } } : undefined;
  });
  await using starting = new Clientset({ host: server.url }, { maxRetries: 0 });
  await expect(starting.discovery().serverResources()).rejects.toThrow();
  const waiting = waitFor(starting, 'configmaps', 'a', 'create', { clock });
  while (asked < 2 || clock.pendingTimers === 0) await settle();
  await clock.advance(1000);
  expect(await waiting).toMatchObject({ metadata: { name: 'a' } });
  expect(asked).toBe(3);
});

const widgets = defineResource<KubernetesObject>({
  group: 'example.com',
  version: 'v1',
  resource: 'widgets',
  kind: 'Widget',
  namespaced: true,
});

test.each([
  [
    appsV1.deployments,
    'Ready',
    'ERR_WAIT',
    'deployments.apps never have the condition "Ready": wait for Available',
  ],
  [appsV1.statefulSets, 'Ready', 'ERR_WAIT', 'wait for rollout or a jsonpath'],
  [coreV1.configMaps, 'Ready', 'ERR_WAIT', 'configmaps have no status'],
  [coreV1.pods, 'rollout', 'ERR_WAIT', 'pods have no rollout'],
  [batchV1.jobs, 'Completed', 'ERR_WAIT', 'wait for Complete, Failed'],
  [coreV1.pods, 'deleted', 'ERR_OPTION', 'must be a condition such as Ready, delete'],
  [coreV1.pods, 'jsonpath={.a[}=1', 'ERR_JSON_PATH', 'at "[" of "{.a[}"'],
  [widgets, 'Ready', 'ERR_WAIT_FAILED', 'widgets.example.com'],
  ['wigdets', 'Ready', 'ERR_UNKNOWN_RESOURCE', 'no resource type "wigdets"'],
] as const)('%o: %s can never be met, which fails at once', async (resource, condition, code, message) => {
  await using cluster = await connected();
  await expect(
    waitFor(cluster.clientset, resource as string, 'web', condition, { timeoutMs: Infinity }),
  ).rejects.toMatchObject({ code, message: expect.stringContaining(message) as string });
});
