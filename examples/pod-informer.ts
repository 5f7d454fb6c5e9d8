/**
 * A shared informer for pods: handlers that receive every change, and a lister that reads from the cache.
 *
 * The same steps as in the articles on client-go: clientset, factory, informer, handler, start, wait for the sync, list.
 */
import { everything, SharedInformerFactory } from 'kube-informers';
import { openCluster, podNamed, say } from './cluster.js';

await using cluster = await openCluster('pod-informer');
const { admin, clientset, namespace } = cluster;
const pods = admin.coreV1().pods(namespace);
await pods.create(podNamed('there-before'));

const factory = new SharedInformerFactory(clientset, { namespace, resyncPeriodMs: 30_000 });
const podInformer = factory.core().v1().pods();

// Resolved by the handler, so that the program can end once it has shown what it is about.
let sawDeletion = (): void => undefined;
const deletionSeen = new Promise<void>((resolve) => {
  sawDeletion = resolve;
});

const registration = podInformer.informer().addEventHandler({
  onAdd(pod, { isInInitialList }) {
    say(`handler: added ${pod.metadata?.name}${isInInitialList ? ' (it was there before)' : ''}`);
  },
  onUpdate(oldPod, newPod) {
    if (oldPod.metadata?.resourceVersion === newPod.metadata?.resourceVersion) return; // a resync: nothing changed
    const { name, labels = {}, deletionTimestamp } = newPod.metadata ?? {};
    say(
      `handler: updated ${name}, ${deletionTimestamp === undefined ? JSON.stringify(labels) : 'being deleted'}`,
    );
  },
  onDelete({ key }) {
    say(`handler: deleted ${key.split('/').at(-1)}`);
    sawDeletion();
  },
});

const stop = new AbortController();
factory.start({ signal: stop.signal });
await factory.waitForCacheSync({ signal: stop.signal });
await registration.synced;
say(`lister: ${names()} (from the cache: no request)`);

await pods.create(podNamed('created-later'));
await pods.patch('created-later', { metadata: { labels: { phase: 'two' } } }, { type: 'merge' });
await pods.delete('created-later', { gracePeriodSeconds: 0 });
await deletionSeen;
say(`lister: ${names()}`);

stop.abort();
await factory.stop();
say('stopped');

function names(): string {
  const found = podInformer.lister().namespace(namespace).list(everything());
  return `${found.length} of namespace ${namespace}: ${found.map((pod) => pod.metadata?.name).join(', ')}`;
}
