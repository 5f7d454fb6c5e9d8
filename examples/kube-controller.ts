/**
 * The KubeController of the articles: one clientset, one factory, and on it informers and listers for pods and
 * deployments. It decides nothing before both caches have synced.
 */
import { parseSelector, SharedInformerFactory } from 'kube-informers';
import type { Clientset, NamespaceLister, ObjectOf, resources, SharedIndexInformer } from 'kube-informers';
import { openCluster, podNamed, say } from './cluster.js';

type Pod = ObjectOf<typeof resources.coreV1.pods>;
type Deployment = ObjectOf<typeof resources.appsV1.deployments>;

const defaultResyncMs = 30_000;

class KubeController {
  readonly #factory: SharedInformerFactory;
  readonly #podInformer: SharedIndexInformer<Pod>;
  readonly #podsLister: NamespaceLister<Pod>;
  readonly #deploymentInformer: SharedIndexInformer<Deployment>;
  readonly #deploymentsLister: NamespaceLister<Deployment>;
  readonly #onComplete: (deployment: string, pods: number) => void;
  #ready = false;

  /** `onComplete` is called for every deployment that has as many pods as it wants. */
  constructor(
    clientset: Clientset,
    namespace: string,
    onComplete: (deployment: string, pods: number) => void,
  ) {
    // The informers list and watch through this clientset.
    this.#factory = new SharedInformerFactory(clientset, { namespace, resyncPeriodMs: defaultResyncMs });
    const pods = this.#factory.core().v1().pods();
    this.#podInformer = pods.informer();
    this.#podsLister = pods.lister().namespace(namespace);
    const deployments = this.#factory.apps().v1().deployments();
    this.#deploymentInformer = deployments.informer();
    this.#deploymentsLister = deployments.lister().namespace(namespace);
    this.#onComplete = onComplete;
  }

  /** Runs until the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    this.#deploymentInformer.addEventHandler({
      onAdd: (deployment) => this.#check(deployment.metadata?.name),
      onUpdate: (_old, deployment) => this.#check(deployment.metadata?.name),
    });
    this.#podInformer.addEventHandler({
      onAdd: (pod) => this.#check(pod.metadata?.labels?.['app']),
      onDelete: ({ object }) => this.#check(object?.metadata?.labels?.['app']),
    });
    this.#factory.start({ signal });
    await this.#factory.waitForCacheSync({ signal });
    this.#ready = true;
    const [deployments, pods] = [this.#deploymentsLister.list(), this.#podsLister.list()];
    say(`controller: caches synced; deployments: ${deployments.length}, pods: ${pods.length}`);
    for (const deployment of deployments) this.#check(deployment.metadata?.name);
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    await this.#factory.stop();
  }

  /** Compares what is wanted with what is there: two reads from caches, no request. */
  #check(name: string | undefined): void {
    if (name === undefined || !this.#ready) return;
    const deployment = this.#deploymentsLister.get(name);
    if (deployment === undefined) return;
    const wanted = deployment.spec?.replicas ?? 1;
    const found = this.#podsLister.list(parseSelector(`app=${name}`)).length;
    say(`controller: ${name} wants ${wanted}, has ${found}`);
    if (found === wanted) this.#onComplete(name, found);
  }
}

await using cluster = await openCluster('kube-controller');
const { admin, clientset, namespace } = cluster;
const labels = { app: 'web' };
const pods = admin.coreV1().pods(namespace);
const deployments = admin.appsV1().deployments(namespace);
await deployments.create({
  metadata: { name: 'web' },
  spec: {
    // Paused: a real cluster's own deployment controller would make the pods before this one could look.
    paused: true,
    replicas: 1,
    selector: { matchLabels: labels },
    template: { metadata: { labels }, spec: podNamed('web').spec },
  },
});
await pods.create(podNamed('web-1', labels));

let completed = (_pods: number): void => undefined;
/** Resolves when the controller finds the deployment with this many pods. */
function completeWith(wanted: number): Promise<void> {
  return new Promise((resolve) => {
    completed = (found) => {
      if (found === wanted) resolve();
    };
  });
}

const stop = new AbortController();
const one = completeWith(1);
const controller = new KubeController(clientset, namespace, (_deployment, found) => completed(found));
const running = controller.run(stop.signal);
await one;
say('main: complete with 1, now 2 are wanted');

const two = completeWith(2);
await deployments.patch('web', { spec: { replicas: 2 } }, { type: 'merge' });
await pods.create(podNamed('web-2', labels));
await two;
say('main: complete with 2');

stop.abort();
await running;
say('stopped');
