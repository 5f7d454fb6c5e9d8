import type { Pod } from '../../packages/kube-informers/src/resources/types/core-v1.js';
import { expectTypeOf, test } from 'vitest';
import {
  Clientset,
  defineResource,
  everything,
  loadConfig,
  parseSelector,
  SharedInformerFactory,
} from 'kube-informers';
import { coreV1 } from '../../packages/kube-informers/src/resources/index.js';
import type {
  AddInfo,
  DeepReadonly,
  Deletion,
  HandlerRegistration,
  KubernetesObject,
  Lister,
  ResourceEventHandler,
  ResourceInformer,
  RestConfig,
  SharedIndexInformer,
} from 'kube-informers';

// Checked by the compiler: nothing of this is called. What a program names, it imports from the package's entry.

interface MyCr extends KubernetesObject {
  spec: { size: number };
}

test('a user’s program compiles unchanged and without annotations', () => {
  const program = async (signal: AbortSignal): Promise<void> => {
    const config = await loadConfig();
    expectTypeOf(config).toEqualTypeOf<RestConfig>();
    const clientset = new Clientset(config);
    const factory = new SharedInformerFactory(clientset, { resyncPeriodMs: 30_000 });

    const pods = factory.core().v1().pods();
    expectTypeOf(pods).toEqualTypeOf<ResourceInformer<Pod>>();
    expectTypeOf(factory.forResource(coreV1.pods)).toEqualTypeOf<ResourceInformer<Pod>>();
    const registration = pods.informer().addEventHandler({
      onAdd(pod, { isInInitialList }) {
        expectTypeOf(pod).toEqualTypeOf<DeepReadonly<Pod>>();
        expectTypeOf(isInInitialList).toEqualTypeOf<boolean>();
      },
      onUpdate(oldPod, newPod) {
        expectTypeOf(oldPod).toEqualTypeOf<DeepReadonly<Pod>>();
        expectTypeOf(newPod).toEqualTypeOf<DeepReadonly<Pod>>();
      },
      onDelete({ object, finalStateUnknown }) {
        expectTypeOf(object).toEqualTypeOf<DeepReadonly<Pod> | undefined>();
        expectTypeOf(finalStateUnknown).toEqualTypeOf<boolean>();
      },
    });
    expectTypeOf(registration).toEqualTypeOf<HandlerRegistration>();

    factory.start({ signal });
    await factory.waitForCacheSync({ signal });
    await registration.synced;

    const lister = pods.lister();
    expectTypeOf(lister).toEqualTypeOf<Lister<Pod>>();
    expectTypeOf(lister.list(parseSelector('app in (web, api), !canary'))).toEqualTypeOf<
      DeepReadonly<Pod>[]
    >();
    expectTypeOf(lister.list(everything())).toEqualTypeOf<DeepReadonly<Pod>[]>();
    expectTypeOf(lister.namespace('default').get('nginx')).toEqualTypeOf<DeepReadonly<Pod> | undefined>();
    expectTypeOf(lister.namespace('default').getOrThrow('nginx')).toEqualTypeOf<DeepReadonly<Pod>>();
    pods.informer().addIndexers({ node: (pod) => [pod.spec?.nodeName ?? ''] });
    expectTypeOf(pods.informer().indexer.byIndex('node', 'node-1')).toEqualTypeOf<DeepReadonly<Pod>[]>();
    await factory.stop();
  };
  expectTypeOf(program).toBeFunction();
});

test('a custom resource carries its type, and `await using` closes what was opened', () => {
  const program = async (config: RestConfig): Promise<void> => {
    await using clientset = new Clientset(config);
    await using factory = new SharedInformerFactory(clientset);
    const crs = factory.forResource(
      defineResource<MyCr>({
        group: 'example.com',
        version: 'v1',
        resource: 'mycrs',
        kind: 'MyCr',
        namespaced: true,
      }),
    );
    expectTypeOf(crs.informer()).toEqualTypeOf<SharedIndexInformer<MyCr>>();
    crs.informer().addEventHandler({ onAdd: (cr) => expectTypeOf(cr.spec.size).toBeNumber() });
  };
  expectTypeOf(program).toBeFunction();
});

test('a handler may be a class, may be asynchronous, and may have a part of the callbacks', () => {
  class Controller implements ResourceEventHandler<Pod> {
    async onAdd(_pod: DeepReadonly<Pod>, _info: AddInfo): Promise<void> {}
    onDelete(_deletion: Deletion<Pod>): void {}
  }
  const check = (informer: SharedIndexInformer<Pod>): void => {
    informer.addEventHandler(new Controller());
    informer.addEventHandler({ onAdd() {} });
    informer.addEventHandler({ onUpdate: async (before, after) => void [before, after] });
  };
  expectTypeOf(check).toBeFunction();
});

test('an undefined option equals an omitted option, so optional values can be passed on', () => {
  const check = (
    clientset: Clientset,
    namespace: string | undefined,
    signal: AbortSignal | undefined,
  ): void => {
    const factory = new SharedInformerFactory(clientset, {
      namespace,
      resyncPeriodMs: undefined,
      transform: undefined,
      tweakListOptions: undefined,
      logger: undefined,
    });
    factory.start({ signal });
    void factory.waitForCacheSync({ signal });
    void loadConfig({ kubeconfig: undefined, context: undefined });
    void clientset.coreV1().pods(namespace).list({ labelSelector: undefined, limit: undefined, signal });
    factory
      .core()
      .v1()
      .pods()
      .informer()
      .addEventHandler({ onAdd() {} }, { resyncPeriodMs: undefined, name: undefined });
  };
  expectTypeOf(check).toBeFunction();
});

test('the return value of a handler does not matter', () => {
  const check = (informer: SharedIndexInformer<Pod>, names: Map<string, string>): void => {
    informer.addEventHandler({
      onAdd: (pod) => names.set(pod.metadata?.name ?? '', 'added'),
      onDelete: ({ key }) => names.delete(key),
    });
  };
  expectTypeOf(check).toBeFunction();
});
