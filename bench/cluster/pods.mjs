// The pods of a benchmark on a real API server.
import { podObject } from '../server/pod-object.mjs';

/** Requests at a time. */
const atOnce = 64;

/**
 * Creates so many pods in a namespace of their own, calls `use` with its name, and deletes it. Their scheduler does not exist, so
 * that nothing runs them, and the server decides what identifies them.
 */
export async function withPods({ Clientset, loadConfig, isNotFound }, { kubeconfig, pods }, use) {
  const namespace = `kube-informers-bench-${process.pid}`;
  const clientset = new Clientset(await loadConfig({ kubeconfig }));
  const namespaces = clientset.coreV1().namespaces();
  await namespaces.create({ metadata: { name: namespace } });
  try {
    const client = clientset.coreV1().pods(namespace);
    await inParallel(pods, async (number) => {
      const { metadata, spec, status } = podObject(number, '');
      const { name, labels, annotations, ownerReferences } = metadata;
      const { nodeName: _node, serviceAccount: _old, serviceAccountName: _account, ...kept } = spec;
      const created = await client.create({
        metadata: { name, labels, annotations, ownerReferences },
        spec: { ...kept, schedulerName: 'none' },
      });
      if (created.status?.phase !== status.phase) await client.updateStatus({ ...created, status });
    });
    return await use(namespace);
  } finally {
    await namespaces.delete(namespace);
    for (;;) {
      const gone = await namespaces.get(namespace).catch((error) => {
        if (isNotFound(error)) return undefined;
        throw error;
      });
      if (gone === undefined) break;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    await clientset.close();
  }
}

async function inParallel(count, each) {
  let next = 0;
  const work = async () => {
    while (next < count) await each(next++);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, count) }, work));
}
