import type {
  CustomResourceDefinition,
  JSONSchemaProps,
} from '../../packages/kube-informers/src/resources/types/apiextensions-v1.js';
import type { Container, Pod, PodSpec } from '../../packages/kube-informers/src/resources/types/core-v1.js';
import { expectTypeOf, test } from 'vitest';
import { MemoryIndexer } from 'kube-informers/cache';
import type { Deletion, Store } from 'kube-informers/cache';
import { copyOf, labelSelectorAsSelector, metaNamespaceKey, parseSelector } from 'kube-informers';
import { until, untilWithSync } from 'kube-informers/watch';
import { fieldValue } from 'kube-informers/internal';
import type {
  Clientset,
  DeepReadonly,
  DynamicClient,
  KubernetesObject,
  Lister,
  ListerWatcher,
  SharedIndexInformer,
  SharedInformerFactory,
  Unstructured,
  WatchEvent,
} from 'kube-informers';
import type { ConditionFunc, Watcher } from 'kube-informers/watch';

// Checked by the compiler: nothing of this is called.

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

interface Backup extends KubernetesObject {
  metadata: { name: string; labels?: Record<string, string> };
  spec: {
    at: [hour: number, days: string[]];
    owner: { names: string[] } | string | null;
    values: Json;
    anything: unknown;
    unchecked: any; // oxlint-disable-line no-explicit-any -- what other packages have for JSON
    byZone: Record<string, string[]>;
    next?: () => number;
  };
}

test('every level of what a cache hands out is read-only', () => {
  const program = (pod: DeepReadonly<Pod>, informer: SharedIndexInformer<Pod>): void => {
    // @ts-expect-error a member of the object
    pod.spec = {};
    // @ts-expect-error a member of a member
    pod.metadata.name = 'other';
    // @ts-expect-error an entry of a record
    pod.metadata.labels['app'] = 'other';
    // @ts-expect-error an entry of a record
    delete pod.metadata.labels['app'];
    // @ts-expect-error an array
    pod.spec.containers.push({ name: 'sidecar' });
    // @ts-expect-error an element of an array
    pod.spec.containers[0].image = 'other';
    expectTypeOf(pod.spec).toEqualTypeOf<DeepReadonly<PodSpec> | undefined>();
    expectTypeOf(pod.spec?.containers).toEqualTypeOf<readonly DeepReadonly<Container>[] | undefined>();
    for (const cached of informer.indexer.list()) expectTypeOf(cached).toEqualTypeOf(pod);
    informer.addEventHandler({
      onDelete: ({ object }) => expectTypeOf(object).toEqualTypeOf<DeepReadonly<Pod> | undefined>(),
    });
    informer.addIndexers({
      names: (object) => {
        expectTypeOf(object).toEqualTypeOf<DeepReadonly<Pod>>();
        return [];
      },
    });
  };
  expectTypeOf(program).toBeFunction();
});

test('an informer’s cache has no writing methods, and takes indexes', () => {
  const program = (informer: SharedIndexInformer<Pod>, mutable: Pod): void => {
    // @ts-expect-error only the informer writes to its cache
    informer.indexer.add(mutable);
    // @ts-expect-error only the informer writes to its cache
    informer.indexer.update(mutable);
    // @ts-expect-error only the informer writes to its cache
    informer.indexer.delete(mutable);
    // @ts-expect-error only the informer writes to its cache
    informer.indexer.replace([], '1');
    // @ts-expect-error only the informer writes to its cache
    informer.indexer.delete(mutable);
    informer.indexer.addIndexers({ byNode: (pod) => [pod.spec?.nodeName ?? ''] });
    new MemoryIndexer<Pod>() satisfies typeof informer.indexer;
  };
  expectTypeOf(program).toBeFunction();
});

test('arrays, records, unions, unknown values, functions and recursive types', () => {
  type Spec = DeepReadonly<Backup>['spec'];
  expectTypeOf<Spec['at']>().toEqualTypeOf<readonly [hour: number, days: readonly string[]]>();
  expectTypeOf<Spec['owner']>().toEqualTypeOf<{ readonly names: readonly string[] } | string | null>();
  expectTypeOf<Spec['anything']>().toBeUnknown();
  expectTypeOf<Spec['unchecked']>().toBeAny();
  expectTypeOf<Spec['byZone']>().toEqualTypeOf<{ readonly [x: string]: readonly string[] }>();
  expectTypeOf<Spec['next']>().toEqualTypeOf<(() => number) | undefined>();
  const program = (backup: Backup, crd: CustomResourceDefinition, schema: JSONSchemaProps): void => {
    const { values }: Spec = (backup satisfies DeepReadonly<Backup>).spec;
    if (Array.isArray(values)) expectTypeOf(values.length).toBeNumber();
    const readOnly: DeepReadonly<JSONSchemaProps> = schema;
    expectTypeOf(readOnly.properties?.['a']?.allOf?.[0]?.required).toEqualTypeOf<
      readonly string[] | undefined
    >();
    crd satisfies DeepReadonly<CustomResourceDefinition>;
    // @ts-expect-error read-only at any depth
    readOnly satisfies JSONSchemaProps;
  };
  expectTypeOf(program).toBeFunction();
});

test('functions that only read accept cached objects', () => {
  const program = (pod: DeepReadonly<Pod>, mutable: Pod, store: Store<Pod>): void => {
    mutable satisfies DeepReadonly<Pod>;
    for (const object of [pod, mutable]) {
      expectTypeOf([metaNamespaceKey(object), fieldValue(object, 'a')]).toBeArray();
      expectTypeOf(parseSelector('a').matches(object.metadata?.labels)).toBeBoolean();
      expectTypeOf(store.get(object)).toEqualTypeOf<DeepReadonly<Pod> | undefined>();
    }
    labelSelectorAsSelector({ matchLabels: { ...pod.metadata?.labels } });
  };
  expectTypeOf(program).toBeFunction();
});

test('generic code reads cached objects', () => {
  const program = <T extends KubernetesObject>(lister: Lister<T>, deletion: Deletion<T>): string[] => {
    const finalizers = lister.list().flatMap(({ metadata }) => metadata?.finalizers ?? []);
    const some: readonly DeepReadonly<KubernetesObject>[] = lister.list();
    return [...finalizers, ...some.map(metaNamespaceKey), deletion.object?.metadata?.name ?? ''];
  };
  expectTypeOf(program).toBeFunction();
});

test('calls that write take cached objects, which they do not change', () => {
  const program = async (
    clientset: Clientset,
    dynamic: DynamicClient,
    factory: SharedInformerFactory,
    cached: DeepReadonly<Unstructured>,
  ): Promise<void> => {
    const pods = clientset.coreV1().pods('default');
    const pod = factory.core().v1().pods().lister().getOrThrow('default/a');
    expectTypeOf(await pods.update(pod)).toEqualTypeOf<Pod>();
    await pods.update({ ...pod, spec: { containers: pod.spec?.containers ?? [] } });
    await pods.create(pod);
    await pods.updateStatus(pod);
    // @ts-expect-error an object of a cache has the fields of every manager, and perhaps no name
    await pods.apply(pod, { fieldManager: 'me' });
    // @ts-expect-error of another kind
    await clientset.coreV1().secrets('default').create(pod);
    await dynamic.resource({ group: 'a', version: 'v1', resource: 'b', namespaced: true }).update(cached);

    const copy = copyOf(pod);
    expectTypeOf(copy).toEqualTypeOf<Pod>();
    copy.metadata = { ...copy.metadata, labels: { app: 'web' } };
    await pods.update(copy);
    expectTypeOf(copyOf(cached)).toEqualTypeOf<Unstructured>();
    if (pod.spec !== undefined) expectTypeOf(copyOf(pod.spec)).toEqualTypeOf<PodSpec>();
    expectTypeOf(copyOf(copy)).toExtend<Pod>();
  };
  expectTypeOf(program).toBeFunction();
});

test('a store’s type comes from its key function or an index function', () => {
  const byNode = (pod: DeepReadonly<Pod>): string[] => [pod.spec?.nodeName ?? ''];
  const program = (): void => {
    const indexed = new MemoryIndexer({ keyFunc: metaNamespaceKey, indexers: { byNode } });
    expectTypeOf(indexed).toEqualTypeOf<MemoryIndexer<Pod>>();
    const keyed = new MemoryIndexer({ keyFunc: (pod: Pod) => pod.metadata?.uid ?? '' });
    expectTypeOf(keyed).toEqualTypeOf<MemoryIndexer<Pod>>();
  };
  expectTypeOf(program).toBeFunction();
});

test('one condition fits every wait, and only `untilWithSync` hands out cached objects', () => {
  const isRunning: ConditionFunc<DeepReadonly<Pod>> = ({ type, object }) =>
    type !== 'ERROR' && object.status?.phase === 'Running';
  const program = async (watcher: Watcher<Pod>, listerWatcher: ListerWatcher<Pod>): Promise<void> => {
    expectTypeOf(await until('1', watcher, isRunning, { timeoutMs: 1 })).toEqualTypeOf<WatchEvent<Pod>>();
    expectTypeOf(await untilWithSync(listerWatcher, isRunning, { timeoutMs: 1 })).toEqualTypeOf<
      WatchEvent<DeepReadonly<Pod>> | undefined
    >();
  };
  expectTypeOf(program).toBeFunction();
});
