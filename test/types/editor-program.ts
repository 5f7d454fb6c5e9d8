import { resources } from 'kube-informers';
import type { Clientset, DynamicClient, SharedInformerFactory } from 'kube-informers';
import { Controller } from 'kube-informers/controller';

// Asked by `editor.mjs`: an editor `offers` these members in the braces, and for a name `shows` a type with this text. Nothing is called.

export async function calls(clientset: Clientset): Promise<void> {
  const pods = clientset.coreV1().pods('default');
  await pods.get('a', { fields: {/* offers apiVersion kind metadata spec status */} });
  await pods.get('a', { exclude: {/* offers apiVersion kind metadata spec status */} });
  await pods.get('a', { fields: { metadata: {/* offers labels annotations */} } });
  await pods.get('a', { fields: { spec: {/* offers nodeName containers */}, status: true } });
  await pods.get('a', { fields: { spec: { containers: {/* offers image resources */} } } });
  await pods.list({ limit: 5, fields: {/* offers apiVersion kind metadata spec status */} });
  await pods.list({ fields: { metadata: {/* offers labels annotations */} } });
  await pods.list({ fields: { spec: { containers: {/* offers image resources */} } }, limit: 5 });
  await pods.list({ exclude: { metadata: {/* offers managedFields */} } });
  await pods.listAll({ fields: { spec: {/* offers nodeName containers */} } });
  for await (const page of pods.pages({ fields: { spec: {/* offers nodeName containers */} } })) void page;
  for await (const pod of pods.items({ fields: { spec: {/* offers nodeName containers */} } })) void pod;
  await pods.watch({ fields: {/* offers apiVersion kind metadata spec status */} });
  await pods.watch({ fields: { metadata: {/* offers labels annotations */} } });
  await pods.watch({ fields: { status: { conditions: {/* offers type reason */} } } });
}

export async function results(clientset: Clientset, dynamic: DynamicClient): Promise<void> {
  const pods = clientset.coreV1().pods('default');
  const fields = { spec: { nodeName: true } } as const;
  // shows pod: spec?: { nodeName?: string | undefined; }
  const pod = await pods.get('a', { fields });
  // shows list: KubernetesList<{ apiVersion?: 'v1' | undefined;
  const list = await pods.list({ fields });
  // shows lean: status?: PodStatus
  const lean = await pods.get('a', { exclude: { spec: true } });
  // shows whole: Pod
  const whole = await pods.get('a');
  const sites = dynamic.resource({ group: 'a.b', version: 'v1', resource: 'sites' });
  // shows site: spec?: unknown
  const site = await sites.get('a', { fields: { spec: { host: true } } });
  void [pod, list, lean, whole, site];
}

export function informers(factory: SharedInformerFactory): void {
  const { pods } = factory.core().v1();
  pods({ fields: {/* offers apiVersion kind metadata spec status */} });
  pods({ namespace: 'a', fields: { metadata: {/* offers labels annotations */} } });
  pods({ fields: { spec: {/* offers nodeName containers */} } });
  pods({
    fields: { spec: { containers: {/* offers image resources */} } },
    where: (pod) => pod.spec !== undefined,
  });
  pods({ exclude: {/* offers apiVersion kind metadata spec status */} });
  pods({ exclude: { metadata: {/* offers managedFields */} } });
  factory.forResource(resources.coreV1.pods, { fields: {/* offers apiVersion kind metadata spec status */} });
  factory.forResource(resources.coreV1.pods, { fields: { spec: {/* offers nodeName containers */} } });
  // shows some: ResourceInformer<{ apiVersion?: 'v1' | undefined;
  const some = pods({ fields: { spec: { nodeName: true } } });
  // shows lister: Lister<{ apiVersion?: 'v1' | undefined;
  const lister = some.lister();
  // shows first: spec?: { nodeName?: string | undefined; }
  const first = lister.list()[0];
  // shows added: spec?: { nodeName?: string | undefined; }
  some.informer().addEventHandler({ onAdd: (added) => void added });
  void [lister, first];
  const reconcile = async (): Promise<void> => undefined;
  void new Controller('a', {
    for: pods({ fields: {/* offers apiVersion kind metadata spec status */} }),
    owns: [pods({ fields: { metadata: {/* offers labels annotations */} } })],
    watches: [
      {
        informer: pods({ fields: { spec: {/* offers nodeName containers */} } }),
        // shows mapped: namespace?: string | undefined;
        map: (mapped) => [mapped.metadata?.name ?? ''],
      },
    ],
    reconcile,
  });
  void new Controller('b', {
    for: { informer: pods({ fields: { spec: { containers: {/* offers image resources */} } } }) },
    owns: [
      {
        informer: pods({ fields: {/* offers apiVersion kind metadata spec status */} }),
        predicate: () => true,
      },
    ],
    reconcile,
  });
}
