import { setTimeout } from 'node:timers/promises';
import { Clientset, loadConfig, parseSelector, SharedInformerFactory } from 'kube-informers';

// KUBECONFIG, ~/.kube/config, or the service account of a pod. `await using` closes the connections at the end.
await using clientset = new Clientset(await loadConfig());
await using factory = new SharedInformerFactory(clientset);
const pods = factory.core().v1().pods();

pods.informer().addEventHandler({
  onAdd: (pod, { isInInitialList }) => console.log(isInInitialList ? '=' : '+', pod.metadata?.name),
  onUpdate: (before, after) =>
    console.log('~', after.metadata?.name, before.status?.phase, '→', after.status?.phase),
  onDelete: ({ key }) => console.log('-', key),
});
factory.start();
await factory.waitForCacheSync({ signal: AbortSignal.timeout(30_000) });

// From here on the cache answers, and no read costs the API server anything.
console.log(pods.lister().list(parseSelector('app in (web, api), !canary')).length, 'pods of ours');
console.log(pods.lister().namespace('kube-system').list().length, 'pods in kube-system');
await setTimeout(5_000); // changes stream past meanwhile; a controller would go on until its signal aborts
