import { expectTypeOf, test } from 'vitest';
import type {
  Clientset,
  DeepReadonly,
  DynamicClient,
  MetadataClient,
  SharedInformerFactory,
} from 'kube-informers';
import type {
  InformerScope,
  KubernetesList,
  KubernetesObject,
  Projected,
  ResourceClient,
  WatchStream,
  corev1,
} from 'kube-informers';
import {
  Controller,
  createOrUpdate,
  ensureFinalizer,
  extractApply,
  findCondition,
  isControlledBy,
  setControllerReference,
} from 'kube-informers/controller';
import type { ReconcileClient } from 'kube-informers/controller';

// Checked by the compiler: nothing of this is called.

type Pod = corev1.Pod;

const fields = { metadata: { labels: true }, spec: { nodeName: true, containers: { image: true } } } as const;
type Kept = Projected<Pod, typeof fields>;

test('the calls of a client have the fields that they name', () => {
  const check = async (
    clientset: Clientset,
    dynamic: DynamicClient,
    metadata: MetadataClient,
  ): Promise<void> => {
    const pods = clientset.coreV1().pods('default');
    expectTypeOf(pods.get('a', { fields })).toEqualTypeOf<Promise<Kept>>();
    expectTypeOf(pods.list({ fields, limit: 5 })).toEqualTypeOf<Promise<KubernetesList<Kept>>>();
    expectTypeOf(pods.listAll({ fields })).toEqualTypeOf<Promise<KubernetesList<Kept>>>();
    expectTypeOf(pods.watch({ fields })).toEqualTypeOf<Promise<WatchStream<Kept>>>();
    for await (const page of pods.pages({ fields })) expectTypeOf(page).toEqualTypeOf<KubernetesList<Kept>>();
    for await (const pod of pods.items({ fields })) expectTypeOf(pod).toEqualTypeOf<Kept>();
    // Without a mask, all of it.
    expectTypeOf(pods.get('a', { resourceVersion: '0' })).toEqualTypeOf<Promise<Pod>>();
    expectTypeOf(pods.list({ limit: 5 })).toEqualTypeOf<Promise<KubernetesList<Pod>>>();

    const pod = await pods.get('a', { fields: { status: { phase: true } } });
    expectTypeOf(pod.status?.phase).toEqualTypeOf<corev1.PodStatus['phase']>();
    expectTypeOf(pod.metadata?.name).toEqualTypeOf<string | undefined>();
    // @ts-expect-error: not kept
    void pod.spec;
    // @ts-expect-error: not kept
    void pod.status?.podIP;
    const lean = await pods.get('a', { exclude: { spec: true } });
    expectTypeOf(lean.status?.podIP).toEqualTypeOf<string | undefined>();
    // @ts-expect-error: left out
    void lean.spec;
    // Without managedFields alone, it counts as whole.
    expectTypeOf(pods.get('a', { exclude: { metadata: { managedFields: true } } })).toEqualTypeOf<
      Promise<Pod>
    >();

    // @ts-expect-error: pods have no such field
    void pods.get('a', { fields: { spec: { nodeNam: true } } });
    // @ts-expect-error: pods have no such field
    void pods.list({ exclude: { stats: true } });

    const untyped = dynamic.resource({ group: 'example.com', version: 'v1', resource: 'sites' });
    expectTypeOf((await untyped.get('a', { fields: { spec: { host: true } } })).metadata?.name).toEqualTypeOf<
      string | undefined
    >();
    const partial = metadata.resource({ group: '', version: 'v1', resource: 'pods' });
    const labels = await partial.list({ fields: { metadata: { labels: true } } });
    void labels.items[0]?.metadata.labels;
    // @ts-expect-error: not kept
    void labels.items[0]?.metadata.annotations;
  };
  expectTypeOf(check).toBeFunction();
});

test('a client with masks is a client of any objects, and generic code reads whole ones', () => {
  const check = (clientset: Clientset): void => {
    const clients: ResourceClient<KubernetesObject>[] = [
      clientset.coreV1().pods(),
      clientset.appsV1().deployments(),
    ];
    const read = async <T extends KubernetesObject>(client: ResourceClient<T>, name: string): Promise<T> =>
      client.get(name);
    expectTypeOf(read(clientset.coreV1().pods(), 'a')).toEqualTypeOf<Promise<Pod>>();
    const source: { get(name: string): Promise<Pod> } = clientset.coreV1().pods();
    void [clients, source];
  };
  expectTypeOf(check).toBeFunction();
});

test('calls that replace an object do not take one that is not whole', () => {
  const check = (clientset: Clientset, client: ReconcileClient, kept: Kept, whole: Pod): void => {
    const pods = clientset.coreV1().pods('default');
    // @ts-expect-error: not whole
    void pods.update(kept);
    // @ts-expect-error: not whole, also after a spread
    void pods.update({ ...kept, metadata: { ...kept.metadata, labels: {} } });
    // @ts-expect-error: not whole
    void pods.updateStatus(kept);
    // @ts-expect-error: not whole
    void pods.create(kept);
    // @ts-expect-error: not whole
    void pods.apply(kept, { fieldManager: 'x' });
    // @ts-expect-error: not whole
    void createOrUpdate(pods, kept, () => undefined);
    // @ts-expect-error: not whole
    void extractApply(kept, 'x');
    // @ts-expect-error: not whole
    void client.update(kept);
    // @ts-expect-error: not whole
    void client.updateStatus(kept);
    // @ts-expect-error: not whole
    void client.create(kept);
    // @ts-expect-error: not whole
    void pods.subresource<Pod>('resize').update('a', kept);

    void pods.update(whole);
    void client.update(whole);
    void pods.create({ metadata: { name: 'a' }, spec: { containers: [] } });
    void pods.patch(kept.metadata?.name ?? '', { metadata: { labels: {} } }, { type: 'merge' });
    void client.patch(kept, { metadata: { labels: {} } }, { type: 'merge' });
    void client.delete(kept);
  };
  expectTypeOf(check).toBeFunction();
});

test('helpers that only read take an object that is not whole', () => {
  const check = (
    client: ReconcileClient,
    kept: Kept,
    owner: Projected<Pod, { status: { conditions: true } }>,
  ): void => {
    expectTypeOf(setControllerReference(owner, kept)).toEqualTypeOf<Kept>();
    expectTypeOf(isControlledBy(kept, owner)).toEqualTypeOf<boolean>();
    void findCondition(owner.status?.conditions, 'Ready')?.status;
    void ensureFinalizer(client, kept, 'example.com/x');
  };
  expectTypeOf(check).toBeFunction();
});

test('index functions, predicates and selectors of an informer have the fields that it keeps', () => {
  const check = (factory: SharedInformerFactory): void => {
    const { pods } = factory.core().v1();
    const some = pods({ fields });
    some.informer().addIndexers({
      byNode: (pod) => {
        expectTypeOf(pod).toEqualTypeOf<DeepReadonly<Kept>>();
        return [pod.spec?.nodeName ?? ''];
      },
      // @ts-expect-error: not kept
      byPhase: (pod) => [pod.status?.phase ?? ''],
    });
    const reconcile = async (): Promise<void> => undefined;
    const update = (before: DeepReadonly<Kept>, after: DeepReadonly<Kept>): boolean =>
      before.spec?.nodeName !== after.spec?.nodeName;
    void new Controller('a', { for: { informer: some, predicate: { update } }, reconcile });
    void new Controller('b', {
      for: {
        informer: some,
        predicate: {
          // @ts-expect-error: not kept
          add: (pod) => pod.status?.phase === 'Running',
        },
      },
      reconcile,
    });
    void new Controller('c', {
      for: {
        informer: some,
        // @ts-expect-error: not kept
        predicate: ({ object }) => object.status?.phase === 'Running',
      },
      reconcile,
    });
    const whole = factory.apps().v1().deployments();
    void new Controller('d', {
      for: whole,
      owns: [factory.core().v1().services(), { informer: some, predicate: { update } }],
      watches: [
        { informer: whole, map: (deployment) => [deployment.spec?.paused === true ? 'a' : 'b'] },
        {
          informer: some,
          map: (pod, event) => {
            expectTypeOf(pod).toEqualTypeOf<DeepReadonly<Kept>>();
            return [pod.spec?.nodeName ?? '', event.object.metadata?.labels?.['app'] ?? ''];
          },
          predicate: { update },
        },
      ],
      reconcile,
    });
    void new Controller('e', {
      for: whole,
      owns: [
        {
          informer: some,
          predicate: {
            // @ts-expect-error: not kept
            add: (pod) => pod.status?.phase === 'Running',
          },
        },
      ],
      watches: [
        {
          informer: some,
          // @ts-expect-error: not kept
          map: (pod) => [pod.status?.phase ?? ''],
          // @ts-expect-error: not kept
          predicate: ({ object }) => object.status?.phase === 'Running',
        },
      ],
      reconcile,
    }).watch({
      informer: some,
      // @ts-expect-error: not kept
      map: (pod) => [pod.status?.phase ?? ''],
    });
    const scope: InformerScope<Pod> = { namespace: 'a' };
    expectTypeOf(pods(scope).lister().list()).toEqualTypeOf<DeepReadonly<Pod>[]>();
    // What the server selects by need not be kept.
    void pods({ fields, fieldSelector: { 'status.phase': 'Running' } });
    void pods({ fieldSelector: 'status.phase=Running' });
    // @ts-expect-error: pods cannot be selected by it
    void pods({ fieldSelector: { 'spec.hostname': 'a' } });
    void factory
      .apps()
      .v1()
      .deployments({ fieldSelector: { 'metadata.name': 'a' } });
  };
  expectTypeOf(check).toBeFunction();
});
