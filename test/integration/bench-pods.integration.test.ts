// The pods of the benchmarks equal those of a real API server: the order of their keys, and its managedFields.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { corev1 } from 'kube-informers';
import type { Clientset } from '../../packages/kube-informers/src/client/clientset.js';
import type { ObjectOf } from '../../packages/kube-informers/src/meta/resource.js';
import type { coreV1 } from '../../packages/kube-informers/src/resources/core-v1.js';
import { connect, freshNamespace } from './harness.js';
import { canStartServers, OwnServer } from './own-server.js';

type Pod = ObjectOf<typeof coreV1.pods>;

const { makePod } = (await import(new URL('../../bench/server/pods.mjs', import.meta.url).href)) as {
  readonly makePod: (number: number) => { readonly bytes: Uint8Array };
};

function benchPod(): Pod {
  return JSON.parse(Buffer.from(makePod(12_345).bytes).toString()) as Pod;
}

/** The volume that the ServiceAccount plugin adds. */
function isAccess({ name }: { readonly name: string }): boolean {
  return name.startsWith('kube-api-access-');
}

/** The kubelet adds the generation to the condition that the binding has made. */
function asKubeletWrites(condition: corev1.PodCondition): Partial<corev1.PodCondition> {
  if (condition.type !== 'PodScheduled') return condition;
  const { type, observedGeneration } = condition;
  return { type, observedGeneration };
}

/** The pod as its ReplicaSet's controller writes it; fields from admission and the scheduler have no manager. */
function fromTemplate(pod: Pod): Pod {
  const spec = structuredClone(pod.spec);
  if (spec === undefined) throw new Error('a pod without a spec');
  delete spec.priority;
  delete spec.preemptionPolicy;
  delete spec.tolerations;
  spec.volumes = (spec.volumes ?? []).filter((volume) => !isAccess(volume));
  if (spec.volumes.length === 0) delete spec.volumes;
  for (const container of spec.containers) {
    container.volumeMounts = (container.volumeMounts ?? []).filter((mount) => !isAccess(mount));
    if (container.volumeMounts.length === 0) delete container.volumeMounts;
  }
  return { ...pod, spec };
}

/** Without the fields that each server and run sets differently. */
function comparable({ kind: _kind, apiVersion: _version, metadata, status, ...rest }: Pod): unknown {
  const own = { namespace: '', uid: '', resourceVersion: '', creationTimestamp: '' };
  // Keys keep their place.
  const conditions = status?.conditions?.map((condition) =>
    condition.type === 'PodScheduled' ? { ...condition, lastTransitionTime: '' } : condition,
  );
  return { metadata: { ...metadata, ...own, managedFields: [] }, ...rest, status: { ...status, conditions } };
}

// It needs a server without the service accounts' plugin, which would add its own volume.
describe.skipIf(!canStartServers)('a pod of the benchmarks, on a real API server', () => {
  let api: OwnServer;
  let clientset: Clientset;

  beforeAll(async () => {
    api = await OwnServer.start();
    clientset = await connect(api.kubeconfig);
  });

  afterAll(async () => {
    await clientset.close();
    await api[Symbol.asyncDispose]();
  });

  /** Writes it as kube-controller-manager, the scheduler and the kubelet do; resolves with the server's object. */
  async function written(pod: Pod): Promise<Pod> {
    const pods = clientset.coreV1().pods(await freshNamespace(clientset));
    const { name, generateName, labels, ownerReferences } = pod.metadata ?? {};
    const { conditions = [], ...status } = pod.status ?? {};
    const { nodeName = '', ...spec } = pod.spec ?? { containers: [] };
    await pods.create(
      {
        metadata: { name, generateName, labels, ownerReferences } as NonNullable<Pod['metadata']>,
        spec: spec as NonNullable<Pod['spec']>,
      },
      { fieldManager: 'kube-controller-manager' },
    );
    await pods.bind(name ?? '', nodeName);
    await pods.patch(
      name ?? '',
      { status: { ...status, conditions: conditions.map(asKubeletWrites) } },
      { type: 'strategic', subresource: 'status', fieldManager: 'kubelet' },
    );
    return pods.get(name ?? '');
  }

  test('is returned with the same members in the same order', async () => {
    const pod = benchPod();
    const real = comparable(await written(pod));
    expect(real).toEqual(comparable(pod));
    expect(JSON.stringify(real)).toBe(JSON.stringify(comparable(pod)));
  });

  test('gets the same managedFields', async () => {
    const pod = benchPod();
    const real = await written(fromTemplate(pod));
    // The benchmarks leave out what the kubelet adds to PodScheduled: with it 100,000 pods are no text that V8 can hold.
    const left = ',"k:{\\"type\\":\\"PodScheduled\\"}":{"f:observedGeneration":{}}';
    const shown = ({ metadata }: Pod): string[] =>
      (metadata?.managedFields ?? []).map((entry) =>
        JSON.stringify({ ...entry, time: '' }).replace(left, ''),
      );
    expect(shown(real)).toEqual(shown(pod));
  });
});
