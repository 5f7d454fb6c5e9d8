/**
 * The cluster-autoscaler's lister of scheduled pods: a bare reflector fills an indexer with the pods that are on a node
 * and have not ended, as the server picks them by a field selector; a lister reads the indexer. No handlers, no queue.
 */
import { Lister, resources } from 'kube-informers';
import type { ListerWatcher, ObjectOf } from 'kube-informers';
import { listWatchFromClient, namespaceKeyedIndexerAndReflector } from 'kube-informers/cache';
import { openCluster, podNamed, say } from './cluster.js';
import { Observed } from './observed.js';
import type { DeepReadonly } from 'kube-informers';

type Pod = ObjectOf<typeof resources.coreV1.pods>;

const scheduled = 'spec.nodeName!=,status.phase!=Succeeded,status.phase!=Failed';

class ScheduledPodLister {
  readonly #lister: Lister<Pod>;
  /** Resolves when the reflector has ended. */
  readonly ended: Promise<void>;

  /** Mirrors until the signal aborts. */
  constructor(podListWatch: ListerWatcher<Pod>, signal: AbortSignal) {
    const { indexer, reflector } = namespaceKeyedIndexerAndReflector(podListWatch, {
      expectedType: resources.coreV1.pods,
      resyncPeriodMs: 3_600_000,
    });
    this.#lister = new Lister(indexer, resources.coreV1.pods);
    this.ended = reflector.run({ signal });
  }

  /** All scheduled pods: from memory, however often it is asked. */
  list(): readonly DeepReadonly<Pod>[] {
    return this.#lister.list();
  }
}

await using cluster = await openCluster('scheduled-pod-lister');
const { admin, clientset, namespace } = cluster;
const pods = admin.coreV1().pods(namespace);
await pods.create(podNamed('on-a-node', {}, 'example-node'));
const { metadata, spec } = podNamed('nowhere-yet');
// The gate keeps the scheduler of a real cluster away from it.
await pods.create({ metadata, spec: { ...spec, schedulingGates: [{ name: 'example.com/wait' }] } });

const stop = new AbortController();
const source = new Observed(listWatchFromClient(clientset, resources.coreV1.pods, namespace, scheduled));
const lister = new ScheduledPodLister(source, stop.signal);
const names = (): string[] => lister.list().map((pod) => pod.metadata?.name ?? '');

await source.until(() => names().includes('on-a-node'));
say(`scheduled: ${names().join(', ')} (nowhere-yet has no node)`);

await pods.create(podNamed('on-another-node', {}, 'other-node'));
await source.until(() => names().includes('on-another-node'));
say(`scheduled: ${names().join(', ')}`);

await pods.patch('on-a-node', { status: { phase: 'Succeeded' } }, { type: 'merge', subresource: 'status' });
await source.until(() => !names().includes('on-a-node'));
say(`scheduled: ${names().join(', ')} (on-a-node has ended: the selector does not choose it any more)`);

stop.abort();
await lister.ended;
say('stopped');
