// waitFor(…, 'rollout') and `kubectl rollout status` watch the same objects through updates, rollbacks, partitions, pauses and deletions.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resources, waitFor } from 'kube-informers';
import type { appsv1, Clientset, Resource } from 'kube-informers';
import { hasKubectl, Kubectl } from '../contract/kubectl.js';
import { connect, freshNamespace } from './harness.js';

type Workload = appsv1.Deployment | appsv1.StatefulSet | appsv1.DaemonSet;

const { deployments, statefulSets, daemonSets } = resources.appsV1;
const labels = { app: 'web' };

const template = (image: string): appsv1.DeploymentSpec['template'] => ({
  metadata: { labels },
  spec: {
    terminationGracePeriodSeconds: 1,
    containers: [{ name: 'app', image: `registry.k8s.io/pause:${image}` }],
  },
});

describe.runIf(hasKubectl)('a rollout ends when that of kubectl does', () => {
  let clientset: Clientset;
  let folder = '';
  let namespace = '';
  let kubectl = new Kubectl('', '');

  beforeAll(async () => {
    clientset = await connect();
    folder = await mkdtemp(join(tmpdir(), 'kubectl-'));
    namespace = await freshNamespace(clientset);
    kubectl = new Kubectl(process.env['KUBECONFIG'] ?? '', folder, namespace);
  });
  afterAll(async () => {
    await kubectl.run(`delete namespace ${namespace} --wait=false`);
    await rm(folder, { recursive: true, force: true });
    await clientset.close();
  });

  /** Why a wait ended, in the same words for both. */
  const outcome = (text: string): string => {
    for (const [word, pattern] of [
      // A kubectl that started late does not find it.
      ['deleted', /was deleted|has been deleted|not found/],
      ['deadline', /exceeded its progress deadline/],
      ['timed out', /timed out/],
      ['strategy', /RollingUpdate/],
    ] as const)
      if (pattern.test(text)) return word;
    return text;
  };

  /** Both wait from now on; resolves with how both ended, and the images of the pods when ours did. */
  async function both(
    resource: Resource<Workload>,
    name: string,
    seconds = 60,
  ): Promise<{ ours: string; kubectl: string; images: string[] }> {
    const images = async (): Promise<string[]> => {
      const { items } = await clientset
        .coreV1()
        .pods(namespace)
        .list({ labelSelector: `app=${name}` });
      return items
        .filter(({ metadata }) => metadata?.deletionTimestamp === undefined)
        .map(({ spec }) => spec?.containers[0]?.image?.replace(/.*:/, '') ?? '')
        .sort();
    };
    const waiting = waitFor(clientset, resource, name, 'rollout', {
      namespace,
      timeoutMs: seconds * 1000,
    }).then(
      () => 'out',
      (error: unknown) => outcome(String(error)),
    );
    const other = kubectl.run(`rollout status ${resource.resource}/${name} --timeout=${seconds}s`).then(
      () => 'out',
      (error: unknown) => outcome(String(error)),
    );
    const ours = await waiting;
    const found = await images();
    return { ours, kubectl: await other, images: found };
  }

  const expectBoth = async (
    waiting: ReturnType<typeof both>,
    ended: string,
    images?: readonly string[],
  ): Promise<void> => {
    const result = await waiting;
    expect(result).toMatchObject({ ours: ended, kubectl: ended });
    if (images !== undefined) expect(result.images).toEqual(images);
  };

  const named = (name: string, image: string): { selector: object; template: object } => ({
    selector: { matchLabels: { app: name } },
    template: { ...template(image), metadata: { labels: { app: name } } },
  });

  const setImage = (kind: string, name: string, image: string): Promise<string> =>
    kubectl.run(`set image ${kind}/${name} app=registry.k8s.io/pause:${image}`);

  test('of a Deployment: created, updated, paused, resumed, rolled back', async () => {
    const client = clientset.appsV1().deployments(namespace);
    await client.create({
      metadata: { name: 'web' },
      spec: { replicas: 2, ...named('web', '3.9') } as never,
    });
    await expectBoth(both(deployments, 'web'), 'out', ['3.9', '3.9']);
    await setImage('deployment', 'web', '3.10');
    await expectBoth(both(deployments, 'web'), 'out', ['3.10', '3.10']);
    await kubectl.run('rollout pause deployment/web');
    await setImage('deployment', 'web', '3.9');
    await expectBoth(both(deployments, 'web', 3), 'timed out');
    await kubectl.run('rollout resume deployment/web');
    await expectBoth(both(deployments, 'web'), 'out', ['3.9', '3.9']);
    await kubectl.run('rollout undo deployment/web');
    await expectBoth(both(deployments, 'web'), 'out', ['3.10', '3.10']);
  });

  test('of a Deployment whose pods are not scheduled, by its deadline', async () => {
    const spec = { replicas: 1, progressDeadlineSeconds: 1, ...named('late', '3.9') };
    Object.assign((spec.template as { spec: object }).spec, { nodeSelector: { 'example.com/none': 'x' } });
    await clientset
      .appsV1()
      .deployments(namespace)
      .create({ metadata: { name: 'late' }, spec: spec as never });
    await expectBoth(both(deployments, 'late'), 'deadline');
  });

  test('of a StatefulSet: rolled back in the middle, in partitions, deleted', async () => {
    const client = clientset.appsV1().statefulSets(namespace);
    const spec = { serviceName: 'db', replicas: 3, minReadySeconds: 3, ...named('db', '3.9') };
    await client.create({ metadata: { name: 'db' }, spec: spec as never });
    await expectBoth(both(statefulSets, 'db'), 'out', ['3.9', '3.9', '3.9']);
    await setImage('statefulset', 'db', '3.10');
    await waitFor(
      clientset,
      statefulSets,
      'db',
      (object) => object?.status?.updatedReplicas === 2 && object.status.readyReplicas === 3,
      { namespace, timeoutMs: 60_000 },
    );
    await kubectl.run('rollout undo statefulset/db');
    await expectBoth(both(statefulSets, 'db'), 'out', ['3.9', '3.9', '3.9']);
    const partition = (number: number): Promise<unknown> =>
      client.patch(
        'db',
        { spec: { updateStrategy: { rollingUpdate: { partition: number } } } },
        { type: 'merge' },
      );
    await partition(2);
    await setImage('statefulset', 'db', '3.10');
    await expectBoth(both(statefulSets, 'db'), 'out', ['3.10', '3.9', '3.9']);
    await partition(0);
    const waiting = both(statefulSets, 'db');
    const seen = kubectl.follow('rollout status statefulset/db');
    await seen.until('Waiting');
    await seen.end();
    await client.delete('db', { propagationPolicy: 'Background' });
    await expectBoth(waiting, 'deleted');
  });

  test('of a DaemonSet: created, updated, and refused for another strategy', async () => {
    const client = clientset.appsV1().daemonSets(namespace);
    const nodes = (await clientset.coreV1().nodes().list()).items.length;
    await client.create({ metadata: { name: 'agent' }, spec: named('agent', '3.9') as never });
    await expectBoth(both(daemonSets, 'agent'), 'out', Array<string>(nodes).fill('3.9'));
    await setImage('daemonset', 'agent', '3.10');
    await expectBoth(both(daemonSets, 'agent'), 'out', Array<string>(nodes).fill('3.10'));
    await client.patch('agent', { spec: { updateStrategy: { type: 'OnDelete' } } }, { type: 'merge' });
    await expectBoth(both(daemonSets, 'agent'), 'strategy');
  });
});
