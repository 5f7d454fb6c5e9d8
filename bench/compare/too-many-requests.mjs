// What informers do after one 429: `npm run compare`, on Node 22 or later, as client-node 2 needs it.
//
// A watch is refused once, as a busy API server does, while a pod is created. Ten seconds later the line of each library
// says how often it asked again, and whether its cache has the pod.
import { CoreV1Api, KubeConfig, makeInformer } from '@kubernetes/client-node';
import { ApiServer } from '@kube-informers/testing';
import { Clientset, SharedInformerFactory } from 'kube-informers';
import { setTimeout as sleep } from 'node:timers/promises';

const pod = (name) => ({
  metadata: { name },
  spec: { containers: [{ name: 'web', image: 'nginx' }] },
});

async function clientNode(url, onError) {
  const kubeConfig = new KubeConfig();
  // It refuses http otherwise.
  kubeConfig.loadFromClusterAndUser({ name: 'busy', server: url, skipTLSVerify: true }, { name: 'busy' });
  const api = kubeConfig.makeApiClient(CoreV1Api);
  const informer = makeInformer(kubeConfig, '/api/v1/pods', () => api.listPodForAllNamespaces());
  informer.on('error', onError);
  await informer.start();
  return () => informer.list().length;
}

async function ours(url, onError) {
  const factory = new SharedInformerFactory(new Clientset({ host: url }), {
    onWatchError: onError,
    useWatchList: false, // a list, then a watch, as client-node
  });
  const pods = factory.core().v1().pods();
  pods.informer();
  factory.start();
  await factory.waitForCacheSync();
  return () => pods.lister().list().length;
}

async function measure(name, start) {
  const server = await ApiServer.start();
  const clientset = new Clientset({ host: server.url });
  const pods = clientset.coreV1().pods('default');
  await pods.create(pod('before'));
  let refused = 0;
  let watches = 0;
  server.intercept(({ verb }) => {
    if (verb !== 'watch') return undefined;
    watches += 1;
    if (refused > 0) return undefined;
    refused += 1;
    return { status: 429, headers: { 'retry-after': '1' } };
  });
  let errors = 0;
  const size = await start(server.url, () => (errors += 1));
  await pods.create(pod('after'));
  await sleep(10_000);
  console.log(`${name}: ${watches - 1} further watches, ${size()} of 2 pods in the cache, ${errors} errors`);
}

await measure('client-node 2.0.1', clientNode);
await measure('kube-informers', ours);
process.exit();
