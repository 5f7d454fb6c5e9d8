import { expectTypeOf, test } from 'vitest';
import { coreV1 } from '../../packages/kube-informers/src/resources/index.js';
import type { Pod, Secret } from '../../packages/kube-informers/src/resources/types/core-v1.js';
import type {
  Indexer,
  KubernetesObject,
  Lister,
  ReadonlyIndexer,
  ReadonlyStore,
  Resource,
  ResourceClient,
  ResourceInformer,
  SharedIndexInformer,
  Store,
  ListerWatcher,
  WatchStream,
  HandlerRegistration,
} from 'kube-informers';
import type { RetryWatcher } from 'kube-informers/watch';

// Checked by the compiler: nothing of this is called.

test('informers, listers, stores and clients of several kinds have a common type', () => {
  const check = (
    pods: SharedIndexInformer<Pod>,
    secrets: SharedIndexInformer<Secret>,
    podInformer: ResourceInformer<Pod>,
    lister: Lister<Pod>,
    indexer: Indexer<Pod>,
    client: ResourceClient<Pod>,
    source: ListerWatcher<Pod>,
    watcher: RetryWatcher<Pod>,
    stream: WatchStream<Pod>,
  ): void => {
    const informers: SharedIndexInformer<KubernetesObject>[] = [pods, secrets];
    const names = informers.flatMap((each) => each.indexer.list().map(({ metadata }) => metadata?.name));
    const both: ResourceInformer<KubernetesObject>[] = [podInformer];
    const listers: Lister<KubernetesObject>[] = [lister];
    const stores: [
      ReadonlyStore<KubernetesObject>,
      ReadonlyIndexer<KubernetesObject>,
      Store<KubernetesObject>,
    ] = [pods.indexer, pods.indexer, indexer];
    const clients: ResourceClient<KubernetesObject>[] = [client];
    const sources: ListerWatcher<KubernetesObject>[] = [source];
    const resources: Resource[] = [coreV1.pods, coreV1.secrets];
    const all: HandlerRegistration[] = informers.map((each) =>
      each.addEventHandler({ onAdd: (object) => object.metadata?.name }),
    );
    const watchers: RetryWatcher<KubernetesObject>[] = [watcher];
    const streams: WatchStream<KubernetesObject>[] = [stream];
    void [names, both, listers, stores, clients, sources, resources, all, watchers, streams];
  };
  expectTypeOf(check).toBeFunction();
});
