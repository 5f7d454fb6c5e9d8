import { SharedInformerFactory } from 'kube-informers';
import type { batchv1, Clientset, corev1 } from 'kube-informers';
import { Controller, setControllerReference } from 'kube-informers/controller';

/** A pod's container in the given state. */
export function containerState(state: corev1.ContainerState): corev1.PodStatus {
  const isRunning = state.running !== undefined;
  const isOver = state.terminated !== undefined;
  const status = { name: 'build', image: '', imageID: '', ready: isRunning, restartCount: 0, state };
  return { phase: isOver ? 'Failed' : isRunning ? 'Running' : 'Pending', containerStatuses: [status] };
}

/**
 * Does what an API server alone does not, until the signal aborts: gives each Job a pod on a node, with the status that `start`
 * returns, and deletes what a deleted Job owned.
 */
export async function playCluster(
  clientset: Clientset,
  namespace: string,
  signal: AbortSignal,
  start = (): corev1.PodStatus => containerState({ running: {} }),
): Promise<void> {
  const factory = new SharedInformerFactory(clientset, { namespace });
  const pods = clientset.coreV1().pods(namespace);
  const secrets = clientset.coreV1().secrets(namespace);
  const controller = new Controller<batchv1.Job>('jobs', {
    for: factory.batch().v1().jobs(),
    async reconcile({ object: job, name }) {
      const labelSelector = `batch.kubernetes.io/job-name=${name}`;
      if (job === undefined) {
        await pods.deleteCollection({ gracePeriodSeconds: 0 }, { labelSelector });
        await secrets.deleteCollection({}, { fieldSelector: `metadata.name=${name}` });
        return;
      }
      const { items } = await pods.list({ labelSelector });
      if (items.length > 0) return;
      const containers = job.spec?.template.spec?.containers ?? [];
      const pod: corev1.Pod = {
        metadata: { name: `${name}-1`, namespace, labels: { 'batch.kubernetes.io/job-name': name } },
        spec: {
          nodeName: 'node-1',
          restartPolicy: 'Never',
          containers: structuredClone([...containers]) as corev1.Container[],
        },
      };
      await pods.create(setControllerReference(job, pod));
      await pods.patch(`${name}-1`, { status: start() }, { type: 'merge', subresource: 'status' });
    },
  });
  factory.start();
  await controller.run({ signal });
  await factory.stop();
}
