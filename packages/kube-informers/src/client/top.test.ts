import { ApiServer } from '@kube-informers/testing';
import { describe, expect, test } from 'vitest';
import { parseQuantity } from '../meta/quantity.js';
import { Clientset } from './clientset.js';
import { topNodes, topPods } from './top.js';

/** The definition of a kind of the metrics API: the embedded server then serves it, as an aggregated server would. */
const definition = (version: string, resource: string, kind: string, scope: string): string => `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: ${resource}.metrics.k8s.io
  annotations: { api-approved.kubernetes.io: unapproved }
spec:
  group: metrics.k8s.io
  scope: ${scope}
  names: { plural: ${resource}, kind: ${kind} }
  versions:
    - name: ${version}
      served: true
      storage: true
      schema: { openAPIV3Schema: { type: object, x-kubernetes-preserve-unknown-fields: true } }
`;

const objects = (version: string): string => `
${definition(version, 'nodes', 'NodeMetrics', 'Cluster')}
---
${definition(version, 'pods', 'PodMetrics', 'Namespaced')}
---
apiVersion: v1
kind: Node
metadata: { name: big, labels: { pool: gpu } }
status: { allocatable: { cpu: 3920m, memory: 8Gi } }
---
apiVersion: metrics.k8s.io/${version}
kind: NodeMetrics
metadata: { name: small }
timestamp: "2026-01-01T00:00:00Z"
window: 20s
usage: { cpu: 100m, memory: 1Gi }
---
apiVersion: metrics.k8s.io/${version}
kind: NodeMetrics
metadata: { name: big, labels: { pool: gpu } }
timestamp: "2026-01-01T00:00:00Z"
window: 20s
usage: { cpu: 980000000n, memory: 2097152Ki }
---
apiVersion: metrics.k8s.io/${version}
kind: PodMetrics
metadata: { name: web, namespace: default, labels: { app: web } }
timestamp: "2026-01-01T00:00:00Z"
window: 15s
containers:
  - { name: nginx, usage: { cpu: 250m, memory: 100Mi } }
  - { name: sidecar, usage: { cpu: 50m, memory: 28Mi } }
`;

async function withMetrics(version: string, text = objects(version)) {
  const server = await ApiServer.start();
  const clientset = new Clientset({ host: server.url });
  await clientset.apply(text);
  return {
    server,
    clientset,
    async [Symbol.asyncDispose]() {
      await clientset.close();
      await server.stop();
    },
  };
}

describe.each(['v1beta1', 'v1'])('with metrics.k8s.io/%s', (version) => {
  test('shows what nodes use, in cores, bytes and percent of what is allocatable', async () => {
    await using cluster = await withMetrics(version);
    const { clientset } = cluster;
    const timestamp = '2026-01-01T00:00:00Z';
    const big = {
      name: 'big',
      timestamp,
      cpuCores: 0.98,
      memoryBytes: 2 * 1024 ** 3,
      allocatable: { cpuCores: 3.92, memoryBytes: 8 * 1024 ** 3 },
      cpuPercent: 25,
      memoryPercent: 25,
    };
    expect(await topNodes(clientset)).toEqual([
      big,
      {
        name: 'small',
        timestamp,
        cpuCores: 0.1,
        memoryBytes: 1024 ** 3,
        allocatable: undefined,
        cpuPercent: undefined,
        memoryPercent: undefined,
      },
    ]);
    expect(await topNodes(clientset, { labelSelector: 'pool=gpu' })).toEqual([big]);
  });

  test('shows what pods use as the sum of their containers', async () => {
    await using cluster = await withMetrics(version);
    const { clientset } = cluster;
    expect(await topPods(clientset, { namespace: 'default', labelSelector: 'app=web' })).toEqual([
      {
        namespace: 'default',
        name: 'web',
        timestamp: '2026-01-01T00:00:00Z',
        cpuCores: 0.3,
        memoryBytes: 128 * 1024 ** 2,
        containers: [
          { name: 'nginx', cpuCores: 0.25, memoryBytes: 100 * 1024 ** 2 },
          { name: 'sidecar', cpuCores: 0.05, memoryBytes: 28 * 1024 ** 2 },
        ],
      },
    ]);
    expect(await topPods(clientset, { fieldSelector: 'metadata.name=other' })).toEqual([]);
  });
});

test('a cluster without metrics is an error that names the remedy', async () => {
  await using server = await ApiServer.start();
  await using clientset = new Clientset({ host: server.url });
  await expect(topPods(clientset)).rejects.toMatchObject({
    code: 'ERR_UNKNOWN_RESOURCE',
    message: 'the server has no metrics.k8s.io: install metrics-server, or another server of the metrics API',
  });
});

test('an invalid quantity is an error that names the pod', async () => {
  await using cluster = await withMetrics('v1beta1', objects('v1beta1').replace('cpu: 50m', 'cpu: some'));
  await expect(topPods(cluster.clientset)).rejects.toMatchObject({
    code: 'ERR_QUANTITY',
    message:
      'cpu in usage of container sidecar of pod default/web must be a number with a suffix such as m, k or Mi, or none; got "some"',
  });
});

describe('parseQuantity', () => {
  test.each([
    ['0', 0],
    ['250m', 0.25],
    ['100n', 1e-7],
    ['3u', 3e-6],
    ['1.5', 1.5],
    ['.5', 0.5],
    ['+1.', 1],
    ['-2k', -2000],
    ['0.1', 0.1],
    ['1e3', 1000],
    ['1E3', 1000],
    ['1E', 1e18],
    ['12e-1', 1.2],
    ['128Mi', 134_217_728],
    ['0.5Ki', 512],
    ['8Ei', 2 ** 63],
    ['9007199254740991', 2 ** 53 - 1],
  ])('%s is %d', (text, value) => {
    expect(parseQuantity(text)).toBe(value);
  });

  test.each(['', ' 1', '1 ', 'm', '1K', '1mi', '1e', '1.2.3', '0x1', 'NaN', 'Infinity', '1'.repeat(1001), 7])(
    'refuses %j',
    (text) => {
      expect(() => parseQuantity(text as string)).toThrow(expect.objectContaining({ code: 'ERR_QUANTITY' }));
    },
  );
});
