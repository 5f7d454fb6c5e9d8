// The pods of a benchmark on a real API server.
import { podObject } from '../server/pod-object.mjs';

/** Requests at a time. */
const atOnce = 64;

/**
 * Creates so many pods in a namespace of their own, calls `use` with `{ namespace, client, clientset }`, and deletes it unless the
 * server ends with the benchmark. Their scheduler does not exist, so that nothing runs them, and the server decides what identifies
 * them.
 */
export async function withPods(
  { Clientset, loadConfig, isNotFound },
  { kubeconfig, pods, deletes = true },
  use,
) {
  const namespace = `kube-informers-bench-${process.pid}`;
  const clientset = new Clientset(await loadConfig({ kubeconfig }));
  const namespaces = clientset.coreV1().namespaces();
  await namespaces.create({ metadata: { name: namespace } });
  let finished = false;
  try {
    const client = clientset.coreV1().pods(namespace);
    await inParallel(pods, async (number) => {
      const { metadata, spec, status } = podObject(number, '');
      const { name, labels, annotations, ownerReferences } = metadata;
      const { nodeName: _node, serviceAccount: _old, ...kept } = spec;
      const created = await client.create({
        metadata: { name, labels, annotations, ownerReferences },
        // Every namespace has this account, and a volume with its token needs one.
        spec: { ...kept, serviceAccountName: 'default', schedulerName: 'none' },
      });
      if (created.status?.phase !== status.phase) await client.updateStatus({ ...created, status });
    });
    const result = await use({ namespace, client, clientset });
    finished = true;
    return result;
  } finally {
    if (deletes) {
      await namespaces.delete(namespace);
      // An error is not kept waiting for the controller of namespaces.
      while (finished) {
        const gone = await namespaces.get(namespace).catch((error) => {
          if (isNotFound(error)) return undefined;
          throw error;
        });
        if (gone === undefined) break;
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
    }
    await clientset.close();
  }
}

/** Changes the status of the first `count` pods, or of all of them several times; `word` must be another one each time. */
export async function changePods(client, pods, count, word) {
  await inParallel(count, (number) =>
    client.patch(
      podObject(number % pods, '').metadata.name,
      { status: { message: `${word}, change ${number}` } },
      { type: 'merge', subresource: 'status' },
    ),
  );
}

async function inParallel(count, each) {
  let next = 0;
  const work = async () => {
    while (next < count) await each(next++);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, count) }, work));
}
