import type { Deployment } from '../../packages/kube-informers/src/resources/types/apps-v1.js';
import type { Pod } from '../../packages/kube-informers/src/resources/types/core-v1.js';
import { expectTypeOf, test } from 'vitest';
import { SharedIndexInformer } from '../../packages/kube-informers/src/cache/informer/shared-index-informer.js';
import type { InformerShard } from '../../packages/kube-informers/src/cache/informer/informer-shard.js';
import type {
  AddInfo,
  Deletion,
  ListerWatcher,
  ReadonlyIndexer,
} from '../../packages/kube-informers/src/cache/types.js';
import type { Clientset, DynamicClient } from '../../packages/kube-informers/src/client/clientset.js';
import type { MetadataClient } from '../../packages/kube-informers/src/client/metadata-client.js';
import type { Unstructured } from '../../packages/kube-informers/src/client/call-options.js';
import { DynamicSharedInformerFactory } from '../../packages/kube-informers/src/factories/dynamic-shared-informer-factory.js';
import { MetadataSharedInformerFactory } from '../../packages/kube-informers/src/factories/metadata-shared-informer-factory.js';
import { EventRecorder, LeaderElector, Manager } from 'kube-informers/controller';
import { HashRanges, shardOf, Sharding } from 'kube-informers/sharding';
import { SharedInformerFactory } from '../../packages/kube-informers/src/factories/shared-informer-factory.js';
import { defineResource } from '../../packages/kube-informers/src/meta/resource.js';
import type {
  KubernetesObject,
  PartialObjectMetadata,
} from '../../packages/kube-informers/src/meta/types.js';
import type { DeepReadonly } from '../../packages/kube-informers/src/util/deep-readonly.js';

// Checked by the compiler: nothing of this is called.

test('a factory knows the type of every built-in resource', () => {
  const check = (factory: SharedInformerFactory): void => {
    const pods = factory.core().v1().pods();
    expectTypeOf(pods.lister().namespace('x').get('y')).toEqualTypeOf<DeepReadonly<Pod> | undefined>();
    expectTypeOf(pods.lister().list()).toEqualTypeOf<DeepReadonly<Pod>[]>();
    expectTypeOf(pods.informer()).toEqualTypeOf<SharedIndexInformer<Pod>>();
    expectTypeOf(pods.informer().indexer).toEqualTypeOf<ReadonlyIndexer<Pod>>();
    expectTypeOf(factory.apps().v1().deployments().lister().get('y')).toEqualTypeOf<
      DeepReadonly<Deployment> | undefined
    >();
    // @ts-expect-error there is no such resource in core/v1
    factory.core().v1().deployments();
    // @ts-expect-error there is no such version
    factory.core().v7();
    // @ts-expect-error there is no such group
    factory.kernel();
  };
  expectTypeOf(check).toBeFunction();
});

test('a scope has the type too', () => {
  const check = (factory: SharedInformerFactory): void => {
    factory
      .core()
      .v1()
      .pods({ namespaces: ['a'], transform: (pod) => ({ ...pod, status: {} }) });
    const scoped = factory
      .core()
      .v1()
      .pods({ namespace: 'a', labelSelector: { matchLabels: { app: 'web' } } });
    expectTypeOf(scoped.informer()).toEqualTypeOf<SharedIndexInformer<Pod>>();
    factory
      .core()
      .v1()
      .pods({
        // @ts-expect-error a transform must return the same type
        transform: (pod) => pod.metadata,
      });
    const sharded = factory
      .core()
      .v1()
      .pods({ shard: shardOf(HashRanges.ofSlots([0, 1])) })
      .informer();
    expectTypeOf(sharded.setShard(HashRanges.none)).toEqualTypeOf<InformerShard>();
    expectTypeOf(sharded.shard).toEqualTypeOf<InformerShard | undefined>();
    factory
      .core()
      .v1()
      .pods({ shard: shardOf(HashRanges.all, { by: 'controllerRef' }) });
    // @ts-expect-error there is no such key
    shardOf(HashRanges.all, { by: 'name' });
    // @ts-expect-error ranges are not a shard
    factory.core().v1().pods({ shard: HashRanges.all });
    // @ts-expect-error ranges are not text
    sharded.setShard("shardRange(object.metadata.uid, '0x0', '0x1')");
    // @ts-expect-error there is no such option
    factory.core().v1().pods({ selector: 'app=web' });
    const both = { namespace: 'a', namespaces: ['b'] };
    // @ts-expect-error either one namespace or several
    factory.core().v1().pods(both);
  };
  expectTypeOf(check).toBeFunction();
});

test('a handler receives objects of the type', () => {
  const check = (factory: SharedInformerFactory): void => {
    factory
      .core()
      .v1()
      .pods()
      .informer()
      .addEventHandler({
        onAdd(pod, info) {
          expectTypeOf(pod).toEqualTypeOf<DeepReadonly<Pod>>();
          expectTypeOf(info).toEqualTypeOf<AddInfo>();
          // @ts-expect-error cached objects are shared, so they are read-only
          pod.metadata = {};
        },
        async onUpdate(oldPod, newPod) {
          expectTypeOf(oldPod).toEqualTypeOf<DeepReadonly<Pod>>();
          expectTypeOf(newPod).toEqualTypeOf<DeepReadonly<Pod>>();
        },
        onDelete(deletion) {
          expectTypeOf(deletion).toEqualTypeOf<Deletion<Pod>>();
        },
      });
  };
  expectTypeOf(check).toBeFunction();
});

test('a descriptor carries its type', () => {
  interface Backup extends KubernetesObject {
    spec: { every: string };
  }
  const backups = defineResource<Backup>({
    group: 'example.com',
    version: 'v1',
    resource: 'backups',
    kind: 'Backup',
    namespaced: true,
  });
  const check = (factory: SharedInformerFactory, listerWatcher: ListerWatcher<Backup>): void => {
    expectTypeOf(factory.forResource(backups).lister().list()).toEqualTypeOf<DeepReadonly<Backup>[]>();
    const informer = new SharedIndexInformer(listerWatcher, {
      resource: backups,
      indexers: { every: (backup) => [backup.spec.every] },
    });
    expectTypeOf(informer).toEqualTypeOf<SharedIndexInformer<Backup>>();
  };
  expectTypeOf(check).toBeFunction();
});

test('every client fits its factory', () => {
  const check = (clientset: Clientset, dynamic: DynamicClient, metadata: MetadataClient): void => {
    expectTypeOf(new SharedInformerFactory(clientset)).toEqualTypeOf<SharedInformerFactory>();
    const pods = { group: '', version: 'v1', resource: 'pods' };
    expectTypeOf(new DynamicSharedInformerFactory(dynamic).forResource(pods).lister().get('a')).toEqualTypeOf<
      DeepReadonly<Unstructured> | undefined
    >();
    expectTypeOf(
      new MetadataSharedInformerFactory(metadata).forResource(pods).lister().get('a'),
    ).toEqualTypeOf<DeepReadonly<PartialObjectMetadata> | undefined>();
    // @ts-expect-error it would cache whole objects
    void new MetadataSharedInformerFactory(clientset);
    // @ts-expect-error it would cache whole objects
    void new MetadataSharedInformerFactory(dynamic);
    // @ts-expect-error its objects are not those of the resource
    void new SharedInformerFactory(metadata);
    // @ts-expect-error its objects are not those of the resource
    void new DynamicSharedInformerFactory(metadata);
  };
  expectTypeOf(check).toBeFunction();
});

test('what writes takes a Clientset, not a client of metadata', () => {
  const check = (metadata: MetadataClient, dynamic: DynamicClient): void => {
    const lease = { namespace: 'default', name: 'a', identity: 'me' };
    // @ts-expect-error its Leases have no spec
    void new LeaderElector(metadata, { ...lease });
    // @ts-expect-error its method `resource` takes no namespace
    void new LeaderElector(dynamic, { ...lease });
    // @ts-expect-error its Leases have no spec
    void new Sharding(metadata, lease);
    // @ts-expect-error its Leases have no spec
    void new Manager(metadata);
    // @ts-expect-error it cannot create
    void new EventRecorder(metadata, { controller: 'a' });
  };
  expectTypeOf(check).toBeFunction();
});
